// DDS 1.4 §2.2.3.6 with GROUP scope, RTPS 2.5 §8.7.6: a coherent set that a publisher's writers made together becomes
// visible at all readers of a subscriber at once, when every writer that is matched has come to its end.

import type { Guid } from "../../rtps/structure/guid.js";
import { type SequenceNumber, SN_NONE } from "../../rtps/structure/sequenceNumber.js";
import type { CoherentSets, SetEnd, SetGate } from "./CoherentSets.js";

/** One writer at one reader. */
interface Member {
  readonly sets: CoherentSets;
  readonly writer: Guid;
  /** Group sets it has come to the end of and that are not settled yet, in its order; true if complete. */
  readonly finished: Map<SequenceNumber, boolean>;
  /** The last group set it has come to the end of. */
  lastSetSn: SequenceNumber;
  /** Parts of the sets in between may be missing as a whole. */
  lacking: Between[];
}

/** Group sets above one number and below another. */
interface Between {
  readonly above: SequenceNumber;
  readonly below: SequenceNumber;
}

interface Group {
  readonly members: Member[];
  /** Writers that are gone, as long as their parts of sets that are not settled are missing. */
  departed: Member[];
  /** Sets up to this one are given up: nobody shows what comes of them. */
  givenUpTo: SequenceNumber;
}

export class GroupSets implements SetGate {
  /** By publisher. */
  private readonly groups = new Map<string, Group>();

  /** @param publisherOf names the publisher of a writer; "" if it is not known: such a writer is a group of its own */
  constructor(private readonly publisherOf: (writer: Guid) => string) {}

  /** A reader of the subscriber was matched with a writer. */
  join(sets: CoherentSets, writer: Guid): void {
    this.memberOf(sets, writer);
  }

  /** The match is over: nobody waits for this writer any more, and what it has not shown yet is gone. */
  leave(sets: CoherentSets, writer: Guid): void {
    this.remove(sets, writer, (group, member) => {
      for (const setSn of member.finished.keys()) member.finished.set(setSn, false);
      if (member.finished.size > 0 || member.lacking.length > 0) group.departed.push(member);
    });
  }

  /** The reader is closed: nobody misses its parts. */
  leaveAll(sets: CoherentSets): void {
    for (const { members } of [...this.groups.values()]) {
      for (const member of [...members]) if (member.sets === sets) this.remove(sets, member.writer, () => undefined);
    }
  }

  finished(sets: CoherentSets, writer: Guid, groupSetSn: SequenceNumber, end: SetEnd): void {
    const { group, member } = this.memberOf(sets, writer);
    member.finished.set(groupSetSn, end.isComplete && groupSetSn > group.givenUpTo);
    if (end.hasGapBefore) member.lacking.push({ above: member.lastSetSn, below: groupSetSn });
    if (groupSetSn > member.lastSetSn) member.lastSetSn = groupSetSn;
    settleReached(group);
  }

  giveUp(sets: CoherentSets, writer: Guid, groupSetSn: SequenceNumber): void {
    const { group } = this.memberOf(sets, writer);
    if (groupSetSn > group.givenUpTo) group.givenUpTo = groupSetSn;
    for (const member of group.members) {
      for (const setSn of ascending(member.finished.keys())) {
        if (setSn > groupSetSn) break;
        settle(member, setSn, false);
      }
    }
  }

  private remove(sets: CoherentSets, writer: Guid, then: (group: Group, member: Member) => void): void {
    for (const [key, group] of this.groups) {
      const index = group.members.findIndex((member) => isSame(member, sets, writer));
      if (index < 0) continue;
      const [member] = group.members.splice(index, 1);
      then(group, member!);
      if (group.members.length === 0) this.groups.delete(key);
      else settleReached(group);
    }
  }

  private memberOf(sets: CoherentSets, writer: Guid): { readonly group: Group; readonly member: Member } {
    const key = this.keyOf(writer);
    let group = this.groups.get(key);
    if (group === undefined) {
      group = { members: [], departed: [], givenUpTo: SN_NONE };
      this.groups.set(key, group);
    }
    let member = group.members.find((candidate) => isSame(candidate, sets, writer));
    if (member === undefined) {
      member = { sets, writer, finished: new Map(), lastSetSn: SN_NONE, lacking: [] };
      group.members.push(member);
    }
    return { group, member };
  }

  private keyOf(writer: Guid): string {
    return this.publisherOf(writer) || writer.toString();
  }
}

/** Settles, oldest first, every set that all members have come to the end of. */
function settleReached(group: Group): void {
  const { members } = group;
  const open = new Set(members.flatMap((member) => [...member.finished.keys()]));
  const reached = Math.min(...members.map((member) => member.lastSetSn));
  for (const setSn of ascending(open)) {
    if (setSn > reached) break;
    const show = [...members, ...group.departed].every((member) => hasPart(member, setSn));
    for (const member of members) settle(member, setSn, show);
  }
  for (const member of members) forgetLacking(member, reached);
  for (const member of group.departed) forgetLacking(member, reached);
  group.departed = group.departed.filter(({ lastSetSn }) => lastSetSn > reached);
}

/** A member that is further on, lacks nothing and did not have this set was not there when it was made. */
function hasPart({ finished, lacking }: Member, setSn: SequenceNumber): boolean {
  return finished.get(setSn) ?? !lacking.some(({ above, below }) => setSn > above && setSn < below);
}

function forgetLacking(member: Member, reached: SequenceNumber): void {
  if (member.lacking.length > 0) member.lacking = member.lacking.filter(({ below }) => below > reached + 1);
}

function settle(member: Member, setSn: SequenceNumber, show: boolean): void {
  if (member.finished.delete(setSn)) member.sets.settle(member.writer, setSn, show);
}

function isSame(member: Member, sets: CoherentSets, writer: Guid): boolean {
  return member.sets === sets && member.writer.equals(writer);
}

function ascending(numbers: Iterable<SequenceNumber>): SequenceNumber[] {
  return [...numbers].sort((a, b) => a - b);
}
