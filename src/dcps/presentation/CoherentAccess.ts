// DDS 1.4 §2.2.3.6 between the engine and the samples of one reader: its coherent sets, in the group of its subscriber
// if the scope is GROUP.

import type { ReceivedChange } from "../../rtps/structure/cacheChange.js";
import type { Guid } from "../../rtps/structure/guid.js";
import type { SequenceNumber } from "../../rtps/structure/sequenceNumber.js";
import type { SampleStaging } from "../reader/SampleAdmission.js";
import { CoherentSets } from "./CoherentSets.js";
import type { GroupSets } from "./GroupSets.js";

export interface CoherentAccessOptions {
  /** Takes what may be shown. */
  readonly release: (changes: readonly ReceivedChange[]) => void;
  /** False for a set that the reader will not show, whatever becomes of the group's. */
  readonly mayShow: (changes: readonly ReceivedChange[]) => boolean;
  /** Changes were released outside of `add`: another reader's part of the set was the last. */
  readonly releasedLate: () => void;
  readonly onIncomplete: (changeCount: number) => void;
  readonly owedFrom: (writer: Guid) => SequenceNumber;
  readonly maxHeld: number;
  /** With GROUP scope. */
  readonly group: GroupSets | undefined;
}

export class CoherentAccess implements SampleStaging {
  private readonly sets: CoherentSets;
  private isAdding = false;

  constructor(private readonly options: CoherentAccessOptions) {
    const { mayShow, onIncomplete, owedFrom, maxHeld, group } = options;
    this.sets = new CoherentSets({
      release: (changes) => this.release(changes),
      mayShow,
      onIncomplete,
      owedFrom,
      maxHeld,
      ...(group === undefined ? {} : { gate: group }),
    });
  }

  get heldCount(): number {
    return this.sets.heldCount;
  }

  add(change: ReceivedChange): void {
    this.isAdding = true;
    this.sets.add(change);
    this.isAdding = false;
  }

  writerMatched(writer: Guid): void {
    this.options.group?.join(this.sets, writer);
  }

  writerGone(writer: Guid): void {
    this.sets.writerGone(writer);
    this.options.group?.leave(this.sets, writer);
  }

  close(): void {
    this.options.group?.leaveAll(this.sets);
  }

  private release(changes: readonly ReceivedChange[]): void {
    this.options.release(changes);
    if (!this.isAdding) this.options.releasedLate();
  }
}
