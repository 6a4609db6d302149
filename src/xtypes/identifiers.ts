// XTypes 1.3 §7.3.4.2: TypeIdentifiers made, compared and taken apart.

import type { PrimitiveKind } from "../idl/index.js";
import * as kinds from "./kinds.js";
import { toHex } from "./nameHash.js";
import { typeIdentifierCodec } from "./wire/codecs.js";
import type { EquivalenceHash, StronglyConnectedComponentId, TypeIdentifier } from "./wire/identifierTypes.js";

/** Names a type by its hash: the only identifiers that have a TypeObject. Equal keys are equal identifiers. */
export type TypeKey = string;

export const NO_TYPE: TypeIdentifier = { $discriminator: kinds.TK_NONE, member: null, value: undefined };

export function primitiveIdentifier(kind: PrimitiveKind): TypeIdentifier {
  return { $discriminator: kinds.KIND_OF_PRIMITIVE[kind], member: null, value: undefined };
}

export function hashIdentifier(kind: kinds.EquivalenceKind, hash: EquivalenceHash): TypeIdentifier {
  return { $discriminator: kind, member: "equivalenceHash", value: hash };
}

/** @param index from 1 */
export function componentIdentifier(
  kind: kinds.EquivalenceKind,
  hash: EquivalenceHash,
  length: number,
  index: number,
): TypeIdentifier {
  const scComponentId = { $discriminator: kind, member: "hash", value: hash } as const;
  const value = { scComponentId, sccLength: length, sccIndex: index };
  return { $discriminator: kinds.TI_STRONGLY_CONNECTED_COMPONENT, member: "scComponentId", value };
}

/** Undefined for an identifier that describes its type itself. */
export function keyOf(identifier: TypeIdentifier): TypeKey | undefined {
  if (identifier.member === "equivalenceHash") {
    return hexOctet(identifier.$discriminator) + toHex(identifier.value);
  }
  if (identifier.member === "scComponentId") {
    const { sccLength, sccIndex } = identifier.value;
    return `${componentKeyOf(identifier.value)}:${sccIndex}/${sccLength}`;
  }
  return undefined;
}

/** The same for all types of a component. */
export function componentKeyOf({ scComponentId }: StronglyConnectedComponentId): string {
  return `${hexOctet(kinds.TI_STRONGLY_CONNECTED_COMPONENT)}${hexOctet(scComponentId.$discriminator)}${toHex(scComponentId.value ?? NO_HASH)}`;
}

/** The relation that an identifier belongs to; EK_BOTH for one that needs no hash (§7.3.4.7). */
export function equivalenceKindOf(identifier: TypeIdentifier): number {
  switch (identifier.member) {
    case "equivalenceHash":
      return identifier.$discriminator;
    case "scComponentId":
      return identifier.value.scComponentId.$discriminator;
    case "seqSdefn":
    case "seqLdefn":
    case "arraySdefn":
    case "arrayLdefn":
      return equivalenceKindOf(identifier.value.elementIdentifier);
    case "mapSdefn":
    case "mapLdefn": {
      const key = equivalenceKindOf(identifier.value.keyIdentifier);
      return key === kinds.EK_BOTH ? equivalenceKindOf(identifier.value.elementIdentifier) : key;
    }
    default:
      return kinds.EK_BOTH;
  }
}

/** The hashed identifiers inside an identifier: itself, or those of elements and map keys. */
export function hashedIdentifiersIn(identifier: TypeIdentifier, found: TypeIdentifier[] = []): TypeIdentifier[] {
  switch (identifier.member) {
    case "equivalenceHash":
    case "scComponentId":
      found.push(identifier);
      break;
    case "mapSdefn":
    case "mapLdefn":
      hashedIdentifiersIn(identifier.value.keyIdentifier, found);
      hashedIdentifiersIn(identifier.value.elementIdentifier, found);
      break;
    case "seqSdefn":
    case "seqLdefn":
    case "arraySdefn":
    case "arrayLdefn":
      hashedIdentifiersIn(identifier.value.elementIdentifier, found);
      break;
  }
  return found;
}

export function isSameIdentifier(a: TypeIdentifier, b: TypeIdentifier): boolean {
  const key = keyOf(a);
  if (key !== undefined || keyOf(b) !== undefined) return key === keyOf(b);
  return toHex(typeIdentifierCodec.encode(a)) === toHex(typeIdentifierCodec.encode(b));
}

function hexOctet(octet: number): string {
  return octet.toString(16).padStart(2, "0");
}

/** A component that names no hash, from a peer. */
const NO_HASH = new Uint8Array(0);
