// `rtps import ddsperf|perftest|csv FILE… -o OUT.json`: results of other stacks, for the same plots and comparisons.

import { basename } from "node:path";
import { Argument, type Command, Option } from "commander";
import type { BenchMeasurement } from "../trace/benchDocument.js";
import { buildBenchDocument } from "../trace/buildBenchDocument.js";
import { integer } from "./options.js";
import { readNamedFile } from "./resultFiles.js";
import {
  type ImportDefaults,
  type ImportSource,
  importCsv,
  importDdsperf,
  importPerftest,
} from "./results/importers.js";
import { commandLine, writeOutput } from "./results/writeOutput.js";

interface ImportOptions {
  readonly output: string;
  readonly peer?: string;
  readonly title?: string;
  readonly transport: string;
  readonly payload?: number;
  readonly rhythm?: string;
  readonly reliability?: string;
  readonly unit: ImportDefaults["unit"];
  readonly benchmark?: string;
}

const IMPORTERS: Readonly<Record<string, (source: ImportSource, defaults: ImportDefaults) => BenchMeasurement[]>> = {
  ddsperf: importDdsperf,
  perftest: importPerftest,
  csv: importCsv,
};

export function defineImport(command: Command): void {
  command
    .addArgument(new Argument("<format>", "who made the files").choices(Object.keys(IMPORTERS)))
    .argument("<files...>", "outputs of the tool, each of one run: a repeat")
    .requiredOption("-o, --output <file>", "the document")
    .option("--peer <name>", "what the stack is called in plots (default: the format)")
    .option("--title <text>", "its full name, with its version")
    .option("--transport <text>", "what the bytes went through", "not said")
    .option("--payload <bytes>", "csv: of the samples, where no column says it", integer(0, 2 ** 31))
    .option("--rhythm <name>", "of latencies: back_to_back, paced_10ms, … (default: back_to_back)")
    .addOption(new Option("--reliability <kind>", "of the endpoints").choices(["reliable", "best_effort"]))
    .addOption(
      new Option("--unit <name>", "csv: of latencies in a column that does not name it")
        .choices(["ns", "us", "ms"])
        .default("us"),
    )
    .option("--benchmark <name>", "rtt, latency, rate, … (default: rtt for latencies, else rate)")
    .addHelpText(
      "after",
      `
ddsperf: what "ddsperf ping" or "ddsperf sub" of Cyclone DDS printed. perftest: output of RTI perftest, in any of its
formats. Both print half round trips, which are doubled, and percentiles without samples: no distribution is drawn.
csv: a column latencyUs, latencyNs or latencyMs, and if need be payloadBytes, peer, repeat, rhythm, mode, reliability.

Example: rtps import csv zenoh-64.csv zenoh-64b.csv --peer zenoh --payload 64 -o zenoh.json`,
    )
    .action(runImport);
}

async function runImport(format: string, paths: readonly string[], options: ImportOptions): Promise<void> {
  const peer = options.peer ?? format;
  const { transport, payload, rhythm, unit } = options;
  const reliability = ({ reliable: "RELIABLE", best_effort: "BEST_EFFORT" } as const)[options.reliability ?? ""];
  const defaults: ImportDefaults = {
    ...{ peer, transport, unit },
    ...(payload !== undefined && { payloadBytes: payload }),
    ...(rhythm !== undefined && { rhythm }),
    ...(reliability !== undefined && { reliability }),
  };
  const measurements: BenchMeasurement[] = [];
  for (const [index, path] of paths.entries()) {
    measurements.push(...IMPORTERS[format]!({ path, text: await readNamedFile(path), repeat: index + 1 }, defaults));
  }
  const isLatency = measurements.some(({ latencies, latenciesUs }) => latencies ?? latenciesUs);
  const peers = [...new Set(measurements.map(({ key }) => key.peer))];
  const document = buildBenchDocument({
    benchmark: options.benchmark ?? (isLatency ? "rtt" : "rate"),
    command: commandLine(),
    environment: { importedFrom: paths.map((path) => basename(path)).join(", "), format },
    peers: peers.map((name) => ({ peer: name, title: name === peer ? (options.title ?? name) : name, transport })),
    measurements,
  });
  await writeOutput(options.output, `${JSON.stringify(document, null, 1)}\n`);
}
