// Timers whose time passes when a test says so.

import { DeadlineQueue, type Timed } from "../../src/rtps/structure/DeadlineQueue.js";

export class VirtualTimers {
  now = 0;
  private readonly queue = new DeadlineQueue();

  arm(timed: Timed, at: number): void {
    this.queue.arm(timed, at);
  }

  /** Calls everything that is due on the way. */
  runTo(to: number): void {
    for (let next = this.queue.earliest(); next <= to; next = this.queue.earliest()) {
      this.now = Math.max(this.now, next);
      this.queue.takeDue(this.now)!.handleTimeout(this.now);
    }
    this.now = to;
  }

  /** Nothing is armed. */
  get isIdle(): boolean {
    return this.queue.earliest() === Number.POSITIVE_INFINITY;
  }
}
