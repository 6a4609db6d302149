// DDS 1.4 §2.2.3.9.2 and §2.2.3.16: what a reader goes by for one writer, as long as it is alive.

import type { Guid } from "../../rtps/structure/guid.js";
import type { Ms } from "../../rtps/structure/time.js";

/**
 * A writer from its match, or from its return to liveliness, to its end. One that returns is another one: what it wrote
 * before counts for nothing until it writes again.
 */
export class WriterLife {
  /** Not alive, or not matched any more. */
  isOver = false;

  constructor(
    readonly guid: Guid,
    public strength: number,
    public lifespanMs: Ms,
  ) {}

  /** The stronger of two; of equal ones that with the lower GUID, so that all readers agree. */
  isStrongerThan(other: WriterLife): boolean {
    if (this.strength !== other.strength) return this.strength > other.strength;
    return this.guid.compareTo(other.guid) < 0;
  }
}
