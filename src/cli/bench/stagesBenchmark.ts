// `rtps bench stages` (study C): where latency accrues, t0 to t5, over size, reliability, history, durability and load.

import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { type Command, InvalidArgumentError } from "commander";
import type { StagesCell, StagesDocument } from "../../trace/stagesDocument.js";
import { integer } from "../options.js";
import { prepareFiles, writeResult } from "../resultFiles.js";
import { runStages } from "../stages/runStages.js";
import { PACKAGE_VERSION } from "../version.js";
import { CellFailure } from "./BenchProcess.js";
import {
  addPayloads,
  addReliability,
  addRunOptions,
  type BenchOptions,
  listOption,
  RELIABILITIES,
  someOf,
  withoutTwice,
} from "./benchOptions.js";
import { type CellPlan, cellKey } from "./cellPlan.js";
import type { CellRequest, MeasuredCell } from "./measureCell.js";
import { BASE_PLAN } from "./plans.js";
import { runBenchCommand } from "./runBenchCommand.js";

interface StagesOptions extends BenchOptions {
  readonly reliability: readonly string[];
  readonly depths?: readonly number[];
  readonly durability: readonly string[];
  readonly load?: readonly number[];
  readonly samples?: number;
  readonly stages?: string;
}

interface StagesPlan extends CellPlan {
  readonly durability: "volatile" | "transientLocal";
  readonly loadPercent: number;
}

type Request = CellRequest & { readonly plan: StagesPlan };

export function defineStagesCost(command: Command): void {
  addReliability(addPayloads(addRunOptions(command, REPEATS), PAYLOADS), ["reliable", "best_effort"])
    .option("--depths <counts>", "of KEEP_LAST, 0 for KEEP_ALL (default: 1,100,0)", wholeNumbers(100_000))
    .addOption(listOption("--durability <names>", `of ${DURABILITIES.join(", ")}`, someOf(DURABILITIES), DURABILITIES))
    .option("--load <percents>", "of every processor, by processes that compute (default: 0)", wholeNumbers(100))
    .option("-n, --samples <count>", "measured samples (default: 2000, with --quick 200)", integer(1, 1_000_000))
    .option("--stages <file>", "where the stages of all cells go, as `rtps stages` writes them")
    .addHelpText("after", STAGES_HELP)
    .action(runStagesBenchmark);
}

async function runStagesBenchmark(options: StagesOptions): Promise<void> {
  if (options.stages !== undefined) prepareFiles([options.stages]);
  const documents: StagesDocument[] = [];
  const measure = (request: Request, signal: AbortSignal) => measureStages(request, documents, signal);
  await runBenchCommand("stages", stagesPlans(options), options, { ...REPEATS, measure });
  if (options.stages === undefined || documents.length === 0) return;
  const all = { ...documents[0]!, cells: documents.flatMap(({ cells }) => cells) };
  if (await writeResult(options.stages, `${JSON.stringify(all, null, 1)}\n`))
    process.stdout.write(`written: ${options.stages}\n`);
}

function stagesPlans(options: StagesOptions): StagesPlan[] {
  const isQuick = options.quick === true;
  const { payloads = isQuick ? QUICK_PAYLOADS : PAYLOADS, depths = isQuick ? QUICK_DEPTHS : DEPTHS } = options;
  const { load = [0] } = options;
  const samples = options.samples ?? (isQuick ? 200 : 2000);
  const durabilities = (isQuick ? options.durability.slice(0, 1) : options.durability) as StagesPlan["durability"][];
  const plans: StagesPlan[] = [];
  for (const payloadBytes of payloads)
    for (const reliability of options.reliability)
      for (const historyDepth of depths)
        for (const durability of durabilities)
          for (const loadPercent of load)
            plans.push({
              ...{ ...BASE_PLAN, mode: "closed", payloadBytes, historyDepth, samples, durability, loadPercent },
              reliability: RELIABILITIES[reliability]!,
              warmUpSamples: isQuick ? 500 : 3000,
              variant:
                loadPercent === 0
                  ? DURABILITY_NAMES[durability]
                  : `${DURABILITY_NAMES[durability]}, load ${loadPercent} %`,
            });
  return plans;
}

async function measureStages(
  { plan, peer, repeat }: Request,
  documents: StagesDocument[],
  signal: AbortSignal,
): Promise<MeasuredCell> {
  const { payloadBytes, reliability, historyDepth, durability, samples, warmUpSamples, loadPercent } = plan;
  const stop = startLoad(loadPercent);
  try {
    const cell = { payloadBytes, reliability, historyDepth, durability, samples, warmUpSamples, turns: 1 };
    const document = await runStages({ command: "rtps bench stages", cells: [cell], onProgress: () => {} }, signal);
    const [measured] = document.cells;
    const key = cellKey(plan, peer.name, TRANSPORT);
    documents.push({ ...document, cells: [{ ...measured!, ...(plan.variant && { variant: plan.variant }) }] });
    return {
      measurement: { key, repeat, received: measured!.samples, lost: measured!.lost, figures: stageFigures(measured!) },
      ready: { event: "ready", version: PACKAGE_VERSION, transport: TRANSPORT },
    };
  } catch (error) {
    signal.throwIfAborted();
    throw new CellFailure(error instanceof Error ? error.message : String(error));
  } finally {
    stop();
  }
}

/** Medians and P99 of the parts and of the whole: "t0t1P50Us". */
function stageFigures({ stages, rttP50Us, ratioToRaw }: StagesCell): Record<string, number> {
  const figures: Record<string, number> = {};
  for (const [name, { p50Us, p99Us }] of Object.entries(stages)) {
    const short = name.replace(/[^a-z0-9]/gi, "");
    if (p50Us !== null) figures[`${short}P50Us`] = p50Us;
    if (p99Us !== null) figures[`${short}P99Us`] = p99Us;
  }
  if (rttP50Us !== null) figures["rttP50Us"] = rttP50Us;
  if (ratioToRaw !== null) figures["rttToRaw"] = ratioToRaw;
  return figures;
}

/** One process for each processor that computes for its share of every 10 ms. Returns what ends them. */
function startLoad(percent: number): () => void {
  if (percent === 0) return () => undefined;
  const program = `const busy = ${(percent / 100) * LOAD_PERIOD_MS};
    const turn = () => { const end = performance.now() + busy; while (performance.now() < end); };
    ${percent === 100 ? "for (;;) turn();" : `setInterval(turn, ${LOAD_PERIOD_MS});`}`;
  const children = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["--eval", program], { stdio: "ignore" }),
  );
  return () => {
    for (const child of children) child.kill("SIGKILL");
  };
}

/** For commander: whole numbers with commas between them. */
function wholeNumbers(max: number): (text: string) => number[] {
  return (text) => {
    const values = text.split(",").map((each) => (/^\s*\d+\s*$/.test(each) ? Number(each) : Number.NaN));
    if (values.every((value) => value <= max)) return withoutTwice(values);
    throw new InvalidArgumentError(`Give whole numbers up to ${max}, with commas between them.`);
  };
}

const REPEATS = { repeats: 3, quickRepeats: 1 };
/** One datagram to the raw socket, which is measured beside it. */
const PAYLOADS = [100, 1024, 10_240, 65_000];
const QUICK_PAYLOADS = [100, 10_240];
const DEPTHS = [1, 100, 0];
const QUICK_DEPTHS = [10];
const DURABILITIES = ["volatile", "transientLocal"];
const DURABILITY_NAMES = { volatile: "VOLATILE", transientLocal: "TRANSIENT_LOCAL" };
const LOAD_PERIOD_MS = 10;
const TRANSPORT = "UDP 127.0.0.1";

const STAGES_HELP = `
Study C: end-to-end delay between two processes, split at t0 write() is called, t1 in the writer's history, t2 before the
socket call, t3 the datagram is in, t4 deserialized, t5 in the listener; median and P99 of each part. Closed loop. --load
70 keeps every processor busy for 70 % of the time. With --stages the ECDFs and the stacks of all cells are written too.
--quick: 100 B and 10 KiB, KEEP_LAST 10, VOLATILE, 200 samples, one repeat.`;
