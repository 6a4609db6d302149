// RTPS 2.5 §8.4.10.4: a best-effort writer that begins anew under its old GUID numbers from 1 again, and has no HEARTBEAT to
// say so.

/** Numbers that all came before, rising again after a silence, are of a new beginning. */
export class RenumberingWatch {
  private previous = 0;
  private rising = 0;

  /** A number that has come already, so long after the last new one. True: take it for new. */
  confirms(sn: number): boolean {
    this.rising = sn > this.previous ? this.rising + 1 : 1;
    this.previous = sn;
    return this.rising >= RISING_NUMBERS;
  }

  clear(): void {
    this.previous = 0;
    this.rising = 0;
  }
}

/** Copies of old samples that come late and in order are fewer. */
const RISING_NUMBERS = 3;
