// XTypes 1.3 Annex B: TypeIdentifier, described with our own builders, and the TypeScript shape of its values.
// Names are Annex B's in camel case; only order and kinds are on the wire.

import {
  array,
  int32,
  octet,
  type StructMembers,
  type StructType,
  sequence,
  struct,
  type UnionType,
  uint16,
  uint32,
  union,
} from "../../idl/index.js";
import * as kinds from "../kinds.js";

/** A selected union member, as codecs read and write it. */
export interface Choice<Discriminator extends number, Member extends string | null, Value> {
  readonly $discriminator: Discriminator;
  readonly member: Member;
  readonly value: Value;
}

/** First 14 octets of an MD5. */
export type EquivalenceHash = Uint8Array;

export interface PlainCollectionHeader {
  readonly equivKind: number;
  readonly elementFlags: number;
}
export interface PlainSequence {
  readonly header: PlainCollectionHeader;
  /** 0 is unbounded. */
  readonly bound: number;
  readonly elementIdentifier: TypeIdentifier;
}
export interface PlainArray<Bounds extends ArrayLike<number> = ArrayLike<number>> {
  readonly header: PlainCollectionHeader;
  readonly arrayBoundSeq: Bounds;
  readonly elementIdentifier: TypeIdentifier;
}
export interface PlainMap extends PlainSequence {
  readonly keyFlags: number;
  readonly keyIdentifier: TypeIdentifier;
}
export interface StronglyConnectedComponentId {
  readonly scComponentId: Choice<number, "hash", EquivalenceHash>;
  readonly sccLength: number;
  /** From 1; 0 is the whole component. */
  readonly sccIndex: number;
}

/** A type, described or by hash. Primitive types, and kinds of a later version, select nothing. */
export type TypeIdentifier =
  | Choice<number, null, undefined>
  | Choice<number, "stringSdefn" | "stringLdefn", { readonly bound: number }>
  | Choice<number, "seqSdefn" | "seqLdefn", PlainSequence>
  | Choice<number, "arraySdefn" | "arrayLdefn", PlainArray>
  | Choice<number, "mapSdefn" | "mapLdefn", PlainMap>
  | Choice<number, "scComponentId", StronglyConnectedComponentId>
  | Choice<number, "equivalenceHash", EquivalenceHash>;

export const final = { extensibility: "final", nested: true } as const;
export const appendable = { extensibility: "appendable", nested: true } as const;
export const mutable = { extensibility: "mutable", nested: true } as const;

const name = (short: string) => `DDS::XTypes::${short}`;

export const equivalenceHash = array(octet, 14);
export const nameHash = array(octet, 4);

const typeObjectHashId: UnionType = union(
  name("TypeObjectHashId"),
  octet,
  { hash: { type: equivalenceHash, labels: [kinds.EK_COMPLETE, kinds.EK_MINIMAL] } },
  final,
);

const plainCollectionHeader: StructType = struct(
  name("PlainCollectionHeader"),
  { equivKind: octet, elementFlags: uint16 },
  final,
);

function plainSequence(short: string, bound: typeof octet | typeof uint32, self: UnionType): StructType {
  return struct(name(short), plainSequenceMembers(bound, self), final);
}

function plainSequenceMembers(bound: typeof octet | typeof uint32, self: UnionType): StructMembers {
  return { header: plainCollectionHeader, bound, elementIdentifier: { type: self, external: true } };
}

function plainArray(short: string, bound: typeof octet | typeof uint32, self: UnionType): StructType {
  const members = {
    header: plainCollectionHeader,
    arrayBoundSeq: sequence(bound),
    elementIdentifier: { type: self, external: true },
  };
  return struct(name(short), members, final);
}

function plainMap(short: string, bound: typeof octet | typeof uint32, self: UnionType): StructType {
  const keyMembers = { keyFlags: uint16, keyIdentifier: { type: self, external: true } };
  return struct(name(short), { ...plainSequenceMembers(bound, self), ...keyMembers }, final);
}

const stronglyConnectedComponentId: StructType = struct(
  name("StronglyConnectedComponentId"),
  { scComponentId: typeObjectHashId, sccLength: int32, sccIndex: int32 },
  appendable,
);

/**
 * Without the default case of Annex B, a struct for future kinds: codecs would look for it behind the kinds of
 * primitive types, which have nothing behind them and no case either.
 */
export const typeIdentifier: UnionType = union(
  name("TypeIdentifier"),
  octet,
  (self) => ({
    stringSdefn: {
      type: struct(name("StringSTypeDefn"), { bound: octet }, final),
      labels: [kinds.TI_STRING8_SMALL, kinds.TI_STRING16_SMALL],
    },
    stringLdefn: {
      type: struct(name("StringLTypeDefn"), { bound: uint32 }, final),
      labels: [kinds.TI_STRING8_LARGE, kinds.TI_STRING16_LARGE],
    },
    seqSdefn: {
      type: plainSequence("PlainSequenceSElemDefn", octet, self),
      labels: [kinds.TI_PLAIN_SEQUENCE_SMALL],
    },
    seqLdefn: {
      type: plainSequence("PlainSequenceLElemDefn", uint32, self),
      labels: [kinds.TI_PLAIN_SEQUENCE_LARGE],
    },
    arraySdefn: { type: plainArray("PlainArraySElemDefn", octet, self), labels: [kinds.TI_PLAIN_ARRAY_SMALL] },
    arrayLdefn: { type: plainArray("PlainArrayLElemDefn", uint32, self), labels: [kinds.TI_PLAIN_ARRAY_LARGE] },
    mapSdefn: { type: plainMap("PlainMapSTypeDefn", octet, self), labels: [kinds.TI_PLAIN_MAP_SMALL] },
    mapLdefn: { type: plainMap("PlainMapLTypeDefn", uint32, self), labels: [kinds.TI_PLAIN_MAP_LARGE] },
    scComponentId: { type: stronglyConnectedComponentId, labels: [kinds.TI_STRONGLY_CONNECTED_COMPONENT] },
    equivalenceHash: { type: equivalenceHash, labels: [kinds.EK_COMPLETE, kinds.EK_MINIMAL] },
  }),
  final,
);
