// RTPS 2.5 §8.5.3.4: who said goodbye a moment ago. An announcement that the goodbye has overtaken on the way must
// not bring its sender back for a whole lease. Bounded in number and time.

import type { GuidPrefix } from "../rtps/structure/guid.js";
import type { SequenceNumber } from "../rtps/structure/sequenceNumber.js";
import type { Ms } from "../rtps/structure/time.js";

/** Longer than a datagram is under way, shorter than a restart of a peer that keeps its prefix. */
const REMEMBERED_MS = 1000;
const MAX_REMEMBERED = 256;

interface Departure {
  readonly sn: SequenceNumber;
  readonly until: Ms;
}

export class DepartedParticipants {
  /** By prefix, oldest first. */
  private readonly departures = new Map<string, Departure>();

  note(now: Ms, prefix: GuidPrefix, sn: SequenceNumber): void {
    const key = prefix.toString();
    this.departures.delete(key);
    this.departures.set(key, { sn, until: now + REMEMBERED_MS });
    if (this.departures.size <= MAX_REMEMBERED) return;
    for (const oldest of this.departures.keys()) {
      this.departures.delete(oldest);
      return;
    }
  }

  /** True if announcement `sn` is older than the goodbye of its sender. */
  isOutdated(now: Ms, prefix: GuidPrefix, sn: SequenceNumber): boolean {
    if (this.departures.size === 0) return false;
    const key = prefix.toString();
    const departure = this.departures.get(key);
    if (departure === undefined) return false;
    if (now >= departure.until) this.departures.delete(key);
    return now < departure.until && sn < departure.sn;
  }
}
