// Key payloads as vendors frame them.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { hasBareKeys } from "../../../src/discovery/vendorQuirks.js";
import { paddedKey, withDelimiter, withoutDelimiter } from "../../../src/rtps/structure/serializedKey.js";

const test = suite("serialized keys");

// "BLUE" in D_CDR2_LE: header with three pad bytes, DHEADER 9, length 5, the text, padding.
const DELIMITED = Uint8Array.from([0, 9, 0, 3, 9, 0, 0, 0, 5, 0, 0, 0, 0x42, 0x4c, 0x55, 0x45, 0, 0, 0, 0]);
// The same from Cyclone DDS 0.10.2: no DHEADER.
const BARE = Uint8Array.from([0, 9, 0, 3, 5, 0, 0, 0, 0x42, 0x4c, 0x55, 0x45, 0, 0, 0, 0]);

test("the delimiter comes off and goes on", () => {
  assert.equal(withoutDelimiter(DELIMITED), BARE);
  const framed = withDelimiter(BARE);
  // The DHEADER covers the padding too: readers skip what they do not know.
  assert.equal(framed.subarray(4, 8), Uint8Array.from([12, 0, 0, 0]));
  assert.equal(framed.subarray(8), DELIMITED.subarray(8));
  const big = Uint8Array.from([0, 8, 0, 0, 0, 0, 0, 7]);
  assert.equal(withDelimiter(big).subarray(4, 8), Uint8Array.from([0, 0, 0, 4]), "in the order of the payload");
});

test("other representations and stumps stay as they are", () => {
  for (const id of [0, 1, 2, 3, 6, 7, 10, 11]) {
    const payload = Uint8Array.from([0, id, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
    assert.is(withoutDelimiter(payload), payload);
    assert.is(withDelimiter(payload), payload);
  }
  for (const length of [0, 1, 3]) assert.is(withDelimiter(new Uint8Array(length)).length, length);
  assert.is(withoutDelimiter(Uint8Array.from([0, 9, 0, 0, 1])).length, 5);
});

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
