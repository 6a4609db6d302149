// Timers and immediates that run when a test says so. Install before the code under test arms anything.

interface Armed {
  readonly callback: () => void;
  readonly delayMs: number;
  isRefed: boolean;
  ref(): void;
  unref(): void;
}

export class FakeTimers {
  timeouts: Armed[] = [];
  immediates: Armed[] = [];
  /** How many timeouts were ever armed. */
  armedCount = 0;
  private readonly real = { setTimeout, clearTimeout, setImmediate, clearImmediate };

  install(): void {
    const target = globalThis as unknown as Record<string, unknown>;
    target["setTimeout"] = (callback: () => void, delayMs: number) => {
      this.armedCount++;
      return this.arm(this.timeouts, callback, delayMs);
    };
    target["setImmediate"] = (callback: () => void) => this.arm(this.immediates, callback, 0);
    target["clearTimeout"] = (armed: Armed | undefined) => {
      this.timeouts = this.timeouts.filter((one) => one !== armed);
    };
    target["clearImmediate"] = (armed: Armed | undefined) => {
      this.immediates = this.immediates.filter((one) => one !== armed);
    };
  }

  restore(): void {
    Object.assign(globalThis, this.real);
  }

  /** One round of the event loop: what is armed now runs, what it arms does not. */
  runImmediates(): number {
    const due = this.immediates.splice(0);
    for (const one of due) one.callback();
    return due.length;
  }

  /** Fires the one timeout that is armed. */
  fireTimeout(): void {
    const due = this.timeouts.splice(0);
    if (due.length !== 1) throw new Error(`${due.length} timeouts are armed`);
    due[0]!.callback();
  }

  private arm(list: Armed[], callback: () => void, delayMs: number): Armed {
    const armed: Armed = {
      callback,
      delayMs,
      isRefed: true,
      ref: () => {
        armed.isRefed = true;
      },
      unref: () => {
        armed.isRefed = false;
      },
    };
    list.push(armed);
    return armed;
  }
}
