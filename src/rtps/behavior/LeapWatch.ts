// RTPS 2.5 §8.3.8.5: a HEARTBEAT names all that its writer has sent. One that ends below a sample that has come was late, or
// that sample was forged, or the writer began anew. Time tells, and the largest leap of the numbers tells the last two apart.

import type { SequenceNumber } from "../structure/sequenceNumber.js";
import type { Ms } from "../structure/time.js";

export class LeapWatch {
  /** The largest leap of the numbers seen: the highest one before it, and the one that came then. */
  private from: SequenceNumber = 0;
  private to: SequenceNumber = 0;
  /** The highest number seen when a HEARTBEAT first ended below it, and when that was. 0: none has. */
  private doubted: SequenceNumber = 0;
  private doubtedAt: Ms = 0;

  note(from: SequenceNumber, to: SequenceNumber): void {
    if (to - from <= this.to - this.from) return;
    this.from = from;
    this.to = to;
  }

  /** A HEARTBEAT that ends below `highest`. True if another one did so at least `latest` ago, so that no delay explains it. */
  confirms(now: Ms, lastSn: SequenceNumber, highest: SequenceNumber, latest: Ms): boolean {
    if (this.doubted > lastSn) return now - this.doubtedAt >= latest;
    this.doubted = highest;
    this.doubtedAt = now;
    return false;
  }

  /** The number before the leap over `lastSn`; undefined if the numbers led there step by step, as far as is known. */
  before(lastSn: SequenceNumber): SequenceNumber | undefined {
    return this.from <= lastSn && lastSn < this.to ? this.from : undefined;
  }

  /** Best effort: `sn` goes on from before a leap that is too far to be true. */
  wasFar(sn: SequenceNumber): boolean {
    return this.to - this.from > FAR && this.from < sn && sn < this.from + FAR;
  }

  /** A HEARTBEAT as expected: what came up to its last number is true. */
  trust(lastSn: SequenceNumber): void {
    this.doubted = 0;
    if (this.to <= lastSn) this.clear();
  }

  clear(): void {
    this.from = this.to = this.doubted = 0;
  }
}

/** No writer sends so much unheard before it goes on from where it was. */
const FAR = 65536;
