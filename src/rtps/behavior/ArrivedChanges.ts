// RTPS 2.5 §8.4.10.4: which numbers of one writer have arrived, are irrelevant or are lost, and the samples that wait
// because an earlier one is missing or the reader is full. Gives samples to the reader in order, each once.

import type { ReceivedChange } from "../structure/cacheChange.js";
import { ReceivedRanges } from "../structure/ReceivedRanges.js";
import type { SequenceNumber } from "../structure/sequenceNumber.js";
import type { StatefulReader } from "./StatefulReader.js";

/** A row of numbers without samples this much longer than the samples that wait is jumped, not walked. */
const JUMP_ABOVE = 64;

export class ArrivedChanges {
  /** Everything below has arrived, is irrelevant, or is lost. */
  expectedSn: SequenceNumber = 1;
  /** Everything below has been given to the reader or will never be. */
  private deliveredBelow: SequenceNumber = 1;
  /** Numbers at or above expectedSn that have arrived or are irrelevant. */
  readonly received = new ReceivedRanges();
  /** Arrived, but not deliverable yet. */
  private readonly pending = new Map<SequenceNumber, ReceivedChange>();

  constructor(private readonly reader: StatefulReader) {}

  has(sn: SequenceNumber): boolean {
    return sn < this.expectedSn || this.received.has(sn);
  }

  /** So many samples or holes are held that no more may be added ahead of the first missing one. */
  get isFull(): boolean {
    const { limits } = this.reader;
    return this.pending.size >= limits.maxOutOfOrderChanges || this.hasTooManyHoles;
  }

  get hasTooManyHoles(): boolean {
    return this.received.rangeCount >= this.reader.limits.maxReceivedRanges;
  }

  /** Adds a new sample and gives the reader what can be given. */
  add(change: ReceivedChange): void {
    const { sn } = change;
    if (sn === this.expectedSn && this.deliveredBelow === sn && this.reader.hasRoom()) {
      this.expectedSn = sn + 1;
      this.deliveredBelow = sn + 1;
      this.reader.deliver(change);
      if (this.received.rangeCount > 0) this.advance();
      return;
    }
    this.pending.set(sn, change);
    this.reader.pendingBytes += change.payload.length;
    this.received.add(sn);
    this.advance();
  }

  /** [first, last] will never come. Call `advance` afterwards. */
  skip(first: SequenceNumber, last: SequenceNumber): void {
    this.received.addRange(Math.max(first, this.expectedSn), last);
  }

  /** Moves up over everything that is there without a hole, and gives it to the reader. */
  advance(): void {
    const before = this.expectedSn;
    this.expectedSn = this.received.takeContiguous(before);
    if (this.expectedSn !== before) this.deliver();
  }

  /** The reader has room again. */
  resume(): void {
    if (this.deliveredBelow < this.expectedSn) this.deliver();
  }

  /** Forgets what was believed beyond `sn` and waits for it. */
  restartAt(sn: SequenceNumber): void {
    this.received.clear();
    this.expectedSn = sn;
    this.deliveredBelow = sn;
  }

  /** How many numbers in [expectedSn, end) are missing, at most `limit`. */
  countMissing(end: SequenceNumber, limit: number): number {
    let count = 0;
    for (let sn = this.received.nextMissing(this.expectedSn); sn < end && count < limit; count++) {
      sn = this.received.nextMissing(sn + 1);
    }
    return count;
  }

  clear(): void {
    for (const change of this.pending.values()) this.reader.pendingBytes -= change.payload.length;
    this.pending.clear();
  }

  private deliver(): void {
    const { pending } = this;
    if (this.expectedSn - this.deliveredBelow > pending.size + JUMP_ABOVE) {
      const due = [...pending.keys()].filter((sn) => sn < this.expectedSn).sort((a, b) => a - b);
      for (let i = 0; i < due.length; i++) if (!this.deliverOne(due[i]!)) return;
      this.deliveredBelow = this.expectedSn;
      return;
    }
    while (this.deliveredBelow < this.expectedSn) {
      if (!pending.has(this.deliveredBelow)) this.deliveredBelow++;
      else if (!this.deliverOne(this.deliveredBelow)) return;
    }
  }

  private deliverOne(sn: SequenceNumber): boolean {
    if (!this.reader.hasRoom()) {
      this.reader.blocked.add(this);
      return false;
    }
    const change = this.pending.get(sn)!;
    this.pending.delete(sn);
    this.reader.pendingBytes -= change.payload.length;
    this.deliveredBelow = sn + 1;
    this.reader.deliver(change);
    return true;
  }
}
