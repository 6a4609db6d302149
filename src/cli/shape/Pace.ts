// When the rounds of a loop come: on a fixed schedule, so that what they cost and timers that are late do not add up.
// Lost time is made up for by shorter pauses, down to a limit, and not at all when a whole round was lost.

export class Pace {
  private due: number;

  /**
   * @param periodMs from round to round
   * @param hurry how much shorter than a period the time between two rounds may be: 0 to 1
   * @param now when the first round begins
   */
  constructor(
    private readonly periodMs: number,
    private readonly hurry: number,
    now: number,
  ) {
    this.due = now;
  }

  /** Milliseconds to wait, 0 or more, behind a round that began at `startedAt` and ended `now`. */
  pause(startedAt: number, now: number): number {
    this.due += this.periodMs;
    if (this.due < now - this.periodMs) this.due = now;
    return Math.max(this.due, startedAt + this.periodMs * (1 - this.hurry), now) - now;
  }
}
