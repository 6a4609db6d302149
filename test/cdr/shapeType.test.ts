/** The type of the interoperability demos, byte by byte. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CdrError, type CodecOptions, compileCodec } from "../../src/cdr/index.js";
import { int32, parseIdl, sequence, string, struct, uint8 } from "../../src/idl/index.js";
import { bytesOf, hexOf, plain } from "./support.js";

const test = suite("cdr: ShapeType");

const IDL = `@appendable struct ShapeType {
  @key string<128> color; int32 x; int32 y; int32 shapesize; sequence<uint8> additional_payload_size;
};`;
const fromIdl = parseIdl(IDL).struct("ShapeType");

const blue = { color: "BLUE", x: 5, y: -7, shapesize: 30, additional_payload_size: Uint8Array.of(1, 2) };
const BODY = "05000000 424c5545 00000000 05000000 f9ffffff 1e000000 02000000 0102";
const XCDR1 = `0001 0002 ${BODY} 0000`;
const XCDR2 = `0009 0002 1e000000 ${BODY} 0000`;
const BLUE_HASH = "cac217c318363f8ef1160eeedef9e886";

const variants: readonly CodecOptions[] = (["xcdr1", "xcdr2"] as const).flatMap((representation) =>
  [true, false].map((codegen) => ({ representation, codegen })),
);

test("IDL and TypeScript describe the same type", () => {
  const built = struct(
    "ShapeType",
    {
      color: { type: string(128), key: true },
      x: int32,
      y: int32,
      shapesize: int32,
      additional_payload_size: sequence(uint8),
    },
    { extensibility: "appendable" },
  );
  assert.equal(built, fromIdl);
});

for (const options of variants) {
  const name = `${options.representation}, ${options.codegen ? "generated" : "interpreted"}`;
  const codec = compileCodec(fromIdl, options);
  const hex = (options.representation === "xcdr1" ? XCDR1 : XCDR2).replaceAll(" ", "");

  test(`${name}: bytes out`, () => {
    assert.is(codec.encapsulationId, options.representation === "xcdr1" ? 0x0001 : 0x0009);
    assert.is(hexOf(codec.serialize(blue)), hex);
    assert.is(codec.serializedSize(blue), hex.length / 2 - 2);
    assert.is(hexOf(codec.serialize({ ...blue, additional_payload_size: [1, 2] })), hex);
  });

  test(`${name}: bytes in, both representations`, () => {
    for (const bytes of [bytesOf(XCDR1), bytesOf(XCDR2)]) {
      const value = codec.deserialize(bytes);
      assert.equal(plain(value), plain(blue));
      assert.ok(value["additional_payload_size"] instanceof Uint8Array);
    }
  });

  test(`${name}: big endian in`, () => {
    const big = compileCodec(fromIdl, { ...options, byteOrder: "big" });
    const payload = big.serialize(blue);
    assert.is(hexOf(payload.subarray(0, 2)), options.representation === "xcdr1" ? "0000" : "0008");
    assert.equal(plain(codec.deserialize(payload)), plain(blue));
  });

  test(`${name}: key`, () => {
    const key =
      options.representation === "xcdr1"
        ? "0001 0003 05000000424c554500 000000"
        : "0009000309000000 05000000424c554500 000000";
    assert.is(hexOf(codec.serializeKey(blue)), key.replaceAll(" ", ""));
    assert.equal(codec.deserializeKey(bytesOf(key)), { color: "BLUE" });
    assert.is(hexOf(codec.keyHash(blue)), BLUE_HASH);
    assert.is(hexOf(codec.keyHash({ color: "BLUE" })), BLUE_HASH);
    assert.is(hexOf(codec.keyHashFromKeyPayload(bytesOf(key))), BLUE_HASH);
  });

  test(`${name}: every cut is an error until the value is whole`, () => {
    const whole = codec.serializedSize(blue);
    const bytes = bytesOf(hex);
    for (let length = 0; length < whole; length++) {
      assert.instance(codec.tryDeserialize(bytes.subarray(0, length)), CdrError);
    }
    for (let length = whole; length <= bytes.length; length++) {
      assert.equal(plain(codec.tryDeserialize(bytes.subarray(0, length))), plain(blue));
    }
  });

  test(`${name}: errors name the place`, () => {
    const long = { ...blue, color: "x".repeat(129) };
    assert.throws(
      () => codec.serialize(long),
      /^CdrError: color: a string of 129 bytes, the bound is 128$|color: a string of 129/,
    );
    assert.throws(() => codec.serialize({ ...blue, x: 1.5 }), /x: expected int32, got 1.5/);
    assert.throws(() => codec.serialize({ ...blue, y: 2 ** 31 }), /y: expected int32, got 2147483648/);
    assert.throws(() => codec.serialize({ ...blue, shapesize: undefined }), /shapesize: expected int32, got undefined/);
    assert.throws(
      () => codec.serialize({ ...blue, additional_payload_size: [0, 256] }),
      /additional_payload_size\[1\]: expected uint8, got 256/,
    );
    const truncated = codec.tryDeserialize(bytesOf(hex).subarray(0, hex.length / 2 - 4)) as CdrError;
    assert.is(truncated.code, "truncated");
    if (options.representation === "xcdr1") assert.is(truncated.path, "additional_payload_size");
  });
}

test("a decoded octet sequence is a view of the payload", () => {
  const payload = bytesOf(XCDR1);
  const codec = compileCodec(fromIdl, { representation: "xcdr1" });
  const view = codec.deserialize(payload)["additional_payload_size"] as Uint8Array;
  payload[payload.length - 4] = 9;
  assert.is(view[0], 9);
  assert.is(view.length, 2);
});

test.run();
