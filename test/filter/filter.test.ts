/** A compiled filter: its fields, its parameters, its limits; and queries with their order. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileFilter, compileQuery, type Filter, parseFilter, parseQuery } from "../../src/filter/index.js";
import * as idl from "../../src/idl/index.js";
import { ALL, all, errorOf } from "./support.js";

const test = suite("filter: compiled");

test("one parsed expression serves many types and filters", () => {
  const expression = parseFilter("x > %0");
  const small = idl.struct("Small", { x: idl.int16 });
  const large = idl.struct("Large", { x: idl.float64, y: idl.string() });
  const first = compileFilter(small, expression, ["1"]);
  const second = compileFilter(large, expression, ["1.5"]);
  assert.equal([first.matches({ x: 1 }), first.matches({ x: 2 })], [false, true]);
  assert.equal([second.matches({ x: 1 }), second.matches({ x: 2 })], [false, true]);
  assert.is(first.expression, "x > %0");
  assert.is(expression.text, "x > %0");
});

test("typed values", () => {
  interface Shape {
    color: string;
    x: number;
  }
  const type = idl.struct("Shape", { color: { type: idl.string(), key: true }, x: idl.int32 });
  const filter: Filter<Shape> = compileFilter<Shape>(type, "color = 'RED' AND x < 10");
  const shapes: Shape[] = [
    { color: "RED", x: 5 },
    { color: "RED", x: 10 },
    { color: "BLUE", x: 5 },
  ];
  assert.equal(
    shapes.filter((shape) => filter.matches(shape)),
    [{ color: "RED", x: 5 }],
  );
});

test("an empty expression lets everything pass", () => {
  for (const text of ["", "  \n"]) {
    const filter = compileFilter(ALL, text);
    assert.ok(filter.matches(all()));
    assert.ok(filter.matches({}));
    assert.equal([filter.fields, filter.usesOnlyKeys], [[], true]);
  }
});

test("the fields that are looked at, each once", () => {
  const fieldsOf = (text: string) => compileFilter(ALL, text, ["1"]).fields;
  assert.equal(fieldsOf("id = 1 OR id = 2 OR 3 = id"), ["id"]);
  assert.equal(fieldsOf("pair[0x1].n > inner.n AND NOT name LIKE '%0'"), ["pair[1].n", "inner.n", "name"]);
  assert.equal(fieldsOf("color = GREEN AND RED <> color AND level BETWEEN LOW AND HIGH"), ["color", "level"]);
  assert.equal(fieldsOf("inner = NULL"), ["inner"]);
});

test("whether all fields are part of the key", () => {
  const { structs } = idl.parseIdl(`
    struct Part { @key long a; long b; };
    struct Whole { long c; sequence<long> d; };
    struct Keyed { @key long id; @key Part part; @key Whole whole; @key Whole wholes[2]; Part other; long data; };
    struct Keyless { long x; };`);
  const keyed = structs.find((struct) => struct.name === "Keyed")!;
  const cases: readonly (readonly [string, boolean])[] = [
    ["id = 1", true],
    ["part.a = 1", true],
    ["part.b = 1", false],
    ["whole.c = 1", true],
    ["whole.d[2] = 1", true],
    ["wholes[1].c = id", true],
    ["other.a = 1", false],
    ["data = 1", false],
    ["id = 1 OR data = 1", false],
    ["id = data", false],
    ["part = NULL", true],
  ];
  for (const [text, expected] of cases) assert.is(compileFilter(keyed, text).usesOnlyKeys, expected, text);
  assert.not(compileFilter(structs.find((struct) => struct.name === "Keyless")!, "x = 1").usesOnlyKeys);
});

test("parameters take the form that the field needs", () => {
  const matches = (text: string, ...parameters: string[]) => compileFilter(ALL, text, parameters).matches(all());
  // Strings with quotes as Fast DDS and Connext send them, and without as OpenDDS and CoreDX do.
  for (const value of ["BLUE", "'BLUE'", "`BLUE'"]) assert.ok(matches("name = %0", value), value);
  assert.not(matches("name = %0", " BLUE"));
  assert.ok(matches("name LIKE %0", "B%"));
  assert.ok(matches("name MATCH %0", "'RED,B*'"));
  for (const value of ["x", "'x'"]) assert.ok(matches("letter = %0", value), value);
  for (const value of ["GREEN", "'GREEN'", "1", " 0x1 "]) assert.ok(matches("color = %0", value), value);
  for (const value of ["TRUE", "true", " True ", "1"]) assert.ok(matches("flag = %0", value), value);
  for (const value of ["FALSE", "false", "0"]) assert.ok(matches("flag <> %0", value), value);
  for (const value of ["-32", " -32 ", "-3.2e1", "-0x20"]) assert.ok(matches("i32 = %0", value), value);
  assert.ok(matches("i64 = %0", "-4611686018427387905"));
  assert.ok(matches("f64 = %0", ".1"));
  // One parameter in two places is read as each place needs it.
  assert.ok(compileFilter(ALL, "name = %0 OR id = %0", ["1"]).matches(all({ name: "1", id: 5 })));
});

test("quotes of string parameters", () => {
  const nameOf = (name: string) => all({ name });
  const cases: readonly (readonly [string, string])[] = [
    ["'it''s'", "it's"],
    ["it's", "it's"],
    ["'it's'", "it's"],
    ["''", ""],
    ["", ""],
    ["'", "'"],
    ["'''", "'"],
    ["''''", "'"],
    ["'Z??", "'Z??"],
    ["Z'", "Z'"],
    ["'''a'''", "'a'"],
    ["'a\nb'", "a\nb"],
    ["`a`", "`a`"],
    ['"a"', '"a"'],
  ];
  for (const [parameter, name] of cases) {
    assert.ok(compileFilter(ALL, "name = %0", [parameter]).matches(nameOf(name)), parameter);
  }
});

test("new parameters take the place of the old, or nothing changes", () => {
  const filter = compileFilter(ALL, "i32 BETWEEN %0 AND %1", ["1", "5"]);
  const passing = () => [0, 3, 7].filter((i32) => filter.matches(all({ i32 })));
  assert.equal(passing(), [3]);
  filter.setParameters(["5", "10", "unused"]);
  assert.equal(passing(), [7]);
  assert.equal(filter.parameters, ["5", "10", "unused"]);
  for (const bad of [["0"], ["0", "x"], Array(101).fill("0"), []]) {
    errorOf(() => filter.setParameters(bad));
    assert.equal(passing(), [7]);
    assert.equal(filter.parameters, ["5", "10", "unused"]);
  }
  assert.equal(filter.fields, ["i32"]);
});

test("the parameters are the filter's own", () => {
  const given = ["1"];
  const filter = compileFilter(ALL, "id = %0", given);
  given[0] = "2";
  assert.equal(filter.parameters, ["1"]);
  assert.throws(() => (filter.parameters as string[]).push("3"));
});

test("queries order samples", () => {
  const type = idl.struct("Row", {
    n: idl.int32,
    s: idl.string(),
    f: idl.float64,
    l: idl.int64,
    list: idl.sequence(idl.int32),
  });
  const sorted = (text: string, rows: readonly Record<string, unknown>[]) =>
    [...rows].sort(compileQuery(type, text).compare);
  const rows = [
    { n: 2, s: "b", f: 1.5, l: 3n, list: [9] },
    { n: 1, s: "b", f: NaN, l: 2n ** 60n + 1n, list: [] },
    { n: 2, s: "a", f: -Infinity, l: 2n ** 60n, list: [1, 2] },
    { n: 1, s: "\u{10000}", f: 0, l: -5, list: [1] },
    { n: 1, s: "\uffff", f: NaN, l: 2.5, list: [3] },
  ];
  const order = (text: string) => sorted(text, rows).map((row) => rows.indexOf(row as (typeof rows)[number]));
  assert.equal(order("ORDER BY n"), [1, 3, 4, 0, 2]);
  assert.equal(order("ORDER BY n, s"), [1, 4, 3, 2, 0]);
  assert.equal(order("ORDER BY f"), [2, 3, 0, 1, 4]);
  assert.equal(order("ORDER BY l"), [3, 4, 0, 2, 1]);
  assert.equal(order("n > 0 ORDER BY list[0], n"), [1, 3, 2, 4, 0]);
  assert.equal(order("ORDER BY list[1], n"), [1, 3, 4, 0, 2]);
});

test("queries are filters too", () => {
  const query = compileQuery(ALL, "id > %0 ORDER BY level, name", ["0"]);
  assert.ok(query.matches(all()));
  query.setParameters(["1"]);
  assert.not(query.matches(all()));
  assert.equal(query.orderBy, ["level", "name"]);
  assert.equal([query.fields, query.usesOnlyKeys], [["id"], true]);
  const { compare } = query;
  const [low, high] = [all({ level: "LOW" }), all({ level: "HIGH" })];
  assert.ok(compare!(low, high) < 0);
  assert.ok(compare!(high, low) > 0);
  assert.is(compare!(low, all({ level: "LOW", id: 9 })), 0);
  assert.is(compileQuery(ALL, parseQuery("id = 1")).compare, undefined);
  assert.ok(compileQuery(ALL, "ORDER BY id").matches({}));
});

test("limits of an expression", () => {
  const nested = (depth: number) => `${"(".repeat(depth)}id = 1${")".repeat(depth)}`;
  assert.ok(compileFilter(ALL, nested(200)).matches(all()));
  const tooDeep = errorOf(() => parseFilter(nested(201)));
  assert.equal([tooDeep.code, tooDeep.problem], ["limit-exceeded", "more than 200 parentheses inside each other"]);
  assert.is(errorOf(() => parseFilter("(".repeat(60_000))).code, "limit-exceeded");
  const alternating = `${"(id = 2 OR (id = 1 AND ".repeat(100)}id = 1${"))".repeat(100)}`;
  assert.ok(compileFilter(ALL, alternating).matches(all()));

  const many = (count: number) => Array(count).fill("id = 2").join(" OR ");
  assert.not(compileFilter(ALL, many(4096)).matches(all()));
  const tooMany = errorOf(() => parseFilter(many(4097)));
  assert.equal([tooMany.code, tooMany.problem], ["limit-exceeded", "more than 4096 comparisons"]);

  assert.ok(compileFilter(ALL, `id = 1${" ".repeat(65_530)}`).matches(all()));
  const tooLong = errorOf(() => parseFilter(`id = 1${" ".repeat(65_531)}`));
  assert.equal([tooLong.code, tooLong.problem], ["limit-exceeded", "65537 characters, at most 65536 are allowed"]);
  const longParameter = errorOf(() => compileFilter(ALL, "name = %0", ["a".repeat(65_537)]));
  assert.is(longParameter.code, "limit-exceeded");
});

test("hostile expressions neither hang nor overflow the stack", () => {
  assert.ok(compileFilter(ALL, `${"NOT ".repeat(16_000)}id = 1`).matches(all()));
  assert.not(compileFilter(ALL, `${"not ".repeat(15_999)}id = 1`).matches(all()));
  const deepPath = `tree.${"children[0].".repeat(5_000)}weight`;
  assert.not(compileFilter(ALL, `${deepPath} = 1`).matches(all()));
  assert.ok(compileFilter(ALL, `${deepPath} = NULL`).matches(all()));
  assert.ok(compileFilter(ALL, `f64 < ${"9".repeat(300)}.0`).matches(all()));
  for (const text of [
    `id = ${"9".repeat(65_000)}`,
    `id = 0x${"f".repeat(65_000)}`,
    `${"a".repeat(65_000)} = 1`,
    `id = ${"a".repeat(65_000)}`,
    `name = '${"'".repeat(65_000)}`,
    `pair[${"1".repeat(65_000)}].n = 1`,
    `id = %${"0".repeat(65_000)}`,
    "'".repeat(65_535),
    "%0".repeat(32_000),
    ".".repeat(65_000),
    "((((".repeat(16_000),
    "a.".repeat(32_000),
  ]) {
    const { message } = errorOf(() => compileFilter(ALL, text, ["1"]));
    assert.ok(message.length < 400, `${message.length} characters`);
  }
});

test.run();
