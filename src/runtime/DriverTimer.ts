// The one timer of a driver. Arms only when the new deadline is earlier: late wakes are normal, early ones harmless.

import { type Ms, NEVER } from "../participant/Engine.js";
import type { Clock } from "./MonotonicClock.js";

/** Wakes at or soon after a deadline. */
export class DriverTimer {
  private armedAt: Ms = NEVER;
  private timeout: NodeJS.Timeout | undefined;
  private immediate: NodeJS.Immediate | undefined;

  /** With `keepAlive` false an armed timer does not keep the process running. */
  constructor(
    private readonly clock: Clock,
    private readonly wake: () => void,
    private readonly keepAlive: boolean,
  ) {}

  /** Makes sure of a wake at `deadline`; keeps an earlier one that is armed already. */
  rearm(deadline: Ms): void {
    if (deadline >= this.armedAt) return;
    this.cancel();
    this.armedAt = deadline;
    const remainingMs = deadline - this.clock.now();
    if (remainingMs < SHORTEST_TIMEOUT_MS) {
      // setTimeout waits 1 ms at least; rounds of the event loop bridge the rest.
      this.immediate = setImmediate(this.onWake);
      if (!this.keepAlive) this.immediate.unref();
    } else {
      this.timeout = setTimeout(this.onWake, Math.min(Math.ceil(remainingMs), LONGEST_TIMEOUT_MS));
      if (!this.keepAlive) this.timeout.unref();
    }
  }

  cancel(): void {
    this.armedAt = NEVER;
    clearTimeout(this.timeout);
    clearImmediate(this.immediate);
    this.timeout = undefined;
    this.immediate = undefined;
  }

  private readonly onWake = (): void => {
    this.armedAt = NEVER;
    this.timeout = undefined;
    this.immediate = undefined;
    this.wake();
  };
}

const SHORTEST_TIMEOUT_MS = 1;
// Longer delays than 2^31 - 1 ms are taken for 1 ms by Node.
const LONGEST_TIMEOUT_MS = 0x7fffffff;
