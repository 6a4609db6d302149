/** Keys: payloads, hashes, and the rules for nested keys (RTPS 2.5 §9.6.4.8, XTypes 1.3 §7.6.8). */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CdrError, compileCodec, type DialectName, type TypeCodec } from "../../src/cdr/index.js";
import { md5, parseIdl, type StructType } from "../../src/idl/index.js";
import { bytesOf, hexOf } from "./support.js";

const test = suite("cdr: keys");

function both(type: StructType, representation: "xcdr1" | "xcdr2" = "xcdr2"): TypeCodec[] {
  return [true, false].map((codegen) => compileCodec(type, { representation, codegen }));
}

function typeOf(members: string, before = ""): StructType {
  return parseIdl(`${before} @final struct T { ${members} };`).struct("T");
}

const padded = (hex: string): string => hex.replaceAll(" ", "").padEnd(32, "0");
const digest = (hex: string): string => hexOf(md5(bytesOf(hex)));

test("a key of at most 16 bytes is the hash itself, big endian and zero padded", () => {
  for (const codec of both(typeOf("@key long id; string s;"))) {
    assert.is(hexOf(codec.keyHash({ id: 1 })), padded("00000001"));
    assert.is(hexOf(codec.keyHash({ id: -2, s: "not looked at" })), padded("fffffffe"));
  }
  for (const codec of both(typeOf("@key octet g[16];"))) {
    const g = Array.from({ length: 16 }, (_, i) => i);
    assert.is(hexOf(codec.keyHash({ g })), "000102030405060708090a0b0c0d0e0f");
  }
});

test("the type decides about MD5, not the value", () => {
  for (const codec of both(typeOf("@key string<11> s;"))) {
    assert.is(hexOf(codec.keyHash({ s: "ab" })), padded("00000003 616200"));
    assert.is(hexOf(codec.keyHash({ s: "hello world" })), "0000000c68656c6c6f20776f726c6400");
  }
  for (const members of ["@key string<12> s;", "@key string s;"]) {
    for (const codec of both(typeOf(members))) {
      assert.is(hexOf(codec.keyHash({ s: "ab" })), digest("00000003 616200"));
    }
  }
  for (const codec of both(typeOf("@key octet g[17];"))) {
    assert.is(hexOf(codec.keyHash({ g: new Uint8Array(17) })), digest("00".repeat(17)));
  }
});

test("XCDR1 writers align 8-byte keys to 8, unless told otherwise", () => {
  const type = typeOf("@key octet o; @key long long k;");
  const value = { o: 0xaa, k: 0x0102030405060708n };
  for (const codec of both(type, "xcdr2")) {
    assert.is(hexOf(codec.keyHash(value)), padded("aa000000 0102030405060708"));
  }
  for (const codec of both(type, "xcdr1")) {
    assert.is(hexOf(codec.keyHash(value)), padded("aa00000000000000 0102030405060708"));
  }
  const spec = compileCodec(type, { representation: "xcdr1", keyHashAlignment: "xcdr2" });
  assert.is(hexOf(spec.keyHash(value)), padded("aa000000 0102030405060708"));
});

test("the hash goes by member id, the key payload by definition order", () => {
  const type = typeOf("@key @id(30) octet a; @key @id(10) long b; @id(40) short c; @key @id(20) short d;");
  for (const codec of both(type)) {
    const value = { a: 0xaa, b: 1, c: 2, d: 3 };
    assert.is(hexOf(codec.keyHash(value)), padded("00000001 0003 aa"));
    assert.is(hexOf(codec.serializeKey(value)), "00070002aa000000010000000300" + "0000");
    assert.equal(codec.deserializeKey(codec.serializeKey(value)), { a: 0xaa, b: 1, d: 3 });
  }
});

test("nested keys: the @key members inside, or all when there are none", () => {
  const before = `@final struct Some { octet p; @key long k; string q; }; @final struct All { octet p; long k; };
    @final struct Deep { Some some; octet x; };`;
  for (const codec of both(typeOf("octet o; @key Some a; @key All b;", before))) {
    const value = { o: 9, a: { p: 1, k: 2, q: "?" }, b: { p: 3, k: 4 } };
    assert.is(hexOf(codec.serializeKey(value)), "000700000200000003000000" + "04000000");
    assert.equal(codec.deserializeKey(codec.serializeKey(value)), { a: { k: 2 }, b: { p: 3, k: 4 } });
    assert.is(hexOf(codec.keyHash(value)), padded("00000002 03000000 00000004"));
  }
  // Deep has no key of its own, so it is key as a whole; Some inside it still has one.
  for (const codec of both(typeOf("@key Deep d;", before))) {
    const value = { d: { some: { p: 1, k: 2, q: "?" }, x: 7 } };
    assert.equal(codec.deserializeKey(codec.serializeKey(value)), { d: { some: { k: 2 }, x: 7 } });
  }
});

test("a key inside an appendable type keeps its DHEADERs in the payload and loses them in the hash", () => {
  const type = parseIdl("struct In { @key long k; long v; }; struct T { @key In i; long x; };").struct("T");
  for (const codec of both(type)) {
    const value = { i: { k: 5, v: 6 }, x: 7 };
    assert.is(hexOf(codec.serializeKey(value)), "000900000800000004000000" + "05000000");
    assert.is(hexOf(codec.keyHash(value)), padded("00000005"));
  }
});

test("key payloads are taken in either representation and byte order", () => {
  const type = typeOf("@key long id; octet x;");
  for (const codec of both(type)) {
    for (const hex of ["00000000 00000102", "00010000 02010000", "00060000 00000102", "00070000 02010000"]) {
      assert.equal(codec.deserializeKey(bytesOf(hex)), { id: 258 });
      assert.is(hexOf(codec.keyHashFromKeyPayload(bytesOf(hex))), padded("00000102"));
    }
    assert.instance(codec.tryDeserializeKey(bytesOf("00070000 0201")), CdrError);
    assert.throws(() => codec.keyHashFromKeyPayload(bytesOf("00070000")), /id: 4 bytes needed/);
  }
});

test("a type without key: a hash of zeros, no key payload", () => {
  for (const codec of both(typeOf("long id;"))) {
    assert.is(codec.hasKey, false);
    assert.is(hexOf(codec.keyHash({ id: 5 })), "0".repeat(32));
    for (const run of [() => codec.serializeKey({ id: 5 }), () => codec.deserializeKey(bytesOf("00070000"))]) {
      try {
        run();
        assert.unreachable();
      } catch (error) {
        assert.is((error as CdrError).code, "no-key");
      }
    }
  }
});

test("a missing key member is named", () => {
  for (const codec of both(typeOf("@key long id; long v;"))) {
    assert.throws(() => codec.keyHash({ v: 1 }), /^id: expected int32, got undefined$/);
  }
});

test("unions as keys: the discriminator where it is marked, else all of it", () => {
  const before = "@final union Marked switch (@key long) { case 1: long l; case 2: string<4> s; };";
  for (const codec of both(typeOf("@key Marked u; octet x;", before))) {
    const value = { u: { $discriminator: 2, member: "s", value: "ab" }, x: 1 };
    assert.is(hexOf(codec.serializeKey(value)), "0007000002000000");
    assert.equal(codec.deserializeKey(codec.serializeKey(value)), {
      u: { $discriminator: 2, member: null, value: undefined },
    });
    assert.is(hexOf(codec.keyHash(value)), padded("00000002"));
    assert.is(hexOf(codec.keyHash(codec.deserializeKey(codec.serializeKey(value)))), padded("00000002"));
  }
  for (const codec of both(typeOf("@key Plain u; octet x;", before.replace("Marked", "Plain").replace("@key ", "")))) {
    const value = { u: { $discriminator: 2, member: "s", value: "ab" }, x: 1 };
    assert.is(hexOf(codec.serializeKey(value)), "00070001" + "02000000" + "03000000" + "61620000");
    assert.is(hexOf(codec.keyHash(value)), padded("00000002 00000003 616200"));
  }
});

test("keys of mutable types: the payload is a list, the hash plain, unless the vendor has it otherwise", () => {
  const type = parseIdl("@mutable struct T { @key @id(9) octet o; long v; @key @id(4) long k; };").struct("T");
  const value = { o: 1, v: 2, k: 3 };
  const hash = (representation: "xcdr1" | "xcdr2", dialect: DialectName): string => {
    const hashes = [true, false].map((codegen) =>
      hexOf(compileCodec(type, { representation, dialect, codegen }).keyHash(value)),
    );
    assert.is(hashes[0], hashes[1]);
    return hashes[0]!;
  };
  for (const codec of both(type)) {
    assert.is(
      hexOf(codec.serializeKey(value)),
      "000b0000" + "10000000" + "09000000" + "01000000" + "04000020" + "03000000",
    );
    for (const hex of [
      "000b0000 10000000 09000000 01000000 04000020 03000000",
      "00030000 04000400 03000000 09000100 01000000 027f0000",
    ]) {
      assert.equal(codec.deserializeKey(bytesOf(hex)), { o: 1, k: 3 });
    }
  }
  for (const dialect of ["spec", "fastdds", "cyclone", "connext"] as const) {
    assert.is(hash("xcdr2", dialect), padded("00000003 01"), dialect);
  }
  assert.is(hash("xcdr1", "spec"), padded("00000003 01"));
  assert.is(hash("xcdr1", "fastdds"), padded("00000003 01"));
  // Cyclone DDS goes by the size of the list, Connext digests the list itself.
  assert.is(hash("xcdr1", "cyclone"), digest("00000003 01"));
  assert.is(hash("xcdr1", "connext"), digest("00090004 01000000 00040004 00000003 7f020000"));
});

test("whether a hash is a digest: by the keys, or by a bound that a generator reckons", () => {
  // 13 bytes aligned to 4, 17 aligned to 8.
  const type = typeOf("@key octet a; @key long long b; @key octet c;");
  const value = { a: 1, b: 2n, c: 3 };
  const plain = padded("01000000 0000000000000002 03");
  const of = (dialect: DialectName): string =>
    hexOf(compileCodec(type, { representation: "xcdr2", dialect }).keyHash(value));
  assert.is(of("spec"), plain);
  assert.is(of("connext"), plain);
  assert.is(of("fastdds"), digest("01000000 0000000000000002 03"));
});

test("ids that a dialect numbers in its own way order the keys", () => {
  const type = parseIdl(`@final struct T { @key @hashid("x") octet a; @key octet b; };`).struct("T");
  const value = { a: 1, b: 2 };
  assert.is(type.members[1]!.id, type.members[0]!.id + 1);
  for (const codegen of [true, false]) {
    const of = (dialect: DialectName): string =>
      hexOf(compileCodec(type, { representation: "xcdr2", dialect, codegen }).keyHash(value));
    assert.is(of("spec"), padded("0102"));
    assert.is(of("connext"), padded("0201"));
  }
});

test.run();
