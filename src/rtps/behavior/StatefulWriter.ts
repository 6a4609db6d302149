// RTPS 2.5 §8.4.9: a writer that keeps state for every matched reader. Holds the history and decides what stays
// in it; what each reader is owed is in its ReaderProxy.

import {
  CacheChange,
  type ChangeKind,
  END_MARK_INSTANCE,
  NOT_ALIVE_UNREGISTERED,
  type PayloadKind,
} from "../structure/cacheChange.js";
import type { DeadlineQueue } from "../structure/DeadlineQueue.js";
import type { EntityId } from "../structure/entityId.js";
import type { Guid } from "../structure/guid.js";
import { HistoryCache } from "../structure/HistoryCache.js";
import type { SequenceNumber } from "../structure/sequenceNumber.js";
import type { Ms, Timestamp } from "../structure/time.js";
import type { Outlet } from "./Outlet.js";
import { ReaderProxy } from "./ReaderProxy.js";
import { isEndMark } from "./RelevantChanges.js";
import type { WriterTuning } from "./tuning.js";

/** What of the QoS the state machine needs. -1 in a limit means none. */
export interface WriterConfig {
  readonly entityId: EntityId;
  readonly reliable: boolean;
  readonly transientLocal: boolean;
  readonly keepAll: boolean;
  /** KEEP_LAST depth per instance. */
  readonly depth: number;
  readonly maxSamples: number;
  readonly maxInstances: number;
  readonly maxSamplesPerInstance: number;
  /** So many unregistered instances stay in a TRANSIENT_LOCAL history although every reader knows. */
  readonly unregisteredKept: number;
  readonly trace: boolean;
}

/** What a writer tells its owner. Called in the middle of a mutation: only note it. */
export interface WriterOwner {
  writerProgress(writer: StatefulWriter): void;
  readerReady(writer: StatefulWriter, reader: Guid): void;
}

export class WriterCounters {
  /** ACKNACK and NACK_FRAG with a count that did not grow. */
  staleCounts = 0;
  /** Samples and fragments sent again. */
  repairs = 0;
  /** ACKNACK and NACK_FRAG of readers that are matched as best-effort. */
  notReliable = 0;
  /** Numbers asked for within nackSuppressionDuration of sending. */
  suppressedNacks = 0;
  /** NACK_FRAG for a sample that was not sent yet. */
  outOfWindow = 0;
  /** NACK_FRAG beyond what is remembered of one reader. */
  repairsRefused = 0;
}

/** `write` could not add the change now; try again when the owner hears of progress. */
export const WOULD_BLOCK = -1;

export class StatefulWriter {
  readonly history = new HistoryCache();
  readonly readerProxies: ReaderProxy[] = [];
  readonly counters = new WriterCounters();
  readonly entityId: EntityId;
  readonly reliable: boolean;
  readonly keepAll: boolean;
  /** One count for every HEARTBEAT of this writer (§8.3.8.5). Starts at 1: some peers ignore 0. */
  private heartbeatCounter = 0;
  /** Numbers of unregistering changes that a TRANSIENT_LOCAL history can forget once everybody has them. */
  private readonly unregistered: SequenceNumber[] = [];
  /** Somebody waits for acknowledgements or for space. */
  notifyProgress = false;
  /** Some change is not for every reader. Off, proxies look at the history itself. */
  excludesSome = false;

  constructor(
    readonly config: WriterConfig,
    readonly tuning: WriterTuning,
    readonly deadlines: DeadlineQueue,
    private readonly owner: WriterOwner,
  ) {
    this.entityId = config.entityId;
    this.reliable = config.reliable;
    this.keepAll = config.keepAll;
  }

  nextHeartbeatCount(): number {
    this.heartbeatCounter = (this.heartbeatCounter + 1) | 0;
    return this.heartbeatCounter;
  }

  /**
   * §8.4.2.2: adds a change and owes it to every matched reader.
   * @param excludedReaders those whose content filter it does not pass
   * @returns its sequence number, or WOULD_BLOCK when the resource limits leave no room.
   */
  newChange(
    kind: ChangeKind,
    payloadKind: PayloadKind,
    payload: Uint8Array,
    instance: number,
    inlineQos: Uint8Array,
    sourceTimestamp: Timestamp,
    excludedReaders?: readonly Guid[],
  ): SequenceNumber {
    this.prune();
    const { history } = this;
    const held = history.countOfInstance(instance);
    // KEEP_LAST: the oldest change of the instance gives way to the new one.
    const replaces = !this.keepAll && held >= this.config.depth;
    if (!this.hasRoom(instance, held, replaces)) {
      this.notifyProgress = true;
      return WOULD_BLOCK;
    }
    const sn = history.lastSn + 1;
    const change = new CacheChange(sn, kind, payloadKind, payload, instance, inlineQos, sourceTimestamp);
    history.add(change);
    if (excludedReaders !== undefined) {
      change.excludedReaders = excludedReaders;
      this.excludesSome = true;
    } else if (isEndMark(change)) this.excludesSome = true;
    // After adding: an instance that never becomes empty costs the history nothing to look up.
    if (replaces) history.removeOldestOfInstance(instance);
    if (this.config.transientLocal && (kind & NOT_ALIVE_UNREGISTERED) !== 0) this.unregistered.push(sn);
    for (let i = 0; i < this.readerProxies.length; i++) {
      const proxy = this.readerProxies[i]!;
      proxy.outlet.writerOwes(proxy);
    }
    return sn;
  }

  /** §8.4.9.1.2. A reader that asked for durability gets the history, any other starts after it. */
  matchedReaderAdd(
    now: Ms,
    guid: Guid,
    reliable: boolean,
    wantsHistory: boolean,
    outlet: Outlet,
    coherentAccess = false,
  ): ReaderProxy {
    const { history } = this;
    const startSn = wantsHistory && this.config.transientLocal ? history.firstSn : history.lastSn + 1;
    const proxy = new ReaderProxy(this, guid, reliable && this.reliable, outlet, startSn, coherentAccess);
    this.readerProxies.push(proxy);
    proxy.start(now);
    return proxy;
  }

  /** §8.4.9.1.3. The reader no longer holds back the history. */
  matchedReaderRemove(proxy: ReaderProxy): void {
    const index = this.readerProxies.indexOf(proxy);
    if (index < 0) return;
    this.readerProxies.splice(index, 1);
    proxy.stop();
    this.prune();
    if (this.notifyProgress) this.owner.writerProgress(this);
  }

  /** §8.4.9.1.4: every reliable reader has everything up to and including `sn`. */
  isAckedByAll(sn: SequenceNumber): boolean {
    return this.ackedByAllBelow() > sn;
  }

  /** An acknowledgement moved on, or a best-effort sample left. */
  acknowledged(proxy: ReaderProxy): void {
    if (proxy.ackedBelow > this.history.lastSn) this.prune();
    if (this.notifyProgress) this.owner.writerProgress(this);
  }

  readerBecameReady(proxy: ReaderProxy): void {
    this.owner.readerReady(this, proxy.guid);
  }

  /** The lowest `ackedBelow` of all readers; lastSn + 1 without readers. */
  private ackedByAllBelow(): SequenceNumber {
    let lowest = this.history.lastSn + 1;
    for (let i = 0; i < this.readerProxies.length; i++) {
      const acked = this.readerProxies[i]!.ackedBelow;
      if (acked < lowest) lowest = acked;
    }
    return lowest;
  }

  /** Forgets what no reader can ask for any more (§8.4.2.2.2: VOLATILE keeps nothing for late joiners). */
  private prune(): void {
    if (this.history.size === 0) return;
    if (!this.config.transientLocal) {
      if (this.history.firstSn <= this.history.lastSn) this.history.removeBelow(this.ackedByAllBelow());
      return;
    }
    if (this.unregistered.length <= this.config.unregisteredKept) return;
    const bound = this.ackedByAllBelow();
    while (this.unregistered.length > this.config.unregisteredKept && this.unregistered[0]! < bound) {
      const change = this.history.get(this.unregistered.shift()!);
      if (change === undefined) continue;
      for (let sn = this.history.oldestOfInstance(change.instance); sn !== 0 && sn <= change.sn; ) {
        this.history.removeOldestOfInstance(change.instance);
        sn = this.history.oldestOfInstance(change.instance);
      }
    }
  }

  /** For one more change of an instance that holds `held`. */
  private hasRoom(instance: number, held: number, replaces: boolean): boolean {
    const { history, config } = this;
    if (instance === END_MARK_INSTANCE) return true;
    if (held === 0 && config.maxInstances >= 0) {
      const instances = history.instanceCount - (history.countOfInstance(END_MARK_INSTANCE) > 0 ? 1 : 0);
      if (instances >= config.maxInstances) return false;
    }
    if (this.keepAll && config.maxSamplesPerInstance >= 0 && held >= config.maxSamplesPerInstance) return false;
    return config.maxSamples < 0 || history.size - (replaces ? 1 : 0) < config.maxSamples;
  }
}
