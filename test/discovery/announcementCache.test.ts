// Announcements are decoded once for all participants that share a cache, and never taken for others.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AnnouncementCache, readAnnouncement } from "../../src/discovery/AnnouncementCache.js";
import { decodeParticipantData, encodeParticipantData } from "../../src/discovery/participantData.js";
import { LIMITS, PREFIX } from "./support.js";

const test = suite("announcement cache");

function announcement(entityName: string): Uint8Array {
  const leaseDurationMs = 1000;
  return encodeParticipantData({
    guidPrefix: PREFIX,
    protocolMinor: 5,
    vendorId: 0x017f,
    domainId: 0,
    leaseDurationMs,
    builtinEndpoints: 0x3f,
    entityName,
  });
}

function counting() {
  const made = { calls: 0 };
  const decode = (payload: Uint8Array, limits: typeof LIMITS) => {
    made.calls++;
    return decodeParticipantData(payload, limits);
  };
  return { made, decode };
}

function dataOf<D>(read: { data: D; payload: Uint8Array } | string): D {
  if (typeof read === "string") throw new Error(read);
  return read.data;
}

test("the same bytes are decoded once, and keep no hold of the datagram", () => {
  const { made, decode } = counting();
  const cache = new AnnouncementCache();
  const datagram = announcement("one");
  const first = cache.read(decode, datagram, LIMITS);
  const again = cache.read(decode, announcement("one"), LIMITS);
  assert.is(again, first);
  assert.is(made.calls, 1);
  datagram.fill(0xff);
  assert.is(dataOf(cache.read(decode, announcement("one"), LIMITS)).entityName, "one");
  assert.is(made.calls, 1);
});

test("other bytes, another decoder or other limits are another announcement", () => {
  const { made, decode } = counting();
  const cache = new AnnouncementCache();
  cache.read(decode, announcement("one"), LIMITS);
  assert.is(dataOf(cache.read(decode, announcement("two"), LIMITS)).entityName, "two");
  cache.read(decode, announcement("one"), { ...LIMITS, maxLocatorsPerList: 1 });
  assert.is(made.calls, 3);
  const other = counting();
  cache.read(other.decode, announcement("two"), LIMITS);
  assert.is(other.made.calls, 1);
});

test("what is unusable is said each time and not kept", () => {
  const cache = new AnnouncementCache();
  const broken = announcement("one").subarray(0, 20);
  assert.type(cache.read(decodeParticipantData, broken, LIMITS), "string");
  assert.is(cache.size, 0);
});

test("it does not grow without end, and large announcements are not kept", () => {
  const cache = new AnnouncementCache();
  for (let i = 0; i < 5000; i++) cache.read((payload) => payload[0]!, Uint8Array.of(i & 255, i >> 8), LIMITS);
  assert.is(cache.size, 4096);
  const { made, decode } = counting();
  const large = announcement("x".repeat(5000));
  cache.read(decode, large, LIMITS);
  cache.read(decode, large, LIMITS);
  assert.is(made.calls, 2);
});

test("without a cache every reader has its own copy", () => {
  const payload = announcement("one");
  const read = readAnnouncement(undefined, decodeParticipantData, payload, LIMITS);
  payload.fill(0);
  if (typeof read === "string") throw new Error(read);
  assert.is(read.data.entityName, "one");
  assert.is.not(read.payload[0], read.payload[1]);
});

test.run();
