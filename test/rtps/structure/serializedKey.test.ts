// Key payloads, and whose are framed in another way.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { hasBareKeys } from "../../../src/discovery/vendorQuirks.js";
import { paddedKey } from "../../../src/rtps/structure/serializedKey.js";

const test = suite("serialized keys");

// "BLUE" in D_CDR2_LE: header with three pad bytes, DHEADER 9, length 5, the text, padding.
const DELIMITED = Uint8Array.from([0, 9, 0, 3, 9, 0, 0, 0, 5, 0, 0, 0, 0x42, 0x4c, 0x55, 0x45, 0, 0, 0, 0]);

test("a key is never so short that Fast DDS 2.x takes it for the instance handle", () => {
  const short = Uint8Array.from([0, 1, 0, 0, 7, 0, 0, 0]);
  const padded = paddedKey(short);
  assert.is(padded.length, 20);
  assert.equal(padded.subarray(0, 8), short);
  assert.ok(padded.subarray(8).every((octet) => octet === 0));
  assert.is(paddedKey(DELIMITED), DELIMITED);
});

test("only old Cyclone DDS has bare keys", () => {
  assert.ok(hasBareKeys(0x0110, 1));
  assert.not(hasBareKeys(0x0110, 5));
  assert.not(hasBareKeys(0x010f, 1));
});

test.run();
