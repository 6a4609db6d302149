// DDS 1.4 §2.2.3.9.2 OWNERSHIP EXCLUSIVE: which writer's samples of one instance are seen. Of the writers that write it,
// are alive and keep their deadline, the strongest.

import type { Ms } from "../../rtps/structure/time.js";
import type { WriterLife } from "./WriterLife.js";

/** What does not belong to one instance. */
export interface OwnershipTerms {
  /** Grows when a writer's strength or liveliness changes: owners are chosen anew then. */
  readonly changes: number;
  /** The requested deadline, ms; Infinity without one. */
  readonly deadlineMs: Ms;
}

interface Candidate {
  readonly writer: WriterLife;
  wroteAt: Ms;
}

export class InstanceOwnership {
  private owner: Candidate | undefined;
  /** Writers that have written the instance and have not unregistered it, the owner among them. */
  private readonly candidates = new Map<WriterLife, Candidate>();
  private chosenAt = 0;

  /** A writer has written or disposed the instance. True if it owns it: only then it counts. */
  admits(writer: WriterLife, now: Ms, terms: OwnershipTerms): boolean {
    if (this.chosenAt !== terms.changes) this.choose(now, terms);
    const { owner } = this;
    if (owner?.writer === writer) {
      owner.wroteAt = now;
      return true;
    }
    // A sample that a lost writer has left behind: it shows where nobody else is.
    if (writer.isOver) return owner === undefined;
    const candidate = this.note(writer, now);
    if (owner !== undefined && !writer.isStrongerThan(owner.writer)) return false;
    this.owner = candidate;
    return true;
  }

  unregistered(writer: WriterLife, now: Ms, terms: OwnershipTerms): void {
    this.candidates.delete(writer);
    if (this.owner?.writer === writer) this.choose(now, terms);
  }

  /** The owner let a whole period pass. It may come back with its next sample. */
  missedDeadline(now: Ms, terms: OwnershipTerms): void {
    if (this.owner === undefined) return;
    this.candidates.delete(this.owner.writer);
    this.choose(now, terms);
  }

  /** Undefined if the next writer that writes is the owner. */
  get ownerGuid() {
    return this.owner?.writer.guid;
  }

  private note(writer: WriterLife, now: Ms): Candidate {
    let candidate = this.candidates.get(writer);
    if (candidate === undefined) {
      candidate = { writer, wroteAt: now };
      this.candidates.set(writer, candidate);
    }
    candidate.wroteAt = now;
    return candidate;
  }

  private choose(now: Ms, terms: OwnershipTerms): void {
    const before = this.owner;
    this.owner = undefined;
    this.chosenAt = terms.changes;
    for (const candidate of this.candidates.values()) {
      if (candidate.writer.isOver) this.candidates.delete(candidate.writer);
      // The owner's deadline is told by missedDeadline, so that owner and status never contradict each other.
      else if (candidate !== before && now - candidate.wroteAt >= terms.deadlineMs) continue;
      else if (this.owner === undefined || candidate.writer.isStrongerThan(this.owner.writer)) this.owner = candidate;
    }
  }
}
