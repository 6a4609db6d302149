/**
 * Sizes, alignment and framing of types under XCDR1 and XCDR2 (XTypes 1.3 §7.4): everything both codecs must agree on.
 * Every function takes a type as written, aliases included, and the encoding it is written in.
 */
import {
  type BitmaskType,
  type BitsetType,
  type EnumType,
  isPrimitive,
  type MapType,
  type PrimitiveKind,
  type PrimitiveType,
  type StructMember,
  type StructType,
  type TypeDescription,
  type UnionType,
  unaliased,
} from "../idl/index.js";
import type { DialectRules } from "./dialects.js";
import type { XcdrVersion } from "./encapsulation.js";

/** The rules one generated function or interpreter pass follows. */
export interface Encoding {
  readonly version: XcdrVersion;
  readonly littleEndian: boolean;
  readonly rules: DialectRules;
  readonly int64: "bigint" | "number";
}

/** What is one number on the wire. */
export type ScalarType = PrimitiveType | EnumType | BitmaskType | BitsetType;

/** What has members. */
export type AggregateType = StructType | UnionType;

const PRIMITIVE_BYTES: Readonly<Record<PrimitiveKind, number>> = {
  boolean: 1,
  octet: 1,
  char: 1,
  wchar: 2,
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  int64: 8,
  uint64: 8,
  float32: 4,
  float64: 8,
  float128: 16,
};

/** Whether a type that is no alias is one number on the wire. */
export function isScalar(type: TypeDescription): type is ScalarType {
  return isPrimitive(type) || type.kind === "enum" || type.kind === "bitmask" || type.kind === "bitset";
}

/** Bytes of a number. */
export function scalarBytes(type: ScalarType, encoding: Encoding): number {
  switch (type.kind) {
    case "enum":
      return encoding.rules.enumHolder === "int32" ? 4 : holderBytes(type.bitBound);
    case "bitmask":
      return holderBytes(type.bitBound);
    case "bitset":
      return holderBytes(bitsetBits(type));
    case "wchar":
      return encoding.rules.wcharBytes[encoding.version];
    default:
      return PRIMITIVE_BYTES[type.kind];
  }
}

/** XTypes §7.3.1.2.1.4 to 6: the smallest integer that holds so many bits. */
function holderBytes(bits: number): number {
  return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

/** Bits of a bitset, inherited fields and padding included. Fields know their position, so the last one decides. */
export function bitsetBits(type: BitsetType): number {
  return type.fields.reduce((end, field) => Math.max(end, field.position + field.bits), 1);
}

/** XTypes §7.4.1 and §7.4.2: nothing is aligned to more than 8, in XCDR2 to more than 4. */
export function alignmentOf(bytes: number, version: XcdrVersion): number {
  return Math.min(bytes, version === 2 ? 4 : 8);
}

/** XTypes §7.4.3.5: XCDR2 sequences and arrays of anything but primitives start with a DHEADER. */
export function collectionHasDheader(element: TypeDescription, encoding: Encoding): boolean {
  if (encoding.version === 1 || encoding.rules.collectionDheader === "never") return false;
  return !countsAsPrimitive(element, encoding.rules.collectionDheader === "nonNumeric");
}

/** XTypes §7.4.3.5. */
export function mapHasDheader(type: MapType, encoding: Encoding): boolean {
  if (encoding.version === 1 || encoding.rules.mapDheader === "never") return false;
  if (encoding.rules.mapDheader === "nonNumericValue") return !countsAsPrimitive(type.value, true);
  return !(countsAsPrimitive(type.key, false) && countsAsPrimitive(type.value, false));
}

function countsAsPrimitive(type: TypeDescription, withNumbers: boolean): boolean {
  const actual = unaliased(type);
  return isPrimitive(actual) || (withNumbers && (actual.kind === "enum" || actual.kind === "bitmask"));
}

/** XTypes §7.4.3.5: appendable and mutable types are delimited in XCDR2 only. */
export function structHasDheader(type: AggregateType, version: XcdrVersion): boolean {
  return version === 2 && type.extensibility !== "final";
}

/** The number of elements that the dimensions hold together. */
export function elementCount(dimensions: readonly number[]): number {
  return dimensions.reduce((product, n) => product * n, 1);
}

/**
 * Length codes 0 to 7 of EMHEADER (XTypes §7.4.3.4.2). "bySize" is 0 to 3 when the value takes 1, 2, 4 or 8 bytes, else 4;
 * "entries" is 2 for an empty map, else 5.
 */
export type LengthCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | "bySize" | "entries";

/** The length code that writers give a member of a mutable struct. Codes 5 to 7 use the value's own first uint32. */
export function lengthCodeOf(type: TypeDescription, encoding: Encoding): LengthCode {
  const { rules } = encoding;
  const actual = unaliased(type);
  switch (actual.kind) {
    case "string":
      return 5;
    case "wstring":
      return rules.wstring[2].counts === "bytes" ? 5 : rules.otherLengthCode;
    case "sequence":
      return collectionHasDheader(actual.element, encoding) ? 5 : countedLengthCode(actual.element, encoding);
    case "array":
      return collectionHasDheader(actual.element, encoding) ? 5 : rules.otherLengthCode;
    case "map":
      if (hasEntriesForLength(actual, encoding)) return "entries";
      return mapHasDheader(actual, encoding) ? 5 : rules.otherLengthCode;
    case "struct":
    case "union":
      return actual.extensibility === "final" ? rules.otherLengthCode : rules.aggregateLengthCode;
    default: {
      const bytes = scalarBytes(actual, encoding);
      return bytes === 16 ? 4 : (Math.log2(bytes) as LengthCode);
    }
  }
}

/** Whether the length in the EMHEADER of such a member is none, and only its value tells where it ends. */
export function hasEntriesForLength(type: TypeDescription, encoding: Encoding): boolean {
  const actual = unaliased(type);
  if (actual.kind !== "map" || encoding.version === 1) return false;
  if (encoding.rules.stringKeyedMapLength === "bytes" || mapHasDheader(actual, encoding)) return false;
  return unaliased(actual.key).kind === "string";
}

/** The length code within a mutable union, discriminator included. */
export function unionLengthCodeOf(type: TypeDescription, encoding: Encoding): LengthCode {
  return encoding.rules.unionLengthCode === 4 ? 4 : lengthCodeOf(type, encoding);
}

/** Of a sequence without DHEADER: its element count gives the length when elements take 1, 4 or 8 bytes. */
function countedLengthCode(element: TypeDescription, encoding: Encoding): LengthCode {
  const actual = unaliased(element);
  if (!isScalar(actual)) return encoding.rules.otherLengthCode;
  const codes: Readonly<Record<number, LengthCode>> = { 1: 5, 4: 6, 8: 7 };
  return codes[scalarBytes(actual, encoding)] ?? encoding.rules.otherLengthCode;
}

/** XCDR1: whether the parameter header must or shall be extended (XTypes §7.4.1.2). `length` is that of the header. */
export function isExtendedParameter(id: number, length: number, rules: DialectRules): boolean {
  return rules.parameterHeader === "extended" || id > MAX_SHORT_PARAMETER_ID || length > MAX_SHORT_PARAMETER_LENGTH;
}

/** Whether a writer sets the must-understand bit of a member. */
export function isMustUnderstand(member: StructMember, rules: DialectRules): boolean {
  if (rules.mustUnderstand === "never") return false;
  return member.mustUnderstand || (member.key && rules.mustUnderstand === "declaredOrKey");
}

const declaredIds = new WeakMap<StructType, readonly number[]>();
const renumbered = new WeakMap<StructType, readonly number[]>();
const sources = new WeakMap<StructType, StructType>();

/** Says that a struct holds some members of another, so that ids which depend on neighbours are those of the other. */
export function noteSource(part: StructType, whole: StructType): void {
  sources.set(part, whole);
}

const bare = new WeakSet<UnionType>();

/** Says that of a union only the discriminator is written: where that alone is key. */
export function noteBare(type: UnionType): void {
  bare.add(type);
}

/** Whether only the discriminator is written. The cases are there to find it by, and values have no member when read. */
export function isBare(type: UnionType): boolean {
  return bare.has(type);
}

/** The member ids as this dialect numbers them, in the order of `members`. */
export function memberIdsOf(type: StructType, rules: DialectRules): readonly number[] {
  const isRenumbered = rules.idAfterHashId === "zero" && !type.autoIdHash;
  let ids = isRenumbered ? renumbered.get(type) : declaredIds.get(type);
  if (ids === undefined) {
    ids = isRenumbered ? restartedIdsOf(type) : type.members.map((member) => member.id);
    (isRenumbered ? renumbered : declaredIds).set(type, ids);
  }
  return ids;
}

function restartedIdsOf(type: StructType): readonly number[] {
  const whole = sources.get(type);
  if (whole === undefined) return restartedIds(type.members);
  const ids = restartedIdsOf(whole);
  return type.members.map(({ name }) => ids[whole.members.findIndex((member) => member.name === name)]!);
}

/** Counting starts again at 0 behind a hashed id. An id is taken for counted when it is the previous one plus 1. */
function restartedIds(members: readonly StructMember[]): readonly number[] {
  const ids: number[] = [];
  for (const [index, member] of members.entries()) {
    const before = members[index - 1];
    const isCounted = before !== undefined && member.hashId === undefined && member.id === before.id + 1;
    if (!isCounted) ids.push(member.id);
    else ids.push(before.hashId === undefined ? ids[index - 1]! + 1 : 0);
  }
  return ids;
}

/** The largest member id and length that a short parameter header holds (XTypes §7.4.1.2.1). */
export const MAX_SHORT_PARAMETER_ID = 0x3f00;
export const MAX_SHORT_PARAMETER_LENGTH = 0xffff;
