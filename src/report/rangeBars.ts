// Horizontal bars from zero with the range of the repeats: rates, and anything else with one value for each peer.

import { horizontalAxis } from "./lineChart.js";
import { coordinate, element, type Markup } from "./markup.js";
import { linearScale } from "./scale.js";

export interface RangeBar {
  readonly label: string;
  readonly value: number;
  /** Of the repeats. */
  readonly range?: readonly [min: number, max: number];
  /** CSS class of the colour; see `pageStyle.ts`. */
  readonly colour: string;
}

export interface RangeBarsOptions {
  /** What the chart shows, for readers who cannot see it. */
  readonly title: string;
  readonly width: number;
  readonly bars: readonly RangeBar[];
  readonly format: (value: number) => string;
}

/** An SVG `width` units wide that scales with its container. Labels stand above their bars, so long ones fit. */
export function rangeBars({ title, width, bars, format }: RangeBarsOptions): Markup {
  const most = Math.max(...bars.map(({ value, range }) => Math.max(value, range?.[1] ?? 0)), 0) || 1;
  const bottom = bars.length * ROW;
  const area = { left: LEFT, top: 0, right: width - RIGHT, bottom };
  const scale = linearScale(0, most, area.left, area.right);
  return element(
    "svg",
    { viewBox: `0 0 ${coordinate(width)} ${bottom + FOOT}`, role: "img", "aria-label": title },
    horizontalAxis(scale, area, format),
    bars.map(({ label, value, range, colour }, index) => {
      const top = index * ROW + LABEL;
      const end = scale.toPixel(value);
      const middle = coordinate(top + BAR / 2);
      const [from, to] = (range ?? [value, value]).map((edge) => coordinate(scale.toPixel(edge)));
      return element(
        "g",
        { class: "range", "data-series": label, "data-value": String(value) },
        element("text", { class: `curve-label ${colour}`, x: LEFT, y: top - 5 }, label),
        element("text", { class: "bar-value", x: area.right, y: top - 5, "text-anchor": "end" }, format(value)),
        element("rect", { class: colour, x: LEFT, y: top, width: Math.max(0, end - LEFT), height: BAR }),
        range === undefined ? undefined : element("path", { class: "whisker", d: `M${from} ${middle}H${to}` }),
      );
    }),
  );
}

const LEFT = 4;
const RIGHT = 14;
const LABEL = 20;
const BAR = 12;
const ROW = LABEL + BAR + 6;
const FOOT = 24;
