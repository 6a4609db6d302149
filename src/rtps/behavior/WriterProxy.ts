// RTPS 2.5 §8.4.10.4: what a StatefulReader knows of one matched writer: which numbers have arrived, which are
// missing, and what to tell the writer. Delivers in order, once. State only.

import type { ReceivedChange } from "../structure/cacheChange.js";
import type { Timed } from "../structure/DeadlineQueue.js";
import type { EntityId } from "../structure/entityId.js";
import type { Guid } from "../structure/guid.js";
import { type NumberSet, SET_BITS_MAX } from "../structure/NumberSet.js";
import { isNewerCount, type SequenceNumber, SN_NONE } from "../structure/sequenceNumber.js";
import { type Ms, NEVER } from "../structure/time.js";
import type { AckItem } from "./AckItem.js";
import { ArrivedChanges } from "./ArrivedChanges.js";
import { FragmentAssemblies } from "./FragmentAssemblies.js";
import type { FragmentInput } from "./FragmentAssembly.js";
import { LeapWatch } from "./LeapWatch.js";
import type { Outlet } from "./Outlet.js";
import { RenumberingWatch } from "./RenumberingWatch.js";
import { RestartWatch } from "./RestartWatch.js";
import type { StatefulReader } from "./StatefulReader.js";

export class WriterProxy implements Timed {
  dueAt: Ms = NEVER;
  heapIndex = -1;
  /** True while it stands in its outlet's list of proxies that owe. Written by the outlet. */
  listed = false;

  /** The application layer takes nothing more of this writer for now. */
  private isHeld = false;
  private readonly arrived: ArrivedChanges;
  /** Made with the first fragment: most writers never send one. */
  private assemblies: FragmentAssemblies | undefined = undefined;
  /** Highest number that a DATA really had: tells a forged HEARTBEAT from a true one. */
  private highestSeen: SequenceNumber = 0;
  /** Best-effort: a sample has been taken, so that a later gap is a loss. */
  private started = false;
  /** Best-effort: when the last one was. */
  private takenAt: Ms = -Infinity;
  /** Made when something looks odd. */
  private restart: RestartWatch | undefined = undefined;
  private renumbering: RenumberingWatch | undefined = undefined;
  private leaps: LeapWatch | undefined = undefined;

  heartbeatSeen = false;
  /** Last number that the first HEARTBEAT named: what the writer had kept when it was matched. */
  private historyEnd: SequenceNumber = 0;
  private historyTold = false;
  private lastAvailable: SequenceNumber = 0;
  private lastHeartbeatCount = 0;
  private lastHeartbeatAt: Ms = -Infinity;
  /** The last HEARTBEAT that was not suppressed: a steady stream of them must not suppress itself. */
  private lastHeededAt: Ms = -Infinity;

  private ackNackCount = 0;
  private nackFragCount = 0;
  private ackOwed = false;
  private nackOwed = false;
  /** The ACKNACK asks for a HEARTBEAT and acknowledges nothing. */
  private askOwed = false;
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
    public outlet: Outlet,
    /** Base of the ACKNACK that asks before any HEARTBEAT: some vendors answer only to 0. */
    private readonly preemptiveBase: 0 | 1 = 1,
    /** Where to go on with a writer that was matched before: its numbers are still its numbers. */
    private readonly startsAt: SequenceNumber = 1,
  ) {
    this.arrived = new ArrivedChanges(reader, this);
    if (startsAt > 1) this.arrived.restartAt(startsAt);
    this.nackInterval = reader.tuning.nackRepeatMs;
    this.preemptiveInterval = reader.tuning.preemptiveAckNackMs;
  }

  /** Everything below has arrived, is irrelevant, or is lost. */
  get expectedSn(): SequenceNumber {
    return this.arrived.expectedSn;
  }

  /** Everything below has been given to the reader. */
  get continueAt(): SequenceNumber {
    return this.reliable ? this.arrived.continueAt : this.arrived.expectedSn;
  }

  /** What the writer had when it was matched has been given to the reader, or never will. */
  get hasHistory(): boolean {
    return !this.reliable || (this.heartbeatSeen && this.continueAt > this.historyEnd);
  }

  /**
   * The number from which on the reader is to get everything: with the history, or without what the writer had when it
   * was matched; SN_NONE if that is not known.
   */
  owedFrom(wantsHistory: boolean): SequenceNumber {
    if (wantsHistory) return this.startsAt;
    return this.heartbeatSeen ? Math.max(this.startsAt, this.historyEnd + 1) : SN_NONE;
  }

  /** Some sample or fragment has come in. */
  get hasSeenData(): boolean {
    return this.highestSeen > 0;
  }

  get writerId(): EntityId {
    return this.guid.entityId;
  }

  /** The writer has another address from now on. */
  redirect(outlet: Outlet): void {
    if (outlet === this.outlet) return;
    this.outlet.release(this);
    this.outlet = outlet;
    if (this.ackOwed || this.nackOwed) outlet.readerOwes(this);
  }

  /** For a sample of this reliable writer. */
  hasRoom(): boolean {
    return !this.isHeld && this.reader.hasRoom();
  }

  /** Held back, or not any more: true if something had waited for that. */
  hold(isHeld: boolean): boolean {
    this.isHeld = isHeld;
    return !isHeld && this.reader.resumeBlocked();
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
  wants(now: Ms, sn: SequenceNumber): boolean {
    const { counters } = this.reader;
    if (this.arrived.has(sn) && !this.isRenumbered(now, sn)) {
      counters.duplicates++;
      return false;
    }
    if (!this.reliable) {
      if (this.reader.hasRoom()) return true;
      this.reader.noteRejected();
      return false;
    }
    // A full reader takes nothing on credit: what is not acknowledged makes the writer wait (DDS 1.4 §2.2.3.19).
    if (!this.hasRoom()) {
      counters.postponed++;
      this.reader.blocked.add(this);
      return false;
    }
    // The next one is never refused for what waits behind it: all of that waits for this one.
    if (sn === this.expectedSn) return true;
    if (this.arrived.isFull) {
      counters.outOfOrderRefused++;
      return false;
    }
    if (this.reader.pendingBytes >= this.reader.limits.maxPendingBytes) {
      counters.bytesRefused++;
      return false;
    }
    return true;
  }

  /** A sample that is not for the application: an end mark, or one the writer has filtered out. */
  handleIrrelevant(now: Ms, sn: SequenceNumber): void {
    if (!this.wants(now, sn)) return;
    if (sn > this.highestSeen) this.noteSeen(sn);
    if (this.reliable) this.arrived.skip(sn, sn);
    else this.expectBehind(now, sn);
    this.settle(now);
  }

  /** A whole sample that `wants` has agreed to. */
  handleData(now: Ms, change: ReceivedChange): void {
    const { sn } = change;
    if (sn > this.highestSeen) this.noteSeen(sn);
    if (!this.reliable) {
      if (this.started && sn > this.expectedSn) this.noteLost(sn - this.expectedSn);
      this.started = true;
      this.expectBehind(now, sn);
      if (this.assemblies !== undefined) this.assemblies.dropBelow(sn + 1);
      this.reader.deliver(change);
      return;
    }
    if (this.assemblies !== undefined) this.assemblies.drop(sn);
    this.arrived.add(change);
    if (this.assemblies !== undefined) this.assemblies.dropBelow(this.expectedSn);
    this.progress(now);
  }

  /** §8.3.8.3. The sample is delivered when its last missing fragment is here. */
  handleFragment(now: Ms, input: FragmentInput): void {
    if (!this.wants(now, input.sn)) return;
    if (input.sn > this.highestSeen) this.noteSeen(input.sn);
    this.nackInterval = this.reader.tuning.nackRepeatMs;
    this.assemblies ??= new FragmentAssemblies(this.reader, this.reliable);
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
    // The same count again is of a writer that does not count.
    const countedBack = stale && count !== this.lastHeartbeatCount;
    if (countedBack && lastSn < this.highestSeen) {
      this.handleOddHeartbeat(count);
      return;
    }
    if (this.restart !== undefined) this.restart.clear();
    if (countedBack && this.reader.readsAgain) this.readAgain(firstSn);
    this.lastHeartbeatCount = count;
    if (!this.agreesWithSeen(now, firstSn, lastSn)) return;
    if (firstSn > this.expectedSn) this.lostChangesUpdate(firstSn);
    const first = !this.heartbeatSeen;
    this.heartbeatSeen = true;
    if (first) this.historyEnd = lastSn;
    if (!this.historyTold) this.tellHistory();
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
    if (!this.reliable || this.arrived.has(sn)) return;
    this.assemblies ??= new FragmentAssemblies(this.reader, this.reliable);
    if (!this.assemblies.announce(sn, lastFragment)) return;
    this.oweNack();
    this.outlet.readerOwes(this);
  }

  /** §8.3.8.4: [gapStart, set.base) and the members of `set` will never come. */
  handleGap(now: Ms, gapStart: SequenceNumber, set: NumberSet): void {
    const { arrived } = this;
    if (!this.reliable) {
      if (gapStart > arrived.expectedSn || set.base <= arrived.expectedSn) return;
      this.leaps ??= new LeapWatch();
      this.leaps.note(arrived.expectedSn - 1, set.base);
      arrived.expectedSn = set.base;
      return;
    }
    let isRefused = arrived.hasTooManyHoles && gapStart > arrived.expectedSn;
    if (!isRefused) arrived.skip(gapStart, set.base - 1);
    for (let sn = set.nextFrom(set.base); sn !== -1 && !isRefused; sn = set.nextFrom(sn + 1)) {
      isRefused = arrived.hasTooManyHoles;
      if (!isRefused) arrived.skip(sn, sn);
    }
    if (isRefused) this.reader.counters.outOfOrderRefused++;
    this.assemblies?.dropMembers(arrived.received);
    this.settle(now);
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
        this.assemblies?.forgetNacks();
        this.oweNack();
        this.outlet.readerOwes(this);
      }
    }
    this.rearm();
  }

  /** The reader has room again: deliver what waits, and ask for what was refused. */
  resume(): void {
    if (!this.reliable) return;
    this.arrived.resume();
    this.nackedUpTo = 0;
    if (!this.hasMissing()) return;
    this.oweNack();
    this.outlet.readerOwes(this);
  }

  stop(): void {
    this.ackAt = NEVER;
    this.nackRepeatAt = NEVER;
    this.preemptiveAt = NEVER;
    this.ackOwed = false;
    this.nackOwed = false;
    this.rearm();
    this.reader.blocked.delete(this);
    this.arrived.clear();
    this.assemblies?.dropBelow(Infinity);
  }

  abandonedAssembly(now: Ms): (() => void) | undefined {
    return this.assemblies?.abandoned(now);
  }

  // ---- outputs ----

  /**
   * Takes the next ACKNACK or NACK_FRAG that is owed; false when there is none.
   * §8.3.8.1: `base` acknowledges everything below it; members are asked for.
   */
  takeOwed(now: Ms, item: AckItem): boolean {
    if (this.ackOwed || this.nackOwed) {
      const nack = this.nackOwed && this.fillMissing(item.set);
      const asks = this.askOwed && !nack;
      if (!nack) item.set.reset(asks || this.isPreemptive() ? this.preemptiveBase : this.expectedSn);
      if (this.ackOwed || nack) {
        this.ackOwed = false;
        this.askOwed = false;
        item.isNackFrag = false;
        this.ackNackCount = (this.ackNackCount + 1) | 0;
        item.count = this.ackNackCount;
        item.final = this.heartbeatSeen && !asks;
        if (nack) this.armNackRepeat(now);
        return true;
      }
    }
    if (this.nackOwed) {
      const sn = this.assemblies?.nextToNack(this.lastAvailable, item.set, this.nackRound) ?? 0;
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
    return this.arrived.countMissing(this.lastAvailable + 1);
  }

  // ---- details ----

  private isPreemptive(): boolean {
    return !this.heartbeatSeen && this.expectedSn === 1;
  }

  private expectBehind(now: Ms, sn: SequenceNumber): void {
    this.arrived.expectedSn = sn + 1;
    this.takenAt = now;
    if (this.renumbering !== undefined) this.renumbering.clear();
  }

  /** Best-effort: the writer numbers from the start again. What it sent until that was clear is lost. */
  private isRenumbered(now: Ms, sn: SequenceNumber): boolean {
    if (!this.reliable && this.leaps?.wasFar(sn) === true) {
      this.takeBack(sn - 1, sn, sn);
      return true;
    }
    if (this.reliable || now - this.takenAt < this.reader.tuning.staleCountTimeoutMs) return false;
    this.renumbering ??= new RenumberingWatch();
    if (!this.renumbering.confirms(sn)) return false;
    this.arrived.expectedSn = sn;
    this.assemblies?.dropBelow(Infinity);
    return true;
  }

  /** Late, forged, or of a writer that began anew: the next one tells. */
  private handleOddHeartbeat(count: number): void {
    this.restart ??= new RestartWatch();
    if (this.restart.confirms(count)) {
      this.reader.noteRestart(this.guid);
      return;
    }
    this.reader.counters.heartbeatsRevoked++;
    this.askOwed = true;
    this.ackOwed = true;
    this.outlet.readerOwes(this);
  }

  /** The writer may be another one by now: everything it has is asked for once more. */
  private readAgain(firstSn: SequenceNumber): void {
    this.arrived.clear();
    this.arrived.restartAt(firstSn);
    this.assemblies?.dropBelow(Infinity);
    this.highestSeen = 0;
    this.leaps?.clear();
    this.nackedUpTo = 0;
  }

  private noteLost(count: number): void {
    if (this.reliable || !this.reader.filtered) this.reader.noteLost(count);
  }

  private oweNack(): void {
    this.nackOwed = true;
    this.nackRound++;
  }

  private hasMissing(): boolean {
    return this.expectedSn <= this.lastAvailable || this.assemblies?.hasAnnounced() === true;
  }

  /** Missing numbers not asked for yet, in the 256 from the first missing; false if there is none. */
  private fillMissing(set: NumberSet): boolean {
    const { expectedSn, received } = this.arrived;
    set.reset(expectedSn);
    if (!this.hasRoom()) {
      this.reader.blocked.add(this);
      return false;
    }
    const end = Math.min(this.lastAvailable, expectedSn + SET_BITS_MAX - 1);
    let sn = received.nextMissing(Math.max(expectedSn, this.nackedUpTo + 1));
    while (sn <= end) {
      // A sample that has begun to arrive is repaired by NACK_FRAG.
      if (this.assemblies?.has(sn) !== true) set.add(sn);
      this.nackedUpTo = sn;
      sn = received.nextMissing(sn + 1);
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
    const lost = this.heartbeatSeen ? this.arrived.countMissing(firstSn) : 0;
    if (lost > 0) this.noteLost(lost);
    this.arrived.skip(this.expectedSn, firstSn - 1);
    this.arrived.advance();
    this.assemblies?.dropBelow(this.expectedSn);
  }

  private noteSeen(sn: SequenceNumber): void {
    if (sn > this.highestSeen + 1) {
      this.leaps ??= new LeapWatch();
      this.leaps.note(Math.max(this.highestSeen, this.startsAt - 1), sn);
    }
    this.highestSeen = sn;
  }

  /**
   * A forged HEARTBEAT or GAP can move `expectedSn` far ahead. A later HEARTBEAT that ends below it is believed: at once if
   * no sample that high has come, else when such HEARTBEATs go on. False: this one is not to be answered, or what has come
   * would be acknowledged in place of what is to come.
   */
  private agreesWithSeen(now: Ms, firstSn: SequenceNumber, lastSn: SequenceNumber): boolean {
    const { highestSeen } = this;
    if (lastSn + 1 >= this.expectedSn) {
      if (this.leaps !== undefined) this.leaps.trust(lastSn);
      return true;
    }
    if (highestSeen <= lastSn) {
      this.takeBack(highestSeen, firstSn, lastSn);
      return true;
    }
    this.leaps ??= new LeapWatch();
    const before = this.leaps.before(lastSn);
    if (!this.leaps.confirms(now, lastSn, highestSeen, this.reader.tuning.staleCountTimeoutMs)) {
      this.lastHeartbeatAt = now;
      return before === undefined;
    }
    if (before !== undefined) {
      this.takeBack(before, firstSn, lastSn);
      return true;
    }
    // As many samples as that are of a writer that began anew and counts on.
    this.reader.noteRestart(this.guid);
    return false;
  }

  /** Of what was believed beyond `seen` nothing is true. */
  private takeBack(seen: SequenceNumber, firstSn: SequenceNumber, lastSn: SequenceNumber): void {
    // A writer that was matched before goes on, unless it has begun anew.
    const start = lastSn + 1 >= this.startsAt ? this.startsAt : 1;
    this.arrived.goBackTo(Math.max(firstSn, seen + 1, start));
    this.assemblies?.dropBelow(Infinity);
    this.leaps?.clear();
    this.highestSeen = seen;
    if (this.historyEnd > lastSn) this.historyEnd = lastSn;
    this.nackedUpTo = 0;
    this.reader.counters.heartbeatsRevoked++;
  }

  /** Numbers were declared irrelevant: move up over them. */
  private settle(now: Ms): void {
    this.arrived.advance();
    this.assemblies?.dropBelow(this.expectedSn);
    this.progress(now);
    if (!this.historyTold) this.tellHistory();
  }

  /** The end of a history may come without a sample. */
  private tellHistory(): void {
    if (!this.hasHistory) return;
    this.historyTold = true;
    this.reader.noteHistory();
  }

  private rearm(): void {
    this.reader.deadlines.arm(this, Math.min(this.ackAt, this.nackRepeatAt, this.preemptiveAt));
  }
}
