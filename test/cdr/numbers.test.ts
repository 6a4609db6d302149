/** Numbers are checked when they are written, and come back as they were. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileCodec } from "../../src/cdr/index.js";
import * as idl from "../../src/idl/index.js";
import { both, errorOf, one, plain } from "./support.js";

const test = suite("cdr: numbers");

test("64-bit integers: bigint by default, number by choice, both taken", () => {
  const type = idl.struct("L", { i: idl.int64, u: idl.uint64, s: idl.sequence(idl.int64) }, { extensibility: "final" });
  for (const codec of both(type)) {
    const value = { i: -(2n ** 63n), u: 2n ** 64n - 1n, s: [-1n, 2n ** 40n] };
    assert.equal(plain(codec.deserialize(codec.serialize(value))), value);
    assert.instance(codec.deserialize(codec.serialize(value))["s"], BigInt64Array);
    assert.equal(plain(codec.deserialize(codec.serialize({ i: -5, u: 2 ** 40, s: [-1] }))), {
      i: -5n,
      u: 2n ** 40n,
      s: [-1n],
    });
  }
  for (const codec of both(type, { int64: "number" })) {
    for (const byteOrder of ["little", "big"] as const) {
      const writer = compileCodec(type, { representation: "xcdr1", byteOrder });
      const payload = writer.serialize({ i: -(2 ** 53) + 1, u: 2 ** 53 - 1, s: BigInt64Array.of(-4294967297n, 7n) });
      const value = { i: -(2 ** 53) + 1, u: 2 ** 53 - 1, s: [-4294967297, 7] };
      assert.equal(codec.deserialize(payload), value);
      assert.equal(codec.deserialize(codec.serialize(value)), value);
    }
    // 2^63 and 2^64 are no values of the types: what is read can be written.
    const largest = { i: 2n ** 63n - 1n, u: 2n ** 64n - 1n, s: [2n ** 63n - 1n, -(2n ** 63n)] };
    const read = codec.deserialize(codec.serialize(largest));
    assert.equal(read, { i: 2 ** 63 - 1024, u: 2 ** 64 - 2048, s: [2 ** 63 - 1024, -(2 ** 63)] });
    assert.equal(codec.deserialize(codec.serialize(read)), read);
  }
});

test("integers are checked, not wrapped", () => {
  const ranges = [
    [idl.int8, -128, 127],
    [idl.uint8, 0, 255],
    [idl.octet, 0, 255],
    [idl.int16, -32768, 32767],
    [idl.uint16, 0, 65535],
    [idl.int32, -(2 ** 31), 2 ** 31 - 1],
    [idl.uint32, 0, 2 ** 32 - 1],
  ] as const;
  for (const [type, low, high] of ranges) {
    for (const codec of both(one(type))) {
      for (const v of [low, high]) assert.equal(codec.deserialize(codec.serialize({ v })), { v });
      for (const v of [low - 1, high + 1, 0.5, Number.NaN, 1n, "1", true, null, undefined, {}]) {
        assert.is(errorOf(() => codec.serialize({ v })).code, "bad-value");
      }
    }
  }
  for (const type of [idl.int64, idl.uint64]) {
    for (const codec of both(one(type))) {
      const isSigned = type === idl.int64;
      for (const v of [isSigned ? 2n ** 63n : 2n ** 64n, isSigned ? -(2n ** 63n) - 1n : -1n, -1.5, "1", undefined]) {
        assert.is(errorOf(() => codec.serialize({ v })).code, "bad-value");
      }
    }
  }
});

test("a double beyond float32 is refused, not made infinite", () => {
  const type = idl.struct("F", { v: idl.float32, s: idl.sequence(idl.float32) }, { extensibility: "final" });
  const largest = 2 ** 128 - 2 ** 104;
  for (const codec of both(type)) {
    for (const byteOrder of ["little", "big"] as const) {
      const ordered = compileCodec(type, { representation: "xcdr1", byteOrder, codegen: codec.isGenerated });
      for (const bad of [1e300, -1e300, 2 ** 128 - 2 ** 103, Number.MAX_VALUE]) {
        assert.is(errorOf(() => ordered.serialize({ v: bad, s: [] })).message, `v: expected float32, got ${bad}`);
        assert.is(errorOf(() => ordered.serialize({ v: 0, s: [1, bad] })).path, "s[1]");
        assert.is(errorOf(() => ordered.serialize({ v: 0, s: Float64Array.of(bad) })).code, "bad-value");
      }
      for (const good of [largest, -largest, Infinity, -Infinity, Number.NaN, 1e-300, -0]) {
        const value = { v: good, s: [good, 0.5] };
        const stored = Math.fround(good);
        assert.equal(plain(ordered.deserialize(ordered.serialize(value))), { v: stored, s: [stored, 0.5] });
      }
      assert.is(ordered.deserialize(ordered.serialize({ v: 2 ** 128 - 2 ** 103 - 2 ** 76, s: [] }))["v"], largest);
    }
  }
});

test.run();
