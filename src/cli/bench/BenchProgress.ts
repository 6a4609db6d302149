// How far a run is: a bar on a terminal, a line for each cell elsewhere.

import cliProgress from "cli-progress";
import { benchTitle, formatFigure, formatMicroseconds, formatRate } from "../../report/index.js";
import type { BenchFailure, BenchMeasurement } from "../../trace/benchDocument.js";
import { median } from "../../trace/statistics.js";
import { type CellPlan, cellKey } from "./cellPlan.js";
import type { BenchTask, RunHooks } from "./runBench.js";

export class BenchProgress implements RunHooks {
  private readonly bar: cliProgress.SingleBar | undefined;
  measure: RunHooks["measure"];
  private isStarted = false;
  private done = 0;
  private total = 0;

  constructor() {
    if (process.stderr.isTTY !== true) return;
    const format = "[{bar}] {percentage}% {value}/{total} cells  {cell}";
    this.bar = new cliProgress.SingleBar(
      { format, clearOnComplete: true, hideCursor: true },
      cliProgress.Presets.shades_classic,
    );
  }

  onProgress(done: number, total: number, task: BenchTask | undefined): void {
    this.done = done;
    this.total = total;
    const cell = task === undefined ? "" : taskTitle(task);
    if (!this.isStarted) this.bar?.start(total, done, { cell });
    this.isStarted = true;
    this.bar?.update(done, { cell });
  }

  onCell(task: BenchTask, result: BenchMeasurement | BenchFailure): void {
    if (this.bar !== undefined) return;
    process.stderr.write(`[${this.done + 1}/${this.total}] ${taskTitle(task)}: ${outcome(result)}\n`);
  }

  stop(): void {
    this.bar?.stop();
  }
}

function taskTitle({ peer, plan, repeat }: { peer: { name: string }; plan: CellPlan; repeat: number }): string {
  return `${benchTitle(cellKey(plan, peer.name, ""))}, repeat ${repeat}`;
}

function outcome(result: BenchMeasurement | BenchFailure): string {
  if ("reason" in result) return `failed: ${result.reason}`;
  const { lost = 0 } = result;
  const figure = headline(result);
  return lost > 0 ? `${figure}, ${lost} lost` : figure;
}

function headline({ latenciesUs, latencies, samplesPerSecond, figures = {} }: BenchMeasurement): string {
  if (latenciesUs !== undefined && latenciesUs.length > 0) return `P50 ${formatMicroseconds(median(latenciesUs))} µs`;
  if (latencies?.p50Us !== undefined) return `P50 ${formatMicroseconds(latencies.p50Us)} µs`;
  if (samplesPerSecond !== undefined) return `${formatRate(samplesPerSecond)} samples/s`;
  const [first] = Object.entries(figures);
  return first === undefined ? "done" : `${first[0]} ${formatFigure(first[1])}`;
}
