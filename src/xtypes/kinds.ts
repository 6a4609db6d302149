// XTypes 1.3 §7.3.4 and Annex B: the octets that name kinds of types and of type identifiers, and the flags.

import type { PrimitiveKind } from "../idl/index.js";

/** Which equivalence relation a hash or a collection belongs to (§7.3.4.7). */
export const EK_MINIMAL = 0xf1;
export const EK_COMPLETE = 0xf2;
/** In a collection only: its elements need no hash, so it is the same in both relations. */
export const EK_BOTH = 0xf3;

export type EquivalenceKind = typeof EK_MINIMAL | typeof EK_COMPLETE;

export const TK_NONE = 0x00;
export const TK_BOOLEAN = 0x01;
export const TK_BYTE = 0x02;
export const TK_INT16 = 0x03;
export const TK_INT32 = 0x04;
export const TK_INT64 = 0x05;
export const TK_UINT16 = 0x06;
export const TK_UINT32 = 0x07;
export const TK_UINT64 = 0x08;
export const TK_FLOAT32 = 0x09;
export const TK_FLOAT64 = 0x0a;
export const TK_FLOAT128 = 0x0b;
export const TK_INT8 = 0x0c;
export const TK_UINT8 = 0x0d;
export const TK_CHAR8 = 0x10;
export const TK_CHAR16 = 0x11;
export const TK_STRING8 = 0x20;
export const TK_STRING16 = 0x21;
export const TK_ALIAS = 0x30;
export const TK_ENUM = 0x40;
export const TK_BITMASK = 0x41;
export const TK_ANNOTATION = 0x50;
export const TK_STRUCTURE = 0x51;
export const TK_UNION = 0x52;
export const TK_BITSET = 0x53;
export const TK_SEQUENCE = 0x60;
export const TK_ARRAY = 0x61;
export const TK_MAP = 0x62;

export const TI_STRING8_SMALL = 0x70;
export const TI_STRING8_LARGE = 0x71;
export const TI_STRING16_SMALL = 0x72;
export const TI_STRING16_LARGE = 0x73;
export const TI_PLAIN_SEQUENCE_SMALL = 0x80;
export const TI_PLAIN_SEQUENCE_LARGE = 0x81;
export const TI_PLAIN_ARRAY_SMALL = 0x90;
export const TI_PLAIN_ARRAY_LARGE = 0x91;
export const TI_PLAIN_MAP_SMALL = 0xa0;
export const TI_PLAIN_MAP_LARGE = 0xa1;
export const TI_STRONGLY_CONNECTED_COMPONENT = 0xb0;

/** MemberFlag. The two lowest bits are a number: how to construct (§7.2.2.7). */
export const TRY_CONSTRUCT_MASK = 0x0003;
export const TRY_CONSTRUCT_DISCARD = 0x0001;
export const TRY_CONSTRUCT_USE_DEFAULT = 0x0002;
export const TRY_CONSTRUCT_TRIM = 0x0003;
export const IS_EXTERNAL = 0x0004;
export const IS_OPTIONAL = 0x0008;
export const IS_MUST_UNDERSTAND = 0x0010;
export const IS_KEY = 0x0020;
/** Of a union member or an enum literal. */
export const IS_DEFAULT = 0x0040;

/** TypeFlag. */
export const IS_FINAL = 0x0001;
export const IS_APPENDABLE = 0x0002;
export const IS_MUTABLE = 0x0004;
export const IS_NESTED = 0x0008;
export const IS_AUTOID_HASH = 0x0010;

/** The kind that names a primitive type in a type identifier. */
export const KIND_OF_PRIMITIVE: Readonly<Record<PrimitiveKind, number>> = {
  boolean: TK_BOOLEAN,
  octet: TK_BYTE,
  char: TK_CHAR8,
  wchar: TK_CHAR16,
  int8: TK_INT8,
  uint8: TK_UINT8,
  int16: TK_INT16,
  uint16: TK_UINT16,
  int32: TK_INT32,
  uint32: TK_UINT32,
  int64: TK_INT64,
  uint64: TK_UINT64,
  float32: TK_FLOAT32,
  float64: TK_FLOAT64,
  float128: TK_FLOAT128,
};

/** The other way round. */
export const PRIMITIVE_OF_KIND: ReadonlyMap<number, PrimitiveKind> = new Map(
  (Object.keys(KIND_OF_PRIMITIVE) as PrimitiveKind[]).map((name) => [KIND_OF_PRIMITIVE[name], name]),
);
