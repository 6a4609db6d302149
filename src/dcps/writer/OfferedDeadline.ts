// DDS 1.4 §2.2.3.7 DEADLINE, at the writer: every instance is to be written once in each period. Armed by the first write
// of an instance, off while it is disposed, over when it is unregistered. A topic without key is one instance.

import type { Ms } from "../../rtps/structure/time.js";
import type { EndpointTimers } from "../EndpointTimers.js";
import { InstanceDeadline } from "./InstanceDeadline.js";
import type { WriterInstance } from "./WriterInstance.js";

export class OfferedDeadline {
  private periodMs: Ms = Infinity;

  /** @param missed told how many periods have passed since the instance was written, or since it was told last */
  constructor(
    private readonly timers: EndpointTimers,
    private readonly missed: (instance: WriterInstance, periods: number) => void,
  ) {}

  /** Off, writes need not be noted. */
  get isOn(): boolean {
    return this.periodMs !== Infinity;
  }

  /** Begins a new period for all of `instances` that are alive: nothing is missed that was not asked for. */
  setPeriod(now: Ms, periodMs: Ms, instances: Iterable<WriterInstance>): void {
    if (periodMs === this.periodMs) return;
    this.periodMs = periodMs;
    for (const instance of instances) {
      this.end(instance);
      if (instance.isAlive && this.isOn) this.start(now, instance);
    }
  }

  /** An instance was written or, with `isAlive` off, disposed. */
  noteWrite(now: Ms, instance: WriterInstance): void {
    if (!instance.isAlive) this.end(instance);
    else if (instance.deadline === undefined) this.start(now, instance);
    else instance.deadline.metAt = now;
  }

  end(instance: WriterInstance): void {
    if (instance.deadline === undefined) return;
    this.timers.arm(instance.deadline, Infinity);
    instance.deadline = undefined;
  }

  private start(now: Ms, instance: WriterInstance): void {
    const deadline = new InstanceDeadline(now, this.periodMs, this.timers, (periods) => this.missed(instance, periods));
    instance.deadline = deadline;
    this.timers.arm(deadline, now + this.periodMs);
  }
}
