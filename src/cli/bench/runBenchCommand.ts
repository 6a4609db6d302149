// What the commands of `rtps bench` do with their cells: progress, tables, the file.

import { benchTables, benchTitle } from "../../report/index.js";
import type { BenchDocument } from "../../trace/benchDocument.js";
import { drawTable } from "../drawTable.js";
import { endSignal, exitUnfinished } from "../ending.js";
import { prepareFiles, writeResult } from "../resultFiles.js";
import { BenchProgress } from "./BenchProgress.js";
import { type BenchOptions, choosePeers } from "./benchOptions.js";
import type { CellPlan } from "./cellPlan.js";
import type { CellRequest, MeasuredCell } from "./measureCell.js";
import type { BenchPeer } from "./peers.js";
import { runBench } from "./runBench.js";

/** How the cells of a command are measured that are not two processes of a peer. */
export type MeasurePlan<P extends CellPlan> = (
  request: CellRequest & { readonly plan: P },
  signal: AbortSignal,
) => Promise<MeasuredCell>;

export interface BenchDefaults<P extends CellPlan = CellPlan> {
  readonly repeats: number;
  /** With --quick; default 1. */
  readonly quickRepeats?: number;
  readonly measure?: MeasurePlan<P>;
  /** Default: those of --peers, else ourselves. */
  readonly peers?: readonly BenchPeer[];
}

/** Runs and reports. Exit code 1 when a cell failed or nothing could be measured. */
export async function runBenchCommand<P extends CellPlan>(
  benchmark: string,
  plans: readonly P[],
  options: BenchOptions,
  defaults: BenchDefaults<P>,
): Promise<void> {
  const peers = defaults.peers ?? choosePeers(options.peers ?? ["self"]);
  const repeats = options.repeats ?? (options.quick === true ? (defaults.quickRepeats ?? 1) : defaults.repeats);
  const command = `rtps bench ${process.argv.slice(3).join(" ")}`.trim();
  const signal = endSignal();
  if (options.json !== undefined) prepareFiles([options.json]);
  const progress = new BenchProgress();
  try {
    // The plans that come back are those that were given.
    if (defaults.measure !== undefined) progress.measure = defaults.measure as MeasurePlan<CellPlan>;
    const document = await runBench({ benchmark, command, peers, plans, repeats }, progress, signal);
    progress.stop();
    await reportBench(document, options.json);
  } catch (error) {
    progress.stop();
    if (!signal.aborted) throw error;
    process.stderr.write("interrupted\n");
    exitUnfinished();
  }
}

/** Tables to standard output, the document to its file. */
export async function reportBench(document: BenchDocument, file: string | undefined): Promise<void> {
  const { cells, failures, peers } = document;
  for (const { title, table } of benchTables(document)) process.stdout.write(`\n${title}\n${drawTable(table)}\n`);
  for (const failure of failures) process.stdout.write(`failed: ${benchTitle(failure)}: ${failure.reason}\n`);
  for (const { peer, note } of peers) if (note !== undefined) process.stdout.write(`${peer}: ${note}\n`);
  for (const { peer, skipped } of peers)
    if (skipped !== undefined) process.stdout.write(`${peer} skipped: ${skipped}\n`);
  if (cells.length === 0 || failures.length > 0) process.exitCode = EXIT_FAILED;
  if (file === undefined) return;
  if (await writeResult(file, `${JSON.stringify(document, null, 1)}\n`)) process.stdout.write(`\nwritten: ${file}\n`);
}

const EXIT_FAILED = 1;
