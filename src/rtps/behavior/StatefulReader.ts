// RTPS 2.5 §8.4.12: a reader that keeps state for every matched writer. Holds what has arrived until it is taken.

import type { ReceivedChange } from "../structure/cacheChange.js";
import type { DeadlineQueue } from "../structure/DeadlineQueue.js";
import type { EntityId } from "../structure/entityId.js";
import type { Guid, GuidPrefix } from "../structure/guid.js";
import { emptyList } from "../structure/lists.js";
import type { SequenceNumber } from "../structure/sequenceNumber.js";
import type { Ms } from "../structure/time.js";
import type { Outlet } from "./Outlet.js";
import type { Limits, ReaderTuning } from "./tuning.js";
import { WriterProxy } from "./WriterProxy.js";

export interface ReaderConfig {
  readonly entityId: EntityId;
  readonly reliable: boolean;
  /** Changes held until they are taken, from the resource limits of a KEEP_ALL reader; -1 for none. */
  readonly maxSamples: number;
  /** A writer that comes back goes on where it stopped. Discovery forgets what a lost peer had said, so it does not. */
  readonly remembersWriters: boolean;
  /** The marks behind coherent sets are delivered like samples (§8.7.5). */
  readonly coherentAccess?: boolean;
  /** What a writer has is read once more when its count goes back: harmless for announcements, which it may have changed. */
  readonly readsAgain?: boolean;
  /** It has a content filter: numbers that are missing with best effort may be those a writer left out for it. */
  readonly filtered?: boolean;
}

/** What a reader tells its owner. Called in the middle of a mutation: only note it. */
export interface ReaderOwner {
  dataAvailable(reader: StatefulReader): void;
  sampleLost(reader: StatefulReader, count: number): void;
  /** A best-effort sample found no room. */
  sampleRejected(reader: StatefulReader): void;
  /** A matched writer began anew under its old GUID, so what is known of its participant is not true any more. */
  writerRestarted?(writer: Guid): void;
  /** What one of the writers had when it was matched has been given to the reader. */
  historyComplete?(reader: StatefulReader): void;
  /** Memory for a sample in fragments; it need not be zero. */
  allocate?(bytes: number): Uint8Array;
}

export class ReaderCounters {
  duplicates = 0;
  lost = 0;
  /** Best-effort samples refused because nobody took the ones before. */
  rejected = 0;
  /** Reliable samples not taken in because the reader is full; the writer sends them again. */
  postponed = 0;
  outOfOrderRefused = 0;
  bytesRefused = 0;
  /** DATA_FRAGs that contradict their sample or are too large. */
  fragmentsRefused = 0;
  assembliesDropped = 0;
  /** Samples cut into more fragments than are kept track of. */
  assembliesRefused = 0;
  duplicateFragments = 0;
  staleCounts = 0;
  /** HEARTBEATs, GAPs and samples with numbers that later HEARTBEATs took back. */
  heartbeatsRevoked = 0;
}

export class StatefulReader {
  readonly entityId: EntityId;
  readonly reliable: boolean;
  readonly coherentAccess: boolean;
  readonly readsAgain: boolean;
  filtered: boolean;
  readonly counters = new ReaderCounters();
  readonly writerProxies: WriterProxy[] = [];
  /** Those that had something for which there was no room. */
  readonly blocked = new Set<WriterProxy>();
  /** Payload bytes of incomplete and out-of-order samples. */
  pendingBytes = 0;
  /** Of these, the bytes of incomplete samples. */
  assemblyBytes = 0;
  private untaken: ReceivedChange[] = [];
  private takenCount = 0;
  private untakenBytes = 0;
  private readonly maxUntaken: number;
  private readonly remembersWriters: boolean;
  readonly allocate: (bytes: number) => Uint8Array;
  /** Samples of this reader that the application layer holds: they count against the limit too. */
  heldOutside = 0;
  /** Where writers that are not matched any more stopped, by GUID, oldest first. */
  private readonly departed = new Map<string, SequenceNumber>();

  constructor(
    config: ReaderConfig,
    readonly tuning: ReaderTuning,
    readonly limits: Limits,
    readonly deadlines: DeadlineQueue,
    private readonly owner: ReaderOwner,
  ) {
    this.entityId = config.entityId;
    this.reliable = config.reliable;
    this.coherentAccess = config.coherentAccess ?? false;
    this.readsAgain = config.readsAgain ?? false;
    this.filtered = config.filtered ?? false;
    this.remembersWriters = config.remembersWriters;
    this.allocate = owner.allocate ?? allocateCleared;
    const { maxSamples } = config;
    this.maxUntaken = maxSamples < 0 ? limits.maxUntakenChanges : Math.min(maxSamples, limits.maxUntakenChanges);
  }

  /** §8.4.12.1.2. */
  matchedWriterAdd(now: Ms, guid: Guid, reliable: boolean, outlet: Outlet, preemptiveBase: 0 | 1 = 1): WriterProxy {
    // A writer that comes back goes on: what it sent before must not be delivered twice.
    const continueAt = this.departed.size === 0 ? 1 : (this.departed.get(guid.toString()) ?? 1);
    const proxy = new WriterProxy(this, guid, this.reliable && reliable, outlet, preemptiveBase, continueAt);
    this.writerProxies.push(proxy);
    proxy.start(now);
    return proxy;
  }

  writerProxyOf(writer: Guid): WriterProxy | undefined {
    return this.writerProxies.find(({ guid }) => guid.equals(writer));
  }

  matchedWriterRemove(proxy: WriterProxy): void {
    const index = this.writerProxies.indexOf(proxy);
    if (index < 0) return;
    this.writerProxies.splice(index, 1);
    this.remember(proxy);
    proxy.stop();
  }

  hasRoom(): boolean {
    const held = this.untaken.length - this.takenCount + this.heldOutside;
    return held < this.maxUntaken && this.untakenBytes < this.limits.maxUntakenBytes;
  }

  get untakenCount(): number {
    return this.untaken.length - this.takenCount;
  }

  deliver(change: ReceivedChange): void {
    this.untaken.push(change);
    this.untakenBytes += change.payload.length;
    this.owner.dataAvailable(this);
  }

  noteRejected(): void {
    this.counters.rejected++;
    this.owner.sampleRejected(this);
  }

  noteLost(count: number): void {
    // A forged number far ahead is a loss of 2^50: the sum of all that was told stays exact.
    const told = Math.min(count, Number.MAX_SAFE_INTEGER - this.counters.lost);
    this.counters.lost += told;
    if (told > 0) this.owner.sampleLost(this, told);
  }

  noteRestart(writer: Guid): void {
    this.owner.writerRestarted?.(writer);
  }

  /** The participant began anew: numbers of its writers mean others from now on. */
  forgetDeparted(prefix: GuidPrefix): void {
    const text = prefix.toString();
    for (const key of this.departed.keys()) if (key.startsWith(text)) this.departed.delete(key);
  }

  /** All that a writer had when it was matched is here. */
  noteHistory(): void {
    this.owner.historyComplete?.(this);
  }

  /** Moves up to `max` changes, oldest first, to the end of `into`; returns how many. */
  take(into: ReceivedChange[], max: number): number {
    const available = this.untakenCount;
    const count = Math.min(max, available);
    for (let i = 0; i < count; i++) {
      const change = this.untaken[this.takenCount + i]!;
      this.untakenBytes -= change.payload.length;
      into.push(change);
    }
    this.takenCount += count;
    if (this.takenCount === this.untaken.length) {
      emptyList(this.untaken);
      this.takenCount = 0;
    } else if (this.takenCount > 1024) {
      this.untaken = this.untaken.slice(this.takenCount);
      this.takenCount = 0;
    }
    if (count > 0) this.resumeBlocked();
    return count;
  }

  /** Room has come: by `take`, or because the application layer holds less. True if somebody had waited for it. */
  resumeBlocked(): boolean {
    if (this.blocked.size === 0 || !this.hasRoom()) return false;
    const blocked = [...this.blocked];
    this.blocked.clear();
    for (const proxy of blocked) proxy.resume();
    return true;
  }

  /** Gives up the first assembly found that has been idle long enough, when called. Undefined if there is none. */
  abandonedAssembly(now: Ms): (() => void) | undefined {
    for (const proxy of this.writerProxies) {
      const release = proxy.abandonedAssembly(now);
      if (release !== undefined) return release;
    }
    return undefined;
  }

  private remember(proxy: WriterProxy): void {
    if (!this.remembersWriters || proxy.continueAt <= 1) return;
    const key = proxy.guid.toString();
    this.departed.delete(key);
    this.departed.set(key, proxy.continueAt);
    if (this.departed.size <= MAX_DEPARTED) return;
    const [oldest] = this.departed.keys();
    this.departed.delete(oldest!);
  }
}

function allocateCleared(bytes: number): Uint8Array {
  return new Uint8Array(bytes);
}

/** Writers remembered after they are gone. */
const MAX_DEPARTED = 1024;
