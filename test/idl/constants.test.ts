/** Constant expressions and literals (OMG IDL 4.2 §7.2.6, §7.4.1.4.3). */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { array, int32, sequence, string } from "../../src/idl/index.js";
import { checkError, constantsOf, typesOf } from "./support.js";

const test = suite("idl: constants");

/** The value of an expression as a constant of a type. */
function value(expression: string, type = "long"): unknown {
  return constantsOf(`const ${type} X = ${expression};`)["X"];
}

test("operators bind as IDL says", () => {
  for (const [expression, expected] of [
    ["1 | 2 ^ 2 & 3", 1],
    ["1 + 2 << 1", 6],
    ["1 << 2 + 1", 8],
    ["6 & 2 << 1", 4],
    ["2 + 3 * 4 % 5", 4],
    ["(2 + 3) * 4 - -1", 21],
    ["100 / 7 / 2", 7],
    ["-7 / 2", -3],
    ["-7 % 2", -1],
    ["64 >> 2 >> 1", 8],
    ["- - 5", 5],
    ["~5", -6],
    ["~~5", 5],
    ["+5", 5],
    ["-(3)", -3],
  ] as const) {
    assert.is(value(expression), expected, expression);
  }
});

test("integers to the ends of their types", () => {
  assert.is(value("-9223372036854775808", "long long"), -(2n ** 63n));
  assert.is(value("0xFFFFFFFFFFFFFFFF", "uint64"), 2n ** 64n - 1n);
  assert.is(value("01777777777777777777777", "uint64"), 2n ** 64n - 1n);
  assert.is(value("0x00000000000000000000000000000000000001"), 1);
  assert.equal([value("0"), value("00"), value("0x0"), value("0XfF")], [0, 0, 0, 255]);
  for (const [type, min, max] of [
    ["int8", -128, 127],
    ["uint8", 0, 255],
    ["octet", 0, 255],
    ["short", -32768, 32767],
    ["unsigned short", 0, 65535],
    ["long", -2147483648, 2147483647],
    ["unsigned long", 0, 4294967295],
  ] as const) {
    assert.equal([value(`${min}`, type), value(`${max}`, type)], [min, max]);
    checkError(`const ${type} X = ~${min - 1};`, "bad-value", "does not fit");
    checkError(`const ${type} X = ~${max + 1};`, "bad-value", "does not fit");
  }
});

test("the complement of an unsigned constant has its bits", () => {
  assert.is(value("~0", "unsigned long"), 4294967295);
  assert.is(value("~0x0F & ~0x10", "octet"), 0xe0);
  assert.is(value("~0 << 4", "unsigned short"), 0xfff0);
  assert.is(value("~0", "unsigned long long"), 2n ** 64n - 1n);
  assert.is(value("~0", "long"), -1);
  checkError("const octet X = ~~0x1FF;", "bad-value", "does not fit octet");
  checkError("const octet X = ~-1;", "bad-value", "-1 does not fit octet");
});

test("what is too large on the way is refused", () => {
  checkError("const long X = 0x7FFFFFFFFFFFFFFF ~* 4 / 4;", "bad-value", "the number is too large");
  checkError("const long X = 1 << 63 ~<< 2;", "bad-value", "the number is too large");
  checkError("const long X = ~18446744073709551616;", "bad-value", "the number is too large");
  checkError(`const long X = ~${"9".repeat(100_000)};`, "bad-value", "the number is too large");
  checkError("const long X = 1 ~<< 64;", "bad-value", "a shift must be by 0 to 63");
  checkError("const long X = 1 ~>> -1;", "bad-value", "a shift must be by 0 to 63");
  checkError("const long X = 1 ~% 0;", "bad-value", "division by zero");
  checkError("const double X = 1.0 ~/ 0;", "bad-value", "division by zero");
  checkError("const float X = ~1e39;", "bad-value", "does not fit float32");
  checkError("const double X = ~1e999;", "bad-value", "does not fit float64");
  checkError("const double X = 1.5 ~| 2;", "bad-value", "| needs two integers");
});

test("floats", () => {
  assert.equal(
    [value(".5", "float"), value("5.", "double"), value("1e3", "double"), value("2", "double")],
    [0.5, 5, 1000, 2],
  );
  assert.is(value("1.5 + 2 * 3 - -.5", "long double"), 8);
  assert.is(value("-1E-2 / 4", "double"), -0.0025);
  assert.is(value("-0.0", "double"), -0);
});

test("characters and strings, and their escapes", () => {
  assert.equal(
    ["'a'", "'\\''", "'\\n'", "'\\x41'", "'\\101'", "'\\0'", "'\\xff'", "'é'", "'\"'"].map((text) =>
      value(text, "char"),
    ),
    ["a", "'", "\n", "A", "A", "\0", "ÿ", "é", '"'],
  );
  assert.equal(
    ["L'✓'", "L'\\u2713'", "'x'"].map((text) => value(text, "wchar")),
    ["✓", "✓", "x"],
  );
  assert.is(value('"a\\t\\v\\b\\r\\f\\a\\?\\\\" "\\x41g" "\\1019"', "string"), "a\t\v\b\r\f\u0007?\\AgA9");
  assert.is(value('"héllo ✓"', "string"), "héllo ✓");
  assert.is(value('L"a✓" L"\\u2713b"', "wstring"), "a✓✓b");
  assert.is(value('"plain"', "wstring"), "plain");
  assert.is(value('"one \\\n line"', "string"), "one  line");
  checkError('const string X = "a" ~L"b";', "syntax", "wide and other strings cannot be joined");
  checkError('const string X = ~L"b";', "bad-value", "does not fit string");
  checkError("const char X = ~'✓';", "bad-value", "does not fit char");
  checkError("const char X = ~L'a';", "bad-value", "does not fit char");
  checkError("const char X = ~'';", "syntax", "one character");
  checkError('const string<3> X = ~"abcd";', "bad-value", '"abcd" does not fit string<3>');
  checkError('const string<3> X = ~"✓a";', "bad-value", "does not fit string<3>");
  assert.is(value('"✓"', "string<3>"), "✓");
  assert.is(value('L"✓✓✓"', "wstring<3>"), "✓✓✓");
  checkError('const string X = ~"a\\0b";', "bad-value", "does not fit string");
  checkError('const wstring X = ~L"\\ud800";', "bad-value", "does not fit wstring");
});

test("constants of enums, from constants, with types by name", () => {
  const model =
    constantsOf(`module m { enum E { A, B }; const E FIRST = A; }; typedef m::E Alias; const Alias SECOND = m::B;
    const m::E THIRD = ::m::FIRST; typedef long long Big; const Big N = 5; const Big N2 = N * 2; const boolean Y = TRUE;
    const boolean Z = Y; const string S = "s"; const string S2 = S; bitmask Bits { P, Q }; const Bits Q0 = P | Q;`);
  assert.equal(model, {
    "m::FIRST": "A",
    SECOND: "B",
    THIRD: "A",
    ...{ N: 5n, N2: 10n, Y: true, Z: true, S: "s", S2: "s", Q0: 3 },
  });
  checkError("enum E { A }; enum F { B }; const E X = ~B;", "bad-value", "B does not fit E");
  checkError("enum E { A }; const E X = ~0;", "bad-value", "0 does not fit E");
  checkError("enum E { A }; const long X = ~A;", "bad-value", "A does not fit int32");
  checkError("const ~sequence<long> X = 1;", "bad-value", "a constant is a number");
  checkError("struct A { }; typedef A B; const ~B X = 1;", "bad-value", "a constant is a number");
  checkError("const boolean X = ~true;", "unknown-name", "IDL says TRUE");
});

test("expressions in bounds", () => {
  const before =
    "module mod { const long N = 2; }; const octet M = (mod::N + 3) * 4 % 7; const short S = 1 << 4 | 0x0f;";
  const members =
    "string<mod::N> a; sequence<long, M * 2> b; long c[(64 >> 2)]; sequence<long, ::mod::N> d; long e[S][1 << 2];";
  assert.equal(typesOf(members, before), [
    string(2),
    sequence(int32, 12),
    array(int32, 16),
    sequence(int32, 2),
    array(int32, 31, 4),
  ]);
  // In angle brackets a > closes, unless in parentheses.
  assert.equal(typesOf("sequence<long, (16 >> 2)> a; sequence<sequence<long, 4>> b;"), [
    sequence(int32, 4),
    sequence(sequence(int32, 4)),
  ]);
  checkError("struct A { long x[~0]; };", "bad-value", "from 1 to 4294967295, not 0");
  checkError("struct A { long x[~4294967296]; };", "bad-value", "from 1 to 4294967295");
  checkError("struct A { long ~x[65536][65536]; };", "bad-value", "more than 4294967295 elements");
  checkError('struct A { string<~"a"> x; };', "bad-value", "not a string");
});

test("deep expressions are refused, long ones are not", () => {
  checkError(`const long X = ${"(".repeat(101)}~${"(".repeat(5000)}1;`, "syntax", "nested too deeply");
  assert.is(value(Array(5000).fill("1").join(" + ")), 5000);
});

test.run();
