// DDS 1.4 §2.2.2.1.9: true while an enabled status of its entity has changed.

import { DdsError } from "../DdsError.js";
import { EVERY_STATUS, STATUS_KINDS, type StatusKind, type StatusMask, statusBit, statusesIn } from "../statusKinds.js";
import { Condition } from "./Condition.js";

/** Each entity has one, `statusCondition`. */
export class StatusCondition extends Condition {
  private enabled: StatusMask = EVERY_STATUS;

  /** Made by the entity. */
  constructor(private readonly changes: () => StatusMask) {
    super();
  }

  override get triggerValue(): boolean {
    return (this.changes() & this.enabled) !== 0;
  }

  /** The statuses that it looks at; every one by default. */
  get enabledStatuses(): readonly StatusKind[] {
    return statusesIn(this.enabled);
  }

  /** @throws DdsError BAD_PARAMETER for a name that is no status */
  set enabledStatuses(kinds: readonly StatusKind[]) {
    let mask: StatusMask = 0;
    for (const kind of kinds) {
      if (!STATUS_KINDS.includes(kind)) {
        throw new DdsError(
          "BAD_PARAMETER",
          `enabledStatuses: ${String(kind)} is not one of ${STATUS_KINDS.join(", ")}`,
        );
      }
      mask |= statusBit(kind);
    }
    this.enabled = mask;
    this.notify();
  }
}
