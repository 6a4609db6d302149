// Samples that are written in a row share datagrams: a system call costs more than fifty samples. A lone sample never
// waits, and none waits beyond the end of the code that wrote it.

export class HeldWrites {
  /** When a sample was written last, and the first of those that wait. */
  private lastWriteMs = -Infinity;
  private heldSinceMs = 0;
  private heldBytes = 0;
  private tickIsDue = false;

  constructor(
    private readonly isOn: boolean,
    /** `now` is undefined where nobody has read the clock. */
    private readonly flush: (now?: number) => void,
  ) {}

  /** True if a sample of `bytes` written now waits for others: the one before was written a moment ago. */
  holds(now: number, bytes: number): boolean {
    const isHeld = this.isOn && now - this.lastWriteMs < WRITE_GAP_MS && bytes <= MAX_SAMPLE_BYTES;
    this.lastWriteMs = now;
    return isHeld;
  }

  /** The sample is in the history. Those that wait leave when they fill a datagram, or the first has waited long enough. */
  written(now: number, bytes: number, isHeld: boolean): void {
    if (this.heldBytes === 0) this.heldSinceMs = now;
    this.heldBytes += bytes + SAMPLE_OVERHEAD;
    if (!isHeld || this.heldBytes >= MAX_HELD_BYTES || now - this.heldSinceMs >= MAX_HELD_MS) {
      this.flush(now);
    } else if (!this.tickIsDue) {
      this.tickIsDue = true;
      // Behind everything that awaits what is there already: a loop of such writes is one piece of code.
      process.nextTick(this.onTick);
    }
  }

  /** All that was owed is being sent. */
  left(): void {
    this.heldBytes = 0;
  }

  private readonly onTick = (): void => {
    this.tickIsDue = false;
    if (this.heldBytes > 0) this.flush();
  };
}

// A loop that writes comes back within a few microseconds; whoever computes in between has lone samples, and so has
// whoever answers: the fastest echo over loopback takes 25 µs.
const WRITE_GAP_MS = 0.02;
const MAX_HELD_MS = 0.5;
// Larger samples fill datagrams by themselves.
const MAX_SAMPLE_BYTES = 8192;
// What a datagram on this host takes; a submessage header and a timestamp go with each sample.
const MAX_HELD_BYTES = 32768;
const SAMPLE_OVERHEAD = 40;
