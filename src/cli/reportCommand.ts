// `rtps report FILES… -o report.html`: one page from documents of `rtps bench`, `rtps stages` and `rtps import`.

import { basename } from "node:path";
import type { Command } from "commander";
import { renderBenchReport } from "../report/index.js";
import { type BenchFile, buildBenchReport } from "../trace/benchReport.js";
import type { StagesDocument } from "../trace/stagesDocument.js";
import { CliError } from "./CliError.js";
import { readResult } from "./results/readResult.js";
import { commandLine, writeOutput } from "./results/writeOutput.js";

export function defineReport(command: Command): void {
  command
    .argument("<files...>", "documents of rtps bench, rtps stages or rtps import")
    .option("-o, --output <file>", "the page", "out/report.html")
    .addHelpText(
      "after",
      `
The page is one file without scripts. What was measured under the same conditions is in one plot, whichever file it is
from; a peer that several files have is drawn once for each. Example: rtps report rtt.json zenoh.json -o report.html`,
    )
    .action(runReport);
}

async function runReport(paths: readonly string[], { output }: { readonly output: string }): Promise<void> {
  const bench: BenchFile[] = [];
  const stages: { name: string; document: StagesDocument }[] = [];
  const names = distinctNames(paths);
  for (const [index, path] of paths.entries()) {
    const result = await readResult(path);
    if (result.document.cells.length === 0)
      throw new CliError(`${path} has no cells: nothing was measured in that run`);
    if (result.kind === "bench") bench.push({ name: names[index]!, document: result.document });
    else stages.push({ name: names[index]!, document: result.document });
  }
  await writeOutput(output, renderBenchReport({ bench: buildBenchReport(bench), stages, command: commandLine() }));
}

/** Names of files without their folders, where that tells them apart. */
function distinctNames(paths: readonly string[]): string[] {
  const short = paths.map((path) => basename(path));
  return new Set(short).size === paths.length ? short : [...paths];
}
