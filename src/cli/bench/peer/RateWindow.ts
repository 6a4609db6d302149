// How much arrives in a stretch of time that begins some time after the first sample. The clock is read only once for
// several small samples: reading it costs as much as handling one.

export class RateWindow {
  private received = 0;
  private openedAtUs = 0;
  private firstUs = 0;
  private lastUs = 0;
  private receivedAtStart = 0;
  private sequenceAtStart = 0;
  private receivedAtEnd = 0;
  private sequenceAtEnd = 0;
  private untilCheck = 1;
  private isOver = false;

  constructor(
    private readonly nowUs: () => number,
    private readonly warmUpUs: number,
    private readonly durationUs: number,
    private readonly checkEvery: number,
  ) {}

  /** A sample with the next number, or one behind a gap. Samples come in order. */
  note(sequence: number, count = 1): void {
    this.received += count;
    if (--this.untilCheck > 0 || this.isOver) return;
    this.untilCheck = this.checkEvery;
    this.look(sequence, this.nowUs());
  }

  private look(sequence: number, nowUs: number): void {
    if (this.firstUs === 0) this.firstUs = nowUs;
    if (nowUs - this.firstUs < this.warmUpUs) return;
    if (this.openedAtUs === 0) {
      this.openedAtUs = nowUs;
      this.receivedAtStart = this.received;
      this.sequenceAtStart = sequence;
    }
    this.lastUs = nowUs;
    this.receivedAtEnd = this.received;
    this.sequenceAtEnd = sequence;
    this.isOver = nowUs - this.openedAtUs >= this.durationUs;
  }

  /** Between the first and the last reading of the clock inside the window. */
  get counts(): { received: number; lost: number; elapsedUs: number } {
    const received = this.receivedAtEnd - this.receivedAtStart;
    const numbers = this.sequenceAtEnd - this.sequenceAtStart;
    return { received, lost: Math.max(0, Math.round(numbers - received)), elapsedUs: this.lastUs - this.openedAtUs };
  }
}
