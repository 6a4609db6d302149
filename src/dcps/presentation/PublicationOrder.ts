// DDS 1.4 §2.2.2.4.1.10 and RTPS 2.5 §8.7.5, §8.7.6 at a publisher: which coherent set a sample is in, and its number in
// the order of all writers of the publisher.

import type { SamplePlacement, WriterHandle } from "../../participant/types.js";
import type { PresentationQos } from "../../qos/index.js";
import { type SequenceNumber, SN_NONE } from "../../rtps/structure/sequenceNumber.js";

/** What a publisher has to say about each sample of its writers. */
export class PublicationOrder {
  private depth = 0;
  private lastGroupSn: SequenceNumber = 0;
  /** First group number of the set that is open. */
  private groupSetSn: SequenceNumber = SN_NONE;
  /** First number of the open set, by writer. */
  private readonly setSns = new Map<WriterHandle, SequenceNumber>();
  /** What these writers still write is in no set. */
  private readonly left = new Set<WriterHandle>();
  private readonly numbersGroup: boolean;

  constructor(private readonly presentation: PresentationQos) {
    const { accessScope, coherentAccess, orderedAccess } = presentation;
    this.numbersGroup = accessScope === "GROUP" && (coherentAccess || orderedAccess);
  }

  /** Sets may be nested: only the outermost counts. */
  begin(): void {
    this.depth++;
  }

  /** False if none was begun. */
  end(): boolean {
    if (this.depth === 0) return false;
    this.depth--;
    return true;
  }

  /** True if the next `begin` or `end` is the one that counts. */
  changesSet(by: "begin" | "end"): boolean {
    return this.presentation.coherentAccess && this.depth === (by === "begin" ? 0 : 1);
  }

  get isInSet(): boolean {
    return this.depth > 0 && this.presentation.coherentAccess;
  }

  /** The writer ends. True if it has a part in the set that is open, which will never be whole. */
  leaveSet(writer: WriterHandle): boolean {
    this.left.add(writer);
    return this.setSns.delete(writer);
  }

  /** For the next sample of this writer; undefined if there is nothing to say. */
  placeNext(writer: WriterHandle): SamplePlacement | undefined {
    const { numbersGroup } = this;
    const isInSet = this.isInSet && !this.left.has(writer);
    if (!isInSet && !numbersGroup) return undefined;
    const coherentSetSn = isInSet ? (this.setSns.get(writer) ?? SN_NONE) : SN_NONE;
    const groupSeqNum = numbersGroup ? this.lastGroupSn + 1 : SN_NONE;
    return {
      coherentSetSn,
      opensCoherentSet: isInSet && coherentSetSn === SN_NONE,
      groupCoherentSetSn: isInSet && numbersGroup ? this.groupSetSn || groupSeqNum : SN_NONE,
      groupSeqNum,
    };
  }

  /** The sample is in the history under this number. */
  placed(writer: WriterHandle, sn: SequenceNumber, { opensCoherentSet, groupCoherentSetSn }: SamplePlacement): void {
    if (this.numbersGroup) this.lastGroupSn++;
    if (opensCoherentSet) this.setSns.set(writer, sn);
    if (groupCoherentSetSn !== SN_NONE) this.groupSetSn = groupCoherentSetSn;
  }

  /**
   * The set is over: who has to say so, and the number of the group set. With GROUP scope every writer does, because
   * readers wait for all of them; otherwise only those that wrote.
   */
  closeSet(writers: Iterable<WriterHandle>): { readonly marks: WriterHandle[]; readonly groupSetSn: SequenceNumber } {
    const { groupSetSn } = this;
    const marks = [...writers].filter((writer) => groupSetSn !== SN_NONE || this.setSns.has(writer));
    this.setSns.clear();
    this.left.clear();
    this.groupSetSn = SN_NONE;
    return { marks, groupSetSn };
  }
}
