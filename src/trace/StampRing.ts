// A preallocated ring of time stamps, one record per sequence number, found by `sn & mask`.
// Owns overflow accounting: a record that is overwritten before it was drained is counted.
// Never allocates while stamping.

/** Records taken from a ring, ascending by sequence number. A stamp that is missing is NaN. */
export interface DrainedRecords {
  readonly sn: Float64Array;
  /** One array per column, each as long as `sn`. */
  readonly columns: readonly Float64Array[];
}

/** Capacity of a ring when none is given: 8192 records. */
export const DEFAULT_RING_CAPACITY = 8192;

export class StampRing {
  /** Records overwritten by a newer sequence number before they were drained. */
  lostRecords = 0;
  /** Stamps for a sequence number that has no open record: its first stamp is missing, or it is overwritten or drained. */
  ignoredStamps = 0;

  readonly capacity: number;
  private readonly mask: number;
  private readonly columnCount: number;
  private readonly completingColumn: number;
  private readonly sns: Float64Array;
  private readonly values: Float64Array;

  /**
   * @param capacity number of records, a power of two in 1..2^24
   * @param columnCount stamps per record; column 0 opens the record
   * @param completingColumn the column whose stamp completes a record
   */
  constructor(capacity: number, columnCount: number, completingColumn: number) {
    if (!Number.isInteger(capacity) || capacity < 1 || capacity > MAX_CAPACITY || (capacity & (capacity - 1)) !== 0) {
      throw new RangeError(`trace capacity must be a power of two from 1 to ${MAX_CAPACITY}, not ${capacity}`);
    }
    this.capacity = capacity;
    this.mask = capacity - 1;
    this.columnCount = columnCount;
    this.completingColumn = completingColumn;
    this.sns = new Float64Array(capacity);
    this.values = new Float64Array(capacity * columnCount);
  }

  /**
   * Stores one stamp. Column 0 opens the record of `sn`; other columns are ignored (and counted) without it. The
   * first stamp of a column stays: a retransmission does not move t2.
   * @param sn sequence number, 1..2^53-1
   */
  stamp(column: number, sn: number, value: number): void {
    // ToInt32 keeps the low 32 bits of any exact integer, so the slot is right beyond 2^31 and 2^32 too.
    const slot = sn & this.mask;
    if (this.sns[slot] !== sn && !this.open(column, slot, sn)) return;
    const index = slot * this.columnCount + column;
    if (Number.isNaN(this.values[index])) this.values[index] = value;
  }

  /**
   * Takes records out of the ring. Allocates: call it outside the hot path.
   * @param includeOpen also take records that are not complete yet. They would be lost when the trace ends, but
   *   while it runs their later stamps would be ignored.
   */
  drain(includeOpen: boolean): DrainedRecords {
    const slots: number[] = [];
    for (let slot = 0; slot < this.capacity; slot++) {
      if (this.sns[slot] === FREE) continue;
      if (includeOpen || !Number.isNaN(this.values[slot * this.columnCount + this.completingColumn])) slots.push(slot);
    }
    slots.sort((a, b) => this.sns[a]! - this.sns[b]!);
    const columns: Float64Array[] = [];
    for (let column = 0; column < this.columnCount; column++) {
      columns.push(Float64Array.from(slots, (slot) => this.values[slot * this.columnCount + column]!));
    }
    const sn = Float64Array.from(slots, (slot) => this.sns[slot]!);
    for (const slot of slots) this.sns[slot] = FREE;
    return { sn, columns };
  }

  private open(column: number, slot: number, sn: number): boolean {
    const previous = this.sns[slot]!;
    // A late stamp of an old sample must not evict a newer record.
    if (column !== 0 || sn < previous) {
      this.ignoredStamps++;
      return false;
    }
    if (previous !== FREE) this.lostRecords++;
    this.sns[slot] = sn;
    const base = slot * this.columnCount;
    for (let i = 0; i < this.columnCount; i++) this.values[base + i] = Number.NaN;
    return true;
  }
}

/** RTPS sequence numbers start at 1, so 0 marks a free slot. */
const FREE = 0;
/** Keeps a mistyped option from asking for gigabytes: 2^24 records of a reader take 640 MiB. */
const MAX_CAPACITY = 2 ** 24;
