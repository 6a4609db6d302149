// Records t3, t4 and t5 of the samples one reader gets, apart for every writer.
// Owns the bound on the number of writers. Never reads a clock: the caller passes the time.

import { DEFAULT_RING_CAPACITY, StampRing } from "./StampRing.js";
import type { ReaderPoint } from "./stages.js";

export interface ReaderTraceOptions {
  /** Records held for each writer until they are drained, a power of two. Default 8192. */
  readonly capacity?: number;
  /** Writers that are traced at most; those beyond are counted. Default 64. */
  readonly maxWriters?: number;
}

/** Drained records of one reader for one writer: plain data that can be sent to another process. A missing stamp is NaN. */
export interface ReaderRecords {
  readonly readerGuid: string;
  readonly writerGuid: string;
  readonly sn: Float64Array;
  /** Microseconds on CLOCK_MONOTONIC. */
  readonly t3: Float64Array;
  readonly t4: Float64Array;
  readonly t5: Float64Array;
  /** The writer's own source timestamp in microseconds since 1970, NaN if it sent none. Not the clock of t3..t5. */
  readonly sourceTimeUs: Float64Array;
  /** Records overwritten since the trace began. */
  readonly lostRecords: number;
}

/** Index that `internWriter` gives to a writer beyond the limit. Stamps with it are counted and dropped. */
export const UNTRACED_WRITER = -1;

/**
 * Stamps of one reader. A reader without a trace holds `undefined`, so tracing that is off costs one branch.
 */
export class ReaderTrace {
  readonly readerGuid: string;
  /** Writers that were not traced because `maxWriters` was reached. */
  writersBeyondLimit = 0;
  /** Stamps dropped because their writer is not traced. */
  untracedStamps = 0;

  private readonly capacity: number;
  private readonly maxWriters: number;
  private readonly guids: string[] = [];
  private readonly rings: StampRing[] = [];
  private readonly indexByGuid = new Map<string, number>();

  /** @param readerGuid the reader's GUID as 32 lower-case hex digits */
  constructor(readerGuid: string, options: ReaderTraceOptions = {}) {
    this.readerGuid = readerGuid;
    this.capacity = options.capacity ?? DEFAULT_RING_CAPACITY;
    this.maxWriters = options.maxWriters ?? DEFAULT_MAX_WRITERS;
  }

  /** Records overwritten before they were drained, over all writers. */
  get lostRecords(): number {
    return this.rings.reduce((sum, ring) => sum + ring.lostRecords, 0);
  }

  /** Stamps that found no open record, over all writers. */
  get ignoredStamps(): number {
    return this.rings.reduce((sum, ring) => sum + ring.ignoredStamps, 0);
  }

  /**
   * Gives the small index to stamp with. Allocates the writer's ring, so call it when the writer is matched, not
   * for each sample. The same GUID always gets the same index.
   * @returns the index, or `UNTRACED_WRITER` if `maxWriters` are traced already
   */
  internWriter(writerGuid: string): number {
    const known = this.indexByGuid.get(writerGuid);
    if (known !== undefined) return known;
    if (this.rings.length >= this.maxWriters) {
      this.writersBeyondLimit++;
      return UNTRACED_WRITER;
    }
    const index = this.rings.length;
    this.rings.push(new StampRing(this.capacity, 4, 2));
    this.guids.push(writerGuid);
    this.indexByGuid.set(writerGuid, index);
    return index;
  }

  /**
   * Stores one time. `T3` opens the record: stamp it with the arrival time of the datagram that completes the
   * sample, once the sample is accepted. The first stamp of a point stays.
   * @param timeUs microseconds on CLOCK_MONOTONIC
   */
  stamp(point: ReaderPoint, writerIndex: number, sn: number, timeUs: number): void {
    const ring = this.rings[writerIndex];
    if (ring === undefined) this.untracedStamps++;
    else ring.stamp(point - 3, sn, timeUs);
  }

  /** Notes the writer's source timestamp beside the stamps of a sample that has its t3. */
  noteSourceTime(writerIndex: number, sn: number, sourceTimeUs: number): void {
    this.rings[writerIndex]?.stamp(SOURCE_TIME_COLUMN, sn, sourceTimeUs);
  }

  /** Takes the records whose t5 is known, one entry per writer; with `includeOpen` all, for the end of a trace. */
  drain(includeOpen = false): ReaderRecords[] {
    return this.rings.map((ring, index) => {
      const { sn, columns } = ring.drain(includeOpen);
      const [t3, t4, t5, sourceTimeUs] = columns as [Float64Array, Float64Array, Float64Array, Float64Array];
      const { readerGuid } = this;
      return {
        readerGuid,
        writerGuid: this.guids[index]!,
        sn,
        t3,
        t4,
        t5,
        sourceTimeUs,
        lostRecords: ring.lostRecords,
      };
    });
  }
}

const SOURCE_TIME_COLUMN = 3;
/** 64 rings of 8192 records take 20 MiB. */
const DEFAULT_MAX_WRITERS = 64;
