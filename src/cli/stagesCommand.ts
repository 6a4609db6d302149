// `rtps stages`, the main job: where the time of samples goes between two processes, t0 to t5.

import cliProgress from "cli-progress";
import { type Command, InvalidArgumentError, Option } from "commander";
import pc from "picocolors";
import { cellTitle, overviewTable, renderStagesReport, stageTable } from "../report/index.js";
import type { Reliability, StagesDocument } from "../trace/stagesDocument.js";
import { drawTable } from "./drawTable.js";
import { endSignal, exitUnfinished } from "./ending.js";
import { integer } from "./options.js";
import { prepareFiles, writeResult } from "./resultFiles.js";
import type { CellPlan } from "./stages/plan.js";
import { runStages } from "./stages/runStages.js";

interface StagesOptions {
  readonly samples: number;
  readonly warmUp: number;
  readonly size: readonly number[];
  readonly reliability: string;
  readonly json: string;
  readonly html: string;
  readonly quick?: boolean;
}

const RELIABILITIES = ["reliable", "best-effort", "both"];
const TURNS = 10;
const QUICK_SAMPLES = 500;
const QUICK_WARM_UP = 3000;

export function defineStages(command: Command): void {
  command
    .option("-n, --samples <count>", "measured samples of each size", integer(1, 1_000_000), 2000)
    .option("--warm-up <count>", "samples before them that are not measured", integer(0, 1_000_000), 10_000)
    .addOption(
      new Option("-s, --size <bytes,...>", "sizes of the samples in bytes")
        .argParser(sizes)
        .default([64, 16384], "64,16384"),
    )
    .addOption(
      new Option("-r, --reliability <kind>", "of the samples")
        .choices(RELIABILITIES)
        .argParser(reliability)
        .default("reliable"),
    )
    .option("--json <file>", "where the figures go", "out/stages.json")
    .option("--html <file>", "where the page with the plots goes", "out/stages.html")
    .option("--quick", `only ${QUICK_SAMPLES} samples of each size after a warm-up of ${QUICK_WARM_UP}`)
    .addHelpText(
      "after",
      `
Points: t0 write() is called, t1 in the writer's history, t2 before the socket call, t3 the datagram is in,
t4 deserialized, t5 in the user's listener. The raw-socket floor is measured in the same run, turn by turn.`,
    )
    .action(runStagesCommand);
}

async function runStagesCommand(options: StagesOptions): Promise<void> {
  const cells = cellPlans(options);
  const total = cells.reduce((sum, cell) => sum + cell.samples, 0);
  const bar = new cliProgress.SingleBar(
    { format: "{cell} [{bar}] {percentage}% {value}/{total} samples", clearOnComplete: true, hideCursor: true },
    cliProgress.Presets.shades_classic,
  );
  const signal = endSignal();
  prepareFiles([options.json, options.html]);
  const showsBar = process.stderr.isTTY === true;
  if (showsBar) bar.start(total, 0, { cell: "starting" });
  else process.stderr.write("starting two processes\n");
  try {
    const command = `rtps stages ${process.argv.slice(3).join(" ")}`.trim();
    const onProgress = progressReporter(showsBar ? bar : undefined, total);
    const document = await runStages({ command, cells, onProgress }, signal);
    bar.stop();
    await report(document, options);
  } catch (error) {
    bar.stop();
    if (!signal.aborted) throw error;
    process.stderr.write("interrupted\n");
    exitUnfinished();
  }
}

/** A bar on a terminal, a line for every tenth elsewhere. */
function progressReporter(
  bar: cliProgress.SingleBar | undefined,
  total: number,
): (done: number, cell: CellPlan) => void {
  let tenths = 0;
  return (done, cell) => {
    const title = cellTitle(cell as never);
    if (bar !== undefined) {
      bar.update(done, { cell: title });
      return;
    }
    const now = Math.floor((done * 10) / total);
    if (now === tenths) return;
    tenths = now;
    process.stderr.write(`[${"#".repeat(now)}${"-".repeat(10 - now)}] ${done}/${total} samples, ${title}\n`);
  };
}

function cellPlans(options: StagesOptions): CellPlan[] {
  const reliabilities: Reliability[] =
    options.reliability === "both"
      ? ["RELIABLE", "BEST_EFFORT"]
      : [options.reliability === "reliable" ? "RELIABLE" : "BEST_EFFORT"];
  const samples = options.quick === true ? Math.min(options.samples, QUICK_SAMPLES) : options.samples;
  const warmUpSamples = options.quick === true ? Math.min(options.warmUp, QUICK_WARM_UP) : options.warmUp;
  return options.size.flatMap((payloadBytes) =>
    reliabilities.map((reliability) => ({
      payloadBytes,
      reliability,
      warmUpSamples,
      samples,
      turns: Math.min(TURNS, samples),
    })),
  );
}

async function report(document: StagesDocument, options: StagesOptions): Promise<void> {
  await writeResult(options.json, `${JSON.stringify(document, null, 1)}\n`);
  await writeResult(options.html, renderStagesReport(document));
  for (const cell of document.cells) {
    process.stdout.write(`\n${pc.bold(cellTitle(cell))}  ${cell.samples} samples, ${cell.lost} lost\n`);
    process.stdout.write(`${drawTable(stageTable(cell))}\n`);
  }
  process.stdout.write(`\n${drawTable(overviewTable(document))}\n\n`);
  if (process.exitCode === undefined) process.stdout.write(`written: ${options.json}, ${options.html}\n`);
}

/** The smallest sample holds its index and the length of its payload. */
const MIN_SIZE = 8;
/** One datagram to the raw socket. */
const MAX_SIZE = 65507;

/** For commander. As `rtps bench` spells it, too. */
function reliability(text: string): string {
  const kind = text.replaceAll("_", "-");
  if (RELIABILITIES.includes(kind)) return kind;
  throw new InvalidArgumentError(`Allowed choices are ${RELIABILITIES.join(", ")}.`);
}

function sizes(text: string): number[] {
  const values = text.split(",").map((part) => Number(part.trim()));
  if (values.every((value) => Number.isInteger(value) && value >= MIN_SIZE && value <= MAX_SIZE)) return values;
  throw new InvalidArgumentError(`Give sizes from ${MIN_SIZE} to ${MAX_SIZE} bytes, separated by commas.`);
}
