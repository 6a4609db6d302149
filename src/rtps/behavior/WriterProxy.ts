// RTPS 2.5 §8.4.10.4: what a StatefulReader knows of one matched writer: which numbers have arrived, which are
// missing, and what to tell the writer. Delivers in order, once. State only.

import type { ReceivedChange } from "../structure/cacheChange.js";
import type { Timed } from "../structure/DeadlineQueue.js";
import type { EntityId } from "../structure/entityId.js";
import type { Guid } from "../structure/guid.js";
import { NumberSet, SET_BITS_MAX } from "../structure/NumberSet.js";
import { ReceivedRanges } from "../structure/ReceivedRanges.js";
import { isNewerCount, type SequenceNumber } from "../structure/sequenceNumber.js";
import { type Ms, NEVER } from "../structure/time.js";
import { FragmentAssemblies } from "./FragmentAssemblies.js";
import type { FragmentInput } from "./FragmentAssembly.js";
import type { Outlet } from "./Outlet.js";
import type { StatefulReader } from "./StatefulReader.js";

/** What a reader owes a writer, as values. Reused. */
export class AckItem {
  isNackFrag = false;
  /** NACK_FRAG only. */
  sn: SequenceNumber = 0;
  readonly set = new NumberSet();
  count = 0;
  final = true;
}

export class WriterProxy implements Timed {
  dueAt: Ms = NEVER;
  heapIndex = -1;
  /** True while it stands in its outlet's list of proxies that owe. Written by the outlet. */
  listed = false;

  /** Everything below has arrived, is irrelevant, or is lost. */
  expectedSn: SequenceNumber = 1;
  /** Everything below has been given to the reader or will never be. */
  private deliveredBelow: SequenceNumber = 1;
  /** Numbers at or above expectedSn that have arrived or are irrelevant. */
  private readonly received = new ReceivedRanges();
  /** Arrived, but not deliverable yet. */
  private readonly pending = new Map<SequenceNumber, ReceivedChange>();
  private readonly assemblies: FragmentAssemblies;
  /** Highest number that a DATA really had: tells a forged HEARTBEAT from a true one. */
  private highestSeen: SequenceNumber = 0;
  /** Best-effort: a sample has been taken, so that a later gap is a loss. */
  private started = false;

  /** When a sample or fragment last came in: it also shows that the writer lives. */
  lastDataAt: Ms = -Infinity;

  heartbeatSeen = false;
  private lastAvailable: SequenceNumber = 0;
  private lastHeartbeatCount = 0;
  private lastHeartbeatAt: Ms = -Infinity;
  /** The last HEARTBEAT that was not suppressed: a steady stream of them must not suppress itself. */
  private lastHeededAt: Ms = -Infinity;

  private ackNackCount = 0;
  private nackFragCount = 0;
  private ackOwed = false;
  private nackOwed = false;
  /** Counts the occasions on which something is asked for. */
  private nackRound = 0;
  private nackedUpTo: SequenceNumber = 0;
  private nackInterval: Ms;
  private ackAt: Ms = NEVER;
  private nackRepeatAt: Ms = NEVER;
  private preemptiveAt: Ms = NEVER;
  private preemptiveInterval: Ms;

  constructor(
    readonly reader: StatefulReader,
    readonly guid: Guid,
    readonly reliable: boolean,
    readonly outlet: Outlet,
    /** Base of the ACKNACK that asks before any HEARTBEAT: some vendors answer only to 0. */
    private readonly preemptiveBase: 0 | 1 = 1,
  ) {
    this.assemblies = new FragmentAssemblies(reader, reliable);
    this.nackInterval = reader.tuning.nackRepeatMs;
    this.preemptiveInterval = reader.tuning.preemptiveAckNackMs;
  }

  get writerId(): EntityId {
    return this.guid.entityId;
  }

  // ---- inputs ----

  /** Called once, at match: a pre-emptive ACKNACK asks the writer what it has (§8.4.12.2). */
  start(now: Ms): void {
    if (!this.reliable) return;
    this.ackOwed = true;
    this.outlet.readerOwes(this);
    this.preemptiveAt = now + this.preemptiveInterval;
    this.rearm();
  }

  /** True if the reader can use sample `sn`: it is new, and there is room for it. Counts why not. */
  wants(sn: SequenceNumber): boolean {
    const { counters } = this.reader;
    if (sn < this.expectedSn || this.received.has(sn)) {
      counters.duplicates++;
      return false;
    }
    if (!this.reliable) {
      if (this.reader.hasRoom()) return true;
      counters.rejected++;
      return false;
    }
    const { limits } = this.reader;
    // The next one is never refused for what waits behind it: all of that waits for this one.
    if (sn === this.expectedSn && this.reader.hasRoom()) return true;
    if (this.pending.size >= limits.maxOutOfOrderChanges || this.received.rangeCount >= limits.maxReceivedRanges) {
      counters.outOfOrderRefused++;
      return false;
    }
    if (this.reader.pendingBytes >= limits.maxPendingBytes) {
      counters.bytesRefused++;
      return false;
    }
    return true;
  }

  /** A sample that is not for the application: an end mark, or one the writer has filtered out. */
  handleIrrelevant(now: Ms, sn: SequenceNumber): void {
    if (!this.wants(sn)) return;
    if (sn > this.highestSeen) this.highestSeen = sn;
    if (this.reliable) this.received.add(sn);
    else this.expectedSn = sn + 1;
    this.advance();
    this.progress(now);
  }

  /** A whole sample that `wants` has agreed to. */
  handleData(now: Ms, change: ReceivedChange): void {
    const { sn } = change;
    this.lastDataAt = now;
    if (sn > this.highestSeen) this.highestSeen = sn;
    if (!this.reliable) {
      if (this.started && sn > this.expectedSn) this.reader.noteLost(sn - this.expectedSn);
      this.started = true;
      this.expectedSn = sn + 1;
      this.assemblies.dropBelow(sn + 1);
      this.reader.deliver(change);
      return;
    }
    if (sn === this.expectedSn && this.deliveredBelow === sn && this.reader.hasRoom()) {
      this.expectedSn = sn + 1;
      this.deliveredBelow = sn + 1;
      this.assemblies.dropBelow(sn + 1);
      this.reader.deliver(change);
      if (this.received.rangeCount > 0) this.advance();
    } else {
      this.assemblies.drop(sn);
      this.pending.set(sn, change);
      this.reader.pendingBytes += change.payload.length;
      this.received.add(sn);
      this.advance();
    }
    this.progress(now);
  }

  /** §8.3.8.3. The sample is delivered when its last missing fragment is here. */
  handleFragment(now: Ms, input: FragmentInput): void {
    if (!this.wants(input.sn)) return;
    this.lastDataAt = now;
    if (input.sn > this.highestSeen) this.highestSeen = input.sn;
    this.nackInterval = this.reader.tuning.nackRepeatMs;
    const change = this.assemblies.add(now, this.guid, input, input.sn === this.expectedSn);
    if (change !== undefined) this.handleData(now, change);
  }

  /** §8.3.8.5. */
  handleHeartbeat(now: Ms, firstSn: SequenceNumber, lastSn: SequenceNumber, count: number, final: boolean): void {
    if (!this.reliable) return;
    const { tuning, counters } = this.reader;
    const stale = this.heartbeatSeen && !isNewerCount(count, this.lastHeartbeatCount);
    if (stale && now - this.lastHeartbeatAt < tuning.staleCountTimeoutMs) {
      counters.staleCounts++;
      return;
    }
    this.lastHeartbeatCount = count;
    this.recoverFromForgery(firstSn, lastSn);
    if (firstSn > this.expectedSn) this.lostChangesUpdate(firstSn);
    const first = !this.heartbeatSeen;
    this.heartbeatSeen = true;
    this.preemptiveAt = NEVER;
    this.lastAvailable = lastSn;
    // Beyond it nothing can have been asked for in earnest.
    if (this.nackedUpTo > lastSn) this.nackedUpTo = lastSn;
    this.lastHeartbeatAt = now;
    const suppressed = !first && now - this.lastHeededAt < tuning.heartbeatSuppressionDurationMs;
    if (!suppressed) this.lastHeededAt = now;
    if (!final) this.ackOwed = true;
    if (this.hasMissing()) this.oweNack();
    if (!suppressed && (this.ackOwed || this.nackOwed)) {
      if (tuning.heartbeatResponseDelayMs <= 0) this.outlet.readerOwes(this);
      else if (this.ackAt === NEVER) this.ackAt = now + tuning.heartbeatResponseDelayMs;
    }
    this.rearm();
  }

  /** §8.3.8.6: fragments up to `lastFragment` of `sn` have left. */
  handleHeartbeatFrag(sn: SequenceNumber, lastFragment: number): void {
    if (!this.reliable || sn < this.expectedSn || this.received.has(sn)) return;
    if (!this.assemblies.announce(sn, lastFragment)) return;
    this.oweNack();
    this.outlet.readerOwes(this);
  }

  /** §8.3.8.4: [gapStart, set.base) and the members of `set` will never come. */
  handleGap(now: Ms, gapStart: SequenceNumber, set: NumberSet): void {
    const from = Math.max(gapStart, this.expectedSn);
    if (!this.reliable) {
      if (gapStart <= this.expectedSn && set.base > this.expectedSn) this.expectedSn = set.base;
      return;
    }
    if (this.received.rangeCount < this.reader.limits.maxReceivedRanges || from === this.expectedSn) {
      this.received.addRange(from, set.base - 1);
    }
    for (let sn = set.nextFrom(set.base); sn !== -1; sn = set.nextFrom(sn + 1)) {
      if (this.received.rangeCount >= this.reader.limits.maxReceivedRanges) break;
      if (sn >= this.expectedSn) this.received.add(sn);
    }
    this.assemblies.dropMembers(this.received);
    this.advance();
    this.progress(now);
  }

  handleTimeout(now: Ms): void {
    if (this.ackAt <= now) {
      this.ackAt = NEVER;
      this.outlet.readerOwes(this);
    }
    if (this.preemptiveAt <= now) {
      this.ackOwed = true;
      this.preemptiveInterval = Math.min(this.preemptiveInterval * 4, this.reader.tuning.preemptiveAckNackMaxMs);
      this.preemptiveAt = now + this.preemptiveInterval;
      this.outlet.readerOwes(this);
    }
    if (this.nackRepeatAt <= now) {
      this.nackRepeatAt = NEVER;
      if (this.hasMissing()) {
        this.nackInterval = Math.min(this.nackInterval * 2, this.reader.tuning.nackRepeatMaxMs);
        this.nackedUpTo = 0;
        this.assemblies.forgetNacks();
        this.oweNack();
        this.outlet.readerOwes(this);
      }
    }
    this.rearm();
  }

  /** The reader has room again: deliver what waited. */
  resume(): void {
    if (this.deliveredBelow < this.expectedSn) this.deliverPending();
  }

  stop(): void {
    this.ackAt = NEVER;
    this.nackRepeatAt = NEVER;
    this.preemptiveAt = NEVER;
    this.ackOwed = false;
    this.nackOwed = false;
    this.rearm();
    for (const change of this.pending.values()) this.reader.pendingBytes -= change.payload.length;
    this.pending.clear();
    this.assemblies.dropBelow(Infinity);
  }

  // ---- outputs ----

  /**
   * Takes the next ACKNACK or NACK_FRAG that is owed; false when there is none.
   * §8.3.8.1: `base` acknowledges everything below it; members are asked for.
   */
  takeOwed(now: Ms, item: AckItem): boolean {
    if (this.ackOwed || this.nackOwed) {
      const nack = this.nackOwed && this.fillMissing(item.set);
      if (!nack) item.set.reset(this.isPreemptive() ? this.preemptiveBase : this.expectedSn);
      if (this.ackOwed || nack) {
        this.ackOwed = false;
        item.isNackFrag = false;
        this.ackNackCount = (this.ackNackCount + 1) | 0;
        item.count = this.ackNackCount;
        item.final = this.heartbeatSeen;
        if (nack) this.armNackRepeat(now);
        return true;
      }
    }
    if (this.nackOwed) {
      const sn = this.assemblies.nextToNack(this.lastAvailable, item.set, this.nackRound);
      if (sn > 0) {
        item.isNackFrag = true;
        item.sn = sn;
        this.nackFragCount = (this.nackFragCount + 1) | 0;
        item.count = this.nackFragCount;
        this.armNackRepeat(now);
        return true;
      }
      this.nackOwed = false;
    }
    return false;
  }

  /** Missing numbers that the writer has announced: 0 when complete. For reports. */
  missingCount(): number {
    let count = 0;
    for (let sn = this.received.nextMissing(this.expectedSn); sn <= this.lastAvailable && count < 1e6; count++) {
      sn = this.received.nextMissing(sn + 1);
    }
    return count;
  }

  // ---- details ----

  private isPreemptive(): boolean {
    return !this.heartbeatSeen && this.expectedSn === 1;
  }

  private oweNack(): void {
    this.nackOwed = true;
    this.nackRound++;
  }

  private hasMissing(): boolean {
    return this.expectedSn <= this.lastAvailable || this.assemblies.hasAnnounced();
  }

  /** Missing numbers not asked for yet, in the 256 from the first missing; false if there is none. */
  private fillMissing(set: NumberSet): boolean {
    set.reset(this.expectedSn);
    const end = Math.min(this.lastAvailable, this.expectedSn + SET_BITS_MAX - 1);
    let sn = this.received.nextMissing(Math.max(this.expectedSn, this.nackedUpTo + 1));
    while (sn <= end) {
      // A sample that has begun to arrive is repaired by NACK_FRAG.
      if (!this.assemblies.has(sn)) set.add(sn);
      this.nackedUpTo = sn;
      sn = this.received.nextMissing(sn + 1);
    }
    return set.numBits > 0;
  }

  /** Not pushed back by later NACKs: otherwise a stream of new losses would starve the repair of the first. */
  private armNackRepeat(now: Ms): void {
    if (this.nackRepeatAt !== NEVER) return;
    this.nackRepeatAt = now + this.nackInterval;
    this.rearm();
  }

  private progress(now: Ms): void {
    this.nackInterval = this.reader.tuning.nackRepeatMs;
    if (!this.hasMissing()) {
      if (this.nackRepeatAt === NEVER) return;
      this.nackRepeatAt = NEVER;
      this.rearm();
    } else if (this.nackRepeatAt === NEVER && this.nackedUpTo > 0) {
      this.armNackRepeat(now);
    }
  }

  /** §8.4.10.4.3 lost_changes_update: what the writer no longer has and we never got. */
  private lostChangesUpdate(firstSn: SequenceNumber): void {
    if (this.heartbeatSeen) {
      let lost = 0;
      let sn = this.received.nextMissing(this.expectedSn);
      while (sn < firstSn && lost < SET_BITS_MAX * 256) {
        lost++;
        sn = this.received.nextMissing(sn + 1);
      }
      if (lost > 0) this.reader.noteLost(lost);
    }
    this.received.addRange(this.expectedSn, firstSn - 1);
    this.advance();
  }

  /**
   * A forged HEARTBEAT can move `expectedSn` far ahead. When a later one ends below it and no sample that high was
   * ever seen, the later one is believed.
   */
  private recoverFromForgery(firstSn: SequenceNumber, lastSn: SequenceNumber): void {
    if (lastSn + 1 >= this.expectedSn || this.highestSeen > lastSn) return;
    this.received.clear();
    this.expectedSn = Math.max(firstSn, this.highestSeen + 1);
    this.deliveredBelow = this.expectedSn;
    this.nackedUpTo = 0;
    this.reader.counters.heartbeatsRevoked++;
  }

  private advance(): void {
    const before = this.expectedSn;
    this.expectedSn = this.received.takeContiguous(before);
    if (this.expectedSn === before) return;
    this.assemblies.dropBelow(this.expectedSn);
    this.deliverPending();
  }

  private deliverPending(): void {
    const { reader, pending } = this;
    if (this.expectedSn - this.deliveredBelow > pending.size + 64) {
      // A long GAP: walk what is there, not the numbers.
      const due = [...pending.keys()].filter((sn) => sn < this.expectedSn).sort((a, b) => a - b);
      for (let i = 0; i < due.length; i++) {
        if (!this.deliverOne(due[i]!)) return;
      }
      this.deliveredBelow = this.expectedSn;
      return;
    }
    while (this.deliveredBelow < this.expectedSn) {
      if (pending.has(this.deliveredBelow)) {
        if (!this.deliverOne(this.deliveredBelow)) return;
      } else {
        this.deliveredBelow++;
      }
    }
    if (reader.pendingBytes < 0) reader.pendingBytes = 0;
  }

  private deliverOne(sn: SequenceNumber): boolean {
    if (!this.reader.hasRoom()) {
      this.reader.blockedProxies.add(this);
      return false;
    }
    const change = this.pending.get(sn)!;
    this.pending.delete(sn);
    this.reader.pendingBytes -= change.payload.length;
    this.deliveredBelow = sn + 1;
    this.reader.deliver(change);
    return true;
  }

  private rearm(): void {
    this.reader.deadlines.arm(this, Math.min(this.ackAt, this.nackRepeatAt, this.preemptiveAt));
  }
}
