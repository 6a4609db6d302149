// RTPS 2.5 §8.4.7.5: what a StatefulWriter knows of one matched reader, and what it owes it. State only:
// numbers and deadlines in, owed items out. All traffic it causes is addressed to that one reader.

import type { CacheChange } from "../structure/cacheChange.js";
import type { Timed } from "../structure/DeadlineQueue.js";
import type { EntityId } from "../structure/entityId.js";
import type { Guid } from "../structure/guid.js";
import type { NumberSet } from "../structure/NumberSet.js";
import { isNewerCount, type SequenceNumber } from "../structure/sequenceNumber.js";
import { type Ms, NEVER } from "../structure/time.js";
import type { FlowController } from "./FlowController.js";
import type { Outlet } from "./Outlet.js";
import {
  FIRST_TIME,
  OWED_DATA,
  OWED_FRAGMENT,
  OWED_GAP,
  OWED_HEARTBEAT,
  OWED_NOTHING,
  type OwedItem,
} from "./OwedItem.js";
import { type ChangeView, RelevantChanges } from "./RelevantChanges.js";
import { RepairQueue } from "./RepairQueue.js";
import type { StatefulWriter } from "./StatefulWriter.js";

export class ReaderProxy implements Timed {
  dueAt: Ms = NEVER;
  heapIndex = -1;
  /** True while it stands in its outlet's list of proxies that owe. Written by the outlet. */
  listed = false;

  /** Everything below has been sent once, skipped, or is not for this reader. */
  nextUnsentSn: SequenceNumber;
  /** Fragments of nextUnsentSn that have left. */
  private fragmentsDone = 0;
  /** Everything below is acknowledged. Best-effort: everything below has been sent. */
  ackedBelow: SequenceNumber;
  /** The reader has answered a HEARTBEAT: what is written from now on reaches it. */
  ready = false;
  /** Any ACKNACK has come, a pre-emptive one too: the reader's participant knows of this writer. */
  ackNackSeen = false;
  /** Makes of a key payload what this reader wants; undefined for all that take it as it is. */
  bareKey: ((payload: Uint8Array) => Uint8Array) | undefined = undefined;
  /** Set if the reader expects inline QoS: a list without sentinel, of `wantedQosRoom` octets at most. */
  wantedQos: ((room: number) => Uint8Array) | undefined = undefined;
  /** Made when the reader asks for something again. */
  private repairs: RepairQueue | undefined = undefined;
  /** Made when the writer has changes that are not for every reader. */
  private relevant: RelevantChanges | undefined = undefined;
  private plainnessLevel = 0;

  /** A HEARTBEAT that goes before any data: at match, or as an answer. */
  private heartbeatFirst = false;
  /** A HEARTBEAT that goes after the data. */
  private heartbeatLast = false;
  private mustAsk = false;
  private livelinessOwed = false;
  private samplesSinceHeartbeat = 0;
  private samplesSinceAsk = 0;
  private bytesSinceAsk = 0;
  /** Payload bytes sent and not acknowledged. Counted for KEEP_ALL writers only. */
  private bytesInFlight = 0;

  private heartbeatAt: Ms = NEVER;
  private heartbeatInterval: Ms;
  private nackResponseAt: Ms = NEVER;
  /** When the flow controller lets more leave. */
  private flowOpensAt: Ms = NEVER;
  /** The newest counts, and when they came: after a while a lower one is believed, for the newest may have been forged. */
  private lastAckNackCount = 0;
  private lastAckNackAt: Ms = -Infinity;
  private lastNackFragCount = 0;
  private lastNackFragAt: Ms = -Infinity;
  private nackFragSeen = false;
  /** Last number of the history that a reliable reader gets because it joined late; 0 without one. */
  private readonly historyEnd: SequenceNumber;
  /** When the last of it has left. */
  private historyLeftAt: Ms = NEVER;

  constructor(
    readonly writer: StatefulWriter,
    readonly guid: Guid,
    readonly reliable: boolean,
    public outlet: Outlet,
    /** The first number that is for this reader: 1 to send it the history, lastSn + 1 to not. */
    readonly startSn: SequenceNumber,
    /** The reader wants to know where coherent sets end (§8.7.5). */
    private readonly coherentAccess = false,
  ) {
    this.nextUnsentSn = startSn;
    this.ackedBelow = startSn;
    this.historyEnd = reliable && startSn <= writer.history.lastSn ? writer.history.lastSn : 0;
    this.heartbeatInterval = writer.tuning.heartbeatPeriodMs;
  }

  get readerId(): EntityId {
    return this.guid.entityId;
  }

  /** Samples larger than this go in fragments of this size: what the outlet takes, unless the writer wants less. */
  get fragmentSize(): number {
    const size = Math.min(this.outlet.fragmentSize, this.writer.tuning.maxFragmentBytes);
    return this.wantedQos === undefined ? size : size - wantedQosRoomIn(size);
  }

  /** What `wantedQos` may take of a datagram. */
  get wantedQosRoom(): number {
    return wantedQosRoomIn(Math.min(this.outlet.fragmentSize, this.writer.tuning.maxFragmentBytes));
  }

  // ---- inputs ----

  /** Called once, when the match is made: a reliable reader is told at once what there is (§8.4.9.2). */
  start(now: Ms): void {
    if (this.reliable) {
      this.heartbeatFirst = true;
      this.mustAsk = true;
      this.armHeartbeat(now);
    }
    this.outlet.writerOwes(this);
  }

  /** The reader has another address from now on. A sample of which fragments have left begins anew. */
  redirect(outlet: Outlet): void {
    if (outlet === this.outlet) return;
    this.outlet.release(this);
    this.outlet = outlet;
    this.fragmentsDone = 0;
    outlet.writerOwes(this);
  }

  /** §8.4.7.5.3: the reader has everything below `set.base` and lacks the members of `set`. */
  handleAckNack(now: Ms, set: NumberSet, count: number, final: boolean): void {
    if (!this.reliable) {
      this.writer.counters.notReliable++;
      return;
    }
    const preemptive = set.numBits === 0 && !final && set.base <= 1;
    const old = this.ackNackSeen && !isNewerCount(count, this.lastAckNackCount);
    if (old && count === this.lastAckNackCount && !preemptive) {
      this.writer.counters.staleCounts++;
      return;
    }
    const stale = old && now - this.lastAckNackAt < this.writer.tuning.staleCountTimeoutMs;
    // A pre-emptive one with a lower count is from a reader that began again: it counts from there.
    if (!stale || preemptive) {
      this.lastAckNackCount = count;
      this.lastAckNackAt = now;
    }
    this.ackNackSeen = true;
    if (!preemptive) {
      this.becomeReady();
      this.moveAcked(now, Math.min(set.base, this.nextUnsentSn));
    }
    const answered = set.numBits > 0 && this.request(now, set, stale);
    if (!answered && (!final || set.nextFrom(set.base) !== -1)) {
      this.heartbeatFirst = true;
      if (!this.ready) this.mustAsk = true;
      this.outlet.writerOwes(this);
    }
  }

  /** §8.3.8.11: the reader lacks these fragments of one sample. */
  handleNackFrag(now: Ms, sn: SequenceNumber, fragments: NumberSet, count: number): void {
    const { counters } = this.writer;
    if (!this.reliable) {
      counters.notReliable++;
      return;
    }
    if (sn >= this.nextUnsentSn) {
      counters.outOfWindow++;
      return;
    }
    const old = this.nackFragSeen && !isNewerCount(count, this.lastNackFragCount);
    if (old && now - this.lastNackFragAt < this.writer.tuning.staleCountTimeoutMs) {
      counters.staleCounts++;
      return;
    }
    this.nackFragSeen = true;
    this.lastNackFragCount = count;
    this.lastNackFragAt = now;
    const sentAt = this.changes.get(sn)?.sentAt ?? -Infinity;
    if (now - sentAt < this.flightMs(now, sn)) {
      counters.suppressedNacks++;
      return;
    }
    this.repairs ??= new RepairQueue();
    if (!this.repairs.requestFragments(sn, fragments)) counters.repairsRefused++;
    this.armNackResponse(now);
  }

  /** The writer takes this change out although not every reader has it. */
  changeRemoved({ sn, payload }: CacheChange): void {
    if (!this.writer.keepAll || !this.reliable || sn < this.ackedBelow) return;
    const isInFlight = sn < this.nextUnsentSn || (sn === this.nextUnsentSn && this.fragmentsDone > 0);
    if (isInFlight && this.changes.get(sn) !== undefined) this.bytesInFlight -= payload.length;
  }

  /** This reader gets the plain forms of changes that have one for this level or a lower one. Before anything is sent. */
  set plainness(level: number) {
    this.plainnessLevel = level;
    if (this.relevant !== undefined) this.relevant.plainness = level;
  }

  /** These are not for this reader. Before anything is sent. */
  leaveOut(sns: ReadonlySet<SequenceNumber>): void {
    this.relevantChanges().leftOut = sns;
  }

  /** §8.3.8.5 flag L: asserts the writer's liveliness even with an empty history. */
  assertLiveliness(): void {
    this.heartbeatLast = true;
    this.livelinessOwed = true;
    this.outlet.writerOwes(this);
  }

  /** Somebody waits: ask for an acknowledgement now instead of at the next heartbeat period. */
  askNow(): void {
    if (!this.hasUnacked()) return;
    this.heartbeatLast = true;
    this.mustAsk = true;
    this.outlet.writerOwes(this);
  }

  handleTimeout(now: Ms): void {
    if (this.nackResponseAt <= now) {
      this.nackResponseAt = NEVER;
      this.outlet.writerOwes(this);
    }
    if (this.flowOpensAt <= now) {
      this.flowOpensAt = NEVER;
      this.outlet.writerOwes(this);
    }
    if (this.heartbeatAt <= now) {
      this.heartbeatAt = NEVER;
      if (this.hasUnacked() || !this.ready) {
        this.heartbeatLast = true;
        this.mustAsk = true;
        this.heartbeatInterval = Math.min(this.heartbeatInterval * 2, this.writer.tuning.heartbeatPeriodMaxMs);
        this.heartbeatAt = now + this.heartbeatInterval;
        this.outlet.writerOwes(this);
      }
    }
    this.rearm();
  }

  /** No more traffic for this reader. */
  stop(): void {
    this.heartbeatAt = NEVER;
    this.nackResponseAt = NEVER;
    this.flowOpensAt = NEVER;
    this.heartbeatFirst = false;
    this.heartbeatLast = false;
    this.samplesSinceHeartbeat = 0;
    this.samplesSinceAsk = 0;
    this.bytesSinceAsk = 0;
    this.repairs?.clear();
    this.nextUnsentSn = NEVER;
    this.rearm();
  }

  /** Something was sent that is not acknowledged, or waits to be sent. */
  hasUnacked(): boolean {
    return this.reliable && this.ackedBelow <= this.writer.history.lastSn;
  }

  // ---- outputs ----

  /** What should leave next. Does not change state: call `commitOwed` once it is in a datagram. */
  peekOwed(now: Ms, item: OwedItem): void {
    item.kind = OWED_NOTHING;
    // DDS 1.4 §2.2.3.16: nothing that has expired is sent, even if its timer is late.
    if (this.writer.lifespan !== undefined) this.writer.lifespan.expire(now);
    if (this.heartbeatFirst) {
      this.fillHeartbeat(item);
      return;
    }
    if (this.repairs?.isEmpty() === false && (this.nackResponseAt === NEVER || this.nackResponseAt <= now)) {
      if (this.repairs.peek(item, this.changes, this.startSn, this.nextUnsentSn - 1, this.fragmentSize)) return;
    }
    if (this.askIsDue()) this.fillHeartbeat(item);
    else if (!this.peekUnsent(now, item) && (this.heartbeatLast || this.samplesSinceHeartbeat > 0))
      this.fillHeartbeat(item);
  }

  /** The item is in a datagram. */
  commitOwed(now: Ms, item: OwedItem): void {
    if (item.kind === OWED_DATA || item.kind === OWED_FRAGMENT) {
      this.commitSample(now, item, item.change!);
      item.change = undefined;
    } else if (item.kind === OWED_GAP) {
      this.commitGap(item);
    } else if (item.kind === OWED_HEARTBEAT) {
      this.commitHeartbeat(now, item);
    }
    if (this.historyLeftAt === NEVER && this.nextUnsentSn > this.historyEnd) this.historyLeftAt = now;
  }

  // ---- details ----

  /** What this reader may have of the history. */
  private get changes(): ChangeView {
    return this.writer.excludesSome ? (this.relevant ?? this.relevantChanges()) : this.writer.history;
  }

  private relevantChanges(): RelevantChanges {
    if (this.relevant === undefined) {
      this.relevant = new RelevantChanges(this.writer.history, this.guid, this.coherentAccess);
      this.relevant.plainness = this.plainnessLevel;
    }
    return this.relevant;
  }

  private becomeReady(): void {
    if (this.ready) return;
    this.ready = true;
    this.writer.readerBecameReady(this);
  }

  private moveAcked(now: Ms, ackedBelow: SequenceNumber): void {
    if (ackedBelow <= this.ackedBelow) return;
    if (this.writer.keepAll) this.releaseWindow(ackedBelow);
    this.ackedBelow = ackedBelow;
    this.heartbeatInterval = this.writer.tuning.heartbeatPeriodMs;
    this.heartbeatAt = NEVER;
    if (ackedBelow === this.nextUnsentSn) {
      this.samplesSinceAsk = 0;
      this.bytesSinceAsk = 0;
    }
    if (this.hasUnacked()) {
      this.armHeartbeat(now);
      this.outlet.writerOwes(this);
    } else {
      this.rearm();
    }
    this.writer.acknowledged(this);
  }

  private releaseWindow(ackedBelow: SequenceNumber): void {
    const { changes } = this;
    for (let sn = this.ackedBelow; sn < ackedBelow; sn++) this.bytesInFlight -= changes.get(sn)?.payload.length ?? 0;
    if (ackedBelow === this.nextUnsentSn && this.fragmentsDone === 0) this.bytesInFlight = 0;
  }

  /** Takes the members of a NACK; false when none of them is answered now or was just sent. */
  private request(now: Ms, set: NumberSet, stale: boolean): boolean {
    const { nackSuppressionDurationMs } = this.writer.tuning;
    let added = false;
    let suppressed = false;
    for (let sn = set.nextFrom(set.base); sn !== -1 && sn < this.nextUnsentSn; sn = set.nextFrom(sn + 1)) {
      if (stale && sn < this.ackedBelow) continue;
      const sentAt = this.changes.get(sn)?.sentAt ?? -Infinity;
      if (now - sentAt < Math.max(nackSuppressionDurationMs, this.flightMs(now, sn))) {
        suppressed = true;
        this.writer.counters.suppressedNacks++;
      } else {
        this.repairs ??= new RepairQueue();
        if (this.repairs.requestChange(sn)) added = true;
      }
    }
    if (added) this.armNackResponse(now);
    return added || suppressed;
  }

  /** The reader knows of its history before it has left: what it asks for until it is here may be on its way. */
  private flightMs(now: Ms, sn: SequenceNumber): Ms {
    return sn <= this.historyEnd && now < this.historyLeftAt + HISTORY_FLIGHT_MS ? HISTORY_FLIGHT_MS : 0;
  }

  private armNackResponse(now: Ms): void {
    // It asks, so it listens: no reason to back off.
    this.heartbeatInterval = this.writer.tuning.heartbeatPeriodMs;
    const delay = this.writer.tuning.nackResponseDelayMs;
    if (delay <= 0) {
      this.outlet.writerOwes(this);
      return;
    }
    if (this.nackResponseAt === NEVER) this.nackResponseAt = now + delay;
    this.rearm();
  }

  private armHeartbeat(now: Ms): void {
    if (this.heartbeatAt !== NEVER) return;
    this.heartbeatAt = now + this.heartbeatInterval;
    this.rearm();
  }

  private rearm(): void {
    this.writer.deadlines.arm(this, Math.min(this.heartbeatAt, this.nackResponseAt, this.flowOpensAt));
  }

  /** So much is unacknowledged that the reader is asked before more data follows: history can then be freed. */
  private askIsDue(): boolean {
    const { tuning, keepAll } = this.writer;
    if (this.samplesSinceAsk >= tuning.ackEverySamples || this.bytesSinceAsk >= tuning.ackEveryBytes) return true;
    // With a full window nothing goes on before the answer.
    return keepAll && this.samplesSinceAsk >= tuning.sendWindowSamples;
  }

  /** KEEP_ALL only: a history that drops old samples must not wait, or it would drop them unsent. */
  private windowIsFull(payloadBytes: number): boolean {
    if (!this.reliable || !this.writer.keepAll || this.nextUnsentSn === this.ackedBelow) return false;
    const { tuning } = this.writer;
    if (this.nextUnsentSn - this.ackedBelow >= tuning.sendWindowSamples) return true;
    return this.bytesInFlight + payloadBytes > tuning.sendWindowBytes;
  }

  private peekUnsent(now: Ms, item: OwedItem): boolean {
    const { lastSn } = this.writer.history;
    if (this.nextUnsentSn > lastSn) return false;
    const { changes } = this;
    let change = changes.get(this.nextUnsentSn);
    if (change === undefined) {
      if (this.reliable) {
        if (this.canGapWait(now)) return false;
        item.setGap(changes, this.nextUnsentSn, this.startSn, lastSn, false);
        return true;
      }
      this.nextUnsentSn = changes.nextPresent(this.nextUnsentSn);
      this.fragmentsDone = 0;
      this.ackedBelow = this.nextUnsentSn;
      change = changes.get(this.nextUnsentSn);
      if (change === undefined) return false;
    }
    if (this.fragmentsDone === 0 && this.windowIsFull(change.payload.length)) return false;
    if (this.writer.flow !== undefined && !this.flowIsOpen(now, this.writer.flow)) return false;
    item.setSample(change, FIRST_TIME, this.fragmentsDone, this.fragmentSize);
    return true;
  }

  private flowIsOpen(now: Ms, flow: FlowController): boolean {
    const opensAt = flow.opensAt(now);
    if (opensAt <= now) return true;
    if (this.flowOpensAt > opensAt) {
      this.flowOpensAt = opensAt;
      this.rearm();
    }
    return false;
  }

  /** A GAP for what a filter kept out goes with the next sample or heartbeat: one datagram for many. */
  private canGapWait(now: Ms): boolean {
    const { history } = this.writer;
    if (this.heartbeatLast || history.get(this.nextUnsentSn) === undefined) return false;
    if (this.changes.nextPresent(this.nextUnsentSn) <= history.lastSn) return false;
    this.armHeartbeat(now);
    return true;
  }

  private fillHeartbeat(item: OwedItem): void {
    item.kind = OWED_HEARTBEAT;
    // Only what this reader may have, and only what has left completely: it must not ask for what is on its way.
    item.lastSn = this.nextUnsentSn - 1;
    // But until it answers it is told of its whole history: wait_for_historical_data needs the end (§8.4.9.2).
    if (!this.ready && item.lastSn < this.historyEnd) item.lastSn = this.historyEnd;
    item.firstSn = Math.min(Math.max(this.writer.history.firstSn, this.startSn), item.lastSn + 1);
    item.liveliness = this.livelinessOwed;
    item.final = !(this.mustAsk || this.askIsDue() || this.asksAtOnce());
  }

  private asksAtOnce(): boolean {
    const { config, history } = this.writer;
    return config.asksAtOnce === true && this.samplesSinceAsk > 0 && this.nextUnsentSn > history.lastSn;
  }

  private commitSample(now: Ms, item: OwedItem, change: CacheChange): void {
    change.sentAt = now;
    const bytes = item.kind === OWED_DATA ? change.payload.length : item.fragmentLength(this.fragmentSize);
    if (this.writer.flow !== undefined) this.writer.flow.take(bytes);
    const starts = item.reason === FIRST_TIME && this.fragmentsDone === 0;
    if (item.reason !== FIRST_TIME) {
      this.repairs!.commitSample(item);
      this.writer.counters.repairs++;
    } else if (item.lastFragment) {
      this.nextUnsentSn = change.sn + 1;
      this.fragmentsDone = 0;
    } else {
      this.fragmentsDone = item.fragment;
    }
    if (!this.reliable) {
      this.ackedBelow = this.nextUnsentSn;
      if (item.lastFragment) this.writer.acknowledged(this);
      return;
    }
    if (starts && this.writer.keepAll) this.bytesInFlight += change.payload.length;
    this.bytesSinceAsk += bytes;
    if (item.lastFragment) {
      this.samplesSinceAsk++;
      this.samplesSinceHeartbeat++;
    }
    this.armHeartbeat(now);
  }

  private commitGap(item: OwedItem): void {
    this.repairs?.commitGap(item);
    if (!item.gapCovers(this.nextUnsentSn)) return;
    this.nextUnsentSn = item.gapSet.base;
    this.fragmentsDone = 0;
    this.samplesSinceHeartbeat++;
  }

  private commitHeartbeat(now: Ms, item: OwedItem): void {
    this.heartbeatFirst = false;
    this.heartbeatLast = false;
    this.livelinessOwed = false;
    this.samplesSinceHeartbeat = 0;
    if (!item.final) {
      this.mustAsk = false;
      this.samplesSinceAsk = 0;
      this.bytesSinceAsk = 0;
    }
    if (this.reliable && (this.hasUnacked() || !this.ready)) this.armHeartbeat(now);
  }
}

/**
 * Longer than a datagram is on its way and looked at. A reader of @foxglove/rtps asks 6 ms later for what came in the same
 * datagram as the HEARTBEAT, and shows everything that it gets twice.
 */
const HISTORY_FLIGHT_MS = 20;

/** A quarter, in steps of 4. */
function wantedQosRoomIn(fragmentSize: number): number {
  return (fragmentSize >> 4) << 2;
}
