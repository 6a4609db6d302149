// Two runs of a benchmark against each other, cell by cell: ratios with bootstrap intervals, and a verdict.

import type { BenchCell, BenchCellKey, BenchDocument } from "./benchDocument.js";
import { type Interval, ratioInterval } from "./bootstrap.js";
import { cellIdentity } from "./buildBenchDocument.js";
import { decodeSamples } from "./rawSamples.js";
import { median, percentile } from "./statistics.js";

/** "p50" and "p99": latencies. "rate": samples per second, of those the median of the repeats. */
export type ComparedFigure = "p50" | "p99" | "rate";

/**
 * "worse" or "better": the ratio is past the threshold, and the whole interval on that side of 1. "same": the whole
 * interval is within the threshold. "unclear": it is neither. "one repeat": a side has no more, so differences between
 * runs are not in the interval.
 */
export type Verdict = "worse" | "better" | "same" | "unclear" | "one repeat";

export interface Comparison {
  readonly key: BenchCellKey;
  readonly figure: ComparedFigure;
  /** Microseconds, or samples per second. */
  readonly base: number;
  readonly new: number;
  /** `new / base`. */
  readonly ratio: number;
  /** Of the ratio; absent where neither samples nor repeats are there to draw from. */
  readonly interval?: Interval;
  readonly verdict: Verdict;
  readonly baseRepeats: number;
  readonly newRepeats: number;
}

export interface BenchComparison {
  /** A ratio past `1 + threshold` counts, for rates one below `1 / (1 + threshold)`. */
  readonly threshold: number;
  readonly seed: number;
  readonly resamples: number;
  readonly comparisons: readonly Comparison[];
  /** Cells that only one of the two has. */
  readonly onlyInBase: readonly BenchCellKey[];
  readonly onlyInNew: readonly BenchCellKey[];
}

export interface CompareOptions {
  readonly threshold: number;
  readonly seed: number;
  readonly resamples: number;
  /** Judge what one repeat on a side has, as if runs did not differ; default: "one repeat". */
  readonly judgesSingleRepeats?: boolean;
}

/** Compares all cells that both have. Throws what `decodeSamples` throws. */
export function compareBench(base: BenchDocument, next: BenchDocument, options: CompareOptions): BenchComparison {
  const [before, after] = [groupCells(base), groupCells(next)];
  const comparisons = [...before].flatMap(([identity, cells]) => {
    const counterpart = after.get(identity);
    return counterpart === undefined ? [] : compareCell(cells, counterpart, options);
  });
  const missingIn = (one: typeof before, other: typeof before) =>
    [...one].filter(([identity]) => !other.has(identity)).map(([, cells]) => keyOf(cells[0]!));
  const { threshold, seed, resamples } = options;
  return {
    ...{ threshold, seed, resamples },
    comparisons,
    onlyInBase: missingIn(before, after),
    onlyInNew: missingIn(after, before),
  };
}

function groupCells({ cells }: BenchDocument): Map<string, BenchCell[]> {
  const groups = new Map<string, BenchCell[]>();
  for (const cell of cells) {
    const identity = cellIdentity(cell);
    groups.set(identity, [...(groups.get(identity) ?? []), cell]);
  }
  return groups;
}

function compareCell(base: readonly BenchCell[], next: readonly BenchCell[], options: CompareOptions): Comparison[] {
  const key = keyOf(base[0]!);
  const sides = { baseRepeats: base.length, newRepeats: next.length };
  const isSingle = base.length === 1 || next.length === 1;
  const [before, after] = [samplesOf(base), samplesOf(next)];
  if (before !== undefined && after !== undefined) {
    return FRACTIONS.map(([figure, fraction]) => {
      const values = { base: percentile(before.flat(), fraction), new: percentile(after.flat(), fraction) };
      const interval = ratioInterval(after, before, fraction, options);
      return { key, figure, ...judged(values, interval, figure, options, isSingle), ...sides };
    });
  }
  const figures: [ComparedFigure, keyof BenchCell][] = [
    ["p50", "p50Us"],
    ["p99", "p99Us"],
    ["rate", "samplesPerSecond"],
  ];
  return figures.flatMap(([figure, name]) => {
    const [baseValues, newValues] = [numbersOf(base, name), numbersOf(next, name)];
    if (baseValues.length === 0 || newValues.length === 0) return [];
    // Of repeats without samples the figures are what there is to draw from; of a single one there is no interval.
    const canDraw = baseValues.length > 1 && newValues.length > 1;
    const draws = (values: readonly number[]) => values.map((value) => [value]);
    const interval = canDraw ? ratioInterval(draws(newValues), draws(baseValues), 0.5, options) : undefined;
    const values = { base: median(baseValues), new: median(newValues) };
    return [{ key, figure, ...judged(values, interval, figure, options, isSingle), ...sides }];
  });
}

function judged(
  values: { readonly base: number; readonly new: number },
  interval: Interval | undefined,
  figure: ComparedFigure,
  { threshold, judgesSingleRepeats = false }: CompareOptions,
  isSingle: boolean,
): Omit<Comparison, "key" | "figure" | "baseRepeats" | "newRepeats"> {
  const ratio = values.new / values.base;
  const range = interval ?? { low: ratio, high: ratio };
  const verdict = isSingle && !judgesSingleRepeats ? "one repeat" : verdictOf(ratio, range, figure, threshold);
  return { ...values, ratio, ...(interval && { interval }), verdict };
}

function verdictOf(ratio: number, { low, high }: Interval, figure: ComparedFigure, threshold: number): Verdict {
  const [above, below]: [Verdict, Verdict] = figure === "rate" ? ["better", "worse"] : ["worse", "better"];
  const [ceiling, floor] = [1 + threshold, 1 / (1 + threshold)];
  if (ratio > ceiling && low > 1) return above;
  if (ratio < floor && high < 1) return below;
  return low >= floor && high <= ceiling ? "same" : "unclear";
}

/** Undefined unless every repeat has its samples. */
function samplesOf(cells: readonly BenchCell[]): number[][] | undefined {
  const texts = cells.map(({ samplesUs }) => samplesUs);
  return texts.every((text) => text !== undefined) ? texts.map((text) => [...decodeSamples(text)]) : undefined;
}

function numbersOf(cells: readonly BenchCell[], name: keyof BenchCell): number[] {
  return cells.map((cell) => cell[name]).filter((value) => typeof value === "number");
}

function keyOf(cell: BenchCell): BenchCellKey {
  return Object.fromEntries(KEYS.flatMap((name) => (cell[name] === undefined ? [] : [[name, cell[name]]]))) as never;
}

const FRACTIONS: readonly (readonly [ComparedFigure, number])[] = [
  ["p50", 0.5],
  ["p99", 0.99],
];
const KEYS = [
  ...(["peer", "transport", "payloadBytes", "rhythm", "mode", "reliability", "history", "variant"] as const),
  "participants",
] as const;
