/** Mutable types on the wire: every form of member header that writers may choose (XTypes 1.3 §7.4.1.2, §7.4.3.4.2). */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CdrError, compileCodec, type TypeCodec } from "../../src/cdr/index.js";
import { parseIdl, type StructType } from "../../src/idl/index.js";
import { both, bytesOf, hexOf } from "./support.js";

const test = suite("cdr: mutable types");

const PAIR = parseIdl(`@mutable struct P { @id(1) octet a; @id(5) long b; @id(0x3f01) @optional string s; };`).struct(
  "P",
);
const NESTED = parseIdl(`
  @mutable struct In { long long k; };
  @mutable struct T { @id(1) In i; @id(2) octet o; @id(3) @must_understand short m; };`).struct("T");

function decodes(type: StructType, hex: string, value: unknown): void {
  for (const codec of both(type)) assert.equal(codec.deserialize(bytesOf(hex)), value, hex);
}

function refused(type: StructType, hex: string): CdrError {
  const errors = both(type).map((codec: TypeCodec) => codec.tryDeserialize(bytesOf(hex)) as unknown);
  for (const error of errors) assert.instance(error, CdrError, hex);
  assert.is((errors[0] as CdrError).message, (errors[1] as CdrError).message);
  return errors[0] as CdrError;
}

test("XCDR1: short and extended headers, with and without the must-understand bit, rounded lengths or not", () => {
  const value = { a: 7, b: -2, s: undefined };
  decodes(PAIR, "00030000 01000100 07000000 05000400 feffffff 023f0000", value);
  decodes(PAIR, "00030000 01400400 07000000 05400400 feffffff 027f0000", value);
  decodes(PAIR, "00030000 017f0800 01000000 01000000 07000000 013f0800 05000040 04000000 feffffff 027f0000", value);
  // Ids with the bit of an implementation's own, which some set everywhere.
  decodes(PAIR, "00030000 01c00400 07000000 05c00400 feffffff 02ff0000", value);
  decodes(PAIR, "00020000 00010001 07000000 00050004 fffffffe 3f020000", value);
});

test("XCDR1: any order, unknown members, ignorable parameters, the last of two", () => {
  const value = { a: 7, b: -2, s: undefined };
  decodes(PAIR, "00030000 05000400 feffffff 01000100 07000000 027f0000", value);
  decodes(PAIR, "00030000 09000800 1111111122222222 01000100 07000000 05000400 feffffff 027f0000", value);
  // PID_IGNORE, and reserved ids.
  decodes(PAIR, "00030000 037f0400 11111111 01000100 07000000 053f0000 05000400 feffffff 027f0000", value);
  decodes(PAIR, "00030000 01000100 06000000 01000100 07000000 05000400 feffffff 027f0000", value);
  // What is missing takes its default.
  decodes(PAIR, "00030000 027f0000", { a: 0, b: 0, s: undefined });
  decodes(PAIR, "00030000 013f0800 013f0000 07000000 03000000 68690000 027f0000", {
    a: 0,
    b: 0,
    s: "hi",
  });
});

test("an unknown member that must be understood refuses the sample, in every form", () => {
  for (const hex of [
    "00030000 09400400 11111111 027f0000",
    "00030000 017f0800 09000040 04000000 11111111 027f0000",
    "000b0000 08000000 090000a0 11111111",
  ]) {
    const error = refused(PAIR, hex);
    assert.is(error.code, "not-understood");
    assert.match(error.message, /^member 9 is unknown here and must be understood/);
  }
  // PID_EXTENDED has the bit by rule; it says nothing of the member.
  decodes(PAIR, "00030000 017f0800 09000000 04000000 11111111 027f0000", { a: 0, b: 0, s: undefined });
});

test("XCDR1: lists that end wrongly", () => {
  assert.is(refused(PAIR, "00030000 01000100 07000000").code, "truncated");
  assert.is(refused(PAIR, "00030000 05000400 feff").code, "truncated");
  assert.match(refused(PAIR, "00030000 05000800 feffffff").message, /member 5 has 8 bytes, 4 are left/);
  assert.is(refused(PAIR, "00030000 013f0400 05000000").code, "bad-member-header");
  const cut = refused(PAIR, "00030000 05000200 feff0000 027f0000");
  assert.is(cut.code, "truncated");
  assert.is(cut.path, "b");
});

test("XCDR2: every length code", () => {
  const type = parseIdl(`@mutable struct T {
    @id(0) octet a; @id(1) short b; @id(2) long c; @id(3) long long d; @id(4) string s; @id(5) sequence<long> l;
    @id(6) sequence<double> f; @id(7) octet r[3]; };`).struct("T");
  const head = "00000000 0a000000 01000010 0b000000 02000020 0c000000 03000030 0d000000 00000000";
  const value = { a: 10, b: 11, c: 12, d: 13n, s: "x", l: Int32Array.of(1, -1), f: Float64Array.of(0.5) };
  const forms = [
    // 5, 6 and 7 use the value's own first number; 4 has one of its own.
    "04000050 02000000 78000000 05000060 02000000 01000000 ffffffff 06000070 01000000 00000000 0000e03f",
    "04000040 06000000 02000000 78000000 05000040 0c000000 02000000 01000000 ffffffff 06000040 0c000000 01000000 00000000 0000e03f",
  ];
  for (const form of forms) {
    const body = bytesOf(`${head}${form} 07000040 03000000 010203`);
    const payload = Uint8Array.of(0, 0x0b, 0, 0, body.length, 0, 0, 0, ...body);
    for (const codec of both(type)) {
      const decoded = codec.deserialize(payload) as Record<string, unknown>;
      assert.equal({ ...decoded, r: undefined }, { ...value, r: undefined });
      assert.equal(Array.from(decoded["r"] as Uint8Array), [1, 2, 3]);
    }
  }
  // Codes 0 to 3 wherever the size fits.
  decodes(PAIR, "000b0000 11000000 05000040 04000000 feffffff 01000000 07000000", {
    a: 7,
    b: -2,
    s: undefined,
  });
});

test("XCDR2: any order, unknown members, missing ones, a length that the value does not use up", () => {
  const value = { a: 7, b: -2, s: undefined };
  decodes(PAIR, "000b0000 0d000000 05000020 feffffff 01000000 07000000 00000000", value);
  decodes(PAIR, "000b0000 19000000 09000040 03000000 11111100 05000020 feffffff 01000000 07000000", value);
  decodes(PAIR, "000b0000 00000000", { a: 0, b: 0, s: undefined });
  decodes(PAIR, "000b0000 11000000 05000030 feffffff ffffffff 01000000 07", {
    a: 7,
    b: -2,
    s: undefined,
  });
  assert.match(refused(PAIR, "000b0000 0c000000 05000040 ffffffff feffffff").message, /member 5 has 4294967295 bytes/);
  assert.match(refused(PAIR, "000b0000 08000000 05000070 ffffffff").message, /member 5 has 34359738364 bytes/);
  assert.is(refused(PAIR, "000b0000 08000000 05000010 feff0000").path, "b");
});

test("an unknown member of an inner list does not end the outer one, and alignment goes on from where it was", () => {
  const inner = "00000800 0100000000000000";
  // The value of i starts at 8 from the body's start, k at 12: aligned to 8 from its own start, not from the body's.
  decodes(NESTED, `00030000 01001000 ${inner} 027f0000 02000100 09000000 03400200 05000000 027f0000`, {
    i: { k: 1n },
    o: 9,
    m: 5,
  });
});

test("what is written: the spec's form by default, each vendor's with its dialect", () => {
  const value = { i: { k: 1n }, o: 9, m: 5 };
  const written = (representation: "xcdr1" | "xcdr2", dialect?: "cyclone" | "fastdds" | "connext" | "spec"): string[] =>
    [true, false].map((codegen) =>
      hexOf(
        compileCodec(NESTED, { representation, codegen, ...(dialect === undefined ? {} : { dialect }) }).serialize(
          value,
        ),
      ),
    );
  const is = (actual: string[], expected: string): void => {
    for (const each of actual) assert.is(each, expected.replaceAll(" ", ""));
  };
  const list = "0000 0800 0100000000000000";
  is(written("xcdr1"), `00030000 01001000 ${list} 027f0000 02000100 09000000 03400200 05000000 027f0000`);
  is(written("xcdr1", "fastdds"), `00030000 01001000 ${list} 023f0000 02000100 09000000 03000200 05000000 023f0000`);
  is(written("xcdr1", "connext"), `00030000 01001000 ${list} 027f0000 02000400 09000000 03400400 05000000 027f0000`);
  is(
    written("xcdr1", "cyclone"),
    `00030000 017f0800 01000000 18000000 017f0800 00000000 08000000 0100000000000000 027f0000
     017f0800 02000000 04000000 09000000 017f0800 03000040 04000000 05000000 027f0000`.replaceAll(/\s/g, ""),
  );
  const k = "00000030 0100000000000000";
  is(written("xcdr2"), `000b0002 22000000 01000050 0c000000 ${k} 02000000 09000000 03000090 05000000`);
  is(
    written("xcdr2", "cyclone"),
    `000b0002 26000000 01000040 10000000 0c000000 ${k} 02000000 09000000 03000090 05000000`,
  );
  is(written("xcdr2", "fastdds"), `000b0002 22000000 01000050 0c000000 ${k} 02000000 09000000 03000010 05000000`);
});

test("XCDR1: a member too long for a short header gets an extended one, and so does an id beyond 0x3f00", () => {
  const type = parseIdl("@mutable struct L { sequence<octet> v; @id(0x3f00) octet a; @id(0x3f01) octet b; };").struct(
    "L",
  );
  for (const codec of both(type, { representation: "xcdr1" })) {
    const short = codec.serialize({ v: new Uint8Array(65531), a: 1, b: 2 });
    assert.is(hexOf(short.subarray(4, 8)), "0000ffff");
    const long = codec.serialize({ v: new Uint8Array(65532), a: 1, b: 2 });
    assert.is(hexOf(long.subarray(4, 16)), "017f08000000000000000100");
    assert.is(
      hexOf(long.subarray(-28)),
      "003f0100 01000000 017f0800 013f0000 01000000 02000000 027f0000".replaceAll(" ", ""),
    );
    for (const payload of [short, long]) {
      const decoded = codec.deserialize(payload) as { v: Uint8Array; a: number; b: number };
      assert.equal([decoded.a, decoded.b], [1, 2]);
    }
  }
});

test.run();
