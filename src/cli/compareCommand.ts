// `rtps compare BASE NEW`: what has become slower or faster between two runs, with bootstrap intervals.

import { type Command, InvalidArgumentError } from "commander";
import { benchTitle, formatDuration, formatRate, type TextTable } from "../report/index.js";
import { visible } from "../text/visible.js";
import { type BenchComparison, type Comparison, compareBench } from "../trace/compareBench.js";
import { CliError } from "./CliError.js";
import { drawTable } from "./drawTable.js";
import { integer } from "./options.js";
import { printJson } from "./output.js";
import { readBench } from "./results/readResult.js";

interface CompareCommandOptions {
  readonly threshold: number;
  readonly seed: number;
  readonly resamples: number;
  readonly json?: boolean;
  readonly singleRepeats?: boolean;
}

/** Something has become worse. */
const EXIT_WORSE = 1;

export function defineCompare(command: Command): void {
  command
    .argument("<base>", "document of rtps bench or rtps import")
    .argument("<new>", "the one that may be worse")
    .option("--threshold <percent>", "by how much a median, a P99 or a rate may be worse", percent, 5)
    .option("--seed <number>", "of the resampling", integer(1, 2 ** 31 - 1), 1)
    .option("--resamples <count>", "of the bootstrap", integer(100, 100_000), 1000)
    .option("--single-repeats", "judge what has one repeat on a side, as if runs did not differ")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `
worse, better: the ratio is past the threshold and the whole 95 % interval on that side of 1. same: the whole interval is
within the threshold. unclear: neither; measure more. Repeats are resampled, then samples within them. With one repeat on a
side the interval knows nothing of differences between runs: "one repeat" is no verdict, unless --single-repeats asks
for one. Exit code 0: nothing is known to be worse. 1: something is. 2: a file is no document, or the two have no cell in common.`,
    )
    .action(runCompare);
}

async function runCompare(basePath: string, newPath: string, options: CompareCommandOptions): Promise<void> {
  const { seed, resamples } = options;
  const [base, next] = [await readBench(basePath), await readBench(newPath)];
  if (base.benchmark !== next.benchmark) {
    throw new CliError(
      `${basePath} is of "${base.benchmark}", ${newPath} of "${next.benchmark}": compare like with like`,
    );
  }
  const comparison = compareBench(base, next, {
    ...{ threshold: options.threshold / 100, seed, resamples },
    judgesSingleRepeats: options.singleRepeats === true,
  });
  if (comparison.comparisons.length === 0) throw new CliError(`${basePath} and ${newPath} have no cell in common`);
  if (options.json === true) printJson(JSON.stringify(comparison, null, 1));
  else print(comparison, options.threshold);
  if (comparison.comparisons.some(({ verdict }) => verdict === "worse")) process.exitCode = EXIT_WORSE;
}

function print(comparison: BenchComparison, threshold: number): void {
  const { comparisons, onlyInBase, onlyInNew } = comparison;
  process.stdout.write(`${drawTable(comparisonTable(comparisons))}\n`);
  for (const key of onlyInBase) process.stdout.write(`only in base: ${visible(benchTitle(key))}\n`);
  for (const key of onlyInNew) process.stdout.write(`only in new: ${visible(benchTitle(key))}\n`);
  const count = (wanted: string) => comparisons.filter(({ verdict }) => verdict === wanted).length;
  const single = count("one repeat");
  process.stdout.write(
    `${count("worse")} worse, ${count("better")} better, ${count("same")} within ${threshold} %, ` +
      `${count("unclear")} unclear${single > 0 ? `, ${single} with one repeat on a side${SINGLE_ADVICE}` : ""}\n`,
  );
}

function comparisonTable(comparisons: readonly Comparison[]): TextTable {
  return {
    header: ["cell", "figure", "base", "new", "new / base", "95 % interval", "repeats", "verdict"],
    rows: comparisons.map((one) => {
      const format = one.figure === "rate" ? formatRate : formatDuration;
      const { interval } = one;
      return [
        benchTitle(one.key),
        FIGURE_NAMES[one.figure],
        format(one.base),
        format(one.new),
        one.ratio.toFixed(3),
        interval === undefined ? "–" : `${interval.low.toFixed(3)} … ${interval.high.toFixed(3)}`,
        `${one.baseRepeats}, ${one.newRepeats}`,
        one.verdict,
      ];
    }),
  };
}

const FIGURE_NAMES = { p50: "median", p99: "P99", rate: "samples/s" } as const;

/** For commander. */
function percent(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= 0 && value <= MAX_PERCENT) return value;
  throw new InvalidArgumentError(`Give a percentage from 0 to ${MAX_PERCENT}.`);
}

const MAX_PERCENT = 1000;
const SINGLE_ADVICE = ": no verdict; measure with --repeats 5, or see --single-repeats";
