// The page of `rtps report`: complete, self-contained, escaped; which plots and tables it has.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { figureText, figureTitle, renderBenchReport } from "../../src/report/index.js";
import { type BenchDocument, buildBenchReport, buildStagesDocument } from "../../src/trace/index.js";
import { crowdRun, rateRun, rttRun } from "./benchRun.js";
import { sampleRun } from "./sampleRun.js";
import { assertWellFormed } from "./wellFormed.js";

const test = suite("bench report");

function page(documents: readonly BenchDocument[], stages = false): string {
  const files = documents.map((document, index) => ({ name: `${index}.json`, document }));
  const stagesFiles = stages ? [{ name: "stages.json", document: buildStagesDocument(sampleRun(600)) }] : [];
  return renderBenchReport({ bench: buildBenchReport(files), stages: stagesFiles, command: "rtps report <x>" });
}

const titles = (html: string) => [...html.matchAll(/<svg[^>]*aria-label="([^"]+)"/g)].map(([, title]) => title!);

test("every kind of document makes a well-formed page that loads nothing and runs nothing", () => {
  const html = page([rttRun(), rateRun(), crowdRun("ring"), crowdRun("discovery")], true);
  assertWellFormed(html);
  assert.not.match(html, /(src|href)="?https?:|<script|url\(/);
  assert.match(html, "default-src &#39;none&#39;");
  assert.match(html, "prefers-color-scheme: dark");
  assert.match(html, 'name="viewport"');
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assert.is(new Set(ids).size, ids.length, "ids are unique");
  for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.includes(target), target);
  assert.not.match(html, /NaN|undefined|Infinity/);
});

test("round trips: median and P99 with bands, tail amplification and ECDFs for each rhythm", () => {
  const html = page([rttRun()]);
  for (const rhythm of ["paced_10ms", "back_to_back"]) {
    for (const name of ["Median", "P99", "Tail amplification"]) {
      // Once for a wide and once for a narrow screen.
      assert.is(titles(html).filter((title) => title === `${name} against payload, rtt, ${rhythm}`).length, 2, name);
    }
    assert.is(titles(html).filter((title) => /^Distribution/.test(title) && title.includes(rhythm)).length, 6);
  }
  const [median] = html.match(/<svg[^>]*aria-label="Median against payload, rtt, back_to_back".*?<\/svg>/s)!;
  assert.is(median.match(/class="curve /g)!.length, 4);
  assert.is(median.match(/class="band /g)!.length, 4);
  assert.is(median.match(/class="dot /g)!.length, 12);
  for (const payload of ["64\u00a0B", "1\u00a0KiB", "16\u00a0KiB"]) assert.match(median, `>${payload}</text>`);
});

test("tables have ratios, costs and every repeat; files say how they were made", () => {
  const html = page([rttRun()]);
  assert.match(html, '<th scope="col">P50 / raw</th>');
  assert.match(html, '<th scope="col">P50 / cyclone</th>');
  assert.match(html, "kernel drops");
  assert.is(html.match(/<summary>Every repeat<\/summary>/g)!.length, 2);
  assert.match(html, "rtps bench rtt --note &quot;&lt;b&gt;&amp;&#39;x&#39;&lt;/b&gt;&quot;");
  assert.match(html, "Example CPU &lt;8 cores&gt;");
  assert.match(html, "ended &lt;early&gt;");
  assert.match(html, "The fastdds, 1.2");
  assert.match(html, "rtps report &lt;x&gt;");
});

test("rates are bars with the range of the repeats", () => {
  const html = page([rateRun()]);
  const [bars] = html.match(/<svg[^>]*aria-label="16\u00a0B, samples\/s, rate".*?<\/svg>/s)!;
  assert.equal(
    [...bars.matchAll(/data-series="(\w+)" data-value="([\d.]+)"/g)].map(([, series, value]) => [
      series,
      Number(value),
    ]),
    [
      ["raw", 101_500],
      ["self", 201_500],
      ["cyclone", 301_500],
      ["fastdds", 401_500],
    ],
  );
  assert.is(bars.match(/class="whisker"/g)!.length, 4);
});

test("a ring has a panel for each figure; discovery shows how it grows", () => {
  const ring = page([crowdRun("ring")]);
  for (const name of ["P50", "P99", "Nodes up", "Memory (PSS)", "Discovery time"]) {
    assert.ok(titles(ring).includes(`${name} against participants, ring`), name);
  }
  const discovery = page([crowdRun("discovery", 2)]);
  assert.match(discovery, "Fitted growth: self: N^2.00; cyclone: N^2.00.");
  assert.match(discovery, "<td>N^2.00</td>");
  // Two processes are no number of participants: they have bars, and the exponents of the run are in a table alone.
  assert.is(titles(discovery).filter((title) => title.startsWith("Median, 256")).length, 2);
  assert.not.ok(titles(discovery).some((title) => /exponent/i.test(title)));
});

test("stages bring their stacks and their tail", () => {
  const html = page([], true);
  assert.ok(titles(html).some((title) => title.startsWith("Parts of t0-t5")));
  assert.ok(titles(html).some((title) => title.startsWith("Excess of the samples above P99")));
  assert.match(html, "owner of the excess");
  assert.match(html, 'data-tail="6"');
});

test("figures are named and written by their unit", () => {
  assert.equal(["pssMb", "writerToMatchedMs", "datagramsPerSecond", "nodes"].map(figureTitle), [
    "Memory (PSS)",
    "Writer to matched",
    "Datagrams",
    "Nodes",
  ]);
  assert.equal(
    [figureText("pssBytes", 2 ** 21), figureText("discoveryMs", 2.5), figureText("up", 0.97), figureText("nodes", 12)],
    ["2.00\u00a0MiB", "2.50\u00a0ms", "97\u00a0%", "12"],
  );
});

test.run();
