/** What annotations say, where, and where they are refused (XTypes 1.3 §7.3.1.2, IDL 4.2 §8.3). */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type * as idl from "../../src/idl/index.js";
import { memberIdHash, parseIdl } from "../../src/idl/index.js";
import { checkError, membersOf, typesOf } from "./support.js";

const test = suite("idl: annotations");

test("annotations on members", () => {
  const [a, b, c, d, e] = membersOf(`struct T { @key @id(7) @foo::bar(x=1, y="z") long a; @must_understand octet b;
    @hashid short c; @hashid("color") short d; @default(value=-3) long long e; };`);
  assert.equal([a!.key, a!.id, a!.mustUnderstand], [true, 7, false]);
  assert.equal([b!.key, b!.id, b!.mustUnderstand], [false, 8, true]);
  assert.is(c!.id, memberIdHash("c"));
  // XTypes 1.3 §7.3.1.2.1.1 works this one out.
  assert.is(d!.id, 0x0fa5dd70);
  assert.equal([e!.id, e!.defaultValue], [d!.id + 1, -3n]);
});

test("flags can be said to be false", () => {
  const [a] = membersOf("struct T { @key(FALSE) @optional(FALSE) @must_understand(FALSE) @external(FALSE) long a; };");
  assert.equal([a!.key, a!.optional, a!.mustUnderstand, a!.external], [false, false, false, false]);
  const [b, c] = membersOf('struct T { @hashid("") long b; @key(value=TRUE) long c; };');
  assert.equal([b!.id, b!.hashId, c!.key], [memberIdHash("b"), "", true]);
});

test("an id goes before a hash", () => {
  const [a, b] = membersOf("@autoid(HASH) struct T { @hashid @id(3) long a; @id(4) long b; };");
  assert.equal([a!.id, a!.hashId, b!.id], [3, undefined, 4]);
});

test("builtin annotations in other cases, as older files have them", () => {
  const [a] = membersOf("struct T { @Key @ID(4) @Optional(FALSE) long a; };");
  assert.equal([a!.key, a!.id], [true, 4]);
});

test("values by the type of the member", () => {
  const members = membersOf(`module m { enum E { A, B }; bitmask M { P, Q, @position(9) R }; typedef long long Big; };
    struct T { @default(B) m::E e; @default(P | m::M::R) m::M mask; @default(5) m::Big big; @default(L'x') wchar w;
    @default('x') wchar w2; @default(L"ab") wstring ws; @default("ab") wstring ws2; @default(TRUE) boolean b;
    @default(3) float f; @default(1.5) long double d; @default(~0) unsigned short u; @default(-0.0) double z; };`);
  assert.equal(
    members.map((member) => member.defaultValue),
    ["B", 513, 5n, "x", "x", "ab", "ab", true, 3, 1.5, 65535, -0],
  );
});

test("limits, for the elements of collections too", () => {
  const members =
    membersOf(`struct T { @min(1) @max(9) octet a; @range(min=-1, max=1) double b[2]; @max(5) sequence<long> c;
    @range(max=20, min=10) @min(1) int64 d; };`);
  assert.equal(
    members.map(({ min, max }) => [min, max]),
    [
      [1, 9],
      [-1, 1],
      [undefined, 5],
      [10n, 20n],
    ],
  );
});

test("typedefs pass on what they say of values", () => {
  const model = parseIdl(`@unit("m") @range(min=0, max=100) @default(7) typedef long long Length; typedef Length Width;
    @max(5) typedef octet Small; struct T { Length a; Width b; @default(8) @max(50) Length c; Small d; sequence<Length> e; };`);
  assert.equal(
    model.struct("T").members.map(({ unit, min, max, defaultValue }) => [unit, min, max, defaultValue]),
    [
      ["m", 0n, 100n, 7n],
      ["m", 0n, 100n, 7n],
      ["m", 0n, 50n, 8n],
      [undefined, undefined, 5, undefined],
      [undefined, undefined, undefined, undefined],
    ],
  );
  assert.equal(model.aliases[0]!.annotations, [
    { name: "unit", parameters: { value: "m" } },
    { name: "range", parameters: { min: 0n, max: 100n } },
    { name: "default", parameters: { value: 7n } },
  ]);
});

test("what to do with what does not fit", () => {
  const [a, b, c] = membersOf(
    "struct T { @try_construct(TRIM) string<5> a; @try_construct octet b; @try_construct(DISCARD) octet c; };",
  );
  assert.equal(
    [a, b, c].map((member) => member!.tryConstruct),
    ["trim", "useDefault", "discard"],
  );
  const [s, m] = typesOf("sequence<@try_construct(TRIM) @external string<5>, 3> s; map<long, @external octet> m;");
  assert.equal((s as idl.SequenceType).elementFlags, { external: true, tryConstruct: "trim" });
  assert.equal((m as idl.MapType).elementFlags, { external: true, tryConstruct: "discard" });
  const { discriminatorIsKey, discriminatorTryConstruct } = parseIdl(
    "union U switch (@key @try_construct(TRIM) long) { case 1: octet a; };",
  ).unions[0]!;
  assert.equal([discriminatorIsKey, discriminatorTryConstruct], [true, "trim"]);
});

test("annotations on structs and unions", () => {
  const model = parseIdl(`@final @nested struct A { long x; }; @appendable struct B { long x; };
    @extensibility(FINAL) @topic(name="Square", platform="*") struct C { @key long x; }; struct D { long x; };
    @autoid(HASH) struct E { long x; @id(3) long y; }; @autoid struct F { long x; };
    @autoid(SEQUENTIAL) @extensibility(MUTABLE_EXTENSIBILITY) struct G { long x; };
    @mutable @nested(FALSE) @data_representation(XML | XCDR2) @autoid union U switch (long) { case 1: octet x; };
    @allowed_data_representation(allowed_kinds=XCDR) struct H { };`);
  assert.equal(
    model.structs.map((each) => [each.extensibility, each.nested, each.topicName, each.hasKey]).slice(0, 5),
    [
      ["final", true, undefined, false],
      ["appendable", false, undefined, false],
      ["final", false, "Square", true],
      ["appendable", false, undefined, false],
      ["appendable", false, undefined, false],
    ],
  );
  assert.equal(
    model.structs.slice(4, 7).map((each) => [each.autoIdHash, each.extensibility, ...each.members.map(({ id }) => id)]),
    [
      [true, "appendable", memberIdHash("x"), 3],
      [true, "appendable", memberIdHash("x")],
      [false, "mutable", 0],
    ],
  );
  const union = model.unions[0]!;
  assert.equal([union.extensibility, union.nested, union.cases[0]!.id], ["mutable", false, memberIdHash("x")]);
  assert.equal(union.dataRepresentations, ["xml", "xcdr2"]);
  assert.equal(model.struct("H").dataRepresentations, ["xcdr1"]);
});

test("modules pass on what types in them do not say", () => {
  const model = parseIdl(`@default_nested @autoid(HASH) module m { struct A { long x; }; @nested(FALSE) struct B { };
    @topic struct C { }; @default_nested(FALSE) module n { struct D { }; }; @autoid(SEQUENTIAL) struct E { long x; }; };
    module m { struct F { long x; }; };`);
  assert.equal(
    model.structs.map(({ name, nested, members }) => [name, nested, members[0]?.id]),
    [
      ["m::A", true, memberIdHash("x")],
      ["m::B", false, undefined],
      ["m::C", false, undefined],
      ["m::n::D", false, undefined],
      ["m::E", true, 0],
      ["m::F", false, 0],
    ],
  );
  assert.equal(
    model.topicTypes.map((type) => type.name),
    ["m::B", "m::C", "m::n::D", "m::F"],
  );
});

test("the default extensibility is a choice", () => {
  const text = "struct A { long x; }; @appendable struct B { long x; }; enum E { X }; bitmask M { Y };";
  const kinds = (options: idl.ParseIdlOptions) =>
    [...parseIdl(text, options).typesByName.values()].map((each) => "extensibility" in each && each.extensibility);
  assert.equal(kinds({}), ["appendable", "appendable", "appendable", "appendable"]);
  assert.equal(kinds({ defaultExtensibility: "final" }), ["final", "appendable", "final", "final"]);
  assert.equal(kinds({ defaultExtensibility: "mutable" }), ["mutable", "appendable", "mutable", "mutable"]);
});

test("a derived struct that says nothing evolves as its base", () => {
  const model = parseIdl("@mutable struct B { long x; }; struct D : B { long y; };");
  assert.is(model.struct("D").extensibility, "mutable");
  checkError("@final struct B { }; @mutable struct ~D : B { };", "bad-value", "D is mutable, its base B is final");
});

test("annotations on enums and bits", () => {
  const model = parseIdl(
    `@bit_bound(8) @final @mine enum E { @value(2) A, @default_literal @other(1) B };
    @bit_bound(64) bitmask M { @position(63) P }; bitset S { @mine bitfield<2> a; };`,
  );
  const [e] = model.enums;
  assert.equal([e!.bitBound, e!.extensibility, e!.defaultLiteral.name], [8, "final", "B"]);
  assert.equal(e!.annotations, [{ name: "mine", parameters: {} }]);
  assert.equal([model.bitmasks[0]!.bitBound, model.bitmasks[0]!.flags[0]!.position], [64, 63]);
});

test("annotations of users are kept with their values", () => {
  const [member] = membersOf(`const long N = 4; module m { const string S = "t"; }; struct T { @a @b(N * 2) @c(m::S)
    @d(x=TRUE, y=1.5, z='q') @e(value=18446744073709551615) @f(UNKNOWN) @g(A | B::C) @::h::i("s") @verbatim("no") long m; };`);
  assert.equal(member!.annotations, [
    { name: "a", parameters: {} },
    { name: "b", parameters: { value: 8 } },
    { name: "c", parameters: { value: "t" } },
    { name: "d", parameters: { x: true, y: 1.5, z: "q" } },
    { name: "e", parameters: { value: 18446744073709551615n } },
    { name: "f", parameters: { value: "UNKNOWN" } },
    { name: "g", parameters: { value: "A|B::C" } },
    { name: "h::i", parameters: { value: "s" } },
  ]);
});

test("a space ends the name of an annotation", () => {
  const model = parseIdl(
    "module m { struct T { }; }; struct A { @key ::m::T a; @mine ::m::T b; @m::mine(1) ::m::T c; };",
  );
  assert.equal(
    model.struct("A").members.map(({ key, annotations }) => [key, annotations.map((each) => each.name)]),
    [
      [true, []],
      [false, ["mine"]],
      [false, ["m::mine"]],
    ],
  );
});

test("annotations that are declared have parameters with types and defaults", () => {
  const [member] = membersOf(
    `@annotation Color { enum Hue { RED, GREEN }; const long FIVE = 5; typedef string<8> Name; Hue hue default GREEN;
      long depth default FIVE; Name name default "x"; any more default 1.5; };
    module m { @annotation Level { unsigned long long level; }; @annotation Plain { }; };
    @annotation id { unsigned long value; };
    struct T { @Color(hue=RED) @Color @m::Level(7) @m::Plain @id(3) long a; };`,
  );
  assert.equal(member!.annotations, [
    { name: "Color", parameters: { hue: "RED", depth: 5, name: "x", more: 1.5 } },
    { name: "Color", parameters: { hue: "GREEN", depth: 5, name: "x", more: 1.5 } },
    { name: "m::Level", parameters: { level: 7n } },
    { name: "m::Plain", parameters: {} },
  ]);
  assert.is(member!.id, 3);
});

test("what a declaration does not allow", () => {
  const declared = "@annotation A { octet n; boolean b default TRUE; };";
  checkError(`${declared} struct T { ~@A long x; };`, "bad-value", "@A needs a value for n");
  checkError(`${declared} struct T { @A(n=~256) long x; };`, "bad-value", "256 does not fit octet");
  checkError(`${declared} struct T { ~@A(m=1) long x; };`, "bad-value", "@A has no parameter m");
  checkError(`${declared} struct T { ~@A(1, TRUE) long x; };`, "syntax", "name each");
  checkError(`${declared} @annotation ~A { };`, "redefinition", "@A is already declared");
  checkError("@annotation A { long x; long ~x; };", "redefinition", "the parameter x is there already");
  checkError("@annotation A { long x;~", "syntax", "to close the annotation A");
});

const misplaced: readonly (readonly [string, string])[] = [
  ["~@key struct A { long x; };", "@key has no meaning on a struct: it belongs on a struct member or a discriminator"],
  ["~@final module m { struct A { long x; }; };", "@final has no meaning on a module"],
  ["~@final typedef long A;", "no meaning on a typedef"],
  ["struct A { @id(1) sequence<~@id(2) long> x; };", "@id has no meaning on an element"],
  ["struct A { map<~@external long, long> x; };", "no meaning on the key of a map"],
  ["union U switch (~@external long) { case 1: long x; };", "no meaning on a discriminator"],
  ["union U switch (long) { case 1: ~@key long x; };", "@key has no meaning on a union member"],
  ["union U switch (long) { case 1: ~@optional long x; };", "@optional has no meaning on a union member"],
  ["enum E { ~@position(1) A };", "no meaning on an enum literal: it belongs on a bitmask flag"],
  ["bitmask E { ~@value(1) A };", "no meaning on a bitmask flag"],
  ["~@bit_bound(3) bitset B { bitfield<1> a; };", "no meaning on a bitset"],
  ["bitset B { ~@id(3) bitfield<1> a; };", "no meaning on a bitfield"],
  ["~@nested const long N = 1;", "no meaning on a constant"],
];

test("an annotation in the wrong place is refused", () => {
  for (const [marked, message] of misplaced) checkError(marked, "bad-value", message);
  checkError("struct A { ~@non_serialized long x; };", "unsupported", "leave the member out");
});

const wrongValues: readonly (readonly [string, string])[] = [
  ["struct A { @default(~300) octet x; };", "300 does not fit octet"],
  ['struct A { @default(~"a") char x; };', "does not fit char"],
  ["struct A { ~@default long x; };", "@default takes a value"],
  ["struct A { @default(~5) long x[2]; };", "does not fit int32[2]"],
  ["struct A { ~@key(5) long x; };", "@key takes TRUE or FALSE"],
  ["struct A { ~@key(x=TRUE) long x; };", "@key has no parameter x"],
  ["struct A { ~@id(1, 2) long x; };", "@id takes one value"],
  ["struct A { ~@id long x; };", "@id takes an integer"],
  ["struct A { ~@id(1.5) long x; };", "@id takes an integer"],
  ["struct A { ~@id(1 2) long x; };", '@id has "2" too much'],
  ["struct A { @id(1) long x; @id(1) long ~y; };", "members x and y both have the id 1"],
  ["struct A { @id(0x10000000) long ~x; };", "the id must be 0 to 268435455"],
  ["struct A { @id(1) long x, ~y; };", "both have the id 1"],
  ["struct A { ~@hashid(5) long x; };", "@hashid takes a string"],
  ["struct A { ~@unit(5) long x; };", "@unit takes a string"],
  ["struct A { ~@range(min=1) long x; };", "@range takes min=… and max=…"],
  ["struct A { @range(min=2, max=1) long ~x; };", "the minimum 2 is above the maximum 1"],
  ["struct A { @key @optional long ~x; };", "a key cannot be optional"],
  ["struct A { ~@try_construct(NO) long x; };", "takes DISCARD, USE_DEFAULT or TRIM"],
  ["~@autoid(NO) struct A { };", "takes SEQUENTIAL or HASH"],
  ["~@extensibility(constructor) struct A { };", "takes FINAL, APPENDABLE or MUTABLE"],
  ["~@extensibility struct A { };", "takes FINAL, APPENDABLE or MUTABLE"],
  ["~@topic(name=5) struct A { };", "@topic takes a string as name"],
  ["~@data_representation(XCDR3) struct A { };", "takes XCDR1, XML and XCDR2"],
  ["~@data_representation struct A { };", "takes XCDR1, XML and XCDR2"],
  ["@bit_bound(33) enum ~E { A };", "the bit bound must be 1 to 32"],
  ["@bit_bound(8) enum E { @value(256) ~A };", "does not fit 8 bits"],
  ["enum E { @default_literal A, ~@default_literal B };", "the default literal is A already"],
  ["@bit_bound(65) bitmask ~M { A };", "the bit bound must be 1 to 64"],
  ["@bit_bound(8) bitmask M { @position(8) ~A };", "the bit of A must be 0 to 7"],
];

test("an annotation with the wrong value is refused", () => {
  for (const [marked, message] of wrongValues) checkError(marked, "bad-value", message);
});

test("comments of Connext", () => {
  const model = parseIdl(`struct A { long a; //@key
    long b; // @key
    long c; //@ID 0x10 //@Optional
    long d, e; //@key
    //@key
    @key(FALSE) long f; //@key
    }; //@Extensibility MUTABLE_EXTENSIBILITY
    struct B { long x; //@resolve-name FALSE
    }; //@top-level false
    //@copy anything`);
  assert.equal(
    model.struct("A").members.map(({ name, key, id, optional }) => [name, key, id, optional]),
    [
      ["a", true, 0, false],
      ["b", false, 1, false],
      ["c", false, 16, true],
      ["d", true, 17, false],
      ["e", true, 18, false],
      ["f", false, 19, false],
    ],
  );
  assert.equal([model.struct("A").extensibility, model.struct("A").nested], ["mutable", false]);
  assert.ok(model.struct("B").nested);
  checkError("struct A { long x~; //@ID x\n};", "bad-value", "//@ID takes an integer");
  checkError("struct A { }~; //@Extensibility NO", "bad-value", "//@Extensibility takes FINAL_EXTENSIBILITY");
});

test.run();
