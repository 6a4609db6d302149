/**
 * How many bytes values of a type can take (XTypes 1.3 §7.4): the fewest, which bounds counts before anything is
 * allocated, and the most, which decides whether a key hash is a digest (RTPS 2.5 §9.6.4.8).
 */
import { type StructMember, type StructType, type TypeDescription, unaliased } from "../idl/index.js";
import {
  type AggregateType,
  alignmentOf,
  collectionHasDheader,
  type Encoding,
  elementCount,
  isBare,
  isExtendedParameter,
  isScalar,
  lengthCodeOf,
  mapHasDheader,
  scalarBytes,
  structHasDheader,
} from "./layout.js";

const smallest = new WeakMap<Encoding, Map<TypeDescription, number>>();

/**
 * The fewest bytes a value can take wherever it starts (padding left out). Delimited types can be empty behind their
 * DHEADER, parameter lists behind nothing, unions behind their discriminator.
 */
export function minBytes(type: TypeDescription, encoding: Encoding): number {
  let known = smallest.get(encoding);
  if (known === undefined) {
    known = new Map();
    smallest.set(encoding, known);
  }
  let bytes = known.get(type);
  if (bytes === undefined) {
    // While it is being found out, a type that contains itself counts for nothing.
    known.set(type, 0);
    bytes = findMinBytes(type, encoding);
    known.set(type, bytes);
  }
  return bytes;
}

function findMinBytes(type: TypeDescription, encoding: Encoding): number {
  const actual = unaliased(type);
  switch (actual.kind) {
    // A length of 0 is read as the empty string, so the NUL is not part of the minimum.
    case "string":
    case "wstring":
      return 4;
    case "sequence":
      return collectionHasDheader(actual.element, encoding) ? 8 : 4;
    case "map":
      return mapHasDheader(actual, encoding) ? 8 : 4;
    case "array": {
      const header = collectionHasDheader(actual.element, encoding) ? 4 : 0;
      return header + elementCount(actual.dimensions) * minBytes(actual.element, encoding);
    }
    case "union":
      if (actual.extensibility === "mutable" || structHasDheader(actual, encoding.version)) return 4;
      return minBytes(actual.discriminator, encoding);
    case "struct":
      if (actual.extensibility === "mutable" || structHasDheader(actual, encoding.version)) return 4;
      return actual.members.reduce((sum, member) => sum + minMemberBytes(member, encoding), 0);
    default:
      return scalarBytes(actual, encoding);
  }
}

/** Of a member that no header frames: an absent optional is a flag in XCDR2 and a parameter header in XCDR1. */
export function minMemberBytes(member: StructMember, encoding: Encoding): number {
  if (member.optional) return encoding.version === 2 ? 1 : 4;
  return minBytes(member.type, encoding);
}

/**
 * The largest position a value that starts at `start` can end at. Infinity when unbounded. Alignment keeps order, so
 * the longest parts give the latest end. Exact for types of fixed size.
 */
export function maxEnd(
  type: TypeDescription,
  encoding: Encoding,
  start: number,
  inside: readonly AggregateType[] = [],
): number {
  const actual = unaliased(type);
  switch (actual.kind) {
    case "string":
      return actual.bound === undefined ? Infinity : alignUp(start, 4) + 4 + actual.bound + 1;
    case "wstring": {
      const { unitBytes, hasNul } = encoding.rules.wstring[encoding.version];
      if (actual.bound === undefined) return Infinity;
      return alignUp(start, 4) + 4 + (actual.bound + (hasNul ? 1 : 0)) * unitBytes;
    }
    case "sequence": {
      if (actual.bound === undefined) return Infinity;
      const from = alignUp(start, 4) + (collectionHasDheader(actual.element, encoding) ? 8 : 4);
      return maxEndOfMany(from, actual.bound, (at) => maxEnd(actual.element, encoding, at, inside));
    }
    case "map": {
      if (actual.bound === undefined) return Infinity;
      const from = alignUp(start, 4) + (mapHasDheader(actual, encoding) ? 8 : 4);
      const pair = (at: number): number =>
        maxEnd(actual.value, encoding, maxEnd(actual.key, encoding, at, inside), inside);
      return maxEndOfMany(from, actual.bound, pair);
    }
    case "array": {
      const from = collectionHasDheader(actual.element, encoding) ? alignUp(start, 4) + 4 : start;
      const one = (at: number): number => maxEnd(actual.element, encoding, at, inside);
      return maxEndOfMany(from, elementCount(actual.dimensions), one);
    }
    case "struct":
    case "union":
      // A type that contains itself has no largest value.
      if (start === Infinity || inside.includes(actual)) return Infinity;
      return start + largestGrowth(actual, encoding, start, inside);
    default: {
      const bytes = scalarBytes(actual, encoding);
      return alignUp(start, alignmentOf(bytes, encoding.version)) + bytes;
    }
  }
}

const growths = new WeakMap<Encoding, Map<AggregateType, (number | undefined)[]>>();

/** Nothing is aligned to more than 8, so the rest of the start decides. Found once: types can share parts many times. */
function largestGrowth(
  type: AggregateType,
  encoding: Encoding,
  start: number,
  inside: readonly AggregateType[],
): number {
  let known = growths.get(encoding);
  if (known === undefined) {
    known = new Map();
    growths.set(encoding, known);
  }
  let byResidue = known.get(type);
  if (byResidue === undefined) {
    byResidue = [];
    known.set(type, byResidue);
  }
  const residue = start % 8;
  const growth = byResidue[residue] ?? maxAggregateEnd(type, encoding, residue, [...inside, type]) - residue;
  byResidue[residue] = growth;
  return growth;
}

function maxAggregateEnd(
  type: AggregateType,
  encoding: Encoding,
  start: number,
  inside: readonly AggregateType[],
): number {
  const from = structHasDheader(type, encoding.version) ? alignUp(start, 4) + 4 : start;
  const isMutable = type.extensibility === "mutable";
  const place = (part: TypeDescription, id: number, at: number, hasHeader: boolean): number =>
    hasHeader ? maxMemberEnd(part, id, encoding, at, inside) : maxEnd(part, encoding, at, inside);
  let end = from;
  if (type.kind === "union") {
    end = place(type.discriminator, 0, from, isMutable);
    const cases = isBare(type) ? [] : type.cases;
    end = cases.reduce((latest, each) => Math.max(latest, place(each.type, each.id, end, isMutable)), end);
  } else {
    for (const member of type.members) {
      if (!member.optional || isMutable) end = place(member.type, member.id, end, isMutable);
      else if (encoding.version === 2) end = maxEnd(member.type, encoding, end + 1, inside);
      else end = maxMemberEnd(member.type, member.id, encoding, end, inside);
    }
  }
  // PID_LIST_END.
  return isMutable && encoding.version === 1 ? alignUp(end, 4) + 4 : end;
}

/** Behind a member header; XCDR1 values count from their own start. */
function maxMemberEnd(
  type: TypeDescription,
  id: number,
  encoding: Encoding,
  start: number,
  inside: readonly AggregateType[],
): number {
  const at = alignUp(start, 4);
  if (encoding.version === 2) {
    const code = lengthCodeOf(type, encoding);
    const hasNextInt = code === 4 || code === "bySize";
    return maxEnd(type, encoding, at + (hasNextInt ? 8 : 4), inside);
  }
  const size = maxEnd(type, encoding, 0, inside);
  return at + (isExtendedParameter(id, size, encoding.rules) ? 12 : 4) + size;
}

/** Exact without visiting every element: the position modulo 8 soon repeats, and then so does the growth. */
function maxEndOfMany(start: number, count: number, oneEnd: (at: number) => number): number {
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
    end = oneEnd(end);
  }
  return end;
}

const fixed = new WeakMap<StructType, boolean>();

/** Whether every value takes the same bytes (from the same start). False for every mutable type, to keep it simple. */
export function isFixedSize(type: TypeDescription): boolean {
  const actual = unaliased(type);
  if (isScalar(actual)) return true;
  if (actual.kind === "array") return isFixedSize(actual.element);
  if (actual.kind !== "struct" || actual.extensibility === "mutable") return false;
  let isFixed = fixed.get(actual);
  if (isFixed === undefined) {
    isFixed = actual.members.every((member) => !member.optional && isFixedSize(member.type));
    fixed.set(actual, isFixed);
  }
  return isFixed;
}

/** Infinity stays. */
function alignUp(position: number, alignment: number): number {
  if (position === Infinity) return Infinity;
  return position + ((alignment - (position % alignment)) % alignment);
}
