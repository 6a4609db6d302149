// DDS 1.4 §2.2.3.18, §2.2.3.19 and §2.2.2.4.2.11: what gives way when RESOURCE_LIMITS leave no room for a change, when
// the write has to wait, and when waiting cannot help.

import { type CacheChange, END_MARK_INSTANCE } from "../structure/cacheChange.js";
import type { HistoryCache } from "../structure/HistoryCache.js";
import type { SequenceNumber } from "../structure/sequenceNumber.js";

export interface RoomRequest {
  /** The instance that is written. */
  readonly instance: number;
  /** One more than what every reader has: acknowledged or, by best-effort readers, sent. */
  readonly ackedBelow: SequenceNumber;
  readonly reliable: boolean;
  readonly keepAll: boolean;
  /** The limit reached is that of the instance, not that of the writer. */
  readonly instanceIsFull: boolean;
  /** Acknowledgements, or time, will free something that does not give way by itself. */
  readonly waitingHelps: boolean;
}

/** Removing it makes room; or the write waits; or nothing but an unregistered instance can make room. */
export type Room = CacheChange | "wait" | "never";

/** What should be removed so that one more change fits. */
export function findRoom(history: HistoryCache, request: RoomRequest): Room {
  const { instance, ackedBelow, reliable, keepAll, waitingHelps } = request;
  const own = history.get(history.oldestOfInstance(instance));
  if (request.instanceIsFull) {
    // §2.2.3.18 KEEP_ALL: RELIABLE blocks until the old values are delivered, BEST_EFFORT discards them.
    return own !== undefined && (!reliable || own.sn < ackedBelow) ? own : "wait";
  }
  const acked = firstOfSeveral(history, ackedBelow);
  if (acked !== undefined) return acked;
  if (keepAll) {
    const oldest = oldestSample(history);
    return oldest !== undefined && (!reliable || oldest.sn < ackedBelow) ? oldest : "wait";
  }
  // §2.2.2.4.2.11: samples of some other instance may go as long as at least one remains.
  const replaced = own ?? firstOfSeveral(history, history.lastSn + 1);
  if (replaced !== undefined) return replaced;
  if (!reliable) return oldestSample(history) ?? "never";
  return waitingHelps ? "wait" : "never";
}

/** Removing the mark behind a set would make no room. */
function oldestSample(history: HistoryCache): CacheChange | undefined {
  let sn = history.firstSn;
  while (history.get(sn)?.instance === END_MARK_INSTANCE) sn = history.nextPresent(sn + 1);
  return history.get(sn);
}

/** The oldest sample below `bound` that is not the only one of its instance. */
function firstOfSeveral(history: HistoryCache, bound: SequenceNumber): CacheChange | undefined {
  const marks = history.size - history.sampleCount;
  if (history.instanceCount - Math.min(marks, 1) === history.sampleCount) return undefined;
  for (let sn = history.firstSn; sn < bound && sn <= history.lastSn; sn = history.nextPresent(sn + 1)) {
    const change = history.get(sn)!;
    if (change.instance !== END_MARK_INSTANCE && history.countOfInstance(change.instance) > 1) return change;
  }
  return undefined;
}
