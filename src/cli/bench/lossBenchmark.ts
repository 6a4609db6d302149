// `rtps bench loss`: repairs in a simulated network that loses datagrams, for several history depths.

import { type Command, InvalidArgumentError } from "commander";
import { integer } from "../options.js";
import { addRunOptions, type BenchOptions, withoutTwice } from "./benchOptions.js";
import type { CellPlan } from "./cellPlan.js";
import type { CellRequest } from "./measureCell.js";
import { measureProgram } from "./measureProgram.js";
import { BASE_PLAN } from "./plans.js";
import { optionList, repositoryPeer } from "./repositoryProgram.js";
import { runBenchCommand } from "./runBenchCommand.js";

interface LossOptions extends BenchOptions {
  readonly loss?: readonly number[];
  readonly depths?: readonly number[];
  readonly samples?: number;
  readonly bytes: number;
  readonly seed: number;
}

interface LossPlan extends CellPlan {
  readonly lossPercent: number;
  readonly seed: number;
}

const LOSS = [0, 1, 5, 10, 20, 30];
const QUICK_LOSS = [0, 10];
const DEPTHS = [1, 10, 100, 0];
const QUICK_DEPTHS = [10, 0];

export function defineLoss(command: Command): void {
  addRunOptions(command, REPEATS)
    .option("--loss <percents>", `lost datagrams (default: ${LOSS.join(",")})`, numbers(0, 90))
    .option("--depths <counts>", `of KEEP_LAST, 0 for KEEP_ALL (default: ${DEPTHS.join(",")})`, numbers(0, 100_000))
    .option("--bytes <count>", "octets in a sample", integer(1, 60_000), 256)
    .option("-n, --samples <count>", "one a millisecond (default: 2000, with --quick 300)", integer(1, 1_000_000))
    .option("--seed <number>", "of the first repeat; the others have the next", integer(1, 1_000_000_000), 1)
    .addHelpText("after", LOSS_HELP)
    .action((options: LossOptions) => {
      const peers = [repositoryPeer("self", "rtps-lab", MAIN)];
      return runBenchCommand("loss", lossPlans(options), options, { ...REPEATS, peers, measure: measureLoss });
    });
}

function lossPlans(options: LossOptions): LossPlan[] {
  const isQuick = options.quick === true;
  const { loss = isQuick ? QUICK_LOSS : LOSS, depths = isQuick ? QUICK_DEPTHS : DEPTHS } = options;
  const samples = options.samples ?? (isQuick ? 300 : 2000);
  return depths.flatMap((historyDepth) =>
    loss.map((lossPercent) => ({
      ...BASE_PLAN,
      ...{ shape: "stream", rhythm: "1000_hz", payloadBytes: options.bytes, samples, historyDepth },
      ...{ lossPercent, seed: options.seed, variant: `loss ${lossPercent} %` },
    })),
  );
}

function measureLoss(request: CellRequest & { readonly plan: LossPlan }, signal: AbortSignal) {
  const { plan, peer, repeat, samplesFile } = request;
  const args = optionList({
    ...{ loss: plan.lossPercent / 100, depth: plan.historyDepth, payload: plan.payloadBytes, samples: plan.samples },
    ...{ period: 1, seed: plan.seed + repeat - 1, out: samplesFile },
  });
  return measureProgram(request, { command: peer.command("pub"), args, hasSamples: true }, signal);
}

/** For commander: numbers with commas between them. */
function numbers(min: number, max: number): (text: string) => number[] {
  return (text) => {
    const values = text.split(",").map((each) => (each.trim() === "" ? Number.NaN : Number(each)));
    if (values.every((value) => value >= min && value <= max)) return withoutTwice(values);
    throw new InvalidArgumentError(`Give numbers from ${min} to ${max}, with commas between them.`);
  };
}

const REPEATS = { repeats: 3, quickRepeats: 1 };
const MAIN = "bench/loss/main.js";

const LOSS_HELP = `
One writer and one reader in the simulated network, 0.1 ms apart, RELIABLE, a sample a millisecond; every datagram of
either side has the same chance to be lost, by a generator with a seed. The figures are exact: the same on every machine,
and other repeats have other seeds. Latencies are repairs: from the write of a sample whose first DATA was lost to its
delivery. What a KEEP_LAST writer has overwritten before it was repaired is lost for good. --quick: 0 and 10 %, 300 samples.`;
