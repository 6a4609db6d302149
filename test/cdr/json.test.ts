/** Values as JSON and back. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type CdrError, compileCodec, fromJson, jsonText, toJson } from "../../src/cdr/index.js";
import { parseIdl } from "../../src/idl/index.js";
import { errorOf, plain } from "./support.js";

const test = suite("cdr: json");

const TYPE = parseIdl(`
  enum Color { RED, GREEN };
  @bit_bound(40) bitmask Wide { A };
  bitset Bits { bitfield<1> on; bitfield<40> wide; bitfield<4> four; };
  @final union U switch (long long) { case 1: long l; case 2: string s; };
  @final struct In { @optional octet o; };
  @final struct T {
    long long big; sequence<unsigned long long> many; double d; float f; wchar w; Color c; Wide m; Bits b; U u; U none;
    map<string, In> entries; octet grid[2][2]; @optional string absent; @optional In there;
  };`).struct("T");

const JSON_TEXT = `{"big":"-9007199254740993","many":["18446744073709551615"],"d":-0.0,"f":"NaN","w":"Ω","c":"GREEN","m":"1099511627775",
  "b":{"on":true,"wide":"1099511627775","four":9},"u":{"$discriminator":"2","member":"s","value":"x"},
  "none":{"$discriminator":"7","member":null,"value":null},"entries":[["a",{"o":1}],["b",{"o":null}]],
  "grid":[[1,2],[3,4]],"absent":null,"there":{"o":5}}`;

test("there and back, through the codecs too", () => {
  const json: unknown = JSON.parse(JSON_TEXT);
  for (const int64 of ["bigint", "number"] as const) {
    const value = fromJson(TYPE, json, int64) as Record<string, unknown>;
    assert.is(value["absent"], undefined);
    assert.ok(Object.is(value["d"], -0));
    assert.is(typeof value["big"], int64);
    if (int64 === "number") continue;
    assert.is(value["big"], -9007199254740993n);
    assert.equal(toJson(TYPE, value), json);
    for (const codegen of [true, false]) {
      const codec = compileCodec(TYPE, { representation: "xcdr2", codegen });
      const decoded = codec.deserialize(codec.serialize(value));
      assert.equal(toJson(TYPE, decoded), json);
      assert.equal(plain(fromJson(TYPE, toJson(TYPE, decoded))), plain(decoded));
    }
  }
});

test("text keeps the sign of zero", () => {
  assert.is(jsonText(toJson(TYPE, fromJson(TYPE, JSON.parse(JSON_TEXT)))), JSON_TEXT.replaceAll(/\n\s*/g, ""));
  assert.is(jsonText({ a: [], b: {}, c: [-0, null, '"x'] }), '{"a":[],"b":{},"c":[-0.0,null,"\\"x"]}');
  assert.is(
    jsonText({ a: [1, { b: true }], c: [] }, "  "),
    '{\n  "a": [\n    1,\n    {\n      "b": true\n    }\n  ],\n  "c": []\n}',
  );
});

test("what may be written in other ways", () => {
  const type = parseIdl(`@final union U switch (long) { case 1: octet o; default: string s; };
    bitset B { bitfield<1> on; }; @final struct T { U u; long long n; double d; B b; @optional octet gone; };`).struct(
    "T",
  );
  assert.equal(fromJson(type, { u: { member: "o", value: 5 }, n: 7, d: "-Infinity", b: { on: 1 } }), {
    u: { member: "o", value: 5 },
    n: 7n,
    d: -Infinity,
    b: { on: true },
    gone: undefined,
  });
  assert.equal(
    (fromJson(type, { u: { $discriminator: 9, value: "x" }, n: "7", d: 0, b: { on: false } }) as { u: unknown }).u,
    {
      $discriminator: 9,
      value: "x",
    },
  );
});

test("errors name the place and what was expected", () => {
  const json = JSON.parse(JSON_TEXT) as Record<string, unknown>;
  const cases: readonly [Record<string, unknown>, string][] = [
    [{ big: "12x" }, 'big: expected int64, got "12x"'],
    [{ big: 1.5 }, "big: expected int64, got 1.5"],
    [{ many: ["-1"] }, 'many[0]: expected uint64, got "-1"'],
    [{ d: "abc" }, 'd: expected float64, got "abc"'],
    [{ w: 5 }, "w: expected wchar, got 5"],
    [{ big: 2 ** 53 + 2 }, 'big: a number this large loses digits: write it as a string, like "9007199254740993"'],
    [{ m: 2 ** 53 }, 'm: a number this large loses digits: write it as a string, like "9007199254740993"'],
    [{ many: [2 ** 64] }, 'many[0]: a number this large loses digits: write it as a string, like "9007199254740993"'],
    [{ many: ["18446744073709551616"] }, 'many[0]: expected uint64, got "18446744073709551616"'],
    [
      JSON.parse('{"d":1e400}'),
      'd: no float64 is as large as this number; where it is meant, write "Infinity" in quotes',
    ],
    [{ f: Number.NaN }, 'f: where it is meant, write "NaN" in quotes'],
    [{ c: 7 }, "c: 7 is no literal of Color; it has RED, GREEN"],
    [{ c: "BLUE" }, 'c: "BLUE" is no literal of Color; it has RED, GREEN'],
    [{ b: { on: 2, wide: "0", four: 1 } }, "b.on: expected boolean, got 2"],
    [{ b: { on: true, wide: "0" } }, "b.four: is missing"],
    [{ b: { on: true, wide: "0", four: 1, five: 1 } }, "b.five: Bits has no such member; it has on, wide, four"],
    [{ u: { member: "x" } }, "u: U has no member x; it has l, s"],
    [{ u: { member: "l" } }, "u.l: is missing"],
    [
      { u: { $discriminator: "1", member: "l", value: 1, extra: 1 } },
      "u.extra: U has no such member; it has $discriminator, member, value",
    ],
    [{ entries: [["a"]] }, "entries[0]: a map entry is a list of key and value"],
    [{ entries: 5 }, "entries: expected map<string, In> as a list of [key, value] pairs or an object, got 5"],
    [
      {
        entries: [
          ["a", {}],
          ["b", {}],
          ["a", {}],
        ],
      },
      'entries[2]: the key "a" is there already',
    ],
    [{ entries: [["a", { o: "x" }]] }, 'entries[0].value.o: expected octet, got "x"'],
    [{ grid: [[1, 2], 3] }, "grid[1]: expected octet[2][2], got 3"],
    [{ there: [] }, "there: expected In, got an array of 0"],
    [{ big: undefined }, "big: is missing"],
    [
      { other: 1 },
      "other: T has no such member; it has big, many, d, f, w, c, m, b, u, none, entries, grid and 2 more",
    ],
  ];
  for (const [change, message] of cases) {
    const error: CdrError = errorOf(() => fromJson(TYPE, { ...json, ...change }));
    assert.is(error.message, message);
    assert.is(error.code, "bad-value");
  }
  assert.is(errorOf(() => fromJson(TYPE, 5)).message, "expected T, got 5");
});

test("missing members take their defaults at every depth when that is asked for", () => {
  const value = fromJson(TYPE, { b: { on: 1 }, there: {}, c: 1, entries: { a: {} } }, "bigint", "default");
  const { b, there, c, big, many, u, entries, absent } = value as Record<string, unknown>;
  assert.equal(b, { on: true, wide: 0n, four: 0 });
  assert.equal(there, { o: undefined });
  assert.equal([c, big, many, absent], ["GREEN", 0n, new BigUint64Array(0), undefined]);
  assert.equal(u, { $discriminator: 1n, member: "l", value: 0 });
  assert.equal(entries, new Map([["a", { o: undefined }]]));
  const type = parseIdl(`struct In { @default(7) long n; @optional @default(3) long o; };
    struct D { sequence<In> ins; @default("x") string s; };`).struct("D");
  assert.equal(fromJson(type, { ins: [{}, { n: 1, o: null }] }, "bigint", "default"), {
    ins: [
      { n: 7, o: 3 },
      { n: 1, o: undefined },
    ],
    s: "x",
  });
});

test("what every object inherits is no member", () => {
  const type = parseIdl("struct P { long toString; };").struct("P");
  assert.is(errorOf(() => fromJson(type, {})).message, "toString: is missing");
  assert.equal(fromJson(type, {}, "bigint", "default"), { toString: 0 });
});

test("levels of a type that contains itself are limited, whatever the depth of the JSON", () => {
  const type = parseIdl("struct NS { sequence<NS> n; };").struct("NS");
  const nested = (levels: number): unknown => {
    let json: unknown = { n: [] };
    for (let level = 1; level < levels; level++) json = { n: [json] };
    return json;
  };
  for (const missing of ["refuse", "default"] as const) {
    const codec = compileCodec(type, { representation: "xcdr2" });
    assert.ok(codec.serialize(fromJson(type, nested(64), "bigint", missing) as Record<string, unknown>));
    for (const levels of [65, 100_000]) {
      const error = errorOf(() => fromJson(type, nested(levels), "bigint", missing));
      assert.is(error.code, "bad-value");
      assert.match(error.message, /^n\[0\]\..*: nested more than 64 levels deep$/);
    }
  }
  assert.is(errorOf(() => toJson(type, nested(100_000))).code, "bad-value");
  const long = parseIdl("struct L { long x; };").struct("L");
  let list: unknown = [];
  for (let level = 0; level < 100_000; level++) list = [list];
  assert.is(errorOf(() => fromJson(long, { x: list })).message, "x: expected int32, got an array of 1");
});

test.run();
