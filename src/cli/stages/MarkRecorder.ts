// When this process collected garbage, when its event loop stood still, and when samples or fragments left again: what
// slow samples may have waited for. Costs a timer every 5 ms and a look at the counters every 20 ms.

import { type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";
import type { CountersSnapshot } from "../../index.js";
import type { Mark, MarkKind } from "../../trace/tailAttribution.js";

interface Observed {
  readonly counters: Partial<CountersSnapshot>;
  /** Microseconds on CLOCK_MONOTONIC. */
  nowUs(): number;
}

export class MarkRecorder {
  private marks: Mark[] = [];
  private timer: NodeJS.Timeout | undefined;
  private dueUs = 0;
  private ticks = 0;
  private readAtUs = 0;
  private repairs: Repairs = { samples: 0, fragments: 0 };
  /** From `performance.now()` to the clock of the samples. */
  private offsetUs = 0;
  private readonly observer = new PerformanceObserver((list) => this.noteCollections(list.getEntries()));

  constructor(
    private readonly participant: Observed,
    private readonly side: Mark["side"],
  ) {}

  start(): void {
    const nowUs = this.participant.nowUs();
    this.offsetUs = nowUs - performance.now() * 1000;
    this.marks = [];
    this.observer.observe({ entryTypes: ["gc"] });
    this.readAtUs = nowUs;
    this.repairs = this.readRepairs();
    this.dueUs = nowUs + PERIOD_US;
    this.timer = setInterval(() => this.tick(), PERIOD_US / 1000).unref();
  }

  /** What was seen since `start`. */
  stop(): Mark[] {
    clearInterval(this.timer);
    this.noteCollections(this.observer.takeRecords());
    this.observer.disconnect();
    this.noteRepairs(this.participant.nowUs());
    return this.marks;
  }

  private tick(): void {
    const nowUs = this.participant.nowUs();
    // A timer of Node is up to a millisecond late without anything in its way.
    if (nowUs - this.dueUs > LATE_US) this.note("eventLoopStall", this.dueUs, nowUs);
    this.dueUs = nowUs + PERIOD_US;
    if (++this.ticks % TICKS_PER_READ === 0) this.noteRepairs(nowUs);
  }

  private noteCollections(entries: readonly PerformanceEntry[]): void {
    for (const { startTime, duration } of entries) {
      const fromUs = startTime * 1000 + this.offsetUs;
      this.note("gc", fromUs, fromUs + duration * 1000);
    }
  }

  private noteRepairs(nowUs: number): void {
    const repairs = this.readRepairs();
    if (repairs.samples > this.repairs.samples) this.note("retransmission", this.readAtUs, nowUs);
    if (repairs.fragments > this.repairs.fragments) this.note("fragmentRepair", this.readAtUs, nowUs);
    this.repairs = repairs;
    this.readAtUs = nowUs;
  }

  private readRepairs(): Repairs {
    const { samplesRetransmitted = 0, fragmentsRetransmitted = 0, submessagesOut } = this.participant.counters;
    return { samples: samplesRetransmitted, fragments: fragmentsRetransmitted + (submessagesOut?.NackFrag ?? 0) };
  }

  private note(kind: MarkKind, fromUs: number, toUs: number): void {
    if (this.marks.length < MAX_MARKS) this.marks.push({ side: this.side, kind, fromUs, toUs });
  }
}

interface Repairs {
  readonly samples: number;
  readonly fragments: number;
}

const PERIOD_US = 5000;
const LATE_US = 1500;
const TICKS_PER_READ = 4;
/** Of one cell and process: some minutes of a process that does nothing else. */
const MAX_MARKS = 50_000;
