// Documents of `rtps bench` and `rtps stages` -> one page with the plots of the studies, the tables behind them, and for
// each file what it was made on and how. Computes nothing: grouping and statistics are in trace/benchReport.ts.

import type { BenchFile, BenchReport, ReportGroup } from "../trace/benchReport.js";
import type { StagesDocument } from "../trace/stagesDocument.js";
import { ecdfCharts, groupTitle, participantCharts, payloadCharts, rateCharts } from "./benchCharts.js";
import { benchTables, benchTitle } from "./benchTables.js";
import { costTable, fitTable, repeatsTable } from "./costTables.js";
import { figureTitle } from "./figureNames.js";
import { factList, htmlPage, htmlTable } from "./htmlPage.js";
import { type Child, element, type Markup } from "./markup.js";
import { stagesSections } from "./stagesReport.js";
import type { TextTable } from "./textTable.js";

export interface BenchReportPage {
  readonly bench: BenchReport;
  readonly stages: readonly { readonly name: string; readonly document: StagesDocument }[];
  /** The command that made the page. */
  readonly command: string;
}

/** The page as one HTML text that needs nothing else. */
export function renderBenchReport({ bench, stages, command }: BenchReportPage): string {
  const names = [...bench.files, ...stages].map(({ name }) => name);
  return htmlPage(
    "Benchmarks",
    element(
      "header",
      {},
      element("h1", {}, "Benchmarks"),
      element("p", { class: "soft" }, `From ${names.join(", ")}.`, bench.files.length > 1 ? FILES_NOTE : ""),
      contents(bench.groups),
    ),
    bench.groups.map(groupSection),
    stages.map(({ name, document }, index) => stagesSections(document, name, `stages-${index + 1}-`)),
    bench.files.length === 0 ? undefined : provenance(bench.files),
    element("section", {}, element("h2", {}, "This page"), element("pre", {}, element("code", {}, command))),
  );
}

function contents(groups: readonly ReportGroup[]): Markup | undefined {
  if (groups.length < 2) return undefined;
  const links = groups.map((group, index) =>
    element("li", {}, element("a", { href: `#group-${index + 1}` }, groupTitle(group))),
  );
  return element("ul", { class: "key" }, links);
}

function groupSection(group: ReportGroup, index: number): Markup {
  return element(
    "section",
    { id: `group-${index + 1}`, "data-benchmark": group.benchmark },
    element("h2", {}, groupTitle(group)),
    chartGrid(chartsOf(group)),
    tables(group),
  );
}

function chartsOf(group: ReportGroup): Markup[] {
  if (group.scaled.length > 0) {
    const alone = group.cells.filter(({ summary }) => summary.participants === undefined);
    return [...payloadCharts(group, alone), ...participantCharts(group, group.benchmark === "discovery")];
  }
  const isLatency = group.cells.some(({ summary }) => summary.p50Us !== undefined);
  return isLatency ? [...payloadCharts(group), ...ecdfCharts(group)] : rateCharts(group);
}

function chartGrid(charts: readonly Markup[]): Markup | undefined {
  if (charts.length === 0) return undefined;
  return element(
    "div",
    { class: "columns charts" },
    charts.map((chart) => element("div", {}, chart)),
  );
}

function tables(group: ReportGroup): Child {
  const summaries = group.cells.map(({ summary }) => summary);
  return [
    benchTables({ summaries }).map(({ title, table }) => [element("h3", {}, title), htmlTable(table)]),
    titled("Growth with the number of participants", fitTable(group, figureTitle)),
    titled("What a run cost", costTable(group), "Medians of the repeats, from the start signal to the last report."),
    element("details", {}, element("summary", {}, "Every repeat"), htmlTable(repeatsTable(group))),
  ];
}

function titled(title: string, table: TextTable | undefined, note?: string): Child {
  if (table === undefined) return undefined;
  return [
    element("h3", {}, title),
    note === undefined ? undefined : element("p", { class: "note" }, note),
    htmlTable(table),
  ];
}

function provenance(files: readonly BenchFile[]): Markup {
  return element(
    "section",
    {},
    element("h2", {}, "How this was made"),
    files.map(({ name, document }) => [
      element("h3", {}, name),
      element("pre", {}, element("code", {}, document.command)),
      factList(Object.entries(document.environment).map(([fact, value]) => [fact, String(value)])),
      factList(document.peers.map((peer) => [peer.peer, peerText(peer)])),
      failures(document.failures.map((failure) => `${benchTitle(failure)}: ${failure.reason}`)),
    ]),
    element("p", { class: "note" }, METHOD_NOTE),
  );
}

function failures(texts: readonly string[]): Child {
  if (texts.length === 0) return undefined;
  const items = texts.map((text) => element("li", {}, text));
  return [element("h3", {}, "Not measured"), element("ul", {}, items)];
}

function peerText({
  title,
  note,
  version,
  transport,
  receiveBufferAsked,
  receiveBufferGranted,
  skipped,
}: BenchFile["document"]["peers"][number]): string {
  const buffer =
    receiveBufferGranted === undefined
      ? undefined
      : `receive buffer ${receiveBufferGranted} B granted, ${receiveBufferAsked ?? "none"} asked for`;
  const skip = skipped === undefined ? undefined : `skipped: ${skipped}`;
  return [title, version, transport, buffer, note, skip].filter((part) => part !== undefined).join(", ");
}

const FILES_NOTE = " Ratios between peers of different files are between different runs.";
const METHOD_NOTE =
  "Percentiles are of Type 7 (linear interpolation) over all measured samples of all repeats; nothing is removed. Imported " +
  "results without samples show the medians of what their repeats say. Round trips are not halved.";
