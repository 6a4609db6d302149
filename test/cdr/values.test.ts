/** What values look like on both sides, and what is refused. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type CdrError, compileCodec, type TypeCodec } from "../../src/cdr/index.js";
import * as idl from "../../src/idl/index.js";
import { both, bytesOf, errorOf, hexOf, one, plain } from "./support.js";

const test = suite("cdr: values");

test("collections of numbers come back as typed arrays", () => {
  const kinds = [
    [idl.octet, Uint8Array],
    [idl.uint8, Uint8Array],
    [idl.int8, Int8Array],
    [idl.int16, Int16Array],
    [idl.uint16, Uint16Array],
    [idl.int32, Int32Array],
    [idl.uint32, Uint32Array],
    [idl.float32, Float32Array],
    [idl.float64, Float64Array],
  ] as const;
  for (const [type, TypedArray] of kinds) {
    for (const collection of [idl.sequence(type), idl.array(type, 3)]) {
      for (const representation of ["xcdr1", "xcdr2"] as const) {
        for (const codec of both(one(collection), { representation })) {
          const fromTyped = codec.serialize({ v: TypedArray.of(1, 2, 3) });
          assert.is(hexOf(codec.serialize({ v: [1, 2, 3] })), hexOf(fromTyped));
          const { v } = codec.deserialize(fromTyped);
          assert.instance(v, TypedArray);
          assert.equal(plain(v), [1, 2, 3]);
        }
      }
    }
  }
});

test("an array of several dimensions has typed arrays innermost", () => {
  for (const codec of both(one(idl.array(idl.int32, 2, 3)))) {
    const payload = codec.serialize({ v: [Int32Array.of(1, 2, 3), [4, 5, 6]] });
    assert.is(hexOf(payload), "00070000010000000200000003000000040000000500000006000000");
    const { v } = codec.deserialize(payload) as { v: Int32Array[] };
    assert.instance(v[1], Int32Array);
    assert.equal(plain(v), [
      [1, 2, 3],
      [4, 5, 6],
    ]);
    assert.is(errorOf(() => codec.serialize({ v: [[1, 2, 3]] })).message, "v: 1 elements, the array has 2");
    assert.is(errorOf(() => codec.serialize({ v: [[1, 2, 3], [4]] })).message, "v[1]: 1 elements, the array has 3");
  }
});

test("the other kinds are checked too", () => {
  const wrong: readonly (readonly [idl.TypeDescription, readonly unknown[]])[] = [
    [idl.boolean, [0, 1, "true", undefined]],
    [idl.char, ["", "ab", "\u0100", 65, undefined]],
    [idl.float32, ["1", undefined, 1n]],
    [idl.float64, ["1", undefined, 1n]],
    [idl.string(), [1, undefined, null, "a\0b"]],
    [idl.string(3), ["abcd", "éé"]],
    [idl.sequence(idl.int32), ["12", { length: 1 }, undefined, [undefined], new DataView(new ArrayBuffer(4))]],
    [idl.sequence(idl.int32, 2), [[1, 2, 3], Int32Array.of(1, 2, 3)]],
    [idl.enumeration("E", ["A", "B"]), ["C", 2, undefined]],
    [idl.struct("S", { a: idl.octet }), [null, undefined, 5, "x", {}]],
  ];
  for (const [type, values] of wrong) {
    for (const codec of both(one(type))) {
      for (const v of values) {
        const error = errorOf(() => codec.serialize({ v }));
        assert.is(error.code, "bad-value");
        assert.ok(error.path.startsWith("v"));
        assert.not.match(error.message, "\n");
        assert.is(errorOf(() => codec.serializeInto({ v }, new Uint8Array(100), 0)).message, error.message);
      }
    }
  }
});

test("booleans are 0 or 1 and enums have their literals", () => {
  for (const codec of both(one(idl.boolean))) {
    assert.is((codec.tryDeserialize(bytesOf("00070003 02000000")) as CdrError).code, "bad-boolean");
  }
  const sparse = idl.enumeration("E", { LOW: -2, TEN: 10 });
  for (const codec of both(one(sparse))) {
    assert.equal(codec.deserialize(bytesOf("00070000 feffffff")), { v: "LOW" });
    assert.is((codec.tryDeserialize(bytesOf("00070000 0b000000")) as CdrError).code, "bad-enum");
    assert.is(hexOf(codec.serialize({ v: 10 })), hexOf(codec.serialize({ v: "TEN" })));
  }
  for (const codec of both(one(idl.enumeration("D", ["A", "B"])))) {
    assert.is((codec.tryDeserialize(bytesOf("00070000 ffffffff")) as CdrError).code, "bad-enum");
  }
});

test("counts are checked before anything is allocated", () => {
  const types = [idl.float64, idl.string(), idl.boolean, idl.octet, idl.struct("S", { a: idl.octet })];
  for (const element of types) {
    for (const codec of both(one(idl.sequence(element)))) {
      const dheader = idl.isPrimitive(element) ? "" : "0c000000";
      const error = codec.tryDeserialize(bytesOf(`00070000 ${dheader} 00000040 0000000000000000`)) as CdrError;
      assert.is(error.code, "truncated");
      assert.is(error.path, "v");
    }
  }
  for (const codec of both(one(idl.sequence(idl.octet, 4)))) {
    assert.is((codec.tryDeserialize(bytesOf("00070000 05000000 0102030405")) as CdrError).code, "bound-exceeded");
  }
});

test("elements without bytes are limited, since the payload cannot bound them", () => {
  const type = one(idl.sequence(idl.struct("Empty", {}, { extensibility: "final" })));
  for (const codec of both(type, { representation: "xcdr1" })) {
    assert.equal(codec.deserialize(bytesOf("00010000 03000000")), { v: [{}, {}, {}] });
    assert.is((codec.tryDeserialize(bytesOf("00010000 ffffffff")) as CdrError).code, "limit-exceeded");
  }
});

test("alignment: an empty sequence aligns nothing", () => {
  const type = idl.struct(
    "S",
    { a: idl.sequence(idl.float64), b: idl.sequence(idl.int32) },
    { extensibility: "final" },
  );
  for (const codec of both(type, { representation: "xcdr1" })) {
    assert.is(hexOf(codec.serialize({ a: [], b: [] })), "000100000000000000000000");
    assert.equal(plain(codec.deserialize(bytesOf("00010000 00000000 00000000"))), { a: [], b: [] });
  }
});

test("alignment: 8 in XCDR1, 4 in XCDR2, from behind the encapsulation header", () => {
  const type = idl.struct("S", { a: idl.octet, d: idl.float64 }, { extensibility: "final" });
  const xcdr1 = "0001000001000000000000000000000000000440";
  const xcdr2 = "00070000010000000000000000000440";
  assert.is(hexOf(compileCodec(type, { representation: "xcdr1" }).serialize({ a: 1, d: 2.5 })), xcdr1);
  for (const codec of both(type)) {
    assert.is(hexOf(codec.serialize({ a: 1, d: 2.5 })), xcdr2);
    assert.equal(codec.deserialize(bytesOf(xcdr1)), { a: 1, d: 2.5 });
  }
});

test("the encapsulation must be known and fit the type", () => {
  const final = one(idl.int32);
  const appendable = idl.struct("A", { v: idl.int32 });
  for (const [type, good, bad] of [
    [final, [0, 1, 6, 7], [2, 3, 4, 5, 8, 9, 10, 11, 12, 0xff, 0x0100, 0xc001]],
    [appendable, [0, 1, 8, 9], [2, 3, 6, 7, 10, 11]],
  ] as const) {
    for (const codec of both(type)) {
      for (const id of good) {
        const body = id & 1 ? "01000000" : "00000001";
        const header = id >= 8 ? (id & 1 ? "04000000" : "00000004") : "";
        const hex = `${id.toString(16).padStart(4, "0")}0000${header}${body}`;
        assert.equal(codec.deserialize(bytesOf(hex)), { v: 1 });
      }
      for (const id of bad) {
        const error = codec.tryDeserialize(bytesOf(`${id.toString(16).padStart(4, "0")}0000 0400000001000000`));
        assert.is((error as CdrError).code, "bad-encapsulation");
      }
      for (const hex of ["", "00", "000100"]) {
        assert.is((codec.tryDeserialize(bytesOf(hex)) as CdrError).code, "truncated");
      }
    }
  }
});

test("the pad count in the options is set on the way out and ignored on the way in", () => {
  const type = one(idl.string());
  for (const codec of both(type)) {
    for (const [text, padding] of [
      ["", 3],
      ["a", 2],
      ["ab", 1],
      ["abc", 0],
    ] as const) {
      const payload = codec.serialize({ v: text });
      assert.is(payload.length % 4, 0);
      assert.is(payload[3], padding);
      assert.is(payload.length, codec.serializedSize({ v: text }) + padding);
      for (const stale of [0, 1, 2, 3, 0xff]) {
        payload[3] = stale;
        assert.equal(codec.deserialize(payload), { v: text });
      }
    }
  }
});

test("a target without room is refused and left alone", () => {
  for (const codec of both(one(idl.int32))) {
    const target = new Uint8Array(10).fill(7);
    for (const offset of [3, 10, 11, -1]) {
      assert.is(errorOf(() => codec.serializeInto({ v: 1 }, target, offset)).code, "no-space");
    }
    assert.ok(target.every((byte) => byte === 7));
    assert.is(codec.serializeInto({ v: 1 }, target, 2), 8);
  }
});

test("payloads in Node buffers and in slabs decode alike, and give plain Uint8Arrays", () => {
  const type = one(idl.sequence(idl.octet));
  for (const codec of both(type)) {
    const slab = Buffer.alloc(64, 0xaa);
    const length = codec.serializeInto({ v: [1, 2, 3] }, slab, 13);
    const { v } = codec.deserialize(slab.subarray(13, 13 + length));
    assert.is(Object.getPrototypeOf(v), Uint8Array.prototype);
    assert.equal(v, Uint8Array.of(1, 2, 3));
  }
});

test("many members: one function or many, the bytes are the same", () => {
  const wide = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`m${i}`, i % 3 ? idl.octet : idl.float64]));
  const inner = idl.struct("Wide", wide);
  const type = idl.struct("Outer", { a: idl.octet, w: inner, ws: idl.sequence(inner), z: idl.int16 });
  const innerValue = Object.fromEntries(Object.keys(wide).map((name, i) => [name, i]));
  const value = { a: 1, w: innerValue, ws: [innerValue, innerValue], z: -3 };
  for (const representation of ["xcdr1", "xcdr2"] as const) {
    const [generated, interpreted] = both(type, { representation }) as [TypeCodec, TypeCodec];
    assert.is(hexOf(generated.serialize(value)), hexOf(interpreted.serialize(value)));
    assert.equal(generated.deserialize(interpreted.serialize(value)), value);
  }
});

test("member names that JavaScript also uses are just names", () => {
  const type = idl.struct("J", { constructor: idl.int32, toString: idl.string(), class: idl.octet, get: idl.char });
  for (const codec of both(type)) {
    const value = { constructor: 5, toString: "x", class: 1, get: "g" };
    const decoded = codec.deserialize(codec.serialize(value));
    assert.equal({ ...decoded }, value);
    assert.is(errorOf(() => codec.serialize({})).code, "bad-value");
  }
});

test.run();
