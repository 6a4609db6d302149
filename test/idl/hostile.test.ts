/** No text makes the parser throw anything but IdlError, or take time or depth beyond its limits. */
import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { IdlError, parseIdl, searchPaths } from "../../src/idl/index.js";
import { errorOf } from "./support.js";

const test = suite("idl: hostile texts");

/** A bit of everything. */
const TEXT = `#ifndef GUARD // once
#define GUARD
#include "other.idl"
#define ARRAY(type, n) sequence<type, n>
#pragma keylist m::S s
@annotation Mine { long value default 1; enum K { KA, KB }; K kind default KB; };
@default_nested(FALSE) module m { const long N = 0x10 + 3 << 1 | ~017 & 0xff; const string TEXT = "a\\n" "b";
  @bit_bound(8) enum E { @value(2) A, @default_literal B }; bitmask M { @position(3) P, Q };
  bitset Bits { bitfield<3> a; bitfield<10, short> b; bitfield<2>; }; struct Node; typedef sequence<string<N>, 4> Ns, Nn[2];
  @mutable @topic(name="t") struct S { @key @default("a\\n") string s; Ns ns[2][3]; @id(70) ::m::E e; ARRAY(long, 4) l; //@ID 99
    @optional @external Node node; map<string, sequence<@external Node>> map_; @range(min=-1, max=5.5) double d; };
  struct Node : S { @hashid("x") wstring<3> w; @Mine(kind=KA) long double _long; @unit("m") @try_construct(TRIM) char c; };
  @final union U switch (@key E) { case A: case B: Node n; default: @external U u; };
  interface I { void f(in long x) raises (E); }; native X;
#if defined(GUARD) && ARRAY_ < 2 || 0
  typedef U V;
#else
  nothing
#endif
};
#endif
`;
const OTHER = "#pragma once\nmodule other { struct O { octet o; }; };\n";
const options = { file: "t.idl", include: searchPaths([], (path) => (path === "other.idl" ? OTHER : undefined)) };

/** Whether a text was refused, in the proper way. */
function isRefused(text: string): boolean {
  try {
    parseIdl(text, options);
    return false;
  } catch (error) {
    assert.instance(error, IdlError, `${text}: ${(error as Error).stack}`);
    const { line, column, message } = error as IdlError;
    assert.ok(line > 0 && column > 0, message);
    assert.not.match(message, "\n");
    assert.ok((error as IdlError).pretty().startsWith(message));
    return true;
  }
}

test("the text itself is accepted", () => {
  const model = parseIdl(TEXT, options);
  assert.equal([...model.typesByName.keys()].length, 10);
});

test("a text that is cut, or lacks or repeats a character", () => {
  let refused = 0;
  for (let at = 0; at < TEXT.length; at++) {
    const [before, after] = [TEXT.slice(0, at), TEXT.slice(at + 1)];
    // Each place with one kind of damage: all of them would take three times as long.
    const damaged = [before, before + after, before + TEXT[at] + TEXT[at] + after][at % 3]!;
    if (isRefused(damaged)) refused++;
  }
  assert.ok(refused > TEXT.length / 2);
});

const WORDS = TEXT.match(/\w+|[^\w\s]|\n/g)!;
const strange = fc.constantFrom(
  ..."\0 \u2028 \ud800 \ufeff \\ ' \" /* */ // //@key # ## @ :: << >> ( ) < > { } ; \\\n".split(" "),
);

test("a text with words exchanged, put in and taken out", () => {
  const edit = fc.record({
    at: fc.nat(WORDS.length - 1),
    remove: fc.nat(4),
    insert: fc.array(fc.oneof(fc.constantFrom(...WORDS), strange, fc.string({ maxLength: 3 })), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 5 }), (edits) => {
      const words = [...WORDS];
      for (const { at, remove, insert } of edits) words.splice(at, remove, ...insert);
      isRefused(words.join(" ").replace(/ ?\n ?/g, "\n"));
    }),
    { numRuns: 500 },
  );
});

test("words in any order, characters in any order", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...WORDS), strange), { maxLength: 60 }), (words) => {
      isRefused(words.join(" "));
    }),
    { numRuns: 300 },
  );
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      isRefused(text);
    }),
  );
});

test("deep nesting is refused, not followed", () => {
  const deep = 20_000;
  for (const text of [
    `const long N = ${"(".repeat(deep)}1;`,
    `const long N = ${"-".repeat(deep)}1;`,
    `struct A { ${"sequence<".repeat(deep)}long x; };`,
    `struct A { ${"map<long,".repeat(deep)}long x; };`,
    "module m { ".repeat(deep),
    "@annotation A { ".repeat(deep),
    "@annotation A { @x module m { ".repeat(deep),
    `#if ${"(".repeat(deep)}1\n#endif`,
    `#if ${"1 ? ".repeat(deep)}1\n#endif`,
  ]) {
    assert.match(errorOf(text).message, /nested too deeply|expected/);
  }
  assert.match(errorOf(`#if ${"!".repeat(deep)}\n#endif`).message, "needs a number");
});

test("types that hold each other in long chains are refused", () => {
  const chain = (line: (index: number) => string) => Array.from({ length: 5000 }, (_, i) => line(i)).join(" ");
  for (const text of [
    `typedef long T0; ${chain((i) => `typedef T${i} T${i + 1};`)}`,
    `struct T0 { }; ${chain((i) => `struct T${i + 1} { T${i} x; };`)}`,
    `struct T0 { }; ${chain((i) => `struct T${i + 1} : T${i} { };`)}`,
    `bitset T0 { }; ${chain((i) => `bitset T${i + 1} : T${i} { };`)}`,
    `struct T0 { }; ${chain((i) => `struct T${i + 1} { sequence<T${i}> x; };`)}`,
  ]) {
    assert.match(errorOf(text).message, "types are nested deeper than 256 levels");
  }
  const forward = `${chain((i) => `struct T${i};`)} ${chain((i) => `struct T${i} { sequence<T${(i + 1) % 5000}> x; };`)}`;
  assert.match(errorOf(forward).message, "types that contain each other are more than 1000 levels deep");
  const some = Array.from({ length: 100 }, (_, i) => `struct T${i} { sequence<T${(i + 1) % 100}> x; };`).join(" ");
  assert.is(parseIdl(`${chain((i) => (i < 100 ? `struct T${i};` : ""))} ${some}`).structs.length, 100);
});

test("inheritance cannot fill the memory", () => {
  const base = `struct B { ${Array.from({ length: 5000 }, (_, i) => `octet m${i};`).join(" ")} };`;
  const derived = Array.from({ length: 1000 }, (_, i) => `struct D${i} : B { };`).join(" ");
  assert.match(errorOf(`${base} ${derived}`).message, "more than 1000000 members are inherited");
});

test("comments and directives without an end are found quickly", () => {
  assert.match(errorOf(`#if 0\n${"/* ".repeat(100_000)}`).message, "no #endif");
  assert.match(errorOf("/* ".repeat(100_000)).message, "the comment is not closed");
  assert.match(errorOf(`#define A "${"\\".repeat(100_001)}\n`).message, "the string is not closed");
});

test.run();
