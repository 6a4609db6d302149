// `rtps bench rtt` (study A) and `rtps bench latency` (study B): what they measure by default and with --quick.

import type { Command } from "commander";
import { integer, seconds } from "../options.js";
import {
  addBenchOptions,
  addBusyPoll,
  addPayloads,
  addReliability,
  type BenchOptions,
  listOption,
  RELIABILITIES,
  someOf,
} from "./benchOptions.js";
import type { CellPlan } from "./cellPlan.js";
import { DEFAULT_PEERS } from "./peers.js";
import { BASE_PLAN } from "./plans.js";
import { runBenchCommand } from "./runBenchCommand.js";

interface LatencyOptions extends BenchOptions {
  readonly samples?: number;
  readonly warmUp?: number;
  readonly spinUp?: number;
  readonly rhythm: readonly string[];
  readonly reliability: readonly string[];
  readonly rateHz: number;
}

/** All but @foxglove/rtps, which has no writer. */
const ECHOING_PEERS = DEFAULT_PEERS.filter((name) => name !== "foxglove");
/** V8 compiles for about three seconds; until then its threads take turns with what is measured. */
const SPIN_UP_S = 4;
const RTT_PAYLOADS = [64, 1024, 16_384, 65_536, 1_048_576];
/** Wait after each reply, microseconds. */
const RHYTHMS: Readonly<Record<string, number>> = { paced_10ms: 10_000, back_to_back: 0 };

export function defineRtt(command: Command): void {
  addBenchOptions(command, { repeats: 5, quickRepeats: 1 }, ECHOING_PEERS, [...ECHOING_PEERS, "ddsperf"]);
  const rhythms = Object.keys(RHYTHMS);
  addReliability(addPayloads(addBusyPoll(command), RTT_PAYLOADS), ["reliable"])
    .addOption(listOption("--rhythm <names>", `of ${rhythms.join(", ")}`, someOf(rhythms), rhythms))
    .option("-n, --samples <count>", "measured round trips (default: 1000, with --quick 300)", integer(1, 1_000_000))
    .option("--warm-up <count>", "round trips before them (default: 100)", integer(0, 1_000_000))
    .option("--spin-up <seconds>", "of round trips before those (default: 4, with --quick 0.5)", seconds)
    .addHelpText("after", RTT_HELP)
    .action((options: LatencyOptions) => runBenchCommand("rtt", rttPlans(options), options, { repeats: 5 }));
}

export function defineLatency(command: Command): void {
  addBenchOptions(command, { repeats: 5, quickRepeats: 1 }, DEFAULT_PEERS, DEFAULT_PEERS);
  addReliability(addPayloads(addBusyPoll(command), [16]), ["reliable"])
    .option("--rate-hz <count>", "samples in a second", integer(1, 100_000), 1000)
    .option("-n, --samples <count>", "measured samples (default: 10000, with --quick 1000)", integer(1, 1_000_000))
    .option("--warm-up <count>", "samples before them (default: 1000)", integer(0, 1_000_000))
    .addHelpText("after", LATENCY_HELP)
    .action((options: LatencyOptions) => runBenchCommand("latency", latencyPlans(options), options, { repeats: 5 }));
}

function rttPlans(options: LatencyOptions): CellPlan[] {
  const isQuick = options.quick === true;
  const { samples = isQuick ? 300 : 1000, warmUp = 100, spinUp = isQuick ? 0.5 : SPIN_UP_S } = options;
  const payloads = options.payloads ?? (isQuick ? [64, 16_384, 1_048_576] : RTT_PAYLOADS);
  // A quick look waits for nobody; the paced rhythm is mostly waiting.
  const pacedSamples = isQuick ? Math.min(samples, 50) : samples;
  return payloads.flatMap((payloadBytes) =>
    options.rhythm.flatMap((rhythm) =>
      options.reliability.map(
        (reliability): CellPlan => ({
          ...BASE_PLAN,
          ...{ shape: "pair", mode: "closed", payloadBytes, rhythm },
          reliability: RELIABILITIES[reliability]!,
          samples: RHYTHMS[rhythm]! > 0 ? pacedSamples : samples,
          warmUpSamples: isQuick && RHYTHMS[rhythm]! > 0 ? Math.min(warmUp, 20) : warmUp,
          pauseUs: RHYTHMS[rhythm]!,
          spinUpMs: spinUp * 1000,
          busyPoll: options.busyPoll === true,
        }),
      ),
    ),
  );
}

function latencyPlans(options: LatencyOptions): CellPlan[] {
  const { samples = options.quick === true ? 1000 : 10_000, warmUp = 1000, payloads = [16] } = options;
  return payloads.flatMap((payloadBytes) =>
    options.reliability.map(
      (reliability): CellPlan => ({
        ...BASE_PLAN,
        ...{ shape: "stream", mode: "open", payloadBytes, samples },
        rhythm: `${options.rateHz}_hz`,
        reliability: RELIABILITIES[reliability]!,
        warmUpSamples: warmUp,
        periodUs: 1e6 / options.rateHz,
        busyPoll: options.busyPoll === true,
      }),
    ),
  );
}

const RTT_HELP = `
Study A: request and reply with one sample in flight, RELIABLE KEEP_LAST 10 VOLATILE, listeners on both sides; five
payloads, two rhythms (paced_10ms waits 10,000 µs after each reply), 100 warm-up and 1000 measured round trips, given up
after 2 s, 5 repeats in fresh processes, peers alternating. A round trip runs from before the write to the entry of the
listener, and is not halved. Before all that come round trips without pause for as long as --spin-up says, with every peer:
Node compiles while it runs, and 100 round trips would measure the compiler. --quick: three payloads, 300 round trips (50 paced), one repeat.`;

const LATENCY_HELP = `
Study B: one way between two processes of one host, by its monotonic clock, 16 B, KEEP_LAST 10. Open loop: samples are
due on a schedule, and the latency of each counts from when it was due, so a stall is not hidden. The writer spins until
then, with every peer. --quick: 1000 samples, one repeat.`;
