import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isPartitionPattern, partitionsInWords, partitionsMatch, partitionTrials } from "../../src/qos/index.js";

const test = suite("partitions");

test("lists of names and patterns", () => {
  const table: [string[], string[], boolean][] = [
    [[], [], true],
    [[], [""], true],
    [[""], [""], true],
    [[], ["A"], false],
    [["A"], ["A"], true],
    [["A"], ["B"], false],
    [["A", "B"], ["B", "C"], true],
    [["A", "B"], ["C", "D"], false],
    [["A"], ["a"], false],
    [["*"], [], true],
    [["*"], [""], true],
    [["?"], [], false],
    [["A*"], ["A"], true],
    [["A*"], ["AB/C"], true],
    [["A*"], ["BA"], false],
    [["A?"], ["AB"], true],
    [["A?"], ["A"], false],
    [["A?"], ["ABC"], false],
    [["*"], ["*"], false],
    [["A*"], ["A*"], false],
    [["A*"], ["*"], false],
    [["A*", "A"], ["A*"], true],
    [["x", "A*"], ["B", "AZ"], true],
  ];
  for (const [a, b, expected] of table) {
    assert.is(partitionsMatch(a, b), expected, `${JSON.stringify(a)} ${JSON.stringify(b)}`);
    assert.is(partitionsMatch(b, a), expected, `${JSON.stringify(b)} ${JSON.stringify(a)}`);
  }
});

test("patterns of fnmatch against one name", () => {
  const table: [string, string, boolean][] = [
    ["a[bc]d", "abd", true],
    ["a[bc]d", "acd", true],
    ["a[bc]d", "aed", false],
    ["a[!bc]d", "aed", true],
    ["a[^bc]d", "abd", false],
    ["[a-c]x", "bx", true],
    ["[a-c]x", "dx", false],
    ["[]]x", "]x", true],
    ["[!]]x", "]x", false],
    ["[a-]x", "-x", true],
    ["[[:digit:]]x", "7x", true],
    ["[[:digit:]]x", "ax", false],
    ["[[:alpha:][:digit:]_]x", "_x", true],
    ["[[.-.]]x", "-x", true],
    ["[[=a=]b]x", "ax", true],
    ["[\\]]x", "]x", true],
    ["\\[a?", "[ab", true],
    ["\\b?", "bc", true],
    ["a\\*?", "axb", false],
    ["*a*b*c*", "xxaxxbxxcxx", true],
    ["*a*b*c*", "xxaxxcxxbxx", false],
    ["*aab", "aaaab", true],
    ["?*?", "a", false],
    ["?*?", "ab", true],
    ["**", "", true],
    ["[", "[", true],
    ["[a", "[a", true],
    ["[a*", "[abc", true],
    ["x?y", "x😀y", true],
    ["*é", "café", true],
  ];
  for (const [pattern, name, expected] of table) {
    assert.is(partitionsMatch([pattern], [name]), expected, `${pattern} ${name}`);
  }
});

test("what counts as a pattern", () => {
  for (const name of ["*", "a?", "[ab]", "x[!y]", "[[:alpha:]]"]) assert.is(isPartitionPattern(name), true, name);
  for (const name of ["", "a", "a]", "[", "[]", "[a", "a\\*", "a\\?"]) assert.is(isPartitionPattern(name), false, name);
});

test("agrees with a regular expression for random patterns", () => {
  const pattern = fc.string({ unit: fc.constantFrom("a", "b", "*", "?", "[ab]", "[!a]"), maxLength: 10 });
  const name = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 10 });
  fc.assert(
    fc.property(pattern, name, (wanted, given) => {
      const source = wanted.replaceAll("*", ".*").replaceAll("?", ".").replaceAll("[!", "[^");
      assert.is(partitionsMatch([wanted], [given]), new RegExp(`^${source}$`, "s").test(given), `${wanted} ${given}`);
    }),
    { numRuns: 3000 },
  );
});

test("any text is accepted and the order of the sides does not matter", () => {
  const list = fc.array(fc.string({ unit: fc.constantFrom(..."ab*?[]!-\\:^.="), maxLength: 12 }), { maxLength: 4 });
  fc.assert(
    fc.property(list, list, (a, b) => {
      assert.is(partitionsMatch(a, b), partitionsMatch(b, a));
    }),
    { numRuns: 2000 },
  );
});

// With backtracking into earlier stars, or a new look at each open bracket, these would not end in a lifetime.
test("hostile patterns take little time", () => {
  assert.is(partitionsMatch([`${"*a".repeat(200)}b`], ["a".repeat(5000)]), false);
  assert.is(partitionsMatch([`${"a*".repeat(2000)}b`], ["a".repeat(4000)]), false);
  assert.is(partitionsMatch(["[".repeat(60000)], ["["]), false);
  assert.is(partitionsMatch(["[\\]".repeat(20000)], ["["]), false);
});

test("in words", () => {
  assert.is(partitionsInWords([]), "the default partition");
  assert.is(partitionsInWords(["A", "B*"]), '"A", "B*"');
});

test("what was tried: patterns on plain names, never on patterns", () => {
  assert.equal(partitionTrials(["A", "B*"], ["C", "D?", "E"]), [
    { pattern: "B*", names: ["C", "E"] },
    { pattern: "D?", names: ["A"] },
  ]);
  assert.equal(partitionTrials(["A"], ["B"]), []);
  assert.equal(partitionTrials(["A*"], []), [{ pattern: "A*", names: [""] }]);
});

test.run();
