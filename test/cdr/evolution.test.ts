/** Appendable types that grew or shrank: the DHEADER bounds what is read (XTypes 1.3 §7.4.3.4.1). */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CdrError, compileCodec, type TypeCodec } from "../../src/cdr/index.js";
import { parseIdl, type StructType } from "../../src/idl/index.js";
import { bytesOf, plain } from "./support.js";

const test = suite("cdr: evolution");

const OLD = parseIdl("struct Part { octet a; }; struct T { Part part; long x; };").struct("T");
const NEW = parseIdl(`
  enum Color { RED, @default_literal GREEN };
  struct Sub { double d; string s; };
  struct Part { octet a; @default(7) long b; };
  struct T {
    Part part; long x; short y; @default("hi") string name; @default(5000000000) long long big; sequence<double> list;
    short grid[2][2]; Color color; Sub sub; sequence<Sub> subs; boolean flag; char c; @default(2.5) float f;
  };`).struct("T");

function codecs(type: StructType): TypeCodec[] {
  return [true, false].map((codegen) => compileCodec(type, { representation: "xcdr2", codegen }));
}

const oldValue = { part: { a: 3 }, x: -9 };
const defaults = {
  part: { a: 3, b: 7 },
  x: -9,
  y: 0,
  name: "hi",
  big: 5000000000n,
  list: [],
  grid: [
    [0, 0],
    [0, 0],
  ],
  color: "GREEN",
  sub: { d: 0, s: "" },
  subs: [],
  flag: false,
  c: "\0",
  f: 2.5,
};

test("an old writer: missing members take their defaults, nested ones too", () => {
  const payload = codecs(OLD)[0]!.serialize(oldValue);
  for (const codec of codecs(NEW)) assert.equal(plain(codec.deserialize(payload)), defaults);
});

test("a new writer: what an old reader does not know is skipped, nested too", () => {
  const payload = codecs(NEW)[0]!.serialize({ ...defaults, part: { a: 3, b: 99 }, list: [1, 2, 3] });
  for (const codec of codecs(OLD)) assert.equal(plain(codec.deserialize(payload)), oldValue);
});

test("decoded defaults are not shared between values", () => {
  const payload = codecs(OLD)[0]!.serialize(oldValue);
  const codec = codecs(NEW)[0]!;
  const first = codec.deserialize(payload) as { sub: { s: string } };
  first.sub.s = "changed";
  assert.equal(plain(codec.deserialize(payload)), defaults);
});

test("the defaults are what defaultValue gives", () => {
  for (const codec of codecs(NEW)) {
    assert.equal(plain(codec.defaultValue()), { ...defaults, part: { a: 0, b: 7 }, x: 0 });
    assert.equal(plain(codec.deserialize(codec.serialize(codec.defaultValue()))), plain(codec.defaultValue()));
  }
});

test("elements of collections evolve one by one", () => {
  const oldType = parseIdl("struct E { octet a; }; @final struct T { sequence<E> es; octet end; };").struct("T");
  const newType = parseIdl("struct E { octet a; short b; }; @final struct T { sequence<E> es; octet end; };").struct(
    "T",
  );
  const oldPayload = codecs(oldType)[0]!.serialize({ es: [{ a: 1 }, { a: 2 }], end: 9 });
  const newPayload = codecs(newType)[0]!.serialize({
    es: [
      { a: 1, b: 300 },
      { a: 2, b: 400 },
    ],
    end: 9,
  });
  for (const codec of codecs(newType)) {
    assert.equal(codec.deserialize(oldPayload), {
      es: [
        { a: 1, b: 0 },
        { a: 2, b: 0 },
      ],
      end: 9,
    });
  }
  for (const codec of codecs(oldType))
    assert.equal(codec.deserialize(newPayload), { es: [{ a: 1 }, { a: 2 }], end: 9 });
});

const PAIR = parseIdl("struct P { long a; long b; };").struct("P");

test("a DHEADER ends the members even when bytes follow", () => {
  // DHEADER 4 with 8 bytes behind it: b is not part of the value.
  for (const codec of codecs(PAIR)) {
    assert.equal(codec.deserialize(bytesOf("00090000 04000000 01000000 02000000")), { a: 1, b: 0 });
    assert.equal(codec.deserialize(bytesOf("00090000 00000000 01000000 02000000")), { a: 0, b: 0 });
  }
});

test("a DHEADER that cuts a member, or points past the end, is an error", () => {
  for (const codec of codecs(PAIR)) {
    const cut = codec.tryDeserialize(bytesOf("00090000 06000000 01000000 02000000")) as CdrError;
    assert.is(cut.code, "truncated");
    assert.is(cut.path, "b");
    const past = codec.tryDeserialize(bytesOf("00090000 09000000 01000000 02000000")) as CdrError;
    assert.is(past.code, "truncated");
    assert.is((codec.tryDeserialize(bytesOf("00090000 ffffffff 01000000")) as CdrError).code, "truncated");
  }
});

test("an inner DHEADER cannot reach over the outer one", () => {
  const type = parseIdl("struct I { long a; long b; }; struct O { I i; };").struct("O");
  for (const codec of codecs(type)) {
    const error = codec.tryDeserialize(bytesOf("00090000 08000000 08000000 01000000 02000000")) as CdrError;
    assert.instance(error, CdrError);
    assert.is(error.path, "i");
  }
});

test("empty DHEADERs cannot make us fill in without limit", () => {
  // 4 bytes an element would otherwise buy 1 MiB of defaults each.
  const type = parseIdl("struct E { octet a; octet filler[65536]; }; @final struct T { sequence<E> es; };").struct("T");
  const count = 1000;
  const payload = new Uint8Array(12 + count * 4);
  payload.set(bytesOf("00070000"));
  const view = new DataView(payload.buffer);
  view.setUint32(4, 4 + count * 4, true);
  view.setUint32(8, count, true);
  for (const codec of codecs(type)) {
    assert.is((codec.tryDeserialize(payload) as CdrError).code, "limit-exceeded");
  }
});

test("XCDR1 has no DHEADER: bytes behind the value are ignored, missing ones are an error", () => {
  for (const codec of [true, false].map((codegen) => compileCodec(PAIR, { representation: "xcdr1", codegen }))) {
    assert.equal(codec.deserialize(bytesOf("00010000 01000000 02000000 03000000")), { a: 1, b: 2 });
    assert.instance(codec.tryDeserialize(bytesOf("00010000 01000000")), CdrError);
  }
});

test("XCDR1: what some vendors' readers take, the end of the payload for the end of the value, is taken from them", () => {
  const type = parseIdl("struct G { long a; @default(7) long b; @optional octet o; string s; };").struct("G");
  const old = bytesOf("00010000 01000000");
  for (const codegen of [true, false]) {
    const codec = compileCodec(type, { representation: "xcdr1", codegen });
    assert.instance(codec.tryDeserialize(old), CdrError);
    for (const dialect of ["cyclone", "fastdds", "connext"] as const) {
      assert.equal(codec.deserialize(old, dialect), { a: 1, b: 7, o: undefined, s: "" });
      // A member that has begun must be there.
      assert.instance(codec.tryDeserialize(bytesOf("00010000 01000000 02000000 00000100"), dialect), CdrError);
    }
    const final = compileCodec({ ...type, extensibility: "final" }, { representation: "xcdr1", codegen });
    assert.instance(final.tryDeserialize(old, "fastdds"), CdrError);
  }
});

test("mutable types: members come, go and move", () => {
  const before = parseIdl("@mutable struct M { @id(1) long a; @id(2) string b; @id(3) sequence<long> c; };").struct(
    "M",
  );
  const after = parseIdl(`@mutable struct M { @id(4) @default(0.5) double d; @id(3) sequence<long> c;
    @id(5) @optional long e; @id(1) long a; };`).struct("M");
  for (const representation of ["xcdr1", "xcdr2"] as const) {
    const payload = compileCodec(before, { representation }).serialize({ a: 1, b: "gone", c: [1, 2] });
    const back = compileCodec(after, { representation }).serialize({ d: 2.5, c: [3], e: 9, a: 4 });
    for (const codegen of [true, false]) {
      const newer = compileCodec(after, { representation, codegen });
      assert.equal(plain(newer.deserialize(payload)), { d: 0.5, c: [1, 2], e: undefined, a: 1 });
      const older = compileCodec(before, { representation, codegen });
      assert.equal(plain(older.deserialize(back)), { a: 4, b: "", c: [3] });
    }
  }
});

test("empty lists cannot make us fill in without limit", () => {
  const type = parseIdl(`@mutable struct E { octet filler[65536]; }; @final struct T { sequence<E> es; };`).struct("T");
  const count = 1000;
  for (const [id, element] of [
    [1, "027f0000"],
    [7, "00000000"],
  ] as const) {
    const elements = element.repeat(count);
    const counted = bytesOf(`e8030000${elements}`);
    const body = id === 1 ? [...counted] : [...new Uint8Array(Uint32Array.of(counted.length).buffer), ...counted];
    for (const codec of codecs(type)) {
      assert.is((codec.tryDeserialize(Uint8Array.of(0, id, 0, 0, ...body)) as CdrError).code, "limit-exceeded");
    }
  }
});

test("XCDR1: appendable types evolve inside a parameter, whose header says where they end", () => {
  const inner = (members: string): string => `struct In { ${members} };`;
  const old = inner("long a;");
  const grown = inner("long a; @default(7) long b; string s;");
  const outer = "@mutable struct T { In i; long end; @optional In o; };";
  const typeOf = (text: string): StructType => parseIdl(text).struct("T");
  for (const dialect of ["spec", "cyclone", "fastdds", "connext"] as const) {
    const options = { representation: "xcdr1", dialect } as const;
    const before = { i: { a: 1 }, end: 9, o: { a: 2 } };
    const after = { i: { a: 1, b: 7, s: "" }, end: 9, o: { a: 2, b: 7, s: "" } };
    for (const codegen of [true, false]) {
      const older = compileCodec(typeOf(old + outer), { ...options, codegen });
      const newer = compileCodec(typeOf(grown + outer), { ...options, codegen });
      assert.equal(newer.deserialize(older.serialize(before)), after);
      assert.equal(older.deserialize(newer.serialize(after)), before);
    }
  }
});

test("XCDR1: at the end of a payload nested types may end early too, in the middle of one nothing may", () => {
  const at = (where: string, members: string): StructType =>
    parseIdl(`struct In { ${members} }; struct T { ${where} };`).struct("T");
  const grown = "long a; @default(7) long b;";
  for (const codegen of [true, false]) {
    const last = compileCodec(at("octet o; In i;", grown), { representation: "xcdr1", codegen });
    const payload = compileCodec(at("octet o; In i;", "long a;"), { representation: "xcdr1" }).serialize({
      o: 1,
      i: { a: 2 },
    });
    assert.equal(last.deserialize(payload, "fastdds"), { o: 1, i: { a: 2, b: 7 } });
    assert.instance(last.tryDeserialize(payload), CdrError);
    const middle = compileCodec(at("In i; sequence<In> l;", grown), { representation: "xcdr1", codegen });
    const cut = compileCodec(at("In i; sequence<In> l;", "long a;"), { representation: "xcdr1" });
    assert.instance(middle.tryDeserialize(cut.serialize({ i: { a: 2 }, l: [{ a: 3 }] }), "fastdds"), CdrError);
  }
});

test.run();
