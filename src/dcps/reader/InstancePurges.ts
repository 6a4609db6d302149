// DDS 1.4 §2.2.3.22 READER_DATA_LIFECYCLE: instances that are not alive lose their samples after a while.

import type { ReaderDataLifecycleQos } from "../../qos/index.js";
import { type Ms, NEVER } from "../../rtps/structure/time.js";
import type { EndpointTimers, Timed } from "../EndpointTimers.js";
import type { ReaderInstance } from "./ReaderInstance.js";
import { STATE_ALIVE, STATE_DISPOSED } from "./stateMasks.js";

export class InstancePurges<T extends object> {
  /** @param purge takes everything of the instance away */
  constructor(
    private readonly timers: EndpointTimers,
    private lifecycle: ReaderDataLifecycleQos,
    private readonly purge: (instance: ReaderInstance<T>) => void,
  ) {}

  /** The state of the instance has changed. */
  noteState(now: Ms, instance: ReaderInstance<T>): void {
    instance.stateSince = now;
    this.rearm(instance);
  }

  forget(instance: ReaderInstance<T>): void {
    if (instance.purge !== undefined) this.timers.arm(instance.purge, NEVER);
  }

  /** Delays count from the change of state, also for instances that are not alive already. */
  setLifecycle(lifecycle: ReaderDataLifecycleQos, instances: Iterable<ReaderInstance<T>>): void {
    this.lifecycle = lifecycle;
    for (const instance of instances) this.rearm(instance);
  }

  private rearm(instance: ReaderInstance<T>): void {
    const at = instance.stateSince + this.delayOf(instance);
    if (at === NEVER && instance.purge === undefined) return;
    instance.purge ??= new InstancePurge(() => this.purge(instance));
    this.timers.arm(instance.purge, at);
  }

  private delayOf({ state }: ReaderInstance<T>): Ms {
    if (state === STATE_ALIVE) return NEVER;
    const { autopurgeDisposedSamplesDelayMs, autopurgeNowriterSamplesDelayMs } = this.lifecycle;
    return state === STATE_DISPOSED ? autopurgeDisposedSamplesDelayMs : autopurgeNowriterSamplesDelayMs;
  }
}

class InstancePurge implements Timed {
  dueAt: Ms = NEVER;
  heapIndex = -1;

  constructor(private readonly purge: () => void) {}

  handleTimeout(): void {
    this.purge();
  }
}
