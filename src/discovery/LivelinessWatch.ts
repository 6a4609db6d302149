// RTPS 2.5 §8.4.13, DDS 1.4 §2.2.3.11: is a remote writer with a finite lease alive? What shows that it is costs a
// store; the timer looks at it when the lease seems to have run out.

import type { LivelinessKind } from "../qos/index.js";
import type { DeadlineQueue, Timed } from "../rtps/structure/DeadlineQueue.js";
import { type Ms, NEVER } from "../rtps/structure/time.js";
import type { DiscoveryListener } from "./DiscoveryContext.js";
import type { RemoteEndpoint } from "./RemoteEndpoint.js";

export class LivelinessWatch implements Timed {
  dueAt: Ms = NEVER;
  heapIndex = -1;
  alive = true;
  /** As announced first: it may not change, and a peer that changes it must not confuse what is kept by kind. */
  readonly kind: LivelinessKind;
  private assertedAt: Ms;

  constructor(
    private readonly endpoint: RemoteEndpoint,
    private readonly deadlines: DeadlineQueue,
    private readonly listener: DiscoveryListener,
    now: Ms,
  ) {
    this.kind = endpoint.data.qos.liveliness.kind;
    this.assertedAt = now;
    this.endpoint.participant.liveliness.add(this);
    this.rearm(now);
  }

  /** The writer itself, or its participant for it, says that it is alive. */
  assert(now: Ms): void {
    this.assertedAt = now;
    if (this.alive) return;
    this.change(true);
    this.rearm(now);
  }

  handleTimeout(now: Ms): void {
    this.assertedAt = Math.max(this.assertedAt, this.sharedSign());
    // The same sum as in rearm(): by rounding, a difference could fall short at the very instant it is due.
    this.change(now < this.assertedAt + this.leaseMs());
    this.rearm(now);
  }

  stop(): void {
    this.deadlines.arm(this, NEVER);
    this.endpoint.participant.liveliness.remove(this);
  }

  /** What else shows that this writer is alive: its participant was heard, or has asserted any of its writers. */
  private sharedSign(): Ms {
    const { participant } = this.endpoint;
    if (this.kind === "AUTOMATIC") return participant.remote.lastHeardAt;
    return this.kind === "MANUAL_BY_PARTICIPANT" ? participant.liveliness.assertedAt : -Infinity;
  }

  private leaseMs(): number {
    return this.endpoint.data.qos.liveliness.leaseDurationMs;
  }

  private rearm(now: Ms): void {
    if (this.alive) this.deadlines.arm(this, Math.max(this.assertedAt + this.leaseMs(), now + MIN_CHECK_MS));
    // Assertions come here by themselves. That a participant is heard again does not: it is looked at now and then.
    else if (this.kind !== "AUTOMATIC") this.deadlines.arm(this, NEVER);
    else this.deadlines.arm(this, now + Math.max(this.leaseMs() / 4, MIN_CHECK_MS));
  }

  private change(alive: boolean): void {
    if (this.alive === alive) return;
    this.alive = alive;
    this.endpoint.participant.liveliness.changed(this);
    for (const [reader] of this.endpoint.writerProxies) {
      this.listener.livelinessChanged(reader, this.endpoint.data.guid, alive);
    }
  }
}

const MIN_CHECK_MS = 1;
