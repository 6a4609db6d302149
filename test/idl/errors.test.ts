/** Mistakes and where they are reported. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { IdlError, parseIdl } from "../../src/idl/index.js";

const test = suite("idl: errors");

function errorOf(text: string): IdlError {
  try {
    parseIdl(text, { file: "t.idl" });
  } catch (error) {
    assert.instance(error, IdlError);
    return error as IdlError;
  }
  throw new Error(`accepted: ${text}`);
}

/** A text with the place of the error marked by `~` in front of it. */
function check(marked: string, code: string, message: string | RegExp): void {
  const before = marked.slice(0, marked.indexOf("~"));
  const error = errorOf(marked.replace("~", ""));
  assert.is(error.code, code, `${marked}: ${error.message}`);
  assert.match(error.message, message);
  const lines = before.split(/\r\n|\n|\r/);
  assert.is(error.line, lines.length, `${marked}: line`);
  assert.is(error.column, lines.at(-1)!.length + 1, `${marked}: column`);
}

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
  ["~#ifdef A\nstruct B { long x; };", "syntax", "no #endif"],
  // Names
  ["struct A { ~b::C x; };", "unknown-name", "b is not declared"],
  ["module b { struct D { long x; }; }; struct A { b::~C x; };", "unknown-name", "b::C is not declared"],
  ["struct A { ::~B x; };", "unknown-name", "::B is not declared"],
  ["struct A { ~int x; };", "unknown-name", "IDL says long or int32"],
  ["struct ~A;", "unknown-name", "A is declared but never defined"],
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
  ["struct A { @default(~300) octet x; };", "bad-value", "300 does not fit octet"],
  ["struct A { ~@key(5) long x; };", "bad-value", "@key takes TRUE or FALSE"],
  ["struct A { ~@id long x; };", "bad-value", "@id takes an integer"],
  ["struct A { @id(1) long x; @id(1) long ~y; };", "bad-value", "both have the id 1"],
  ["struct A { @id(0x10000000) long ~x; };", "bad-value", "the id must be"],
  [
    "~@key struct A { long x; };",
    "bad-value",
    "@key has no meaning on a struct: it belongs on a struct member or a discriminator",
  ],
  ["~@final module m { struct A { long x; }; };", "bad-value", "no meaning on a module"],
  ["~@final typedef long A;", "bad-value", "no meaning on a typedef"],
  ["~@extensibility(NONE) struct A { long x; };", "bad-value", "takes FINAL, APPENDABLE or MUTABLE"],
  ["@bit_bound(33) enum ~E { A };", "bad-value", "the bit bound must be 1 to 32"],
  ["@bit_bound(8) enum E { @value(256) ~A };", "bad-value", "does not fit 8 bits"],
  ["enum E { @value(1) A, @value(1) ~B };", "bad-value", "two literals have the value 1"],
  ["struct A { ~A a; };", "bad-value", "A is not defined yet"],
  [
    "struct B; struct A { ~B b; }; struct B { long x; };",
    "bad-value",
    "a sequence of it, or an @optional or @external member, is possible",
  ],
  // Not yet
  ["const long N = ~1.5d;", "unsupported", "XTypes has no fixed-point type"],
  ["~#error stop here\n", "syntax", "#error stop here"],
  ["~#endif\n", "syntax", "#endif without #if"],
  ["#ifdef X\n#else\n~#else\n#endif", "syntax", "#else after #else"],
  ["~#nonsense\n", "syntax", "unknown directive #nonsense"],
];

test("each mistake is told where it is", () => {
  for (const [marked, code, message] of cases) check(marked, code, message);
});

test("deep nesting is refused, not followed", () => {
  assert.match(errorOf(`const long N = ${"(".repeat(5000)}1;`).message, "nested too deeply");
  assert.match(errorOf(`const long N = ${"-".repeat(5000)}1;`).message, "nested too deeply");
  assert.match(errorOf(`struct A { ${"sequence<".repeat(5000)}long x; };`).message, "nested too deeply");
  assert.match(errorOf("module m { ".repeat(5000)).message, "nested too deeply");
});

test("macros that double each other are stopped", () => {
  const lines = Array.from({ length: 40 }, (_, i) => `#define A${i} A${i + 1} A${i + 1}\n`);
  assert.match(errorOf(`${lines.join("")}A0`).message, "macros make the text too large");
});

test("macros that double each other and come to nothing are stopped too", () => {
  const lines = Array.from({ length: 40 }, (_, i) => `#define A${i} A${i + 1} A${i + 1}\n`);
  assert.match(errorOf(`${lines.join("")}#define A40\nA0`).message, "macros make the text too large");
  const chain = Array.from({ length: 20_000 }, (_, i) => `#define B${i} B${i + 1}\n`);
  assert.match(errorOf(`${chain.join("")}B0`).message, "macros are nested too deeply");
});

test("any damaged text gives IdlError or a model, never another error", () => {
  const text = `@final module m { const long N = 0x10 + 3; @bit_bound(8) enum E { @value(2) A, B };
    typedef sequence<string<N>, 4> Ns; struct S { @key @default("a\\n") string s; Ns ns[2][3]; ::m::E e; }; };`.replace(
    "@final module",
    "module",
  );
  assert.is(parseIdl(text).structs.length, 1);
  let refused = 0;
  for (let cut = 0; cut < text.length; cut++) {
    for (const damaged of [
      text.slice(0, cut),
      text.slice(0, cut) + text.slice(cut + 1),
      `${text.slice(0, cut)}@${text.slice(cut)}`,
    ]) {
      try {
        parseIdl(damaged);
      } catch (error) {
        assert.instance(error, IdlError, `${damaged}: ${String(error)}`);
        assert.ok((error as IdlError).line > 0);
        refused++;
      }
    }
  }
  assert.ok(refused > text.length);
});

test.run();
