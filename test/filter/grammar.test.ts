/** DDS 1.4 Annex B and what vendors add to it: which text is which tree. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseFilter, parseQuery } from "../../src/filter/index.js";
import { show } from "./support.js";

const test = suite("filter: grammar");

function checkAll(cases: readonly (readonly [string, string])[]): void {
  for (const [text, tree] of cases) assert.is(show(parseFilter(text).condition), tree, text);
}

test("comparisons", () => {
  checkAll([
    ["x = 1", "(= x 1)"],
    ["x>1", "(> x 1)"],
    ["x >= 1", "(>= x 1)"],
    ["x < 1", "(< x 1)"],
    ["x <= 1", "(<= x 1)"],
    ["x <> 1", "(<> x 1)"],
    ["x != 1", "(<> x 1)"],
    ["x like 'a%'", "(LIKE x 'a%')"],
    ["x MATCH 'a*'", "(MATCH x 'a*')"],
    ["x = y", "(= x y)"],
    ["x between 1 and 2", "(between x 1 2)"],
    ["x NOT BETWEEN 'a' AND %1", "(not between x 'a' %1)"],
    ["x = NULL", "(= x NULL)"],
    [" \t\r\n\f\vx\n=\n1 ", "(= x 1)"],
    ["", "()"],
    ["  ", "()"],
  ]);
});

test("a literal or parameter on the left changes places, and the operator turns round", () => {
  checkAll([
    ["1 = x", "(= x 1)"],
    ["1 <> x", "(<> x 1)"],
    ["1 < x", "(> x 1)"],
    ["1 <= x", "(>= x 1)"],
    ["%7 > x", "(< x %7)"],
    ["'a' >= x", "(<= x 'a')"],
    ["NULL = x", "(= x NULL)"],
  ]);
});

test("NOT before AND before OR", () => {
  checkAll([
    ["a=1 AND b=2", "(and (= a 1) (= b 2))"],
    ["a=1 AND b=2 AND c=3", "(and (= a 1) (= b 2) (= c 3))"],
    ["a=1 OR b=2 OR c=3", "(or (= a 1) (= b 2) (= c 3))"],
    ["a=1 OR b=2 AND c=3", "(or (= a 1) (and (= b 2) (= c 3)))"],
    ["a=1 AND b=2 OR c=3", "(or (and (= a 1) (= b 2)) (= c 3))"],
    ["(a=1 OR b=2) AND c=3", "(and (or (= a 1) (= b 2)) (= c 3))"],
    ["NOT a=1 AND b=2", "(and (not (= a 1)) (= b 2))"],
    ["NOT (a=1 AND b=2)", "(not (and (= a 1) (= b 2)))"],
    ["a=1 AND NOT b=2", "(and (= a 1) (not (= b 2)))"],
    ["NOT NOT a=1", "(= a 1)"],
    ["not Not nOT a=1", "(not (= a 1))"],
    ["((((a=1))))", "(= a 1)"],
    ["a between 1 and 2 and b=3", "(and (between a 1 2) (= b 3))"],
    ["NOT a NOT BETWEEN 1 AND 2 OR b=3", "(or (not (not between a 1 2)) (= b 3))"],
    ["(a=1)AND(b=2)", "(and (= a 1) (= b 2))"],
  ]);
});

test("keywords have no case", () => {
  checkAll([
    ["a=1 and b=2 Or Not c Like 'x'", "(or (and (= a 1) (= b 2)) (not (LIKE c 'x')))"],
    ["a Between 1 aNd 2", "(between a 1 2)"],
    ["a=true AND b=False and c = null", "(and (= a TRUE) (= b FALSE) (= c NULL))"],
  ]);
});

test("numbers", () => {
  checkAll([
    ["x=007", "(= x 7)"],
    ["x=-5", "(= x -5)"],
    ["x=+5", "(= x 5)"],
    ["x>-5", "(> x -5)"],
    ["x=0x1F", "(= x 31)"],
    ["x=0Xff", "(= x 255)"],
    ["x=-0x10", "(= x -16)"],
    ["x=9007199254740993", "(= x 9007199254740993)"],
    ["x=18446744073709551615", "(= x 18446744073709551615)"],
    ["x=-9223372036854775808", "(= x -9223372036854775808)"],
    ["x=0xffffffffffffffff", "(= x 18446744073709551615)"],
    [`x=${"0".repeat(5000)}1`, "(= x 1)"],
    ["x=1.5", "(= x 1.5)"],
    ["x=1.", "(= x 1.0)"],
    ["x=.5", "(= x 0.5)"],
    ["x=-.5e2", "(= x -50.0)"],
    ["x=1e3", "(= x 1000.0)"],
    ["x=1E-3", "(= x 0.001)"],
    ["x=2.5e+1", "(= x 25.0)"],
    ["x=1e-999", "(= x 0.0)"],
  ]);
});

test("strings and characters", () => {
  checkAll([
    ["s='RED'", "(= s 'RED')"],
    ["s=`RED'", "(= s 'RED')"],
    ["s=''", "(= s '')"],
    ["s=`'", "(= s '')"],
    ["s='it''s'", "(= s 'it's')"],
    ["s=''''", "(= s ''')"],
    ["s='''a'''", "(= s ''a'')"],
    ["s='a\"b%0(AND)'", "(= s 'a\"b%0(AND)')"],
    ["s='Zoë 𐐷'", "(= s 'Zoë 𐐷')"],
    // CHARVALUE of a quote, as Fast DDS and OpenDDS read it, where SQL would see a string without an end.
    ["c='''", "(= c ''')"],
    ["c=''' AND x=1", "(and (= c ''') (= x 1))"],
  ]);
});

test("fields, elements and parameters", () => {
  checkAll([
    ["a.b.c = 1", "(= a.b.c 1)"],
    ["a[3].b = 1", "(= a[3].b 1)"],
    ["a[0x10][2] = 1", "(= a[16][2] 1)"],
    ["_a1.B_ = _c", "(= _a1.B_ _c)"],
    ["x = %0", "(= x %0)"],
    ["x = %99", "(= x %99)"],
    ["x = %05", "(= x %5)"],
  ]);
  assert.equal(
    [parseFilter("x = 1"), parseFilter("x = %0"), parseFilter("x > %7 AND y BETWEEN %2 AND %3")].map(
      (expression) => expression.parameterCount,
    ),
    [0, 1, 8],
  );
});

test("a keyword is a field where only a field can stand", () => {
  checkAll([
    ["order = 1", "(= order 1)"],
    ["match MATCH 'a'", "(MATCH match 'a')"],
    ["like LIKE 'a'", "(LIKE like 'a')"],
    ["not = 1 and and = 2", "(and (= not 1) (= and 2))"],
    ["not not = 1", "(not (= not 1))"],
    ["between between 1 and 2", "(between between 1 2)"],
    ["a = or or b = and", "(or (= a or) (= b and))"],
    ["(a = like)", "(= a like)"],
    ["order.by = 1", "(= order.by 1)"],
    ["by = 1", "(= by 1)"],
  ]);
});

test("queries: a condition, an order, both or neither", () => {
  const shown = (text: string) => {
    const { condition, orderBy } = parseQuery(text);
    return [show(condition), ...orderBy.map((field) => field.name)];
  };
  assert.equal(shown("x > 10 ORDER BY y"), ["(> x 10)", "y"]);
  assert.equal(shown("order by a.b, c , d[2].e"), ["()", "a.b", "c", "d[2].e"]);
  assert.equal(shown("order = 1 Order By order, by"), ["(= order 1)", "order", "by"]);
  assert.equal(shown("a = order ORDER BY a"), ["(= a order)", "a"]);
  assert.equal(shown("x = 1"), ["(= x 1)"]);
  assert.equal(shown(""), ["()"]);
});

test("what vendors read differently is told", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["a=1 AND b=2 AND c=3", []],
    ["a=1 AND b=2 OR c=3", ["precedence"]],
    ["a=1 OR b=2 AND c=3", ["precedence"]],
    ["(a=1 AND b=2) OR c=3", []],
    ["(a=1 AND b=2 OR c=3)", ["precedence"]],
    ["NOT a=1", []],
    ["b=2 AND NOT a=1", []],
    ["NOT a=1 AND b=2", ["negation"]],
    ["NOT (a=1) OR b=2", ["negation"]],
    ["(NOT a=1) AND b=2", []],
    ["NOT a=1 AND b=2 OR c=3", ["negation", "precedence"]],
    ["a BETWEEN 1 AND 2 OR b=1", []],
  ];
  for (const [text, differences] of cases) assert.equal(parseFilter(text).vendorDifferences, differences, text);
});

test.run();
