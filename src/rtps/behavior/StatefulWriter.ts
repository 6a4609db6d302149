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
import { type DurabilityServiceConfig, DurableHistory } from "./DurableHistory.js";
import { FlowController } from "./FlowController.js";
import { findRoom } from "./historyRoom.js";
import { Lifespan } from "./Lifespan.js";
import type { Outlet } from "./Outlet.js";
import { ReaderProxy } from "./ReaderProxy.js";
import { isEndMark } from "./RelevantChanges.js";
import type { WriterTuning } from "./tuning.js";

/** What of the QoS the state machine needs. -1 in a limit means none. */
export interface WriterConfig {
  readonly entityId: EntityId;
  readonly reliable: boolean;
  /** Keeps samples for late joiners. */
  readonly transientLocal: boolean;
  /** TRANSIENT and PERSISTENT: which. Undefined: those of HISTORY. */
  readonly durabilityService?: DurabilityServiceConfig;
  readonly keepAll: boolean;
  /** KEEP_LAST depth per instance. */
  readonly depth: number;
  readonly maxSamples: number;
  readonly maxSamplesPerInstance: number;
  /** So many unregistered instances stay in a TRANSIENT_LOCAL history although every reader knows. */
  readonly unregisteredKept: number;
  /** The HEARTBEAT behind the last sample asks for an acknowledgement: somebody waits for it. */
  readonly asksAtOnce?: boolean;
  /** A key payload without its frames, for readers that want it so; undefined if it never has any. */
  readonly bareKey?: (payload: Uint8Array) => Uint8Array;
  readonly trace: boolean;
}

/** What a writer tells its owner. Called in the middle of a mutation: only note it. */
export interface WriterOwner {
  writerProgress(writer: StatefulWriter): void;
  readerReady(writer: StatefulWriter, reader: Guid): void;
  /** The history holds this payload no longer. Datagrams that have been packed still show it. */
  payloadReleased?(payload: Uint8Array): void;
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

/** The change could not be added now; try again when the owner hears of progress. */
export const WOULD_BLOCK = -1;
/** It could not be added, and no acknowledgement will make room: every sample held is the only one of its instance. */
export const NO_ROOM = -2;

export class StatefulWriter {
  readonly history = new HistoryCache();
  readonly readerProxies: ReaderProxy[] = [];
  readonly counters = new WriterCounters();
  readonly entityId: EntityId;
  readonly reliable: boolean;
  readonly keepAll: boolean;
  /** One count for every HEARTBEAT of this writer (§8.3.8.5). Starts at 1: some peers ignore 0. */
  private heartbeatCounter = 0;
  /** Undefined without a limit. */
  readonly flow: FlowController | undefined;
  /** What stays for late joiners; undefined for VOLATILE. */
  readonly durable: DurableHistory | undefined;
  /** Undefined as long as no sample ever expires. */
  lifespan: Lifespan | undefined = undefined;
  /** TRANSPORT_PRIORITY: of the writers that owe something to one address, higher ones are packed first. */
  priority = 0;
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
    this.history.onDropped = owner.payloadReleased;
    const { maxBytesPerSecond, maxBurstBytes } = tuning;
    this.flow = maxBytesPerSecond === Infinity ? undefined : new FlowController(maxBytesPerSecond, maxBurstBytes);
    if (!config.transientLocal) return;
    const { durabilityService: service, unregisteredKept } = config;
    this.durable = new DurableHistory(this.history, service, unregisteredKept, deadlines, () => {
      this.prune();
      this.madeRoom();
    });
  }

  /** DDS 1.4 §2.2.3.16: of the samples written from now on. */
  setLifespan(durationMs: Ms): void {
    if (durationMs === Infinity && this.lifespan === undefined) return;
    this.lifespan ??= new Lifespan(this, this.deadlines);
    this.lifespan.durationMs = durationMs;
  }

  /** Nothing is due any more. */
  stop(): void {
    this.lifespan?.stop();
    this.durable?.stop();
  }

  nextHeartbeatCount(): number {
    this.heartbeatCounter = (this.heartbeatCounter + 1) | 0;
    return this.heartbeatCounter;
  }

  /**
   * §8.4.2.2: adds a change and owes it to every matched reader.
   * @param excludedReaders those whose content filter it does not pass
   * @param leavesSoon whoever writes sends it in a moment, with others: KEEP_LAST drops none of them unsent
   * @returns its sequence number, or WOULD_BLOCK or NO_ROOM when the resource limits leave no room.
   */
  newChange(
    kind: ChangeKind,
    payloadKind: PayloadKind,
    payload: Uint8Array,
    instance: number,
    inlineQos: Uint8Array,
    sourceTimestamp: Timestamp,
    excludedReaders?: readonly Guid[],
    leavesSoon = false,
  ): SequenceNumber {
    this.prune();
    const { history } = this;
    const held = history.countOfInstance(instance);
    // KEEP_LAST: the oldest change of the instance gives way to the new one. An end that disposes nothing is no value.
    const replaces = !this.keepAll && held >= this.config.depth && replacesValues(kind, instance);
    if (!this.hasRoom(held, replaces) && !ignoresLimits(kind, instance)) {
      const refusal = this.makeRoom(instance, replaces);
      if (refusal !== 0) return refusal;
    }
    const sn = history.lastSn + 1;
    if ((kind & NOT_ALIVE_UNREGISTERED) !== 0) this.durable?.noteUnregistering(sn, kind, instance);
    const change = new CacheChange(sn, kind, payloadKind, payload, instance, inlineQos, sourceTimestamp);
    history.add(change);
    if (excludedReaders !== undefined) {
      change.excludedReaders = excludedReaders;
      this.excludesSome = true;
    } else if (isEndMark(change)) this.excludesSome = true;
    // After adding: an instance that never becomes empty costs the history nothing to look up.
    if (replaces) this.replaceOldest(instance, leavesSoon);
    for (let i = 0; i < this.readerProxies.length; i++) {
      const proxy = this.readerProxies[i]!;
      proxy.outlet.writerOwes(proxy);
    }
    return sn;
  }

  /** Another payload of a change that was just added, for readers whose `plainness` is `level` or more. */
  setPlainForm(sn: SequenceNumber, payload: Uint8Array, level: number): void {
    const change = this.history.get(sn);
    if (change === undefined) return;
    const { kind, payloadKind, instance, inlineQos, sourceTimestamp } = change;
    change.plainForm = new CacheChange(sn, kind, payloadKind, payload, instance, inlineQos, sourceTimestamp);
    change.plainLevel = level;
    this.excludesSome = true;
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
    this.lifespan?.expire(now);
    this.prune();
    const { history } = this;
    const getsHistory = wantsHistory && this.durable !== undefined;
    const startSn = getsHistory ? history.firstSn : history.lastSn + 1;
    const proxy = new ReaderProxy(this, guid, reliable && this.reliable, outlet, startSn, coherentAccess);
    if (getsHistory) this.leaveOut(proxy, this.durable!.surplus());
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
    this.madeRoom();
  }

  /** Takes a change out before every reader has it: to whoever asks, it is a GAP. */
  removeChange(change: CacheChange): void {
    for (let i = 0; i < this.readerProxies.length; i++) this.readerProxies[i]!.changeRemoved(change);
    this.history.remove(change);
  }

  /**
   * Called with each new mark: those that nothing is in front of any more say nothing, and would grow the history for
   * ever. In a group set they still say that the writer had no part in it, so some are kept.
   */
  sweepMarks(isGroup: boolean): void {
    const { history } = this;
    const count = history.countOfInstance(END_MARK_INSTANCE);
    const ackedBelow = isGroup ? 0 : this.ackedByAllBelow();
    for (let first = history.get(history.firstSn); isMarkBelow(first, ackedBelow); ) {
      this.removeChange(first);
      first = history.get(history.firstSn);
    }
    if (count < MARKS_SWEPT_AT || count < 2 * history.sampleCount) return;
    const newest = history.lastSn - MARKS_SWEPT_AT / 2;
    let isBehindSample = false;
    for (let sn = history.firstSn; sn <= newest; sn = history.nextPresent(sn + 1)) {
      const change = history.get(sn)!;
      if (isEndMark(change) && !isBehindSample) this.removeChange(change);
      isBehindSample = !isEndMark(change);
    }
  }

  /** Tells those who wait for room or for acknowledgements. */
  madeRoom(): void {
    if (this.notifyProgress) this.owner.writerProgress(this);
  }

  /** §8.4.9.1.4: every reliable reader has everything up to and including `sn`. */
  isAckedByAll(sn: SequenceNumber): boolean {
    return this.ackedByAllBelow() > sn;
  }

  /** Some reader lacks a change of the instance. If so, the owner hears of progress. */
  holdsInstance(instance: number): boolean {
    if (this.history.newestOfInstance(instance) < this.ackedByAllBelow()) return false;
    this.notifyProgress = true;
    return true;
  }

  /** An acknowledgement moved on, or a best-effort sample left. */
  acknowledged(proxy: ReaderProxy): void {
    if (proxy.ackedBelow > this.history.lastSn) this.prune();
    this.madeRoom();
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
    if (this.durable === undefined) {
      if (this.history.firstSn <= this.history.lastSn) this.history.removeBelow(this.ackedByAllBelow());
    } else if (this.durable.isPending) this.durable.trim(this.ackedByAllBelow());
  }

  private leaveOut(proxy: ReaderProxy, sns: ReadonlySet<SequenceNumber> | undefined): void {
    if (sns === undefined) return;
    proxy.leaveOut(sns);
    this.excludesSome = true;
  }

  /** KEEP_LAST, after one more has been added than may stay. What is about to leave goes once it has left. */
  private replaceOldest(instance: number, leavesSoon: boolean): void {
    const { history } = this;
    const { depth } = this.config;
    const mayKeep = leavesSoon && this.durable === undefined && this.config.maxSamples < 0;
    const keptFrom =
      mayKeep && history.size <= history.instanceCount * depth + SURPLUS_MAX ? this.sentByAllBelow() : history.lastSn;
    // Usually one; the surplus of the last burst the next time.
    do {
      if (history.oldestOfInstance(instance) >= keptFrom) return;
      history.removeOldestOfInstance(instance);
    } while (history.countOfInstance(instance) > depth);
  }

  /** The lowest number that some reader has not been sent yet. */
  private sentByAllBelow(): SequenceNumber {
    let lowest = this.history.lastSn + 1;
    for (let i = 0; i < this.readerProxies.length; i++) {
      const unsent = this.readerProxies[i]!.nextUnsentSn;
      if (unsent < lowest) lowest = unsent;
    }
    return lowest;
  }

  /** For one more change of an instance that holds `held`. */
  private hasRoom(held: number, replaces: boolean): boolean {
    const { maxSamples } = this.config;
    return !this.isInstanceFull(held) && (maxSamples < 0 || this.history.sampleCount - (replaces ? 1 : 0) < maxSamples);
  }

  private isInstanceFull(held: number): boolean {
    const { maxSamplesPerInstance } = this.config;
    return this.keepAll && maxSamplesPerInstance >= 0 && held >= maxSamplesPerInstance;
  }

  /** Removes what may give way. @returns 0, WOULD_BLOCK or NO_ROOM */
  private makeRoom(instance: number, replaces: boolean): number {
    const { history, reliable, keepAll } = this;
    const ackedBelow = this.ackedByAllBelow();
    // What acknowledgements do not free, for late joiners are to have it, ends with its instance or its lifespan.
    const waitingHelps =
      this.durable === undefined || this.durable.isEndingInstance || this.lifespan?.isPending === true;
    for (;;) {
      const held = history.countOfInstance(instance);
      if (this.hasRoom(held, replaces)) return 0;
      const instanceIsFull = this.isInstanceFull(held);
      const room = findRoom(history, { instance, ackedBelow, reliable, keepAll, instanceIsFull, waitingHelps });
      if (room === "never") return NO_ROOM;
      if (room === "wait") {
        this.notifyProgress = true;
        return WOULD_BLOCK;
      }
      this.removeChange(room);
    }
  }
}

/** The end of an instance that disposes nothing takes no place of a value, and the mark of a set none of another's. */
function replacesValues(kind: ChangeKind, instance: number): boolean {
  return kind !== NOT_ALIVE_UNREGISTERED && instance !== END_MARK_INSTANCE;
}

function isMarkBelow(change: CacheChange | undefined, bound: SequenceNumber): change is CacheChange {
  return change !== undefined && change.sn < bound && isEndMark(change);
}

/** An instance can always be ended, and a set completed: these take the place of nothing, and come once. */
function ignoresLimits(kind: ChangeKind, instance: number): boolean {
  return (kind & NOT_ALIVE_UNREGISTERED) !== 0 || instance === END_MARK_INSTANCE;
}

/** So many samples beyond KEEP_LAST wait to be sent together; more than one datagram takes. */
const SURPLUS_MAX = 1024;
/** With so many marks of sets that are gone, the older half is forgotten. */
const MARKS_SWEPT_AT = 128;
