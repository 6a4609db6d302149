// DDS 1.4 §2.2.3.16 LIFESPAN at the reader: samples that are over vanish, whether anybody reads or not.

import { DeadlineQueue } from "../../rtps/structure/DeadlineQueue.js";
import { type Ms, NEVER } from "../../rtps/structure/time.js";
import type { CachedSample } from "./CachedSample.js";
import type { Timed, Timers } from "./timers.js";

/** When one sample is over. */
export interface Expiry extends Timed {
  readonly endsAt: Ms;
}

/** A queue of its own, so that a reader can ask for what is over without waiting for a timer that is late. */
export class SampleLifespans<T extends object> implements Timed {
  dueAt: Ms = NEVER;
  heapIndex = -1;
  private readonly queue = new DeadlineQueue();

  /** @param onOver takes the sample away */
  constructor(
    private readonly timers: Timers,
    private readonly onOver: (sample: CachedSample<T>) => void,
  ) {}

  get isWatching(): boolean {
    return this.queue.earliest() !== NEVER;
  }

  watch(sample: CachedSample<T>, endsAt: Ms): void {
    sample.expiry = new SampleExpiry(endsAt, sample, this.onOver);
    this.queue.arm(sample.expiry, endsAt);
    this.rearm();
  }

  /** The sample is gone. The timer is left alone: one early wake costs less. */
  forget(sample: CachedSample<T>): void {
    if (sample.expiry !== undefined) this.queue.arm(sample.expiry, NEVER);
  }

  /** Takes away what is over. */
  expire(now: Ms): void {
    for (let due = this.queue.takeDue(now); due !== undefined; due = this.queue.takeDue(now)) due.handleTimeout(now);
  }

  handleTimeout(now: Ms): void {
    this.expire(now);
    this.rearm();
  }

  private rearm(): void {
    const earliest = this.queue.earliest();
    if (earliest < this.dueAt) this.timers.arm(this, earliest);
  }
}

class SampleExpiry<T extends object> implements Expiry {
  dueAt: Ms = NEVER;
  heapIndex = -1;

  constructor(
    readonly endsAt: Ms,
    private readonly sample: CachedSample<T>,
    private readonly onOver: (sample: CachedSample<T>) => void,
  ) {}

  handleTimeout(): void {
    this.onOver(this.sample);
  }
}
