// RTPS 2.5 §8.4.10.4: which numbers of one writer have arrived, are irrelevant or are lost, and the samples that wait
// because an earlier one is missing or the reader is full. Gives samples to the reader in order, each once.

import type { ReceivedChange } from "../structure/cacheChange.js";
import { ReceivedRanges } from "../structure/ReceivedRanges.js";
import type { SequenceNumber } from "../structure/sequenceNumber.js";
import type { StatefulReader } from "./StatefulReader.js";
import type { WriterProxy } from "./WriterProxy.js";

export class ArrivedChanges {
  /** Everything below has arrived, is irrelevant, or is lost. */
  expectedSn: SequenceNumber = 1;
  /** Everything below has been given to the reader or will never be. */
  private deliveredBelow: SequenceNumber = 1;
  /** Numbers at or above expectedSn that have arrived or are irrelevant. */
  received: ReceivedRanges = NO_RANGES;
  /** Arrived, but not deliverable yet, ascending by number. */
  private pending: ReceivedChange[] = NO_CHANGES;

  constructor(
    private readonly reader: StatefulReader,
    /** Hears from the reader when there is room again. */
    private readonly proxy: WriterProxy,
  ) {}

  has(sn: SequenceNumber): boolean {
    return sn < this.expectedSn || this.received.has(sn);
  }

  /** So many samples or holes are held that no more may be added ahead of the first missing one. */
  get isFull(): boolean {
    const { limits } = this.reader;
    return this.pending.length >= limits.maxOutOfOrderChanges || this.hasTooManyHoles;
  }

  get hasTooManyHoles(): boolean {
    return this.received.rangeCount >= this.reader.limits.maxReceivedRanges;
  }

  /** Adds a new sample and gives the reader what can be given. */
  add(change: ReceivedChange): void {
    const { sn } = change;
    if (sn === this.expectedSn && this.deliveredBelow === sn && this.proxy.hasRoom()) {
      this.expectedSn = sn + 1;
      this.deliveredBelow = sn + 1;
      this.reader.deliver(change);
      if (this.received.rangeCount > 0) this.advance();
      return;
    }
    this.insert(change);
    this.reader.pendingBytes += change.payload.length;
    this.ownRanges().add(sn);
    this.advance();
  }

  /** [first, last] will never come. Call `advance` afterwards. */
  skip(first: SequenceNumber, last: SequenceNumber): void {
    const from = Math.max(first, this.expectedSn);
    if (from <= last) this.ownRanges().addRange(from, last);
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

  /** Forgets what was believed beyond `sn` and waits for it, and gives the reader what came before and still waits. */
  goBackTo(sn: SequenceNumber): void {
    const { pending, reader } = this;
    while (pending.length > 0 && pending[pending.length - 1]!.sn >= sn) {
      reader.pendingBytes -= pending.pop()!.payload.length;
    }
    this.received.clear();
    this.expectedSn = sn;
    this.deliver();
  }

  /** How many numbers in [expectedSn, end) are missing. */
  countMissing(end: SequenceNumber): number {
    if (end <= this.expectedSn) return 0;
    return end - this.expectedSn - this.received.countIn(this.expectedSn, end - 1);
  }

  /** Everything below has been given to the reader: where it goes on if the writer comes back. */
  get continueAt(): SequenceNumber {
    return this.deliveredBelow;
  }

  clear(): void {
    for (let i = 0; i < this.pending.length; i++) this.reader.pendingBytes -= this.pending[i]!.payload.length;
    this.pending.length = 0;
  }

  private ownRanges(): ReceivedRanges {
    if (this.received === NO_RANGES) this.received = new ReceivedRanges();
    return this.received;
  }

  private insert(change: ReceivedChange): void {
    if (this.pending === NO_CHANGES) this.pending = [];
    const { pending } = this;
    // Nearly always the newest.
    let index = pending.length;
    while (index > 0 && pending[index - 1]!.sn > change.sn) index--;
    pending.splice(index, 0, change);
  }

  /** Gives what waits below expectedSn to the reader, in order, as far as it has room. */
  private deliver(): void {
    const { pending, reader } = this;
    let done = 0;
    this.deliveredBelow = this.expectedSn;
    for (let next = pending[0]; next !== undefined && next.sn < this.expectedSn; next = pending[done]) {
      if (!this.proxy.hasRoom()) {
        this.deliveredBelow = next.sn;
        reader.blocked.add(this.proxy);
        break;
      }
      done++;
      reader.pendingBytes -= next.payload.length;
      reader.deliver(next);
    }
    if (done > 0) pending.splice(0, done);
  }
}

/** Those of a writer that sends in order, until it does not: never added to. */
const NO_RANGES = new ReceivedRanges();
const NO_CHANGES: ReceivedChange[] = [];
