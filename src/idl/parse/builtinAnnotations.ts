/** Which annotations have a meaning of their own, and where (XTypes 1.3 §7.3.1.2, IDL 4.2 §8.3). */

/** What an annotation can stand on. */
export type Place =
  | "module"
  | "struct"
  | "union"
  | "enum"
  | "bitmask"
  | "bitset"
  | "typedef"
  | "constant"
  | "member"
  | "case"
  | "discriminator"
  | "element"
  | "map key"
  | "literal"
  | "flag"
  | "bitfield";

/** For messages: `@key has no meaning on a module`. */
export const PLACE_WORDS: Readonly<Record<Place, string>> = {
  module: "a module",
  struct: "a struct",
  union: "a union",
  enum: "an enum",
  bitmask: "a bitmask",
  bitset: "a bitset",
  typedef: "a typedef",
  constant: "a constant",
  member: "a struct member",
  case: "a union member",
  discriminator: "a discriminator",
  element: "an element",
  "map key": "the key of a map",
  literal: "an enum literal",
  flag: "a bitmask flag",
  bitfield: "a bitfield",
};

const AGGREGATES: readonly Place[] = ["struct", "union"];
const EXTENSIBLE: readonly Place[] = ["struct", "union", "enum", "bitmask"];
const MEMBERS: readonly Place[] = ["member", "case"];

/**
 * The annotations that change a type's bytes, identity or use, and where they do. Elsewhere they are refused: passing
 * them over would change types in silence.
 */
export const STRICT_PLACES: Readonly<Record<string, readonly Place[]>> = {
  id: MEMBERS,
  hashid: MEMBERS,
  autoid: ["module", ...AGGREGATES],
  key: ["member", "discriminator"],
  optional: ["member"],
  must_understand: ["member"],
  external: [...MEMBERS, "element"],
  try_construct: [...MEMBERS, "element", "discriminator"],
  final: EXTENSIBLE,
  appendable: EXTENSIBLE,
  mutable: EXTENSIBLE,
  extensibility: EXTENSIBLE,
  nested: AGGREGATES,
  default_nested: ["module"],
  topic: AGGREGATES,
  data_representation: AGGREGATES,
  allowed_data_representation: AGGREGATES,
  bit_bound: ["enum", "bitmask"],
  value: ["literal"],
  default_literal: ["literal"],
  position: ["flag"],
};

/** Those that describe: read on members, kept as they are elsewhere. */
export const DESCRIPTIVE: ReadonlySet<string> = new Set(["default", "unit", "min", "max", "range"]);

/** `@verbatim` is text for code generators. */
export const DROPPED: ReadonlySet<string> = new Set(["verbatim"]);

/** Whether it is one of the above, in whatever case. */
export function isBuiltin(name: string): boolean {
  return BUILTIN.has(name) || BUILTIN.has(name.toLowerCase());
}

/** Builtin names in lower case: `@Key` is `@key`, as older files have it. */
export function canonicalName(name: string): string {
  return isBuiltin(name) ? name.toLowerCase() : name;
}

/** XTypes §7.3.1.2.1: such a member is not in the data. */
export const NOT_SERIALIZED = "non_serialized";

const BUILTIN: ReadonlySet<string> = new Set([
  ...Object.keys(STRICT_PLACES),
  ...DESCRIPTIVE,
  ...DROPPED,
  NOT_SERIALIZED,
]);
