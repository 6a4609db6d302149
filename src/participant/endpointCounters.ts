// Endpoints count what they refuse by themselves, because behavior knows no drop reasons. Here it is added up.

import type { ReaderCounters } from "../rtps/behavior/StatefulReader.js";
import type { WriterCounters } from "../rtps/behavior/StatefulWriter.js";
import type { Counters } from "../trace/Counters.js";
import { DROP } from "../trace/dropReasons.js";

export function addReaderCounters(total: Counters, counters: ReaderCounters): void {
  total.duplicateSamples += counters.duplicates;
  total.duplicateFragments += counters.duplicateFragments;
  total.drop(DROP.duplicate, counters.duplicates);
  total.drop(DROP.duplicateFragment, counters.duplicateFragments);
  total.drop(DROP.limitSamples, counters.rejected + counters.postponed);
  total.drop(DROP.limitOutOfOrder, counters.outOfOrderRefused);
  total.drop(DROP.limitBytes, counters.bytesRefused);
  total.drop(DROP.badFragment, counters.fragmentsRefused);
  total.drop(DROP.limitFragments, counters.assembliesDropped + counters.assembliesRefused);
  total.drop(DROP.staleCount, counters.staleCounts);
  total.drop(DROP.revokedHeartbeat, counters.heartbeatsRevoked);
}

export function addWriterCounters(total: Counters, counters: WriterCounters): void {
  total.drop(DROP.staleCount, counters.staleCounts);
  total.drop(DROP.notReliable, counters.notReliable);
  total.drop(DROP.suppressedNack, counters.suppressedNacks);
  total.drop(DROP.outOfWindow, counters.outOfWindow);
  total.drop(DROP.limitRepairs, counters.repairsRefused);
}
