// One sample in flight: sends, waits for the echo, sends the next from inside the handler. No promise, no tick.

export interface PingPongOptions {
  /** After this an echo is given up; default two seconds. */
  readonly timeoutUs?: number;
  /** Wait so long after each echo; default 0. */
  readonly pauseUs?: number;
}

export class PingPong {
  /** Echoes that did not come in time. */
  timedOut = 0;
  /** Echoes with another content than was sent. */
  invalid = 0;
  written = 0;
  private index = 0;
  private times = new Float64Array(0);
  private count = 0;
  private left = 0;
  private sentAtUs = 0;
  private inVain = 0;
  private isWaiting = false;
  private currentPauseMs = 0;
  private done: { resolve: (times: Float64Array) => void; reject: (error: Error) => void } | undefined;
  private watchdog: NodeJS.Timeout | undefined;
  private readonly timeoutUs: number;
  private readonly pauseMs: number;

  constructor(
    private readonly nowUs: () => number,
    private readonly send: (index: number, nowUs: number) => void,
    options: PingPongOptions = {},
  ) {
    this.timeoutUs = options.timeoutUs ?? TIMEOUT_US;
    this.pauseMs = (options.pauseUs ?? 0) / 1000;
  }

  /**
   * Measures `samples` round trips; lost ones are counted in `timedOut` and not in the result. Microseconds. Rejects when
   * nothing comes back several times in a row.
   */
  measure(samples: number, pauseMs = this.pauseMs): Promise<Float64Array> {
    this.currentPauseMs = pauseMs;
    this.times = new Float64Array(samples);
    this.count = 0;
    this.left = samples;
    this.inVain = 0;
    return new Promise((resolve, reject) => {
      this.done = { resolve, reject };
      this.watchdog = setInterval(() => this.watch(), Math.min(WATCH_PERIOD_MS, this.timeoutUs / 1000));
      this.next();
    });
  }

  /** The listener of the echo. An echo that was given up on may still come: it is not counted. */
  onEcho(index: number, isAsSent = true): void {
    const nowUs = this.nowUs();
    if (!this.isWaiting || index !== this.index) return;
    if (isAsSent) this.times[this.count++] = nowUs - this.sentAtUs;
    else this.invalid++;
    this.inVain = 0;
    this.isWaiting = false;
    if (this.currentPauseMs === 0) this.next();
    else setTimeout(() => this.next(), this.currentPauseMs);
  }

  private next(): void {
    if (this.left-- === 0) {
      this.finish()!.resolve(this.times.subarray(0, this.count));
      return;
    }
    this.index++;
    this.written++;
    this.isWaiting = true;
    this.sentAtUs = this.nowUs();
    this.send(this.index, this.sentAtUs);
  }

  private watch(): void {
    if (!this.isWaiting || this.nowUs() - this.sentAtUs < this.timeoutUs) return;
    this.isWaiting = false;
    this.timedOut++;
    if (++this.inVain < MAX_IN_VAIN) this.next();
    else this.finish()!.reject(new Error(`nothing came back ${MAX_IN_VAIN} times in a row`));
  }

  private finish() {
    clearInterval(this.watchdog);
    const { done } = this;
    this.done = undefined;
    return done;
  }
}

const TIMEOUT_US = 2_000_000;
const WATCH_PERIOD_MS = 250;
const MAX_IN_VAIN = 10;
