// DDS 1.4 §2.2.3.12 TIME_BASED_FILTER: at most one value of each instance per minimum_separation. A RELIABLE reader gets
// the last one for certain: what comes too early is held back until its time, and replaced by what comes later.

import { type Ms, NEVER } from "../../rtps/structure/time.js";
import type { Separation } from "./Separation.js";
import type { Timers } from "./timers.js";

export class TimeBasedFilter<T> {
  /** Something is held back. */
  private readonly holding = new Set<Separation<T>>();
  /** Its time has come, but there was no room. */
  private readonly overdue = new Set<Separation<T>>();

  /**
   * @param keepsLast RELIABLE: what is filtered out is not lost if nothing follows
   * @param onRelease gets what was held back, when its time has come; false if there is no room for it
   */
  constructor(
    private separationMs: Ms,
    private readonly keepsLast: boolean,
    private readonly timers: Timers,
    private readonly onRelease: (held: T, now: Ms) => boolean,
  ) {}

  get isOn(): boolean {
    return this.separationMs > 0;
  }

  /** Something waits for room. */
  get isOverdue(): boolean {
    return this.overdue.size > 0;
  }

  /** True if a value may be seen now. Changes nothing. */
  passes(instance: Separation<T>, now: Ms): boolean {
    return now >= instance.passedAt + this.separationMs;
  }

  /** A value is seen, and with it everything that came before. */
  notePassed(instance: Separation<T>, now: Ms): void {
    this.drop(instance);
    instance.passedAt = now;
  }

  /** What does not pass waits instead of what waited before. False if it is dropped. */
  hold(instance: Separation<T>, value: T): boolean {
    if (!this.keepsLast) return false;
    instance.held = value;
    this.holding.add(instance);
    this.timers.arm(instance, instance.passedAt + this.separationMs);
    return true;
  }

  /** Nothing waits any more: something newer says all, or the instance is forgotten. */
  drop(instance: Separation<T>): void {
    if (instance.held === undefined) return;
    instance.held = undefined;
    this.holding.delete(instance);
    this.overdue.delete(instance);
    this.timers.arm(instance, NEVER);
  }

  /** Takes effect at once: what has waited long enough for it comes now. */
  setSeparation(separationMs: Ms, now: Ms): void {
    this.separationMs = separationMs;
    for (const instance of [...this.holding]) {
      const at = instance.passedAt + separationMs;
      if (at <= now) this.release(instance, now);
      else this.timers.arm(instance, at);
    }
  }

  /** Lets through what is held back. */
  release(instance: Separation<T>, now: Ms): void {
    const { held, passedAt } = instance;
    if (held === undefined) return;
    // First: whoever gets it may bring the next one in.
    this.notePassed(instance, now);
    if (this.onRelease(held, now)) return;
    instance.passedAt = passedAt;
    instance.held = held;
    this.holding.add(instance);
    this.overdue.add(instance);
  }

  /** There may be room now. */
  retry(now: Ms): void {
    for (const instance of [...this.overdue]) {
      this.overdue.delete(instance);
      this.release(instance, now);
    }
  }
}
