// `rtps bench ring` (study D): what it measures by default and with --quick.

import { type Command, InvalidArgumentError } from "commander";
import { integer, seconds } from "../options.js";
import { addRunOptions, type BenchOptions, withoutTwice } from "./benchOptions.js";
import { BASE_PLAN } from "./plans.js";
import { measureRing } from "./ring/measureRing.js";
import type { RingPlan } from "./ring/ringPlan.js";
import { runBenchCommand } from "./runBenchCommand.js";

interface RingOptions extends BenchOptions {
  readonly nodes?: readonly number[];
  readonly processes: number;
  readonly bytes: number;
  readonly rate: number;
  readonly duration?: number;
  readonly settle?: number;
}

const NODES = [1, 10, 25, 50, 100, 150, 200];
const QUICK_NODES = [1, 10, 25];
const MAX_NODES = 1000;

export function defineRing(command: Command): void {
  addRunOptions(command, REPEATS)
    .option("--nodes <counts>", `nodes of the ring (default: ${NODES.join(",")})`, nodeCounts)
    .option("--processes <count>", "that the nodes are dealt out to", integer(1, 64), 1)
    .option("--bytes <count>", "octets in a sample", integer(1, 1_048_576), 256)
    .option("--rate <count>", "samples of each node in a second", rate, 10)
    .option("--duration <seconds>", "measured time (default: 10, with --quick 2)", seconds)
    .option("--settle <seconds>", "before it, for what is left of discovery (default: 10, with --quick 0.5)", seconds)
    .addHelpText("after", RING_HELP)
    .action((options: RingOptions) =>
      runBenchCommand("ring", ringPlans(options), options, { ...REPEATS, measure: measureRing }),
    );
}

function ringPlans(options: RingOptions): RingPlan[] {
  const isQuick = options.quick === true;
  const { nodes = isQuick ? QUICK_NODES : NODES, duration = isQuick ? 2 : 10, settle = isQuick ? 0.5 : 10 } = options;
  return nodes.map((participants): RingPlan => {
    const processes = Math.min(options.processes, participants);
    return {
      ...BASE_PLAN,
      ...{ payloadBytes: options.bytes, participants, processes, rateHz: options.rate },
      rhythm: `${options.rate}_hz`,
      durationMs: duration * 1000,
      settleMs: settle * 1000,
      variant: processes === 1 ? "1 process" : `${processes} processes`,
    };
  });
}

/** For commander: whole numbers with commas between them. */
function nodeCounts(text: string): number[] {
  const values = text.split(",").map(Number);
  if (values.every((value) => Number.isInteger(value) && value >= 1 && value <= MAX_NODES)) return withoutTwice(values);
  throw new InvalidArgumentError(`Give whole numbers from 1 to ${MAX_NODES}, with commas between them.`);
}

/** For commander: as `rtps bench latency` has it, but below 1 as well. */
function rate(text: string): number {
  const value = Number(text);
  if (value > 0 && value <= MAX_RATE) return value;
  throw new InvalidArgumentError(`Give a number above 0 and up to ${MAX_RATE}.`);
}

const MAX_RATE = 100_000;
const REPEATS = { repeats: 3, quickRepeats: 1 };

const RING_HELP = `
Study D: node i writes topic i at a fixed rate and reads topic i - 1, each with a participant of its own, RELIABLE
KEEP_LAST 10, multicast on 127.0.0.1. Read "up" first: the share of nodes that ever received from their neighbour.
delivery is counted among those. discoveryMs runs from the launch of the processes until all have received, and includes
the start of Node; the datagrams and octets of that time include the first samples. pssAddedPerNodeMb is what a node adds
to a bare process. With --processes every neighbour is in another process. --quick: 1, 10 and 25 nodes, 2 s, one repeat.`;
