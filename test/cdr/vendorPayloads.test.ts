/**
 * Payloads that Cyclone DDS 11.0.1, Fast DDS 3.6.2 and Connext 7.7.0 produced: decoded to the value, written back to
 * the same bytes, keys and key hashes included, by generated code and by the interpreter.
 *
 * Policy where vendors differ: the codec's default (`dialect: "spec"`) is XTypes 1.3, which is what Cyclone DDS writes;
 * its bytes must come out with the defaults. The bytes of the two others must come out with their dialect. Two more
 * rules: Fast DDS aligns XCDR1 key hashes by XCDR2 (`keyHashAlignment: "xcdr2"`), and its payloads were recorded
 * without the padding at the end.
 */
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type CodecOptions, compileCodec } from "../../src/cdr/index.js";
import { parseIdl, type StructType, type TypeDescription } from "../../src/idl/index.js";
import { bytesOf, hexOf, plain } from "./support.js";

interface VendorPayload {
  readonly vendor: string;
  readonly representation: "XCDR1" | "XCDR2";
  readonly payloadHex: string;
  readonly keyHashHex?: string;
  readonly keyPayloadHex?: string;
}

interface Entry {
  readonly name: string;
  readonly idl: string;
  readonly type: string;
  readonly value: Record<string, unknown>;
  readonly payloads: readonly VendorPayload[];
}

const fixture = new URL("../fixtures/cdr/vendorPayloads.json", fixtureBase());
const entries = JSON.parse(readFileSync(fixture, "utf8")) as Entry[];

/** Compiled tests run from dist/test; the fixtures stay in test. */
function fixtureBase(): string {
  return import.meta.url.replace("/dist/test/", "/test/");
}

function optionsFor(payload: VendorPayload): CodecOptions {
  const representation = payload.representation === "XCDR1" ? "xcdr1" : "xcdr2";
  if (payload.vendor.startsWith("fastdds")) return { representation, dialect: "fastdds", keyHashAlignment: "xcdr2" };
  return payload.vendor.startsWith("connext") ? { representation, dialect: "connext" } : { representation };
}

/** JSON has no 64-bit integers: the fixture holds them as strings. */
function revive(type: TypeDescription, value: unknown): unknown {
  switch (type.kind) {
    case "int64":
    case "uint64":
      return BigInt(value as string);
    case "struct":
      return Object.fromEntries(
        type.members.map((each) => [each.name, revive(each.type, (value as Record<string, unknown>)[each.name])]),
      );
    case "sequence":
      return (value as unknown[]).map((item) => revive(type.element, item));
    case "array":
      return reviveArray(type.element, type.dimensions.length, value);
    default:
      return value;
  }
}

function reviveArray(element: TypeDescription, dimensions: number, value: unknown): unknown {
  if (dimensions === 0) return revive(element, value);
  return (value as unknown[]).map((item) => reviveArray(element, dimensions - 1, item));
}

const test = suite("cdr: vendor payloads");

function check(type: StructType, value: Record<string, unknown>, payload: VendorPayload, codegen: boolean): void {
  const codec = compileCodec(type, { ...optionsFor(payload), codegen });
  const where = `${type.name} ${payload.vendor} ${payload.representation}${codegen ? "" : " interpreted"}`;
  const decoded = codec.deserialize(bytesOf(payload.payloadHex));
  assert.ok(isDeepStrictEqual(plain(decoded), value), `${where}: decoded`);
  const written = hexOf(codec.serialize(value));
  const isUnpadded = payload.vendor.startsWith("fastdds");
  assert.is(isUnpadded ? written.slice(0, codec.serializedSize(value) * 2) : written, payload.payloadHex, where);
  if (payload.keyPayloadHex !== undefined) {
    const key = bytesOf(payload.keyPayloadHex);
    assert.is(hexOf(codec.serializeKey(value)), payload.keyPayloadHex, `${where}: key payload`);
    assert.is(hexOf(codec.serializeKey(codec.deserializeKey(key))), payload.keyPayloadHex, `${where}: key decoded`);
    assert.is(hexOf(codec.keyHashFromKeyPayload(key)), payload.keyHashHex, `${where}: hash of the key payload`);
  }
  if (payload.keyHashHex !== undefined) {
    assert.is(hexOf(codec.keyHash(value)), payload.keyHashHex, `${where}: key hash`);
  }
}

for (const entry of entries) {
  test(entry.name, () => {
    const type = parseIdl(entry.idl).struct(entry.type);
    const value = revive(type, entry.value) as Record<string, unknown>;
    for (const payload of entry.payloads) {
      check(type, value, payload, true);
      check(type, value, payload, false);
    }
  });
}

test("the fixture holds what it should", () => {
  assert.is(entries.length, 47);
  const payloads = entries.flatMap((entry) => entry.payloads);
  assert.is(payloads.length, 277);
  assert.is(new Set(payloads.map((payload) => payload.vendor)).size, 3);
  assert.ok(payloads.filter((payload) => payload.keyHashHex !== undefined).length > 80);
});

test.run();
