// DDS 1.4 §2.2.3.6 coherent access and RTPS 2.5 §8.7.5 at one reader: what belongs to a coherent set is held back until
// the set is complete, and then becomes visible at once; a set with a hole never does. With GROUP scope the sets of all
// readers of the subscriber wait for each other (GroupSets).

import type { ReceivedChange } from "../../rtps/structure/cacheChange.js";
import type { Guid } from "../../rtps/structure/guid.js";
import { type SequenceNumber, SN_NONE } from "../../rtps/structure/sequenceNumber.js";

/** How a writer's part of a group set ended. */
export interface SetEnd {
  /** Nothing of the part is missing. */
  readonly isComplete: boolean;
  /** Numbers of this writer are missing since its last set ended: they may be whole parts of sets in between. */
  readonly hasGapBefore: boolean;
}

/** Decides when the sets of several readers may be shown (GROUP scope). */
export interface SetGate {
  /** The writer's part of the group set is over here. */
  finished(sets: CoherentSets, writer: Guid, groupSetSn: SequenceNumber, end: SetEnd): void;
  /** Too much waits: this set and those before it are dropped at every reader. */
  giveUp(sets: CoherentSets, writer: Guid, groupSetSn: SequenceNumber): void;
}

export interface CoherentSetsOptions {
  /** Where what may be shown goes, in the order of each writer: the changes of a set together, any other alone. */
  readonly release: (changes: readonly ReceivedChange[]) => void;
  /** False for a set that the reader will not show. Asked in a group, where then nobody does. */
  readonly mayShow: (changes: readonly ReceivedChange[]) => boolean;
  /** So many changes of sets that are not complete will never be shown. */
  readonly onIncomplete: (changeCount: number) => void;
  /** The first number of this writer that the reader is to get; SN_NONE if that is not known. */
  readonly owedFrom: (writer: Guid) => SequenceNumber;
  /** Changes held back at most; a set that would need more is given up. */
  readonly maxHeld: number;
  readonly gate?: SetGate;
}

/** A set that has ended and waits for its group, or a change behind one. */
interface Unit {
  readonly groupSetSn: SequenceNumber;
  readonly changes: ReceivedChange[];
}

class WriterSets {
  /** First number of the set that is being received; SN_NONE if there is none. */
  setSn: SequenceNumber = SN_NONE;
  groupSetSn: SequenceNumber = SN_NONE;
  changes: ReceivedChange[] = [];
  /** The number behind the last change; SN_NONE before the first. */
  nextSn: SequenceNumber = SN_NONE;
  /** Something of the set that is being received is missing. */
  broken = false;
  /** Numbers are missing since the last set ended. */
  hasGap = false;
  readonly waiting: Unit[] = [];

  constructor(readonly guid: Guid) {}
}

export class CoherentSets {
  private readonly byWriter = new Map<string, WriterSets>();
  private held = 0;

  constructor(private readonly options: CoherentSetsOptions) {}

  /** Changes that are held back. */
  get heldCount(): number {
    return this.held;
  }

  /** Takes the next change of its writer, in the writer's order. */
  add(change: ReceivedChange): void {
    const sets = this.setsOf(change.writerGuid);
    if (Math.max(this.held, sets.waiting.length) >= this.options.maxHeld) this.makeRoom(sets);
    const { placement } = change;
    const setSn = placement?.coherentSetSn ?? SN_NONE;
    const isMark = placement?.endsCoherentSet === true;
    // Whatever ends a set follows its last sample: a number that is missing in between may be one of it.
    const isBehindGap = change.sn > (sets.nextSn || this.options.owedFrom(change.writerGuid) || change.sn);
    sets.nextSn = change.sn + 1;
    if (isBehindGap) sets.broken = sets.hasGap = true;
    if (sets.setSn !== SN_NONE && (isMark || setSn !== sets.setSn)) this.finish(sets);
    if (isMark) this.noteMark(sets, placement.groupCoherentSetSn, !isBehindGap);
    else if (setSn === SN_NONE) this.pass(sets, change);
    else this.collect(sets, change, setSn);
  }

  /** What this writer has begun will not be completed. */
  writerGone(writer: Guid): void {
    const key = writer.toString();
    const sets = this.byWriter.get(key);
    if (sets === undefined) return;
    sets.broken = true;
    // Of a group set nobody sees the other parts either.
    if (sets.setSn !== SN_NONE) this.finish(sets);
    this.byWriter.delete(key);
    for (const unit of sets.waiting) this.drop(unit.changes);
  }

  /** The gate's decision about a group set of one writer: shown, or dropped. Then what waited behind it follows. */
  settle(writer: Guid, groupSetSn: SequenceNumber, show: boolean): void {
    const sets = this.byWriter.get(writer.toString());
    if (sets === undefined) return;
    const unit = sets.waiting[0];
    if (unit === undefined || unit.groupSetSn !== groupSetSn) return;
    sets.waiting.shift();
    if (show) this.show(unit.changes);
    else this.drop(unit.changes);
    this.showFree(sets);
  }

  // ---- details ----

  private collect(sets: WriterSets, change: ReceivedChange, setSn: SequenceNumber): void {
    if (sets.setSn === SN_NONE) {
      sets.setSn = setSn;
      sets.groupSetSn = change.placement!.groupCoherentSetSn;
      sets.broken = change.sn !== setSn;
    }
    if (this.held >= this.options.maxHeld) sets.broken = true;
    if (sets.broken) {
      this.drop(sets.changes);
      sets.changes = [];
      this.options.onIncomplete(1);
      return;
    }
    sets.changes.push(change);
    this.held++;
  }

  /** The oldest group set is the one to give up; it lets go of what waits behind it too. */
  private makeRoom(sets: WriterSets): void {
    const unit = sets.waiting[0];
    if (unit !== undefined) this.options.gate?.giveUp(this, sets.guid, unit.groupSetSn);
  }

  /** The set that is being received is over. */
  private finish(sets: WriterSets): void {
    const { changes, groupSetSn, broken } = sets;
    sets.setSn = SN_NONE;
    sets.changes = [];
    this.end(sets, groupSetSn, changes, !broken);
  }

  /** A mark without a set of this writer: it wrote nothing into the group's set, unless all of that is missing. */
  private noteMark(sets: WriterSets, groupSetSn: SequenceNumber, isComplete: boolean): void {
    if (groupSetSn !== SN_NONE && groupSetSn !== sets.groupSetSn) this.end(sets, groupSetSn, [], isComplete);
    sets.groupSetSn = SN_NONE;
  }

  private end(sets: WriterSets, groupSetSn: SequenceNumber, received: ReceivedChange[], isWhole: boolean): void {
    const { gate, mayShow } = this.options;
    const isGrouped = gate !== undefined && groupSetSn !== SN_NONE;
    const isComplete = isWhole && (!isGrouped || received.length === 0 || mayShow(received));
    const hasGapBefore = sets.hasGap;
    sets.hasGap = false;
    if (!isComplete) this.drop(received);
    const changes = isComplete ? received : [];
    if (!isGrouped) {
      sets.waiting.push({ groupSetSn: SN_NONE, changes });
      this.showFree(sets);
      return;
    }
    sets.waiting.push({ groupSetSn, changes });
    gate.finished(this, sets.guid, groupSetSn, { isComplete, hasGapBefore });
  }

  /** A change outside of sets: at once, unless something of its writer still waits. */
  private pass(sets: WriterSets, change: ReceivedChange): void {
    if (sets.waiting.length === 0) {
      this.options.release([change]);
      return;
    }
    sets.waiting.push({ groupSetSn: SN_NONE, changes: [change] });
    this.held++;
  }

  /** Shows what stands in front of the first set that waits for its group. */
  private showFree(sets: WriterSets): void {
    while (sets.waiting.length > 0 && sets.waiting[0]!.groupSetSn === SN_NONE) this.show(sets.waiting.shift()!.changes);
  }

  private show(changes: readonly ReceivedChange[]): void {
    this.held -= changes.length;
    if (changes.length > 0) this.options.release(changes);
  }

  private drop(changes: readonly ReceivedChange[]): void {
    this.held -= changes.length;
    if (changes.length > 0) this.options.onIncomplete(changes.length);
  }

  private setsOf(writer: Guid): WriterSets {
    const key = writer.toString();
    let sets = this.byWriter.get(key);
    if (sets === undefined) {
      sets = new WriterSets(writer);
      this.byWriter.set(key, sets);
    }
    return sets;
  }
}
