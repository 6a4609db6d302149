/**
 * ROS messages in IDL files, as rosidl reads them: structs in `module pkg { module msg { … }; };`, and their constants
 * in a module `Name_Constants` beside them.
 */
import { array, type MemberOptions, sequence, struct, uint8 } from "../build/index.js";
import { IdlError } from "../IdlError.js";
import type { IdlModel } from "../IdlModel.js";
import { parseIdl } from "../parseIdl.js";
import type { IncludeResolver } from "../text/includes.js";
import { type DefaultValue, type StructMember, type StructType, type TypeDescription, typeToString } from "../types.js";
import { EMPTY_MESSAGE_MEMBER, type RosMessage } from "./buildMessage.js";
import type { RosConstant } from "./definitions.js";
import { listDefault, takeListDefaults } from "./idlListDefaults.js";
import { ddsTypeName } from "./typeNames.js";

/** An IDL file of ROS that has been read. */
export interface RosIdlFile {
  readonly model: IdlModel;
  /** Defaults of lists, as written, by `Struct.member`. */
  readonly listDefaults: ReadonlyMap<string, string>;
}

/** Reads an IDL file of ROS. @throws IdlError with the place */
export function parseRosIdl(text: string, file: string, include: IncludeResolver): RosIdlFile {
  const taken = takeListDefaults(text);
  const model = parseIdl(taken.text, { file, defaultExtensibility: "final", include });
  return { model, listDefaults: taken.tuples };
}

/**
 * A message in an IDL file, under its name on the wire.
 *
 * @param name `pkg/msg/Name`, or a part of a service or action
 * @param known types that have been made already, by ROS name; what is made is added
 * @throws IdlError if the file has no such struct, or it has what ROS messages cannot have
 */
export function messageFromIdl(idl: RosIdlFile, name: string, known: Map<string, StructType>): RosMessage {
  const { model } = idl;
  const scoped = name.replaceAll("/", "::");
  const found = model.structs.find((one) => one.name === scoped);
  if (found === undefined) {
    const names = model.structs.map((one) => rosNameOfIdl(one.name)).filter((one) => one !== undefined);
    const listed = names.join(", ") || "none of ROS";
    throw new IdlError("unknown-name", `there is no struct ${scoped}; the messages here are ${listed}`);
  }
  const prefix = `${scoped}_Constants::`;
  const constants: RosConstant[] = [];
  for (const [constant, value] of model.constants) {
    if (!constant.startsWith(prefix) || typeof value === "object") continue;
    constants.push({ name: constant.slice(prefix.length), type: undefined, value, comment: "" });
  }
  const type = new Renaming(idl, known).struct(found, name);
  return { name, type, constants, comment: "", memberComments: new Map() };
}

function rosNameOfIdl(scoped: string): string | undefined {
  const match = /^(\w+)::(msg|srv|action)::(\w+)$/.exec(scoped);
  return match === null ? undefined : `${match[1]}/${match[2]}/${match[3]}`;
}

/** Gives the structs of a file the names that they have on the wire. */
class Renaming {
  constructor(
    private readonly idl: RosIdlFile,
    private readonly known: Map<string, StructType>,
  ) {}

  struct(type: StructType, name: string): StructType {
    const before = this.known.get(name);
    if (before !== undefined) return before;
    const members: Record<string, MemberOptions> = {};
    for (const member of type.members) {
      const defaultValue = member.defaultValue ?? this.listDefault(type, member);
      members[member.name] = {
        type: this.onWire(member.type),
        key: member.key,
        ...(defaultValue === undefined ? {} : { defaultValue }),
        ...(member.unit === undefined ? {} : { unit: member.unit }),
      };
    }
    // As in a .msg without fields.
    if (type.members.length === 0) members[EMPTY_MESSAGE_MEMBER] = { type: uint8 };
    const made = struct(ddsTypeName(name), members, { extensibility: "final" });
    this.known.set(name, made);
    return made;
  }

  private listDefault(type: StructType, { name, type: memberType }: StructMember): DefaultValue | undefined {
    const tuple = this.idl.listDefaults.get(`${type.name.slice(type.name.lastIndexOf("::") + 2)}.${name}`);
    return tuple === undefined ? undefined : listDefault(tuple, memberType, `${type.name}, ${name}`);
  }

  /** Without typedefs, which IDL needs for arrays. */
  private onWire(type: TypeDescription): TypeDescription {
    switch (type.kind) {
      case "alias":
        return this.onWire(type.target);
      case "sequence":
        return sequence(this.onWire(type.element), type.bound);
      case "array":
        return array(this.onWire(type.element), ...type.dimensions);
      case "struct": {
        const name = rosNameOfIdl(type.name);
        if (name === undefined) throw new IdlError("unsupported", `${type.name} is in no module of a ROS package`);
        return this.struct(type, name);
      }
      case "union":
      case "map":
      case "bitset":
      case "bitmask":
      case "enum":
        throw new IdlError("unsupported", `messages of ROS 2 have no ${type.kind}, such as ${typeToString(type)}`);
      default:
        return type;
    }
  }
}
