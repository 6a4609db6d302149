import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MonotonicClock, randomGuidPrefix, randomSeed, wallClockOffset } from "../../src/runtime/index.js";

const test = suite("runtime");

test("the clock is CLOCK_MONOTONIC in milliseconds and in microseconds", () => {
  const clock = new MonotonicClock();
  for (let i = 0; i < 1000; i++) {
    const before = process.hrtime.bigint();
    const ms = clock.now();
    const us = clock.nowUs();
    const after = process.hrtime.bigint();
    // Two nanoseconds for the rounding of doubles.
    assert.ok(ms * 1e6 >= Number(before) - 2 && us * 1e3 >= ms * 1e6 - 2 && us * 1e3 <= Number(after) + 2);
  }
});

test("the clock resolves less than a microsecond and never goes backwards", () => {
  const clock = new MonotonicClock();
  let previous = clock.now();
  let smallest = 1;
  for (let i = 0; i < 10_000; i++) {
    const now = clock.now();
    assert.ok(now >= previous);
    if (now > previous) smallest = Math.min(smallest, now - previous);
    previous = now;
  }
  assert.ok(smallest < 0.001, `${smallest} ms`);
});

test("wallClockOffset is not fooled by an interruption between the two clocks", () => {
  // The third pair of readings is 12 ms apart, as when another process takes the core.
  let reads = 0;
  const late = { now: () => (++reads === 3 ? 13.5 : 1.5) };
  assert.is(
    wallClockOffset(late, () => 5001),
    4999.5,
  );
  reads = 2;
  assert.is(
    wallClockOffset(late, () => 5001),
    4999.5,
    "even when it is the first",
  );
});

test("wallClockOffset turns monotonic time into the time of day", () => {
  const clock = new MonotonicClock();
  const offset = wallClockOffset(clock);
  const before = Date.now();
  const epochMs = clock.now() + offset;
  const after = Date.now();
  assert.ok(epochMs >= before - 1 && epochMs <= after + 1, `${before} ${epochMs} ${after}`);
});

test("GUID prefixes start with the vendor id and do not repeat", () => {
  const seen = new Set<string>();
  for (let i = 0; i < 100; i++) {
    const prefix = randomGuidPrefix(0x017f);
    assert.is(prefix.length, 12);
    assert.equal([prefix[0], prefix[1]], [0x01, 0x7f]);
    seen.add(prefix.join());
  }
  assert.is(seen.size, 100);
});

test("seeds are 32-bit and never 0", () => {
  const seeds = Array.from({ length: 100 }, randomSeed);
  assert.ok(seeds.every((seed) => Number.isInteger(seed) && seed >= 1 && seed <= 0xffffffff));
  assert.ok(new Set(seeds).size > 90);
});

test.run();
