/** Mistakes and where they are reported. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { checkError, errorOf } from "./support.js";

const test = suite("idl: errors");

test("the place, the line and the caret", () => {
  const error = errorOf("struct A {\n\tlong x;\n\tMissing y; // here\n};");
  assert.is(error.file, "t.idl");
  assert.is(error.line, 3);
  assert.is(error.column, 2);
  assert.is(error.message, "t.idl:3:2: Missing is not declared");
  assert.is(error.pretty(), "t.idl:3:2: Missing is not declared\n  \tMissing y; // here\n  \t^");
});

const cases: readonly (readonly [string, string, string | RegExp])[] = [
  // Syntax
  ["struct A { long x ~}; ", "syntax", 'expected ";", found "}"'],
  ["struct A { long x; }~", "syntax", 'expected ";" after the struct, found the end of the text'],
  ["struct A { long x;~", "syntax", 'expected "}" to close struct A'],
  ["module m { struct A { long x; };~", "syntax", "to close the module"],
  ["struct ~{ long x; };", "syntax", 'expected a struct name, found "{"'],
  ["struct A { ~; };", "syntax", 'expected a type, found ";"'],
  ["struct A { ~void x; };", "syntax", "expected a type"],
  ["struct A { unsigned ~int x; };", "syntax", 'expected "short" or "long"'],
  ["enum E { ~};", "syntax", "expected an enum literal"],
  ["~x;", "syntax", 'expected a definition, found "x"'],
  ["struct A { long x; }; ~$", "syntax", "unexpected character"],
  ["/* a */ ~/* b", "syntax", "the comment is not closed"],
  ['const string S = ~"abc\n;', "syntax", "the string is not closed"],
  ["const char C = ~'ab';", "syntax", "one character"],
  ['const string S = "a~\\q";', "syntax", "unknown escape"],
  ["const long N = ~08;", "syntax", "no octal number"],
  ["const long N = ~0x;", "syntax", "has no digits"],
  ["const long N = ~12abc;", "syntax", "is no number"],
  ["struct A { long ~__x; };", "syntax", "no identifier"],
  ["const long N = ~;", "syntax", "expected a value"],
  ["const long N = (1 ~;", "syntax", 'expected ")"'],
  ["struct A { sequence<long ~x; };", "syntax", 'expected ">"'],
  ["struct A { long ~struct; };", "syntax", "struct is a keyword: write _struct"],
  ["struct A { @~; };", "syntax", "annotation name"],
  ["struct A { @id~(1 long x; };", "syntax", 'no ")" for this annotation'],
  // Names
  ["struct A { ~b::C x; };", "unknown-name", "b is not declared"],
  ["module b { struct D { long x; }; }; struct A { b::~C x; };", "unknown-name", "b::C is not declared"],
  ["struct A { ::~B x; };", "unknown-name", "::B is not declared"],
  ["struct A { ~int x; };", "unknown-name", "IDL says long or int32"],
  ["struct A { long x; }; struct ~A { long x; };", "redefinition", "A is already declared"],
  ["enum E { A }; struct ~a { long x; };", "redefinition", "a differs from A only in case"],
  ["enum E { A }; enum F { B, ~A };", "redefinition", "A is already declared"],
  ["enum E { A, ~A };", "redefinition", "enum E has two literals named A"],
  ["struct A { long x; long ~x; };", "redefinition", "struct A has two members named x"],
  ["struct A { long x; long ~X; };", "redefinition", "two members that differ only in case: x and X"],
  // Values
  ["const octet N = ~256;", "bad-value", "256 does not fit octet"],
  ["const long N = ~1.5;", "bad-value", "1.5 does not fit int32"],
  ['const long N = ~"a";', "bad-value", '"a" does not fit int32'],
  ["const long N = 1 ~/ 0;", "bad-value", "division by zero"],
  ["const long N = 1 ~<< 64;", "bad-value", "a shift must be by 0 to 63"],
  ["const long N = 1 ~+ TRUE;", "bad-value", "needs two numbers"],
  ["const long N = ~~1.5;", "bad-value", "needs an integer"],
  ["struct A { long x[~0]; };", "bad-value", "from 1 to 4294967295, not 0"],
  ["struct A { string<~-1> x; };", "bad-value", "not -1"],
  ["struct A { sequence<long, ~1.5> x; };", "bad-value", "not a float"],
  ["struct A { long x; }; const ~A N = 1;", "bad-value", "a constant is a number"],
  ["const long N = 1; struct A { ~N x; };", "bad-value", "N is a constant, not a type"],
  ["struct A { long x; }; const long N = ~A;", "bad-value", "A is a type, not a constant"],
  [
    "~@key struct A { long x; };",
    "bad-value",
    "@key has no meaning on a struct: it belongs on a struct member or a discriminator",
  ],
  ["~@final module m { struct A { long x; }; };", "bad-value", "no meaning on a module"],
  ["enum E { @value(1) A, @value(1) ~B };", "bad-value", "two literals have the value 1"],
  [
    "@bit_bound(8) enum E { @value(200) A, @value(-56) ~B };",
    "bad-value",
    "-56 and 200 have the same 8 bits: use values from -128 to 127",
  ],
  [
    "struct B; struct A { ~B b; }; struct B { long x; };",
    "bad-value",
    "a sequence of it, or an @optional or @external member, is possible",
  ],
  // Not yet
  ["const long N = ~1.5d;", "unsupported", "XTypes has no fixed-point type"],
];

test("each mistake is told where it is", () => {
  for (const [marked, code, message] of cases) checkError(marked, code, message);
});

test("deep nesting is refused, not followed", () => {
  assert.match(errorOf(`const long N = ${"(".repeat(5000)}1;`).message, "nested too deeply");
  assert.match(errorOf(`const long N = ${"-".repeat(5000)}1;`).message, "nested too deeply");
  assert.match(errorOf(`struct A { ${"sequence<".repeat(5000)}long x; };`).message, "nested too deeply");
  assert.match(errorOf("module m { ".repeat(5000)).message, "nested too deeply");
});

test.run();
