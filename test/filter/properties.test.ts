/** Random expressions against a second opinion; random types; text that is no expression at all. */
import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileCodec } from "../../src/cdr/index.js";
import { compileFilter, compileQuery, FilterError, parseFilter } from "../../src/filter/index.js";
import { parseIdl, type StructType, type TypeDescription } from "../../src/idl/index.js";
import { simpleTypes } from "../cdr/arbitraries.js";
import { valuesOf } from "../cdr/values.js";
import {
  booleanConstant,
  type Constant,
  type EnumValues,
  enumConstant,
  evaluate,
  floatConstant,
  integerConstant,
  type Operand,
  spell,
  textConstant,
  trees,
} from "./oracle.js";
import { ALL, all } from "./support.js";

const test = suite("filter: properties");

const type = parseIdl(`
  enum Level { @value(-5) LOW, @value(10) MIDDLE, @value(1000) HIGH };
  struct Inner { long n; string s; };
  @appendable struct Sample {
    @key string name; octet raw; short i16; unsigned long u32; long long i64; unsigned long long u64;
    float f32; double f64; boolean flag; char letter; Level level; Inner inner; sequence<Inner> list; sequence<long long> longs;
  };`).structs.at(-1)!;

const ENUMS: EnumValues = { LOW: -5, MIDDLE: 10, HIGH: 1000 };

const FIELDS: readonly Operand[] = [
  { path: "name", kind: "text" },
  { path: "raw", kind: "int" },
  { path: "i16", kind: "int" },
  { path: "u32", kind: "int" },
  { path: "i64", kind: "int" },
  { path: "u64", kind: "int" },
  { path: "f32", kind: "float32" },
  { path: "f64", kind: "float64" },
  { path: "flag", kind: "boolean" },
  { path: "letter", kind: "char" },
  { path: "level", kind: "enum" },
  { path: "inner.n", kind: "int" },
  { path: "inner.s", kind: "text" },
  { path: "list[0].n", kind: "int" },
  { path: "list[1].s", kind: "text" },
  { path: "longs[0]", kind: "int" },
];

// Few values, so that constants and fields often meet; among them those where comparisons go wrong.
const TEXTS = [
  "",
  "a",
  "ab",
  "abc",
  "b",
  "a/b",
  "it's",
  "%",
  "_",
  "*",
  "é",
  "\ue000",
  "\uffff",
  "\u{10000}",
  "x\u{1f600}y",
];
const BIGS = [
  0n,
  1n,
  -1n,
  5n,
  2n ** 53n,
  2n ** 53n + 1n,
  -(2n ** 53n) - 1n,
  2n ** 62n + 1n,
  2n ** 63n - 1n,
  -(2n ** 63n),
];
const DOUBLES = [0, -0, 1, -1, 5, 0.1, Math.fround(0.1), 0.5, 2 ** 53, 2 ** 63, 1e300, 5e-324, 3e38];

const within = (low: bigint, high: bigint) => fc.constantFrom(...BIGS.filter((big) => big >= low && big <= high));
const int = (low: number, high: number) => within(BigInt(low), BigInt(high)).map(Number);
const double = fc.constantFrom(...DOUBLES, NaN, Infinity, -Infinity);
const inner = fc.record({ n: int(-(2 ** 31), 2 ** 31 - 1), s: fc.constantFrom(...TEXTS) });

const samples = fc.record({
  name: fc.constantFrom(...TEXTS),
  raw: int(0, 255),
  i16: int(-32768, 32767),
  u32: int(0, 2 ** 32 - 1),
  i64: within(-(2n ** 63n), 2n ** 63n - 1n),
  u64: within(0n, 2n ** 64n - 1n),
  f32: double.filter((value) => !Number.isFinite(value) || Math.abs(value) <= 3e38),
  f64: double,
  flag: fc.boolean(),
  letter: fc.constantFrom("a", "b", "'", "%", "é", "ÿ"),
  level: fc.constantFrom(...Object.keys(ENUMS)),
  inner,
  list: fc.array(inner, { maxLength: 2 }),
  longs: fc.array(within(-(2n ** 63n), 2n ** 63n - 1n), { maxLength: 1 }),
});

function constantOf({ kind }: Operand): fc.Arbitrary<Constant> {
  switch (kind) {
    case "text":
      return fc.constantFrom(...TEXTS).map(textConstant);
    case "char":
      return fc.constantFrom("a", "b", "'", "é").map(textConstant);
    case "boolean":
      return fc.boolean().map(booleanConstant);
    case "enum":
      return fc.oneof(
        fc.constantFrom(...Object.keys(ENUMS)).map(enumConstant),
        fc.constantFrom(-5n, 0n, 10n, 999n, 1000n).map(integerConstant),
      );
    default:
      return fc.oneof(
        fc.constantFrom(...BIGS, 2n ** 64n - 1n).map(integerConstant),
        fc.constantFrom(...DOUBLES.filter((value) => kind !== "float32" || value <= 3e38)).map(floatConstant),
      );
  }
}

const patterns = fc
  .array(fc.constantFrom("a", "b", "/", "%", "_", "*", "?", ",", "é", "\u{1f600}", "'"), { maxLength: 6 })
  .map((parts) => parts.join(""));

const codecs = [
  compileCodec(type, { representation: "xcdr2" }),
  compileCodec(type, { representation: "xcdr1", int64: "number" }),
];

test("filters agree with the naive evaluator", () => {
  let passed = 0;
  const spelling = fc.infiniteStream(fc.nat(1000));
  fc.assert(
    fc.property(
      trees(FIELDS, constantOf, patterns),
      fc.array(samples, { minLength: 4, maxLength: 4 }),
      spelling,
      (tree, values, picks) => {
        const { text, parameters } = spell(tree, (count) => picks.next().value! % count);
        const filter = compileFilter(type, text, parameters);
        for (const value of values) {
          const forms = [value, ...codecs.map((codec) => codec.deserialize(codec.serialize(value)))];
          for (const form of forms) {
            const expected = evaluate(tree, form, ENUMS) === true;
            passed += Number(expected);
            assert.is(filter.matches(form as never), expected, `${text} ${JSON.stringify(parameters)}`);
          }
        }
      },
    ),
    { numRuns: 1500 },
  );
  assert.ok(passed > 1500, `only ${passed} samples passed`);
});

test("ORDER BY gives an order: sorting by it sorts, whatever the values", () => {
  const compare = compileQuery(type, `ORDER BY ${FIELDS.map((field) => field.path).join(", ")}`).compare!;
  fc.assert(
    fc.property(samples, samples, samples, (a, b, c) => {
      assert.is(Math.sign(compare(a, b)), -Math.sign(compare(b, a)) + 0);
      assert.is(compare(a, a), 0);
      if (compare(a, b) <= 0 && compare(b, c) <= 0) assert.ok(compare(a, c) <= 0);
    }),
    { numRuns: 500 },
  );
});

/** The paths of all fields that can be compared, with a first element for collections. */
function pathsOf(struct: StructType): string[] {
  const walk = (part: TypeDescription, path: string): string[] => {
    switch (part.kind) {
      case "struct":
        return part.members.flatMap((member) =>
          walk(member.type, path === "" ? member.name : `${path}.${member.name}`),
        );
      case "sequence":
        return [...walk(part.element, `${path}[0]`), ...(part.bound === 1 ? [] : walk(part.element, `${path}[1]`))];
      case "array":
        return walk(part.element, path + part.dimensions.map((count) => `[${count - 1}]`).join(""));
      default:
        return [path];
    }
  };
  return walk(struct, "");
}

test("no field of any type throws, whole or key only", () => {
  const cases = simpleTypes().chain((any) =>
    fc.tuple(fc.constant(any), valuesOf(any) as fc.Arbitrary<Record<string, unknown>>),
  );
  fc.assert(
    fc.property(cases, ([any, value]) => {
      const codec = compileCodec(any, { representation: "xcdr1" });
      const forms: object[] = [value, codec.deserialize(codec.serialize(value)), codec.defaultValue(), {}];
      if (codec.hasKey) forms.push(codec.deserializeKey(codec.serializeKey(value)));
      for (const path of pathsOf(any)) {
        const tests = ["=", "<>", "<", "<=", ">", ">="].map((operator) => `${path} ${operator} ${path}`);
        const results = forms.map((form) => tests.map((text) => compileFilter(any, text).matches(form as never)));
        assert.ok(results.flat().every((result) => typeof result === "boolean"));
        // A value equals itself, unless it is not there or NaN.
        const [whole] = results;
        const isNaNOrMissing = !whole![0];
        assert.equal(
          whole,
          isNaNOrMissing ? [false, whole![1], false, false, false, false] : [true, false, false, true, false, true],
          path,
        );
        compileQuery(any, `ORDER BY ${path}`).compare!(forms[0] as never, forms.at(-1) as never);
      }
    }),
    { numRuns: 300 },
  );
});

/** Runs an action that may throw nothing but a FilterError with a place inside the text and one line of message. */
function survives(text: string, parameters: readonly string[]): boolean {
  try {
    const filter = compileFilter(ALL, text, parameters);
    for (const sample of [all(), {}]) assert.type(filter.matches(sample), "boolean");
    return true;
  } catch (error) {
    assert.instance(error, FilterError, `${text}: ${error}`);
    const { message, offset, pretty, expression } = error as FilterError;
    assert.is(expression, text);
    assert.ok(offset === undefined || (offset >= 0 && offset <= text.length), `offset ${offset}`);
    assert.not.match(message, /\n/);
    assert.ok(message.length < 500, message);
    assert.ok(pretty.split("\n").length <= 3, pretty);
    return false;
  }
}

const VALID = [
  "id = 1 AND (name LIKE 'B%' OR NOT color = 'GREEN') AND i64 > %0",
  "pair[1].n BETWEEN -5 AND 0x1F OR list[0].s MATCH 'a*,[b-d]?' AND flag = TRUE",
  "NOT (f32 >= 1.5e-3 AND letter <> 'x') OR tree.children[0].weight != %1",
  "order = 1 or between = false and inner <> NULL or level NOT BETWEEN LOW AND 'HIGH'",
];

test("text that is no expression throws a FilterError and nothing else", () => {
  const word = fc.constantFrom(
    ..."id name color i64 letter flag GREEN AND OR NOT BETWEEN LIKE MATCH ORDER BY TRUE NULL".split(" "),
    ..."= <> < <= > >= != == ( ) [ ] . , ' ` % %0 %1 %99 ''' '' 'a' 1 -1 1.5 1e9 0x1f \\ \n \0 é 😀 \ud800".split(" "),
  );
  const soup = fc.array(word, { maxLength: 20 }).map((words) => words.join(" "));
  const glued = fc.array(word, { maxLength: 12 }).map((words) => words.join(""));
  const anything = fc.oneof(soup, glued, fc.string(), fc.string({ unit: "binary" }));
  fc.assert(
    fc.property(anything, fc.array(fc.string({ unit: "binary" }), { maxLength: 3 }), (text, parameters) => {
      survives(text, parameters);
    }),
    { numRuns: 5000 },
  );
});

test("mutated expressions throw a FilterError and nothing else", () => {
  const cut = fc.record({ at: fc.nat(), length: fc.nat(6), to: fc.nat(), insert: fc.string({ maxLength: 3 }) });
  let survivors = 0;
  fc.assert(
    fc.property(fc.constantFrom(...VALID), fc.array(cut, { minLength: 1, maxLength: 3 }), (valid, cuts) => {
      let text = valid;
      for (const { at, length, to, insert } of cuts) {
        const start = at % (text.length + 1);
        const piece = text.slice(start, start + length);
        const rest = text.slice(0, start) + insert + text.slice(start + length);
        const target = to % (rest.length + 1);
        text = to % 2 === 0 ? rest : rest.slice(0, target) + piece + rest.slice(target);
      }
      survivors += Number(survives(text, ["5", "7"]));
    }),
    { numRuns: 5000 },
  );
  assert.ok(survivors > 20, `only ${survivors} mutants were still expressions`);
  for (const text of VALID) {
    assert.ok(survives(text, ["5", "7"]), text);
    for (let end = 0; end < text.length; end++) survives(text.slice(0, end), ["5", "7"]);
    assert.is(parseFilter(text).text, text);
  }
});

test.run();
