/** What IDL text means: the types that come out. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import * as idl from "../../src/idl/index.js";
import { parseIdl, type StructType } from "../../src/idl/index.js";

const test = suite("idl: parseIdl");

/** The members of the last struct of a text. */
function membersOf(text: string): StructType["members"] {
  return parseIdl(text).structs.at(-1)!.members;
}

function typesOf(members: string, before = ""): idl.TypeDescription[] {
  return membersOf(`${before} struct T { ${members} };`).map((member) => member.type);
}

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

test("constant expressions in bounds", () => {
  const before = `module mod { const long N = 2; }; const octet M = (mod::N + 3) * 4 % 7; const short S = 1 << 4 | 0x0f;
    const long long X = -(2 - 5) ^ 1 & ~0; const unsigned long H = 64 >> 2; const long O = 017;`;
  const model = parseIdl(before);
  assert.equal(Object.fromEntries(model.constants), { "mod::N": 2, M: 6, S: 31, X: 2n, H: 16, O: 15 });
  assert.equal(
    typesOf("string<mod::N> a; sequence<long, M * 2> b; long c[(64 >> 2)]; sequence<long, ::mod::N> d;", before),
    [idl.string(2), idl.sequence(idl.int32, 12), idl.array(idl.int32, 16), idl.sequence(idl.int32, 2)],
  );
});

test("constants of every kind", () => {
  const model = parseIdl(`enum E { A, B }; const E e1 = B; const E e2 = E::A; const string S = "a\\n" "b\\x41\\101";
    const char C = '\\''; const boolean Y = TRUE; const double D = .5e1 + 2; const float F = 3; const string S2 = S;`);
  assert.equal(Object.fromEntries(model.constants), {
    e1: "B",
    e2: "A",
    S: "a\nbAA",
    C: "'",
    Y: true,
    D: 7,
    F: 3,
    S2: "a\nbAA",
  });
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

test("annotations on members", () => {
  const [a, b, c, d, e] = membersOf(`struct T { @key @id(7) long a; @key(FALSE) @must_understand octet b;
    @hashid short c; @hashid("color") short d; @default(value=-3) long long e; };`);
  assert.equal([a!.key, a!.id, a!.mustUnderstand], [true, 7, false]);
  assert.equal([b!.key, b!.id, b!.mustUnderstand], [false, 8, true]);
  assert.is(c!.id, idl.memberIdHash("c"));
  // XTypes 1.3 §7.3.1.2.1.1 works this one out.
  assert.is(d!.id, 0x0fa5dd70);
  assert.is(e!.defaultValue, -3n);
});

test("annotations on structs", () => {
  const model = parseIdl(`@final @nested struct A { long x; }; @appendable struct B { long x; };
    @extensibility(FINAL) @topic(name="Square", platform="*") struct C { @key long x; }; struct D { long x; };
    @autoid(HASH) struct E { long x; @id(3) long y; };`);
  assert.equal(
    model.structs.map((each) => [each.extensibility, each.nested, each.topicName, each.hasKey]),
    [
      ["final", true, undefined, false],
      ["appendable", false, undefined, false],
      ["final", false, "Square", true],
      ["appendable", false, undefined, false],
      ["appendable", false, undefined, false],
    ],
  );
  assert.equal(
    model.struct("E").members.map((member) => member.id),
    [idl.memberIdHash("x"), 3],
  );
});

test("the default extensibility is a choice", () => {
  const text = "struct A { long x; }; @appendable struct B { long x; };";
  const kinds = (options: idl.ParseIdlOptions) => parseIdl(text, options).structs.map((each) => each.extensibility);
  assert.equal(kinds({}), ["appendable", "appendable"]);
  assert.equal(kinds({ defaultExtensibility: "final" }), ["final", "appendable"]);
  assert.equal(kinds({ defaultExtensibility: "mutable" }), ["mutable", "appendable"]);
});

test("forward declarations and types that contain themselves", () => {
  const model = parseIdl(
    "struct N; struct N; typedef sequence<N> Ns; struct N { Ns kids; sequence<N, 2> two; }; struct N;",
  );
  const node = model.struct("N");
  assert.is((idl.unaliased(node.members[0]!.type) as idl.SequenceType).element, node);
  assert.is((node.members[1]!.type as idl.SequenceType).element, node);
});

test("the preprocessor lines that guard a file", () => {
  const model = parseIdl(`\ufeff#ifndef T_IDL /* guard */
#define T_IDL
#  define N 4 // four
#define M (N + \\
  1)
#pragma once
# 1 "generated.idl"
#ifdef OTHER
this is not IDL ' at all
#ifdef NESTED
#endif
#elif defined(T_IDL)
struct T { long a[N]; string<M> b; };
#else
also not
#endif
#if 0
nor this
#endif
#undef N
#ifndef N
struct U { long x; };
#endif
#endif
`);
  assert.equal(model.struct("T").members[0]!.type, idl.array(idl.int32, 4));
  assert.equal(model.struct("T").members[1]!.type, idl.string(5));
  assert.is(model.struct("U").members.length, 1);
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
