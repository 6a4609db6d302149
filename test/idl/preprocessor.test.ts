/** Included files, macros, conditions (OMG IDL 4.2 §7.3). */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { array, int32, type ParseIdlOptions, parseIdl, searchPaths, sequence } from "../../src/idl/index.js";
import { checkError, constantsOf, errorOf, membersOf } from "./support.js";

const test = suite("idl: preprocessor");

/** Files by path. */
function files(texts: Readonly<Record<string, string>>, folders: readonly string[] = []): ParseIdlOptions {
  return { file: "main.idl", include: searchPaths(folders, (path) => texts[path]) };
}

test("included files are read where they are included", () => {
  const options = files({ "a.idl": "module m { struct A { long x; }; };\n#define N 3\n", "b/c.idl": "struct C { };" });
  const model = parseIdl('#include "a.idl"\n#include "b/c.idl"\nstruct B { m::A a[N]; C c; };', options);
  assert.equal(
    model.structs.map((type) => type.name),
    ["m::A", "C", "B"],
  );
  assert.equal(model.struct("B").members[0]!.type, array(model.struct("A"), 3));
});

test("quotes look beside the file first, angle brackets in the search paths only", () => {
  const texts = {
    "d/x.idl": '#include "y.idl"',
    "d/y.idl": "const long WHERE = 1;",
    "p/y.idl": "const long WHERE = 2;",
    "q/y.idl": "const long WHERE = 3;",
    "q/only.idl": "const long ONLY = 4;",
  };
  const options = files(texts, ["p", "q/"]);
  assert.equal(constantsOf('#include "d/x.idl"', options), { WHERE: 1 });
  assert.equal(constantsOf('#include "y.idl"', options), { WHERE: 2 });
  assert.equal(constantsOf("#include <y.idl>", options), { WHERE: 2 });
  assert.equal(constantsOf("#include <only.idl>", options), { ONLY: 4 });
  checkError(
    "\n~#include <d/../nowhere.idl>",
    "include",
    "there is no file d/../nowhere.idl in the search paths",
    options,
  );
  checkError("~#include <y.idl>", "include", "cannot include y.idl: no search paths were given");
});

test("paths are one file however they are written", () => {
  const read: string[] = [];
  const include = searchPaths(["/inc/", "C:\\idl"], (path) => {
    read.push(path);
    return undefined;
  });
  include({ name: "../b.idl", isAngled: false, from: "./d/e/a.idl" });
  include({ name: "/abs/./b.idl", isAngled: false, from: "a.idl" });
  include({ name: "../../b.idl", isAngled: false, from: "x/a.idl" });
  include({ name: "b.idl", isAngled: false, from: "/a.idl" });
  assert.equal(read, [
    ...["d/b.idl", "/b.idl", "C:/b.idl"],
    "/abs/b.idl",
    ...["../b.idl", "/b.idl", "C:/b.idl"],
    ...["/b.idl", "/inc/b.idl", "C:/idl/b.idl"],
  ]);
});

test("guards and #pragma once", () => {
  const guarded = "#ifndef A_\n#define A_\nstruct A { };\n#endif\n";
  const once = "#pragma once\nstruct B { };\n";
  const options = files({ "d/a.idl": guarded, "d/b.idl": once });
  const model = parseIdl('#include "d/a.idl"\n#include "d/b.idl"\n#include "d/./b.idl"\n#include "d/a.idl"', options);
  assert.is(model.structs.length, 2);
});

test("errors are in the file that they are in", () => {
  const options = files({ "a.idl": "\n\nstruct A { Missing x; };", "b.idl": '\n#include "a.idl"' });
  const error = errorOf('#include "b.idl"', options);
  assert.equal([error.file, error.line, error.column, error.lineText], ["a.idl", 3, 12, "struct A { Missing x; };"]);
  checkError(
    '#include "c.idl"\nstruct B { ~Missing x; };',
    "unknown-name",
    "main.idl:2:12",
    files({ "c.idl": "\n\n\n" }),
  );
  assert.is(errorOf('#include "d.idl"', files({ "d.idl": "\n#ifdef X" })).file, "d.idl");
  assert.is(errorOf('#include "e.idl"', files({ "e.idl": "\nstruct A { /* " })).message.slice(0, 11), "e.idl:2:12:");
});

test("files that include themselves come to an end", () => {
  checkError('~#include "a.idl"', "include", "too deeply", files({ "a.idl": '#include "a.idl"' }));
});

test("files that include each other many times come to an end", () => {
  const texts: Record<string, string> = { "a99.idl": "" };
  for (let i = 0; i < 99; i++) texts[`a${i}.idl`] = `#include "a${i + 1}.idl"\n`.repeat(4);
  assert.match(errorOf('#include "a0.idl"', files(texts)).message, "the included files are too large together");
});

test("a name in a macro can be included", () => {
  const options = files({ "a.idl": "const long A = 1;" });
  assert.equal(constantsOf('#define FILE "a.idl"\n#include FILE\n', options), { A: 1 });
  checkError("~#include a.idl", "syntax", '#include needs "file" or <file>', options);
});

test("macros without parameters", () => {
  assert.equal(
    membersOf("#define N 10\n#define M (N + \\\n 1) // eleven\nstruct A { long x[M]; };")[0]!.type,
    array(int32, 11),
  );
  assert.equal(constantsOf("#define T long\n#undef T\n#define X T\nconst long T = 1;"), { T: 1 });
  assert.equal(constantsOf("#define A B\n#define B A\nconst long A = 1;"), { A: 1 });
  assert.equal(constantsOf("const long X = N;", { defines: { N: "7" } }), { X: 7 });
  // The brackets in a macro are two, and a shift all the same.
  assert.equal(membersOf("#define T sequence<sequence<long>>\nstruct A { T x; };")[0]!.type, sequence(sequence(int32)));
  assert.equal(constantsOf("#define S 16 >> 2\nconst long X = S;"), { X: 4 });
});

test("macros with parameters", () => {
  const text = `#define ADD(a, b) ((a) + (b))
#define TWICE(x) ADD(x, x)
#define MEMBER(type, name) type name ## _; @unit(#name) type name ## 2
#define NONE() 5
const long X = TWICE(ADD(1, 2 * (3)));`;
  assert.equal(constantsOf(`${text}\nconst long Y = NONE() + NONE ( );`), { X: 14, Y: 10 });
  const members = membersOf(`${text} struct A { MEMBER(long, m); MEMBER(sequence<long>,\n n); long ADD; };`);
  assert.equal(
    members.map(({ name, unit }) => [name, unit]),
    [
      ["m_", undefined],
      ["m2", "m"],
      ["n_", undefined],
      ["n2", "n"],
      ["ADD", undefined],
    ],
  );
});

test("the place of a macro is where it is used", () => {
  checkError("#define T Missing\nstruct A { long x;\n  ~T y; };", "unknown-name", "Missing is not declared");
  checkError("#define F(x) x x\nstruct A { ~F(Missing) y; };", "unknown-name", "Missing is not declared");
});

test("mistakes in macros", () => {
  checkError("~#define 1", "syntax", "#define needs a name");
  checkError("~#define F(a", "syntax", 'no ")" closes the parameters');
  checkError("~#define F(a,) 1", "syntax", "a macro parameter is missing");
  checkError("~#define F(a, a) 1", "syntax", '"a" is no macro parameter');
  checkError("~#define F(a b) 1", "syntax", "is no macro parameter");
  checkError('~#define S "a', "syntax", "the string is not closed");
  checkError("#define F(a) a\nconst long X = ~F(1, 2);", "syntax", "the macro F takes 1 arguments, not 2");
  checkError("#define F(a) a\nconst long X = ~F(1", "syntax", "the use of the macro F is not closed");
  checkError("#define F(a) a ## +\nconst long X = ~F(1);", "syntax", '## makes "1+", which is no token');
  checkError("const long X = 1 ~# 2;", "syntax", "unexpected character");
});

test("macros that grow without end are stopped", () => {
  const doubling = Array.from({ length: 40 }, (_, i) => `#define A${i}(x) A${i + 1}(x x)\n`).join("");
  assert.match(errorOf(`${doubling}#define A40(x) x\nconst long X = A0(1);`).message, "macros make the text too large");
  const nested = `${"F(".repeat(3000)}1${")".repeat(3000)}`;
  assert.match(errorOf(`#define F(x) x\nconst long X = ${nested};`).message, "macros are nested too deeply");
});

/** A constant, if the condition holds. */
function holds(condition: string, before = "", options: ParseIdlOptions = {}): boolean {
  const text = `${before}\n#if ${condition}\nconst long X = 1;\n#else\nconst long Y = 1;\n#endif`;
  return Object.hasOwn(constantsOf(text, options), "X");
}

test("conditions", () => {
  const yes = [
    ...["1", "!0", "2 > 1", "2 >= 2 && 1 < 2", "1 == 1 || 1 / 0", "0 ? 1 / 0 : 3", "(1 | 2) == 3", "6 % 4 == 2"],
    ...["1 << 3 == 8", "~0 == -1", "0x10 == 16", "017 == 15", "10UL == 10L", "'a' == 97", "-1 < 0", "1 + 2 * 3 == 7"],
    ...["!defined(A) && !defined A", "UNKNOWN == 0", "true", "(5 ^ 1) == 4 && (6 & 3) == 2", "7 - 2 - 1 == 4"],
    "1 ? 0 ? 0 : 1 : 0",
  ];
  for (const condition of yes) assert.ok(holds(condition), condition);
  for (const condition of yes) assert.not.ok(holds(`!(${condition})`), `not ${condition}`);
  assert.ok(holds("N > 2 && defined(N) && F(2) == 4", "#define N 3\n#define F(x) x * 2"));
  assert.ok(holds("N", "", { defines: { N: "1" } }));
  for (const [condition, message] of [
    ["", "needs a number, not the end of the line"],
    ["1 +", "needs a number"],
    ["1 2", "too much"],
    ["(1", 'a "(" without ")"'],
    ["1 ? 2", 'a "?" without ":"'],
    ["1 / 0", "divides by zero"],
    ["defined(", "defined needs a name"],
    ["defined(A", "defined needs a name"],
    ['"a"', "needs a number"],
    [`${"(".repeat(500)}1`, "nested too deeply"],
    ["99999999999999999999999", "too large"],
  ]) {
    checkError(`~#if ${condition}\n#endif`, "syntax", message!);
  }
});

test("branches: one is taken, the others are not even read", () => {
  const chosen = (value: string) =>
    constantsOf(
      `#if V == 1
const long A = 1;
#elif V == 2
const long B = 1;
# if V == 2
const long B2 = 1; /* #else in a comment
#endif */
# else
this isn't IDL
# endif
#elif V == 3 // 1 / 0
const long C = 1;
#elif 1 / (V - 4)
const long D = 1;
#else
const long E = 1;
#endif`,
      { defines: { V: value } },
    );
  assert.equal(
    ["1", "2", "3", "5"].map((value) => Object.keys(chosen(value)).join(" ")),
    ["A", "B B2", "C", "D"],
  );
  checkError("#if 0\n~#elif 1 / 0\n#endif", "syntax", "divides by zero");
  checkError("~#if 0\n/* #endif */", "syntax", "no #endif");
  checkError("#if 1\n#else\n~#elif 1\n#endif", "syntax", "#elif after #else");
  checkError("~#else", "syntax", "#else without #if");
  checkError("~#ifdef 1\n#endif", "syntax", "#ifdef needs one name");
  assert.equal(constantsOf("#ifdef A\n#else\nconst long X = 1;\n#endif"), { X: 1 });
});

test("what is skipped may hold anything", () => {
  const text = `#if 0\nit's /* x \n #endif */ // /*\n"a /* b" /*\n\n*/ "c\n#endif\nconst long X = 1;`;
  assert.equal(constantsOf(text), { X: 1 });
});

test("other lines", () => {
  const text = `# 1 "file.i" 2\n#\n#line 5\n#ident "x"\n#warning w\n#pragma prefix "x"\n/* c */ #define N 2\nconst long X = \\\n N;`;
  assert.equal(constantsOf(text), { X: 2 });
  checkError('const long X = 1;\n  ~#error "no"', "syntax", '#error "no"');
  checkError("~#frobnicate", "syntax", "unknown directive #frobnicate");
});

test.run();
