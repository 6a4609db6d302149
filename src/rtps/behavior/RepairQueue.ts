// What one reader has asked for again: whole changes by ACKNACK (§8.4.7.5.3) and fragments by NACK_FRAG (§8.3.8.11).

import { NumberSet, SET_BITS_MAX } from "../structure/NumberSet.js";
import type { SequenceNumber } from "../structure/sequenceNumber.js";
import { FRAGMENT_REQUESTED, OWED_DATA, type OwedItem, REQUESTED } from "./OwedItem.js";
import type { ChangeView } from "./RelevantChanges.js";

/** NACK_FRAGs of more samples than this are not remembered: the reader asks again. */
const MAX_FRAGMENT_REQUESTS = 32;

interface FragmentRequest {
  readonly sn: SequenceNumber;
  readonly fragments: NumberSet;
}

export class RepairQueue {
  private readonly changes = new NumberSet();
  private hasChanges = false;
  /** Fragments already resent of the first requested change. */
  private fragmentsDone = 0;
  private readonly fragmentRequests: FragmentRequest[] = [];

  isEmpty(): boolean {
    return !this.hasChanges && this.fragmentRequests.length === 0;
  }

  /** Remembers that `sn` is wanted; false if it does not fit: it will be asked for again. */
  requestChange(sn: SequenceNumber): boolean {
    const first = this.hasChanges ? this.changes.nextFrom(this.changes.base) : -1;
    this.hasChanges = true;
    if (first === -1) {
      this.changes.reset(sn);
      this.fragmentsDone = 0;
    } else if (sn < first) {
      const lower = new NumberSet();
      lower.reset(sn);
      lower.union(this.changes);
      this.changes.copyFrom(lower);
      this.fragmentsDone = 0;
    } else {
      this.changes.dropBelow(first);
    }
    return this.changes.add(sn);
  }

  /** Remembers the fragments; false if too many samples are asked for already: the reader will ask again. */
  requestFragments(sn: SequenceNumber, fragments: NumberSet): boolean {
    const known = this.fragmentRequests.find((request) => request.sn === sn);
    if (known !== undefined) {
      known.fragments.union(fragments);
    } else if (this.fragmentRequests.length < MAX_FRAGMENT_REQUESTS) {
      const copy = new NumberSet();
      copy.copyFrom(fragments);
      this.fragmentRequests.push({ sn, fragments: copy });
    } else {
      return false;
    }
    return true;
  }

  /** The next repair, if any: a sample, a fragment, or a GAP for what is gone or not for this reader. */
  peek(
    item: OwedItem,
    history: ChangeView,
    startSn: SequenceNumber,
    lastSn: SequenceNumber,
    fragmentSize: number,
  ): boolean {
    const sn = this.hasChanges ? this.changes.nextFrom(this.changes.base) : -1;
    if (sn !== -1) {
      const change = sn < startSn ? undefined : history.get(sn);
      if (change === undefined) item.setGap(history, sn, startSn, lastSn, true);
      else item.setSample(change, REQUESTED, this.fragmentsDone, fragmentSize);
      return true;
    }
    this.hasChanges = false;
    return this.peekFragment(item, history, startSn, lastSn, fragmentSize);
  }

  private peekFragment(
    item: OwedItem,
    history: ChangeView,
    startSn: SequenceNumber,
    lastSn: SequenceNumber,
    fragmentSize: number,
  ): boolean {
    for (let request = this.fragmentRequests[0]; request !== undefined; request = this.fragmentRequests[0]) {
      const change = request.sn < startSn ? undefined : history.get(request.sn);
      if (change === undefined) {
        item.setGap(history, request.sn, startSn, lastSn, true);
        return true;
      }
      const { fragments } = request;
      const fragment = fragments.nextFrom(fragments.base);
      if (fragment !== -1 && (fragment - 1) * fragmentSize < change.payload.length) {
        item.setSample(change, FRAGMENT_REQUESTED, fragment - 1, fragmentSize);
        // A sample that leaves as one DATA answers them all; fragments that do not exist are not waited for.
        const next = item.kind === OWED_DATA ? -1 : fragments.nextFrom(fragment + 1);
        item.lastFragment = next === -1 || (next - 1) * fragmentSize >= change.payload.length;
        return true;
      }
      this.fragmentRequests.shift();
    }
    return false;
  }

  /** A DATA or DATA_FRAG that was peeked here has left. */
  commitSample(item: OwedItem): void {
    const { sn } = item.change!;
    if (item.reason === FRAGMENT_REQUESTED) {
      const request = this.fragmentRequests[0]!;
      request.fragments.remove(item.fragment);
      if (item.lastFragment) this.fragmentRequests.shift();
    } else if (item.lastFragment) {
      this.changes.remove(sn);
      this.fragmentsDone = 0;
    } else {
      this.fragmentsDone = item.fragment;
    }
  }

  /** A GAP has left: what it covers is answered. */
  commitGap(item: OwedItem): void {
    if (this.hasChanges) {
      const end = item.gapSet.base + SET_BITS_MAX;
      for (let sn = this.changes.nextFrom(item.gapStart); sn !== -1 && sn < end; sn = this.changes.nextFrom(sn + 1)) {
        if (item.gapCovers(sn)) this.changes.remove(sn);
      }
      this.fragmentsDone = 0;
    }
    for (let i = this.fragmentRequests.length - 1; i >= 0; i--) {
      if (item.gapCovers(this.fragmentRequests[i]!.sn)) this.fragmentRequests.splice(i, 1);
    }
  }

  clear(): void {
    this.hasChanges = false;
    this.fragmentRequests.length = 0;
  }
}
