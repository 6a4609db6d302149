// The figures of a benchmark as rows of text: one table for each payload, rhythm and whatever else was varied.

import type { BenchCellKey, BenchDocument, BenchRange, BenchSummary } from "../trace/benchDocument.js";
import {
  formatBytes,
  formatCount,
  formatFigure,
  formatMicroseconds,
  formatRate,
  formatRatio,
  NO_VALUE,
} from "./formatMicroseconds.js";
import type { TextTable } from "./textTable.js";

export interface TitledTable {
  readonly title: string;
  readonly table: TextTable;
}

/** "self, 64 B, back_to_back, RELIABLE KEEP_LAST 10". */
export function benchTitle(key: BenchCellKey): string {
  return [key.peer, conditionsOf(key), crowdOf(key), policiesOf(key)].filter((part) => part !== "").join(", ");
}

/** What was measured under the same conditions is in one table; the raw socket goes with every reliability. */
export function benchTables({ summaries }: Pick<BenchDocument, "summaries">): TitledTable[] {
  const groups = new Map<string, BenchSummary[]>();
  for (const summary of summaries) {
    const group = groups.get(conditionsOf(summary)) ?? [];
    groups.set(conditionsOf(summary), [...group, summary]);
  }
  return [...groups].flatMap(([title, rows]) => tablesOf(rows).map((table) => ({ title, table })));
}

/** Latencies or rates, and figures of the command's own where it has any. */
function tablesOf(rows: readonly BenchSummary[]): TextTable[] {
  const tables: TextTable[] = [];
  const withLatencies = rows.filter(({ p50Us }) => p50Us !== undefined);
  const withRates = rows.filter(({ p50Us, samplesPerSecond }) => p50Us === undefined && samplesPerSecond !== undefined);
  if (withLatencies.length > 0) tables.push(latencyTable(withLatencies));
  if (withRates.length > 0) tables.push(rateTable(withRates));
  const withFigures = rows.filter(({ figures }) => figures !== undefined);
  if (withFigures.length > 0) tables.push(figuresTable(withFigures));
  return tables;
}

/** Medians of the repeats, a column for each figure, or a row for each where there are many. */
function figuresTable(rows: readonly BenchSummary[]): TextTable {
  const names = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures ?? {})))];
  if (names.length > MAX_FIGURE_COLUMNS && rows.length < MAX_FIGURE_COLUMNS) {
    return {
      header: ["", ...rows.map(rowTitle)],
      rows: names.map((name) => [name, ...rows.map(({ figures }) => formatFigure(figures?.[name]))]),
    };
  }
  return {
    header: ["peer", ...names],
    rows: rows.map((row) => [rowTitle(row), ...names.map((name) => formatFigure(row.figures?.[name]))]),
  };
}

function latencyTable(rows: readonly BenchSummary[]): TextTable {
  const others = comparedWith(rows);
  return {
    header: [
      ...["peer, µs", "P50", "of repeats", "P95", "P99", "of repeats", "max", "P99/P50", "CV", "samples", "lost"],
      ...others.map((peer) => `P50 / ${peer}`),
    ],
    rows: rows.map((row) => [
      rowTitle(row),
      formatMicroseconds(row.p50Us),
      formatRange(row.p50RangeUs, formatMicroseconds),
      formatMicroseconds(row.p95Us),
      formatMicroseconds(row.p99Us),
      formatRange(row.p99RangeUs, formatMicroseconds),
      formatMicroseconds(row.maxUs),
      formatCount(row.tailAmplification),
      row.repeatMedianCv === undefined ? NO_VALUE : `${(row.repeatMedianCv * 100).toFixed(1)} %`,
      formatCount(row.samples),
      formatCount(row.lost),
      ...others.map((peer) => formatRatio(row.ratioTo?.[peer])),
    ]),
  };
}

function rateTable(rows: readonly BenchSummary[]): TextTable {
  const others = comparedWith(rows);
  return {
    header: [
      ...["peer", "samples/s", "of repeats", "bit/s", "offered/s", "lost"],
      ...others.map((peer) => `rate / ${peer}`),
    ],
    rows: rows.map((row) => [
      rowTitle(row),
      formatRate(row.samplesPerSecond),
      formatRange(row.samplesPerSecondRange, formatRate),
      formatRate(row.bitsPerSecond),
      formatRate(row.offeredPerSecond),
      formatCount(row.lost),
      ...others.map((peer) => formatRatio(row.ratioTo?.[peer])),
    ]),
  };
}

/** Every peer that another one of these was compared with. */
function comparedWith(rows: readonly BenchSummary[]): string[] {
  return [...new Set(rows.flatMap(({ ratioTo }) => Object.keys(ratioTo ?? {})))];
}

function rowTitle(row: BenchSummary): string {
  return [row.peer, crowdOf(row), policiesOf(row)].filter((part) => part !== "").join(", ");
}

/** "10 participants". */
export function crowdOf({ participants }: BenchCellKey): string {
  if (participants === undefined) return "";
  return participants === 1 ? "1 participant" : `${participants} participants`;
}

/** "64 B, back_to_back, closed loop": all but the peer, its policies and the number of participants. */
export function conditionsOf({ payloadBytes, rhythm, mode }: BenchCellKey): string {
  const loop = mode === undefined ? undefined : `${mode} loop`;
  return [formatBytes(payloadBytes), rhythm, loop].filter((part) => part !== undefined).join(", ");
}

function policiesOf({ reliability, history, variant }: BenchCellKey): string {
  const qos = [reliability, history].filter((part) => part !== undefined).join(" ");
  return [qos, variant].filter((part) => part !== undefined && part !== "").join(", ");
}

export function formatRange(range: BenchRange | undefined, format: (value: number) => string): string {
  return range === undefined ? NO_VALUE : `${format(range[0])} … ${format(range[1])}`;
}

const MAX_FIGURE_COLUMNS = 8;
