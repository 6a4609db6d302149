// The plots of a group of benchmark cells: against payload, ECDFs, rates, against the number of participants.

import type { ReportCell, ReportGroup } from "../trace/benchReport.js";
import { conditionsOf } from "./benchTables.js";
import { figureText, figureTitle, isShare } from "./figureNames.js";
import { formatBytes, formatCount, formatRate, formatShare, formatTick } from "./formatMicroseconds.js";
import { figure } from "./htmlPage.js";
import { type ChartAxis, type LineSeries, lineChart } from "./lineChart.js";
import type { Markup } from "./markup.js";
import { peerColour } from "./pageStyle.js";
import { rangeBars } from "./rangeBars.js";

/** Median, P99 and tail amplification of some cells of a group against payload; with one payload they are bars. */
export function payloadCharts(group: ReportGroup, of: readonly ReportCell[] = group.cells): Markup[] {
  const cells = of.filter(({ summary }) => summary.p50Us !== undefined);
  if (payloadsOf(cells).length < 2) return payloadsOf(cells).length === 0 ? [] : latencyBars(group, cells);
  const duration = { kind: "log", format: formatTick } as const;
  return [
    payloadChart(group, cells, "Median", "p50", duration, `Area: range of the repeats. ${LOG_NOTE}`),
    payloadChart(group, cells, "P99", "p99", duration, `Area: range of the repeats. ${LOG_NOTE}`),
    payloadChart(
      group,
      cells,
      "Tail amplification",
      "tail",
      { kind: "linear", min: 0, format: formatTimes },
      TAIL_NOTE,
    ),
  ];
}

/** One for each payload, full range, logarithmic time. */
export function ecdfCharts(group: ReportGroup): Markup[] {
  const colours = coloursOf(group);
  return payloadsOf(group.cells).flatMap((payload) => {
    const cells = group.cells.filter(({ summary, ecdf }) => summary.payloadBytes === payload && ecdf !== undefined);
    if (cells.length === 0) return [];
    const series = cells.map((cell, index): LineSeries => {
      const isRepeated = cells.findIndex((other) => other.series === cell.series) < index;
      const { label, colour, isDashed } = colours.get(cell.series)!;
      return { label, colour, isDashed: isDashed || isRepeated, points: cell.ecdf!, shape: "step" };
    });
    const title = `Distribution, ${formatBytes(payload)}`;
    const draw = (width: number) =>
      lineChart({
        ...{ title: `${title}, ${groupTitle(group)}`, width, height: HEIGHT, series },
        x: { kind: "log", format: formatTick },
        y: { kind: "linear", min: 0, max: 1, format: formatShare },
      });
    return [figure(title, "Share of samples that took at most this long. Full range, nothing removed.", draw)];
  });
}

/** Bars of samples or, for large ones, of bits in a second. */
export function rateCharts(group: ReportGroup): Markup[] {
  return payloadsOf(group.cells).flatMap((payload) => {
    const isLarge = payload >= LARGE_PAYLOAD;
    const [unit, value, range] = isLarge
      ? (["bit/s", "bitsPerSecond", "bitsPerSecondRange"] as const)
      : (["samples/s", "samplesPerSecond", "samplesPerSecondRange"] as const);
    const cells = group.cells.filter(({ summary }) => summary.payloadBytes === payload && summary[value] !== undefined);
    const title = `${formatBytes(payload)}, ${unit}`;
    return barFigure(group, cells, title, "Delivered. Line: range of the repeats.", formatRate, ({ summary }) => ({
      value: summary[value]!,
      range: summary[range],
    }));
  });
}

/** A panel for each figure, against the number of participants. `growth`: both axes logarithmic. */
export function participantCharts(group: ReportGroup, growth: boolean): Markup[] {
  const counts = distinct(group.cells.map(({ summary }) => summary.participants));
  return group.scaled.map((name) => {
    const series = seriesOf(group, group.cells, ({ summary, values }) => {
      const [x, y] = [summary.participants, values[name]];
      return x === undefined || y === undefined ? undefined : { x, y };
    });
    const fits = group.fits.filter((fit) => fit.figure === name);
    const exponents = fits.map(({ series: label, exponent }) => `${label}: N^${exponent.toFixed(2)}`);
    const note = growth && exponents.length > 0 ? `Fitted growth: ${exponents.join("; ")}.` : "Against participants.";
    const format = (value: number) => figureText(name, value);
    const draw = (width: number) =>
      lineChart({
        ...{ title: `${figureTitle(name)} against participants, ${groupTitle(group)}`, width, height: HEIGHT, series },
        x: { kind: growth ? "log" : "linear", format: formatCount, at: counts },
        y: { ...(isShare(name) ? { kind: "linear", min: 0, max: 1 } : valueAxis(series, growth)), format },
      });
    return figure(figureTitle(name), note, draw);
  });
}

/** "rtt, back_to_back, closed loop". */
export function groupTitle({ benchmark, rhythm, mode }: ReportGroup): string {
  const loop = mode === undefined ? undefined : `${mode} loop`;
  return [benchmark, rhythm, loop].filter((part) => part !== undefined).join(", ");
}

function payloadChart(
  group: ReportGroup,
  cells: readonly ReportCell[],
  name: string,
  what: "p50" | "p99" | "tail",
  y: ChartAxis,
  note: string,
): Markup {
  const payloads = payloadsOf(cells);
  const series = seriesOf(group, cells, ({ summary }) => {
    const { payloadBytes: x, p50Us, p99Us, tailAmplification, p50RangeUs, p99RangeUs } = summary;
    const value = { p50: p50Us, p99: p99Us, tail: tailAmplification }[what];
    const range = { p50: p50RangeUs, p99: p99RangeUs, tail: undefined }[what];
    return value === undefined ? undefined : { x, y: value, range };
  });
  const draw = (width: number) =>
    lineChart({
      ...{ title: `${name} against payload, ${groupTitle(group)}`, width, height: HEIGHT, series, y },
      x: { kind: "log", format: formatBytes, at: payloads },
    });
  return figure(name, note, draw);
}

function latencyBars(group: ReportGroup, cells: readonly ReportCell[]): Markup[] {
  const format = (us: number) => formatTick(Number(us.toPrecision(3)));
  const title = conditionsOf({ ...cells[0]!.summary });
  return [
    ...barFigure(group, cells, `Median, ${title}`, BAR_NOTE, format, ({ summary }) => ({
      value: summary.p50Us!,
      range: summary.p50RangeUs,
    })),
    ...barFigure(
      group,
      cells.filter(({ summary }) => summary.p99Us !== undefined),
      `P99, ${title}`,
      BAR_NOTE,
      format,
      ({ summary }) => ({
        value: summary.p99Us!,
        range: summary.p99RangeUs,
      }),
    ),
  ];
}

function barFigure(
  group: ReportGroup,
  cells: readonly ReportCell[],
  title: string,
  note: string,
  format: (value: number) => string,
  read: (cell: ReportCell) => { value: number; range: readonly [number, number] | undefined },
): Markup[] {
  if (cells.length === 0) return [];
  const colours = coloursOf(group);
  const ordered = [...cells].sort((a, b) => group.series.indexOf(a.series) - group.series.indexOf(b.series));
  const bars = ordered.map((cell) => {
    const { value, range } = read(cell);
    return { label: cell.series, value, ...(range && { range }), colour: colours.get(cell.series)!.colour };
  });
  return [figure(title, note, (width) => rangeBars({ title: `${title}, ${groupTitle(group)}`, width, bars, format }))];
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly range?: readonly [min: number, max: number] | undefined;
}

function seriesOf(
  group: ReportGroup,
  cells: readonly ReportCell[],
  read: (cell: ReportCell) => Point | undefined,
): LineSeries[] {
  const colours = coloursOf(group);
  return group.series.map((label) => {
    const points = cells
      .filter(({ series }) => series === label)
      .flatMap((cell) => read(cell) ?? [])
      .sort((a, b) => a.x - b.x);
    return {
      ...colours.get(label)!,
      shape: "line",
      hasDots: true,
      points: points.map(({ x, y }) => [x, y]),
      band: points.flatMap(({ x, range }) => (range === undefined ? [] : [[x, range[0], range[1]] as const])),
    };
  });
}

/** One colour for each peer; further series of a peer are dashed. */
function coloursOf(group: ReportGroup): Map<string, Pick<LineSeries, "label" | "colour"> & { isDashed: boolean }> {
  const colourOf = (peer: string) => ({ raw: "raw", self: "ours" })[peer] ?? peerColour(group.others.indexOf(peer));
  const seen = new Set<string>();
  return new Map(
    group.series.map((label) => {
      const peer = peerOf(group, label);
      const isDashed = seen.has(peer);
      seen.add(peer);
      return [label, { label, colour: colourOf(peer), isDashed }];
    }),
  );
}

function peerOf({ cells }: ReportGroup, label: string): string {
  return cells.find(({ series }) => series === label)!.summary.peer;
}

function valueAxis(series: readonly LineSeries[], growth: boolean): Omit<ChartAxis, "format"> {
  const values = series.flatMap(({ points }) => points.map(([, y]) => y));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const isWide = least > 0 && most / least > WIDE_RANGE;
  return least > 0 && (growth || isWide) ? { kind: "log" } : { kind: "linear", min: Math.min(0, least) };
}

function payloadsOf(cells: readonly ReportCell[]): number[] {
  return distinct(cells.map(({ summary }) => summary.payloadBytes));
}

function distinct(values: readonly (number | undefined)[]): number[] {
  return [...new Set(values.filter((value) => value !== undefined))].sort((a, b) => a - b);
}

function formatTimes(value: number): string {
  return `${formatCount(value)}\u00a0×`;
}

const LOG_NOTE = "Both axes logarithmic.";
const TAIL_NOTE = "P99 by median: how far the slowest percent is away.";
const BAR_NOTE = "Line: range of the repeats.";
const HEIGHT = 260;
/** Bytes from which a rate is told in bits. */
const LARGE_PAYLOAD = 4096;
/** Largest by smallest value from which an axis is logarithmic. */
const WIDE_RANGE = 30;
