// One thing a writer owes a reader, as values: the packer turns it into a submessage. Reused.

import type { CacheChange } from "../structure/cacheChange.js";
import { NumberSet, SET_BITS_MAX } from "../structure/NumberSet.js";
import type { SequenceNumber } from "../structure/sequenceNumber.js";
import type { ChangeView } from "./RelevantChanges.js";

export const OWED_NOTHING = 0;
export const OWED_DATA = 1;
export const OWED_FRAGMENT = 2;
export const OWED_GAP = 3;
export const OWED_HEARTBEAT = 4;
export type OwedKind = 0 | 1 | 2 | 3 | 4;

/** Why a sample leaves: for the first time, because an ACKNACK or because a NACK_FRAG asked for it. */
export const FIRST_TIME = 0;
export const REQUESTED = 1;
export const FRAGMENT_REQUESTED = 2;
export type SampleReason = 0 | 1 | 2;

/** Filled by `peekOwed`; given back to `commitOwed` once it is in a datagram. */
export class OwedItem {
  kind: OwedKind = OWED_NOTHING;
  /** DATA and FRAGMENT. */
  change: CacheChange | undefined = undefined;
  reason: SampleReason = FIRST_TIME;
  /** FRAGMENT: 1-based number, and whether it is the last one owed of this sample. */
  fragment = 0;
  lastFragment = false;
  /** GAP: irrelevant are [gapStart, gapSet.base) and the members of gapSet. */
  gapStart = 0;
  readonly gapSet = new NumberSet();
  /** HEARTBEAT. */
  firstSn = 0;
  lastSn = 0;
  final = false;
  liveliness = false;

  /** A whole sample, or the fragment after `fragmentsDone` when it is larger than `fragmentSize`. */
  setSample(change: CacheChange, reason: SampleReason, fragmentsDone: number, fragmentSize: number): void {
    this.change = change;
    this.reason = reason;
    if (change.payload.length <= fragmentSize) {
      this.kind = OWED_DATA;
      this.lastFragment = true;
      return;
    }
    this.kind = OWED_FRAGMENT;
    this.fragment = fragmentsDone + 1;
    this.lastFragment = this.fragment * fragmentSize >= change.payload.length;
  }

  /** FRAGMENT: octets of payload that it carries. The last one is what is left. */
  fragmentLength(fragmentSize: number): number {
    return Math.min(fragmentSize, this.change!.payload.length - (this.fragment - 1) * fragmentSize);
  }

  /**
   * §8.3.8.4: everything from `from` to the next change the reader can have (at or above `startSn`), at most to
   * `last`; with `holes`, also the missing numbers up to 256 beyond.
   */
  setGap(
    history: ChangeView,
    from: SequenceNumber,
    startSn: SequenceNumber,
    last: SequenceNumber,
    holes: boolean,
  ): void {
    this.kind = OWED_GAP;
    this.gapStart = from;
    const base = Math.min(history.nextPresent(Math.max(from, startSn)), last + 1);
    this.gapSet.reset(base);
    if (!holes) return;
    const end = Math.min(base + SET_BITS_MAX - 1, last);
    for (let sn = base + 1; sn <= end; sn++) if (history.get(sn) === undefined) this.gapSet.add(sn);
  }

  /** GAP: true if it declares `sn` irrelevant. */
  gapCovers(sn: SequenceNumber): boolean {
    return sn >= this.gapStart && (sn < this.gapSet.base || this.gapSet.has(sn));
  }
}
