// Samples of ROS 2 as `ros2 topic echo` prints them: a YAML document each, with "---" behind it. Long lists and texts
// are cut unless all is asked for.

import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import {
  EMPTY_MESSAGE_MEMBER,
  type Sample,
  type SampleInfo,
  type StructType,
  type StructValue,
  type TypeDescription,
  unaliased,
} from "../../index.js";
import { hasInvisible, visibleJson } from "../../text/visible.js";
import { ROS_YAML } from "./yamlDialect.js";

export interface RosEchoOptions {
  readonly fullLength: boolean;
  /** A comment in front of each sample says where it comes from. */
  readonly withInfo: boolean;
}

export class RosEcho {
  private readonly maxLength: number;

  constructor(
    private readonly type: StructType,
    private readonly options: RosEchoOptions,
  ) {
    this.maxLength = options.fullLength ? Infinity : CUT_LENGTH;
  }

  /** The document, or a comment for a sample without a value. */
  format({ data, info }: Sample<StructValue>): string {
    const about = this.options.withInfo ? `${infoComment(info)}\n` : "";
    if (!info.validData || data === undefined) return `${about}# ${info.receivedInstanceState}\n---\n`;
    return `${about}${this.document(data)}---\n`;
  }

  private document(value: StructValue): string {
    const [first] = this.type.members;
    // rosidl puts an octet into empty messages, which is nobody's business.
    if (this.type.members.length === 1 && first!.name === EMPTY_MESSAGE_MEMBER) return "{}\n";
    const document = new Document(undefined, ROS_YAML);
    document.contents = this.node(value, this.type) as never;
    return visibleJson(document.toString(FORMAT));
  }

  private node(value: unknown, declared: TypeDescription): YAMLMap | YAMLSeq | Scalar {
    const type = unaliased(declared);
    switch (type.kind) {
      case "struct":
        return this.mapping(value as StructValue, type);
      case "sequence":
        return this.list(value as ArrayLike<unknown>, type.element, 1);
      case "array":
        return this.list(value as ArrayLike<unknown>, type.element, type.dimensions.length);
      case "float32":
      case "float64":
      case "float128":
        return floatScalar(value as number);
      case "string":
      case "wstring":
        return textScalar(cut(value as string, this.maxLength));
      default:
        return new Scalar(value);
    }
  }

  private mapping(value: StructValue, type: StructType): YAMLMap {
    const map = new YAMLMap();
    for (const member of type.members) {
      map.add(new Pair(new Scalar(member.name), this.node(value[member.name], member.type)));
    }
    return map;
  }

  private list(values: ArrayLike<unknown>, element: TypeDescription, depth: number): YAMLSeq {
    const list = new YAMLSeq();
    const count = Math.min(values.length, this.maxLength);
    for (let i = 0; i < count; i++) {
      const value = values[i];
      list.add(depth > 1 ? this.list(value as ArrayLike<unknown>, element, depth - 1) : this.node(value, element));
    }
    if (values.length > count) list.add(quotedScalar("..."));
    if (values.length === 0) list.flow = true;
    return list;
  }
}

/** "1.0", so that it reads as a float again. */
function floatScalar(value: number): Scalar {
  const scalar = new Scalar(value);
  if (!/[e]/.test(String(value))) scalar.minFractionDigits = 1;
  return scalar;
}

/** In double quotes, which know escapes, where something in it would steer a terminal or not be seen. */
function textScalar(text: string): Scalar {
  const scalar = new Scalar(text);
  if (hasInvisible(text.replaceAll("\n", ""))) scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}

function quotedScalar(text: string): Scalar {
  const scalar = new Scalar(text);
  scalar.type = Scalar.QUOTE_SINGLE;
  return scalar;
}

function cut(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}...` : text;
}

function infoComment(info: SampleInfo): string {
  const { sourceTimestampMs } = info;
  const time = sourceTimestampMs === undefined ? "no source time" : new Date(sourceTimestampMs).toISOString();
  return `# ${time} from ${info.writerGuid}, number ${info.sequenceNumber}`;
}

const FORMAT = { indentSeq: false, lineWidth: 0, singleQuote: true, flowCollectionPadding: false } as const;
/** As `ros2 topic echo` cuts. */
const CUT_LENGTH = 128;
