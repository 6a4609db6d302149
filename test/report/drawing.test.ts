// The small builders: rounding, scales and ticks, markup, labels, charts, text tables.

import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  element,
  escapeText,
  formatBytes,
  formatDuration,
  formatMicroseconds,
  formatShare,
  formatTick,
  lineChart,
  renderTextTable,
  stackedBars,
} from "../../src/report/index.js";
import { type Area, type Curve, placeLabels, textWidth } from "../../src/report/placeLabels.js";
import { linearScale, logScale, logTicks, ticks } from "../../src/report/scale.js";
import { assertWellFormed } from "./wellFormed.js";

const NBSP = "\u00a0";

const format = suite("rounding");

format("microseconds keep three digits below 100", () => {
  const cases: [number | null, string][] = [
    [0, "0.00"],
    [0.004, "0.00"],
    [3.456, "3.46"],
    [9.996, "10.0"],
    [38.14, "38.1"],
    [99.96, "100"],
    [1234.5, "1235"],
    [-3.2, "-3.20"],
    [null, "–"],
    [Number.NaN, "–"],
  ];
  for (const [us, text] of cases) assert.is(formatMicroseconds(us), text);
});

format("durations, ticks, shares and sizes carry a unit", () => {
  assert.is(formatDuration(38.14), `38.1${NBSP}µs`);
  assert.is(formatDuration(999.6), `1.00${NBSP}ms`);
  assert.is(formatDuration(2_500_000), `2.50${NBSP}s`);
  assert.is(formatTick(0.5), `0.5${NBSP}µs`);
  assert.is(formatTick(20000), `20${NBSP}ms`);
  assert.is(formatShare(0.514), `51${NBSP}%`);
  assert.is(formatShare(0.001), `<1${NBSP}%`);
  assert.is(formatBytes(64), `64${NBSP}B`);
  assert.is(formatBytes(16384), `16${NBSP}KiB`);
  assert.is(formatBytes(100_000), `100000${NBSP}B`);
  assert.is(formatBytes(1048576), `1${NBSP}MiB`);
});

format.run();

const scale = suite("scales");

const labelsOf = (all: { value: number; isMinor: boolean }[]): number[] =>
  all.filter(({ isMinor }) => !isMinor).map(({ value }) => value);

scale("linear ticks are round", () => {
  assert.equal(labelsOf(ticks(linearScale(0, 227, 0, 400), 5)), [0, 50, 100, 150, 200]);
  assert.equal(labelsOf(ticks(linearScale(0, 1, 0, 400), 4)), [0, 0.5, 1]);
  assert.equal(labelsOf(ticks(linearScale(0, 0.35, 0, 400), 4)), [0, 0.1, 0.2, 0.3]);
});

scale("logarithmic ticks fit the range", () => {
  assert.equal(labelsOf(logTicks(15, 300, 6)), [20, 50, 100, 200]);
  assert.equal(labelsOf(logTicks(1, 1e6, 7)), [1, 10, 100, 1000, 10000, 100000, 1000000]);
  assert.equal(labelsOf(logTicks(1, 1e12, 5)), [1, 1000, 1e6, 1e9, 1e12]);
  assert.equal(labelsOf(logTicks(40, 44, 5)), [40, 41, 42, 43, 44]);
});

scale("ticks lie in the range and are not too many", () => {
  const positive = fc.double({ min: 1e-3, max: 1e7, noNaN: true });
  fc.assert(
    fc.property(positive, fc.double({ min: 1.01, max: 1e6, noNaN: true }), (min, factor) => {
      const max = min * factor;
      const labels = labelsOf(ticks(logScale(min, max, 0, 400), 6));
      assert.ok(labels.length >= 1 && labels.length <= 7, `${labels.length} labels on ${min}..${max}`);
      for (const value of labels) assert.ok(value >= min * (1 - 1e-6) && value <= max * (1 + 1e-6));
    }),
  );
});

scale("a logarithmic scale maps decades to equal widths", () => {
  const { toPixel } = logScale(1, 1000, 0, 300);
  assert.ok(Math.abs(toPixel(10) - 100) < 1e-9 && Math.abs(toPixel(100) - 200) < 1e-9);
  assert.is(toPixel(-5), 0, "what has no logarithm is drawn at the edge");
});

scale.run();

const markup = suite("markup");

markup("escapes text and attributes", () => {
  assert.is(escapeText(`<a href="x">&'`), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
  assert.is(element("p", { title: '"><script>' }, "<b>").markup, '<p title="&quot;&gt;&lt;script&gt;">&lt;b&gt;</p>');
  assert.is(element("rect", { x: 1.23456, y: undefined }).markup, '<rect x="1.23"/>');
});

markup.run();

const charts = suite("charts");

const area: Area = { left: 40, top: 10, right: 400, bottom: 200 };
const diagonal = (label: string, x: number): Curve => ({
  label,
  pixels: [
    [x, 200],
    [x + 40, 10],
  ],
});

charts("labels touch no curve and no other label", () => {
  const curves = [diagonal("one", 60), diagonal("two", 160), diagonal("three", 300)];
  const placed = placeLabels(curves, area, 13)!;
  assert.equal(
    placed.map(({ label }) => label),
    ["one", "two", "three"],
  );
  placed.forEach(({ label, x, y }, index) => {
    const right = x + textWidth(label, 13);
    assert.ok(x >= area.left && right <= area.right && y <= area.bottom);
    curves.forEach(({ pixels }) => {
      const [startX, endX] = [pixels[0]![0], pixels[1]![0]];
      const curveX = startX + ((200 - (y - 5)) / 190) * (endX - startX);
      assert.not.ok(curveX > x && curveX < right, `${label} lies on a curve`);
    });
    for (const other of placed.slice(index + 1))
      assert.ok(Math.abs(other.y - y) > 13 || other.x > right || x > other.x);
  });
});

charts("without room for a label there is none", () => {
  const crowd = Array.from({ length: 40 }, (_value, i) => diagonal(`series ${i}`, 45 + i * 8));
  assert.is(placeLabels(crowd, area, 13), undefined);
});

const axis = { kind: "linear", format: String } as const;

charts("a crowded chart gets a legend, an empty series is left out", () => {
  const series = Array.from({ length: 12 }, (_value, i) => ({
    label: `series ${i}`,
    points:
      i === 11
        ? []
        : ([
            [0, i * 0.01],
            [1, 1 + i * 0.01],
          ] as [number, number][]),
    shape: "line" as const,
    colour: "ours",
  }));
  const { markup: svg } = lineChart({ title: "t", width: 300, height: 120, x: axis, y: axis, series });
  assertWellFormed(svg);
  assert.is(svg.match(/h20"/g)?.length, 11);
  assert.match(svg, "series 10");
  assert.not.match(svg, "series 11");
});

charts("a step chart has only horizontal and vertical lines", () => {
  const points: [number, number][] = [
    [10, 0.25],
    [20, 0.5],
    [80, 1],
  ];
  const { markup: svg } = lineChart({
    title: "ecdf",
    width: 300,
    height: 200,
    x: { kind: "log", format: String },
    y: { ...axis, min: 0, max: 1 },
    series: [{ label: "a", points, shape: "step", colour: "ours" }],
  });
  const path = svg.match(/class="curve ours" d="([^"]+)"/)?.[1] ?? "";
  assert.match(path, /^M[\d.]+ 172V[\d.]+H[\d.]+V[\d.]+H[\d.]+V10$/);
});

charts("no series still makes a frame", () => {
  assertWellFormed(lineChart({ title: "t", width: 300, height: 120, x: axis, y: axis, series: [] }).markup);
});

charts("stacked parts add up to the bar", () => {
  const parts = [3, 0, 7, 12.5].map((value, i) => ({ label: `p${i}`, value, colour: `part-${i}` }));
  const rows = [
    { label: "P50", parts, valueLabel: "22.5" },
    { label: "P99", parts: parts.map((part) => ({ ...part, value: part.value * 2 })), valueLabel: "45" },
  ];
  for (const mode of ["length", "share"] as const) {
    const { markup: svg } = stackedBars({ title: "t", width: 500, mode, format: String, formatTick: String, rows });
    assertWellFormed(svg);
    const rects = [...svg.matchAll(/<rect(?: class="thin")? x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"/g)].map((m) =>
      m.slice(1).map(Number),
    );
    assert.is(rects.length, 8);
    const bars = [rects.slice(0, 4), rects.slice(4)];
    for (const bar of bars) {
      bar.slice(1).forEach(([x], i) => {
        const [beforeX, , beforeWidth] = bar[i]! as [number, number, number];
        assert.ok(Math.abs(x! - beforeX - beforeWidth) < 0.03, "parts touch");
      });
    }
    const [lastX, , lastWidth] = bars[1]!.at(-1)!;
    const end = mode === "share" ? 498 : 500 - textWidth("22.5", 13) - 12;
    assert.ok(Math.abs(lastX! + lastWidth! - end) < 0.03, "the longest bar ends at the edge");
    const lengths = bars.map((bar) => bar.reduce((sum, [, , width]) => sum + width!, 0));
    assert.ok(Math.abs(lengths[1]! / lengths[0]! - (mode === "length" ? 2 : 1)) < 0.001);
  }
});

charts.run();

const table = suite("text table");

table("aligns names left and numbers right", () => {
  const text = renderTextTable({
    header: ["us", "P50", "max"],
    rows: [
      ["t0-t1", "3.2", "10"],
      ["t1", "12.5", "7"],
    ],
  });
  assert.is(text, ["us      P50  max", "-----  ----  ---", "t0-t1   3.2   10", "t1     12.5    7"].join("\n"));
});

table.run();
