// What cells cost, and their repeats one by one, as rows of text.

import type { CostMedians, ReportCell, ReportGroup } from "../trace/benchReport.js";
import { conditionsOf, crowdOf } from "./benchTables.js";
import {
  formatAmount,
  formatCount,
  formatDuration,
  formatMicroseconds,
  formatRate,
  formatRatio,
  NO_VALUE,
} from "./formatMicroseconds.js";
import type { TextTable } from "./textTable.js";

/** Medians of the repeats; undefined where no cost was measured. */
export function costTable({ cells }: ReportGroup): TextTable | undefined {
  const rows = cells.filter(({ cost }) => cost !== undefined);
  if (rows.length === 0) return undefined;
  return {
    header: [
      ...["cell", "CPU s, writer", "reader", "memory, writer", "reader", "datagrams", "bytes on the wire"],
      ...[
        "samples again",
        "fragments again",
        "kernel drops",
        "loop delay P99, writer",
        "reader",
        "GC, writer",
        "reader",
      ],
    ],
    rows: rows.map((cell) => [cellTitle(cell), ...costRow(cell.cost!)]),
  };
}

/** Every repeat of every cell. */
export function repeatsTable({ cells }: ReportGroup): TextTable {
  const isLatency = cells.some(({ summary }) => summary.p50Us !== undefined);
  return {
    header: [
      "cell",
      "repeat",
      ...(isLatency ? ["P50 µs", "P95", "P99", "max"] : ["samples/s", "bit/s"]),
      "lost",
      "to raw",
    ],
    rows: cells.flatMap((cell) =>
      cell.repeats.map((repeat) => [
        cellTitle(cell),
        String(repeat.repeat),
        ...(isLatency
          ? [repeat.p50Us, repeat.p95Us, repeat.p99Us, repeat.maxUs].map(formatMicroseconds)
          : [formatRate(repeat.samplesPerSecond), formatRate(repeat.bitsPerSecond)]),
        formatCount(repeat.lost),
        formatRatio(repeat.ratioToRaw),
      ]),
    ),
  };
}

/** Exponents of growth; undefined where there are none. */
export function fitTable({ fits }: ReportGroup, titleOf: (figure: string) => string): TextTable | undefined {
  if (fits.length === 0) return undefined;
  return {
    header: ["series", "figure", "grows with", "95 % interval"],
    rows: fits.map(({ series, figure, exponent, low, high }) => [
      series,
      titleOf(figure),
      `N^${exponent.toFixed(2)}`,
      `${low.toFixed(2)} … ${high.toFixed(2)}`,
    ]),
  };
}

function costRow({ writer, reader, wire }: CostMedians): string[] {
  const sum = (name: string) =>
    writer[name] === undefined && reader[name] === undefined ? undefined : (writer[name] ?? 0) + (reader[name] ?? 0);
  const milliseconds = (value: number | undefined) => formatDuration(value === undefined ? value : value * 1000);
  return [
    ...[writer.cpuSeconds, reader.cpuSeconds].map((value) => value?.toFixed(2) ?? NO_VALUE),
    ...[writer.maxRssBytes, reader.maxRssBytes].map(formatAmount),
    formatCount(wire.wireDatagrams),
    formatAmount(wire.wireBytes),
    ...["samplesRetransmitted", "fragmentsRetransmitted", "kernelDrops"].map((name) => formatCount(sum(name))),
    ...[writer.eventLoopDelayP99Us, reader.eventLoopDelayP99Us].map(formatDuration),
    ...[writer.gcTimeMs, reader.gcTimeMs].map(milliseconds),
  ];
}

function cellTitle({ series, summary }: ReportCell): string {
  const { peer, transport, payloadBytes } = summary;
  const place = [conditionsOf({ peer, transport, payloadBytes }), crowdOf(summary)]
    .filter((part) => part !== "")
    .join(", ");
  return `${series}, ${place}`;
}
