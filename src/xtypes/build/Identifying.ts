// XTypes 1.3 §7.3.4.2: from a type description to its TypeIdentifier, in one equivalence relation.

import { isPrimitive, type TypeDescription } from "../../idl/index.js";
import { elementFlags } from "../flags.js";
import { equivalenceKindOf, primitiveIdentifier } from "../identifiers.js";
import * as kinds from "../kinds.js";
import type { PlainCollectionHeader, TypeIdentifier } from "../wire/identifierTypes.js";
import type { NamedType } from "./components.js";

/** Identifiers of types in one relation. Named types have to be given theirs before they are asked for. */
export class Identifying {
  private readonly named = new Map<NamedType, TypeIdentifier>();

  constructor(readonly kind: kinds.EquivalenceKind) {}

  name(type: NamedType, identifier: TypeIdentifier): void {
    this.named.set(type, identifier);
  }

  of(type: TypeDescription): TypeIdentifier {
    if (isPrimitive(type)) return primitiveIdentifier(type.kind);
    switch (type.kind) {
      case "string":
        return stringIdentifier(kinds.TI_STRING8_SMALL, kinds.TI_STRING8_LARGE, type.bound);
      case "wstring":
        return stringIdentifier(kinds.TI_STRING16_SMALL, kinds.TI_STRING16_LARGE, type.bound);
      case "sequence": {
        const value = this.collection(type.element, type.bound, elementFlags(type.elementFlags));
        return isSmall(value.bound)
          ? { $discriminator: kinds.TI_PLAIN_SEQUENCE_SMALL, member: "seqSdefn", value }
          : { $discriminator: kinds.TI_PLAIN_SEQUENCE_LARGE, member: "seqLdefn", value };
      }
      case "array": {
        const elementIdentifier = this.of(type.element);
        const header = headerOf(elementFlags(type.elementFlags), elementIdentifier);
        const value = { header, arrayBoundSeq: type.dimensions, elementIdentifier };
        return type.dimensions.every(isSmall)
          ? { $discriminator: kinds.TI_PLAIN_ARRAY_SMALL, member: "arraySdefn", value }
          : { $discriminator: kinds.TI_PLAIN_ARRAY_LARGE, member: "arrayLdefn", value };
      }
      case "map": {
        const keyIdentifier = this.of(type.key);
        const values = this.collection(type.value, type.bound, elementFlags(type.elementFlags));
        const header = headerOf(values.header.elementFlags, keyIdentifier, values.elementIdentifier);
        const value = { ...values, header, keyFlags: kinds.TRY_CONSTRUCT_DISCARD, keyIdentifier };
        return isSmall(value.bound)
          ? { $discriminator: kinds.TI_PLAIN_MAP_SMALL, member: "mapSdefn", value }
          : { $discriminator: kinds.TI_PLAIN_MAP_LARGE, member: "mapLdefn", value };
      }
      default: {
        const identifier = this.named.get(type);
        if (identifier === undefined) throw new RangeError(`type ${type.name} has no identifier yet`);
        return identifier;
      }
    }
  }

  private collection(element: TypeDescription, bound: number | undefined, flags: number) {
    const elementIdentifier = this.of(element);
    return { header: headerOf(flags, elementIdentifier), bound: bound ?? 0, elementIdentifier };
  }
}

function stringIdentifier(small: number, large: number, bound: number | undefined): TypeIdentifier {
  const value = { bound: bound ?? 0 };
  return isSmall(value.bound)
    ? { $discriminator: small, member: "stringSdefn", value }
    : { $discriminator: large, member: "stringLdefn", value };
}

/** EK_BOTH as long as no element needs a hash. */
function headerOf(elementFlags: number, ...elements: readonly TypeIdentifier[]): PlainCollectionHeader {
  const hashed = elements.map(equivalenceKindOf).find((kind) => kind !== kinds.EK_BOTH);
  return { equivKind: hashed ?? kinds.EK_BOTH, elementFlags };
}

/** Bounds of one octet have the shorter form. 0 is unbounded. */
function isSmall(bound: number): boolean {
  return bound <= 0xff;
}
