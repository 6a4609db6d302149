// `stages.json` -> `stages.html`: where the latency of a sample accrues, for every cell of the run.
// Owns the layout of that page. Computes nothing: all numbers are in the document.

import type { PercentileSplit, StagesCell, StagesDocument } from "../trace/stagesDocument.js";
import type { EcdfPoint } from "../trace/statistics.js";
import { formatCount, formatDuration, formatRatio, formatShare, formatTick } from "./formatMicroseconds.js";
import { factList, figure, htmlPage, htmlTable } from "./htmlPage.js";
import { type LineSeries, lineChart } from "./lineChart.js";
import { type Child, element, fragment, type Markup } from "./markup.js";
import { partColour } from "./pageStyle.js";
import { type BarRow, stackedBars } from "./stackedBars.js";
import { cellTitle, overviewTable, repeatTable, stageTable } from "./stageTable.js";
import { tailSection } from "./tailSection.js";
import { traceFacts } from "./traceFacts.js";

/** The page as one HTML text that needs nothing else. */
export function renderStagesReport(document: StagesDocument): string {
  return htmlPage(
    "Where the latency of a sample accrues",
    element(
      "header",
      {},
      element("h1", {}, "Where the latency of a sample accrues"),
      element("p", { class: "soft" }, introduction(document)),
      wayLegend(document),
    ),
    overview(document, "cell-"),
    document.cells.map((cell, index) => cellSection(cell, document, `cell-${index + 1}`)),
    provenance(document),
  );
}

/** The same for a page that holds other documents too. @param idPrefix makes the ids of the sections unique */
export function stagesSections(document: StagesDocument, name: string, idPrefix: string): Markup {
  return fragment(
    element(
      "section",
      { "data-stages": name },
      element("h2", {}, `Stages: ${name}`),
      element("p", { class: "soft" }, introduction(document)),
      wayLegend(document),
    ),
    overview(document, idPrefix),
    document.cells.map((cell, index) => cellSection(cell, document, `${idPrefix}${index + 1}`)),
    provenance(document),
  );
}

function introduction(document: StagesDocument): string {
  const samples = document.cells.reduce((sum, cell) => sum + cell.samples, 0);
  return (
    `One-way time of ${samples} samples from write() in one process to the listener in another, ` +
    "divided at six points t0 to t5. All stamps are on one monotonic clock."
  );
}

function wayLegend({ stages }: StagesDocument): Markup {
  const parts = stages.slice(0, -1).map(({ name, meaning }, index) => {
    const text = element("span", { class: "soft" }, meaning);
    return element("li", { class: partColour(index) }, element("b", {}, name), text);
  });
  return element("ol", { class: "way" }, parts);
}

function overview(document: StagesDocument, idPrefix: string): Markup | undefined {
  if (document.cells.length < 2) return undefined;
  return element(
    "section",
    {},
    element("h2", {}, "Overview"),
    htmlTable(overviewTable(document), (row, index) => ({
      label: element("a", { href: `#${idPrefix}${index + 1}` }, row[0]),
    })),
  );
}

function cellSection(cell: StagesCell, document: StagesDocument, id: string): Markup {
  return element(
    "section",
    { id, "data-cell": `${cell.payloadBytes} ${cell.reliability}` },
    element("h2", {}, cellTitle(cell)),
    element("p", { class: "soft" }, finding(cell, document)),
    keyFigures(cell),
    cell.samples === 0 ? undefined : plots(cell),
    tailSection(cell),
    numbers(cell, document),
  );
}

function numbers(cell: StagesCell, document: StagesDocument): Markup {
  const isRepeated = cell.repeats.length > 1;
  return element(
    "div",
    { class: "columns numbers" },
    element(
      "div",
      {},
      element("h3", {}, "Stages in numbers"),
      htmlTable(stageTable(cell), (row, index) => stageRowLabel(row, index, document)),
      element("p", { class: "note" }, "Percentiles of the parts do not add up to those of t0-t5."),
    ),
    element(
      "div",
      {},
      isRepeated ? [element("h3", {}, "Repeats, µs"), htmlTable(repeatTable(cell))] : undefined,
      element("h3", {}, "Wire and trace"),
      factList(traceFacts(cell)),
    ),
  );
}

/** What half of the samples take and what the slowest percent takes, and which part owns most of it. */
function finding(cell: StagesCell, document: StagesDocument): string {
  const typical = cell.splits.find(({ fraction }) => fraction === 0.5);
  const tail = cell.splits.find(({ fraction }) => fraction === 0.99);
  if (typical === undefined || tail === undefined) return "No sample was measured.";
  return (
    `The median sample takes ${formatDuration(typical.totalUs)}, ${largestPart(typical, document)}. ` +
    `At P99 it is ${formatDuration(tail.totalUs)}, ${largestPart(tail, document)}.`
  );
}

function largestPart(split: PercentileSplit, { stages }: StagesDocument): string {
  const [name, value] = Object.entries(split.partsUs).reduce((best, part) => (part[1] > best[1] ? part : best));
  const meaning = stages.find((stage) => stage.name === name)?.meaning.split(":")[0] ?? "";
  return `${formatShare(value / (split.totalUs || 1))} of it in ${name} (${meaning})`;
}

function keyFigures(cell: StagesCell): Markup {
  const total = cell.stages["t0-t5"];
  const figures: [string, string][] = [
    ["P50 one way", formatDuration(total.p50Us)],
    ["P99 one way", formatDuration(total.p99Us)],
    ["max", formatDuration(total.maxUs)],
    ["samples", formatCount(cell.samples)],
    ["lost", formatCount(cell.lost)],
  ];
  if (cell.rttP50Us !== null) figures.push(["P50 round trip", formatDuration(cell.rttP50Us)]);
  if (cell.rawRttP50Us !== null) figures.push(["raw socket", formatDuration(cell.rawRttP50Us)]);
  if (cell.ratioToRaw !== null) figures.push(["ratio to raw", formatRatio(cell.ratioToRaw)]);
  return element(
    "dl",
    { class: "figures" },
    figures.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
  );
}

function plots(cell: StagesCell): Markup {
  const rows = cell.splits.map(barRow);
  const title = `Parts of t0-t5 at four percentiles, ${cellTitle(cell)}`;
  const nearest = cell.splits.map(({ nearestSamples }) => nearestSamples).join(", ");
  const bars = (mode: "length" | "share") => (width: number) =>
    stackedBars({ title, width, mode, format: formatDuration, formatTick, rows });
  return element(
    "div",
    { class: "columns" },
    element(
      "div",
      {},
      figure(
        "How long, at four percentiles of t0-t5",
        "Each bar is as long as the percentile. Its parts have the mean proportions of the samples nearest to it in " +
          `rank (${nearest} samples), so they add up.`,
        bars("length"),
      ),
      figure("Which part owns it", "The same bars, each as a whole.", bars("share")),
    ),
    element("div", {}, distributions(cell)),
  );
}

/** One way beside the raw socket's one way, round trip beside its round trip: like with like, on one time axis. */
function distributions(cell: StagesCell): (Markup | undefined)[] {
  const { oneWay, rawOneWay, rtt, rawRtt } = cell.ecdf;
  const range = rangeOf([oneWay, rawOneWay, rtt, rawRtt]);
  const note = "Share of samples that took at most this long. Full range, logarithmic time.";
  const pair = (title: string, series: readonly LineSeries[], text: string): Markup | undefined =>
    series.every(({ points }) => points.length === 0)
      ? undefined
      : figure(title, text, (width) => ecdfChart(`${title}, ${cellTitle(cell)}`, series, range, width));
  return [
    pair("Distribution, one way", [ours("t0-t5", oneWay), rawSocket(rawOneWay)], note),
    pair("Distribution, round trip", [ours("round trip", rtt), rawSocket(rawRtt)], "The same time axis."),
  ];
}

function ecdfChart(title: string, series: readonly LineSeries[], range: AxisRange, width: number): Markup {
  return lineChart({
    title,
    width,
    height: ECDF_HEIGHT,
    x: { kind: "log", format: formatTick, ...range },
    y: { kind: "linear", min: 0, max: 1, format: formatShare },
    series,
  });
}

function ours(label: string, points: readonly EcdfPoint[]): LineSeries {
  return { label, points, shape: "step", colour: "ours" };
}

function rawSocket(points: readonly EcdfPoint[]): LineSeries {
  return { label: "raw socket", points, shape: "step", colour: "raw" };
}

interface AxisRange {
  readonly min?: number;
  readonly max?: number;
}

/** The range of all positive values, with a little air so that no step lies on the frame. */
function rangeOf(curves: readonly (readonly EcdfPoint[])[]): AxisRange {
  const values = curves.flatMap((points) => points.map(([value]) => value)).filter((value) => value > 0);
  if (values.length === 0) return {};
  const least = values.reduce((a, b) => Math.min(a, b));
  const most = values.reduce((a, b) => Math.max(a, b));
  return { min: least / 1.06, max: most * 1.06 };
}

function barRow(split: PercentileSplit): BarRow {
  const parts = Object.entries(split.partsUs).map(([label, value], index) => ({
    label,
    value,
    colour: partColour(index),
  }));
  return { label: split.label, parts, valueLabel: formatDuration(split.totalUs) };
}

function stageRowLabel(
  row: readonly string[],
  index: number,
  { stages }: StagesDocument,
): { className?: string; label: Child } {
  const parts = stages.length - 1;
  if (index === parts) return { className: "total", label: row[0] };
  if (index > parts) return { label: row[0] };
  return { label: fragment(element("span", { class: `swatch ${partColour(index)}` }), row[0]) };
}

function provenance(document: StagesDocument): Markup {
  const facts: [string, Child][] = Object.entries(document.environment).map(([name, value]) => [name, String(value)]);
  const { stampCost } = document;
  if (stampCost !== null) {
    const { stampNs, clockNs } = stampCost;
    facts.push(["cost of one stamp", `${stampNs.toFixed(0)} ns, of which reading the clock ${clockNs.toFixed(0)} ns`]);
  }
  return element(
    "section",
    {},
    element("h2", {}, "How this was made"),
    element("pre", {}, element("code", {}, document.command)),
    factList(facts),
    element("h3", {}, "Points"),
    factList(document.points.map(({ name, meaning }) => [name, meaning])),
    element(
      "p",
      { class: "note" },
      "Percentiles are of Type 7 (linear interpolation) over all measured samples; nothing is removed. " +
        "Round trips are not halved.",
    ),
  );
}

/** Two of them are about as tall as the bars beside them. */
const ECDF_HEIGHT = 190;
