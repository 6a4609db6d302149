// A change made of what the caller gave, so that a write which waits for room is not made anew. The engine takes it as it
// is: one object for each write.

import type { SampleMeta, SamplePlacement } from "../../participant/types.js";
import {
  ALIVE,
  type ChangeKind,
  PAYLOAD_DATA,
  PAYLOAD_KEY,
  type PayloadKind,
} from "../../rtps/structure/cacheChange.js";
import type { Guid } from "../../rtps/structure/guid.js";
import type { Ms, Timestamp } from "../../rtps/structure/time.js";
import type { WriterInstance } from "./WriterInstance.js";

export class PreparedWrite<T extends object> implements SampleMeta {
  /** Readers whose content filter it does not pass. */
  excludedReaders: readonly Guid[] | undefined = undefined;
  /** It is sent in a moment, together with others. */
  leavesSoon = false;
  /** Where it stands among the samples of its publisher. */
  placement: SamplePlacement | undefined = undefined;
  /** Stands in the queue of its instance. */
  isQueued = false;

  constructor(
    readonly kind: ChangeKind,
    readonly payload: Uint8Array,
    readonly sourceTimestamp: Timestamp,
    /** The value or its key members; undefined if only the instance was given. */
    readonly key: Partial<T> | undefined,
    /** Undefined as long as there is no room for one more instance. */
    public registered: WriterInstance | undefined,
    /** When it was called, monotonic ms. */
    readonly calledAt: Ms,
    /** When the call was entered, microseconds; 0 without tracing. */
    readonly t0: number,
  ) {}

  get payloadKind(): PayloadKind {
    return this.kind === ALIVE ? PAYLOAD_DATA : PAYLOAD_KEY;
  }

  /** Once it is registered. */
  get instance(): number {
    return this.registered!.handle;
  }

  get keyHash(): Uint8Array {
    return this.registered!.keyHash;
  }

  /** It waits for room: writes of the instance that are called later stay behind it. */
  enqueue(): void {
    this.isQueued = true;
    this.registered?.waiting.push(this);
  }

  dequeue(): void {
    if (!this.isQueued) return;
    this.isQueued = false;
    this.leaveQueue();
  }

  /** Another instance with the same key has taken the place of the one that was unregistered meanwhile. */
  moveTo(instance: WriterInstance): void {
    if (this.isQueued) {
      this.leaveQueue();
      instance.waiting.push(this);
    }
    this.registered = instance;
  }

  private leaveQueue(): void {
    const waiting = this.registered?.waiting;
    const index = waiting?.indexOf(this) ?? -1;
    if (index >= 0) waiting!.splice(index, 1);
  }
}
