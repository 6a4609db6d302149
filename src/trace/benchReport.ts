// Puts several benchmark documents on one page: what was measured under the same conditions goes together, whichever file
// it is from. Owns the grouping, the labels of the series and the medians of the costs; draws nothing.

import type { BenchCell, BenchCellKey, BenchDocument, BenchMeasurement, BenchSummary } from "./benchDocument.js";
import { buildBenchDocument, cellIdentity } from "./buildBenchDocument.js";
import { fitExponent } from "./fitLine.js";
import { decodeSamples } from "./rawSamples.js";
import { type EcdfPoint, ecdf, median } from "./statistics.js";

export interface BenchFile {
  /** What tells it from the others on the page. */
  readonly name: string;
  readonly document: BenchDocument;
}

/** Medians of the repeats, each of one whole run. Names as in BenchSideCost, those of the wire as in BenchCost. */
export interface CostMedians {
  readonly writer: Readonly<Record<string, number>>;
  readonly reader: Readonly<Record<string, number>>;
  readonly wire: Readonly<Record<string, number>>;
}

/** One cell of one peer with all its repeats. */
export interface ReportCell {
  /** The line that it is a point of: equal for the payloads, and the numbers of participants, of one peer. */
  readonly series: string;
  readonly summary: BenchSummary;
  readonly repeats: readonly BenchCell[];
  readonly cost?: CostMedians;
  /** Percentiles, rates and the command's own figures by name. */
  readonly values: Readonly<Record<string, number>>;
  /** Over all repeats; absent where the file has no samples. */
  readonly ecdf?: readonly EcdfPoint[];
}

/** A figure grows with a power of the number of participants. */
export interface ReportFit {
  readonly series: string;
  /** "p50Us", "pssBytes", … */
  readonly figure: string;
  /** 1: in proportion; 2: with the square. */
  readonly exponent: number;
  /** 95 % interval of the exponent. */
  readonly low: number;
  readonly high: number;
}

/** One benchmark in one rhythm and mode. */
export interface ReportGroup {
  readonly benchmark: string;
  readonly rhythm?: string;
  readonly mode?: string;
  /** All peers of the report but `raw` and `self`: their places give them colours that are the same in every plot. */
  readonly others: readonly string[];
  /** In the order of the files; `raw` first, then this project. */
  readonly series: readonly string[];
  readonly cells: readonly ReportCell[];
  /** Names in `values` that can be drawn against the number of participants; empty where that was not varied. */
  readonly scaled: readonly string[];
  /** How figures grow with the number of participants, where that was varied. */
  readonly fits: readonly ReportFit[];
}

export interface BenchReport {
  readonly files: readonly BenchFile[];
  readonly groups: readonly ReportGroup[];
}

/**
 * A peer that several files have under the same conditions is several peers, "self [name]": runs are never pooled. Throws
 * what `decodeSamples` throws.
 */
export function buildBenchReport(files: readonly BenchFile[]): BenchReport {
  const ambiguous = peersInSeveral(files);
  const benchmarks = [...new Set(files.map(({ document }) => document.benchmark))];
  const grouped = benchmarks.flatMap((benchmark) => {
    const measurements = files
      .filter(({ document }) => document.benchmark === benchmark)
      .flatMap(({ name, document }) =>
        document.cells.map((cell) =>
          measurementOf(cell, ambiguous.has(cell.peer) ? `${cell.peer} [${name}]` : cell.peer),
        ),
      );
    return groupsOf(benchmark, measurements);
  });
  const peers = new Set(grouped.flatMap(({ cells }) => cells.map(({ summary }) => summary.peer)));
  const others = [...peers].filter((peer) => peer !== "raw" && peer !== "self");
  return { files, groups: grouped.map((group) => ({ ...group, others })) };
}

/** What a cell was built from, as far as it says. Throws what `decodeSamples` throws. */
export function measurementOf(cell: BenchCell, peer = cell.peer): BenchMeasurement {
  const { repeat, order: _order, samples, samplesUs, ratioToRaw: _ratio, cost, figures, series, ...rest } = cell;
  const [key, latencies, counts] = [pick(rest, KEY_NAMES), pick(rest, LATENCY_NAMES), pick(rest, COUNT_NAMES)];
  return {
    key: { ...(key as unknown as BenchCellKey), peer },
    repeat,
    ...counts,
    ...(samplesUs !== undefined && { latenciesUs: decodeSamples(samplesUs) }),
    ...(samplesUs === undefined && Object.keys(latencies).length > 0 && { latencies }),
    ...(samples !== undefined && { samples }),
    ...(cost && { cost }),
    ...(figures && { figures }),
    ...(series && { series }),
  };
}

function peersInSeveral(files: readonly BenchFile[]): Set<string> {
  const owner = new Map<string, BenchFile>();
  const several = new Set<string>();
  for (const file of files) {
    for (const cell of file.document.cells) {
      const identity = `${file.document.benchmark} ${cellIdentity(cell)}`;
      const first = owner.get(identity) ?? file;
      owner.set(identity, first);
      if (first !== file) several.add(cell.peer);
    }
  }
  return several;
}

function groupsOf(benchmark: string, measurements: readonly BenchMeasurement[]): Omit<ReportGroup, "others">[] {
  const { cells, summaries } = buildBenchDocument({
    ...{ benchmark, command: "", environment: {}, peers: [], measurements },
  });
  const keys = [...new Set(summaries.map(({ rhythm, mode }) => JSON.stringify([rhythm, mode])))];
  return keys.map((key) => {
    const members = summaries.filter(({ rhythm, mode }) => JSON.stringify([rhythm, mode]) === key);
    const labelOf = seriesLabels(members);
    const reportCells = members.map((summary) => reportCell(summary, labelOf(summary), cells));
    const { rhythm, mode } = members[0]!;
    return {
      benchmark,
      ...(rhythm !== undefined && { rhythm }),
      ...(mode !== undefined && { mode }),
      series: orderSeries(reportCells),
      cells: reportCells,
      scaled: isScaled(members) ? scaledFigures(reportCells) : [],
      fits: fitsOf(reportCells),
    };
  });
}

/** The peer, and of the rest what differs between the cells of a peer that are otherwise alike. */
function seriesLabels(members: readonly BenchSummary[]): (summary: BenchSummary) => string {
  const varied = POLICIES.filter((name) =>
    members.some((one) => members.some((other) => one.peer === other.peer && one[name] !== other[name])),
  );
  const names: (keyof BenchCellKey)[] = [...varied];
  if (isScaled(members) && new Set(members.map(({ payloadBytes }) => payloadBytes)).size > 1)
    names.push("payloadBytes");
  const text = (summary: BenchSummary, name: keyof BenchCellKey) =>
    name === "payloadBytes" ? `${summary.payloadBytes} B` : (summary[name] ?? []);
  return (summary) => [summary.peer, ...names.flatMap((name) => text(summary, name))].join(", ");
}

function isScaled(members: readonly BenchSummary[]): boolean {
  return new Set(members.map(({ participants }) => participants).filter((count) => count !== undefined)).size > 1;
}

function orderSeries(cells: readonly ReportCell[]): string[] {
  const rank = ({ summary }: ReportCell) => (summary.peer === "raw" ? 0 : summary.peer === "self" ? 1 : 2);
  const labels = [...cells].sort((a, b) => rank(a) - rank(b)).map(({ series }) => series);
  return [...new Set(labels)];
}

function reportCell(summary: BenchSummary, series: string, cells: readonly BenchCell[]): ReportCell {
  const identity = cellIdentity(summary);
  const repeats = cells.filter((cell) => cellIdentity(cell) === identity);
  const samples = repeats.flatMap(({ samplesUs }) => (samplesUs === undefined ? [] : [...decodeSamples(samplesUs)]));
  const cost = costOf(repeats);
  return {
    series,
    summary,
    repeats,
    values: valuesOf(summary),
    ...(cost && { cost }),
    ...(samples.length > 0 && { ecdf: ecdf(samples, STEPS) }),
  };
}

function costOf(repeats: readonly BenchCell[]): CostMedians | undefined {
  const costs = repeats.flatMap(({ cost }) => cost ?? []);
  if (costs.length === 0) return undefined;
  return {
    writer: medians(costs.map(({ writer }) => writer ?? {})),
    reader: medians(costs.map(({ reader }) => reader ?? {})),
    wire: medians(costs.map(({ wireDatagrams, wireBytes }) => ({ wireDatagrams, wireBytes }))),
  };
}

function medians(all: readonly object[]): Record<string, number> {
  const valuesOf = (name: string) =>
    all.map((one) => (one as Record<string, unknown>)[name]).filter((value) => typeof value === "number");
  const names = [...new Set(all.flatMap((one) => Object.keys(one)))].filter((name) => valuesOf(name).length > 0);
  return Object.fromEntries(names.map((name) => [name, median(valuesOf(name))]));
}

function fitsOf(cells: readonly ReportCell[]): ReportFit[] {
  const series = [...new Set(cells.map((cell) => cell.series))];
  return series.flatMap((label) => {
    const members = cells.filter((cell) => cell.series === label);
    return scaledFigures(members).flatMap((figure) => {
      const points = members.flatMap(({ summary: { participants }, values }) => {
        const value = values[figure];
        return participants === undefined || value === undefined ? [] : [[participants, value] as const];
      });
      const counts = points.filter(([, y]) => y > 0).map(([x]) => x);
      if (new Set(counts).size < MIN_COUNTS) return [];
      const line = fitExponent(
        points.map(([x]) => x),
        points.map(([, y]) => y),
      );
      if (line === undefined) return [];
      const { slope: exponent, low, high } = line;
      return [{ series: label, figure, exponent, low, high }];
    });
  });
}

function scaledFigures(all: readonly ReportCell[]): string[] {
  const cells = all.filter(({ summary }) => summary.participants !== undefined);
  const own = cells.flatMap(({ summary }) => Object.keys(summary.figures ?? {}));
  return [...SCALED, ...new Set(own)].filter((name) => cells.some(({ values }) => values[name] !== undefined));
}

function valuesOf(summary: BenchSummary): Record<string, number> {
  const { samplesPerSecond, bitsPerSecond } = summary;
  return {
    ...pick(summary, LATENCY_NAMES),
    ...pick({ samplesPerSecond, bitsPerSecond }, COUNT_NAMES),
    ...summary.figures,
  };
}

function pick(from: object, names: readonly string[]): Record<string, never> {
  return Object.fromEntries(
    Object.entries(from).filter(([name, value]) => value !== undefined && names.includes(name)),
  ) as Record<string, never>;
}

const KEY_NAMES: readonly string[] = [
  ...["peer", "transport", "payloadBytes", "rhythm", "mode", "reliability", "history", "variant", "participants"],
];
const LATENCY_NAMES: readonly string[] = [
  ...["p50Us", "p90Us", "p95Us", "p99Us", "p999Us", "meanUs", "minUs", "maxUs", "stdUs", "tailAmplification"],
];
const COUNT_NAMES: readonly string[] = [
  ...["written", "received", "lost", "timedOut", "invalid", "durationS"],
  ...["samplesPerSecond", "offeredPerSecond", "bitsPerSecond"],
];
const POLICIES = ["transport", "reliability", "history", "variant"] as const;
const SCALED = ["p50Us", "p99Us", "samplesPerSecond"];
/** Through two points goes every line. */
const MIN_COUNTS = 3;
/** Steps of an ECDF: pages stay small, and half a pixel is not seen. */
const STEPS = 300;
