// The numbers of a stages run as rows of text, for the terminal and for the page.

import type { StagePercentiles, StagesCell, StagesDocument } from "../trace/stagesDocument.js";
import { formatBytes, formatCount, formatMicroseconds, formatRatio } from "./formatMicroseconds.js";
import type { TextTable } from "./textTable.js";

/** "64 B, RELIABLE". */
export function cellTitle(cell: StagesCell): string {
  return `${formatBytes(cell.payloadBytes)}, ${cell.reliability}`;
}

/**
 * Percentiles of each stage, of t0-t5 and, if measured, of both round trips, in microseconds. The percentiles of the
 * parts do not add up to those of t0-t5.
 */
export function stageTable(cell: StagesCell): TextTable {
  const rows = Object.entries(cell.stages).map(([name, values]) => stageRow(name, values));
  if (cell.rttP50Us !== null) rows.push(stageRow("round trip", cell.rtt));
  if (cell.rawRttP50Us !== null) rows.push(stageRow("raw round trip", cell.rawRtt));
  return { header: ["stage, µs", "P50", "P90", "P99", "P99.9", "max"], rows };
}

/** One row for each cell of the run. */
export function overviewTable(document: StagesDocument): TextTable {
  return {
    header: ["cell", "samples", "lost", "P50 µs", "P99 µs", "max µs", "RTT P50 µs", "raw RTT P50 µs", "ratio to raw"],
    rows: document.cells.map((cell) => {
      const total = cell.stages["t0-t5"];
      return [
        cellTitle(cell),
        formatCount(cell.samples),
        formatCount(cell.lost),
        formatMicroseconds(total.p50Us),
        formatMicroseconds(total.p99Us),
        formatMicroseconds(total.maxUs),
        formatMicroseconds(cell.rttP50Us),
        formatMicroseconds(cell.rawRttP50Us),
        formatRatio(cell.ratioToRaw),
      ];
    }),
  };
}

/** The repeats of a cell one by one, times in microseconds. */
export function repeatTable(cell: StagesCell): TextTable {
  return {
    header: ["repeat", "samples", "P50", "P99", "RTT P50", "raw P50", "ratio"],
    rows: cell.repeats.map((repeat, index) => [
      String(index + 1),
      formatCount(repeat.samples),
      formatMicroseconds(repeat.p50Us),
      formatMicroseconds(repeat.p99Us),
      formatMicroseconds(repeat.rttP50Us),
      formatMicroseconds(repeat.rawRttP50Us),
      formatRatio(repeat.ratioToRaw),
    ]),
  };
}

function stageRow(name: string, values: StagePercentiles): string[] {
  const { p50Us, p90Us, p99Us, p999Us, maxUs } = values;
  return [name, ...[p50Us, p90Us, p99Us, p999Us, maxUs].map(formatMicroseconds)];
}
