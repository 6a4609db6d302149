// Whether two descriptions, made at different times, are of one type: the same values and the same octets.

import type { EnumType, StructMember, StructType, TypeDescription } from "./types.js";

/** Names of structs and enums do not count, nor does anything that is about topics and not about values. */
export function sameType(a: TypeDescription, b: TypeDescription): boolean {
  return isSame(a, b, new Map());
}

/** @param assumed pairs that are being compared: a struct can contain itself */
function isSame(a: TypeDescription, b: TypeDescription, assumed: Map<StructType, Set<StructType>>): boolean {
  if (a === b) return true;
  if (a.kind === "string" && b.kind === "string") return a.bound === b.bound;
  if (a.kind === "sequence" && b.kind === "sequence") {
    return a.bound === b.bound && isSame(a.element, b.element, assumed);
  }
  if (a.kind === "array" && b.kind === "array") {
    return a.dimensions.join() === b.dimensions.join() && isSame(a.element, b.element, assumed);
  }
  if (a.kind === "enum" && b.kind === "enum") return isSameEnum(a, b);
  if (a.kind === "struct" && b.kind === "struct") return isSameStruct(a, b, assumed);
  return a.kind === b.kind;
}

function isSameEnum(a: EnumType, b: EnumType): boolean {
  return (
    a.bitBound === b.bitBound &&
    a.defaultLiteral.name === b.defaultLiteral.name &&
    a.literals.length === b.literals.length &&
    a.literals.every(({ name, value }, i) => name === b.literals[i]!.name && value === b.literals[i]!.value)
  );
}

function isSameStruct(a: StructType, b: StructType, assumed: Map<StructType, Set<StructType>>): boolean {
  const others = assumed.get(a) ?? new Set();
  if (others.has(b)) return true;
  assumed.set(a, others.add(b));
  return (
    a.extensibility === b.extensibility &&
    a.members.length === b.members.length &&
    a.members.every((member, i) => isSameMember(member, b.members[i]!, assumed))
  );
}

function isSameMember(a: StructMember, b: StructMember, assumed: Map<StructType, Set<StructType>>): boolean {
  return (
    a.name === b.name &&
    a.key === b.key &&
    a.id === b.id &&
    a.mustUnderstand === b.mustUnderstand &&
    a.defaultValue === b.defaultValue &&
    isSame(a.type, b.type, assumed)
  );
}
