/** Strings on both sides: UTF-8 without NUL, closed by one. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { CdrError } from "../../src/cdr/index.js";
import * as idl from "../../src/idl/index.js";
import { both, bytesOf, errorOf, one } from "./support.js";

const test = suite("cdr: strings");

test("strings are UTF-8 and may be of any length", () => {
  const texts = ["", "BLUE", "héllo✓", "✓".repeat(100), "a".repeat(5000), "😀😀", "\ufeffbom", `${"a".repeat(47)}é`];
  for (const codec of both(idl.struct("S", { s: idl.string(), t: idl.int32 }))) {
    for (const s of texts) {
      const payload = codec.serialize({ s, t: 7 });
      assert.equal(codec.deserialize(payload), { s, t: 7 });
      assert.is(new DataView(payload.buffer, payload.byteOffset).getUint32(8, true), Buffer.byteLength(s) + 1);
    }
  }
});

test("half a surrogate pair has no UTF-8 and is refused, not replaced", () => {
  const halves = ["\ud800", "a\ud800b", "\udc00", "\ud83d\ud83d\ude00", "\ude00\ud83d", `${"a".repeat(60)}\udbff`];
  for (const codec of both(idl.struct("S", { s: idl.string(), k: { type: idl.string(80), key: true } }))) {
    for (const half of halves) {
      const error = errorOf(() => codec.serialize({ s: half, k: "" }));
      assert.is(error.message, "s: a string cannot hold half a surrogate pair");
      assert.is(error.code, "bad-value");
      for (const run of ["serializedSize", "keyHash", "serializeKey"] as const) {
        assert.is(errorOf(() => codec[run]({ s: "", k: half })).path, "k");
      }
    }
    for (const s of ["\ud83d\ude00", "\ud800\udc00\udbff\udfff", "\ud7ff\ue000\uffff"]) {
      assert.equal(codec.deserialize(codec.serialize({ s, k: s })), { s, k: s });
    }
  }
});

test("a string with a NUL before its end is refused, wherever it stands", () => {
  const keyed = idl.struct("K", { s: { type: idl.string(), key: true } }, { extensibility: "final" });
  const texts = ["\0", "A\0", "A\0B", "\0ABC", "ABC\0", "ABCD\0", "é\0", `${"a".repeat(60)}\0`, `${"é".repeat(30)}\0z`];
  for (const codec of both(keyed)) {
    for (const text of texts) {
      const body = Buffer.from(`${text}\0`);
      const payload = new Uint8Array([0, 7, 0, 0, body.length, 0, 0, 0, ...body]);
      for (const error of [codec.tryDeserialize(payload), codec.tryDeserializeKey(payload)] as CdrError[]) {
        assert.is(error.code, "bad-string", JSON.stringify(text));
        assert.is(error.path, "s");
        assert.match(error.message, "holds a NUL");
      }
      assert.is(errorOf(() => codec.keyHashFromKeyPayload(payload)).code, "bad-string");
    }
  }
});

test("bad strings are named", () => {
  const cases = [
    ["00070000 04000000 61626364", "bad-string"],
    ["00070000 05000000 61626300", "truncated"],
    ["00070000 ffffffff 61626300", "truncated"],
    ["00070000 04000000 61ff6200", "bad-utf8"],
    ["00070000 03000000 c3280000", "bad-utf8"],
    ["00070000 05000000 61626364 00000000", "bound-exceeded"],
  ] as const;
  for (const codec of both(one(idl.string(3)))) {
    for (const [hex, code] of cases) {
      const error = codec.tryDeserialize(bytesOf(hex)) as CdrError;
      assert.is(error.code, code, hex);
      assert.is(error.path, "v");
    }
    // A length of 0 is wrong but harmless: some writers send it for the empty string.
    assert.equal(codec.deserialize(bytesOf("00070000 00000000")), { v: "" });
  }
});

test.run();
