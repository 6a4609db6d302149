// Records t0, t1 and t2 of the samples of one writer.
// Never reads a clock: the caller passes the time.

import { DEFAULT_RING_CAPACITY, StampRing } from "./StampRing.js";
import type { WriterPoint } from "./stages.js";

export interface WriterTraceOptions {
  /** Records held until they are drained, a power of two. Default 8192. */
  readonly capacity?: number;
}

/** Drained records of one writer: plain data that can be sent to another process. A missing stamp is NaN. */
export interface WriterRecords {
  readonly writerGuid: string;
  readonly sn: Float64Array;
  /** Microseconds on CLOCK_MONOTONIC. */
  readonly t0: Float64Array;
  readonly t1: Float64Array;
  readonly t2: Float64Array;
  /** Records overwritten since the trace began. */
  readonly lostRecords: number;
}

/**
 * Stamps of one writer. A writer without a trace holds `undefined`, so tracing that is off costs one branch:
 * `if (trace !== undefined) trace.stamp(T1, sn, nowUs)`.
 */
export class WriterTrace {
  readonly writerGuid: string;
  private readonly ring: StampRing;

  /** @param writerGuid the writer's GUID as 32 lower-case hex digits, the same text the readers' traces use */
  constructor(writerGuid: string, options: WriterTraceOptions = {}) {
    this.writerGuid = writerGuid;
    this.ring = new StampRing(options.capacity ?? DEFAULT_RING_CAPACITY, 3, 2);
  }

  /** Records overwritten before they were drained. */
  get lostRecords(): number {
    return this.ring.lostRecords;
  }

  /** Stamps that found no open record. */
  get ignoredStamps(): number {
    return this.ring.ignoredStamps;
  }

  /**
   * Stores one time. `T0` opens the record, so it comes first even if the sequence number is known only later:
   * keep the time of t0 in a local. The first stamp of a point stays; a retransmission does not move t2.
   * @param timeUs microseconds on CLOCK_MONOTONIC
   */
  stamp(point: WriterPoint, sn: number, timeUs: number): void {
    this.ring.stamp(point, sn, timeUs);
  }

  /** Takes the records whose t2 is known; with `includeOpen` all of them, for the end of a trace. */
  drain(includeOpen = false): WriterRecords {
    const { sn, columns } = this.ring.drain(includeOpen);
    const [t0, t1, t2] = columns as [Float64Array, Float64Array, Float64Array];
    return { writerGuid: this.writerGuid, sn, t0, t1, t2, lostRecords: this.ring.lostRecords };
  }
}
