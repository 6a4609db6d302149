// The part of a writer's history that one reader may have: without what its content filter keeps out (RTPS 2.5 §8.7.4)
// and, for readers without coherent access, without the marks behind coherent sets (§8.7.5). The rest is a GAP to it.

import { ALIVE, type CacheChange, PAYLOAD_NONE } from "../structure/cacheChange.js";
import type { Guid } from "../structure/guid.js";
import type { HistoryCache } from "../structure/HistoryCache.js";
import type { SequenceNumber } from "../structure/sequenceNumber.js";

/** What a proxy needs of a history. */
export interface ChangeView {
  get(sn: SequenceNumber): CacheChange | undefined;
  /** The first number at or above `from` whose change is there; the number after the last if there is none. */
  nextPresent(from: SequenceNumber): SequenceNumber;
}

export class RelevantChanges implements ChangeView {
  /** Numbers that were too old for this reader when it joined, though they are still here for others. */
  leftOut: ReadonlySet<SequenceNumber> | undefined = undefined;
  /** This reader gets the plain forms of changes that have one for this level or a lower one. */
  plainness = 0;

  constructor(
    private readonly history: HistoryCache,
    private readonly reader: Guid,
    private readonly coherentAccess: boolean,
  ) {}

  get(sn: SequenceNumber): CacheChange | undefined {
    const change = this.history.get(sn);
    if (change === undefined || this.excludes(change)) return undefined;
    return change.plainForm !== undefined && this.plainness >= change.plainLevel ? change.plainForm : change;
  }

  nextPresent(from: SequenceNumber): SequenceNumber {
    const { history } = this;
    let sn = history.nextPresent(from);
    while (sn <= history.lastSn && this.excludes(history.get(sn)!)) sn = history.nextPresent(sn + 1);
    return sn;
  }

  private excludes(change: CacheChange): boolean {
    if (isEndMark(change)) return !this.coherentAccess;
    if (this.leftOut?.has(change.sn) === true) return true;
    const { excludedReaders } = change;
    if (excludedReaders === undefined) return false;
    for (let i = 0; i < excludedReaders.length; i++) if (excludedReaders[i]!.equals(this.reader)) return true;
    return false;
  }
}

/** §8.7.5: no data, no key, nothing ended: it only says that a coherent set is complete. */
export function isEndMark(change: CacheChange): boolean {
  return change.payloadKind === PAYLOAD_NONE && change.kind === ALIVE;
}
