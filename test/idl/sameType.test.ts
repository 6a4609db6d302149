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
