// `rtps bench soak`: minutes of round trips and of large samples, and whether memory or latency drifts.

import type { Command } from "commander";
import { positive } from "../options.js";
import { addRunOptions, type BenchOptions } from "./benchOptions.js";
import type { CellPlan } from "./cellPlan.js";
import { BASE_PLAN } from "./plans.js";
import { runBenchCommand } from "./runBenchCommand.js";
import { measureSoak } from "./soak/measureSoak.js";

interface SoakOptions extends BenchOptions {
  readonly minutes?: number;
}

export function defineSoak(command: Command): void {
  addRunOptions(command, REPEATS)
    .option("--minutes <count>", "of each of the two cells (default: 10, with --quick 0.25)", positive)
    .addHelpText("after", SOAK_HELP)
    .action((options: SoakOptions) =>
      runBenchCommand("soak", soakPlans(options), options, { ...REPEATS, measure: measureSoak }),
    );
}

function soakPlans({ quick, minutes = quick === true ? 0.25 : 10 }: SoakOptions): CellPlan[] {
  // Quick runs of seconds shall have more than a handful of readings.
  const base = { ...BASE_PLAN, memoryEveryMs: minutes < 1 ? 100 : 1000, variant: `${minutes} min` };
  const samples = Math.max(1, Math.round((minutes * MS_PER_MINUTE) / PAUSE_MS));
  return [
    {
      ...base,
      ...{ mode: "closed", rhythm: `paced_${PAUSE_MS}ms`, payloadBytes: 1024, samples },
      ...{ pauseUs: PAUSE_MS * 1000, spinUpMs: 500, warmUpSamples: 10 },
    },
    {
      ...base,
      ...{ shape: "stream", payloadBytes: 1_048_576, historyDepth: 0 },
      ...{ warmUpMs: 500, durationMs: minutes * MS_PER_MINUTE },
    },
  ];
}

const REPEATS = { repeats: 1, quickRepeats: 1 };
const MS_PER_MINUTE = 60_000;
const PAUSE_MS = 10;

const SOAK_HELP = `
Two processes of ours for minutes: round trips of 1 KiB every 10 ms, then 1 MiB samples, RELIABLE KEEP_ALL, as fast as they
go. Both sides note their memory every second: PSS, heap, and what buffers take outside of it. …MbPerMin is the slope over
the last three quarters of the time with its 95 % interval: memory grows when Low is above 0. rttUsPerMin is the
same for the round trips. The readings are in the document. --quick: 15 s each.`;
