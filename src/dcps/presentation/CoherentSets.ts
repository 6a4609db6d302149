// DDS 1.4 §2.2.3.6 coherent access and RTPS 2.5 §8.7.5 at one reader: what belongs to a coherent set is held back until
// the set is complete, and then becomes visible at once; a set with a hole never does. With GROUP scope the sets of all
// readers of the subscriber wait for each other (GroupSets).

import type { ReceivedChange } from "../../rtps/structure/cacheChange.js";
import type { Guid } from "../../rtps/structure/guid.js";
import { type SequenceNumber, SN_NONE } from "../../rtps/structure/sequenceNumber.js";

/** Decides when the sets of several readers may be shown (GROUP scope). */
export interface SetGate {
  /** The writer's part of the group set is over here; `complete` false if something of it is missing. */
  finished(sets: CoherentSets, writer: Guid, groupSetSn: SequenceNumber, complete: boolean): void;
  /** Too much waits: this set and those before it are dropped at every reader. */
  giveUp(sets: CoherentSets, writer: Guid, groupSetSn: SequenceNumber): void;
}

export interface CoherentSetsOptions {
  /** Where what may be shown goes, in the order of each writer. */
  readonly release: (change: ReceivedChange) => void;
  /** So many changes of sets that are not complete will never be shown. */
  readonly onIncomplete: (changeCount: number) => void;
  /** Numbers that a writer leaves out may be those it filters for this reader: only real losses break a set. */
  readonly filtered: boolean;
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
  nextSn: SequenceNumber = SN_NONE;
  broken = false;
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
    if (this.held >= this.options.maxHeld) this.makeRoom(sets);
    const { placement } = change;
    const setSn = placement?.coherentSetSn ?? SN_NONE;
    const isMark = placement?.endsCoherentSet === true;
    if (sets.setSn !== SN_NONE && (isMark || setSn !== sets.setSn)) this.finish(sets);
    if (isMark) this.noteMark(sets, placement.groupCoherentSetSn);
    else if (setSn === SN_NONE) this.pass(sets, change);
    else this.collect(sets, change, setSn);
  }

  /** What this writer has begun will not be completed. */
  writerGone(writer: Guid): void {
    const key = writer.toString();
    const sets = this.byWriter.get(key);
    if (sets === undefined) return;
    this.byWriter.delete(key);
    this.drop(sets.changes);
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
      sets.nextSn = setSn;
      sets.broken = false;
    }
    if (this.hasHole(sets, change)) sets.broken = true;
    sets.nextSn = change.sn + 1;
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

  private hasHole(sets: WriterSets, change: ReceivedChange): boolean {
    return this.options.filtered ? change.lostBelow > sets.setSn : change.sn !== sets.nextSn;
  }

  /** The set that is being received is over. */
  private finish(sets: WriterSets): void {
    const { changes, groupSetSn, broken } = sets;
    sets.setSn = SN_NONE;
    sets.changes = [];
    this.end(sets, groupSetSn, changes, !broken);
  }

  /** A mark without a set of this writer: it wrote nothing into the group's set. */
  private noteMark(sets: WriterSets, groupSetSn: SequenceNumber): void {
    if (groupSetSn !== SN_NONE && groupSetSn !== sets.groupSetSn) this.end(sets, groupSetSn, [], true);
    sets.groupSetSn = SN_NONE;
  }

  private end(sets: WriterSets, groupSetSn: SequenceNumber, changes: ReceivedChange[], complete: boolean): void {
    const { gate } = this.options;
    if (gate === undefined || groupSetSn === SN_NONE) {
      sets.waiting.push({ groupSetSn: SN_NONE, changes });
      this.showFree(sets);
      return;
    }
    sets.waiting.push({ groupSetSn, changes });
    gate.finished(this, sets.guid, groupSetSn, complete);
  }

  /** A change outside of sets: at once, unless something of its writer still waits. */
  private pass(sets: WriterSets, change: ReceivedChange): void {
    if (sets.waiting.length === 0) {
      this.options.release(change);
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
    for (const change of changes) this.options.release(change);
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
