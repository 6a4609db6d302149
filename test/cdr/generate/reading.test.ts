/** Generated decoders where they remember: nothing of one payload may show in the next. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CdrError, compileCodec } from "../../../src/cdr/index.js";
import * as idl from "../../../src/idl/index.js";
import { errorOf } from "../support.js";

const test = suite("cdr: generated decoders");

const TEXT = idl.struct("S", { s: idl.string() }, { extensibility: "final" });

function textPayload(...bytes: number[]): Uint8Array {
  return Uint8Array.of(0, 1, 0, 0, bytes.length + 1, 0, 0, 0, ...bytes, 0);
}

test("a text is taken from the sample before only when all its bytes are the same", () => {
  const codec = compileCodec(TEXT, { representation: "xcdr1" });
  for (const text of ["ab", "ac", "ab", "", "abc", "\u00e9", "ab", "\u00e9\u00e9", "x".repeat(40), "x".repeat(31)]) {
    for (let i = 0; i < 2; i++) assert.equal(codec.deserialize(codec.serialize({ s: text })), { s: text });
  }
  // U+00E9 has the code of this byte, which is no UTF-8.
  codec.deserialize(codec.serialize({ s: "\u00e9" }));
  assert.is(errorOf(() => codec.deserialize(textPayload(0xe9))).code, "bad-utf8");
  codec.deserialize(textPayload(0x61));
  assert.is(errorOf(() => codec.deserialize(textPayload(0))).code, "bad-string");
});

test("what an earlier payload left behind the end of a shorter one is not read", () => {
  const type = idl.struct("S", { n: idl.uint32, list: idl.sequence(idl.float64), s: idl.string(), e: idl.uint64 });
  for (const representation of ["xcdr1", "xcdr2"] as const) {
    const codec = compileCodec(type, { representation });
    const value = { n: 1, list: Float64Array.of(1, 2, 3), s: "text", e: 4n };
    const payload = codec.serialize(value);
    const outcomes = [0x00, 0x01, 0xff].map((fill) =>
      Array.from({ length: payload.length }, (_, length) => {
        const longer = new Uint8Array(1500).fill(fill);
        longer[0] = 0;
        longer[1] = codec.encapsulationId;
        codec.tryDeserialize(longer);
        const read = codec.tryDeserialize(payload.subarray(0, length));
        return read instanceof CdrError
          ? read.message
          : JSON.stringify(read, (_, part) => (typeof part === "bigint" ? `${part}` : part));
      }),
    );
    assert.equal(outcomes[0], outcomes[1]);
    assert.equal(outcomes[0], outcomes[2]);
  }
});

test("readers are made when the first such payload arrives, one for each id and dialect", () => {
  const made: string[] = [];
  const original = globalThis.Function;
  const type = idl.struct("S", { e: idl.enumeration("E", ["A", "B"], { bitBound: 8 }) }, { extensibility: "final" });
  try {
    globalThis.Function = function counting(...parts: string[]) {
      made.push(parts.at(-1)!.includes("return function read") ? "reader" : "writer");
      return new original(...parts);
    } as unknown as FunctionConstructor;
    const codec = compileCodec(type, { representation: "xcdr2" });
    assert.equal(made, ["writer"]);
    for (let i = 0; i < 2; i++) {
      assert.equal(codec.deserialize(Uint8Array.of(0, 7, 0, 3, 1, 0, 0, 0)), { e: "B" });
      assert.equal(codec.deserialize(Uint8Array.of(0, 0, 0, 3, 1, 0, 0, 0)), { e: "B" });
      assert.equal(codec.deserialize(Uint8Array.of(0, 7, 0, 0, 1, 0, 0, 0), "fastdds"), { e: "B" });
    }
    assert.equal(made, ["writer", "reader", "reader", "reader"]);
  } finally {
    globalThis.Function = original;
  }
});

test.run();
