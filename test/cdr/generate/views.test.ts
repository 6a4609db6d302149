/** Collections of numbers out of a payload: views where they can be, copies with the same numbers where not. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileCodec } from "../../../src/cdr/index.js";
import * as idl from "../../../src/idl/index.js";
import { hexOf } from "../support.js";

const test = suite("cdr: views of payloads");

type Numbers = Float64Array | BigInt64Array | Int32Array | Int16Array | Uint8Array;

const KINDS: readonly (readonly [idl.PrimitiveType, (count: number) => Numbers])[] = [
  [idl.octet, (count) => Uint8Array.from({ length: count }, (_, i) => i * 7)],
  [idl.int16, (count) => Int16Array.from({ length: count }, (_, i) => i * -7)],
  [idl.int32, (count) => Int32Array.from({ length: count }, (_, i) => i * -70_000)],
  [idl.float64, (count) => Float64Array.from({ length: count }, (_, i) => i / 7)],
  [idl.int64, (count) => BigInt64Array.from({ length: count }, (_, i) => BigInt(i) << 40n)],
];

/** The same bytes, so many bytes into a buffer that is full of others. */
function placed(payload: Uint8Array, offset: number): Uint8Array {
  const around = new Uint8Array(payload.length + offset + 24).fill(0xa5);
  around.set(payload, offset);
  return around.subarray(offset, offset + payload.length);
}

for (const [element, make] of KINDS) {
  const type = idl.struct("List", { list: idl.sequence(element) }, { extensibility: "final" });
  for (const representation of ["xcdr1", "xcdr2"] as const) {
    for (const byteOrder of ["little", "big"] as const) {
      test(`${element.kind}, ${representation}, ${byteOrder} endian: the numbers are right wherever the payload lies`, () => {
        const codec = compileCodec(type, { representation, byteOrder });
        for (const count of [0, 1, 3, 40, 100, 500, 3000]) {
          const list = make(count);
          const payload = codec.serialize({ list });
          for (const offset of [0, 1, 2, 4, 8, 56, 60]) {
            const received = placed(payload, offset);
            const before = hexOf(received);
            const read = codec.deserialize(received)["list"] as Numbers;
            assert.is(read.constructor, list.constructor);
            assert.equal(Array.from(read as ArrayLike<unknown>), Array.from(list as ArrayLike<unknown>));
            assert.is(hexOf(received), before);
          }
        }
      });
    }
  }

  test(`${element.kind}: large collections are views where alignment allows`, () => {
    const codec = compileCodec(type, { representation: "xcdr1" });
    const payload = codec.serialize({ list: make(5000) });
    // Behind the count the elements begin at 8, or 12 for those that are aligned to 8.
    const bytes = make(1).BYTES_PER_ELEMENT;
    for (const offset of [0, 4, 8, 9]) {
      const received = placed(payload, offset);
      const start = offset + (bytes === 8 ? 12 : 8);
      const read = codec.deserialize(received)["list"] as Numbers;
      assert.is(read.buffer === received.buffer, start % bytes === 0, `${offset} bytes in`);
    }
  });
}

test("numbers of several small samples do not disturb each other", () => {
  const type = idl.struct("Row", { row: idl.array(idl.float64, 9), tail: idl.sequence(idl.octet) });
  for (const representation of ["xcdr1", "xcdr2"] as const) {
    const codec = compileCodec(type, { representation });
    const values = Array.from({ length: 400 }, (_, i) => ({
      row: new Float64Array(9).fill(i),
      tail: new Uint8Array(i % 7).fill(i),
    }));
    const read = values.map((value, i) => codec.deserialize(placed(codec.serialize(value), 4 * (i % 3))));
    assert.equal(read, values);
  }
});

test("a NaN keeps its bits", () => {
  const type = idl.struct("List", { list: idl.sequence(idl.float64) }, { extensibility: "final" });
  const codec = compileCodec(type, { representation: "xcdr1" });
  const list = new Float64Array(BigUint64Array.of(0x7ff8_dead_beef_0001n).buffer);
  for (const offset of [0, 4]) {
    const read = codec.deserialize(placed(codec.serialize({ list }), offset))["list"] as Float64Array;
    assert.is(new BigUint64Array(read.buffer, read.byteOffset, 1)[0], 0x7ff8_dead_beef_0001n);
  }
});

test.run();
