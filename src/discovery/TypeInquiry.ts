// XTypes 1.3 §7.6.3.3: what is asked of one participant about one announced type, until all of it is there or the
// participant has been asked often enough.

import type { Timed } from "../rtps/structure/DeadlineQueue.js";
import { type Ms, NEVER } from "../rtps/structure/time.js";
import type { DiscoveredParticipant } from "./DiscoveredParticipant.js";
import type { TypeRelation } from "./TypeSupport.js";

/**
 * - `waiting`: others of the participant come first.
 * - `asking`: a request is on its way, or is going to be repeated.
 * - `known`: everything that the type consists of is there.
 * - `unavailable`: it cannot be had, or not now; `reason` says why.
 */
export type InquiryState = "waiting" | "asking" | "known" | "unavailable";

export class TypeInquiry implements Timed {
  dueAt: Ms = NEVER;
  heapIndex = -1;
  state: InquiryState = "waiting";
  /** Why it is unavailable, one line. */
  reason = "";
  relation: TypeRelation = "complete";
  /** Requests that brought nothing new. */
  attempts = 0;
  /** Requests that brought something: as deep as the dependencies go. */
  rounds = 0;
  /** Numbers of the requests that count as unanswered. */
  readonly unanswered = new Set<number>();

  constructor(
    readonly participant: DiscoveredParticipant,
    readonly key: string,
    readonly typeInformation: Uint8Array,
    private readonly onTimeout: (now: Ms, inquiry: TypeInquiry) => void,
  ) {}

  get isSettled(): boolean {
    return this.state === "known" || this.state === "unavailable";
  }

  handleTimeout(now: Ms): void {
    this.onTimeout(now, this);
  }
}
