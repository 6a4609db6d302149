// DDS 1.4 §2.2.3.16 LIFESPAN at the reader: when a sample that came in is over.

import type { ReceivedChange } from "../../rtps/structure/cacheChange.js";
import { isValidTimestamp, type Ms, timestampToEpochMs } from "../../rtps/structure/time.js";

/** How source times compare with this host's clock. */
export interface LifespanClock {
  /** From monotonic time to time since 1970. */
  readonly epochOffsetMs: number;
  /** So much of a sample's age is taken for a difference between the clocks; 0 trusts them. */
  readonly clockToleranceMs: Ms;
}

/**
 * Monotonic time at which the sample is over; not after `receivedAt` if it was so on arrival. The age is what the wall
 * clocks say at reception, from there on the monotonic clock counts: no step of a wall clock makes samples vanish.
 * A sample from the future is new, and lives no longer than its lifespan; so does one without a source time.
 */
export function lifespanEnd(change: ReceivedChange, lifespanMs: Ms, clock: LifespanClock): Ms {
  const { sourceTimestamp, receivedAt } = change;
  if (!isValidTimestamp(sourceTimestamp)) return receivedAt + lifespanMs;
  const ageMs = receivedAt + clock.epochOffsetMs - timestampToEpochMs(sourceTimestamp) - clock.clockToleranceMs;
  return receivedAt + lifespanMs - Math.max(ageMs, 0);
}
