/** Keys: payloads, hashes, and the rules for nested keys (RTPS 2.5 §9.6.4.8, XTypes 1.3 §7.6.8). */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CdrError, compileCodec, type TypeCodec } from "../../src/cdr/index.js";
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

test.run();
