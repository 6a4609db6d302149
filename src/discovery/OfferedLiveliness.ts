// DDS 1.4 §2.2.3.11 LIVELINESS, at the writer: did the application keep what it offers? And RTPS 2.5 §8.4.13.5: peers
// hear of MANUAL_BY_PARTICIPANT assertions by message, at most one in each period, so that idle writers live too.

import type { LivelinessKind } from "../qos/index.js";
import type { DeadlineQueue, Timed } from "../rtps/structure/DeadlineQueue.js";
import type { EntityId } from "../rtps/structure/entityId.js";
import { type Ms, NEVER } from "../rtps/structure/time.js";
import type { LocalWriter } from "./localEndpoints.js";

/** Share of the shortest lease between two assertions: two may be lost before the lease runs out. */
const PERIOD_PER_LEASE = 0.3;
const MIN_PERIOD_MS = 5;
/** A lease of next to nothing must not make us spin. */
const MIN_CHECK_MS = 1;

/** NEVER without a finite lease. */
export function assertionPeriod(shortestLeaseMs: Ms): Ms {
  return shortestLeaseMs === Infinity ? NEVER : Math.max(shortestLeaseMs * PERIOD_PER_LEASE, MIN_PERIOD_MS);
}

export interface OfferedLivelinessOwner {
  /** LIVELINESS_LOST (DDS 1.4 §2.2.4.1). */
  livelinessLost(writer: EntityId): void;
  /** Every peer is to hear that the MANUAL_BY_PARTICIPANT writers live. */
  sendManualMessage(now: Ms): void;
}

/** As a Timed: the next message. */
export class OfferedLiveliness implements Timed {
  dueAt: Ms = NEVER;
  heapIndex = -1;
  /** Some writer has to be asserted by the application. Off, samples need not be noted. */
  isManual = false;
  private readonly leases = new Map<EntityId, OfferedLease>();
  /** When anything of the participant was asserted, and when its AUTOMATIC writers were. */
  private participantAt: Ms = -Infinity;
  private automaticAt: Ms = -Infinity;
  private messageAt: Ms = -Infinity;
  private messagePeriod: Ms = NEVER;
  private someAreLost = false;

  constructor(
    private readonly deadlines: DeadlineQueue,
    private readonly writers: ReadonlyMap<EntityId, LocalWriter>,
    private readonly owner: OfferedLivelinessOwner,
  ) {}

  /** The set of local writers changed. Their LIVELINESS cannot. */
  writersChanged(now: Ms): void {
    for (const [id, lease] of this.leases) {
      if (this.writers.has(id)) continue;
      lease.stop();
      this.leases.delete(id);
    }
    for (const [id, { qos }] of this.writers) {
      const { kind, leaseDurationMs } = qos.liveliness;
      if (leaseDurationMs === Infinity || this.leases.has(id)) continue;
      const lease = new OfferedLease(id, kind, leaseDurationMs, now, this.deadlines, this);
      this.leases.set(id, lease);
      if (kind !== "AUTOMATIC") lease.watch();
    }
    this.isManual = [...this.leases.values()].some(({ kind }) => kind !== "AUTOMATIC");
    this.messagePeriod = assertionPeriod(this.shortest("MANUAL_BY_PARTICIPANT"));
    if (this.messagePeriod === NEVER) this.deadlines.arm(this, NEVER);
  }

  shortest(kind: LivelinessKind): Ms {
    let shortest = Infinity;
    for (const lease of this.leases.values()) if (lease.kind === kind) shortest = Math.min(shortest, lease.leaseMs);
    return shortest;
  }

  /** §2.2.2.4.2.11: a write asserts the writer and its participant. */
  noteWrite(now: Ms, writer: EntityId): void {
    this.leases.get(writer)?.assert(now);
    this.assertParticipant(now);
  }

  /** §2.2.2.2.1.20: the MANUAL_BY_PARTICIPANT writers live. */
  assertParticipant(now: Ms): void {
    this.participantAt = now;
    if (this.someAreLost) this.revive(now);
    if (this.messagePeriod === NEVER) return;
    if (now >= this.messageAt + this.messagePeriod) this.handleTimeout(now);
    else this.deadlines.arm(this, this.messageAt + this.messagePeriod);
  }

  /** The AUTOMATIC writers are asserted now. That it is too late happens when the process was held up. */
  assertAutomatic(now: Ms): void {
    const before = this.automaticAt;
    this.automaticAt = now;
    for (const lease of this.leases.values()) {
      if (lease.kind !== "AUTOMATIC") continue;
      if (now >= Math.max(before, lease.createdAt) + lease.leaseMs) this.owner.livelinessLost(lease.writer);
    }
  }

  handleTimeout(now: Ms): void {
    if (this.participantAt <= this.messageAt) return;
    this.messageAt = now;
    this.owner.sendManualMessage(now);
  }

  /** @internal When a writer of this kind was asserted other than by itself. */
  assertedAt(kind: LivelinessKind): Ms {
    return kind === "MANUAL_BY_PARTICIPANT" ? this.participantAt : -Infinity;
  }

  /** @internal */
  lost(writer: EntityId): void {
    this.someAreLost = true;
    this.owner.livelinessLost(writer);
  }

  private revive(now: Ms): void {
    this.someAreLost = false;
    for (const lease of this.leases.values()) {
      if (lease.isAlive) continue;
      if (lease.kind === "MANUAL_BY_PARTICIPANT") lease.assert(now);
      else this.someAreLost = true;
    }
  }
}

/** The lease of one local writer. Assertions only move a number: the deadline looks at it when it comes. */
class OfferedLease implements Timed {
  dueAt: Ms = NEVER;
  heapIndex = -1;
  isAlive = true;
  private assertedAt: Ms;

  constructor(
    readonly writer: EntityId,
    readonly kind: LivelinessKind,
    readonly leaseMs: Ms,
    readonly createdAt: Ms,
    private readonly deadlines: DeadlineQueue,
    private readonly group: OfferedLiveliness,
  ) {
    this.assertedAt = createdAt;
  }

  watch(): void {
    this.deadlines.arm(this, this.assertedAt + this.leaseMs);
  }

  assert(now: Ms): void {
    this.assertedAt = now;
    if (this.isAlive) return;
    this.isAlive = true;
    this.watch();
  }

  handleTimeout(now: Ms): void {
    const endsAt = Math.max(this.assertedAt, this.group.assertedAt(this.kind)) + this.leaseMs;
    if (now < endsAt) {
      this.deadlines.arm(this, Math.max(endsAt, now + MIN_CHECK_MS));
      return;
    }
    this.isAlive = false;
    this.group.lost(this.writer);
  }

  stop(): void {
    this.deadlines.arm(this, NEVER);
  }
}
