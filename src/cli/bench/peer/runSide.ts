// The life of one side of a cell: ready, matched, go, report, stop. JSON lines out, words in.

import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { ReadyEvent, ReportEvent } from "../cellPlan.js";
import { readPssBytes } from "../pss.js";
import { monotonicUs } from "./clock.js";
import { ProcessMeter } from "./ProcessMeter.js";
import type { PeerSettings } from "./settings.js";

/** Facts of a report that only the side itself knows. */
export type SideCounts = Omit<ReportEvent, "event">;

/** What a program has to bring. */
export interface Side {
  readonly ready: Omit<ReadyEvent, "event">;
  /** Resolves when the other side can be reached. */
  readonly matched: Promise<unknown>;
  /** A side that writes: does its work, from "go" on. */
  run?(): Promise<SideCounts>;
  /** A side that reads: begins to count at "go". */
  begin?(): void;
  /** A side that reads: what it has, when it is asked. */
  counts?(): SideCounts;
  /** Microseconds in the order measured, of the side that measures latencies. */
  latenciesUs?(): Float64Array;
  /** Of the participant, for the costs. */
  readonly counters?: ConstructorParameters<typeof ProcessMeter>[0];
  close(): Promise<unknown>;
}

/** Runs until it is told to stop, or the command that started it is gone. Errors are an event and exit code 2. */
export async function runSide(
  open: () => Promise<Side>,
  { samplesFile, memoryEveryMs }: Pick<PeerSettings, "samplesFile" | "memoryEveryMs">,
): Promise<void> {
  try {
    const side = await open();
    if (memoryEveryMs > 0) setInterval(sayMemory, memoryEveryMs);
    emit({ event: "ready", ...side.ready, existAtUs: monotonicUs() });
    const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
    await side.matched;
    emit({ event: "matched", atUs: monotonicUs() });
    await obey(side, samplesFile, lines);
    await side.close();
    process.exit(0);
  } catch (error) {
    emit({ event: "error", message: error instanceof Error ? error.message : String(error) });
    // Whatever is still open must not keep the process.
    process.stdout.write("", () => process.exit(EXIT_FAILED));
  }
}

async function obey(side: Side, samplesFile: string | undefined, lines: AsyncIterator<string>): Promise<void> {
  const meter = new ProcessMeter(side.counters ?? { counters: {} });
  const report = (counts: SideCounts) => {
    const cost = meter.stop();
    if (samplesFile !== undefined) writeFileSync(samplesFile, side.latenciesUs?.() ?? new Float64Array(0));
    emit({ event: "report", ...counts, ...cost });
  };
  for (;;) {
    const { value: line, done } = await lines.next();
    if (done === true || line === "stop") return;
    if (line === "go") {
      meter.start();
      side.begin?.();
      if (side.run !== undefined) report(await side.run());
    }
    if (line === "report" && side.counts !== undefined) report(side.counts());
  }
}

function sayMemory(): void {
  const { rss, heapUsed, external } = process.memoryUsage();
  const pssBytes = readPssBytes() ?? rss;
  emit({ event: "memory", atUs: monotonicUs(), pssBytes, heapBytes: heapUsed, externalBytes: external });
}

function emit(event: object): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

const EXIT_FAILED = 2;
