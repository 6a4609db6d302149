/** What the filter tests share: a type with a field of every kind, the tree of an expression as text, errors. */
import * as assert from "uvu/assert";
import type { Condition, Term } from "../../src/filter/FilterExpression.js";
import { FilterError } from "../../src/filter/index.js";
import { parseIdl, type StructType } from "../../src/idl/index.js";

const { structs } = parseIdl(`
  enum Color { RED, GREEN, BLUE };
  enum Level { @value(-5) LOW, @value(10) MIDDLE, @value(1000) HIGH };
  typedef string<20> Name;
  typedef long Lengths[3];
  struct Inner { long n; string s; Level level; };
  struct Tree { long weight; sequence<Tree> children; };
  @appendable struct All {
    @key string name; @key long id;
    boolean flag; octet raw; int8 i8; uint8 u8; short i16; unsigned short u16; long i32; unsigned long u32;
    long long i64; unsigned long long u64; float f32; double f64; char letter;
    Color color; Level level; Name alias; Inner inner; Inner pair[2]; Lengths lengths; long grid[2][3];
    sequence<Inner, 4> list; sequence<long long> longs; sequence<string> words; Tree tree;
    long order; long match; long like; long not; boolean between;
  };`);

/** A type with a field of every kind, and some called like keywords. Key: name and id. */
export const ALL: StructType = structs.find((struct) => struct.name === "All")!;

/** A value of ALL, with some members replaced. */
export function all(members: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    ...{ name: "BLUE", id: 1, flag: true, raw: 200, i8: -8, u8: 8, i16: -16, u16: 16, i32: -32, u32: 4000000000 },
    ...{ i64: -(2n ** 62n) - 1n, u64: 2n ** 63n + 1n, f32: Math.fround(0.1), f64: 0.1, letter: "x" },
    ...{ color: "GREEN", level: "MIDDLE", alias: "short", inner: { n: 1, s: "one", level: "LOW" } },
    pair: [
      { n: 10, s: "ten", level: "LOW" },
      { n: 20, s: "twenty", level: "HIGH" },
    ],
    lengths: Int32Array.of(1, 2, 3),
    grid: [Int32Array.of(1, 2, 3), Int32Array.of(4, 5, 6)],
    ...{ list: [{ n: 7, s: "seven", level: "HIGH" }], longs: BigInt64Array.of(5n, 6n), words: ["a", "b"] },
    tree: { weight: 1, children: [{ weight: 2, children: [] }] },
    ...{ order: 1, match: 2, like: 3, not: 4, between: false },
    ...members,
  };
}

/** The tree as nested parentheses: `(and (= x 1) (not (LIKE name 'a%')))`. */
export function show(condition: Condition | undefined): string {
  switch (condition?.kind) {
    case undefined:
      return "()";
    case "and":
    case "or":
      return `(${[condition.kind, ...condition.terms.map(show)].join(" ")})`;
    case "not":
      return `(not ${show(condition.term)})`;
    case "comparison":
      return `(${condition.operator} ${showTerm(condition.left)} ${showTerm(condition.right)})`;
    case "between": {
      const bounds = [condition.field, condition.low, condition.high].map(showTerm).join(" ");
      return `(${condition.isNegated ? "not between" : "between"} ${bounds})`;
    }
  }
}

/** Floats always with a point or an exponent, so that kinds can be told apart. */
function showTerm(term: Term): string {
  switch (term.kind) {
    case "field":
      return term.name;
    case "parameter":
      return `%${term.index}`;
    case "text":
      return `'${term.value}'`;
    case "null":
      return "NULL";
    case "boolean":
      return term.value ? "TRUE" : "FALSE";
    case "float":
      return Number.isInteger(term.value) ? term.value.toFixed(1) : String(term.value);
    case "integer":
      return String(term.value);
  }
}

/** The FilterError that an action throws. */
export function errorOf(action: () => unknown, what = "the action"): FilterError {
  try {
    action();
  } catch (error) {
    assert.instance(error, FilterError, `${what}: ${error}`);
    return error as FilterError;
  }
  throw new Error(`accepted: ${what}`);
}
