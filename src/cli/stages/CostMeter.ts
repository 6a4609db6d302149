// What one process spends while a cell is measured: datagrams, retransmissions, event-loop delay, garbage collection.

import { monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";
import type { CountersSnapshot } from "../../index.js";
import type { ProcessCost } from "./plan.js";

const NS_PER_US = 1000;
/** Resolution of the delay histogram; it wakes the process this often. */
const DELAY_RESOLUTION_MS = 20;

export class CostMeter {
  private readonly delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  private gcTimeMs = 0;
  private readonly observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) this.gcTimeMs += entry.duration;
  });
  private before = { datagrams: 0, bytes: 0, samples: 0, fragments: 0 };

  constructor(private readonly participant: { readonly counters: Partial<CountersSnapshot> }) {}

  start(): void {
    this.before = this.read();
    this.gcTimeMs = 0;
    this.observer.observe({ entryTypes: ["gc"] });
    this.delay.reset();
    this.delay.enable();
  }

  stop(): ProcessCost {
    this.delay.disable();
    this.observer.disconnect();
    const after = this.read();
    // The histogram counts from the moment a timer should have fired: its resolution is no delay.
    const delayUs = this.delay.percentile(99) / NS_PER_US - DELAY_RESOLUTION_MS * 1000;
    return {
      datagrams: after.datagrams - this.before.datagrams,
      bytes: after.bytes - this.before.bytes,
      samplesRetransmitted: after.samples - this.before.samples,
      fragmentsRetransmitted: after.fragments - this.before.fragments,
      eventLoopDelayP99Us: Math.max(0, delayUs),
      gcTimeMs: this.gcTimeMs,
    };
  }

  private read() {
    const counters = this.participant.counters;
    return {
      datagrams: counters.datagramsOut ?? 0,
      bytes: counters.bytesOut ?? 0,
      samples: counters.samplesRetransmitted ?? 0,
      fragments: counters.fragmentsRetransmitted ?? 0,
    };
  }
}
