// `rtps export FILE --format csv|hdr|perfetto -o OUT`: results for other tools.

import { type Command, Option } from "commander";
import { CliError } from "./CliError.js";
import { integer } from "./options.js";
import { exportCsv, exportHdr, exportPerfetto } from "./results/exporters.js";
import { readResult } from "./results/readResult.js";
import { writeOutput } from "./results/writeOutput.js";

interface ExportOptions {
  readonly format: "csv" | "hdr" | "perfetto";
  readonly output: string;
  readonly slowest?: number;
}

export function defineExport(command: Command): void {
  command
    .argument("<file>", "document of rtps bench or rtps stages")
    .addOption(
      new Option("-f, --format <name>", "what to write").choices(["csv", "hdr", "perfetto"]).makeOptionMandatory(),
    )
    .requiredOption("-o, --output <file>", "where to")
    .option("--slowest <count>", "perfetto: only so many samples of each cell, the slowest", integer(1, 1e9))
    .addHelpText(
      "after",
      `
csv: one row a sample, latencies in microseconds; of stages the six times. rtps import csv reads it again.
hdr: a log of HdrHistogram (V2, nanoseconds), one tagged interval for each cell, for its own tools and plotters.
perfetto: the stages of every sample, collections of garbage and stalls, for ui.perfetto.dev or chrome://tracing.`,
    )
    .action(runExport);
}

async function runExport(path: string, { format, output, slowest }: ExportOptions): Promise<void> {
  if (slowest !== undefined && format !== "perfetto") throw new CliError("--slowest goes with --format perfetto");
  const result = await readResult(path);
  if (format === "csv") await writeOutput(output, exportCsv(path, result));
  else if (format === "hdr") await writeOutput(output, exportHdr(path, result));
  else await writeOutput(output, exportPerfetto(path, result, slowest));
}
