// Key payloads as Cyclone DDS 0.10.2 sent them with its disposals, and as it reads ours.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BareKeys, CdrError, compileCodec } from "../../src/cdr/index.js";
import { parseIdl } from "../../src/idl/index.js";
import { bytesOf, hexOf } from "./support.js";

const test = suite("cdr: bare keys");

const IDL = `
  @appendable struct K { long a; string<8> b; };
  @final struct T { @key K k; long v; };
  @appendable struct U { @key K k; octet v; };
  @mutable struct M { @key short a; @key octet z; };
  @mutable struct W { @key M k; @key octet c; octet v; };
  @mutable struct Rich { @key long id; @key string<16> zone; @optional double ratio; };`;
const TEXT = { k: { a: 0x11223344, b: "ab" } };

/** From Cyclone DDS 0.10.2, with how it would be by XTypes. */
const CASES = [
  ["T", TEXT, "00070001 44332211 03000000 616200", "00070001 0b000000 44332211 03000000 616200"],
  ["U", TEXT, "00090001 44332211 03000000 616200", "00090001 0f000000 0b000000 44332211 03000000 616200"],
  ["W", { k: { a: 0x1122, z: 0x33 }, c: 0x44 }, "000b0000 22113344", undefined],
  ["Rich", { id: 7, zone: "zone 0" }, "000b0001 07000000 07000000 7a6f6e65203000", undefined],
] as const;

test("what Cyclone DDS sent is read", () => {
  for (const [name, value, hex] of CASES) {
    const keys = new BareKeys(parseIdl(IDL).struct(name));
    assert.equal(keys.read(bytesOf(hex)), value, name);
  }
});

test("the frames come off ours, in both byte orders", () => {
  for (const [name, value, hex, framed] of CASES) {
    const type = parseIdl(IDL).struct(name);
    const keys = new BareKeys(type);
    for (const byteOrder of ["little", "big"] as const) {
      const ours = compileCodec(type, { representation: "xcdr2", byteOrder }).serializeKey(value);
      const unpadded = hex.replaceAll(" ", "");
      if (framed !== undefined && byteOrder === "little")
        assert.ok(hexOf(ours).startsWith(framed.replaceAll(" ", "")), `${name}: ${hexOf(ours)}`);
      // The zeros that are put behind short keys do no harm.
      for (const payload of [ours, Uint8Array.from([...ours, 0, 0, 0, 0])]) {
        assert.ok(hexOf(keys.strip(payload)).startsWith(unpadded), `${name} ${hexOf(keys.strip(payload))}`);
      }
    }
  }
});

test("payloads of another dialect are stripped by its rules", () => {
  const type = parseIdl("@mutable struct S { @key sequence<string> words; };").struct("S");
  const ours = compileCodec(type, { representation: "xcdr2", dialect: "connext" }).serializeKey({ words: ["a"] });
  const bare = new BareKeys(type, "connext").strip(ours);
  assert.equal(new BareKeys(type).read(bare), { words: ["a"] });
});

test("XCDR1 is left alone, and bad bytes are an error", () => {
  const type = parseIdl(IDL).struct("Rich");
  const keys = new BareKeys(type);
  const xcdr1 = compileCodec(type, { representation: "xcdr1" }).serializeKey({ id: 7, zone: "zone 0" });
  assert.is(keys.strip(xcdr1), xcdr1);
  assert.is(keys.read(xcdr1), undefined);
  assert.is(keys.read(new Uint8Array(3)), undefined);
  assert.ok(keys.read(bytesOf("000b0000 07000000")) instanceof CdrError);
});

test.run();
