/** Names and scopes (OMG IDL 4.2 §7.2.3, §7.5). */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseIdl, type StructType } from "../../src/idl/index.js";
import { checkError, constantsOf } from "./support.js";

const test = suite("idl: scopes");

/** The names of the types of the members of a struct. */
function typeNames(text: string, name: string): string[] {
  return parseIdl(text)
    .struct(name)
    .members.map((member) => (member.type as StructType).name);
}

test("modules nest, reopen, and resolve from the inside out", () => {
  const text = `struct S { octet outer; };
    module a { struct S { long inner; }; module b { struct T { S s; ::S o; a::S q; }; }; };`;
  assert.equal(typeNames(text, "a::b::T"), ["a::S", "S", "a::S"]);
  checkError("module b { struct S { }; }; struct T { b::~R r; };", "unknown-name", "b::R is not declared");
  assert.equal(typeNames("module a { struct S { }; }; module a { struct T { S s; ::a::S r; }; };", "a::T"), [
    "a::S",
    "a::S",
  ]);
});

test("names are found where they are used, not where they come later", () => {
  assert.equal(typeNames("struct S { }; module a { struct T { S s; }; struct S { }; struct U { S s; }; };", "a::T"), [
    "S",
  ]);
  checkError("struct T { ~S s; }; struct S { };", "unknown-name", "S is not declared");
});

test("literals are names of the scope around their enum", () => {
  const text = "module m { enum E { A, B }; const E X = A; }; const m::E Y = m::B; const m::E Z = m::E::A;";
  assert.equal(constantsOf(text), { "m::X": "A", Y: "B", Z: "A" });
  checkError("enum E { A }; enum F { B, ~A };", "redefinition", "A is already declared");
  checkError("module m { enum E { A }; }; const m::E X = ~E::A;", "unknown-name", "E is not declared");
});

test("flags are names of their bitmask", () => {
  const text = "bitmask M { A, B }; bitmask N { A, C }; const M X = A; const N Y = N::C; const M Z = M::B | A;";
  assert.equal(constantsOf(text), { X: 1, Y: 2, Z: 3 });
  checkError("bitmask M { A }; const long X = ~A;", "unknown-name", "A is not declared");
});

test("names that differ only in case collide, in every scope", () => {
  for (const second of [
    "struct ~a { };",
    "const long ~a = 1;",
    "module ~a { const long x = 1; };",
    "enum ~a { X };",
    "typedef long ~a;",
  ]) {
    checkError(`struct A { }; ${second}`, "redefinition", "a differs from A only in case");
  }
  checkError("struct A { long x; long ~X; };", "redefinition", "two members that differ only in case: x and X");
  checkError("enum E { A, ~a };", "redefinition", "two literals that differ only in case");
  checkError("struct A { }; struct B { ~a x; };", "unknown-name", "names keep their case, and A is");
  checkError("module m { struct A { }; }; struct B { m::~a x; };", "unknown-name", "m::a is not declared");
  // Members have a scope of their own.
  assert.is(parseIdl("struct Color { long color; }; struct B { Color color; };").structs.length, 2);
});

test("names are declared once", () => {
  for (const again of [
    "struct ~A { };",
    "typedef long ~A;",
    "interface ~A { };",
    "union ~A switch (long) { case 1: long x; };",
  ]) {
    checkError(`struct A { long x; }; ${again}`, "redefinition", "A is already declared");
  }
  checkError("const long m = 1; module ~m { struct A { }; };", "redefinition", "m is already declared");
  // A typedef of a struct is no forward declaration of it.
  checkError("struct A { }; typedef A B; struct ~B { };", "redefinition", "B is already declared");
});

test("escaped names are the names without the underscore", () => {
  const model = parseIdl(
    "module _module { struct _struct { long _long, _x; }; enum E { _case }; const E Z = _case; };",
  );
  const type = model.struct("module::struct");
  assert.equal(
    type.members.map((member) => member.name),
    ["long", "x"],
  );
  assert.is(model.constants.get("module::Z"), "case");
  checkError("struct A { long _x; long ~x; };", "redefinition", "two members named x");
  checkError("struct A { long ~__x; };", "syntax", '"__x" is no identifier');
  checkError("struct A { long ~_1; };", "syntax", '"_1" is no identifier');
});

test("words that other profiles reserve are free", () => {
  const model = parseIdl("struct String { string data; long port, home, longer, Default, String, context, raises; };");
  assert.is(model.struct("String").members.length, 8);
});

test("names of prototypes are names like any other", () => {
  const names = "constructor toString valueOf hasOwnProperty prototype".split(" ");
  const model =
    parseIdl(`struct A { ${names.map((name) => `long ${name};`).join(" ")} }; enum E { ${names.join(", ")} };
    module m { @toString(constructor) @hasOwnProperty struct valueOf { }; };`);
  assert.equal(
    model.struct("A").members.map((member) => member.name),
    names,
  );
  for (const name of names) checkError(`struct A { ~${name} x; };`, "unknown-name", `${name} is not declared`);
});

test.run();
