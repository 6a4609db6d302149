/**
 * Small IDL texts of the kinds that people have, with what they mean: members, ids, types, values; or where they are
 * wrong. Decided by OMG IDL 4.2 and XTypes 1.3, and by what the vendors' compilers accept.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  alias,
  array,
  bitmask,
  boolean,
  char,
  enumeration,
  float64,
  float128,
  IdlError,
  type IdlErrorCode,
  type IdlModel,
  int8,
  int16,
  int32,
  int64,
  map,
  memberIdHash,
  octet,
  parseIdl,
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
} from "../../src/idl/index.js";

const test = suite("idl: probes");
let count = 0;

/** A text, and what its model must hold. Included files have a struct of their own. */
function valid(name: string, text: string, check: (model: IdlModel) => void): void {
  count++;
  const include = () => ({ file: "foo/bar.idl", text: "struct Included { octet o; };" });
  test(`means the right thing: ${name}`, () => check(parseIdl(text, { include })));
}

/** A text with `~` in front of the place of the error. */
function invalid(name: string, marked: string, code: IdlErrorCode, message: string): void {
  count++;
  test(`is refused: ${name}`, () => {
    const before = marked.slice(0, marked.indexOf("~")).split("\n");
    try {
      parseIdl(marked.replace("~", ""), { file: "probe.idl" });
    } catch (error) {
      assert.instance(error, IdlError);
      const { code: found, line, column, lineText } = error as IdlError;
      assert.equal([found, line, column], [code, before.length, before.at(-1)!.length + 1]);
      assert.match((error as IdlError).message, message);
      assert.is(lineText, marked.replace("~", "").split("\n")[line - 1]);
      return;
    }
    assert.unreachable("the text was accepted");
  });
}

/** Names and types of the members of struct A, or of another one. */
function members(model: IdlModel, expected: Record<string, TypeDescription>, name = "A"): void {
  assert.equal(Object.fromEntries(model.struct(name).members.map((each) => [each.name, each.type])), expected);
}

/** One property of each member of struct A. */
function each<Key extends keyof ReturnType<IdlModel["struct"]>["members"][number]>(
  model: IdlModel,
  key: Key,
  expected: readonly unknown[],
  name = "A",
): void {
  assert.equal(
    model.struct(name).members.map((member) => member[key]),
    expected,
  );
}

function constants(model: IdlModel, expected: Record<string, unknown>): void {
  assert.equal(Object.fromEntries(model.constants), expected);
}

// Members and their annotations

valid("three members", "struct A { long x; double y; string s; };", (model) => {
  members(model, { x: int32, y: float64, s: string() });
  each(model, "id", [0, 1, 2]);
  assert.equal([model.struct("A").extensibility, model.struct("A").hasKey], ["appendable", false]);
});
valid("a key", "struct A { @key long id; string s; };", (model) => {
  each(model, "key", [true, false]);
  assert.ok(model.struct("A").hasKey);
});
valid("a key with an id", "struct A { @key @id(5) long id; };", (model) => {
  each(model, "key", [true]);
  each(model, "id", [5]);
});
valid("a hexadecimal id", "struct A { @id(0x10) long id; };", (model) => each(model, "id", [16]));
valid("hashed ids", 'struct A { @hashid long id; @hashid("foo") long b; };', (model) => {
  each(model, "id", [memberIdHash("id"), memberIdHash("foo")]);
  each(model, "hashId", ["", "foo"]);
});
valid("mutable", "@mutable struct A { @id(1) long x; @id(2) string s; };", (model) => {
  assert.is(model.struct("A").extensibility, "mutable");
  each(model, "id", [1, 2]);
});
valid("appendable and final", "@appendable struct A { long x; }; @final struct B { A a; };", (model) => {
  assert.equal(
    model.structs.map((type) => type.extensibility),
    ["appendable", "final"],
  );
});
valid("extensibility by argument", "@extensibility(APPENDABLE) struct A { long x; };", (model) =>
  assert.is(model.struct("A").extensibility, "appendable"),
);
valid("hashed ids for all, nested", "@autoid(HASH) @nested struct A { long x; };", (model) => {
  each(model, "id", [memberIdHash("x")]);
  const { nested, autoIdHash } = model.struct("A");
  assert.equal([nested, autoIdHash, model.topicTypes.length], [true, true, 0]);
});
valid("a topic's name", '@topic(name="x", platform="*") struct A { long x; };', (model) =>
  assert.is(model.struct("A").topicName, "x"),
);
valid("optional", "struct A { @optional long x; long y; };", (model) => each(model, "optional", [true, false]));
valid("optional, said at length", "struct A { @optional(TRUE) long x; };", (model) => each(model, "optional", [true]));
valid("must be understood, and external", "struct A { @must_understand long x; @external long y; };", (model) => {
  each(model, "mustUnderstand", [true, false]);
  each(model, "external", [false, true]);
});
valid("a default number", "struct A { @default(5) long x; };", (model) => each(model, "defaultValue", [5]));
valid("a default string", 'struct A { @default("s") string x; };', (model) => each(model, "defaultValue", ["s"]));
valid("a default float", "struct A { @default(-1.5e3) double x; };", (model) => each(model, "defaultValue", [-1500]));
valid("a default by name", "struct A { @default(value=5) long x; };", (model) => each(model, "defaultValue", [5]));
valid("a default character", "struct A { @default('a') char x; };", (model) => each(model, "defaultValue", ["a"]));
valid("a range", "struct A { @range(min=0, max=10) long x; };", (model) => {
  each(model, "min", [0]);
  each(model, "max", [10]);
});
valid("a unit", 'struct A { @unit("m") double x; };', (model) => each(model, "unit", ["m"]));
valid("text for a code generator", 'struct A { @verbatim(language="c++", text="hi") double x; };', (model) =>
  each(model, "annotations", [[]]),
);
valid("somebody's annotation", "struct A { @foo::bar(1) double x; };", (model) =>
  each(model, "annotations", [[{ name: "foo::bar", parameters: { value: 1 } }]]),
);
// An annotation is two tokens; Cyclone DDS, Fast DDS and Connext take a space between them.
valid("a space in an annotation", "struct A { @ key long x; };", (model) => each(model, "key", [true]));
valid(
  "an annotation that is declared",
  "@annotation MyAnn { long value default 1; }; @MyAnn struct A { long x; };",
  (model) => assert.equal(model.struct("A").annotations, [{ name: "MyAnn", parameters: { value: 1 } }]),
);
valid(
  "an annotation that is declared and not used",
  "@annotation MyAnn { long value default 1; }; struct A { long x; };",
  (model) => assert.is(model.typesByName.size, 1),
);
valid("an annotation on a typedef", "@default(3) typedef long X; struct A { X x; };", (model) => {
  each(model, "defaultValue", [3]);
  assert.equal(model.aliases[0]!.annotations, [{ name: "default", parameters: { value: 3 } }]);
});
valid("an annotation on an element", "struct A { sequence<@external long> x; };", (model) =>
  members(model, { x: sequence(int32, undefined, { external: true }) }),
);
valid("one data representation", "@data_representation(XCDR2) struct A { long x; };", (model) =>
  assert.equal(model.struct("A").dataRepresentations, ["xcdr2"]),
);
valid("two data representations", "@data_representation(XCDR1|XCDR2) struct A { long x; };", (model) =>
  assert.equal(model.struct("A").dataRepresentations, ["xcdr1", "xcdr2"]),
);
valid("what to do with what does not fit", "struct A { @try_construct(USE_DEFAULT) string<5> x; };", (model) =>
  each(model, "tryConstruct", ["useDefault"]),
);
valid("a key in a comment", "struct A { long x; //@key\n };", (model) => each(model, "key", [true]));
valid("keys in a pragma", "#pragma keylist A x\nstruct A { long x; };", (model) => each(model, "key", [true]));

// Unions

const K = enumeration("K", ["KA", "KB"]);
valid(
  "a union of integers",
  "union U switch(long) { case 1: long a; case 2: case 3: string b; default: double c; };",
  (model) =>
    assert.equal(
      model.unions[0],
      union("U", int32, {
        a: { type: int32, labels: [1] },
        b: { type: string(), labels: [2, 3] },
        c: { type: float64, isDefault: true },
      }),
    ),
);
for (const scope of ["", "K::"]) {
  const text = `enum K { KA, KB }; union U switch(K) { case ${scope}KA: long a; case ${scope}KB: string b; };`;
  valid(`a union of ${scope || "unscoped "}literals`, text, (model) =>
    assert.equal(
      model.unions[0],
      union("U", K, { a: { type: int32, labels: ["KA"] }, b: { type: string(), labels: ["KB"] } }),
    ),
  );
}
valid("a union of booleans", "union U switch(boolean) { case TRUE: long a; case FALSE: double b; };", (model) =>
  assert.equal(
    model.unions[0],
    union("U", boolean, { a: { type: int32, labels: [true] }, b: { type: float64, labels: [false] } }),
  ),
);
valid("a union of characters", "union U switch(char) { case 'a': long a; default: double b; };", (model) =>
  assert.equal(
    model.unions[0],
    union("U", char, { a: { type: int32, labels: ["a"] }, b: { type: float64, isDefault: true } }),
  ),
);
valid("a union of octets", "union U switch(octet) { case 1: long a; default: double b; };", (model) =>
  assert.equal(
    model.unions[0],
    union("U", octet, { a: { type: int32, labels: [1] }, b: { type: float64, isDefault: true } }),
  ),
);
valid("a discriminator that is a key", "union U switch(@key long) { case 1: long a; };", (model) =>
  assert.ok(model.unions[0]!.discriminatorIsKey),
);
valid("a union with collections", "union U switch(long) { case 1: sequence<long> a; case 2: long arr[3]; };", (model) =>
  assert.equal(
    model.unions[0]!.cases.map(({ name, type, id }) => [name, type, id]),
    [
      ["a", sequence(int32), 1],
      ["arr", array(int32, 3), 2],
    ],
  ),
);
valid("unions in a struct", "union U switch(long) { case 1: long a; }; struct A { U u; sequence<U> us; };", (model) =>
  members(model, { u: model.unions[0]!, us: sequence(model.unions[0]!) }),
);

// Scopes and names

valid(
  "names from all over",
  "module a { module b { struct S { long x; }; struct T { S s; a::b::S s2; b::S s3; }; }; struct R { b::T t; }; };",
  (model) => {
    const s = struct("a::b::S", { x: int32 });
    members(model, { s, s2: s, s3: s }, "a::b::T");
    members(model, { t: model.struct("T") }, "a::R");
  },
);
valid("a module in two parts", "module a { struct S { long x; }; }; module a { struct T { S s; }; };", (model) =>
  members(model, { s: model.struct("a::S") }, "a::T"),
);
valid("a name from the top", "module a { struct S { long x; }; struct T { ::a::S s; }; };", (model) =>
  members(model, { s: model.struct("a::S") }, "a::T"),
);
invalid("a module of nothing", "module a { ~};", "syntax", "a module needs at least one definition");
valid("a struct of nothing", "struct A { };", (model) => members(model, {}));
valid("names with an underscore in front", "struct A { long _enum; long _x; };", (model) =>
  members(model, { enum: int32, x: int32 }),
);
invalid("a keyword as name", "struct A { long ~map; long key; long value; };", "syntax", "write _map to use it");
valid("names that begin like keywords", "struct A { long casement; long stringy; long longer; };", (model) =>
  members(model, { casement: int32, stringy: int32, longer: int32 }),
);
invalid(
  "a name in another case",
  "struct Foo { long x; }; struct B { ~foo f; };",
  "unknown-name",
  "names keep their case, and Foo is",
);
invalid("a name of nothing", "struct B { ~Missing f; };", "unknown-name", "Missing is not declared");
invalid(
  "a struct in a struct",
  "struct A { ~struct B { long x; } b; };",
  "syntax",
  "define it before and use its name",
);

// Types of members

valid("a typedef of an array", "typedef long L3[3]; struct A { L3 x; L3 y[2]; };", (model) => {
  const l3 = alias("L3", array(int32, 3));
  members(model, { x: l3, y: array(l3, 2) });
});
const ls = alias("LS", sequence(int32));
valid("a typedef of a sequence", "typedef sequence<long> LS; struct A { LS x; };", (model) =>
  members(model, { x: ls }),
);
valid("a sequence of a typedef of a sequence", "typedef sequence<long> LS; struct A { sequence<LS> x; };", (model) =>
  members(model, { x: sequence(ls) }),
);
valid("an array of a typedef of a sequence", "typedef sequence<long> LS; struct A { LS x[4]; };", (model) =>
  members(model, { x: array(ls, 4) }),
);
valid("a sequence of a typedef of an array", "typedef long L3[3]; struct A { sequence<L3> x; };", (model) =>
  members(model, { x: sequence(alias("L3", array(int32, 3))) }),
);
valid("a sequence of sequences", "struct A { sequence<sequence<long> > x; };", (model) =>
  members(model, { x: sequence(sequence(int32)) }),
);
valid("a bounded sequence", "struct A { sequence<long, 10> x; };", (model) =>
  members(model, { x: sequence(int32, 10) }),
);
valid("bounds with a name", "const long N = 10; struct A { sequence<long, N> x; string<N> s; long a[N]; };", (model) =>
  members(model, { x: sequence(int32, 10), s: string(10), a: array(int32, 10) }),
);
valid("an array of two dimensions", "struct A { long x[2][3]; };", (model) =>
  members(model, { x: array(int32, 2, 3) }),
);
valid("a bounded string", "struct A { string<16> x; };", (model) => members(model, { x: string(16) }));
valid("bounds in bounds", "struct A { sequence<string<8>, 4> x; };", (model) =>
  members(model, { x: sequence(string(8), 4) }),
);
valid("wide text", "struct A { wstring s; wchar c; wstring<8> b; };", (model) =>
  members(model, { s: wstring(), c: wchar, b: wstring(8) }),
);
invalid("byte", "struct A { char c; octet o; ~byte b; };", "unknown-name", "byte is not declared; IDL says octet");
valid("char and octet", "struct A { char c; octet o; };", (model) => members(model, { c: char, o: octet }));
valid(
  "integers by their bits",
  "struct A { int8 a; uint8 b; int16 c; uint16 d; int32 e; uint32 f; int64 g; uint64 h; };",
  (model) => members(model, { a: int8, b: uint8, c: int16, d: uint16, e: int32, f: uint32, g: int64, h: uint64 }),
);
valid("long double", "struct A { long double x; };", (model) => members(model, { x: float128 }));
valid("long integers", "struct A { unsigned long long x; long long y; unsigned short z; };", (model) =>
  members(model, { x: uint64, y: int64, z: uint16 }),
);
invalid("fixed", "struct A { ~fixed<5,2> x; };", "unsupported", "XTypes has no type fixed");
invalid("any", "struct A { ~any x; };", "unsupported", "XTypes has no type any");
valid("a map", "struct A { map<string, long> m; };", (model) => members(model, { m: map(string(), int32) }));
valid("several members in one", "struct A { long x, y, z; };", (model) => {
  members(model, { x: int32, y: int32, z: int32 });
  each(model, "id", [0, 1, 2]);
});
valid("several members with and without dimensions", "struct A { long a[2], b; };", (model) =>
  members(model, { a: array(int32, 2), b: int32 }),
);
valid("several typedefs in one", "typedef long a, b; struct S { a x; b y; };", (model) =>
  members(model, { x: alias("a", int32), y: alias("b", int32) }, "S"),
);
valid("a struct with a base", "struct P { long x; }; struct A : P { long y; };", (model) => {
  members(model, { x: int32, y: int32 });
  each(model, "id", [0, 1]);
  const { base, inheritedCount } = model.struct("A");
  assert.equal([base, inheritedCount], [model.struct("P"), 1]);
});
valid("a struct that is declared first", "struct A; struct B { sequence<A> as; }; struct A { long x; };", (model) =>
  members(model, { as: sequence(model.struct("A")) }, "B"),
);
valid("a struct that contains others of its kind", "struct Node { long v; sequence<Node> kids; };", (model) => {
  const node = model.struct("Node");
  assert.is((node.members[1]!.type as { element: unknown }).element, node);
});
valid("a struct behind a reference", "struct Node { long v; @optional @external Node next; };", (model) => {
  const { type, optional, external } = model.struct("Node").members[1]!;
  assert.equal([type === model.struct("Node"), optional, external], [true, true, true]);
});

// Enums and bits

valid("an enum", "enum E { A, B, C }; struct S { E e; sequence<E> es; E ea[2]; };", (model) => {
  const e = enumeration("E", ["A", "B", "C"]);
  members(model, { e, es: sequence(e), ea: array(e, 2) }, "S");
});
valid("an enum with values", "enum E { @value(5) A, @value(7) B, C }; struct S { E e; };", (model) =>
  assert.equal(model.enums[0], enumeration("E", { A: 5, B: 7, C: 8 })),
);
valid("an enum with hexadecimal values", "enum E { @value(0x5) A, B };", (model) =>
  assert.equal(model.enums[0], enumeration("E", { A: 5, B: 6 })),
);
valid("an enum of 8 bits", "@bit_bound(8) enum E { A, B }; struct S { E e; };", (model) =>
  assert.equal(model.enums[0], enumeration("E", ["A", "B"], { bitBound: 8 })),
);
valid("an enum with a default", "enum E { A, @default_literal B };", (model) =>
  assert.equal(model.enums[0], enumeration("E", ["A", "B"], { defaultLiteral: "B" })),
);
invalid("a comma before the end of an enum", "enum E { A, B, ~};", "syntax", 'expected an enum literal, found "}"');
for (const scope of ["", "E::"]) {
  valid(`a default ${scope}literal`, `enum E { A, B }; struct S { @default(${scope}B) E e; };`, (model) =>
    each(model, "defaultValue", ["B"], "S"),
  );
}
valid(
  "a bitmask",
  "@bit_bound(8) bitmask Flags { @position(0) F0, @position(3) F3 }; struct S { Flags f; };",
  (model) => members(model, { f: bitmask("Flags", { F0: 0, F3: 3 }, { bitBound: 8 }) }, "S"),
);
valid("a bitset", "bitset B { bitfield<3> a; bitfield<5> b; }; struct S { B f; };", (model) => {
  assert.equal(model.bitsets[0]!.fields, [
    { name: "a", bits: 3, position: 0, holder: "uint8" },
    { name: "b", bits: 5, position: 3, holder: "uint8" },
  ]);
  members(model, { f: model.bitsets[0]! }, "S");
});

// Constants

valid("a sum", "const long N = 1 + 2;", (model) => constants(model, { N: 3 }));
valid("a shift", "const long N = 1 << 3;", (model) => constants(model, { N: 8 }));
valid("a constant from a constant", "const long M = 4; const long N = M * 2;", (model) =>
  constants(model, { M: 4, N: 8 }),
);
valid("a hexadecimal constant", "const unsigned long N = 0xFF;", (model) => constants(model, { N: 255 }));
valid("an octal constant", "const long N = 017; struct A { long a[N]; };", (model) => {
  constants(model, { N: 15 });
  members(model, { a: array(int32, 15) });
});
valid("a character", "const char C = 'x';", (model) => constants(model, { C: "x" }));
valid("strings side by side", 'const string S = "hello" "world";', (model) => constants(model, { S: "helloworld" }));
valid("floats", "const double D = 3.14; const float F = 1e-3;", (model) => constants(model, { D: 3.14, F: 0.001 }));
valid("a negative number", "const long N = -5;", (model) => constants(model, { N: -5 }));
valid("a boolean", "const boolean B = TRUE;", (model) => constants(model, { B: true }));
// Names that differ only in case collide (IDL 4.2 §7.2.3); Connext and Cyclone DDS refuse this, too.
for (const scope of ["", "E::"]) {
  const text = `enum E {A,B}; const E ~e = ${scope}A;`;
  invalid(`a constant named like its enum, with ${scope}A`, text, "redefinition", "e differs from E only in case");
}

// The preprocessor, and white space

for (const name of ["<foo/bar.idl>", '"foo/bar.idl"']) {
  valid(`a file at the beginning: ${name}`, `#include ${name}\nstruct A { Included x; };`, (model) =>
    members(model, { x: struct("Included", { o: octet }) }),
  );
}
valid("a file in the middle", 'struct A { long x; };\n#include "foo/bar.idl"\nstruct B { Included x; };', (model) =>
  assert.equal(
    model.structs.map((type) => type.name),
    ["A", "Included", "B"],
  ),
);
valid("an include guard", "#ifndef X_IDL\n#define X_IDL\nstruct A { long x; };\n#endif", (model) =>
  members(model, { x: int32 }),
);
valid("a macro", "#define N 10\nstruct A { long x[N]; };", (model) => members(model, { x: array(int32, 10) }));
valid("comments", "/* a\n * b */ struct A { /**/ long x; // c\n };", (model) => members(model, { x: int32 }));
valid("lines of Windows", "struct A {\r\n long x; // hi\r\n};\r\n", (model) => members(model, { x: int32 }));
valid("other alphabets in comments", "// héllo ✓\nstruct A { long x; };", (model) => members(model, { x: int32 }));

// What describes no data

for (const [name, text, what] of [
  ["an interface", "interface I { void f(in long x); };", "interface"],
  ["an exception", "exception I { long x; };", "exception"],
  ["a valuetype", "valuetype I { public long x; };", "valuetype"],
  ["an interface that is declared", "interface I;", "interface"],
  ["a native type", "native I;", "native"],
] as const) {
  valid(name, text, (model) => {
    assert.equal(model.skipped, [{ what, name: "I" }]);
    assert.is(model.typesByName.size, 0);
  });
}

test("all probes are here", () => {
  // Two of them more than once: char and octet apart from byte; an annotation that is declared, used and not.
  assert.is(count, 112 + 2);
});

test.run();
