// RTPS 2.5 §8.4.8: a best-effort writer that knows locators, not readers. SPDP announces participants with it.
// Holds one change, the latest; resending it keeps its sequence number.

import type { CacheChange } from "../structure/cacheChange.js";
import type { EntityId } from "../structure/entityId.js";
import type { GuidPrefix } from "../structure/guid.js";
import type { Locator } from "../structure/locator.js";

/** §8.4.7.6 ReaderLocator: one place the change is owed to. */
export interface ReaderLocator {
  readonly locator: Locator;
  /** Addresses one participant (INFO_DST); undefined for everybody who listens there. */
  readonly destination: GuidPrefix | undefined;
}

/** Announcements that wait to leave; more are refused: the next period brings them again. */
const MAX_OWED = 4096;

export class StatelessWriter {
  private readonly owed: ReaderLocator[] = [];
  private change: CacheChange | undefined;
  refused = 0;

  constructor(
    readonly entityId: EntityId,
    readonly readerId: EntityId,
  ) {}

  /** Replaces the change. */
  newChange(change: CacheChange): void {
    this.change = change;
  }

  get current(): CacheChange | undefined {
    return this.change;
  }

  /** Owes the current change to a locator. */
  resend(to: ReaderLocator): void {
    if (this.owed.length >= MAX_OWED) this.refused++;
    else this.owed.push(to);
  }

  takeOwed(): ReaderLocator | undefined {
    return this.owed.shift();
  }
}
