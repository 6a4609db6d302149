// The page `stages.html`: complete, self-contained, escaped, and its bars add up.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { overviewTable, renderStagesReport, renderTextTable, stageTable } from "../../src/report/index.js";
import { buildStagesDocument, PART_STAGES, STAGE_NAMES } from "../../src/trace/index.js";
import { sampleRun } from "./sampleRun.js";
import { assertWellFormed } from "./wellFormed.js";

const document = JSON.parse(JSON.stringify(buildStagesDocument(sampleRun(600)))) as ReturnType<
  typeof buildStagesDocument
>;
const html = renderStagesReport(document);

const report = suite("stages report");

report("is one well-formed HTML document", () => {
  assert.match(html, /^<!DOCTYPE html>\n<html lang="en">/);
  const names = assertWellFormed(html.trim());
  assert.is(names.filter((name) => name === "html" || name === "body").length, 2);
  // Two bar charts, two ECDFs and the tail for each cell, each for a wide and for a narrow screen.
  assert.is(names.filter((name) => name === "svg").length, 2 * 5 * 2);
});

report("refers to nothing outside and runs no script", () => {
  assert.not.match(html, /https?:|\/\/|url\(|@import|@font-face|<script|<link|<img|<iframe|\bon[a-z]+=/i);
  const sources = [...html.matchAll(/\s(?:src|href|xlink:href|data|action)="([^"]*)"/g)].map((match) => match[1]!);
  assert.ok(sources.length > 0 && sources.every((source) => source.startsWith("#cell-")));
  assert.match(html, "default-src &#39;none&#39;");
});

report("has every cell with its numbers", () => {
  for (const cell of document.cells) {
    const section = html.split(`data-cell="${cell.payloadBytes} ${cell.reliability}"`)[1]?.split("</section>")[0] ?? "";
    for (const row of stageTable(cell).rows) {
      for (const value of row)
        assert.ok(section.includes(`>${value}</`) || section.includes(`</span>${value}</`), value);
    }
  }
  for (const text of ["prefers-color-scheme: dark", "Repeats", "Example CPU &lt;8 cores&gt;", "72 ns"]) {
    assert.ok(html.includes(text), text);
  }
  assert.ok(html.includes("--note &quot;&lt;b&gt;&amp;&#39;quoted&#39;&lt;/b&gt;&quot;"), "the command is escaped");
});

report("the parts of every bar add up to its percentile", () => {
  const charts = html.split("<svg").filter((chart) => chart.includes('aria-label="Parts of t0-t5'));
  const bars = charts.flatMap((chart) => chart.split('class="row-label"').slice(1));
  assert.is(bars.length, document.cells.length * 4 * 4);
  for (const [index, bar] of bars.entries()) {
    const parts = [...bar.matchAll(/data-part="([^"]+)" data-value="([^"]+)"/g)];
    assert.equal(
      parts.map((part) => part[1]),
      [...PART_STAGES],
    );
    const sum = parts.reduce((total, part) => total + Number(part[2]), 0);
    const cell = document.cells[Math.floor(index / 16)]!;
    const split = cell.splits[index % 4]!;
    assert.ok(Math.abs(sum - split.totalUs) < 1e-6, `${sum} is not ${split.totalUs}`);
  }
});

report("the bars of the tail add up to its excess", () => {
  const cell = document.cells[0]!;
  const chart = html.split("<svg").find((each) => each.includes('aria-label="Excess of the samples above P99, 64'))!;
  const shown = [...chart.matchAll(/data-value="([^"]+)"/g)].reduce((sum, [, value]) => sum + Number(value), 0);
  const groups = Object.values(cell.tail!.causes).flatMap(({ excessUs }) => Object.values(excessUs));
  assert.ok(Math.abs(shown - groups.reduce((sum, value) => sum + value, 0)) < 1e-6);
  assert.is(cell.tail!.samples, 6);
});

report("hostile text cannot break out of the page", () => {
  const hostile = `</style><script>alert(1)</script>"'&`;
  const page = renderStagesReport({ ...document, command: hostile, environment: { [hostile]: hostile } });
  assertWellFormed(page.trim());
  assert.not.match(page, "<script");
});

report("cells without samples or round trips still make a page", () => {
  const empty = buildStagesDocument({
    command: "x",
    environment: {},
    cells: [{ payloadBytes: 64, reliability: "BEST_EFFORT", written: 5, repeats: [] }],
  });
  const page = renderStagesReport(empty);
  assertWellFormed(page.trim());
  assert.match(page, "No sample was measured.");
  assert.not.match(page, /NaN|undefined|Infinity/);
  assert.not.match(html, /NaN|undefined|Infinity/);
});

report("the terminal tables have every stage and every cell", () => {
  const table = stageTable(document.cells[0]!);
  assert.equal(
    table.rows.map((row) => row[0]),
    [...STAGE_NAMES, "round trip", "raw round trip"],
  );
  for (const row of table.rows) assert.is(row.length, table.header.length);
  const overview = overviewTable(document);
  assert.is(overview.rows.length, 2);
  assert.is(renderTextTable(overview).split("\n").length, 4);
});

report.run();
