/**
 * Sizes, alignment and framing of types under XCDR1 and XCDR2 (XTypes 1.3 §7.4): everything both codecs must agree on.
 */
import {
  type EnumType,
  isPrimitive,
  type PrimitiveKind,
  type PrimitiveType,
  type StructType,
  type TypeDescription,
} from "../idl/index.js";
import { CdrError } from "./CdrError.js";
import type { XcdrVersion } from "./encapsulation.js";
import { MAX_PAYLOAD_BYTES } from "./limits.js";

/**
 * Where vendors leave XTypes 1.3. `spec` is also what Cyclone DDS does.
 * - `fastdds`: XCDR2 collections of enums have no DHEADER; every enum takes 4 bytes.
 * - `connext`: no XCDR2 collection has a DHEADER; every enum takes 4 bytes; XCDR1 key hashes keep definition order.
 */
export type Dialect = "spec" | "fastdds" | "connext";

/** The rules one generated function or interpreter pass follows. */
export interface Encoding {
  readonly version: XcdrVersion;
  readonly littleEndian: boolean;
  readonly dialect: Dialect;
  readonly int64: "bigint" | "number";
}

const PRIMITIVE_BYTES: Readonly<Record<PrimitiveKind, number>> = {
  boolean: 1,
  octet: 1,
  char: 1,
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
};

/** What is one number on the wire. Every `default` branch below takes this, so a new kind of type does not compile unseen. */
export type ScalarType = PrimitiveType | EnumType;

/** Bytes of a primitive or enum. */
export function scalarBytes(type: ScalarType, encoding: Encoding): number {
  return type.kind === "enum" ? enumBytes(type, encoding.dialect) : PRIMITIVE_BYTES[type.kind];
}

/** XTypes §7.3.1.2.1.5: the bit bound chooses the holder. */
export function enumBytes(type: EnumType, dialect: Dialect): number {
  if (dialect !== "spec") return 4;
  return type.bitBound <= 8 ? 1 : type.bitBound <= 16 ? 2 : 4;
}

/** XTypes §7.4.1 and §7.4.2: XCDR2 aligns nothing to more than 4. */
export function alignmentOf(bytes: number, version: XcdrVersion): number {
  return version === 2 ? Math.min(bytes, 4) : bytes;
}

/** XTypes §7.4.3.5: XCDR2 collections of anything but primitives start with a DHEADER. */
export function collectionHasDheader(element: TypeDescription, encoding: Encoding): boolean {
  if (encoding.version === 1 || isPrimitive(element) || encoding.dialect === "connext") return false;
  return !(element.kind === "enum" && encoding.dialect === "fastdds");
}

/** XTypes §7.4.3.5: an appendable struct is delimited in XCDR2 only. */
export function structHasDheader(type: StructType, version: XcdrVersion): boolean {
  return version === 2 && type.extensibility === "appendable";
}

/** The product of the dimensions. */
export function elementCount(dimensions: readonly number[]): number {
  return dimensions.reduce((product, n) => product * n, 1);
}

/**
 * The fewest bytes a value can take wherever it starts (padding left out): what bounds an element count before
 * anything is allocated. Appendable XCDR2 structs can be empty behind their DHEADER.
 */
export function minBytes(type: TypeDescription, encoding: Encoding): number {
  switch (type.kind) {
    // A length of 0 is read as the empty string, so the NUL is not part of the minimum.
    case "string":
      return 4;
    case "sequence":
      return collectionHasDheader(type.element, encoding) ? 8 : 4;
    case "array": {
      const header = collectionHasDheader(type.element, encoding) ? 4 : 0;
      return header + elementCount(type.dimensions) * minBytes(type.element, encoding);
    }
    case "struct":
      if (structHasDheader(type, encoding.version)) return 4;
      return type.members.reduce((sum, member) => sum + minBytes(member.type, encoding), 0);
    default:
      return scalarBytes(type, encoding);
  }
}

/**
 * The largest position a value that starts at `start` can end at (RTPS 2.5 §9.6.4.8 asks for the maximum size of
 * the key holder). Infinity when unbounded. Alignment keeps order, so the longest parts give the latest end.
 */
export function maxEnd(
  type: TypeDescription,
  encoding: Encoding,
  start: number,
  inside: readonly StructType[] = [],
): number {
  switch (type.kind) {
    case "string":
      return type.bound === undefined ? Infinity : alignUp(start, 4) + 4 + type.bound + 1;
    case "sequence": {
      if (type.bound === undefined) return Infinity;
      const header = collectionHasDheader(type.element, encoding) ? 8 : 4;
      return maxEndOfMany(type.element, encoding, alignUp(start, 4) + header, type.bound, inside);
    }
    case "array": {
      const from = collectionHasDheader(type.element, encoding) ? alignUp(start, 4) + 4 : start;
      return maxEndOfMany(type.element, encoding, from, elementCount(type.dimensions), inside);
    }
    case "struct": {
      // A type that contains itself has no largest value.
      if (inside.includes(type)) return Infinity;
      const within = [...inside, type];
      const from = structHasDheader(type, encoding.version) ? alignUp(start, 4) + 4 : start;
      return type.members.reduce((end, member) => maxEnd(member.type, encoding, end, within), from);
    }
    default: {
      const bytes = scalarBytes(type, encoding);
      return alignUp(start, alignmentOf(bytes, encoding.version)) + bytes;
    }
  }
}

/** Exact without visiting every element: the position modulo 8 soon repeats, and then so does the growth. */
function maxEndOfMany(
  element: TypeDescription,
  encoding: Encoding,
  start: number,
  count: number,
  inside: readonly StructType[],
): number {
  const seen = new Map<number, { readonly index: number; readonly end: number }>();
  let end = start;
  for (let index = 0; index < count && end < Infinity; index++) {
    const before = seen.get(end % 8);
    if (before !== undefined) {
      const cycles = Math.floor((count - index) / (index - before.index));
      end += cycles * (end - before.end);
      index += cycles * (index - before.index);
      seen.clear();
      if (index >= count) break;
    }
    seen.set(end % 8, { index, end });
    end = maxEnd(element, encoding, end, inside);
  }
  return end;
}

/** Whether every value takes the same bytes (from the same start): no string and no sequence inside. */
export function isFixedSize(type: TypeDescription): boolean {
  switch (type.kind) {
    case "string":
    case "sequence":
      return false;
    case "array":
      return isFixedSize(type.element);
    case "struct":
      return type.members.every((member) => isFixedSize(member.type));
    default:
      return true;
  }
}

/** The structs that contain themselves, directly or through others, always by way of a sequence. */
export function recursiveStructs(root: StructType): ReadonlySet<StructType> {
  const found = new Set<StructType>();
  const all = structsWithin(root);
  for (const type of all) if (structsWithin(type, true).has(type)) found.add(type);
  return found;
}

function structsWithin(root: StructType, membersOnly = false): Set<StructType> {
  const found = new Set<StructType>(membersOnly ? [] : [root]);
  const visit = (type: TypeDescription): void => {
    if (type.kind === "sequence" || type.kind === "array") {
      visit(type.element);
      return;
    }
    if (type.kind !== "struct" || found.has(type)) return;
    found.add(type);
    for (const member of type.members) visit(member.type);
  };
  for (const member of root.members) visit(member.type);
  return found;
}

/** Units, as `defaultUnitsAllowed` counts them, that the default value of a type costs. */
export function defaultUnits(type: TypeDescription): number {
  switch (type.kind) {
    case "array":
      return 1 + elementCount(type.dimensions) * defaultUnits(type.element);
    case "struct":
      return type.members.reduce((sum, member) => sum + defaultUnits(member.type), 1);
    default:
      return 1;
  }
}

/** Throws CdrError for what the codecs cannot do yet, so that nothing is misread later. */
export function checkSupported(type: StructType): void {
  const seen = new Set<StructType>();
  const visit = (part: TypeDescription, inside: readonly StructType[]): void => {
    if (part.kind === "sequence") {
      visit(part.element, []);
      return;
    }
    if (part.kind === "array") {
      visit(part.element, inside);
      return;
    }
    if (part.kind !== "struct") return;
    if (inside.includes(part))
      throw new CdrError("unsupported-type", `${part.name} contains itself without a sequence`);
    if (part.extensibility === "mutable") {
      throw new CdrError("unsupported-type", `${part.name} is @mutable, which is not supported yet`);
    }
    if (inside.length === 0 && seen.has(part)) return;
    seen.add(part);
    for (const member of part.members) visit(member.type, [...inside, part]);
  };
  visit(type, []);
  const smallest = minBytes(type, { version: 1, littleEndian: true, dialect: "spec", int64: "bigint" });
  if (smallest > MAX_PAYLOAD_BYTES) {
    throw new CdrError("unsupported-type", `${type.name} takes ${smallest} bytes, more than ${MAX_PAYLOAD_BYTES}`);
  }
}

function alignUp(position: number, alignment: number): number {
  if (position === Infinity) return Infinity;
  return position + ((alignment - (position % alignment)) % alignment);
}
