// Whether two descriptions, made at different times, are of one type: the same values and the same octets.

import {
  type DefaultValue,
  type EnumType,
  type MemberBase,
  type StructMember,
  type StructType,
  type TypeDescription,
  type UnionCase,
  type UnionType,
  unaliased,
} from "./types.js";

/** Names of types do not count, those of typedefs neither, nor does anything that is about topics and not about values. */
export function sameType(a: TypeDescription, b: TypeDescription): boolean {
  return isSame(a, b, new Map());
}

/** Pairs that are being compared: structs and unions can contain themselves. */
type Assumed = Map<TypeDescription, Set<TypeDescription>>;

function isSame(one: TypeDescription, other: TypeDescription, assumed: Assumed): boolean {
  const a = unaliased(one);
  const b = unaliased(other);
  if (a === b) return true;
  switch (a.kind) {
    case "string":
    case "wstring":
      return b.kind === a.kind && a.bound === b.bound;
    case "sequence":
      return b.kind === a.kind && a.bound === b.bound && isSame(a.element, b.element, assumed);
    case "map":
      return (
        b.kind === a.kind && a.bound === b.bound && isSame(a.key, b.key, assumed) && isSame(a.value, b.value, assumed)
      );
    case "array":
      return (
        b.kind === a.kind && isSameList(a.dimensions, b.dimensions, Object.is) && isSame(a.element, b.element, assumed)
      );
    case "enum":
      return b.kind === a.kind && isSameEnum(a, b);
    case "bitmask":
      return b.kind === a.kind && a.bitBound === b.bitBound && isSameList(a.flags, b.flags, haveSameParts);
    case "bitset":
      return b.kind === a.kind && isSameList(a.fields, b.fields, haveSameParts);
    case "struct":
      return b.kind === a.kind && isAssumed(a, b, assumed, () => isSameStruct(a, b, assumed));
    case "union":
      return b.kind === a.kind && isAssumed(a, b, assumed, () => isSameUnion(a, b, assumed));
    default:
      return a.kind === b.kind;
  }
}

function isAssumed(a: TypeDescription, b: TypeDescription, assumed: Assumed, compare: () => boolean): boolean {
  const others = assumed.get(a) ?? new Set();
  if (others.has(b)) return true;
  assumed.set(a, others.add(b));
  return compare();
}

function isSameEnum(a: EnumType, b: EnumType): boolean {
  return (
    a.bitBound === b.bitBound &&
    a.defaultLiteral.name === b.defaultLiteral.name &&
    isSameList(a.literals, b.literals, haveSameParts)
  );
}

function isSameStruct(a: StructType, b: StructType, assumed: Assumed): boolean {
  return (
    a.extensibility === b.extensibility &&
    isSameList(a.members, b.members, (one, other) => isSameMember(one, other, assumed))
  );
}

function isSameUnion(a: UnionType, b: UnionType, assumed: Assumed): boolean {
  return (
    a.extensibility === b.extensibility &&
    a.discriminatorIsKey === b.discriminatorIsKey &&
    isSame(a.discriminator, b.discriminator, assumed) &&
    isSameList(a.cases, b.cases, (one, other) => isSameCase(one, other, assumed))
  );
}

function isSameMember(a: StructMember, b: StructMember, assumed: Assumed): boolean {
  return (
    a.key === b.key &&
    a.optional === b.optional &&
    a.mustUnderstand === b.mustUnderstand &&
    isSameDefault(a.defaultValue, b.defaultValue) &&
    isSameBase(a, b, assumed)
  );
}

function isSameCase(a: UnionCase, b: UnionCase, assumed: Assumed): boolean {
  return a.isDefault === b.isDefault && isSameList(a.labels, b.labels, Object.is) && isSameBase(a, b, assumed);
}

function isSameBase(a: MemberBase, b: MemberBase, assumed: Assumed): boolean {
  return a.name === b.name && a.id === b.id && isSame(a.type, b.type, assumed);
}

function isSameDefault(a: DefaultValue | undefined, b: DefaultValue | undefined): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return isSameList(a as readonly unknown[], b as readonly unknown[], Object.is);
}

function isSameList<T>(a: readonly T[], b: readonly T[], isSameItem: (one: T, other: T) => boolean): boolean {
  return a.length === b.length && a.every((item, i) => isSameItem(item, b[i]!));
}

/** For flat objects of one interface. */
function haveSameParts<T extends object>(a: T, b: T): boolean {
  return Object.entries(a).every(([name, part]) => part === (b as Record<string, unknown>)[name]);
}
