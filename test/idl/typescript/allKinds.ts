// Types of every kind, with everything that a description can say.

import {
  alias,
  array,
  arrayOf,
  bitmask,
  bitset,
  boolean,
  char,
  defineStruct,
  defineUnion,
  enumeration,
  float32,
  float64,
  float128,
  forwardStruct,
  forwardUnion,
  int8,
  int16,
  int32,
  int64,
  map,
  octet,
  sequence,
  string,
  struct,
  type TypeDescription,
  uint8,
  uint16,
  uint32,
  uint64,
  union,
  wchar,
  wstring,
} from "../../../src/idl/index.js";

const note = { name: "lab::note", parameters: { text: 'a "quoted" */ text\nof two lines', count: 2, exact: 5n } };

const color = enumeration("lab::Color", ["RED", "GREEN", "BLUE"]);
const level = enumeration(
  "lab::Level",
  { LOW: -1, HIGH: 100 },
  { bitBound: 8, defaultLiteral: "HIGH", extensibility: "final", annotations: [note] },
);
const manyWords = enumeration(
  "lab::Many",
  Array.from({ length: 30 }, (_, index) => `LITERAL_${index}`),
);
const flags = bitmask("lab::Flags", ["READY", "BUSY"], { annotations: [note] });
const wideFlags = bitmask("lab::WideFlags", { LOWEST: 0, FAR: 40 }, { bitBound: 64, extensibility: "final" });
const bits = bitset("lab::Bits", { flag: 1, low: 7 });
const moreBits = bitset(
  "lab::MoreBits",
  [{ bits: 4 }, { name: "signed", bits: 10, holder: "int16" }, { name: "wide", bits: 40 }],
  { base: bits },
);
const metres = alias("lab::Metres", float64, { annotations: [{ name: "unit_of_length", parameters: {} }] });
const path = alias("lab::Path", sequence(metres, 100));
const id = alias("lab::Id", int64);

const simple = struct(
  "lab::Simple",
  {
    id: { type: int32, key: true, min: 1, max: 99 },
    on: { type: boolean, defaultValue: true },
    character: { type: char, defaultValue: "\\" },
    wide: { type: wchar, defaultValue: "€" },
    text: { type: string(), optional: true, defaultValue: 'say "x"' },
    bounded: { type: string(16), key: true },
    wideText: wstring(5),
    i8: int8,
    u8: uint8,
    i16: int16,
    u16: { type: uint16, min: 5 },
    u32: { type: uint32, max: 5 },
    i64: { type: int64, defaultValue: -5n, min: -9223372036854775808n, max: 9223372036854775807n },
    u64: uint64,
    f32: { type: float32, unit: "m/s", defaultValue: -0 },
    f64: { type: float64, unit: "°C */", defaultValue: 1e-7 },
    f128: float128,
    byte: octet,
    path,
    id64: id,
  },
  { extensibility: "final", topicName: "Simple topic", dataRepresentations: ["xcdr1", "xcdr2"], annotations: [note] },
);

const collections = struct(
  "lab::Collections",
  {
    octets: sequence(octet, 1024),
    longs: { type: sequence(int32), defaultValue: Array.from({ length: 60 }, (_, index) => index * 1000) },
    wides: sequence(int64),
    grid: array(float32, 2, 3),
    positions: sequence(array(metres, 3)),
    names: arrayOf(string(5), [2], { external: true, tryConstruct: "trim" }),
    shared: sequence(simple, undefined, { external: true }),
    trimmed: { type: sequence(string(3), 7, { tryConstruct: "useDefault" }), tryConstruct: "trim", external: true },
    byName: map(string(), simple),
    byColor: map(color, sequence(color), 3, { external: true }),
    levels: sequence(level),
    flags,
    wideFlags: sequence(wideFlags),
    bits,
    moreBits: { type: moreBits, mustUnderstand: true },
    many: manyWords,
    ids: sequence(id),
    precise: array(float128, 2),
  },
  { extensibility: "mutable" },
);

const derived = struct(
  "lab::Derived",
  {
    more: { type: int32, id: 70 },
    after: int32,
    hashed: { type: int32, hashId: true },
    named: { type: int32, hashId: "x" },
  },
  { base: collections, nested: true },
);
const nothingMore = struct("lab::NothingMore", {}, { base: derived, extensibility: "mutable" });
const empty = struct("lab::Empty", {}, { extensibility: "final" });
const hashed = struct("lab::Hashed", { a: int32, b: { type: int32, id: 5 }, c: int32 }, { autoId: "hash" });

const byColor = union("lab::ByColor", color, {
  a: { type: int32, labels: ["RED"], unit: "s" },
  b: { type: string(), labels: ["GREEN"], id: 9 },
});
const byLong = union(
  "lab::ByLong",
  int32,
  {
    one: { type: octet, labels: [1, 2, -3] },
    simple: { type: simple, labels: [4], external: true },
    other: { type: byColor, isDefault: true },
  },
  { discriminatorIsKey: true, extensibility: "mutable", autoId: "hash", nested: true },
);
const byId = union("lab::ById", id, {
  a: { type: octet, labels: [1n] },
  b: { type: path, labels: [2n], isDefault: true },
});
const byFlag = union("lab::ByFlag", boolean, {
  yes: { type: octet, labels: [true] },
  no: { type: id, labels: [false] },
});
const byHalf = union("lab::ByHalf", boolean, { yes: { type: octet, labels: [true] } });
const byChar = union("lab::ByChar", char, { quote: { type: octet, labels: ["'", '"'] } });
const byMask = union("lab::ByMask", flags, { a: { type: octet, labels: [1] }, b: { type: octet, isDefault: true } });
const byLevel = union("lab::ByLevel", level, {
  low: { type: octet, labels: ["LOW"] },
  rest: { type: int8, isDefault: true },
});

const tree = struct("lab::Tree", (self) => ({
  value: int32,
  children: sequence(self),
  byName: map(string(), self),
  parent: { type: self, optional: true, external: true },
}));
const finalTree = struct("lab::FinalTree", (self) => ({ children: sequence(self) }), { extensibility: "final" });
const expression = union("lab::Expression", int16, (self) => ({
  number: { type: float64, labels: [1] },
  sum: { type: sequence(self), labels: [2] },
}));

// Three that need each other, one of them by way of a typedef and as a base.
const node = forwardStruct("lab::Node");
const link = forwardUnion("lab::Link");
const special = forwardStruct("lab::Special");
const links = alias("lab::Links", sequence(link));
const linkLists = alias("lab::LinkLists", map(string(), links));
defineStruct(node, { links, lists: linkLists, name: string() });
defineUnion(link, uint8, {
  to: { type: sequence(node), labels: [1] },
  special: { type: sequence(special), labels: [2] },
});
defineStruct(special, { weight: float32 }, { base: node });

// Names that a module needs for other things.
const awkward = [
  struct("Map", { interface: int32, default: int32, constructor: int32, class: int32 }),
  struct("lab::inner::Simple", { x: int32 }),
  struct("lab_inner_Simple", { y: int32 }),
  struct("string", { self: int32 }),
  enumeration("StructTypeOf", ["only"]),
];
const usesAwkward = struct("class", { m: awkward[0]!, s: sequence(awkward[3]!), e: awkward[4]! });

/** In an order that is not the one in which they can be declared. */
export const ALL_KINDS: readonly TypeDescription[] = [
  ...[usesAwkward, ...awkward, special, tree, finalTree, expression, linkLists, nothingMore, empty, hashed],
  ...[byLong, byId, byFlag, byHalf, byChar, byMask, byLevel, derived, simple, color, metres],
];
