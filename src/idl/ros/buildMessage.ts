/**
 * ROS messages as types on the wire: `pkg::msg::dds_::Name_`, final, without keys, members in the order of the file.
 * rosidl's own DDS IDL ends member names with an underscore; the bytes are the same, and these are the names users know.
 */
import {
  array,
  boolean,
  float32,
  float64,
  int8,
  int16,
  int32,
  int64,
  type MemberOptions,
  octet,
  sequence,
  string,
  struct,
  uint8,
  uint16,
  uint32,
  uint64,
  wstring,
} from "../build/index.js";
import { IdlError, type SourceLocation } from "../IdlError.js";
import type { StructType, TypeDescription } from "../types.js";
import type { RosConstant, RosFieldType, RosMessageDefinition, RosPrimitive } from "./definitions.js";
import { ddsTypeName } from "./typeNames.js";

/** A message whose names are looked up. */
export interface RosMessage {
  /** `pkg/msg/Name`. */
  readonly name: string;
  /** What to make topics of. */
  readonly type: StructType;
  readonly constants: readonly RosConstant[];
  readonly comment: string;
  /** Comments of members, by name, for those that have one. */
  readonly memberComments: ReadonlyMap<string, string>;
}

/** The type of a message that a field names. @param at where the field is @throws IdlError if there is none */
export type RosTypeLookup = (name: string, at: SourceLocation | undefined) => StructType;

/** @throws IdlError for what `lookup` does not find, and for defaults that do not fit */
export function buildMessage(definition: RosMessageDefinition, lookup: RosTypeLookup): RosMessage {
  const { name, fields, constants, comment } = definition;
  const members: Record<string, MemberOptions> = {};
  for (const { name: member, type, defaultValue, unit, at } of fields) {
    members[member] = {
      type: fieldType(type, lookup, at),
      ...(defaultValue === undefined ? {} : { defaultValue }),
      ...(unit === undefined ? {} : { unit }),
    };
  }
  // IDL and C have no empty structs: rosidl puts this octet into messages without fields.
  if (fields.length === 0) members[EMPTY_MESSAGE_MEMBER] = { type: uint8 };
  const memberComments = new Map(fields.filter((one) => one.comment !== "").map((one) => [one.name, one.comment]));
  return { name, type: finalStruct(ddsTypeName(name), members, fields[0]?.at), constants, comment, memberComments };
}

function finalStruct(name: string, members: Record<string, MemberOptions>, at: SourceLocation | undefined): StructType {
  try {
    return struct(name, members, { extensibility: "final" });
  } catch (error) {
    if (!(error instanceof IdlError) || error.line > 0 || at === undefined) throw error;
    throw new IdlError(error.code, error.message, at);
  }
}

function fieldType(type: RosFieldType, lookup: RosTypeLookup, at: SourceLocation | undefined): TypeDescription {
  const { base, stringBound, collection } = type;
  const element = typeof base === "string" ? primitiveType(base, stringBound) : lookup(base.message, at);
  if (collection === undefined) return element;
  return collection.kind === "array" ? array(element, collection.size) : sequence(element, collection.bound);
}

function primitiveType(base: RosPrimitive, stringBound: number | undefined): TypeDescription {
  if (base === "string") return string(stringBound);
  return base === "wstring" ? wstring(stringBound) : PRIMITIVE_TYPES[base];
}

const PRIMITIVE_TYPES: Readonly<Record<Exclude<RosPrimitive, "string" | "wstring">, TypeDescription>> = {
  bool: boolean,
  byte: octet,
  char: uint8,
  ...{ int8, uint8, int16, uint16, int32, uint32, int64, uint64, float32, float64 },
};

/** The only member of a message without fields. */
export const EMPTY_MESSAGE_MEMBER = "structure_needs_at_least_one_member";
