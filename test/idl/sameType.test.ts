import { suite } from "uvu";
import * as assert from "uvu/assert";
import { sameType } from "../../src/idl/sameType.js";
import { parseIdl } from "../../src/index.js";

const test = suite("whether two descriptions are of one type");

const parse = (idl: string) => parseIdl(idl, { file: "test.idl" }).structs.at(-1)!;

const BASE = `
  enum Color { RED, BLUE };
  struct Inner { @key long id; string<8> text; };
  struct T { @key Inner inner; sequence<Color, 4> colors; long grid[2][3]; };`;

test("made twice it is the same", () => {
  assert.ok(sameType(parse(BASE), parse(BASE)));
});

test("whatever changes a value or its octets makes another type", () => {
  for (const [from, to] of [
    ["RED, BLUE", "RED, GREEN"],
    ["RED, BLUE", "BLUE, RED"],
    ["RED, BLUE", "RED, BLUE, GREEN"],
    ["RED, BLUE", "RED, @default_literal BLUE"],
    ["enum Color", "@bit_bound(8) enum Color"],
    ["@key long id", "long id"],
    ["@key long id", "@key short id"],
    ["string<8>", "string<9>"],
    ["string<8>", "string"],
    ["long id", "long no"],
    ["sequence<Color, 4>", "sequence<Color, 5>"],
    ["sequence<Color, 4>", "sequence<long, 4>"],
    ["grid[2][3]", "grid[3][2]"],
    ["grid[2][3]", "grid[6]"],
    ["struct Inner", "@final struct Inner"],
    ["sequence<Color, 4> colors", "@id(7) sequence<Color, 4> colors"],
    ["string<8> text", '@default("a") string<8> text'],
    ["long grid[2][3];", "long grid[2][3]; long more;"],
    ["sequence<Color, 4>", "Color"],
  ] as const) {
    const other = BASE.replace(from, to);
    assert.is.not(other, BASE);
    assert.not.ok(sameType(parse(BASE), parse(other)), to);
    assert.not.ok(sameType(parse(other), parse(BASE)), to);
  }
});

const KINDS = `
  bitmask Flags { F0, F1 }; bitset Low { bitfield<3> a; }; bitset Bits : Low { bitfield<5> b; };
  typedef long Count;
  union Choice switch (octet) { case 1: case 2: long a; default: string b; };
  struct T { wstring<8> text; map<string, Count> counts; Flags flags; Bits bits; Choice choice; @optional long maybe; };`;

test("the same holds for every other kind of type", () => {
  assert.ok(sameType(parse(KINDS), parse(KINDS)));
  for (const [from, to] of [
    ["wstring<8>", "wstring<9>"],
    ["wstring<8>", "string<8>"],
    ["map<string, Count>", "map<wstring, Count>"],
    ["map<string, Count>", "map<string, Count, 4>"],
    ["typedef long", "typedef short"],
    ["F0, F1", "F0, F2"],
    ["F0, F1", "F0, @position(5) F1"],
    ["bitmask Flags", "@bit_bound(8) bitmask Flags"],
    ["bitfield<3> a", "bitfield<4> a"],
    ["bitfield<5> b", "bitfield<5> c"],
    ["case 1: case 2:", "case 1:"],
    ["case 1: case 2: long a", "case 1: case 2: short a"],
    ["default: string b", "case 3: string b"],
    ["switch (octet)", "switch (long)"],
    ["switch (octet)", "switch (@key octet)"],
    ["union Choice", "@final union Choice"],
    ["@optional long", "long"],
  ] as const) {
    const other = KINDS.replace(from, to);
    assert.is.not(other, KINDS);
    assert.not.ok(sameType(parse(KINDS), parse(other)), to);
    assert.not.ok(sameType(parse(other), parse(KINDS)), to);
  }
});

test("a typedef is what it stands for, and an inherited member one of its own", () => {
  assert.ok(sameType(parse(KINDS), parse(KINDS.replace("map<string, Count>", "map<string, long>"))));
  assert.ok(sameType(parse("struct A { long x; }; struct B : A { long y; };"), parse("struct B { long x; long y; };")));
});

test("names of structs and enums do not count", () => {
  assert.ok(
    sameType(parse(BASE), parse(BASE.replaceAll("Inner inner", "Part inner").replace("struct Inner", "struct Part"))),
  );
});

test("types that contain themselves", () => {
  const tree = (member: string) => parse(`struct Node; struct Node { sequence<Node> children; ${member} };`);
  assert.ok(sameType(tree("long x;"), tree("long x;")));
  assert.not.ok(sameType(tree("long x;"), tree("short x;")));
});

test.run();
