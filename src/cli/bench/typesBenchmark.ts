// `rtps bench types`: our codecs beside the JavaScript libraries that do the same.

import type { Command } from "commander";
import { seconds } from "../options.js";
import { addRunOptions, type BenchOptions, listOption, someOf } from "./benchOptions.js";
import type { CellPlan } from "./cellPlan.js";
import type { CellRequest } from "./measureCell.js";
import { measureProgram } from "./measureProgram.js";
import type { BenchPeer } from "./peers.js";
import { BASE_PLAN } from "./plans.js";
import { optionList, repositoryPeer } from "./repositoryProgram.js";
import { runBenchCommand } from "./runBenchCommand.js";

interface TypesOptions extends BenchOptions {
  readonly types: readonly string[];
  readonly direction: readonly string[];
  readonly time?: number;
}

interface TypesPlan extends CellPlan {
  readonly title: string;
  readonly direction: string;
  readonly timeMs: number;
}

/** What bench/cdr/cases.ts has, by the word on the command line, with the length of the payload. */
export const TYPE_CASES: Readonly<Record<string, { readonly title: string; readonly payloadBytes: number }>> = {
  struct64: { title: "struct of 64 bytes", payloadBytes: 68 },
  pointStamped: { title: "PointStamped", payloadBytes: 52 },
  octets: { title: "sequence of 64 KB octets", payloadBytes: 65_544 },
  imu: { title: "Imu", payloadBytes: 324 },
  pointCloud: { title: "PointCloud2 of 1 MB", payloadBytes: 1_048_716 },
};

/** What each is called by bench/cdr/contenders.ts, writing and reading. */
const CONTENDERS: Readonly<Record<string, { title: string; write?: string; read?: string }>> = {
  self: { title: "rtps-lab, into a given buffer", write: "serializeInto", read: "deserialize" },
  "self-allocating": { title: "rtps-lab, into a new buffer", write: "serialize" },
  omgidl: { title: "@foxglove/omgidl-serialization", write: "omgidl-serialization", read: "omgidl-serialization" },
  rosmsg2: { title: "@foxglove/rosmsg2-serialization", write: "rosmsg2-serialization", read: "rosmsg2-serialization" },
  cdr: { title: "@foxglove/cdr by hand", write: "cdr, buffer allocated", read: "cdr by hand" },
  "cdr-given": { title: "@foxglove/cdr by hand, into a given buffer", write: "cdr, buffer given" },
};

export function defineTypes(command: Command): void {
  const types = Object.keys(TYPE_CASES);
  addRunOptions(command, REPEATS)
    .addOption(listOption("--types <names>", `of ${types.join(", ")}`, someOf(types), types))
    .addOption(listOption("--direction <names>", "of write, read", someOf(DIRECTIONS), DIRECTIONS))
    .option("--time <seconds>", "of a cell (default: 2, with --quick 0.2)", seconds)
    .addHelpText("after", TYPES_HELP)
    .action((options: TypesOptions) =>
      runBenchCommand("types", typesPlans(options), options, {
        ...REPEATS,
        peers: contenders(),
        measure: measureTypes,
      }),
    );
}

function typesPlans(options: TypesOptions): TypesPlan[] {
  const timeMs = (options.time ?? (options.quick === true ? 0.2 : 2)) * 1000;
  return options.types.flatMap((type) =>
    options.direction.map((direction) => {
      const { title, payloadBytes } = TYPE_CASES[type]!;
      // Nothing is sent: no reliability, no history.
      return { ...BASE_PLAN, payloadBytes, rhythm: `${direction} ${title}`, title, direction, timeMs };
    }),
  );
}

function contenders(): BenchPeer[] {
  return Object.entries(CONTENDERS).map(([name, { title, write, read }]) => ({
    ...repositoryPeer(name, title, "bench/cdr/main.js"),
    unsupported: ({ rhythm = "" }) =>
      (rhythm.startsWith("write") ? write : read) === undefined ? "it does not do this" : undefined,
  }));
}

async function measureTypes(request: CellRequest & { readonly plan: TypesPlan }, signal: AbortSignal) {
  const { plan, peer } = request;
  const names = CONTENDERS[peer.name]!;
  const contender = (plan.direction === "write" ? names.write : names.read)!;
  const args = optionList({ case: plan.title, what: plan.direction, contender, ms: plan.timeMs });
  const cell = await measureProgram(request, { command: peer.command("pub"), args }, signal);
  const { reliability: _reliability, history: _history, ...key } = cell.measurement.key;
  return { ...cell, measurement: { ...cell.measurement, key } };
}

const DIRECTIONS = ["write", "read"];
const REPEATS = { repeats: 3, quickRepeats: 1 };

const TYPES_HELP = `
A struct of 64 bytes, three messages of ROS 2 and a long sequence, written to and read from plain CDR by our codecs and by
the libraries of Foxglove, each in a process of its own, in turns. nsPerOperation is CPU time, the median of seven turns;
"samples/s" is what that comes to. Needs the repository. --quick: 0.2 s for each cell, one repeat.`;
