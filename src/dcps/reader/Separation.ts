// DDS 1.4 §2.2.3.12: where one instance stands with the TIME_BASED_FILTER.

import { type Ms, NEVER } from "../../rtps/structure/time.js";
import type { TimeBasedFilter } from "./TimeBasedFilter.js";
import type { Timed } from "./timers.js";

/** `T` is what may be held back. */
export class Separation<T> implements Timed {
  dueAt: Ms = NEVER;
  heapIndex = -1;
  /** When a value was last let through. */
  passedAt: Ms = -Infinity;
  held: T | undefined = undefined;

  constructor(private readonly filter: TimeBasedFilter<T>) {}

  handleTimeout(now: Ms): void {
    this.filter.release(this, now);
  }
}
