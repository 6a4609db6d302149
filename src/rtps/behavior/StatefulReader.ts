// RTPS 2.5 §8.4.12: a reader that keeps state for every matched writer. Holds what has arrived until it is taken.

import type { ReceivedChange } from "../structure/cacheChange.js";
import type { DeadlineQueue } from "../structure/DeadlineQueue.js";
import type { EntityId } from "../structure/entityId.js";
import type { Guid } from "../structure/guid.js";
import type { Ms } from "../structure/time.js";
import type { ArrivedChanges } from "./ArrivedChanges.js";
import type { Outlet } from "./Outlet.js";
import type { Limits, ReaderTuning } from "./tuning.js";
import { WriterProxy } from "./WriterProxy.js";

export interface ReaderConfig {
  readonly entityId: EntityId;
  readonly reliable: boolean;
}

/** What a reader tells its owner. Called in the middle of a mutation: only note it. */
export interface ReaderOwner {
  dataAvailable(reader: StatefulReader): void;
  sampleLost(reader: StatefulReader, count: number): void;
  /** A best-effort sample found no room. */
  sampleRejected(reader: StatefulReader): void;
}

export class ReaderCounters {
  duplicates = 0;
  lost = 0;
  /** Best-effort samples refused because nobody took the ones before. */
  rejected = 0;
  outOfOrderRefused = 0;
  bytesRefused = 0;
  /** DATA_FRAGs that contradict their sample or are too large. */
  fragmentsRefused = 0;
  assembliesDropped = 0;
  duplicateFragments = 0;
  staleCounts = 0;
  /** HEARTBEATs with a range that a later one took back. */
  heartbeatsRevoked = 0;
}

export class StatefulReader {
  readonly entityId: EntityId;
  readonly reliable: boolean;
  readonly counters = new ReaderCounters();
  readonly writerProxies: WriterProxy[] = [];
  /** Those that hold samples in order for which there was no room. */
  readonly blocked = new Set<ArrivedChanges>();
  /** Payload bytes of incomplete and out-of-order samples. */
  pendingBytes = 0;
  private untaken: ReceivedChange[] = [];
  private takenCount = 0;

  constructor(
    config: ReaderConfig,
    readonly tuning: ReaderTuning,
    readonly limits: Limits,
    readonly deadlines: DeadlineQueue,
    private readonly owner: ReaderOwner,
  ) {
    this.entityId = config.entityId;
    this.reliable = config.reliable;
  }

  /** §8.4.12.1.2. */
  matchedWriterAdd(now: Ms, guid: Guid, reliable: boolean, outlet: Outlet, preemptiveBase: 0 | 1 = 1): WriterProxy {
    const proxy = new WriterProxy(this, guid, this.reliable && reliable, outlet, preemptiveBase);
    this.writerProxies.push(proxy);
    proxy.start(now);
    return proxy;
  }

  matchedWriterLookup(guid: Guid): WriterProxy | undefined {
    return this.writerProxies.find((proxy) => proxy.guid.equals(guid));
  }

  matchedWriterRemove(proxy: WriterProxy): void {
    const index = this.writerProxies.indexOf(proxy);
    if (index < 0) return;
    this.writerProxies.splice(index, 1);
    proxy.stop();
  }

  hasRoom(): boolean {
    return this.untaken.length - this.takenCount < this.limits.maxUntakenChanges;
  }

  get untakenCount(): number {
    return this.untaken.length - this.takenCount;
  }

  deliver(change: ReceivedChange): void {
    this.untaken.push(change);
    this.owner.dataAvailable(this);
  }

  noteRejected(): void {
    this.counters.rejected++;
    this.owner.sampleRejected(this);
  }

  noteLost(count: number): void {
    this.counters.lost += count;
    this.owner.sampleLost(this, count);
  }

  /** Moves up to `max` changes, oldest first, to the end of `into`; returns how many. */
  take(into: ReceivedChange[], max: number): number {
    const available = this.untakenCount;
    const count = Math.min(max, available);
    for (let i = 0; i < count; i++) into.push(this.untaken[this.takenCount + i]!);
    this.takenCount += count;
    if (this.takenCount === this.untaken.length) {
      this.untaken.length = 0;
      this.takenCount = 0;
    } else if (this.takenCount > 1024) {
      this.untaken = this.untaken.slice(this.takenCount);
      this.takenCount = 0;
    }
    if (count > 0 && this.blocked.size > 0) {
      const blocked = [...this.blocked];
      this.blocked.clear();
      for (const arrived of blocked) arrived.resume();
    }
    return count;
  }
}
