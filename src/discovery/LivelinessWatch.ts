// RTPS 2.5 §8.4.13, DDS 1.4 §2.2.3.11: is a remote writer with a finite lease alive? Renewed by assertions, and
// by samples, which are looked at only when the lease seems to have run out.

import type { DeadlineQueue, Timed } from "../rtps/structure/DeadlineQueue.js";
import { type Ms, NEVER } from "../rtps/structure/time.js";
import type { DiscoveryListener } from "./DiscoveryContext.js";
import type { RemoteEndpoint } from "./RemoteEndpoint.js";

const MIN_CHECK_MS = 1;

export class LivelinessWatch implements Timed {
  dueAt: Ms = NEVER;
  heapIndex = -1;
  alive = true;
  private assertedAt: Ms;

  constructor(
    private readonly endpoint: RemoteEndpoint,
    private readonly deadlines: DeadlineQueue,
    private readonly listener: DiscoveryListener,
    now: Ms,
  ) {
    this.assertedAt = now;
    this.rearm(now);
  }

  assert(now: Ms): void {
    this.assertedAt = now;
    if (!this.alive) this.change(true);
    this.rearm(now);
  }

  handleTimeout(now: Ms): void {
    this.noteDataOf(this.endpoint);
    if (this.endpoint.data.qos.liveliness.kind === "MANUAL_BY_PARTICIPANT") {
      // As long as one writer of the participant is asserted, those of this kind are (DDS 1.4 §2.2.3.11).
      for (const sibling of this.endpoint.participant.endpoints.values()) this.noteDataOf(sibling);
    }
    this.change(now - this.assertedAt < this.leaseMs());
    this.rearm(now);
  }

  stop(): void {
    this.deadlines.arm(this, NEVER);
  }

  private noteDataOf(endpoint: RemoteEndpoint): void {
    for (const proxy of endpoint.writerProxies.values()) {
      if (proxy.lastDataAt > this.assertedAt) this.assertedAt = proxy.lastDataAt;
    }
  }

  private leaseMs(): number {
    return this.endpoint.data.qos.liveliness.leaseDurationMs;
  }

  /** A dead writer is looked at again now and then: a sample brings it back. */
  private rearm(now: Ms): void {
    const leaseMs = this.leaseMs();
    const at = this.alive ? this.assertedAt + leaseMs : now + Math.max(leaseMs / 4, MIN_CHECK_MS);
    this.deadlines.arm(this, Math.max(at, now + MIN_CHECK_MS));
  }

  private change(alive: boolean): void {
    if (this.alive === alive) return;
    this.alive = alive;
    for (const [reader] of this.endpoint.writerProxies) {
      this.listener.livelinessChanged(reader, this.endpoint.data.guid, alive);
    }
  }
}
