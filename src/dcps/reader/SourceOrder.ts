// DDS 1.4 §2.2.3.17 DESTINATION_ORDER BY_SOURCE_TIMESTAMP, for one instance: what comes late is put where it belongs or,
// if newer values have left the cache, left out. So the final value is the same at every reader.

import type { Guid } from "../../rtps/structure/guid.js";

/** When and by whom a change was made: its place among the changes of its instance. */
export interface SourceStamp {
  /** Milliseconds since 1970: of the source, or of reception if the source told none. */
  readonly sourceOrderMs: number;
  readonly writerGuid: Guid;
}

/**
 * Below 0 if `a` comes before `b`. At the same instant the lower GUID comes last, so that its value is the final one, as
 * with Cyclone DDS. Changes of one writer at one instant are equal: they keep the order in which they came.
 */
export function compareStamps(a: SourceStamp, b: SourceStamp): number {
  return a.sourceOrderMs - b.sourceOrderMs || b.writerGuid.compareTo(a.writerGuid);
}

export class SourceOrder {
  private newest: SourceStamp | undefined;
  /** The newest change that has left the cache: taken, replaced or expired. */
  private left: SourceStamp | undefined;

  /** Newer ones have left the cache: there is no place for this one any more. */
  isTooLate(stamp: SourceStamp): boolean {
    return this.left !== undefined && compareStamps(stamp, this.left) < 0;
  }

  /** No newer change has come before. Only then it says what state the instance is in. */
  isNewest(stamp: SourceStamp): boolean {
    return this.newest === undefined || compareStamps(stamp, this.newest) >= 0;
  }

  /** A change is in force. */
  noteChange(stamp: SourceStamp): void {
    if (this.isNewest(stamp)) this.newest = copyOf(stamp);
  }

  /** A sample has left the cache. */
  noteLeft(stamp: SourceStamp): void {
    if (!this.isTooLate(stamp)) this.left = copyOf(stamp);
  }
}

/** A stamp may be a whole sample, which must not be kept. */
function copyOf({ sourceOrderMs, writerGuid }: SourceStamp): SourceStamp {
  return { sourceOrderMs, writerGuid };
}
