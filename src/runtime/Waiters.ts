// Promises that wait for a condition, with a time-out and an AbortSignal. Nothing is polled: whoever changes the
// state calls notify().

export interface WaitOptions {
  /** Milliseconds; Infinity, the default, waits for ever. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

interface Waiter {
  readonly holds: () => boolean;
  readonly settle: (error?: unknown) => void;
}

export class Waiters {
  private readonly waiting = new Set<Waiter>();

  /**
   * Resolves as soon as `holds` is true. Rejects with `onTimeout()` after the time-out, with the signal's reason when
   * it aborts, and with what `fail` is given.
   */
  until(holds: () => boolean, options: WaitOptions, onTimeout: () => Error): Promise<void> {
    const { timeoutMs = Infinity, signal } = options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (holds()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const onAbort = () => waiter.settle(signal!.reason);
      const waiter: Waiter = {
        holds,
        settle: (error) => {
          this.waiting.delete(waiter);
          clearTimeout(timer);
          signal?.removeEventListener("abort", onAbort);
          if (error === undefined) resolve();
          else reject(error);
        },
      };
      this.waiting.add(waiter);
      signal?.addEventListener("abort", onAbort);
      if (timeoutMs < MAX_TIMER_MS) timer = setTimeout(() => waiter.settle(onTimeout()), timeoutMs);
    });
  }

  get isIdle(): boolean {
    return this.waiting.size === 0;
  }

  /** Looks at every condition again. */
  notify(): void {
    for (const waiter of this.waiting) if (waiter.holds()) waiter.settle();
  }

  /** Rejects everybody who still waits. */
  fail(error: unknown): void {
    for (const waiter of [...this.waiting]) waiter.settle(error);
  }
}

/** setTimeout takes a signed 32-bit number of milliseconds. */
const MAX_TIMER_MS = 0x7fffffff;
