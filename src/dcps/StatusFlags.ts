// DDS 1.4 §2.2.4.2: which statuses of an entity have changed since the user last looked, or its listener was called.

import { StatusCondition } from "./conditions/StatusCondition.js";
import { type StatusKind, type StatusMask, statusBit, statusesIn } from "./statusKinds.js";

export class StatusFlags {
  /** The entity's one StatusCondition (§2.2.2.1.1.6). */
  readonly condition = new StatusCondition(() => this.raised);
  private raised: StatusMask = 0;

  /** The status has changed, and no listener has been told. */
  raise(kind: StatusKind): void {
    const bit = statusBit(kind);
    if ((this.raised & bit) !== 0) return;
    this.raised |= bit;
    this.condition.notify();
  }

  /** The user knows now. */
  reset(kind: StatusKind): void {
    this.raised &= ~statusBit(kind);
  }

  /** get_status_changes (§2.2.2.1.1.5). */
  list(): StatusKind[] {
    return this.raised === 0 ? [] : statusesIn(this.raised);
  }

  close(): void {
    this.raised = 0;
    this.condition.close();
  }
}
