// DDS 1.4 §2.2.2.1.8: a condition that the user switches.

import { Condition } from "./Condition.js";

export class GuardCondition extends Condition {
  private isTriggered = false;

  override get triggerValue(): boolean {
    return this.isTriggered;
  }

  /** Setting it wakes the WaitSets that wait for it (set_trigger_value). It stays until it is set to false. */
  override set triggerValue(value: boolean) {
    this.isTriggered = value;
    if (value) this.notify();
  }
}
