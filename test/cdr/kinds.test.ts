/** Wide text, long doubles, bit types, maps and typedefs: values and bytes. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { float128Bits, float128Value } from "../../src/cdr/float128.js";
import { type CdrError, compileCodec, DIALECTS, type DialectName } from "../../src/cdr/index.js";
import { parseIdl, type StructType } from "../../src/idl/index.js";
import { both, bytesOf, errorOf, hexOf, plain } from "./support.js";

const test = suite("cdr: other kinds");

function typeOf(members: string, before = ""): StructType {
  return parseIdl(`${before} @final struct T { ${members} };`).struct("T");
}

function body(
  type: StructType,
  representation: "xcdr1" | "xcdr2",
  dialect: DialectName,
  value: Record<string, unknown>,
): string {
  const forms = [true, false].map((codegen) => {
    const codec = compileCodec(type, { representation, dialect, codegen });
    const payload = codec.serialize(value);
    assert.equal(plain(codec.deserialize(payload)), plain(value));
    return hexOf(payload.subarray(4, codec.serializedSize(value)));
  });
  assert.is(forms[0], forms[1]);
  return forms[0]!;
}

test("wstrings: length in bytes or units, units of 2 or 4 bytes, with or without NUL", () => {
  const type = typeOf("wstring s;");
  const value = { s: "ab" };
  for (const dialect of ["spec", "cyclone"] as const) {
    assert.is(body(type, "xcdr1", dialect, value), "0400000061006200");
    assert.is(body(type, "xcdr2", dialect, value), "0400000061006200");
  }
  assert.is(body(type, "xcdr1", "fastdds", value), "0200000061006200");
  assert.is(body(type, "xcdr2", "fastdds", value), "0200000061006200");
  assert.is(body(type, "xcdr1", "connext", value), "03000000610000006200000000000000");
  assert.is(body(type, "xcdr2", "connext", value), "0400000061006200");
  const ros = {
    ...DIALECTS.cyclone,
    wstring: { 1: { counts: "units", unitBytes: 4, hasNul: false }, 2: DIALECTS.cyclone.wstring[2] },
  } as const;
  for (const codec of both(type, { representation: "xcdr1", dialect: ros })) {
    assert.is(hexOf(codec.serialize(value)), "00010000020000006100000062000000");
    assert.equal(codec.deserialize(codec.serialize(value)), value);
  }
});

test("wstrings keep surrogates, paired or not; bounds count UTF-16 units", () => {
  for (const s of ["", "\u{1f600}x", "\ud83d", "\ude00\ud83d", "a\0b"]) {
    for (const dialect of ["spec", "fastdds", "connext"] as const) {
      for (const representation of ["xcdr1", "xcdr2"] as const)
        body(typeOf("wstring s;"), representation, dialect, { s });
    }
  }
  for (const codec of both(typeOf("wstring<2> s;"))) {
    assert.equal(codec.deserialize(codec.serialize({ s: "\u{1f600}" })), { s: "\u{1f600}" });
    assert.match(errorOf(() => codec.serialize({ s: "abc" })).message, /a wstring of 3 UTF-16 units, the bound is 2/);
  }
});

test("bad wstrings and wchars", () => {
  const code = (type: StructType, hex: string, dialect?: DialectName): string[] =>
    both(type).map((codec) => (codec.tryDeserialize(bytesOf(hex), dialect) as unknown as CdrError).code);
  const wstring = typeOf("wstring s;");
  assert.equal(code(wstring, "00070000 03000000 610062"), ["bad-string", "bad-string"]);
  assert.equal(code(wstring, "00070000 06000000 61006200"), ["truncated", "truncated"]);
  assert.equal(code(wstring, "00010000 02000000 61000000 62000000", "connext"), ["bad-string", "bad-string"]);
  assert.equal(code(wstring, "00010000 02000000 00001100 00000000", "connext"), ["bad-string", "bad-string"]);
  assert.equal(code(wstring, "00010000 ffffffff 00000000", "connext"), ["truncated", "truncated"]);
  // UTF-32 is understood where units have 4 bytes.
  for (const codec of both(wstring)) {
    assert.equal(codec.deserialize(bytesOf("00010000 02000000 00f60100 00000000"), "connext"), { s: "\u{1f600}" });
    assert.equal(codec.deserialize(bytesOf("00010000 00000000"), "connext"), { s: "" });
  }
  const wchar = typeOf("wchar c;");
  assert.is(body(wchar, "xcdr1", "connext", { c: "Ω" }), "a9030000");
  assert.is(body(wchar, "xcdr2", "connext", { c: "\ud83d" }), "3dd8");
  assert.equal(code(wchar, "00010000 00000100", "connext"), ["bad-string", "bad-string"]);
  for (const codec of both(wchar)) assert.is(errorOf(() => codec.serialize({ c: "ab" })).path, "c");
});

test("long doubles: a double is widened exactly and comes back the same", () => {
  const values = [
    0,
    -0,
    1,
    -1.25,
    Math.PI,
    5e-324,
    -2.2250738585072014e-308,
    2.225073858507201e-308,
    Number.MAX_VALUE,
    Infinity,
    -Infinity,
    Number.NaN,
  ];
  for (const format of ["binary128", "x87"] as const) {
    for (const value of values) {
      assert.ok(Object.is(float128Value(float128Bits(value, format), format), value), `${format} ${value}`);
    }
  }
  assert.is(float128Bits(-1.25, "binary128").toString(16), `bfff4${"0".repeat(27)}`);
  assert.is(float128Bits(-1.25, "x87").toString(16), `bfffa${"0".repeat(15)}`);
  const type = typeOf("octet a; long double d; octet b;");
  const value = { a: 1, d: -1.25, b: 2 };
  assert.is(body(type, "xcdr2", "spec", value), `01000000${"00".repeat(13)}40ffbf02`);
  assert.is(body(type, "xcdr1", "spec", value), `0100000000000000${"00".repeat(13)}40ffbf02`);
  assert.is(body(type, "xcdr2", "fastdds", value), "01000000" + "00000000000000a0ffbf" + "000000000000" + "02");
});

test("long doubles that no double holds are rounded, halves to even", () => {
  const one = 0x3fffn << 112n;
  const of = (bits: bigint): number => float128Value(bits, "binary128");
  assert.is(of(one | 1n), 1);
  assert.is(of(one | (1n << 59n)), 1);
  assert.is(of(one | (1n << 59n) | 1n), 1 + 2 ** -52);
  assert.is(of(one | (3n << 59n)), 1 + 2 * 2 ** -52);
  assert.is(of((0x7ffen << 112n) | 5n), Infinity);
  assert.is(of((1n << 127n) | (0x7ffen << 112n)), -Infinity);
  assert.ok(Object.is(of((1n << 127n) | 1n), -0));
  // 2^-1074 is the smallest double; its half goes to 0, a little more than that to it.
  assert.is(of(BigInt(16383 - 1074) << 112n), 5e-324);
  assert.is(of(BigInt(16383 - 1075) << 112n), 0);
  assert.is(of((BigInt(16383 - 1075) << 112n) | 1n), 5e-324);
  assert.is(of((0x43fen << 112n) | ((1n << 112n) - 1n)), Infinity);
});

test("bitmasks: 1, 2, 4 or 8 bytes, bits without a name kept", () => {
  const type = typeOf(
    "M8 a; M9 b; M33 c;",
    "@bit_bound(8) bitmask M8 { A, B }; @bit_bound(9) bitmask M9 { C }; @bit_bound(33) bitmask M33 { @position(32) D };",
  );
  const value = { a: 0xff, b: 0x101, c: 2n ** 32n + 1n };
  assert.is(body(type, "xcdr1", "spec", value), "ff000101000000000100000001000000");
  for (const codec of both(type, { int64: "number" })) {
    assert.equal(codec.deserialize(codec.serialize({ a: 1, b: 2, c: 2 ** 32 })), { a: 1, b: 2, c: 2 ** 32 });
    for (const bad of [{ a: 256 }, { a: -1 }, { a: 0.5 }, { b: 512 }, { c: 2n ** 64n }, { c: 2 ** 33 }]) {
      assert.is(errorOf(() => codec.serialize({ a: 0, b: 0, c: 0, ...bad })).code, "bad-value");
    }
  }
});

test("bitmasks: bits beyond the bit bound are refused, written and read", () => {
  const type = typeOf(
    "M3 a; M40 c; sequence<M3> more;",
    "@bit_bound(3) bitmask M3 { A }; @bit_bound(40) bitmask M40 { B };",
  );
  const good = { a: 7, c: 2n ** 40n - 1n, more: [7] };
  for (const byteOrder of ["little", "big"] as const) {
    for (const codec of both(type, { byteOrder })) {
      const payload = codec.serialize(good);
      assert.equal(plain(codec.deserialize(payload)), plain(good));
      const problem = (bad: object) => errorOf(() => codec.serialize({ ...good, ...bad }));
      assert.is(problem({ a: 255 }).message, "a: 255 has bits beyond the 3 of M3");
      assert.is(problem({ more: [8] }).message, "more[0]: 8 has bits beyond the 3 of M3");
      assert.is(problem({ c: 2n ** 41n }).message, "c: 2199023255552 has bits beyond the 40 of M40");
      for (const [offset, path] of [
        [4, "a"],
        [byteOrder === "little" ? 13 : 10, "c"],
      ] as const) {
        const wrong = payload.slice();
        wrong[offset] = 255;
        const error = errorOf(() => codec.deserialize(wrong));
        assert.equal([error.code, error.path], ["bad-bitmask", path]);
      }
    }
  }
  const lenient = typeOf("@try_construct(USE_DEFAULT) M3 a; long after;", "@bit_bound(3) bitmask M3 { A };");
  for (const codec of both(lenient)) {
    const payload = codec.serialize({ a: 1, after: 5 });
    payload[4] = 9;
    assert.equal(codec.deserialize(payload), { a: 0, after: 5 });
  }
});

test("bitsets: fields packed from the lowest bit, signed ones with their sign", () => {
  const type = typeOf(
    "B b;",
    "bitset Base { bitfield<3> low; }; bitset B : Base { bitfield<4, short> s; bitfield<2>; bitfield<1> flag; };",
  );
  const value = { b: { low: 5, s: -3, flag: true } };
  assert.is(body(type, "xcdr2", "spec", value), "6d02");
  for (const codec of both(type)) {
    assert.equal(codec.deserialize(codec.serialize({ b: { low: 5, s: 7, flag: 1 } })), {
      b: { low: 5, s: 7, flag: true },
    });
    const problem = (b: unknown): string => errorOf(() => codec.serialize({ b })).message;
    assert.is(problem({ low: 8, s: 0, flag: false }), "b.low: 8 does not fit in 3 bits");
    assert.is(problem({ low: 0, s: 8, flag: false }), "b.s: 8 does not fit in 4 bits");
    assert.match(problem({ low: 0, s: "x", flag: false }), /^b\.s: is no whole number/);
    assert.match(problem(7), /^b: expected B/);
  }
});

test("maps: entries in order, the DHEADER as the dialect has it, keys that come twice", () => {
  const type = typeOf("map<long, short> a; map<string, long> b;");
  const value = {
    a: new Map([
      [2, 20],
      [1, 10],
    ]),
    b: new Map([["k", 1]]),
  };
  const a = "02000000 02000000 14000000 01000000 0a00";
  const b = "01000000 02000000 6b000000 01000000";
  const is = (actual: string, expected: string): void => assert.is(actual, expected.replaceAll(" ", ""));
  is(body(type, "xcdr2", "spec", value), `${a} 0000 10000000 ${b}`);
  is(body(type, "xcdr2", "fastdds", value), `${a} 0000 ${b}`);
  is(body(type, "xcdr1", "spec", value), `${a} 0000 ${b}`);
  for (const codec of both(typeOf("map<long, short, 2> a;"))) {
    const twice = codec.deserialize(bytesOf("00070000 02000000 01000000 0a000000 01000000 1400"));
    assert.equal(twice, { a: new Map([[1, 20]]) });
    assert.is((codec.tryDeserialize(bytesOf("00070000 03000000")) as unknown as CdrError).code, "bound-exceeded");
    assert.is((codec.tryDeserialize(bytesOf("00070000 02000000 01000000")) as unknown as CdrError).code, "truncated");
    assert.is(errorOf(() => codec.serialize({ a: [[1, 2]] })).message.slice(0, 12), "a: expected ");
    assert.is(errorOf(() => codec.serialize({ a: new Map([[1, 99999]]) })).path, "a[0].value");
    assert.is(errorOf(() => codec.serialize({ a: new Map([["x", 1]]) })).path, "a[0].key");
  }
});

test("typedefs are what they stand for", () => {
  const type = typeOf(
    "Rows r; Name n; Rows many[2];",
    "typedef octet Row[2]; typedef sequence<Row> Rows; typedef string<4> Name;",
  );
  const value = {
    r: [
      [1, 2],
      [3, 4],
    ],
    n: "abcd",
    many: [[[5, 6]], []],
  };
  body(type, "xcdr1", "spec", value);
  body(type, "xcdr2", "spec", value);
  for (const codec of both(type)) assert.is(errorOf(() => codec.serialize({ ...value, n: "abcde" })).path, "n");
});

test.run();
