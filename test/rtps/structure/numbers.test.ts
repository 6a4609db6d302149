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

/** Rounds up on the way out, to the nearest on the way back; exact in whole numbers (§9.3.2). */
const fractionOf = (nanoseconds: number) => Number((BigInt(nanoseconds) * 2n ** 32n + 999_999_999n) / 1_000_000_000n);
const nanosecondsOf = (fraction: number) => Math.round((fraction / 2 ** 32) * 1e9);
const anyNanosecond = fc.oneof(
  fc.integer({ min: 0, max: 999_999_999 }),
  fc.constantFrom(0, 1, 499_999_999, 500_000_000, 999_999_998, 999_999_999),
);

test("QB-06: whole nanoseconds survive a timestamp and a duration, and the fraction is rounded up", () => {
  fc.assert(
    fc.property(anyNanosecond, fc.integer({ min: 0, max: 4_000_000 }), (nanoseconds, seconds) => {
      // Up to 46 days a double of milliseconds tells nanoseconds apart.
      const ms = (seconds * 1e9 + nanoseconds) / 1e6;
      const expected = fractionOf(nanoseconds);
      for (const wire of [timestampFromEpochMs(ms), durationToWire(ms)]) {
        assert.is(wire.seconds, seconds);
        assert.is(nanosecondsOf(wire.fraction), nanoseconds);
        assert.ok(Math.abs(wire.fraction - expected) <= 1 + seconds / 2 ** 20, "by how far a double is off");
      }
      const back = [timestampToEpochMs({ seconds, fraction: expected }), durationMsFromWire(seconds, expected)];
      assert.equal(
        back.map((value) => Math.round((value - seconds * 1000) * 1e6)),
        [nanoseconds, nanoseconds],
      );
    }),
    { numRuns: 2000 },
  );
  fc.assert(
    fc.property(anyNanosecond, (nanoseconds) => {
      assert.is(durationToWire(nanoseconds / 1e6).fraction, fractionOf(nanoseconds) % 2 ** 32);
      assert.is(nanosecondsOf(fractionOf(nanoseconds)), nanoseconds);
    }),
    { numRuns: 2000 },
  );
});

test("QB-06: times of today survive in microseconds, which is what a double of milliseconds can tell apart", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xfffffffe }), fc.integer({ min: 0, max: 999_999 }), (s, microseconds) => {
      const { seconds, fraction } = timestampFromEpochMs(s * 1000 + microseconds / 1000);
      assert.is(seconds * 1e6 + Math.round((fraction / 2 ** 32) * 1e6), s * 1e6 + microseconds);
      assert.is(Math.round(timestampToEpochMs({ seconds, fraction }) * 1000), s * 1e6 + microseconds);
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
