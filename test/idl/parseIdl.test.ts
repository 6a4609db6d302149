/** What IDL text means: the types that come out. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import * as idl from "../../src/idl/index.js";
import { parseIdl, type StructType } from "../../src/idl/index.js";
import { checkError, typesOf } from "./support.js";

const test = suite("idl: parseIdl");

test("every spelling of the primitive types", () => {
  const types = typesOf(`boolean a; octet b; char c; int8 d; uint8 e; short f; int16 g; unsigned short h; uint16 i;
    long j; int32 k; unsigned long l; uint32 m; long long n; int64 o; unsigned long long p; uint64 q; float r; double s;`);
  assert.equal(
    types.map((type) => type.kind).join(" "),
    "boolean octet char int8 uint8 int16 int16 uint16 uint16 int32 int32 uint32 uint32 int64 int64 uint64 uint64 float32 float64",
  );
});

test("strings, sequences and arrays, bounded and nested", () => {
  assert.equal(typesOf("string a; string<8> b; sequence<long> c; sequence<sequence<string<2>, 3>> d;"), [
    idl.string(),
    idl.string(8),
    idl.sequence(idl.int32),
    idl.sequence(idl.sequence(idl.string(2), 3)),
  ]);
  assert.equal(typesOf("long a[2][3], b; sequence<double, 4> c[5];"), [
    idl.array(idl.int32, 2, 3),
    idl.int32,
    idl.array(idl.sequence(idl.float64, 4), 5),
  ]);
});

test("typedefs keep their names and stand for their targets", () => {
  const before = "typedef long L, L3[3]; typedef sequence<L> Ls; typedef L3 Grid[2]; typedef struct P { L x; } Point;";
  const types = typesOf("L a; L3 b; Ls c; Grid d; sequence<L3> e; Point p;", before);
  const l = idl.alias("L", idl.int32);
  const l3 = idl.alias("L3", idl.array(idl.int32, 3));
  assert.equal(types.slice(0, 5), [
    l,
    l3,
    idl.alias("Ls", idl.sequence(l)),
    idl.alias("Grid", idl.array(l3, 2)),
    idl.sequence(l3),
  ]);
  assert.is(idl.unaliased(types[5]!).kind, "struct");
  const model = parseIdl(before);
  assert.equal(model.type("Grid"), types[3]);
  assert.is(model.struct("Point"), model.struct("P"));
  assert.equal(
    model.aliases.map((alias) => alias.name),
    ["L", "L3", "Ls", "Grid", "Point"],
  );
});

test("enums: values, bit bounds, defaults, scoped and plain literals", () => {
  const model = parseIdl(`@bit_bound(8) enum E { @value(5) A, B, @value(0x10) @default_literal C };
    @final struct T { @default(B) E x; @default(E::C) E y; E z; };`);
  const type = model.enums[0]!;
  assert.is(type.bitBound, 8);
  assert.equal(
    type.literals.map((literal) => [literal.name, literal.value]),
    [
      ["A", 5],
      ["B", 6],
      ["C", 16],
    ],
  );
  assert.is(type.defaultLiteral.name, "C");
  assert.equal(
    model.struct("T").members.map((member) => member.defaultValue),
    ["B", "C", undefined],
  );
});

test("modules nest, reopen, and resolve from the inside out", () => {
  const model = parseIdl(`
    struct S { octet outer; };
    module a { struct S { long inner; }; module b { struct T { S s; ::S o; a::S q; }; }; };
    module a { module b { struct U { T t; b::T t2; }; }; };`);
  const [s, o, q] = model.struct("a::b::T").members.map((member) => (member.type as StructType).name);
  assert.equal([s, o, q], ["a::S", "S", "a::S"]);
  assert.is(model.struct("U").name, "a::b::U");
  assert.is(model.struct("::a::b::U"), model.struct("a::b::U"));
  assert.throws(() => model.type("b::S"), /no type b::S/);
  assert.is(model.type("S"), model.structs[0]);
});

test("an ambiguous short name asks for the full one", () => {
  const model = parseIdl("module a { struct S { long x; }; }; module b { struct S { long x; }; };");
  assert.throws(() => model.type("S"), /S could be a::S or b::S: give the full name/);
  assert.throws(() => model.type("Nope"), /no type Nope; there is a::S, b::S/);
  assert.throws(() => parseIdl("enum E { A };").struct("E"), /E is no struct/);
});

test("forward declarations and types that contain themselves", () => {
  const model = parseIdl(
    "struct N; struct N; typedef sequence<N> Ns; struct N { Ns kids; sequence<N, 2> two; }; struct N;",
  );
  const node = model.struct("N");
  assert.is((idl.unaliased(node.members[0]!.type) as idl.SequenceType).element, node);
  assert.is((node.members[1]!.type as idl.SequenceType).element, node);
});

test("a struct can be referred to in every way that can end", () => {
  const model = parseIdl(`struct A; union U; typedef A Alias; struct B { @optional A a; @external U u; map<long, A> m;
    sequence<U, 2> s; @optional Alias alias; @optional A arr[2]; }; struct A { B b; };
    union U switch (boolean) { case TRUE: @external U u; case FALSE: sequence<U> us; };`);
  const types = model.struct("B").members.map((member) => member.type);
  assert.is(types[0], model.struct("A"));
  assert.is(types[1], model.unions[0]);
  assert.is(idl.unaliased(types[4]!), model.struct("A"));
});

test("a struct that could never end is refused", () => {
  checkError("struct A { ~A a; };", "bad-value", "A is not defined yet");
  checkError(
    "struct B; struct A { ~B b[2]; }; struct B { };",
    "bad-value",
    "an @optional or @external member, is possible",
  );
  checkError("struct B; typedef B C[2]; struct A { ~C c; }; struct B { };", "bad-value", "B is not defined yet");
  checkError("struct B; struct A : ~B { }; struct B { };", "bad-value", "B is not defined yet");
  checkError("union U switch (long) { case 1: ~U u; };", "bad-value", "U is not defined yet");
  checkError("struct A { @external ~A a; };", "bad-value", "every A would hold another one (A.a -> A)");
  const text = "struct B; struct A { @external ~B b; }; struct B { @external A a; };";
  checkError(text, "bad-value", "every B would hold another one (B.a -> A.b -> B)");
  checkError("struct ~B; struct A { sequence<B> b; };", "unknown-name", "struct B is declared but never defined");
  checkError("union ~B; struct A { sequence<B> b; };", "unknown-name", "union B is declared but never defined");
  checkError("struct B; union ~B switch (long) { case 1: long b; };", "redefinition", "B is already declared");
});

test("inheritance", () => {
  const model =
    parseIdl(`module m { @final struct A { @key long a; }; typedef A B; }; @final struct C : m::B { @id(9) long c; };
    @final struct D : C { long d; }; struct E { D d; };`);
  const d = model.struct("D");
  assert.equal(
    d.members.map(({ name, id, key }) => [name, id, key]),
    [
      ["a", 0, true],
      ["c", 9, false],
      ["d", 10, false],
    ],
  );
  assert.equal([d.inheritedCount, d.hasKey, d.base?.name], [2, true, "C"]);
  checkError("struct A { long x; }; struct B : A { long ~X; };", "redefinition", "differ only in case: x and X");
  checkError(
    "enum E { A }; struct B : ~E { };",
    "bad-value",
    "a struct can only inherit from a struct, not from an enum",
  );
});

test("unions of every discriminator", () => {
  const model = parseIdl(
    `enum E { A, B }; bitmask M { F, G }; typedef E Alias; const short N = 7;
    union U1 switch (long long) { case -5: case 0x10: octet a; default: long b; };
    union U2 switch (wchar) { case L'x': case '\u00e9': octet a; };
    union U3 switch (Alias) { case A: octet a; case E::B: default: long b; };
    union U4 switch (M) { case F | G: octet a; case M::F: long b; };
    union U5 switch (int8) { case N + 1: case -N: octet a[2]; };
    union U6 switch (unsigned short) { default: octet a; };`,
  );
  assert.equal(
    model.unions.map(({ cases }) => cases.map(({ labels, isDefault }) => [...labels, isDefault])),
    [
      [[-5n, 16n, false], [true]],
      [["x", "é", false]],
      [
        ["A", false],
        ["B", true],
      ],
      [
        [3, false],
        [1, false],
      ],
      [[8, -7, false]],
      [[true]],
    ],
  );
});

test("mistakes in unions", () => {
  const union = (body: string) => `enum E { A }; union U switch (long) { ${body} };`;
  checkError(union("case 1: long a; case 1: long ~b;"), "bad-value", "two cases have the label 1");
  checkError(union("default: long a; default: long ~b;"), "bad-value", "two default cases");
  checkError(union("case ~5000000000: long a;"), "bad-value", "5000000000 does not fit int32");
  checkError(union("case ~A: long a;"), "bad-value", "A does not fit int32");
  checkError(union("case 1: long a~, b;"), "syntax", 'expected ";"');
  checkError(union("~long a;"), "syntax", 'expected "case" or "default", found "long"');
  checkError(union("case 1: long a; case 2: long ~A;"), "redefinition", "differ only in case");
  const bool = (body: string) => `union ~U switch (boolean) { ${body} };`;
  const covered = "the labels cover all values of boolean, so there can be no default";
  checkError(bool("case TRUE: long a; case FALSE: long b; default: long c;"), "bad-value", `U, c: ${covered}`);
  checkError(bool("case TRUE: long a; case FALSE: default: long b;"), "bad-value", `U, b: ${covered}`);
  parseIdl("enum E { A, B }; union U switch (E) { case A: case B: long a; default: long b; };");
  parseIdl("union U switch (boolean) { case TRUE: long a; default: long b; };");
  checkError("union ~U switch (long) { };", "bad-value", "needs at least one case");
  checkError("union U switch (~float) { case 1: long a; };", "bad-value", "float32 cannot be the discriminator");
  checkError("@mutable union U switch (long) { case 1: @id(0) long ~a; };", "bad-value", "(the discriminator) and a");
  checkError("union U ~{ case 1: long a; };", "syntax", 'expected "switch"');
});

test("bitmasks and bitsets", () => {
  const model = parseIdl(`bitmask M { A, @position(7) B, C }; bitset P { bitfield<1> x; };
    bitset B : P { bitfield<3> a, b; bitfield<2>; bitfield<10, int16> c d; bitfield<17> e; };
    bitmask N { A }; const M BOTH = M::A | M::C;`);
  assert.equal(
    model.bitmasks[0]!.flags.map(({ name, position }) => [name, position]),
    [
      ["A", 0],
      ["B", 7],
      ["C", 8],
    ],
  );
  assert.equal(
    model.bitsets[1]!.fields.map(({ name, bits, position, holder }) => [name, bits, position, holder]),
    [
      ["x", 1, 0, "boolean"],
      ["a", 3, 1, "uint8"],
      ["b", 3, 4, "uint8"],
      [undefined, 2, 7, "uint8"],
      ["c", 10, 9, "int16"],
      ["d", 10, 19, "int16"],
      ["e", 17, 29, "uint32"],
    ],
  );
  assert.is(model.constants.get("BOTH"), 257);
  checkError("bitset B { bitfield<60> a; bitfield<5> ~b; };", "bad-value", "has 65 bits");
  checkError("bitset B { bitfield<9, octet> ~a; };", "bad-value", "octet holds 8");
  checkError("bitset B { bitfield<9, ~string> a; };", "bad-value", "a bitfield is an integer");
  checkError("bitset B { ~long a; };", "syntax", 'expected "bitfield"');
  checkError("struct A { }; bitset B : ~A { };", "bad-value", "a bitset can only inherit from a bitset");
  checkError("bitmask M { A, ~a };", "redefinition", "differ only in case");
});

test("maps, wide strings, long double", () => {
  const types = typesOf(
    "map<string<3>, sequence<long>, 5> a; map<E, map<int8, wstring>> b; wstring<4> c[2]; long double d;",
    "enum E { A };",
  );
  const e = idl.enumeration("E", ["A"]);
  assert.equal(types, [
    idl.map(idl.string(3), idl.sequence(idl.int32), 5),
    idl.map(e, idl.map(idl.int8, idl.wstring())),
    idl.array(idl.wstring(4), 2),
    idl.float128,
  ]);
  checkError("struct A { ~map<float, long> m; };", "bad-value", "a map key cannot be float32");
  checkError("struct A { map<long, ~0> m; };", "syntax", "expected a type");
  checkError("struct A { map<long~> m; };", "syntax", 'expected ","');
});

test("definitions that describe no data are passed over and listed", () => {
  const model = parseIdl(`module m { local interface I { void f(in long x) raises (E); struct Inner { long x; }; };
    abstract valuetype V; exception E { string why; }; valuetype W : V supports I { public long x; factory make(); };
    native N; typeprefix m "omg.org"; import ::other; interface I; struct S { long x; }; };`);
  assert.equal(model.skipped, [
    { what: "interface", name: "m::I" },
    { what: "valuetype", name: "m::V" },
    { what: "exception", name: "m::E" },
    { what: "valuetype", name: "m::W" },
    { what: "native", name: "m::N" },
  ]);
  assert.is(model.struct("S").members.length, 1);
  checkError("exception E { }; struct A { ~E e; };", "bad-value", "E is an exception, not a type");
  checkError("~interface I {", "syntax", 'no ";" closes this interface');
  checkError("interface I ~}", "syntax", "unexpected");
});

test("the model lists what there is", () => {
  const model =
    parseIdl(`module a { struct S { }; union U switch (long) { case 1: long x; }; enum E { X }; bitmask M { Y };
    bitset B { bitfield<1> z; }; typedef S T; }; module b { struct S { }; };`);
  assert.equal([...model.typesByName.keys()], ["a::S", "a::U", "a::E", "a::M", "a::B", "a::T", "b::S"]);
  const { structs, unions, enums, bitmasks, bitsets, aliases } = model;
  assert.equal(
    [structs, unions, enums, bitmasks, bitsets, aliases].map((each) => each.length),
    [2, 1, 1, 1, 1, 1],
  );
  assert.is(model.struct("a::T"), structs[0]);
  assert.throws(() => model.type("S"), /S could be a::S or b::S: give the full name/);
  assert.throws(() => model.struct("U"), /U is no struct; there is a::S, b::S/);
  assert.throws(() => parseIdl("").type("X"), /no type X; there is none/);
});

test("comments, line ends and escapes", () => {
  const model = parseIdl("/* a\r\n b */struct _struct { // x\r\n  long _long; /**/ octet\r b;\n};/* end */");
  assert.is(model.structs[0]!.name, "struct");
  assert.equal(
    model.structs[0]!.members.map((member) => member.name),
    ["long", "b"],
  );
});

test("names that only look like keywords are free", () => {
  const model = parseIdl("struct String { string data; long port, home, longer, Default, String; };");
  assert.is(model.struct("String").members.length, 6);
});

test("types are frozen", () => {
  const type = parseIdl("struct T { long a[2]; };").struct("T");
  assert.ok(Object.isFrozen(type) && Object.isFrozen(type.members) && Object.isFrozen(type.members[0]));
});

test("types print as IDL", () => {
  const types = typesOf("sequence<string<3>, 4> a[2]; m::E b; unsigned long c;", "module m { enum E { A }; };");
  assert.equal(types.map(idl.typeToString), ["sequence<string<3>, 4>[2]", "m::E", "uint32"]);
});

test.run();
