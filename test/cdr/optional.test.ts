/** Optional members: a flag in XCDR2, a parameter header in XCDR1, left out of mutable types (XTypes 1.3 §7.4.3.5). */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type CdrError, compileCodec, type DialectName } from "../../src/cdr/index.js";
import { parseIdl } from "../../src/idl/index.js";
import { both, bytesOf, hexOf } from "./support.js";

const test = suite("cdr: optional members");

const typeOf = (kind: string, members: string) => parseIdl(`@${kind} struct T { ${members} };`).struct("T");
const MEMBERS = "octet a; @optional long long big; @optional string s; long t;";

test("absent is undefined, and null is taken for it", () => {
  for (const kind of ["final", "appendable", "mutable"]) {
    for (const representation of ["xcdr1", "xcdr2"] as const) {
      for (const codec of both(typeOf(kind, MEMBERS), { representation })) {
        const there = { a: 1, big: -5n, s: "", t: 2 };
        assert.equal(codec.deserialize(codec.serialize(there)), there);
        const absent = { a: 1, big: undefined, s: undefined, t: 2 };
        for (const value of [absent, { a: 1, t: 2 }, { a: 1, big: null, s: null, t: 2 }]) {
          const decoded = codec.deserialize(codec.serialize(value));
          assert.equal(decoded, absent);
          assert.equal(Object.keys(decoded), ["a", "big", "s", "t"]);
        }
      }
    }
  }
});

test("XCDR2: the flag is 0 or 1", () => {
  for (const codec of both(typeOf("final", "@optional octet o;"))) {
    assert.equal(codec.deserialize(bytesOf("00070000 00")), { o: undefined });
    assert.equal(codec.deserialize(bytesOf("00070000 0105")), { o: 5 });
    assert.is((codec.tryDeserialize(bytesOf("00070000 0205")) as unknown as CdrError).code, "bad-boolean");
    assert.is((codec.tryDeserialize(bytesOf("00070000 01")) as unknown as CdrError).path, "o");
  }
});

test("XCDR1: alignment starts anew in the value; behind it vendors differ in where it counts from", () => {
  const type = typeOf("final", "@optional long long p; double d;");
  const value = { p: 1n, d: 0.5 };
  const write = (dialect?: DialectName): string[] =>
    [true, false].map((codegen) =>
      hexOf(
        compileCodec(type, {
          representation: "xcdr1",
          codegen,
          ...(dialect === undefined ? {} : { dialect }),
        }).serialize(value),
      ),
    );
  // p at 4, d at 16: 12 bytes are taken, and d counts from the start of the payload.
  for (const hex of [...write(), ...write("connext"), ...write("spec")]) {
    assert.is(hex, "00010000 00000800 0100000000000000 00000000 000000000000e03f".replaceAll(" ", ""));
  }
  for (const hex of write("cyclone")) {
    assert.is(
      hex,
      "00010000 017f0800 00000000 08000000 0100000000000000 00000000 000000000000e03f".replaceAll(" ", ""),
    );
  }
  // Fast DDS goes on counting from where p began: d follows at once.
  for (const hex of write("fastdds")) {
    assert.is(hex, "00010000 00000800 0100000000000000 000000000000e03f".replaceAll(" ", ""));
  }
  for (const codec of both(type)) {
    const fast = bytesOf("00010000 00000800 0100000000000000 000000000000e03f");
    assert.equal(codec.deserialize(fast, "fastdds"), value);
    assert.equal(codec.deserialize(bytesOf(write("connext")[0]!), "connext"), value);
    // An absent one moves it as well.
    assert.equal(codec.deserialize(bytesOf("00010000 00000000 000000000000e03f"), "fastdds"), { p: undefined, d: 0.5 });
    assert.equal(codec.deserialize(bytesOf("00010000 00000000 00000000 000000000000e03f")), { p: undefined, d: 0.5 });
  }
});

test("XCDR1: either header form, and a length that is rounded up", () => {
  for (const codec of both(typeOf("final", "@optional octet o; octet e;"))) {
    for (const hex of [
      "00010000 00000100 05 09",
      "00010000 00000400 05000000 09",
      "00010000 00400100 05 09",
      "00010000 017f0800 00000000 01000000 05 09",
    ]) {
      assert.equal(codec.deserialize(bytesOf(hex)), { o: 5, e: 9 }, hex);
    }
    assert.is((codec.tryDeserialize(bytesOf("00010000 027f0000 09")) as unknown as CdrError).code, "bad-member-header");
    assert.is((codec.tryDeserialize(bytesOf("00010000 00000900 05 09")) as unknown as CdrError).code, "truncated");
  }
});

test("an optional member that an older writer does not have is absent, not a default", () => {
  for (const codec of both(typeOf("appendable", "long a; @optional long b; long c;"))) {
    assert.equal(codec.deserialize(bytesOf("00090000 04000000 01000000")), { a: 1, b: undefined, c: 0 });
  }
});

test("a list through optional members", () => {
  const type = parseIdl("struct Node; @final struct Node { long v; @external @optional Node next; };").struct("Node");
  for (const representation of ["xcdr1", "xcdr2"] as const) {
    for (const codec of both(type, { representation })) {
      const list = { v: 1, next: { v: 2, next: { v: 3, next: undefined } } };
      assert.equal(codec.deserialize(codec.serialize(list)), list);
    }
  }
});

test.run();
