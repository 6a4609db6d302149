import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  isNewerCount,
  isValidSn,
  SN_MAX,
  snFromWords,
  snHigh,
  snLow,
} from "../../../src/rtps/structure/sequenceNumber.js";
import {
  DURATION_INFINITE_MS,
  durationMsFromWire,
  durationToWire,
  timestampFromEpochMs,
  timestampToEpochMs,
} from "../../../src/rtps/structure/time.js";

const test = suite("numbers and times");

test("sequence numbers survive their two words", () => {
  fc.assert(
    fc.property(fc.oneof(fc.maxSafeNat(), fc.constantFrom(2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32)), (sn) => {
      assert.is(snFromWords(snHigh(sn), snLow(sn)), sn);
    }),
  );
  assert.is(snFromWords(-1, 0), -(2 ** 32));
});

test("RL-18: 0, UNKNOWN (-1, 0) and what a Number cannot hold are invalid", () => {
  for (const sn of [0, snFromWords(-1, 0), SN_MAX + 1, snFromWords(0x7fffffff, 0xffffffff)]) assert.not(isValidSn(sn));
  for (const sn of [1, 2 ** 32 + 1, SN_MAX]) assert.ok(isValidSn(sn));
});

test("counts are serial numbers of 32 bits", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 0x7fffffff }), (count, step) => {
      assert.ok(isNewerCount((count + step) | 0, count));
      assert.ok(isNewerCount((count + step) >>> 0, count), "signed or not");
      assert.not(isNewerCount(count, (count + step) | 0));
      assert.not(isNewerCount(count, count));
    }),
  );
});

test("QB-06: whole nanoseconds survive a timestamp", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999 }), (microseconds) => {
      const { seconds, fraction } = timestampFromEpochMs(5000 + microseconds / 1000);
      assert.is(seconds, 5);
      assert.is(Math.round((fraction / 2 ** 32) * 1e6), microseconds);
    }),
  );
  assert.equal(timestampFromEpochMs(1999.9999999999), { seconds: 2, fraction: 0 }, "the carry");
  assert.is(timestampToEpochMs({ seconds: 0x80000000, fraction: 0x80000000 }), 2147483648500, "unsigned seconds");
});

test("PL-16: infinite durations in all their spellings", () => {
  assert.is(durationMsFromWire(0x7fffffff, 0xffffffff), DURATION_INFINITE_MS);
  assert.is(durationMsFromWire(0x7fffffff, 0x7fffffff), DURATION_INFINITE_MS);
  assert.equal(durationToWire(Number.POSITIVE_INFINITY), { seconds: 0x7fffffff, fraction: 0xffffffff });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), (ms) => {
      const { seconds, fraction } = durationToWire(ms);
      assert.ok(Math.abs(durationMsFromWire(seconds, fraction) - ms) < 1e-5);
    }),
  );
});

test.run();
