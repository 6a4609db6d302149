// The trace points of a sample at its reader: t3 and t4 when it is decoded, t5 when the user gets it.

import type { ReceivedChange } from "../rtps/structure/cacheChange.js";
import { SN_NONE } from "../rtps/structure/sequenceNumber.js";
import type { ReaderTrace } from "../trace/ReaderTrace.js";
import { T3, T4, T5 } from "../trace/stages.js";
import type { SampleInfo } from "./samples.js";

export function stampArrival(trace: ReaderTrace, change: ReceivedChange, info: SampleInfo, nowUs: number): void {
  const writer = trace.internWriter(change.writerGuid.toString());
  trace.stamp(T3, writer, change.sn, change.receivedAt * 1000);
  trace.stamp(T4, writer, change.sn, nowUs);
  if (info.sourceTimestampMs !== undefined) trace.noteSourceTime(writer, change.sn, info.sourceTimestampMs * 1000);
}

export function stampTaken(trace: ReaderTrace, info: SampleInfo, nowUs: number): void {
  // No writer wrote the news that a writer is gone.
  if (info.sequenceNumber === SN_NONE) return;
  trace.stamp(T5, trace.internWriter(info.writerGuid.toString()), info.sequenceNumber, nowUs);
}
