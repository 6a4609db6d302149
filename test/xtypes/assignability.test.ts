// XTypes 1.3 §7.2.4 as tables: a reader's type, a writer's, what the QoS ignores, and what comes of it. The reason is
// part of the table: it is what a user gets to read.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseIdl, type StructType, struct } from "../../src/idl/index.js";
import {
  type AssignabilityOptions,
  notAssignable,
  notAssignableInWords,
} from "../../src/xtypes/assignability/Assignability.js";
import { Equivalence } from "../../src/xtypes/assignability/equivalence.js";

const test = suite("xtypes/assignability");

/** The defaults of TYPE_CONSISTENCY_ENFORCEMENT. */
const DEFAULTS: AssignabilityOptions = {
  ignoreSequenceBounds: true,
  ignoreStringBounds: true,
  ignoreMemberNames: false,
  preventTypeWidening: false,
};

interface Row {
  readonly about: string;
  /** Of the reader: IDL, of which the last struct counts. */
  readonly reader: string;
  readonly writer: string;
  readonly options?: Partial<AssignabilityOptions>;
  /** Why not; absent when it is assignable. */
  readonly problem?: string;
}

/** A row for types that differ in one member. */
function member(about: string, reader: string, writer: string, problem?: string, options = {}): Row {
  const inStruct = (text: string) => `@appendable struct S { ${text} m; };`;
  return { about, reader: inStruct(reader), writer: inStruct(writer), options, ...(problem ? { problem } : {}) };
}

const primitives: readonly Row[] = [
  member("the same", "long", "long"),
  member("another width", "long", "long long", "m: the reader has int32, the writer int64"),
  member("another sign", "long", "unsigned long", "m: the reader has int32, the writer uint32"),
  member("octet and uint8", "octet", "uint8", "m: the reader has octet, the writer uint8"),
  member("char and int8", "char", "int8", "m: the reader has char, the writer int8"),
  member("float and double", "double", "float", "m: the reader has float64, the writer float32"),
  {
    about: "a typedef is what it stands for",
    reader: "typedef long A; typedef A B; struct S { B m; };",
    writer: "struct S { long m; };",
  },
];

const strings: readonly Row[] = [
  member("bounds are ignored", "string<3>", "string<9>"),
  member("or not", "string<3>", "string<9>", "m: the writer has strings up to 9, the reader up to 3", {
    ignoreStringBounds: false,
  }),
  member("a longer bound holds a shorter", "string<9>", "string<3>", undefined, { ignoreStringBounds: false }),
  member("no bound holds all", "string", "string<3>", undefined, { ignoreStringBounds: false }),
  member(
    "no bound is longer than any",
    "string<9>",
    "string",
    "m: the writer has strings of any length, the reader up to 9",
    { ignoreStringBounds: false },
  ),
  member("wide and narrow", "wstring", "string", "m: the reader has wstring, the writer string"),
  member(
    "the bounds of sequences are others",
    "string<3>",
    "string<9>",
    "m: the writer has strings up to 9, the reader up to 3",
    { ignoreStringBounds: false, ignoreSequenceBounds: true },
  ),
];

const collections: readonly Row[] = [
  member("bounds are ignored", "sequence<long, 2>", "sequence<long, 5>"),
  member(
    "or not",
    "sequence<long, 2>",
    "sequence<long, 5>",
    "m: the writer has sequences up to 5, the reader up to 2",
    {
      ignoreSequenceBounds: false,
    },
  ),
  member("elements", "sequence<long>", "sequence<short>", "m[]: the reader has int32, the writer int16"),
  member("maps", "map<string, long>", "map<string, double>", "m{value}: the reader has int32, the writer float64"),
  member("keys of maps", "map<long, long>", "map<short, long>", "m{key}: the reader has int32, the writer int16"),
  member(
    "bounds of maps",
    "map<long, long, 2>",
    "map<long, long, 3>",
    "m: the writer has maps up to 3, the reader up to 2",
    {
      ignoreSequenceBounds: false,
    },
  ),
  {
    about: "arrays of another size",
    reader: "struct S { long m[3]; };",
    writer: "struct S { long m[4]; };",
    problem: "m: the reader has int32[3], the writer int32[4]",
  },
  {
    about: "an element that has grown, and says where it ends",
    reader: "@appendable struct E { long a; }; struct S { sequence<E> m; };",
    writer: "@appendable struct E { long a; long b; }; struct S { sequence<E> m; };",
  },
  {
    about: "deep inside",
    reader: "struct P { double x; }; struct L { sequence<P> points; }; struct S { L line; };",
    writer: "struct P { float x; }; struct L { sequence<P> points; }; struct S { L line; };",
    problem: "line.points[].x: the reader has float64, the writer float32",
  },
];

const enums: readonly Row[] = [
  { about: "a literal more at the writer", reader: enumType("A, B"), writer: enumType("A, B, C") },
  { about: "a literal less at the writer", reader: enumType("A, B, C"), writer: enumType("A, B") },
  {
    about: "a literal more, and final",
    reader: enumType("A, B", "@final"),
    writer: enumType("A, B, C", "@final"),
    problem: "m: the enum is final, and its literals differ",
  },
  {
    about: "another value",
    reader: enumType("A, B"),
    writer: enumType("A, @value(7) B"),
    problem: "m: B is 1 at the reader and 7 at the writer",
  },
  {
    about: "another name",
    reader: enumType("A, B"),
    writer: enumType("A, C"),
    problem: "m: 1 is B at the reader and C at the writer",
  },
  {
    about: "final and appendable",
    reader: enumType("A, B", "@final"),
    writer: enumType("A, B", "@appendable"),
    problem: "m: the reader's type is final, the writer's appendable",
  },
  {
    about: "another size",
    reader: enumType("A, B", "@bit_bound(8)"),
    writer: enumType("A, B"),
    problem: "m: the reader's enum has 8 bits, the writer's 32",
  },
  {
    about: "an enum and a number",
    reader: enumType("A, B"),
    writer: "struct S { long m; };",
    problem: "m: the reader has enum E, the writer int32",
  },
];

const bits: readonly Row[] = [
  {
    about: "other flags of the same size",
    reader: "@bit_bound(8) bitmask B { X }; struct S { B m; };",
    writer: "@bit_bound(8) bitmask B { X, Y }; struct S { B m; };",
  },
  {
    about: "another size",
    reader: "@bit_bound(8) bitmask B { X }; struct S { B m; };",
    writer: "@bit_bound(9) bitmask B { X }; struct S { B m; };",
    problem: "m: the reader has bitmask B, the writer bitmask B",
  },
  {
    about: "the unsigned integer of its size",
    reader: "@bit_bound(12) bitmask B { X }; struct S { B m; };",
    writer: "struct S { unsigned short m; };",
  },
  {
    about: "and the other way round",
    reader: "struct S { uint8 m; };",
    writer: "@bit_bound(5) bitmask B { X }; struct S { B m; };",
  },
  {
    about: "another integer",
    reader: "@bit_bound(12) bitmask B { X }; struct S { B m; };",
    writer: "struct S { unsigned long m; };",
    problem: "m: the reader has bitmask B, the writer uint32",
  },
  {
    about: "bitsets that differ",
    reader: "bitset B { bitfield<3> a; bitfield<4> b; }; struct S { B m; };",
    writer: "bitset B { bitfield<3> a; bitfield<5> b; }; struct S { B m; };",
    problem: "m: the reader has bitset B, the writer bitset B",
  },
];

const structs: readonly Row[] = [
  {
    about: "another kind",
    reader: "@final struct S { long a; };",
    writer: "@appendable struct S { long a; };",
    problem: "the reader's type is final, the writer's appendable",
  },
  {
    about: "final with a member more",
    reader: "@final struct S { long a; };",
    writer: "@final struct S { long a; long b; };",
    problem: "b: the reader lacks it, and the type is final",
  },
  {
    about: "final with a member less",
    reader: "@final struct S { long a; long b; };",
    writer: "@final struct S { long a; };",
    problem: "b: the writer lacks it, and the type is final",
  },
  { about: "appendable with a member more", reader: appendable("long a;"), writer: appendable("long a; long b;") },
  { about: "appendable with a member less", reader: appendable("long a; long b;"), writer: appendable("long a;") },
  {
    about: "appendable in another order",
    reader: appendable("@id(1) long a; @id(2) long b;"),
    writer: appendable("@id(2) long b; @id(1) long a;"),
    problem: "a: the writer has b in its place",
  },
  { about: "mutable in another order", reader: mutable("1 a", "2 b"), writer: mutable("2 b", "1 a") },
  { about: "mutable with one in common", reader: mutable("1 a", "2 b"), writer: mutable("2 b", "3 c") },
  {
    about: "nothing in common",
    reader: mutable("1 a"),
    writer: mutable("2 b"),
    problem: "the two have no member in common",
  },
  {
    about: "one name, two ids",
    reader: mutable("1 a", "2 b"),
    writer: mutable("1 a", "3 b"),
    problem: "b: its id is 2 at the reader and 3 at the writer",
  },
  {
    about: "one id, two names",
    reader: mutable("1 a", "2 b"),
    writer: mutable("1 a", "2 c"),
    problem: "the member with id 2 is b at the reader and c at the writer",
  },
  {
    about: "names ignored",
    reader: mutable("1 a", "2 b"),
    writer: mutable("1 a", "2 c"),
    options: { ignoreMemberNames: true },
  },
  {
    about: "a must-understand member that the reader lacks",
    reader: appendable("long a;"),
    writer: appendable("long a; @must_understand long b;"),
    problem: "b: the reader lacks it, and it is must-understand",
  },
  {
    about: "a must-understand member that the writer lacks",
    reader: appendable("long a; @must_understand long b;"),
    writer: appendable("long a;"),
    problem: "b: the writer lacks it, and it is must-understand",
  },
  {
    about: "an optional must-understand member",
    reader: appendable("long a;"),
    writer: appendable("long a; @must_understand @optional long b;"),
  },
  {
    about: "optional on one side",
    reader: appendable("long a; @optional long b;"),
    writer: appendable("long a; long b;"),
    problem: "b: it is optional at the reader only",
  },
  {
    about: "optional on one side of a mutable type",
    reader: "@mutable struct S { long a; @optional long b; };",
    writer: "@mutable struct S { long a; long b; };",
  },
  {
    about: "widening prevented, the writer has more",
    reader: appendable("long a;"),
    writer: appendable("long a; long b;"),
    options: { preventTypeWidening: true },
    problem: "b: the reader lacks it, and type widening is prevented",
  },
  {
    about: "widening prevented, the reader has more",
    reader: appendable("long a; long b;"),
    writer: appendable("long a;"),
    options: { preventTypeWidening: true },
    problem: "b: the writer lacks it, and type widening is prevented",
  },
  {
    about: "widening prevented, the same members",
    reader: appendable("string<3> a;"),
    writer: appendable("string<5> a;"),
    options: { preventTypeWidening: true },
  },
  {
    about: "inherited members count",
    reader: "struct B { long a; }; struct S : B { long b; };",
    writer: "struct S { long a; long b; };",
  },
  {
    about: "a final struct in a struct may not differ",
    reader: "@final struct I { string<3> a; }; struct S { I m; };",
    writer: "@final struct I { string<5> a; }; struct S { I m; };",
    problem: "m: the two differ, and I is final: nothing marks where it ends",
  },
  {
    about: "the same final struct may be there",
    reader: "@final struct I { string<3> a; }; struct S { I m; };",
    writer: "@final struct I { string<3> a; }; struct S { I m; long more; };",
  },
];

const keys: readonly Row[] = [
  {
    about: "a key that the writer lacks",
    reader: appendable("@key long a; @key long b;"),
    writer: appendable("@key long a;"),
    problem: "b: it is a key at the reader and missing at the writer",
  },
  {
    about: "a key that the reader lacks",
    reader: appendable("@key long a;"),
    writer: appendable("@key long a; @key long b;"),
    problem: "b: it is a key at the writer and missing at the reader",
  },
  {
    about: "a key on one side only",
    reader: appendable("@key long a; @key long b;"),
    writer: appendable("@key long a; long b;"),
    problem: "b: it is a key at the reader and none at the writer",
  },
  {
    about: "key strings must fit, whatever is ignored",
    reader: appendable("@key string<3> a;"),
    writer: appendable("@key string<9> a;"),
    problem: "a: the writer has key strings up to 9, the reader up to 3",
  },
  {
    about: "so must key sequences",
    reader: appendable("@key sequence<octet, 3> a;"),
    writer: appendable("@key sequence<octet> a;"),
    problem: "a: the writer has key sequences of any length, the reader up to 3",
  },
  {
    about: "a key enum knows all of the writer's literals",
    reader: "enum E { A }; struct S { @key E m; };",
    writer: "enum E { A, B }; struct S { @key E m; };",
    problem: "m: it is a key, and the reader's enum lacks B (1)",
  },
  {
    about: "a key enum may know more",
    reader: "enum E { A, B }; struct S { @key E m; };",
    writer: "enum E { A }; struct S { @key E m; };",
  },
  {
    about: "the key of a key struct has its members",
    reader: "struct K { @key long a; long x; }; struct S { @key K m; };",
    writer: "struct K { @key long a; long x; @key long b; }; struct S { @key K m; };",
    problem: "m.b: it is a key at the writer and missing at the reader",
  },
  {
    about: "other members of a key struct may come and go",
    reader: "struct K { @key long a; }; struct S { @key K m; };",
    writer: "struct K { @key long a; long x; }; struct S { @key K m; };",
  },
  {
    about: "a key struct without keys is key as a whole",
    reader: "struct K { long a; }; struct S { @key K m; };",
    writer: "struct K { long a; long x; }; struct S { @key K m; };",
    problem: "m.x: the reader lacks it, and it is part of a key",
  },
  {
    about: "keys inside a member that is no key do not count",
    reader: "struct K { @key long a; }; struct S { long id; K m; };",
    writer: "struct K { @key long a; @key long b; }; struct S { long id; K m; };",
  },
];

const unions: readonly Row[] = [
  { about: "a case more", reader: unionType("case 1: long a;"), writer: unionType("case 1: long a; case 2: short b;") },
  { about: "a case less", reader: unionType("case 1: long a; case 2: short b;"), writer: unionType("case 1: long a;") },
  {
    about: "a case more, and final",
    reader: unionType("case 1: long a;", "@final"),
    writer: unionType("case 1: long a; case 2: short b;", "@final"),
    problem: "m: the labels differ, and the union is final",
  },
  {
    about: "a case of another type",
    reader: unionType("case 1: long a; case 2: short b;"),
    writer: unionType("case 1: long a; case 2: double b;"),
    problem: "m.b: the reader has int16, the writer float64",
  },
  {
    about: "no label in common",
    reader: unionType("case 1: @id(1) long a;"),
    writer: unionType("case 2: @id(2) short b;"),
    problem: "m: the two unions have no label in common",
  },
  {
    about: "another discriminator",
    reader: unionType("case 1: long a;"),
    writer: unionType("case 1: long a;").replace("switch (long)", "switch (short)"),
    problem: "m.$discriminator: the reader has int32, the writer int16",
  },
  {
    about: "a key discriminator",
    reader: "union U switch (@key long) { case 1: long a; }; struct S { @key U m; };",
    writer: "union U switch (long) { case 1: long a; }; struct S { @key U m; };",
    problem: "m.$discriminator: it is a key at the reader only",
  },
  {
    about: "a label of the writer that selects the reader's default",
    reader: unionType("case 1: @id(1) long a; default: @id(2) string rest;"),
    writer: unionType("case 1: @id(1) long a; case 7: @id(3) double other;"),
    problem: "m.rest: the reader has string, the writer float64",
  },
  {
    about: "a label of the reader that selects the writer's default",
    reader: unionType("case 1: @id(1) long a; case 7: @id(3) double other;"),
    writer: unionType("case 1: @id(1) long a; default: @id(2) string rest;"),
    problem: "m.other: the reader has float64, the writer string",
  },
  {
    about: "two defaults that differ",
    reader: unionType("case 1: @id(1) long a; default: @id(2) string rest;"),
    writer: unionType("case 1: @id(1) long a; default: @id(2) long rest;"),
    problem: "m.rest: the reader has string, the writer int32",
  },
  {
    about: "one id, two names",
    reader: unionType("case 1: @id(1) long a;"),
    writer: unionType("case 1: @id(1) long b;"),
    problem: "m: the member with id 1 is a at the reader and b at the writer",
  },
  {
    about: "widening prevented",
    reader: unionType("case 1: long a;"),
    writer: unionType("case 1: long a; case 2: short b;"),
    options: { preventTypeWidening: true },
    problem: "m: the labels differ, and type widening is prevented",
  },
];

const tables = { primitives, strings, collections, enums, bits, structs, keys, unions };
for (const [table, rows] of Object.entries(tables)) {
  for (const row of rows) {
    test(`${table}: ${row.about}`, () => {
      const problem = notAssignable(typeOf(row.reader), typeOf(row.writer), { ...DEFAULTS, ...row.options });
      assert.is(problem === undefined ? undefined : notAssignableInWords(problem), row.problem);
    });
  }
}

test("recursive types are compared to the end, and to an end", () => {
  const node = (value: string) => typeOf(`struct Node { ${value} value; sequence<Node> children; };`);
  assert.is(notAssignable(node("long"), node("long"), DEFAULTS), undefined);
  const problem = notAssignable(node("long"), node("double"), DEFAULTS);
  assert.equal(problem, { path: "value", reason: "the reader has int32, the writer float64" });
});

test("a recursive type that has grown is assignable", () => {
  const small = typeOf("struct Node { long value; sequence<Node> children; };");
  const large = typeOf("struct Node { long value; sequence<Node> children; double weight; };");
  assert.is(notAssignable(small, large, DEFAULTS), undefined);
  assert.is(notAssignable(large, small, DEFAULTS), undefined);
  assert.is(notAssignable(small, large), undefined, "by default, too");
});

test("types that are the same but for names of types are equivalent", () => {
  const equivalence = new Equivalence();
  const one = typeOf("struct P { long x; }; struct A { P p; sequence<P> all; };");
  const other = typeOf("struct Q { long x; }; typedef Q R; struct B { R p; sequence<R> all; };");
  assert.ok(equivalence.isEquivalent(one, other));
  for (const change of ["struct B { long p; };", "struct P { long x; }; struct A { P p; sequence<P, 3> all; };"]) {
    assert.not(equivalence.isEquivalent(one, typeOf(change)), change);
  }
});

test("many types that share their parts are compared in reasonable time", () => {
  // 2^60 members if they were all visited.
  const chain = (last: string): StructType => {
    let type = typeOf(`struct L0 { ${last} a; };`);
    for (let level = 1; level < 60; level++) type = struct(`L${level}`, { a: type, b: type });
    return type;
  };
  assert.is(notAssignable(chain("string<3>"), chain("string<5>"), DEFAULTS), undefined);
  assert.is(notAssignable(chain("long"), chain("short"), DEFAULTS)?.reason, "the reader has int32, the writer int16");
});

function typeOf(idl: string): StructType {
  return parseIdl(idl).structs.at(-1)!;
}

function enumType(literals: string, annotation = ""): string {
  return `${annotation} enum E { ${literals} }; struct S { E m; };`;
}

function unionType(cases: string, annotation = ""): string {
  return `${annotation} union U switch (long) { ${cases} }; struct S { U m; };`;
}

function appendable(members: string): string {
  return `@appendable struct S { ${members} };`;
}

/** "1 a" is a member a with id 1. */
function mutable(...members: string[]): string {
  const texts = members.map((text) => `@id(${text.split(" ")[0]}) long ${text.split(" ")[1]};`);
  return `@mutable struct S { ${texts.join(" ")} };`;
}

test.run();
