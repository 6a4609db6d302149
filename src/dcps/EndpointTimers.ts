// Everything of one writer or reader that waits for an instant: deadlines, lifespans, purges. A queue of its own behind
// the one alarm that the engine gives to each endpoint.

import { DeadlineQueue, type Timed } from "../rtps/structure/DeadlineQueue.js";
import type { EntityId } from "../rtps/structure/entityId.js";
import { type Ms, NEVER } from "../rtps/structure/time.js";
import type { OpenParticipant } from "../runtime/index.js";

export type { Timed } from "../rtps/structure/DeadlineQueue.js";

/** Instants are monotonic milliseconds, as `runtime.clock.now()` gives them. */
export class EndpointTimers {
  private readonly queue = new DeadlineQueue();
  /** When the engine will wake us; never later than the earliest deadline. */
  private alarmAt: Ms = NEVER;
  private isOpen = true;
  private isHandling = false;

  constructor(
    private readonly runtime: Pick<OpenParticipant, "engine" | "driver">,
    private readonly endpoint: EntityId,
  ) {}

  /** Sets when `timed.handleTimeout` is called, instead of the time set before; NEVER takes it out. */
  arm(timed: Timed, at: Ms): void {
    if (!this.isOpen) return;
    this.queue.arm(timed, at);
    // Deadlines that move away with every sample leave the alarm: one early wake costs less than a call per sample.
    if (!this.isHandling && this.queue.earliest() < this.alarmAt) this.setAlarm();
  }

  /** The engine's `alarm` event: calls everything that is due, each of which may arm anything. */
  handleAlarm(now: Ms): void {
    if (!this.isOpen) return;
    this.alarmAt = NEVER;
    this.isHandling = true;
    try {
      for (let due = this.takeDue(now); due !== undefined; due = this.takeDue(now)) due.handleTimeout(now);
    } finally {
      this.isHandling = false;
      if (this.isOpen && this.queue.earliest() !== NEVER) this.setAlarm();
    }
  }

  /** Nothing is called any more. The engine forgets the alarm with the endpoint. */
  close(): void {
    this.isOpen = false;
  }

  private takeDue(now: Ms): Timed | undefined {
    return this.isOpen ? this.queue.takeDue(now) : undefined;
  }

  private setAlarm(): void {
    const { engine, driver } = this.runtime;
    this.alarmAt = this.queue.earliest();
    engine.setAlarm(this.endpoint, this.alarmAt);
    // Outside of a turn of the driver nobody else looks at the engine's deadline.
    driver.schedule();
  }
}
