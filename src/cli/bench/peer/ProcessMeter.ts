// What a side spends while a cell is measured: what CostMeter counts, and processor time and memory.

import type { BenchSideCost } from "../../../trace/benchDocument.js";
import { CostMeter } from "../../stages/CostMeter.js";

export class ProcessMeter {
  private readonly meter: CostMeter;
  private before = process.cpuUsage();

  constructor(participant: ConstructorParameters<typeof CostMeter>[0]) {
    this.meter = new CostMeter(participant);
  }

  start(): void {
    this.meter.start();
    this.before = process.cpuUsage();
  }

  stop(): BenchSideCost {
    const { user, system } = process.cpuUsage(this.before);
    const { datagrams, bytes, samplesRetransmitted, fragmentsRetransmitted, ...delays } = this.meter.stop();
    return {
      cpuSeconds: (user + system) / US_PER_S,
      maxRssBytes: process.resourceUsage().maxRSS * BYTES_PER_KIB,
      // A process without a participant has no such counters.
      ...(datagrams > 0 && { datagramsOut: datagrams, bytesOut: bytes }),
      ...(datagrams > 0 && { samplesRetransmitted, fragmentsRetransmitted }),
      ...delays,
    };
  }
}

const US_PER_S = 1e6;
const BYTES_PER_KIB = 1024;
