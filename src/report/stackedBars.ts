// Horizontal stacked bars as inline SVG: by length on a shared axis, or each as a whole of 100 %.

import { formatShare } from "./formatMicroseconds.js";
import { horizontalAxis } from "./lineChart.js";
import { element, type Markup } from "./markup.js";
import { textWidth } from "./placeLabels.js";
import { linearScale, type Scale } from "./scale.js";

export interface BarPart {
  readonly label: string;
  readonly value: number;
  /** CSS class of the colour; see `pageStyle.ts`. */
  readonly colour: string;
}

export interface BarRow {
  readonly label: string;
  /** The parts add up to the bar. A part below zero has no length. */
  readonly parts: readonly BarPart[];
  /** Written at the end of the bar. */
  readonly valueLabel: string;
}

export interface StackedBarsOptions {
  /** What the chart shows, for readers who cannot see it. */
  readonly title: string;
  readonly width: number;
  /** "length": bars on one linear axis from zero. "share": every bar has the full width, with percentages inside. */
  readonly mode: "length" | "share";
  readonly format: (value: number) => string;
  readonly formatTick: (value: number) => string;
  readonly rows: readonly BarRow[];
  /** Room for the labels of the rows, in units of the drawing; default 48. */
  readonly labelWidth?: number;
}

/** An SVG `width` units wide that scales with its container. */
export function stackedBars(options: StackedBarsOptions): Markup {
  const { rows, width, mode, labelWidth = LEFT } = options;
  const isShare = mode === "share";
  const head = isShare ? HEAD : 0;
  const valueWidth = Math.max(...rows.map((row) => textWidth(row.valueLabel, FONT_SIZE)), 0) + 12;
  const bottom = head + rows.length * ROW - (ROW - BAR);
  const area = { left: labelWidth, top: head, right: width - (isShare ? 2 : valueWidth), bottom };
  const scale = linearScale(0, isShare ? 1 : Math.max(...rows.map(lengthOf), 0) || 1, area.left, area.right);
  return element(
    "svg",
    { viewBox: `0 0 ${width} ${bottom + (isShare ? 4 : FOOT)}`, role: "img", "aria-label": options.title },
    isShare ? partNames(rows[0], scale) : horizontalAxis(scale, { ...area, bottom: bottom + 4 }, options.formatTick),
    rows.map((row, index) => bar(row, head + index * ROW, scale, options)),
  );
}

function bar(row: BarRow, top: number, scale: Scale, options: StackedBarsOptions): Markup {
  const { mode, format, labelWidth = LEFT } = options;
  const whole = lengthOf(row) || 1;
  const unit = mode === "share" ? 1 / whole : 1;
  const baseline = top + BAR / 2 + 4.5;
  let start = 0;
  const parts = row.parts.map((part) => {
    const value = Math.max(0, part.value);
    const left = scale.toPixel(start * unit);
    start += value;
    const width = scale.toPixel(start * unit) - left;
    const share = formatShare(value / whole);
    const text = element("title", {}, `${row.label}, ${part.label}: ${format(part.value)}, ${share}`);
    // The gap between parts would swallow a part that is hardly wider than the gap.
    const thin = width < 3 ? "thin" : undefined;
    const rect = element("rect", { class: thin, x: left, y: top, width: Math.max(0, width), height: BAR });
    const fits = mode === "share" && width >= textWidth(share, FONT_SIZE) + 6;
    const label = fits
      ? element("text", { class: "in-bar", x: left + width / 2, y: baseline, "text-anchor": "middle" }, share)
      : undefined;
    const attributes = { class: `part ${part.colour}`, "data-part": part.label, "data-value": String(part.value) };
    return element("g", attributes, text, rect, label);
  });
  const end = scale.toPixel(start * unit);
  return element(
    "g",
    {},
    element("text", { class: "row-label", x: labelWidth - 8, y: baseline, "text-anchor": "end" }, row.label),
    parts,
    mode === "length" ? element("text", { class: "bar-value", x: end + 6, y: baseline }, row.valueLabel) : undefined,
  );
}

/** Names of the parts above the first bar, where there is room. */
function partNames(row: BarRow | undefined, scale: Scale): Markup[] {
  if (row === undefined) return [];
  const whole = lengthOf(row) || 1;
  const names: Markup[] = [];
  let start = 0;
  for (const part of row.parts) {
    const left = scale.toPixel(start / whole);
    start += Math.max(0, part.value);
    const width = scale.toPixel(start / whole) - left;
    if (width < textWidth(part.label, FONT_SIZE)) continue;
    names.push(element("text", { class: "tick", x: left + width / 2, y: 12, "text-anchor": "middle" }, part.label));
  }
  return names;
}

function lengthOf(row: BarRow): number {
  return row.parts.reduce((sum, part) => sum + Math.max(0, part.value), 0);
}

const LEFT = 48;
const BAR = 24;
const ROW = 32;
/** Room above for names, below for the axis. */
const HEAD = 18;
const FOOT = 26;
const FONT_SIZE = 13;
