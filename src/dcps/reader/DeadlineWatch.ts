// DDS 1.4 §2.2.3.7: when a value of one instance is expected.

import { type Ms, NEVER } from "../../rtps/structure/time.js";
import type { RequestedDeadline } from "./RequestedDeadline.js";
import type { Timed } from "./timers.js";

/** `I` names the instance. */
export class DeadlineWatch<I> implements Timed {
  dueAt: Ms = NEVER;
  heapIndex = -1;
  /** Where the current period began; NEVER while no value is expected. */
  startedAt: Ms = NEVER;

  constructor(
    readonly instance: I,
    private readonly deadline: RequestedDeadline<I>,
  ) {}

  handleTimeout(now: Ms): void {
    this.deadline.check(this, now);
  }
}
