// One sample in flight: writes, waits for the echo, writes the next from inside the listener. No promise, no tick.

import type { DataWriter, DomainParticipant, Sample } from "../../index.js";
import type { StagesSample } from "./sampleType.js";

const TIMEOUT_US = 2_000_000;
const WATCH_PERIOD_MS = 250;

export class PingPong {
  /** Echoes that did not come within two seconds. */
  timedOut = 0;
  written = 0;
  private times = new Float64Array(0);
  private count = 0;
  private left = 0;
  private sentAtUs = 0;
  private lastSn = 0;
  private done: ((times: Float64Array) => void) | undefined;
  private watchdog: NodeJS.Timeout | undefined;
  private readonly value: StagesSample;

  constructor(
    private readonly participant: DomainParticipant,
    private readonly writer: DataWriter<StagesSample>,
    payloadLength: number,
  ) {
    this.value = { index: 0, payload: new Uint8Array(payloadLength) };
  }

  /** Measures `samples` round trips; lost ones are counted in `timedOut` and not in the result. Microseconds. */
  measure(samples: number): Promise<Float64Array> {
    this.times = new Float64Array(samples);
    this.count = 0;
    this.left = samples;
    return new Promise((resolve) => {
      this.done = resolve;
      this.watchdog = setInterval(() => this.watch(), WATCH_PERIOD_MS);
      this.next();
    });
  }

  /** The listener of the echo. */
  readonly onEcho = (sample: Sample<StagesSample>): void => {
    const nowUs = this.participant.nowUs();
    if (this.done === undefined || sample.data?.index !== this.value.index) return;
    this.times[this.count++] = nowUs - this.sentAtUs;
    this.next();
  };

  private next(): void {
    if (this.left-- === 0) {
      clearInterval(this.watchdog);
      const done = this.done!;
      this.done = undefined;
      done(this.times.subarray(0, this.count));
      return;
    }
    this.value.index = (this.value.index + 1) >>> 0;
    this.written++;
    this.sentAtUs = this.participant.nowUs();
    this.lastSn = this.writer.write(this.value);
  }

  private watch(): void {
    if (this.done === undefined || this.participant.nowUs() - this.sentAtUs < TIMEOUT_US) return;
    this.timedOut++;
    this.next();
  }

  /** Sequence number of the last sample written. */
  get lastSequenceNumber(): number {
    return this.lastSn;
  }
}
