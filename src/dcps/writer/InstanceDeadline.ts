// DDS 1.4 §2.2.3.7: the period of one instance. Writes only move a number; the timer looks at it when it comes.

import type { Ms } from "../../rtps/structure/time.js";
import type { EndpointTimers, Timed } from "../EndpointTimers.js";

export class InstanceDeadline implements Timed {
  dueAt: Ms = Infinity;
  heapIndex = -1;

  constructor(
    /** When the instance was written last, or when the last period ended that was missed. */
    public metAt: Ms,
    private readonly periodMs: Ms,
    private readonly timers: EndpointTimers,
    private readonly missed: (periods: number) => void,
  ) {}

  handleTimeout(now: Ms): void {
    const dueAt = this.metAt + this.periodMs;
    if (now < dueAt) {
      this.timers.arm(this, dueAt);
      return;
    }
    // A process that was held up, or a period below the resolution of timers, misses several at once.
    const periods = 1 + Math.floor((now - dueAt) / this.periodMs);
    this.metAt += periods * this.periodMs;
    this.timers.arm(this, Math.max(this.metAt + this.periodMs, now + MIN_CHECK_MS));
    this.missed(periods);
  }
}

const MIN_CHECK_MS = 1;
