// How fast one writer may send to all its readers together: a bucket that fills with time and is emptied by bytes.
// State only; whoever finds it empty asks when to come back.

import type { Ms } from "../structure/time.js";

export class FlowController {
  /** Bytes that may leave now. Below 0 when the last sample was larger than what there was. */
  private available: number;
  private filledAt: Ms = -Infinity;

  /**
   * @param bytesPerSecond of payload
   * @param burstBytes that may leave at once after a pause
   */
  constructor(
    private readonly bytesPerSecond: number,
    private readonly burstBytes: number,
  ) {
    this.available = burstBytes;
  }

  /** When the next sample or fragment may leave: `now`, or later. */
  opensAt(now: Ms): Ms {
    if (now > this.filledAt) {
      const filled = this.available + ((now - this.filledAt) * this.bytesPerSecond) / 1000;
      this.available = Math.min(this.burstBytes, filled);
      this.filledAt = now;
    }
    // A byte at least, and never the same instant again: the division may round to nothing.
    return this.available >= 1 ? now : now + Math.max(((1 - this.available) * 1000) / this.bytesPerSecond, 0.001);
  }

  /** So many bytes leave, repairs included. */
  take(bytes: number): void {
    this.available -= bytes;
  }
}
