/**
 * Where writers of XCDR1 and XCDR2 differ (XTypes 1.3 §7.4, §7.6.8): one named rule per difference, and what each
 * vendor does. docs/cdr.md shows every difference with bytes, the clause and who follows it.
 */

import type { Float128Format } from "./float128.js";

/** How a wstring is laid out. */
export interface WStringRules {
  /** What the uint32 in front counts: bytes, or units (with the NUL if there is one). */
  readonly counts: "bytes" | "units";
  readonly unitBytes: 2 | 4;
  /** Whether a NUL unit closes the string. */
  readonly hasNul: boolean;
}

/** One rule per difference. Rules that only writers can see say so; a reader takes every form of those. */
export interface DialectRules {
  readonly name: string;

  /**
   * Bytes of an enum: by its bit bound (1, 2 or 4, XTypes §7.3.1.2.1.5), or always 4. Also where the enum is a
   * discriminator, an element or a key.
   */
  readonly enumHolder: "bitBound" | "int32";
  /**
   * The 16 bytes of a long double: IEEE 754 binary128 (XTypes §7.4.1), or the 80-bit format of x86 in the lower ten of
   * them, the rest being anything.
   */
  readonly float128: Float128Format;
  /** Bytes of a wchar, by XCDR version. 4 bytes are the UTF-16 unit, extended by zeros. */
  readonly wcharBytes: { readonly 1: 2 | 4; readonly 2: 2 | 4 };
  /** The form of wstrings, by XCDR version. */
  readonly wstring: { readonly 1: WStringRules; readonly 2: WStringRules };

  /**
   * XCDR2: which sequences and arrays start with a DHEADER: those of anything but primitives (XTypes §7.4.3.5), those
   * of anything but primitives, enums and bitmasks, or none.
   */
  readonly collectionDheader: "nonPrimitive" | "nonNumeric" | "never";
  /** XCDR2: a map starts with a DHEADER unless key and value are primitive, unless the value is a number, or never. */
  readonly mapDheader: "nonPrimitive" | "nonNumericValue" | "never";

  /**
   * XCDR2, writing: whether the EMHEADER of a member that is an appendable or mutable struct or union uses the member's
   * own DHEADER as its NEXTINT (length code 5), or has one more (length code 4).
   */
  readonly aggregateLengthCode: 4 | 5;
  /**
   * XCDR2, writing: the length code of members that have neither one of 1, 2, 4 or 8 bytes by their type nor a length
   * of their own: always 4, or 0 to 3 when their value happens to take 1, 2, 4 or 8 bytes.
   */
  readonly otherLengthCode: 4 | "bySize";
  /**
   * XCDR2: the EMHEADER of a member that is a map without DHEADER and with strings as keys: its NEXTINT counts bytes,
   * or is the map's own entry count (length code 5 over too few bytes), so that nobody can skip the member.
   */
  readonly stringKeyedMapLength: "bytes" | "entries";
  /** XCDR2, writing: length codes within mutable unions are chosen as in structs, or are always 4. */
  readonly unionLengthCode: "asStruct" | 4;

  /** XCDR1, writing: the parameter header is short where id and length allow (XTypes §7.4.1.2), or always extended. */
  readonly parameterHeader: "short" | "extended";
  /** XCDR1, writing: PID_EXTENDED with the must-understand bit (0x7f01, XTypes table 34) or without (0x3f01). */
  readonly extendedMustUnderstand: boolean;
  /** XCDR1, writing: PID_LIST_END with the must-understand bit (0x7f02, XTypes table 34) or without (0x3f02). */
  readonly listEndMustUnderstand: boolean;
  /**
   * XCDR1, writing: the length in a parameter header is that of the value (XTypes 1.3), a multiple of 4 (XTypes 1.1),
   * or a multiple of 4 for members of mutable structs alone.
   */
  readonly parameterLength: "exact" | "rounded" | "roundedInMutableStructs";
  /**
   * XCDR1: alignment counts from the start of the value behind a parameter header. Behind that value it counts again
   * from where it did before (XTypes §7.4.3.3, POP of ORIGIN), or it does not.
   */
  readonly parameterOrigin: "restored" | "kept";

  /**
   * XCDR1, reading: whether the last members of an appendable topic type may be missing, so that they take their
   * defaults. XCDR1 marks no end (XTypes §7.4.1), but these vendors' readers take the end of the payload for one.
   */
  readonly tailMayMiss: boolean;

  /**
   * Writing: which members of mutable types, and which optional members in XCDR1, carry the must-understand bit:
   * those that are declared so and keys (XTypes §7.2.2.4.4.4.8), those that are declared so, or none.
   */
  readonly mustUnderstand: "declaredOrKey" | "declared" | "never";
  /** Writing: whether the discriminator of a mutable union carries the must-understand bit (XTypes §7.2.2.4.4.4.6). */
  readonly discriminatorMustUnderstand: boolean;
  /** The id of a member that follows a @hashid member and has none of its own: the hash plus 1, or 0. */
  readonly idAfterHashId: "next" | "zero";

  /** XCDR1 writers' key hash: aligned as XCDR1 or as XCDR2 (XTypes §7.6.8 says XCDR2). */
  readonly keyHashAlignment: "representation" | "xcdr2";
  /** XCDR1 writers' key hash: keys by ascending id (XTypes §7.6.8), or in definition order. */
  readonly keyHashOrder: "id" | "definition";
  /** XCDR1 writers' key hash of mutable types: the plain keys, or the MD5 of the parameter list. */
  readonly keyHashMutable: "plain" | "parameterList";
  /**
   * Whether the key hash is a digest: decided by the largest size of the keys as they are hashed (XTypes §7.6.8), for
   * XCDR1 writers by that of the key-only payload, or by the bound that a code generator computes: keys in definition
   * order, aligned to 8, and nested structs that are key as a whole with the headers of any representation.
   */
  readonly keyHashSize: "holder" | "payloadInXcdr1" | "generatedBound";

  /** Writing: the padding at the end is counted in the options of the encapsulation header (XTypes §7.6.3.1.2). */
  readonly paddingInOptions: boolean;
}

/** Names of the dialects that come with the package. Those with a version are older than the ones without. */
export type DialectName = "spec" | "cyclone" | "cyclone-0.10" | "fastdds" | "fastdds-2" | "connext";

/** A named dialect, or rules of one's own. */
export type Dialect = DialectName | DialectRules;

const UTF16_BYTES: WStringRules = { counts: "bytes", unitBytes: 2, hasNul: false };
const UTF16_UNITS: WStringRules = { counts: "units", unitBytes: 2, hasNul: false };
const UTF32_UNITS_NUL: WStringRules = { counts: "units", unitBytes: 4, hasNul: true };

/** XTypes 1.3 and RTPS 2.5 to the letter. Where they leave a choice, the shorter form. */
const spec: DialectRules = {
  name: "spec",
  enumHolder: "bitBound",
  float128: "binary128",
  wcharBytes: { 1: 2, 2: 2 },
  wstring: { 1: UTF16_BYTES, 2: UTF16_BYTES },
  collectionDheader: "nonPrimitive",
  mapDheader: "nonPrimitive",
  aggregateLengthCode: 5,
  otherLengthCode: "bySize",
  stringKeyedMapLength: "bytes",
  unionLengthCode: "asStruct",
  parameterHeader: "short",
  extendedMustUnderstand: true,
  listEndMustUnderstand: true,
  parameterLength: "exact",
  parameterOrigin: "restored",
  tailMayMiss: false,
  mustUnderstand: "declaredOrKey",
  discriminatorMustUnderstand: true,
  idAfterHashId: "next",
  keyHashAlignment: "xcdr2",
  keyHashOrder: "id",
  keyHashMutable: "plain",
  keyHashSize: "holder",
  paddingInOptions: true,
};

/** Cyclone DDS 11.0.1. */
const cyclone: DialectRules = {
  ...spec,
  name: "cyclone",
  float128: "x87",
  aggregateLengthCode: 4,
  otherLengthCode: 4,
  unionLengthCode: 4,
  parameterHeader: "extended",
  parameterLength: "roundedInMutableStructs",
  tailMayMiss: true,
  mustUnderstand: "declared",
  keyHashAlignment: "representation",
  keyHashSize: "payloadInXcdr1",
};

/** Cyclone DDS 0.10.2, where it differs. */
const cyclone010: DialectRules = { ...cyclone, name: "cyclone-0.10", mustUnderstand: "declaredOrKey" };

/** Fast DDS 3.6.2 with generated types. */
const fastdds: DialectRules = {
  ...spec,
  name: "fastdds",
  enumHolder: "int32",
  float128: "x87",
  wstring: { 1: UTF16_UNITS, 2: UTF16_UNITS },
  collectionDheader: "nonNumeric",
  mapDheader: "nonNumericValue",
  stringKeyedMapLength: "entries",
  extendedMustUnderstand: false,
  listEndMustUnderstand: false,
  parameterOrigin: "kept",
  tailMayMiss: true,
  mustUnderstand: "never",
  discriminatorMustUnderstand: false,
  keyHashSize: "generatedBound",
};

/** Fast DDS 2.9.1, where it differs. */
const fastdds2: DialectRules = { ...fastdds, name: "fastdds-2", paddingInOptions: false };

/** Connext 7.7.0 with its default compliance settings. */
const connext: DialectRules = {
  ...spec,
  name: "connext",
  enumHolder: "int32",
  wcharBytes: { 1: 4, 2: 2 },
  wstring: { 1: UTF32_UNITS_NUL, 2: UTF16_BYTES },
  collectionDheader: "never",
  mapDheader: "never",
  otherLengthCode: 4,
  parameterLength: "rounded",
  tailMayMiss: true,
  mustUnderstand: "declared",
  discriminatorMustUnderstand: false,
  idAfterHashId: "zero",
  keyHashAlignment: "representation",
  keyHashOrder: "definition",
  keyHashMutable: "parameterList",
};

/** The rules of each named dialect. */
export const DIALECTS: Readonly<Record<DialectName, DialectRules>> = Object.freeze({
  spec: Object.freeze(spec),
  cyclone: Object.freeze(cyclone),
  "cyclone-0.10": Object.freeze(cyclone010),
  fastdds: Object.freeze(fastdds),
  "fastdds-2": Object.freeze(fastdds2),
  connext: Object.freeze(connext),
});

/**
 * What is written, and how payloads are read, when no dialect is given: XTypes 1.3 where it decides, and where it
 * leaves a choice what most vendors read. docs/cdr.md gives the reason for each rule.
 */
export const DEFAULT_RULES: DialectRules = Object.freeze({
  ...spec,
  name: "default",
  otherLengthCode: 4,
  mustUnderstand: "declared",
  discriminatorMustUnderstand: false,
  keyHashAlignment: "representation",
});

/** The rules behind a name; rules are themselves; undefined gives the default. */
export function rulesOf(dialect: Dialect | undefined): DialectRules {
  if (dialect === undefined) return DEFAULT_RULES;
  return typeof dialect === "string" ? DIALECTS[dialect] : dialect;
}
