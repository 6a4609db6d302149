/** Random types and values: generated code, interpreter and @foxglove/cdr must agree; bad bytes must give CdrError. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CdrError, type CodecOptions, compileCodec, type TypeCodec } from "../../src/cdr/index.js";
import type { StructType } from "../../src/idl/index.js";
import * as idl from "../../src/idl/index.js";
import { flattened, oracleCanDo, oracleRead, oracleWrite } from "./oracle.js";
import { hexOf, plain, structTypes, valuesOf } from "./support.js";

const test = suite("cdr: properties");

type Value = Record<string, unknown>;

const options: fc.Arbitrary<CodecOptions> = fc.record({
  representation: fc.constantFrom("xcdr1" as const, "xcdr2" as const),
  byteOrder: fc.constantFrom("little" as const, "big" as const),
  dialect: fc.constantFrom("spec" as const, "fastdds" as const, "connext" as const),
});

const cases = structTypes().chain((type) =>
  fc.tuple(fc.constant(type), valuesOf(type) as fc.Arbitrary<Value>, options),
);

function bothCodecs(type: StructType, given: CodecOptions): readonly [TypeCodec, TypeCodec] {
  const generated = compileCodec(type, given);
  const interpreted = compileCodec(type, { ...given, codegen: false });
  assert.is(generated.isGenerated, true);
  assert.is(interpreted.isGenerated, false);
  return [generated, interpreted];
}

/** Typed arrays are compared by kind and content; node compares their NaNs as different. */
function same(a: unknown, b: unknown, what: string): void {
  assert.ok(isDeepStrictEqual(tagged(a), tagged(b)), what);
}

function tagged(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return [value.constructor.name, plain(value)];
  if (Array.isArray(value)) return value.map(tagged);
  if (typeof value !== "object" || value === null || value instanceof Error) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, tagged(part)]));
}

test("generated code and interpreter write the same bytes and read the value back", () => {
  fc.assert(
    fc.property(cases, fc.nat(7), ([type, value, given], offset) => {
      const [generated, interpreted] = bothCodecs(type, given);
      const payload = generated.serialize(value);
      assert.is(hexOf(payload), hexOf(interpreted.serialize(value)));
      assert.is(payload.length, (generated.serializedSize(value) + 3) & ~3);
      assert.is(generated.serializedSize(value), interpreted.serializedSize(value));
      same(plain(generated.deserialize(payload)), value, "generated round trip");
      same(generated.deserialize(payload), interpreted.deserialize(payload), "the decoded forms are alike");
      // A dirty target at any offset: nothing of it may show, nothing outside may change.
      const target = new Uint8Array(payload.length + 16).fill(0xee);
      assert.is(generated.serializeInto(value, target, offset), payload.length);
      assert.is(hexOf(target.subarray(offset, offset + payload.length)), hexOf(payload));
      assert.ok(target.subarray(offset + payload.length).every((byte) => byte === 0xee));
      same(plain(generated.deserialize(target.subarray(offset, offset + payload.length))), value, "inside a slab");
    }),
    { numRuns: 400 },
  );
});

test("decoded values, typed arrays and all, can be written again", () => {
  fc.assert(
    fc.property(cases, ([type, value, given]) => {
      for (const codec of bothCodecs(type, given)) {
        const payload = codec.serialize(value);
        assert.is(hexOf(codec.serialize(codec.deserialize(payload))), hexOf(payload));
      }
    }),
    { numRuns: 200 },
  );
});

test("@foxglove/cdr writes the same bytes and reads the same values, where it is right", () => {
  let compared = 0;
  fc.assert(
    fc.property(cases, ([type, value, given]) => {
      const version = given.representation === "xcdr1" ? 1 : 2;
      if (!oracleCanDo(type, value, version)) return;
      const codec = compileCodec(type, { ...given, dialect: "spec" });
      const expected = oracleWrite(type, value, { version, encapsulationId: codec.encapsulationId });
      const payload = codec.serialize(value);
      assert.is(hexOf(payload.subarray(4, codec.serializedSize(value))), hexOf(expected.subarray(4)));
      same(oracleRead(type, payload, version), flattened(type, value), "the oracle reads our bytes");
      compared++;
    }),
    { numRuns: 400 },
  );
  assert.ok(compared > 100, `only ${compared} of 400 cases could be compared`);
});

test("keys survive their payload, and both paths hash them alike", () => {
  fc.assert(
    fc.property(cases, ([type, value, given]) => {
      fc.pre(type.hasKey);
      const [generated, interpreted] = bothCodecs(type, given);
      const payload = generated.serializeKey(value);
      assert.is(hexOf(payload), hexOf(interpreted.serializeKey(value)));
      const hash = hexOf(generated.keyHash(value));
      assert.is(hash, hexOf(interpreted.keyHash(value)));
      assert.is(hash, hexOf(generated.keyHashFromKeyPayload(payload)));
      assert.is(hash, hexOf(generated.keyHash(generated.deserializeKey(payload))));
    }),
    { numRuns: 200 },
  );
});

/** Decodes with both codecs; they must agree on the value or on the error. */
function decodeBoth(codecs: readonly [TypeCodec, TypeCodec], payload: Uint8Array): "value" | "error" {
  const [first, second] = codecs.map((codec) => codec.tryDeserialize(payload)) as [Value, Value];
  if (first instanceof CdrError && second instanceof CdrError) {
    assert.is(first.code, second.code);
    assert.is(first.path, second.path);
    assert.is(first.offset, second.offset);
    return "error";
  }
  same(first, second, `both decode alike: ${String(first)} / ${String(second)}`);
  return "value";
}

test("every truncation decodes or gives CdrError, the same on both paths", () => {
  let errors = 0;
  fc.assert(
    fc.property(cases, ([type, value, given]) => {
      const codecs = bothCodecs(type, given);
      const payload = codecs[0].serialize(value);
      for (let length = 0; length < payload.length; length++) {
        // The rest of the payload stays behind the end: reading it would go unnoticed without the comparison below.
        const exact = payload.slice(0, length);
        const kind = decodeBoth(codecs, payload.subarray(0, length));
        assert.is(decodeBoth(codecs, exact), kind, "bytes behind the end must not matter");
        if (kind === "error") errors++;
      }
    }),
    { numRuns: 60 },
  );
  assert.ok(errors > 500);
});

test("mutated payloads decode or give CdrError, the same on both paths", () => {
  const edits = fc.array(fc.tuple(fc.nat(400), fc.constantFrom(0, 1, 2, 0x7f, 0x80, 0xff)), {
    minLength: 1,
    maxLength: 6,
  });
  let errors = 0;
  fc.assert(
    fc.property(cases, edits, fc.boolean(), ([type, value, given], changes, keepId) => {
      const codecs = bothCodecs(type, given);
      const payload = codecs[0].serialize(value);
      for (const [at, byte] of changes) {
        const index = keepId && payload.length > 4 ? 4 + (at % (payload.length - 4)) : at % payload.length;
        payload[index] = byte;
      }
      if (decodeBoth(codecs, payload) === "error") errors++;
    }),
    { numRuns: 1500 },
  );
  assert.ok(errors > 300);
});

test("whatever decodes, as a value or as a key, has a key hash", () => {
  const kept = fc.record({
    int64: fc.constantFrom("bigint" as const, "number" as const),
    keyHashAlignment: fc.constantFrom("representation" as const, "xcdr2" as const),
  });
  const edits = fc.array(fc.tuple(fc.nat(400), fc.constantFrom(0, 1, 0x41, 0x7f, 0x80, 0xc3, 0xff)), { maxLength: 6 });
  let hashed = 0;
  fc.assert(
    fc.property(cases, kept, edits, ([type, value, given], how, changes) => {
      fc.pre(type.hasKey);
      const [generated, interpreted] = bothCodecs(type, { ...given, ...how });
      for (const make of ["serialize", "serializeKey"] as const) {
        const payload = generated[make](value);
        for (const [at, byte] of changes) if (payload.length > 4) payload[4 + (at % (payload.length - 4))] = byte;
        const hashes = [generated, interpreted].map((codec) => {
          const read = make === "serialize" ? codec.tryDeserialize(payload) : codec.tryDeserializeKey(payload);
          if (read instanceof CdrError) return "refused";
          hashed++;
          // What is known only as a key is written again when its instance is disposed.
          codec.serializeKey(read);
          return hexOf(codec.keyHash(read));
        });
        assert.is(hashes[0], hashes[1]);
      }
    }),
    { numRuns: 1500 },
  );
  assert.ok(hashed > 1000, `only ${hashed} hashes`);
});

test("strings, enums and 64-bit numbers of any bytes have a key hash when they decode", () => {
  const types = [
    idl.string(),
    idl.string(6),
    idl.sequence(idl.string(3), 2),
    idl.int64,
    idl.uint64,
    idl.array(idl.uint64, 2),
    idl.float32,
    idl.char,
    idl.enumeration("Narrow", { P: 0, Q: 200, R: -1 }, { bitBound: 8 }),
  ].map((type) => idl.struct("Key", { v: { type, key: true } }, { extensibility: "final" }));
  const bytes = fc.oneof(
    fc.array(fc.constantFrom(0, 1, 0x41, 0x7f, 0xc3, 0xa9, 0xed, 0xff), { maxLength: 12 }),
    fc.array(fc.constantFrom(0, 0x41, 0x42), { maxLength: 7 }).map((text) => [...text, 0]),
    fc.array(fc.constantFrom(0x7f, 0xff), { minLength: 8, maxLength: 8 }),
  );
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.constantFrom(...types), options, fc.boolean(), bytes, (type, given, isText, tail) => {
      const isLittle = given.byteOrder === "little";
      const length = !isText ? [] : isLittle ? [tail.length, 0, 0, 0] : [0, 0, 0, tail.length];
      for (const codec of bothCodecs(type, { ...given, int64: "number" })) {
        const read = codec.tryDeserialize(Uint8Array.of(0, codec.encapsulationId, 0, 0, ...length, ...tail));
        seen.add(read instanceof CdrError ? read.code : "value");
        if (!(read instanceof CdrError)) assert.is(codec.keyHash(read).length, 16);
      }
    }),
    { numRuns: 3000 },
  );
  for (const outcome of ["value", "bad-string", "bad-utf8", "truncated"]) assert.ok(seen.has(outcome), outcome);
});

test("random bytes decode or give CdrError, the same on both paths", () => {
  fc.assert(
    fc.property(
      structTypes(),
      options,
      fc.uint8Array({ maxLength: 200 }),
      fc.boolean(),
      (type, given, bytes, valid) => {
        const codecs = bothCodecs(type, given);
        const payload = valid ? Uint8Array.of(0, codecs[0].encapsulationId, 0, 0, ...bytes) : bytes;
        decodeBoth(codecs, payload);
      },
    ),
    { numRuns: 600 },
  );
});

test.run();
