// DDS 1.4 §2.2.3.7 DEADLINE as requested: an instance that is alive gets a value at least once per period, or the reader
// is told, once for every period that passes without one.

import { type Ms, NEVER } from "../../rtps/structure/time.js";
import type { DeadlineWatch } from "./DeadlineWatch.js";
import type { Timers } from "./timers.js";

export class RequestedDeadline<I> {
  private readonly watches = new Set<DeadlineWatch<I>>();

  /** @param onMissed gets the number of whole periods that have passed, mostly 1 */
  constructor(
    private periodMs: Ms,
    private readonly timers: Timers,
    private readonly onMissed: (instance: I, count: number, now: Ms) => void,
  ) {}

  get isOn(): boolean {
    return this.periodMs !== Infinity;
  }

  /** A value came: the period begins anew. The timer is left alone; it looks for itself when it is due. */
  updated(watch: DeadlineWatch<I>, at: Ms): void {
    if (watch.startedAt === NEVER) {
      watch.startedAt = at;
      this.watches.add(watch);
      this.arm(watch, at);
    } else if (at > watch.startedAt) {
      watch.startedAt = at;
    }
  }

  /** The instance is not alive, or forgotten: no value is expected. */
  stop(watch: DeadlineWatch<I>): void {
    if (watch.startedAt === NEVER) return;
    watch.startedAt = NEVER;
    this.watches.delete(watch);
    this.timers.arm(watch, NEVER);
  }

  /** The current periods begin anew. */
  setPeriod(periodMs: Ms, now: Ms): void {
    if (periodMs === this.periodMs) return;
    this.periodMs = periodMs;
    for (const watch of this.watches) {
      watch.startedAt = now;
      this.arm(watch, now);
    }
  }

  /** Called by the timer. */
  check(watch: DeadlineWatch<I>, now: Ms): void {
    // The same sum as in arm(): by rounding, a quotient could fall short at the very instant it is due.
    const isMissed = now >= watch.startedAt + this.periodMs;
    const count = isMissed ? Math.max(Math.floor((now - watch.startedAt) / this.periodMs), 1) : 0;
    watch.startedAt += count * this.periodMs;
    this.arm(watch, now);
    // Last: whoever hears of it may stop the watch, or close the reader.
    if (isMissed) this.onMissed(watch.instance, count, now);
  }

  private arm(watch: DeadlineWatch<I>, now: Ms): void {
    this.timers.arm(watch, Math.max(watch.startedAt + this.periodMs, now + MIN_CHECK_MS));
  }
}

/** A period of nanoseconds must not make us spin: what passes meanwhile is counted. */
const MIN_CHECK_MS = 1;
