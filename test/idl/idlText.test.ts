/** Types printed as IDL, and read back. */
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import * as idl from "../../src/idl/index.js";
import { idlText, parseIdl, type TypeDescription } from "../../src/idl/index.js";
import { makeTypes } from "./arbitraryTypes.js";

const test = suite("idl: idlText");

test("every kind of type, with modules and in order", () => {
  const model = parseIdl(`module a { enum E { X, @value(7) Y, Z }; @bit_bound(8) bitmask M { P, @position(5) Q };
      bitset B { bitfield<3> lo; bitfield<2>; bitfield<9, long> hi; }; typedef sequence<string<4>, 2> Names; };
    @final @topic(name="Top") struct Base { @key long id; };
    module b { @final struct S : Base { @default(Y) a::E e; @id(9) a::M m; a::B bits; a::Names names[2]; @hashid long double struct_;
      @optional @external S next; long _long, arr[2][3]; map<int8, wstring> map_; @range(min=1, max=2) octet o; };
      union U switch (@key a::E) { case X: case Y: wchar c; default: @external U u; }; };`);
  assert.is(
    idlText(model.type("b::S"), model.type("b::U")),
    `@final
@topic(name="Top")
struct Base {
  @key long id;
};
module a {
  enum E {
    X,
    @value(7) Y,
    Z
  };
  @bit_bound(8)
  bitmask M {
    P,
    @position(5) Q
  };
  bitset B {
    bitfield<3> lo;
    bitfield<2>;
    bitfield<9, long> hi;
  };
  typedef sequence<string<4>, 2> Names;
};
module b {
  struct S;
  @final
  struct S : Base {
    @default(a::Y) a::E e;
    @id(9) a::M m;
    a::B bits;
    a::Names names[2];
    @hashid long double struct_;
    @optional @external S next;
    long _long;
    long arr[2][3];
    map<int8, wstring> map_;
    @range(min=1, max=2) octet o;
  };
  union U;
  @appendable
  union U switch (@key a::E) {
    case a::X:
    case a::Y:
      wchar c;
    default:
      @external U u;
  };
};
`,
  );
});

test("what can only be referred to before it is defined is declared first", () => {
  const model = parseIdl(`struct B; typedef sequence<B> Bs; struct A { Bs bs; @optional B o; }; struct B { A a; };
    struct D; struct P { sequence<D> ds; }; struct D : P { };`);
  for (const type of model.structs) {
    const again = parseIdl(idlText(type));
    assert.ok(isDeepStrictEqual(again.type(type.name), type), idlText(type));
  }
});

test("values in all spellings", () => {
  const text = `enum E { A }; struct S { @default('\\'') char a; @default('\\x00') char b; @default(L'\\u2713') wchar c;
    @default("\\"\\\\\\n\\x01é✓") string d; @default(L"é\\"") wstring e; @default(-0.0) double f; @default(1e+21) double g;
    @default(3) float h; @default(-9223372036854775808) long long i; @default(18446744073709551615) uint64 j;
    @default(TRUE) boolean k; @unit("m\\ts") @min(-1.5) double l; @default(A) E m; };`;
  const type = parseIdl(text).struct("S");
  const printed = idlText(type);
  assert.ok(isDeepStrictEqual(parseIdl(printed).struct("S"), type), printed);
  assert.match(printed, "@default(-0.0) double f");
  assert.match(printed, "@default(3.0) float h");
});

test("names that are keywords, in whatever case", () => {
  const type = idl.struct("module::String", { long: idl.int32, Struct: idl.octet });
  assert.match(
    idlText(type),
    /module _module \{\n {2}@appendable\n {2}struct _String \{\n {4}long _long;\n {4}octet _Struct;/,
  );
  assert.ok(isDeepStrictEqual(parseIdl(idlText(type)).struct(type.name), type));
});

test("names that something nearer hides begin at the top", () => {
  const model =
    parseIdl(`module a { struct T { }; enum E { X }; }; struct U { }; module b { module A2 { struct a { }; }; struct U { };
    module c { struct S { ::a::T t; ::U u; b::U v; @key ::a::E e; }; }; module a { struct T { ::a::T t; }; }; };`);
  const text = idlText(...model.structs);
  const again = parseIdl(text);
  for (const type of model.structs) assert.ok(isDeepStrictEqual(again.type(type.name), type), text);
  assert.match(text, "::a::T t;\n      ::U u;\n      b::U v;\n      @key ::a::E e;");
});

test("arrays where IDL has no place for them get a name", () => {
  const grid = idl.array(idl.array(idl.int32, 3), 2);
  const type = idl.struct("m::S", { a: idl.sequence(grid), b: idl.map(idl.int32, grid), Array2: idl.octet });
  const text = idlText(type);
  assert.match(text, "typedef long Array1[3];\n  typedef Array1 Array2[2];");
  assert.match(text, "sequence<Array2> a;\n    map<long, Array2> b;");
  const [a] = parseIdl(text).struct("m::S").members;
  assert.is(idl.typeToString(idl.unaliased((a!.type as idl.SequenceType).element)), "m::Array1[2]");
});

test("what no text can say is refused", () => {
  const one = idl.struct("A", { x: idl.int32 });
  const other = idl.struct("A", { y: idl.int32 });
  assert.throws(() => idlText(idl.struct("B", { one, other })), /two different types are named A/);
  assert.is(idlText(idl.sequence(idl.int32)), "");
});

test("the types that vendors' payloads are of come back the same", () => {
  // Compiled tests run from dist/test; the payloads stay in test.
  const file = new URL("../golden/payloads.json", import.meta.url.replace("/dist/test/", "/test/"));
  const entries = JSON.parse(readFileSync(file, "utf8")) as readonly { readonly idl: string; readonly type: string }[];
  assert.is(entries.length, 110);
  for (const entry of entries) {
    const type = parseIdl(entry.idl).struct(entry.type);
    assert.ok(isDeepStrictEqual(parseIdl(idlText(type)).struct(entry.type), type), entry.idl);
  }
});

test("any types come back the same", () => {
  fc.assert(
    fc.property(fc.gen(), (gen) => {
      const types = makeTypes(gen);
      const text = idlText(...types);
      const model = parseIdl(text);
      for (const type of types) {
        const again = model.type((type as { readonly name: string }).name) as TypeDescription;
        assert.ok(isDeepStrictEqual(again, type), text);
      }
      assert.is(idlText(...types.map((type) => model.type((type as { readonly name: string }).name))), text);
    }),
    { numRuns: 300 },
  );
});

test.run();
