// Promises that wait for a condition, with a time-out and an AbortSignal. Nothing is polled: whoever changes the
// state calls notify().

export interface WaitOptions {
  /** Milliseconds from 0; Infinity, the default, waits for ever. Anything else is a TypeError. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Calls `action` after so many milliseconds, unless the function it returns is called before. Infinity is never. */
export type Scheduler = (delayMs: number, action: () => void) => () => void;

export const systemScheduler: Scheduler = (delayMs, action) => {
  let timer: NodeJS.Timeout | undefined;
  const arm = (leftMs: number) => {
    const isLast = leftMs <= MAX_TIMER_MS;
    timer = setTimeout(() => (isLast ? action() : arm(leftMs - MAX_TIMER_MS)), isLast ? leftMs : MAX_TIMER_MS);
  };
  if (delayMs < Infinity) arm(delayMs);
  return () => clearTimeout(timer);
};

interface Waiter {
  readonly holds: () => boolean;
  readonly settle: (error?: unknown) => void;
}

/** Throws TypeError for what is no time to wait: NaN would wait for ever. */
export function checkTimeout(timeoutMs: number): void {
  if (typeof timeoutMs === "number" && timeoutMs >= 0) return;
  throw new TypeError(`timeoutMs must be a number of milliseconds from 0, or Infinity, not ${String(timeoutMs)}`);
}

export class Waiters {
  private readonly waiting = new Set<Waiter>();

  constructor(private readonly scheduler: Scheduler = systemScheduler) {}

  /**
   * Resolves as soon as `holds` is true. Rejects with `onTimeout()` after the time-out, with the signal's reason when
   * it aborts, with what `fail` is given, and with TypeError when the time-out is no time.
   */
  async until(holds: () => boolean, options: WaitOptions, onTimeout: () => Error): Promise<void> {
    const { timeoutMs = Infinity, signal } = options;
    checkTimeout(timeoutMs);
    signal?.throwIfAborted();
    if (holds()) return;
    return new Promise((resolve, reject) => {
      let cancelTimer = () => {};
      const onAbort = () => waiter.settle(signal!.reason);
      const waiter: Waiter = {
        holds,
        settle: (error) => {
          this.waiting.delete(waiter);
          cancelTimer();
          signal?.removeEventListener("abort", onAbort);
          if (error === undefined) resolve();
          else reject(error);
        },
      };
      this.waiting.add(waiter);
      signal?.addEventListener("abort", onAbort);
      if (timeoutMs < Infinity) cancelTimer = this.scheduler(timeoutMs, () => waiter.settle(onTimeout()));
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

/** setTimeout takes a signed 32-bit number of milliseconds: what is longer it takes for 1. */
const MAX_TIMER_MS = 0x7fffffff;
