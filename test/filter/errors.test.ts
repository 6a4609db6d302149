/** Mistakes in expressions and parameters: the code, the column, the words. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileFilter, compileQuery, FilterError, parseFilter, parseQuery } from "../../src/filter/index.js";
import { ALL, all, errorOf } from "./support.js";

const test = suite("filter: errors");

/** An expression with the place of the error marked by `~` in front of it. */
function check(marked: string, code: string, problem: string, parameters: readonly string[] = []): void {
  const text = marked.replace("~", "");
  const error = errorOf(() => compileFilter(ALL, text, parameters), marked);
  assert.is(error.code, code, `${marked}: ${error.message}`);
  assert.ok(error.problem.includes(problem), `${marked}: ${error.problem}`);
  assert.is(error.offset, marked.indexOf("~"), `${marked}: ${error.message}`);
}

test("the message is one line; the pretty form has a caret", () => {
  const error = errorOf(() => parseFilter("id >\n\tAND x = 1"));
  assert.is(error.name, "FilterError");
  assert.is(error.expression, "id >\n\tAND x = 1");
  assert.is(error.offset, 6);
  assert.is(error.problem, 'expected a value or a field, found "AND"');
  assert.is(error.message, 'filter "id >\\n\\tAND x = 1" at column 7: expected a value or a field, found "AND"');
  assert.is(error.pretty, 'column 7: expected a value or a field, found "AND"\n  \tAND x = 1\n  \t^');
});

test("a long expression is shown around the place", () => {
  const long = `${"id = 1 OR ".repeat(50)}id ! 1${" OR id = 1".repeat(50)}`;
  const error = errorOf(() => parseFilter(long));
  assert.is(error.offset, 503);
  assert.match(error.message, /^filter "\.\.\.[^"]{80}\.\.\." at column 504: unexpected "!"$/);
  const [first, shown, caret] = error.pretty.split("\n");
  assert.is(first, 'column 504: unexpected "!"');
  assert.is(shown![caret!.length - 1], "!");
  const atEnd = errorOf(() => parseFilter(`${"id = 1 OR ".repeat(50)}id =`)).pretty.split("\n");
  assert.is(atEnd[2]!.indexOf("^"), atEnd[1]!.length);
});

test("without a place the expression is shown from its start", () => {
  const error = errorOf(() => compileFilter(ALL, "id = 1", [], { filterClass: "OPENDDSSQL" }));
  assert.is(error.offset, undefined);
  assert.is(error.message, 'filter "id = 1": filter class "OPENDDSSQL" is not known');
  assert.is(error.pretty, 'filter class "OPENDDSSQL" is not known\n  id = 1');
});

test("syntax", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["id~", "expected =, <>, <, <=, >, >=, LIKE, MATCH or BETWEEN, found the end of the expression"],
    ["id ~name", 'LIKE, MATCH or BETWEEN, found "name"'],
    ["id =~", "expected a value or a field, found the end of the expression"],
    ["id = ~)", 'expected a value or a field, found ")"'],
    ["id ~== 1", 'equality is a single "="'],
    ["id = 1 ~id = 2", 'expected AND, OR or the end of the expression, found "id"'],
    ["id = 1~)", 'expected AND, OR or the end of the expression, found ")"'],
    ["id = 1~;", 'unexpected ";"'],
    ["(id = 1~", 'expected AND, OR or ")", found the end'],
    ["(~)", 'expected a condition, found ")"'],
    ["id = 1 AND~", "expected a condition, found the end of the expression"],
    ["~AND id = 1", 'expected a condition, found "AND"'],
    ["id = 1 OR ~OR id = 2", 'expected a condition, found "OR"'],
    ["NOT~", "expected a condition, found the end"],
    ["id BETWEEN 1~", "expected AND and the upper bound of BETWEEN, found the end"],
    ["id BETWEEN 1 ~OR 2", 'expected AND and the upper bound of BETWEEN, found "OR"'],
    ["id NOT ~LIKE 'a'", "expected BETWEEN after NOT"],
    ["~1 BETWEEN 1 AND 2", "the field stands on the left of BETWEEN"],
    ["~'a' LIKE name", "the field stands on the left of LIKE"],
    ["~1 = 1", "one side of a comparison must be a field"],
    ["~%0 = 'a'", "one side of a comparison must be a field"],
    ["id ~< NULL", "NULL has no order"],
    ["id ~BETWEEN NULL AND 1", "NULL has no order"],
    ["id = ~12abc", '"12abc" is no number'],
    ["id = ~1.2.3", '"1.2.3" is no number'],
    ["id = ~0x", '"0x" is no number'],
    ["id = ~0xfg", '"0xfg" is no number'],
    ["id = ~18446744073709551616", '"18446744073709551616" does not fit in 64 bits'],
    ["id = ~-9223372036854775809", "does not fit in 64 bits"],
    ["id = ~0x10000000000000000", "does not fit in 64 bits"],
    ["id = ~1e309", '"1e309" is more than a double can hold'],
    ["name = ~'BLUE", "the string is not closed with '"],
    ["name = ~'BL\nUE'", "the string is not closed with '"],
    ["name = ~`BLUE`", "the string is not closed with '"],
    ['name = ~"BLUE"', "strings stand in single quotes: 'RED'"],
    ["name = ~‘BLUE’", "strings stand in single quotes: 'RED'"],
    ["name = ~%", "parameters are %0 to %99"],
    ["name = ~%100", "parameters are %0 to %99"],
    ["name = ~%x", "parameters are %0 to %99"],
    ["inner.~ = 1", 'expected a member name after "."'],
    ["inner.~5 = 1", 'expected a member name after "."'],
    ["inner ~. n = 1", 'unexpected "."'],
    ["pair[~] = 1", 'expected an index, such as 3, after "["'],
    ["pair[~x] = 1", "expected an index"],
    ["pair[1~ = 1", 'expected "]" after the index'],
    ["MOD~(id, 2) = 0", 'LIKE, MATCH or BETWEEN, found "("'],
    ["id = 1 ~ORDER BY id", "ORDER BY belongs to queries, not to filters"],
    ["~😀 = 1", 'unexpected "😀"'],
  ];
  for (const [marked, problem] of cases) check(marked, "syntax", problem);
});

test("queries", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["id = 1 ORDER BY~", "expected the name of a field, found the end"],
    ["id = 1 ORDER BY id,~", "expected the name of a field, found the end"],
    ["ORDER BY ~1", "expected the name of a field, found 1"],
    ["ORDER BY id ~name", 'expected "," or the end of the expression, found "name"'],
    ["id = 1 ~name", 'expected AND, OR, ORDER BY or the end, found "name"'],
  ];
  for (const [marked, problem] of cases) {
    const error = errorOf(() => parseQuery(marked.replace("~", "")), marked);
    assert.is(error.code, "syntax");
    assert.ok(error.problem.includes(problem), `${marked}: ${error.problem}`);
    assert.is(error.offset, marked.indexOf("~"), marked);
  }
  assert.is(errorOf(() => compileQuery(ALL, "ORDER BY nothing")).code, "unknown-field");
  assert.is(errorOf(() => compileQuery(ALL, "ORDER BY inner")).code, "wrong-kind");
});

test("fields", () => {
  check("~colour = 'RED'", "unknown-field", 'All has no member "colour"; did you mean color?');
  check("inner.~N = 1", "unknown-field", 'Inner has no member "N"; did you mean n?');
  check("inner.~zzz = 1", "unknown-field", 'Inner has no member "zzz"; it has n, s, level');
  check("id = ~nothing", "unknown-field", 'All has no member "nothing"');
  check("name = ~RED", "unknown-field", "All has no member \"RED\"; a string stands in quotes: 'RED'");
  check("id.~x = 1", "unknown-field", "int32 has no members");
  check("list.~n = 1", "unknown-field", "sequence<Inner, 4> has no members; its elements are list[0]...");
  check("tree.children[0].children.~weight = 1", "unknown-field", "its elements are tree.children[0].children[0]...");
  check("pair[~2].n = 1", "bad-index", "index 2 is beyond Inner[2]");
  check("grid[~2][0] = 1", "bad-index", "index 2 is beyond int32[2][3]");
  check("grid[0][~3] = 1", "bad-index", "index 3 is beyond int32[3]");
  check("list[~4].n = 1", "bad-index", "index 4 is beyond sequence<Inner, 4>");
  check("longs[~4294967295] = 1", "bad-index", "the index is more than 4294967294");
  check("id[~0] = 1", "bad-index", '"id[0]": int32 has no elements');
  check("name[~0] = 'B'", "bad-index", '"name[0]": string has no elements');
});

test("kinds", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["id = ~'1'", "expected a number for id (int32), found the string '1'"],
    ["id = ~TRUE", "expected a number for id (int32), found TRUE"],
    ["f64 > ~'a'", "expected a number for f64 (float64), found the string 'a'"],
    ["i64 = ~'a'", "expected a number for i64 (int64)"],
    ["name = ~1", "expected a string for name (string), found the number 1"],
    ["name > ~1.5", "expected a string for name (string), found the number 1.5"],
    ["name BETWEEN 'a' AND ~2", "expected a string for name (string), found the number 2"],
    ["letter = ~'ab'", "expected one character for letter (char), found the string 'ab'"],
    ["letter = ~''", "expected one character for letter (char)"],
    ["letter = ~65", "expected one character for letter (char), found the number 65"],
    ["flag = ~2", "expected TRUE, FALSE, 1 or 0 for flag (boolean), found the number 2"],
    ["flag = ~'TRUE'", "expected TRUE, FALSE, 1 or 0 for flag (boolean)"],
    ["color = ~1.5", "expected a literal of Color, or a number, for color, found the number 1.5"],
    ["color = ~TRUE", "expected a literal of Color, or a number, for color, found TRUE"],
    ["~id LIKE 'a'", "LIKE is for strings, and id is int32"],
    ["~color MATCH 'R*'", "MATCH is for strings, and color is Color"],
    ["name LIKE ~1", "expected a string for name (string), found the number 1"],
    ["name LIKE ~alias", 'expected a string for name (string), found "alias"'],
    ["name LIKE ~NULL", "expected a pattern for name (string), found NULL"],
    ["~inner = 1", "inner is Inner, which has no order; name one of its members, such as inner.n"],
    ["~list = 1", "list is sequence<Inner, 4>, which has no order; name one of its elements: list[0]"],
    ["id = ~lengths", "lengths is int32[3], which has no order"],
    ["name = ~id", "name (string) cannot be compared with id (int32)"],
    ["color = ~level", "color (Color) cannot be compared with level (Level)"],
    ["color = ~name", "color (Color) cannot be compared with name (string)"],
    ["flag = ~color", "flag (boolean) cannot be compared with color (Color)"],
    ["id BETWEEN ~u32 AND 5", "BETWEEN takes values, not fields: write id >= ... AND id <= ..."],
  ];
  for (const [marked, problem] of cases) check(marked, "wrong-kind", problem);
});

test("literals of enums", () => {
  check("color = ~'GREN'", "unknown-literal", 'Color has no literal "GREN"; did you mean GREEN?');
  check("color > ~GREN", "unknown-literal", "did you mean GREEN?");
  check("~GREN = color", "unknown-literal", "did you mean GREEN?");
  check("level BETWEEN LOW AND ~'TOP'", "unknown-literal", 'Level has no literal "TOP"; it has LOW, MIDDLE, HIGH');
  check("color = ~%0", "unknown-literal", 'Color has no literal "purple"; it has RED, GREEN, BLUE', ["purple"]);
});

test("patterns", () => {
  check("name MATCH ~'a[bc'", "bad-pattern", 'in the pattern "a[bc" a "[" is not closed');
  check("name MATCH ~'[]'", "bad-pattern", 'a "[" is not closed');
  check("name MATCH ~%0", "bad-pattern", 'nothing stands behind the last "\\"', ["a,b\\"]);
});

test("parameters", () => {
  check("id = 1 AND id > ~%2", "missing-parameter", "no value for %2: only %0 to %1 are given", ["1", "2"]);
  check("id > ~%1", "missing-parameter", "no value for %1: only %0 is given", ["1"]);
  check("name LIKE ~%0", "missing-parameter", "no value for %0: none is given");
  check("id = ~%0", "bad-parameter", '%0 is "abc", not a number for id (int32)', ["abc"]);
  check("id = ~%0", "bad-parameter", '%0 is "", not a number for id (int32)', [""]);
  check("id = ~%0", "bad-parameter", "%0 is \"'5'\", not a number for id (int32)", ["'5'"]);
  check("id = ~%0", "bad-parameter", "does not fit in 64 bits", ["99999999999999999999"]);
  check("id BETWEEN 1 AND ~%1", "bad-parameter", '%1 is "TRUE"', ["1", "TRUE"]);
  check("flag = ~%0", "bad-parameter", '%0 is "yes", not TRUE, FALSE, 1 or 0 for flag (boolean)', ["yes"]);
  check("letter = ~%0", "bad-parameter", '%0 is "xy", not one character for letter (char)', ["xy"]);
  check("color = ~%0", "bad-parameter", '%0 is "1.5", not a literal of Color', ["1.5"]);
  const many = errorOf(() => compileFilter(ALL, "id = %0", Array(101).fill("1")));
  assert.is(many.code, "too-many-parameters");
  assert.is(many.message, 'filter "id = %0": 101 parameters, %0 to %99 are allowed');
  const notString = errorOf(() => compileFilter(ALL, "id = %0", [5] as unknown as string[]));
  assert.is(notString.message, 'filter "id = %0": %0 must be a string, not number');
  for (const [parameters, kind] of [
    [null, "null"],
    ["12", "string"],
    [{ 0: "1" }, "object"],
  ] as const) {
    const notList = errorOf(() => compileFilter(ALL, "id = %0", parameters as unknown as string[]));
    assert.is(notList.code, "bad-parameter");
    assert.is(notList.message, `filter "id = %0": give a list of strings, not ${kind}`);
  }
  assert.ok(compileFilter(ALL, "id = %99", Array(100).fill("1")).matches(all()));
});

test("filter classes", () => {
  for (const filterClass of ["", "DDSSQL"]) assert.ok(compileFilter(ALL, "id = 1", [], { filterClass }).matches(all()));
  const matching = compileFilter(ALL, "name MATCH %0", ["'RED,BLUE'"], { filterClass: "DDSSTRINGMATCH" });
  assert.ok(matching.matches(all()));
  for (const text of ["id = 1", "name MATCH 'a' OR name MATCH 'b'", ""]) {
    assert.is(errorOf(() => compileFilter(ALL, text, [], { filterClass: "DDSSTRINGMATCH" })).code, "syntax");
  }
  assert.is(errorOf(() => compileFilter(ALL, "id = 1", [], { filterClass: "ddssql" })).code, "unsupported-class");
});

test("an expression that is no string", () => {
  assert.is(
    errorOf(() => parseFilter(5 as unknown as string)).message,
    'filter "": the expression must be a string, not number',
  );
  for (const make of [compileFilter, compileQuery]) {
    const error = errorOf(() => make(ALL, null as unknown as string));
    assert.is(error.message, 'filter "": the expression must be a string, not null');
  }
  assert.instance(new FilterError("syntax", "x", ""), Error);
});

test.run();
