// DDS 1.4 §2.2.3.16 LIFESPAN and §2.2.3.5 service_cleanup_delay: from when to when a change is kept.

import type { StatefulWriter } from "../rtps/behavior/StatefulWriter.js";
import { type ChangeKind, NOT_ALIVE_UNREGISTERED } from "../rtps/structure/cacheChange.js";
import type { SequenceNumber } from "../rtps/structure/sequenceNumber.js";
import { isValidTimestamp, type Ms, type Timestamp, timestampToEpochMs } from "../rtps/structure/time.js";

/**
 * A sample was written: it expires its lifespan after its source timestamp. One that was expired already is gone at
 * once. The ends of instances never expire: readers would keep what they believe to be alive.
 */
export function noteExpiry(
  now: Ms,
  writer: StatefulWriter,
  sn: SequenceNumber,
  sourceTimestamp: Timestamp,
  epochOffsetMs: number,
): void {
  const lifespan = writer.lifespan!;
  const writtenAt = isValidTimestamp(sourceTimestamp) ? timestampToEpochMs(sourceTimestamp) - epochOffsetMs : now;
  lifespan.add(sn, writtenAt + lifespan.durationMs);
  lifespan.expire(now);
}

/** An instance was disposed or unregistered. */
export function noteEnd(now: Ms, writer: StatefulWriter, kind: ChangeKind): void {
  if ((kind & NOT_ALIVE_UNREGISTERED) !== 0) writer.durable?.startCleanup(now);
}
