// How long samples of a writer that is not traced were on their way, by its own source timestamps. The clocks of two hosts
// differ, so a latency may be negative; what is not known is never 0.

import type { ReaderRecords } from "./ReaderTrace.js";

export interface SourceLatency {
  /** Microseconds from source timestamp to t3, one per record; NaN where the writer sent no timestamp. */
  readonly us: Float64Array;
  /** Records without a timestamp, or without t3. */
  readonly unknown: number;
  /** Samples whose source time lies behind their reception: the clocks differ, or the application set the time. */
  readonly fromFuture: number;
}

/** @param epochOffsetUs microseconds from CLOCK_MONOTONIC to time since 1970, at the reader */
export function sourceLatency({ t3, sourceTimeUs }: ReaderRecords, epochOffsetUs: number): SourceLatency {
  const us = t3.map((receivedAt, i) => receivedAt + epochOffsetUs - sourceTimeUs[i]!);
  return { us, unknown: us.filter(Number.isNaN).length, fromFuture: us.filter((latency) => latency < 0).length };
}
