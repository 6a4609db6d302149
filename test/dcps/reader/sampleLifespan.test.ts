// DDS 1.4 §2.2.3.16: when a sample is over, with clocks that agree and clocks that do not (case QB-05).

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { lifespanEnd } from "../../../src/dcps/reader/sampleLifespan.js";
import { EMPTY_PAYLOAD, ReceivedChange } from "../../../src/rtps/structure/cacheChange.js";
import { Guid } from "../../../src/rtps/structure/guid.js";
import { TIME_INVALID, timestampFromEpochMs } from "../../../src/rtps/structure/time.js";
import { prefixOf } from "../../support/simParticipant.js";

const test = suite("lifespan of a sample");

const EPOCH_OFFSET_MS = 1_700_000_000_000;
const RECEIVED_AT = 5000;
const guid = new Guid(prefixOf(1), 0x102);

/** How long the sample is seen, written `ageMs` before it came as its writer's clock and ours say. */
function remainingMs(ageMs: number | undefined, lifespanMs: number, clockToleranceMs = 0): number {
  const timestamp = ageMs === undefined ? TIME_INVALID : timestampFromEpochMs(RECEIVED_AT + EPOCH_OFFSET_MS - ageMs);
  const change = new ReceivedChange(guid, 1, 0, 1, EMPTY_PAYLOAD, EMPTY_PAYLOAD, timestamp, RECEIVED_AT);
  const end = lifespanEnd(change, lifespanMs, { epochOffsetMs: EPOCH_OFFSET_MS, clockToleranceMs });
  return Math.round((end - RECEIVED_AT) * 100) / 100;
}

const CASES: readonly [
  what: string,
  ageMs: number | undefined,
  lifespanMs: number,
  toleranceMs: number,
  left: number,
][] = [
  ["new", 0, 1000, 0, 1000],
  ["some time under way", 300, 1000, 0, 700],
  ["over on arrival", 1000, 1000, 0, 0],
  ["QB-05: 10 s in the past", 10_000, 1000, 0, -9000],
  ["QB-05: 10 s in the future lives no longer than its lifespan", -10_000, 1000, 0, 1000],
  ["without a time it counts from reception", undefined, 1000, 0, 1000],
  ["QB-05: 10 s in the past, clocks may differ by 15 s", 10_000, 1000, 15_000, 1000],
  ["clocks may differ by 9.5 s: the rest is age", 10_000, 1000, 9_500, 500],
  ["clocks tell nothing: always from reception", 1e9, 1000, Number.POSITIVE_INFINITY, 1000],
  ["no lifespan", 10_000, Number.POSITIVE_INFINITY, 0, Number.POSITIVE_INFINITY],
  ["a nanosecond", 0, 1e-6, 0, 0],
];

for (const [what, ageMs, lifespanMs, toleranceMs, left] of CASES) {
  test(what, () => assert.is(remainingMs(ageMs, lifespanMs, toleranceMs), left));
}

test.run();
