// The trace points of a sample at its reader: t3 and t4 when it is decoded, t5 when the user gets it.

import type { ReceivedChange } from "../rtps/structure/cacheChange.js";
import { SN_NONE } from "../rtps/structure/sequenceNumber.js";
import type { ReaderTrace } from "../trace/ReaderTrace.js";
import { T3, T4, T5 } from "../trace/stages.js";
import type { Arrival } from "./reader/CachedSample.js";

export function stampArrival(trace: ReaderTrace, change: ReceivedChange, arrival: Arrival, nowUs: number): void {
  const writer = trace.internWriter(change.writerGuid.toString());
  trace.stamp(T3, writer, change.sn, change.receivedAt * 1000);
  trace.stamp(T4, writer, change.sn, nowUs);
  const { sourceTimestampMs } = arrival;
  if (sourceTimestampMs !== undefined) trace.noteSourceTime(writer, change.sn, sourceTimestampMs * 1000);
}

export function stampTaken(trace: ReaderTrace, { writerGuid, sn }: Arrival, nowUs: number): void {
  // No writer wrote the news that a writer is gone.
  if (sn === SN_NONE) return;
  trace.stamp(T5, trace.internWriter(writerGuid.toString()), sn, nowUs);
}
