/** From a FIELDNAME to a member of a type (DDS 1.4 Annex B), and how its value is found in a sample. */
import {
  type ActualType,
  type StructMember,
  type StructType,
  type TypeDescription,
  typeToString,
  unaliased,
} from "../idl/index.js";
import { FilterError } from "./FilterError.js";
import type { FieldName, PathPart } from "./FilterExpression.js";
import { didYouMean } from "./nearName.js";
import { quote } from "./tokens.js";

/** A sample as the codecs make it: members by name. */
export type Sample = object;

export interface Field {
  /** As in the expression: `a.b[3].c`. */
  readonly name: string;
  readonly at: number;
  readonly type: TypeDescription;
  /** Members and elements on the way to it, itself too. */
  readonly depth: number;
  /** True when the value is part of the key (XTypes 1.3 §7.6.8), so that a key-only sample has it too. */
  readonly isKey: boolean;
  /** Anything but the value of the type, such as undefined, means that there is none. Never throws. */
  readonly read: (sample: Sample) => unknown;
}

/** Throws FilterError when the type has no such field. */
export function resolveField(root: StructType, name: FieldName, expression: string): Field {
  let type: ActualType = root;
  let isKey = true;
  for (const part of name.parts) {
    if (typeof part.key === "number") {
      type = unaliased(elementOf(type, part, name, expression));
    } else {
      const member = memberOf(type, part, name, expression);
      // A struct used as key without @key inside is key as a whole.
      isKey &&= member.key || (type !== root && type.kind === "struct" && !type.hasKey);
      type = unaliased(member.type);
    }
  }
  const read = readerOf(name.parts.map((part) => part.key));
  return { name: name.name, at: name.at, type, depth: name.parts.length, isKey, read };
}

/** For messages: `x (int32)`. */
export function fieldInWords(field: Field): string {
  return `${field.name} (${typeToString(field.type)})`;
}

function memberOf(type: TypeDescription, part: PathPart, name: FieldName, expression: string): StructMember {
  const wanted = String(part.key);
  if (type.kind !== "struct") {
    const before = name.name.slice(0, name.name.lastIndexOf(`.${wanted}`));
    const hint = type.kind === "sequence" || type.kind === "array" ? `; its elements are ${before}[0]...` : "";
    throw new FilterError("unknown-field", `${typeToString(type)} has no members${hint}`, expression, part.at);
  }
  const member = type.members.find((candidate) => candidate.name === wanted);
  if (member !== undefined) return member;
  const names = type.members.map((candidate) => candidate.name);
  const near = didYouMean(wanted, names);
  const hint = near === "" && names.length <= NAMES_SHOWN ? `; it has ${names.join(", ") || "none"}` : near;
  throw new FilterError("unknown-field", `${type.name} has no member ${quote(wanted)}${hint}`, expression, part.at);
}

/** The next dimension of an array, or an element. */
function elementOf(type: TypeDescription, part: PathPart, name: FieldName, expression: string): TypeDescription {
  const index = Number(part.key);
  if (type.kind === "array") {
    const [count = 0, ...inner] = type.dimensions;
    if (index < count) return inner.length === 0 ? type.element : { ...type, dimensions: inner };
    throw new FilterError("bad-index", `index ${index} is beyond ${typeToString(type)}`, expression, part.at);
  }
  if (type.kind === "sequence") {
    if (index < (type.bound ?? Infinity)) return type.element;
    throw new FilterError("bad-index", `index ${index} is beyond ${typeToString(type)}`, expression, part.at);
  }
  const problem = `${quote(name.name)}: ${typeToString(type)} has no elements`;
  throw new FilterError("bad-index", problem, expression, part.at);
}

/** A loop for long paths: types that contain themselves have fields of any depth. */
function readerOf(keys: readonly (string | number)[]): (sample: Sample) => unknown {
  const [first, second] = keys as [string, string];
  if (keys.length === 1) return (sample) => (sample as Values)[first];
  if (keys.length === 2) return (sample) => ((sample as Values)[first] as Values | null | undefined)?.[second];
  return (sample) => {
    let value: unknown = sample;
    for (const key of keys) value = (value as Values | null | undefined)?.[key];
    return value;
  };
}

type Values = { readonly [key: string | number]: unknown };

const NAMES_SHOWN = 12;
