// DDS 1.4 §2.2.3.16 LIFESPAN, at the writer: samples leave the history when they expire, sent or not, and are a GAP to
// whoever still lacks them. One deadline for all; the expiries wait in a heap, which mostly is in order as they come.

import type { CacheChange } from "../structure/cacheChange.js";
import type { DeadlineQueue, Timed } from "../structure/DeadlineQueue.js";
import type { HistoryCache } from "../structure/HistoryCache.js";
import type { SequenceNumber } from "../structure/sequenceNumber.js";
import { type Ms, NEVER } from "../structure/time.js";

/** What it needs of the writer. */
export interface ExpiringWriter {
  readonly history: HistoryCache;
  removeChange(change: CacheChange): void;
  /** Changes are gone: there may be room for those who wait. */
  madeRoom(): void;
}

export class Lifespan implements Timed {
  dueAt: Ms = NEVER;
  heapIndex = -1;
  /** Of the samples written from now on. */
  durationMs: Ms = Infinity;
  /** A binary heap by time, in two arrays. Numbers of changes that left for other reasons stay until they are due. */
  private readonly times: Ms[] = [];
  private readonly sns: SequenceNumber[] = [];

  constructor(
    private readonly writer: ExpiringWriter,
    private readonly deadlines: DeadlineQueue,
  ) {}

  /** The change with this number expires at that instant. */
  add(sn: SequenceNumber, expiresAt: Ms): void {
    if (expiresAt === NEVER) return;
    if (this.sns.length > 2 * this.writer.history.size + SLACK) this.compact();
    this.insert(sn, expiresAt);
    this.deadlines.arm(this, this.times[0]!);
  }

  /** Removes what has expired. Cheap when nothing has. */
  expire(now: Ms): void {
    if (this.times.length === 0 || this.times[0]! > now) return;
    const { history } = this.writer;
    let hasRemoved = false;
    while (this.times.length > 0 && this.times[0]! <= now) {
      const change = history.get(this.takeFirst());
      if (change === undefined) continue;
      this.writer.removeChange(change);
      hasRemoved = true;
    }
    this.deadlines.arm(this, this.times[0] ?? NEVER);
    if (hasRemoved) this.writer.madeRoom();
  }

  /** True while some sample is going to leave by itself. */
  get isPending(): boolean {
    return this.times.length > 0;
  }

  handleTimeout(now: Ms): void {
    this.expire(now);
    this.deadlines.arm(this, this.times[0] ?? NEVER);
  }

  stop(): void {
    this.deadlines.arm(this, NEVER);
  }

  private insert(sn: SequenceNumber, time: Ms): void {
    const { times, sns } = this;
    let index = times.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (times[parent]! <= time) break;
      times[index] = times[parent]!;
      sns[index] = sns[parent]!;
      index = parent;
    }
    times[index] = time;
    sns[index] = sn;
  }

  private takeFirst(): SequenceNumber {
    const { times, sns } = this;
    const first = sns[0]!;
    const time = times.pop()!;
    const sn = sns.pop()!;
    const { length } = times;
    if (length === 0) return first;
    let index = 0;
    for (let child = 1; child < length; child = 2 * index + 1) {
      if (child + 1 < length && times[child + 1]! < times[child]!) child++;
      if (times[child]! >= time) break;
      times[index] = times[child]!;
      sns[index] = sns[child]!;
      index = child;
    }
    times[index] = time;
    sns[index] = sn;
    return first;
  }

  /** Acknowledged and replaced samples must not make the heap outgrow the history. */
  private compact(): void {
    const kept = this.sns
      .map((sn, index) => ({ sn, time: this.times[index]! }))
      .filter(({ sn }) => this.writer.history.get(sn) !== undefined);
    this.sns.length = 0;
    this.times.length = 0;
    for (const { sn, time } of kept) this.insert(sn, time);
  }
}

/** So many numbers of changes that are gone do no harm. */
const SLACK = 64;
