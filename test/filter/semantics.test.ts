/** What comparisons mean, kind by kind. Values pass through a codec first, as samples do. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileCodec } from "../../src/cdr/index.js";
import { compileFilter, type FilterError } from "../../src/filter/index.js";
import { parseIdl } from "../../src/idl/index.js";
import { ALL, all } from "./support.js";

const test = suite("filter: semantics");

const codecs = [
  compileCodec(ALL, { representation: "xcdr1" }),
  compileCodec(ALL, { representation: "xcdr2", codegen: false }),
  compileCodec(ALL, { representation: "xcdr1", int64: "number" }),
];

/** The samples as the application wrote them and as readers decode them. */
function formsOf(members: Readonly<Record<string, unknown>>): object[] {
  const value = all(members);
  return [value, ...codecs.map((codec) => codec.deserialize(codec.serialize(value)))];
}

function check(members: Readonly<Record<string, unknown>>, passes: readonly string[], fails: readonly string[]): void {
  for (const form of formsOf(members)) {
    for (const text of passes) assert.is(compileFilter(ALL, text).matches(form as never), true, text);
    for (const text of fails) assert.is(compileFilter(ALL, text).matches(form as never), false, text);
  }
}

/** All six operators: what holds when the field is below, equal to or above the constant. */
function checkOrder(field: string, below: unknown, equal: unknown, above: unknown, constant: string): void {
  const operators: readonly (readonly [string, boolean, boolean, boolean])[] = [
    ["=", false, true, false],
    ["<>", true, false, true],
    ["<", true, false, false],
    ["<=", true, true, false],
    [">", false, false, true],
    [">=", false, true, true],
  ];
  for (const [operator, ...expected] of operators) {
    for (const [index, value] of [below, equal, above].entries()) {
      const text = `${field} ${operator} ${constant}`;
      check({ [field]: value }, expected[index] ? [text] : [`NOT ${text}`], expected[index] ? [`NOT ${text}`] : [text]);
    }
  }
}

test("every kind has an order", () => {
  checkOrder("raw", 0, 128, 255, "0x80");
  checkOrder("i8", -128, -1, 127, "-1");
  checkOrder("u8", 0, 200, 255, "200");
  checkOrder("i16", -32768, 7, 32767, "7");
  checkOrder("u16", 0, 40000, 65535, "40000");
  checkOrder("i32", -(2 ** 31), 0, 2 ** 31 - 1, "0");
  checkOrder("u32", 0, 3e9, 2 ** 32 - 1, "3000000000");
  checkOrder("i64", -(2n ** 63n), -5n, 2n ** 62n, "-5");
  checkOrder("u64", 0n, 2n ** 53n, 2n ** 63n, "9007199254740992");
  checkOrder("f32", -1, 0.1, 1, "0.1");
  checkOrder("f64", -Infinity, 0.1, Infinity, "0.1");
  checkOrder("letter", "A", "x", "ÿ", "'x'");
  checkOrder("name", "BLUE", "GREEN", "RED", "'GREEN'");
  checkOrder("alias", "", "a", "aa", "'a'");
  checkOrder("color", "RED", "GREEN", "BLUE", "'GREEN'");
  checkOrder("level", "LOW", "MIDDLE", "HIGH", "MIDDLE");
});

test("integers against numbers that are none of their kind", () => {
  check({ i32: 5 }, ["i32 > 4.5", "i32 < 5.5", "i32 = 5.0", "i32 <> 5.1", "i32 < 1e300"], ["i32 = 5.5"]);
  check({ raw: 255 }, ["raw < 256", "raw > -1", "raw < 18446744073709551615"], ["raw = 256", "raw = -1"]);
  check({ u32: 2 ** 32 - 1 }, ["u32 = 4294967295", "u32 < 4294967296"], ["u32 = -1"]);
});

test("64 bits are exact", () => {
  const big = 2n ** 62n + 1n;
  for (const form of [
    all({ i64: big, u64: 2n ** 64n - 1n }),
    codecs[0]!.deserialize(codecs[0]!.serialize(all({ i64: big, u64: 2n ** 64n - 1n }))),
  ]) {
    const matches = (text: string, parameters: string[] = []) =>
      compileFilter(ALL, text, parameters).matches(form as never);
    assert.ok(matches("i64 = 4611686018427387905"));
    assert.ok(matches("i64 > 4611686018427387904"));
    assert.ok(matches("i64 > 4611686018427387904.0"), "a float constant is the double that it is");
    assert.not(matches("i64 = 4611686018427387904"));
    assert.ok(matches("i64 < %0", ["4611686018427387906"]));
    assert.ok(matches("u64 = 18446744073709551615"));
    assert.ok(matches("u64 = 0xFFFFFFFFFFFFFFFF"));
    assert.ok(matches("u64 > i64"));
    assert.ok(matches("i64 > i32"));
    assert.ok(matches("u64 > 1.5"));
  }
  // Decoded to numbers they are rounded, and that number is compared exactly.
  const rounded = codecs[2]!.deserialize(codecs[2]!.serialize(all({ i64: big })));
  assert.ok(compileFilter(ALL, "i64 = 4611686018427387904").matches(rounded as never));
  assert.not(compileFilter(ALL, "i64 = 4611686018427387905").matches(rounded as never));
  assert.ok(compileFilter(ALL, "i64 < 4611686018427387905").matches(rounded as never));
  check({ i64: 5n }, ["i64 = 5", "i64 = 5.0", "i64 BETWEEN 4.5 AND 5.5"], ["i64 = 5.5", "NOT i64 = 5"]);
});

test("a constant takes the type of a float32 field", () => {
  // As written by the application, 0.1 is not yet the float32 that readers will see.
  check({ f32: 0.1 }, ["f32 = 0.1", "f32 <= 0.1", "f32 >= 0.1", "f32 <> f64", "f32 > f64"], ["f32 < 0.1", "f32 > 0.1"]);
  check({ f32: 16777216 }, ["f32 = 16777217", "f32 = 16777216"], []);
  check({ f32: 3e38 }, ["f32 < 1e39", "f32 < 1e308"], ["f32 = 1e39"]);
  check({ f64: 2 ** 53 }, ["f64 = 9007199254740993"], []);
});

test("zero, infinities and NaN", () => {
  check({ f64: -0 }, ["f64 = 0", "f64 >= 0", "f64 = -0.0", "f64 = 0x0"], ["f64 < 0"]);
  check({ f64: Infinity, f32: -Infinity }, ["f64 > 1e308", "f32 < f64", "f64 <> f32"], ["f64 <= 1e308"]);
  for (const field of ["f32", "f64"]) {
    const orders = ["= 1", "< 1", "<= 1", "> 1", ">= 1", "BETWEEN 0 AND 2"].map((rest) => `${field} ${rest}`);
    const others = [`${field} = ${field}`, `${field} < i32`, `${field} >= i64`];
    const negated = [...orders, ...others].map((text) => `NOT ${text}`);
    const different = [`${field} <> 1`, `${field} <> ${field}`, `${field} NOT BETWEEN 0 AND 2`];
    check({ [field]: NaN }, [...negated, ...different], [...orders, ...others, `NOT ${field} <> 1`]);
  }
});

test("strings compare by code point, as their UTF-8 does", () => {
  check({ name: "\u{10000}" }, ["name > '\uffff'", "name > '\ue000'", "name > alias", "name <> alias"], []);
  check(
    { name: "\uffff", alias: "\u{10ffff}" },
    ["name < '\u{10000}'", "name < alias", "name <= alias"],
    ["name > alias"],
  );
  check({ name: "a\u{1f600}" }, ["name < 'a\u{1f601}'", "name > 'a\u{1f5ff}'", "name > 'a'"], ["name < 'a\ue000'"]);
  check({ name: "abc", alias: "abc" }, ["name = alias", "name >= alias"], ["name <> alias", "name = 'ABC'"]);
  check({ name: "", letter: "\0" }, ["name = ''", "name < 'a'", "letter < ' '"], ["name > ''"]);
  check({ name: "é" }, ["name = 'é'"], ["name = 'e\u0301'"]);
});

test("chars are texts of one character", () => {
  check(
    { letter: "b", name: "b" },
    ["letter = name", "letter = 'b'", "letter < 'c'", "letter LIKE '_'"],
    ["letter <> name"],
  );
  check({ letter: "'" }, ["letter = '''", "letter = ''''"], []);
});

test("enums by name, without quotes, by number, in the order of their numbers", () => {
  check(
    { level: "MIDDLE", color: "BLUE" },
    ["level = MIDDLE", "level = `MIDDLE'", "level = 10", "level > LOW", "level < 11", "HIGH > level", "LOW < level"],
    ["level = LOW", "LOW > level", "level = 11", "level < 10"],
  );
  check(
    { color: "BLUE" },
    ["color = color", "color <> 7", "color < 7", "color > GREEN", "BLUE = color"],
    ["color = 7"],
  );
  check({ level: "HIGH", inner: { n: 1, s: "", level: "HIGH" } }, ["level = inner.level", "level = 1000"], []);
  check({ color: "BLUE", i32: 2 }, ["color = i32", "i32 >= color"], ["color <> i32"]);
});

test("FALSE before TRUE", () => {
  check({ flag: false }, ["flag < TRUE", "flag <= 1", "flag >= FALSE", "flag <> TRUE"], ["flag > 0", "flag >= TRUE"]);
  check({ flag: true }, ["flag > FALSE", "flag >= 1", "flag <= TRUE", "flag = 1"], ["flag < TRUE", "flag <= FALSE"]);
});

test("booleans: words, 1 and 0, and numbers of other fields", () => {
  check({ flag: true, between: false, i32: 1 }, ["flag = true", "flag = 1", "flag <> FALSE", "flag > between"], []);
  check({ flag: true, i32: 1 }, ["flag = i32", "flag <= i32", "NOT flag = FALSE", "TRUE = flag"], ["flag <> i32"]);
  check({ flag: false, f64: 0.5 }, ["flag < f64", "flag BETWEEN FALSE AND TRUE"], ["flag NOT BETWEEN FALSE AND TRUE"]);
});

test("BETWEEN has both ends", () => {
  for (const [value, isInside] of [
    [9, false],
    [10, true],
    [15, true],
    [20, true],
    [21, false],
  ] as const) {
    const inside = ["i32 BETWEEN 10 AND 20", "NOT i32 NOT BETWEEN 10 AND 20"];
    const outside = ["i32 NOT BETWEEN 10 AND 20", "NOT i32 BETWEEN 10 AND 20"];
    check({ i32: value }, isInside ? inside : outside, isInside ? outside : inside);
  }
  check({ i32: 15 }, ["i32 NOT BETWEEN 20 AND 10"], ["i32 BETWEEN 20 AND 10"]);
  check({ name: "GREEN" }, ["name BETWEEN 'BLUE' AND 'RED'"], ["name BETWEEN 'A' AND 'B'"]);
  check({ level: "MIDDLE" }, ["level BETWEEN LOW AND 'HIGH'"], []);
});

test("nested members and elements", () => {
  check(
    {},
    [
      ...["inner.n = 1", "inner.s = 'one'", "pair[0].n = 10", "pair[1].s = 'twenty'", "pair[0].n < pair[1].n"],
      ...["lengths[2] = 3", "grid[0][0] = 1", "grid[1][2] = 6", "list[0].level = HIGH", "longs[1] = 6"],
      ...["words[0] = 'a'", "tree.children[0].weight = 2", "longs[0] < grid[1][2]"],
      ...["order = 1", "match = 2", "like = 3", "not = 4", "between = FALSE", "not not = 5"],
    ],
    ["inner.n = 2", "grid[1][0] = 1"],
  );
});

test("what is not there is neither equal nor different, and NOT does not change that", () => {
  const absent = ["list[1].n", "longs[2]", "tree.children[1].weight", "tree.children[0].children[5].weight"];
  for (const field of absent) {
    const texts = ["= 0", "<> 0", "< 0", ">= 0", "BETWEEN -9 AND 9", "NOT BETWEEN -9 AND 9", "= i32", "<> u64"];
    const all = texts.map((rest) => `${field} ${rest}`);
    check({}, [`${field} = NULL`, `NOT ${field} <> NULL`, `NULL = ${field}`], [`${field} <> NULL`, ...all]);
    check(
      {},
      [],
      all.map((text) => `NOT ${text}`),
    );
  }
  for (const text of ["words[9] LIKE '%'", "words[9] MATCH '*'", "words[9] = ''", "words[9] <> ''", "words[9] < 'z'"]) {
    check({}, [], [text, `NOT ${text}`]);
  }
  for (const text of [
    "i32 = longs[9]",
    "i32 <> longs[9]",
    "name <= words[9]",
    "words[9] <> name",
    "list[1].s = words[9]",
  ]) {
    check({}, [], [text, `NOT ${text}`]);
  }
  // UNKNOWN in AND and OR: De Morgan holds.
  check({}, ["longs[9] = 1 OR id = 1", "NOT (longs[9] = 1 AND id = 2)"], ["longs[9] = 1 AND id = 1"]);
  check({}, [], ["NOT (longs[9] = 1 AND id = 1)", "NOT (longs[9] = 1 OR id = 2)", "NOT (NOT longs[9] = 1)"]);
  check({}, ["inner = NULL OR id = 1", "inner <> NULL", "list <> NULL", "id <> NULL"], ["inner = NULL", "id = NULL"]);
});

test("wide characters and strings compare as others do", () => {
  const type = parseIdl("struct W { wchar letter; wstring<8> text; wstring other; };").structs[0]!;
  for (const representation of ["xcdr1", "xcdr2"] as const) {
    const codec = compileCodec(type, { representation });
    const value = codec.deserialize(codec.serialize({ letter: "é", text: "blau", other: "rot" }));
    const matches = (text: string) => compileFilter(type, text).matches(value as never);
    for (const text of [
      "letter = 'é'",
      "letter > 'e'",
      "text LIKE 'bl%'",
      "text < other",
      "text BETWEEN 'a' AND 'c'",
    ]) {
      assert.ok(matches(text), text);
      assert.not(matches(`NOT ${text}`), `NOT ${text}`);
    }
  }
  const problemOf = (text: string) => {
    try {
      compileFilter(type, text);
    } catch (error) {
      return (error as FilterError).problem;
    }
    return "accepted";
  };
  assert.is(problemOf("letter = 'ab'"), "expected one character for letter (wchar), found the string 'ab'");
  assert.is(problemOf("letter > 5"), "expected one character for letter (wchar), found the number 5");
});

test("what is neither a value nor has parts cannot be compared", () => {
  const idl =
    "union U switch (long) { case 1: long a; }; bitmask M { F }; struct S { U u; M m; map<long, long> pairs; };";
  const type = parseIdl(idl).structs[0]!;
  for (const field of ["u", "m", "pairs"]) {
    const wrong = /has no order; filters compare numbers, strings, enums and booleans/;
    assert.throws(() => compileFilter(type, `${field} = 1`), wrong, field);
  }
});

test("a key-only sample has its key members alone", () => {
  for (const codec of codecs) {
    const key = codec.deserializeKey(codec.serializeKey(all({ name: "RED", id: 7 })));
    const matches = (text: string) => compileFilter(ALL, text).matches(key as never);
    assert.ok(matches("name = 'RED' AND id > 6"));
    assert.ok(matches("inner.n = NULL AND pair[0].n = NULL"));
    for (const text of ["f32 = 0", "i32 <> 1", "inner.n = 0", "grid[0][0] = 0", "flag = FALSE", "color = RED"]) {
      assert.not(matches(text), text);
      assert.not(matches(`NOT ${text}`), `NOT ${text}`);
    }
  }
});

test("values of wrong kinds are as good as none, and never throw", () => {
  const garbage = [undefined, null, 5, 5n, "x", true, NaN, {}, [], Symbol("s"), () => 0, new Uint8Array(3)];
  const fields = ["name", "id", "flag", "i64", "f32", "f64", "letter", "color", "inner.n", "pair[1].n", "grid[0][1]"];
  for (const field of fields) {
    const [member] = field.split(/[.[]/) as [string];
    const constant = { name: "'a'", letter: "'a'", flag: "TRUE", color: "GREEN" }[field] ?? "3";
    for (const value of garbage) {
      for (const operator of ["=", "<>", "<", "<=", ">", ">=", "= i32 OR id <>"]) {
        if (operator.includes("i32") && constant !== "3") continue;
        const filter = compileFilter(ALL, `${field} ${operator} ${constant}`);
        assert.type(filter.matches(all({ [member]: value })), "boolean");
      }
    }
  }
});

test.run();
