/**
 * The largest size of a key as the code generator of Fast DDS reckons it, which decides whether a key hash is a digest:
 * an upper bound for all representations at once, so larger than what is hashed.
 */
import { type StructMember, type StructType, type TypeDescription, unaliased } from "../idl/index.js";
import { DIALECTS } from "./dialects.js";
import { type AggregateType, alignmentOf, elementCount, isScalar, scalarBytes } from "./layout.js";

/** Bytes, or Infinity for anything beyond a few dozen. */
export function generatedKeyBound(type: StructType): number {
  return keysEnd(type, 0, []);
}

function keysEnd(type: StructType, start: number, inside: readonly AggregateType[]): number {
  if (inside.includes(type)) return Infinity;
  let end = start;
  for (const member of type.members.filter((each) => each.key)) {
    const part = member.type;
    const hasKeys = part.kind === "struct" && part.members.some((each) => each.key);
    end = hasKeys ? keysEnd(part, end, [...inside, type]) : wholeEnd(part, end, [...inside, type]);
  }
  return end;
}

function wholeEnd(type: TypeDescription, start: number, inside: readonly AggregateType[]): number {
  if (start > ENOUGH) return Infinity;
  const actual = unaliased(type);
  if (isScalar(actual)) {
    const bytes = scalarBytes(actual, ENCODING);
    return align(start, alignmentOf(bytes, 1)) + bytes;
  }
  switch (actual.kind) {
    case "string":
      return align(start, 4) + 4 + (actual.bound ?? Infinity) + 1;
    case "wstring":
      return align(start, 4) + 4 + (actual.bound ?? Infinity) * 2;
    case "array":
      return elementsEnd(actual.element, afterDheader(actual.element, start), elementCount(actual.dimensions), inside);
    case "sequence": {
      const counted = align(afterDheader(actual.element, start), 4) + 4;
      return elementsEnd(actual.element, counted, actual.bound ?? Infinity, inside);
    }
    case "struct":
    case "union":
      return inside.includes(actual) ? Infinity : aggregateEnd(actual, start, [...inside, actual]);
    default:
      return Infinity;
  }
}

function elementsEnd(element: TypeDescription, start: number, count: number, inside: readonly AggregateType[]): number {
  let end = start;
  for (let i = 0; i < count && end <= ENOUGH; i++) {
    const next = wholeEnd(element, end, inside);
    // Elements of no bytes, however many.
    if (next === end) break;
    end = next;
  }
  return end;
}

function afterDheader(element: TypeDescription, start: number): number {
  const actual = unaliased(element);
  const isNumber = isScalar(actual) && actual.kind !== "bitset";
  return isNumber ? start : align(start, 4) + 4;
}

function aggregateEnd(type: AggregateType, start: number, inside: readonly AggregateType[]): number {
  const from = type.extensibility === "final" ? start : align(start, 4) + 4;
  const isMutable = type.extensibility === "mutable";
  let end = from;
  if (type.kind === "union") {
    const chosen = wholeEnd(type.discriminator, from, inside);
    for (const each of type.cases) {
      end = Math.max(end, wholeEnd(each.type, isMutable ? afterHeader(each, chosen) : chosen, inside));
    }
  } else {
    for (const member of type.members) {
      end = wholeEnd(member.type, isMutable || member.optional ? afterHeader(member, end) : end, inside);
    }
  }
  return isMutable ? align(end, 4) : end;
}

/** A short header for small primitives, else an extended one. */
function afterHeader(member: Pick<StructMember, "type" | "id">, start: number): number {
  const actual = unaliased(member.type);
  const isSmall = isScalar(actual) && actual.kind !== "enum" && scalarBytes(actual, ENCODING) < 5;
  return align(start, 4) + (isSmall && member.id <= 16384 ? 4 : 12);
}

function align(position: number, alignment: number): number {
  return position === Infinity ? Infinity : Math.ceil(position / alignment) * alignment;
}

const ENCODING = { version: 1, littleEndian: true, rules: DIALECTS.fastdds, int64: "bigint" } as const;
/** More than a key hash holds: from here on it does not matter how much. */
const ENOUGH = 64;
