// XTypes 1.3 §7.3.4.7: are two descriptions the same type in the minimal relation? Names of types and annotations do
// not count, all that decides about assignability does.

import {
  type ActualType,
  type BitmaskType,
  type BitsetType,
  type ElementFlags,
  type EnumType,
  isExtensibilityUnsaid,
  type MemberBase,
  type StructType,
  type TypeDescription,
  type UnionType,
  unaliased,
} from "../../idl/index.js";
import { haveSameName, nameKeyFor } from "../describe/origins.js";
import { Pairs } from "./Pairs.js";

/** Compares many pairs of types, remembering what it found. */
export class Equivalence {
  private readonly known = new Pairs<boolean>();

  isEquivalent(a: TypeDescription, b: TypeDescription): boolean {
    const left = unaliased(a);
    const right = unaliased(b);
    let result = this.known.get(left, right);
    if (result === undefined) {
      // Within one question, types that are being compared count as equal; nothing of that is remembered.
      result = new Comparison().isSame(left, right);
      this.known.set(left, right, result);
    }
    return result;
  }
}

class Comparison {
  private readonly begun = new Pairs<true>();

  isSame(a: TypeDescription, b: TypeDescription): boolean {
    const left = unaliased(a);
    const right = unaliased(b);
    if (left === right) return true;
    if (left.kind !== right.kind) return false;
    if (this.begun.get(left, right)) return true;
    this.begun.set(left, right, true);
    return this.isSameKind(left, right);
  }

  private isSameKind(a: ActualType, b: ActualType): boolean {
    switch (a.kind) {
      case "string":
      case "wstring":
        return a.bound === (b as typeof a).bound;
      case "sequence": {
        const other = b as typeof a;
        return a.bound === other.bound && haveSameFlags(a, other) && this.isSame(a.element, other.element);
      }
      case "array": {
        const other = b as typeof a;
        return (
          a.dimensions.length === other.dimensions.length &&
          a.dimensions.every((size, index) => size === other.dimensions[index]) &&
          haveSameFlags(a, other) &&
          this.isSame(a.element, other.element)
        );
      }
      case "map": {
        const other = b as typeof a;
        const sameParts = () => this.isSame(a.key, other.key) && this.isSame(a.value, other.value);
        return a.bound === other.bound && haveSameFlags(a, other) && sameParts();
      }
      case "enum":
        return isSameEnum(a, b as EnumType);
      case "bitmask":
        return isSameBitmask(a, b as BitmaskType);
      case "bitset":
        return isSameBitset(a, b as BitsetType);
      case "struct":
        return this.isSameStruct(a, b as StructType);
      case "union":
        return this.isSameUnion(a, b as UnionType);
      default:
        return true;
    }
  }

  private isSameStruct(a: StructType, b: StructType): boolean {
    if (a.extensibility !== b.extensibility || a.members.length !== b.members.length) return false;
    if (a.inheritedCount !== b.inheritedCount) return false;
    const isOrdered = a.extensibility !== "mutable";
    const others = isOrdered ? b.members : byId(b.members);
    return (isOrdered ? a.members : byId(a.members)).every((member, index) => {
      const other = others[index]!;
      return (
        member.key === other.key &&
        member.optional === other.optional &&
        isUnderstood(member) === isUnderstood(other) &&
        this.isSameMember(member, other)
      );
    });
  }

  private isSameUnion(a: UnionType, b: UnionType): boolean {
    if (a.extensibility !== b.extensibility || a.cases.length !== b.cases.length) return false;
    if (a.discriminatorIsKey !== b.discriminatorIsKey || !this.isSame(a.discriminator, b.discriminator)) return false;
    const others = byId(b.cases);
    return byId(a.cases).every((each, index) => {
      const other = others[index]!;
      const labels = new Set(other.labels);
      return (
        each.isDefault === other.isDefault &&
        each.labels.length === labels.size &&
        each.labels.every((label) => labels.has(label)) &&
        this.isSameMember(each, other)
      );
    });
  }

  private isSameMember(a: MemberBase, b: MemberBase): boolean {
    return (
      a.id === b.id &&
      a.external === b.external &&
      a.tryConstruct === b.tryConstruct &&
      haveSameName(a, b) &&
      this.isSame(a.type, b.type)
    );
  }
}

function isSameEnum(a: EnumType, b: EnumType): boolean {
  if (a.bitBound !== b.bitBound || a.literals.length !== b.literals.length || !mayBothEvolve(a, b)) return false;
  const keyOf = nameKeyFor(a.literals, b.literals);
  const others = new Map(b.literals.map((literal) => [literal.value, keyOf(literal)]));
  return a.literals.every((literal) => others.get(literal.value) === keyOf(literal));
}

function isSameBitmask(a: BitmaskType, b: BitmaskType): boolean {
  if (a.bitBound !== b.bitBound || a.flags.length !== b.flags.length || !mayBothEvolve(a, b)) return false;
  return a.flags.every(({ position }) => b.flags.some((flag) => flag.position === position));
}

export function isSameBitset(a: BitsetType, b: BitsetType): boolean {
  const fields = a.fields.filter(({ name }) => name !== undefined);
  const others = b.fields.filter(({ name }) => name !== undefined);
  if (fields.length !== others.length) return false;
  return fields.every(({ position, bits, holder }, index) => {
    const other = others[index]!;
    return position === other.position && bits === other.bits && holder === other.holder;
  });
}

/** Some vendors do not say how an enum may evolve: then it is as the other one. */
export function mayBothEvolve<Type extends EnumType | BitmaskType>(a: Type, b: Type): boolean {
  return a.extensibility === b.extensibility || isExtensibilityUnsaid(a) || isExtensibilityUnsaid(b);
}

function isUnderstood({ key, mustUnderstand }: StructType["members"][number]): boolean {
  return key || mustUnderstand;
}

function byId<Member extends MemberBase>(members: readonly Member[]): Member[] {
  return [...members].sort((a, b) => a.id - b.id);
}

function haveSameFlags(
  a: { readonly elementFlags: ElementFlags | undefined },
  b: { readonly elementFlags: ElementFlags | undefined },
): boolean {
  const external = (flags: ElementFlags | undefined) => flags?.external ?? false;
  const tryConstruct = (flags: ElementFlags | undefined) => flags?.tryConstruct ?? "discard";
  return (
    external(a.elementFlags) === external(b.elementFlags) &&
    tryConstruct(a.elementFlags) === tryConstruct(b.elementFlags)
  );
}
