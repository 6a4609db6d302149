/** LIKE and MATCH: what a pattern matches, and what it may cost. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileFilter } from "../../src/filter/index.js";
import { ALL, all, errorOf } from "./support.js";

const test = suite("filter: patterns");

function check(operator: "LIKE" | "MATCH", pattern: string, fits: readonly string[], misses: readonly string[]): void {
  const filter = compileFilter(ALL, `name ${operator} %0`, [`'${pattern.replaceAll("'", "''")}'`]);
  const opposite = compileFilter(ALL, `NOT name ${operator} '${pattern.replaceAll("'", "''")}'`);
  for (const [texts, expected] of [
    [fits, true],
    [misses, false],
  ] as const) {
    for (const name of texts) {
      assert.is(filter.matches(all({ name })), expected, `${JSON.stringify(name)} ${operator} ${pattern}`);
      assert.is(opposite.matches(all({ name })), !expected, `NOT ${JSON.stringify(name)} ${operator} ${pattern}`);
    }
  }
}

test("LIKE: % is any number of characters, _ is one", () => {
  const like = check.bind(undefined, "LIKE");
  like("", [""], ["a"]);
  like("abc", ["abc"], ["", "ab", "abcd", "ABC", "xabc"]);
  like("%", ["", "a", "a\nb", "😀"], []);
  like("%%%", ["", "abc"], []);
  like("a%", ["a", "abc"], ["", "ba", "A"]);
  like("%a", ["a", "cba"], ["", "ab"]);
  like("%b%", ["b", "abc", "ab", "bc"], ["", "ac", "B"]);
  like("%%b%%", ["b", "abc"], ["", "ac"]);
  like("_", ["a", "😀", "\n", "%"], ["", "ab"]);
  like("__", ["ab", "😀a"], ["a", "😀"]);
  like("_%", ["a", "ab"], [""]);
  like("%_", ["a", "ab"], [""]);
  like("a%c", ["ac", "abc", "abbcbc"], ["ab", "acb", "bac"]);
  like("a_c", ["abc", "a😀c"], ["ac", "abbc"]);
  like("%a%b%", ["ab", "xaxbx", "ba ab"], ["ba", "a", "b"]);
  like("%ab_d%", ["abcd", "xxababcdyy"], ["abd", "ab"]);
  like("%aab", ["aaab", "aab"], ["aaba"]);
  like("a%a%a", ["aaa", "abababa"], ["aa", "aab"]);
});

test("LIKE: nothing else is special", () => {
  const like = check.bind(undefined, "LIKE");
  like("a*", ["a*"], ["a", "ab"]);
  like("a?%", ["a?", "a?b"], ["ab", "a"]);
  like("[ab]%", ["[ab]", "[ab]c"], ["a", "b"]);
  like("a\\%", ["a\\", "a\\b"], ["a%"]);
  like("%.^$(+)|{}%", ["x.^$(+)|{}y"], ["."]);
  like("it's%", ["it's", "it's so"], ["its"]);
});

test("MATCH: * is any number of characters and ? is one, but no slash", () => {
  const match = check.bind(undefined, "MATCH");
  match("", [""], ["a"]);
  match("RED", ["RED"], ["", "RE", "REDD", "red"]);
  match("*", ["", "a", "abc"], ["/", "a/b"]);
  match("**", ["", "abc"], ["a/b"]);
  match("a*", ["a", "abc"], ["", "ba", "a/b"]);
  match("?", ["a", "😀"], ["", "ab", "/"]);
  match("a?c", ["abc", "a😀c"], ["ac", "a/c"]);
  match("NASDAQ/*", ["NASDAQ/", "NASDAQ/IBM"], ["NASDAQ", "NASDAQ/A/B", "NYSE/IBM"]);
  match("*/IBM", ["NYSE/IBM", "/IBM"], ["IBM", "a/b/IBM"]);
  match("*a*/b*c", ["xax/bc", "a/bxxc"], ["x/bc", "a/b", "a/bc/c"]);
  match("*b", ["b", "ab", "abab"], ["aba", "a/b"]);
  match("%_", ["%_"], ["ab", ""]);
});

test("MATCH: sets", () => {
  const match = check.bind(undefined, "MATCH");
  match("[abc]", ["a", "b", "c"], ["d", "", "ab", "["]);
  match("[M-Y]*", ["M", "MSFT", "Y"], ["L", "Z", "m", ""]);
  match("[!a-c]", ["d", "A", "😀"], ["a", "b", "c", "", "/"]);
  match("[^a-c]x", ["dx"], ["ax", "x"]);
  match("[]a]", ["]", "a"], ["[", ""]);
  match("[!]a]", ["b"], ["]", "a"]);
  match("[a-]", ["a", "-"], ["b"]);
  match("[-a]", ["a", "-"], ["b"]);
  match("[a,b]", ["a", ",", "b"], ["[a", "b]"]);
  match("[\\]\\-x]", ["]", "-", "x"], ["\\"]);
  match("[+-/]", ["+", ","], ["/", "a"]);
  match("[*?]", ["*", "?"], ["a"]);
  match("*[!😀]x", ["ax", "😀ax"], ["😀x", "a😀x"]);
  match("[z-a]", [], ["a", "m", "z", ""]);
  match("[\u{10000}-\u{10fff}]", ["\u{10400}"], ["\ud7ff", "a"]);
});

test("MATCH: alternatives and backslashes", () => {
  const match = check.bind(undefined, "MATCH");
  match("RED,BLUE", ["RED", "BLUE"], ["RED,BLUE", "GREEN", ""]);
  match("NASDAQ/IBM,NYSE/[A-G]*", ["NASDAQ/IBM", "NYSE/GM"], ["NYSE/IBM", "NASDAQ/GM"]);
  match("a, b", ["a", " b"], ["b"]);
  match("a,", ["a", ""], ["b"]);
  match(",a", ["a", ""], ["b"]);
  match("a,,b", ["a", "", "b"], [","]);
  match("a\\,b,c", ["a,b", "c"], ["a", "b"]);
  match("\\*\\?\\[\\\\", ["*?[\\"], ["ab[\\"]);
  match("\\a*", ["ab"], ["\\ab"]);
});

test("the characters that vendors do not agree on are told", () => {
  const portable = ["name LIKE 'RED'", "name MATCH 'RED'", "name = 'a*'", "name LIKE 'a/b-c'"];
  const others = [
    "LIKE 'R%'",
    "LIKE 'R_D'",
    "LIKE 'a*'",
    "LIKE 'a.b'",
    "LIKE '[a]%'",
    "LIKE 'a\\'",
    "MATCH 'R*'",
    "MATCH 'RED,BLUE'",
    "MATCH '[a]'",
  ];
  for (const text of portable) assert.equal(compileFilter(ALL, text).vendorDifferences, [], text);
  for (const text of others) assert.equal(compileFilter(ALL, `name ${text}`).vendorDifferences, ["pattern"], text);
  const filter = compileFilter(ALL, "NOT id = 1 AND name LIKE %0", ["a"]);
  assert.equal(filter.vendorDifferences, ["negation"]);
  filter.setParameters(["a*"]);
  assert.equal(filter.vendorDifferences, ["negation", "pattern"]);
});

test("patterns made to backtrack take a time that grows with pattern times text", () => {
  const name = "a".repeat(20_000);
  const stars = compileFilter(ALL, "name LIKE %0", [`${"%a".repeat(1000)}%b`]);
  assert.not(stars.matches(all({ name })));
  const matching = compileFilter(ALL, "name MATCH %0", [`${"*a".repeat(1000)}*b`]);
  assert.not(matching.matches(all({ name })));
  const long = compileFilter(ALL, "name LIKE %0", [`%${"a".repeat(2000)}_b%`]);
  assert.not(long.matches(all({ name })));
  const sets = compileFilter(ALL, "name MATCH %0", [`*${"[!b-z]".repeat(600)}b`]);
  assert.not(sets.matches(all({ name })));
});

test("the patterns of a filter have a limit together", () => {
  const half = `%${"_".repeat(2000)}b`;
  assert.ok(compileFilter(ALL, "name LIKE %0 OR name LIKE %0", [half]));
  const error = errorOf(() => compileFilter(ALL, "name LIKE %0 OR name LIKE %0 OR name LIKE %0", [half]));
  assert.is(error.code, "limit-exceeded");
  assert.is(error.offset, "name LIKE %0 OR name LIKE %0 OR name LIKE ".length);
  assert.is(errorOf(() => compileFilter(ALL, "name MATCH %0", ["a*,".repeat(2000)])).code, "limit-exceeded");
  // Names without wildcards are looked up, however many they are, and prefixes are compared once.
  const names = Array.from({ length: 8000 }, (_, number) => `N${number}`).join();
  assert.ok(compileFilter(ALL, "name MATCH %0", [names]).matches(all({ name: "N7999" })));
  assert.ok(compileFilter(ALL, "name LIKE %0", [`${"a".repeat(60_000)}%`]).matches(all({ name: "a".repeat(60_001) })));
  assert.ok(compileFilter(ALL, "name LIKE %0", ["%".repeat(60_000)]).matches(all()));
});

test.run();
