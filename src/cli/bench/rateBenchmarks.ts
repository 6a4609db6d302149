// `rtps bench rate` and `rtps bench throughput` (study B): what they measure by default and with --quick.

import type { Command } from "commander";
import { seconds } from "../options.js";
import {
  addBenchOptions,
  addBusyPoll,
  addPayloads,
  addReliability,
  type BenchOptions,
  RELIABILITIES,
} from "./benchOptions.js";
import type { CellPlan } from "./cellPlan.js";
import { BASE_PLAN } from "./plans.js";
import { runBenchCommand } from "./runBenchCommand.js";

interface RateOptions extends BenchOptions {
  readonly reliability: readonly string[];
  readonly duration?: number;
  readonly warmUp?: number;
}

const RATE_PAYLOADS = [16];
const THROUGHPUT_PAYLOADS = [1_048_576];

export function defineRate(command: Command): void {
  define(command, RATE_PAYLOADS, ["best_effort", "reliable"])
    .addHelpText("after", RATE_HELP)
    .action((options: RateOptions) => runBenchCommand("rate", plans(options, RATE_PAYLOADS), options, { repeats: 5 }));
}

export function defineThroughput(command: Command): void {
  define(command, THROUGHPUT_PAYLOADS, ["reliable"])
    .addHelpText("after", THROUGHPUT_HELP)
    .action((options: RateOptions) =>
      runBenchCommand("throughput", plans(options, THROUGHPUT_PAYLOADS), options, { repeats: 5 }),
    );
}

function define(command: Command, payloads: readonly number[], reliability: string[]): Command {
  addBenchOptions(command, { repeats: 5, quickRepeats: 1 });
  return addReliability(addPayloads(addBusyPoll(command), payloads), reliability)
    .option("--duration <seconds>", "measured time of a cell (default: 5, with --quick 1)", seconds)
    .option("--warm-up <seconds>", "time before it (default: 1, with --quick 0.5)", seconds);
}

function plans(options: RateOptions, defaults: readonly number[]): CellPlan[] {
  const {
    duration = options.quick === true ? 1 : 5,
    warmUp = options.quick === true ? 0.5 : 1,
    payloads = defaults,
  } = options;
  return payloads.flatMap((payloadBytes) =>
    options.reliability.map(
      (reliability): CellPlan => ({
        ...BASE_PLAN,
        ...{ shape: "stream", payloadBytes },
        reliability: RELIABILITIES[reliability]!,
        historyDepth: 0,
        warmUpMs: warmUp * 1000,
        durationMs: duration * 1000,
        busyPoll: options.busyPoll === true,
      }),
    ),
  );
}

const RATE_HELP = `
Study B: 16 B samples as fast as they go from one writer to one reader, BEST_EFFORT and RELIABLE, KEEP_ALL. What counts is
what arrives at the reader's listener. Every peer that can put several samples into a datagram is asked to. The raw socket
sends records as long as a DATA submessage, as many as fit into a datagram. --quick: 1 s instead of 5, one repeat.`;

const THROUGHPUT_HELP = `
Study B: 1 MiB samples, RELIABLE KEEP_ALL, as fast as they go. The raw socket sends the same octets in datagrams of the
size that rtps-lab uses on loopback; it repairs nothing, so what it loses is shown. --quick: 1 s instead of 5, one repeat.`;
