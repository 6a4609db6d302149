// Entry point of a process of `rtps bench ring`: opens its nodes, writes at their rate from the beginning, says when all
// have received, and counts between "go" and the end of the time.

import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { PACKAGE_VERSION } from "../../version.js";
import { monotonicUs } from "../peer/clock.js";
import { ProcessMeter } from "../peer/ProcessMeter.js";
import { readPssBytes } from "../pss.js";
import { RingNode } from "./RingNode.js";
import { parseRingArguments, type RingSettings } from "./ringPlan.js";

class RingProcess {
  private readonly nodes: RingNode[] = [];
  private readonly latencies: number[] = [];
  private readonly meter = new ProcessMeter({ counters: {} });
  private isMeasuring = false;
  private startedUs = 0;
  private written = 0;
  private cost: object = {};

  constructor(private readonly settings: RingSettings) {}

  async run(): Promise<void> {
    const { settings } = this;
    const barePssBytes = readPssBytes() ?? 0;
    const createdAtUs = monotonicUs();
    for (let index = settings.process; index < settings.nodes; index += settings.processes) {
      this.nodes.push(await RingNode.open(index, settings, (us) => this.latencies.push(us)));
    }
    this.startedUs = monotonicUs();
    const timer = setInterval(() => this.writeDue(), TICK_MS);
    const times = { createdAtUs, existAtUs: this.startedUs };
    emit({ event: "ready", version: PACKAGE_VERSION, transport: "UDP 127.0.0.1", ...times });
    await this.untilUp();
    const found = this.countersNow();
    emit({ event: "matched", atUs: Math.max(...this.nodes.map(({ upAtUs }) => upAtUs)) });
    for await (const line of createInterface({ input: process.stdin })) {
      if (line === "stop") break;
      if (line === "go") this.measure();
      if (line === "report") this.report({ barePssBytes, ...found });
    }
    clearInterval(timer);
    // Nobody is left to hear two hundred goodbyes.
    process.exit(0);
  }

  /** Every node at its rate, one after the other. */
  private writeDue(): void {
    const { nodes, settings } = this;
    const due = ((monotonicUs() - this.startedUs) / 1e6) * settings.rateHz * nodes.length;
    // After a stall nobody catches up with more than one round.
    if (due - this.written > nodes.length) this.written = Math.floor(due - nodes.length);
    for (; this.written < due; this.written++) nodes[this.written % nodes.length]!.write(this.isMeasuring);
  }

  private untilUp(): Promise<void> {
    const endUs = monotonicUs() + this.settings.upTimeoutMs * 1000;
    return new Promise((resolve) => {
      const timer = setInterval(() => {
        if (this.nodes.some(({ upAtUs }) => upAtUs === 0) && monotonicUs() < endUs) return;
        clearInterval(timer);
        resolve();
      }, TICK_MS);
    });
  }

  private measure(): void {
    this.meter.start();
    this.isMeasuring = true;
    setTimeout(() => {
      this.isMeasuring = false;
      this.cost = this.meter.stop();
    }, this.settings.durationMs);
  }

  private report(figures: Record<string, number>): void {
    writeFileSync(this.settings.samplesFile, Float64Array.from(this.latencies));
    const nodes = this.nodes.map(({ index, sent, received, upAtUs }) => ({ index, sent, received, isUp: upAtUs > 0 }));
    emit({ event: "report", ...this.cost, figures, nodes });
  }

  private countersNow() {
    let datagrams = 0;
    let bytes = 0;
    for (const { participant } of this.nodes) {
      const { datagramsOut = 0, bytesOut = 0 } = participant.counters;
      datagrams += datagramsOut;
      bytes += bytesOut;
    }
    return { datagrams, bytes };
  }
}

function emit(event: object): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

const TICK_MS = 1;

// Ctrl-C goes to the whole process group: the command ends first, and tells us.
process.on("SIGINT", () => undefined);
new RingProcess(parseRingArguments(process.argv.slice(2))).run().catch((error: unknown) => {
  emit({ event: "error", message: error instanceof Error ? error.message : String(error) });
  process.stdout.write("", () => process.exit(2));
});
