/** Random types and values: generated code, interpreter and @foxglove/cdr must agree; bad bytes must give CdrError. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CdrError, type CodecOptions, compileCodec, type TypeCodec } from "../../src/cdr/index.js";
import { defaultUnitsAllowed } from "../../src/cdr/limits.js";
import type { StructType } from "../../src/idl/index.js";
import * as idl from "../../src/idl/index.js";
import { cases, keyedTypes, simpleTypes } from "./arbitraries.js";
import { flattened, oracleCanDo, oracleRead, oracleWrite } from "./oracle.js";
import { hexOf, plain, weightOf } from "./support.js";

const test = suite("cdr: properties");

type Value = Record<string, unknown>;
type Codecs = readonly [generated: TypeCodec, interpreted: TypeCodec];

function bothCodecs(type: StructType, given: CodecOptions): Codecs {
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
  if (value instanceof Map) return new Map([...value].map(([key, part]) => [key, tagged(part)]));
  if (typeof value !== "object" || value === null || value instanceof Error) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, tagged(part)]));
}

test("generated code and interpreter write the same bytes and read the value back", () => {
  fc.assert(
    fc.property(cases(), fc.nat(7), ({ type, value, options }, offset) => {
      const [generated, interpreted] = bothCodecs(type, options);
      const payload = generated.serialize(value);
      assert.is(hexOf(payload), hexOf(interpreted.serialize(value)), "the bytes");
      assert.is(payload.length, (generated.serializedSize(value) + 3) & ~3);
      assert.is(generated.serializedSize(value), interpreted.serializedSize(value), "the sizes");
      same(plain(generated.deserialize(payload)), value, "generated round trip");
      same(generated.deserialize(payload), interpreted.deserialize(payload), "the decoded forms are alike");
      // A dirty target at any offset: nothing of it may show, nothing outside may change.
      const target = new Uint8Array(payload.length + 16).fill(0xee);
      assert.is(generated.serializeInto(value, target, offset), payload.length);
      assert.is(hexOf(target.subarray(offset, offset + payload.length)), hexOf(payload), "in a slab");
      assert.ok(target.subarray(offset + payload.length).every((byte) => byte === 0xee));
      const decoded = generated.deserialize(target.subarray(offset, offset + payload.length));
      same(plain(decoded), value, "read from a slab");
      // Decoded values, typed arrays and all, can be written again.
      assert.is(hexOf(generated.serialize(decoded)), hexOf(payload), "written again");
      assert.is(hexOf(interpreted.serialize(decoded)), hexOf(payload), "written again, interpreted");
    }),
    { numRuns: 250 },
  );
});

test("@foxglove/cdr writes the same bytes and reads the same values, where it is right", () => {
  let compared = 0;
  fc.assert(
    fc.property(cases(simpleTypes()), ({ type, value, options }) => {
      const version = options.representation === "xcdr1" ? 1 : 2;
      if (!oracleCanDo(type, value, version)) return;
      const codec = compileCodec(type, { ...options, dialect: "spec" });
      const expected = oracleWrite(type, value, { version, encapsulationId: codec.encapsulationId });
      const payload = codec.serialize(value);
      assert.is(hexOf(payload.subarray(4, codec.serializedSize(value))), hexOf(expected.subarray(4)));
      same(oracleRead(type, payload, version), flattened(type, value), "the oracle reads our bytes");
      compared++;
    }),
    { numRuns: 120 },
  );
  assert.ok(compared > 30, `only ${compared} of 120 cases could be compared`);
});

test("keys survive their payload, and both paths hash them alike", () => {
  fc.assert(
    fc.property(cases(keyedTypes()), ({ type, value, options }) => {
      const [generated, interpreted] = bothCodecs(type, options);
      const payload = generated.serializeKey(value);
      assert.is(hexOf(payload), hexOf(interpreted.serializeKey(value)));
      const hash = hexOf(generated.keyHash(value));
      assert.is(hash, hexOf(interpreted.keyHash(value)));
      assert.is(hash, hexOf(generated.keyHashFromKeyPayload(payload)));
      assert.is(hash, hexOf(generated.keyHash(generated.deserializeKey(payload))));
    }),
    { numRuns: 60 },
  );
});

/** Decodes with both codecs; they must agree on the value or on the error. */
function decodeBoth(codecs: Codecs, payload: Uint8Array): "value" | "error" {
  const [first, second] = codecs.map((codec) => codec.tryDeserialize(payload)) as [Value, Value];
  if (first instanceof CdrError && second instanceof CdrError) {
    assert.is(first.code, second.code);
    assert.is(first.path, second.path);
    assert.is(first.offset, second.offset);
    return "error";
  }
  same(first, second, `both decode alike: ${String(first)} / ${String(second)}`);
  assert.ok(weightOf(first) <= WEIGHT_PER_BYTE * payload.length + WEIGHT_FOR_NOTHING, "what it weighs");
  return "value";
}

test("every truncation decodes or gives CdrError, the same on both paths", () => {
  let errors = 0;
  fc.assert(
    fc.property(cases(), ({ type, value, options }) => {
      const codecs = bothCodecs(type, options);
      const payload = codecs[0].serialize(value);
      const step = Math.max(1, payload.length >> 5);
      for (let length = 0; length < payload.length; length += step) {
        // The rest of the payload stays behind the end: reading it would go unnoticed without the comparison below.
        const exact = payload.slice(0, length);
        const kind = decodeBoth(codecs, payload.subarray(0, length));
        assert.is(decodeBoth(codecs, exact), kind, "bytes behind the end must not matter");
        if (kind === "error") errors++;
      }
    }),
    { numRuns: 40 },
  );
  assert.ok(errors > 200, `only ${errors} errors`);
});

const edit = fc.tuple(fc.nat(400), fc.constantFrom(0, 1, 2, 0x3f, 0x7f, 0x80, 0xff));
const edits = fc.array(fc.array(edit, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 });

function edited(payload: Uint8Array, changes: readonly (readonly [number, number])[]): Uint8Array {
  const copy = payload.slice();
  // The encapsulation header has its own tests.
  for (const [at, byte] of changes) if (copy.length > 4) copy[4 + (at % (copy.length - 4))] = byte;
  return copy;
}

test("mutated payloads decode or give CdrError, the same on both paths", () => {
  const seen = { value: 0, error: 0 };
  fc.assert(
    fc.property(cases(), edits, ({ type, value, options }, lists) => {
      const codecs = bothCodecs(type, options);
      const payload = codecs[0].serialize(value);
      for (const changes of lists) seen[decodeBoth(codecs, edited(payload, changes))]++;
    }),
    { numRuns: 200 },
  );
  assert.ok(seen.error > 100 && seen.value > 100, JSON.stringify(seen));
});

test("random bytes decode or give CdrError, the same on both paths", () => {
  const bodies = fc.array(fc.uint8Array({ maxLength: 120 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(cases(), bodies, ({ type, options }, given) => {
      const codecs = bothCodecs(type, options);
      for (const body of given) {
        decodeBoth(codecs, Uint8Array.of(0, codecs[0].encapsulationId, 0, 0, ...body));
        decodeBoth(codecs, body);
      }
    }),
    { numRuns: 80 },
  );
});

test("whatever decodes, as a value or as a key, has a key hash", () => {
  const kept = fc.record({
    int64: fc.constantFrom("bigint" as const, "number" as const),
    keyHashAlignment: fc.constantFrom("representation" as const, "xcdr2" as const),
  });
  let hashed = 0;
  fc.assert(
    fc.property(cases(keyedTypes()), kept, edits, ({ type, value, options }, how, lists) => {
      const codecs = bothCodecs(type, { ...options, ...how });
      for (const make of ["serialize", "serializeKey"] as const) {
        const payload = codecs[0][make](value);
        for (const changes of [[], ...lists]) {
          const bytes = edited(payload, changes);
          const hashes = codecs.map((codec) => {
            const read = make === "serialize" ? codec.tryDeserialize(bytes) : codec.tryDeserializeKey(bytes);
            if (read instanceof CdrError) return "refused";
            hashed++;
            // What is known only as a key is written again when its instance is disposed.
            codec.serializeKey(read);
            return hexOf(codec.keyHash(read));
          });
          assert.is(hashes[0], hashes[1]);
        }
      }
    }),
    { numRuns: 60 },
  );
  assert.ok(hashed > 200, `only ${hashed} hashes`);
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
  const codecs = new Map<string, Codecs>();
  const bytes = fc.oneof(
    fc.array(fc.constantFrom(0, 1, 0x41, 0x7f, 0xc3, 0xa9, 0xed, 0xff), { maxLength: 12 }),
    fc.array(fc.constantFrom(0, 0x41, 0x42), { maxLength: 7 }).map((text) => [...text, 0]),
    fc.array(fc.constantFrom(0x7f, 0xff), { minLength: 8, maxLength: 8 }),
  );
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.nat(types.length - 1), fc.boolean(), fc.boolean(), bytes, (index, isBig, isText, tail) => {
      const key = `${index} ${isBig}`;
      const options = { representation: "xcdr2", int64: "number", byteOrder: isBig ? "big" : "little" } as const;
      if (!codecs.has(key)) codecs.set(key, bothCodecs(types[index]!, options));
      const length = !isText ? [] : isBig ? [0, 0, 0, tail.length] : [tail.length, 0, 0, 0];
      for (const codec of codecs.get(key)!) {
        const read = codec.tryDeserialize(Uint8Array.of(0, codec.encapsulationId, 0, 0, ...length, ...tail));
        seen.add(read instanceof CdrError ? read.code : "value");
        if (!(read instanceof CdrError)) assert.is(codec.keyHash(read).length, 16);
      }
    }),
    { numRuns: 1500, examples: [[0, false, true, [0xc3, 0]]] },
  );
  for (const outcome of ["value", "bad-string", "bad-utf8", "truncated"]) assert.ok(seen.has(outcome), outcome);
});

/** See weightOf. An element of one byte weighs up to 64: an object with its property. */
const WEIGHT_PER_BYTE = 64;
/** Of defaults and empty structs (see limits.ts). */
const WEIGHT_FOR_NOTHING = 32 * defaultUnitsAllowed(0);

test.run();
