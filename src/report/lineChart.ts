// Line and step charts as inline SVG, with linear or logarithmic axes and labels at the curves.

import { type Child, coordinate, element, type Markup } from "./markup.js";
import { type Area, type Curve, type Pixel, placeLabels, textWidth } from "./placeLabels.js";
import { linearScale, logScale, type Scale, type Tick, ticks } from "./scale.js";

export interface LineSeries {
  readonly label: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** "step" holds each y until the next x, and rises to the first y from the bottom: an ECDF. */
  readonly shape: "line" | "step";
  /** CSS class of the colour; see `pageStyle.ts`. */
  readonly colour: string;
  readonly isDashed?: boolean;
  /** The range of the repeats, drawn as an area behind the line. */
  readonly band?: readonly (readonly [x: number, low: number, high: number])[];
  /** A dot at each point: for few points, and needed where there is a single one. */
  readonly hasDots?: boolean;
}

export interface ChartAxis {
  readonly kind: "linear" | "log";
  /** Default: the range of the data. */
  readonly min?: number;
  readonly max?: number;
  /** Where to put ticks, instead of round numbers: the payloads that were measured. */
  readonly at?: readonly number[];
  readonly format: (value: number) => string;
}

export interface LineChartOptions {
  /** What the chart shows, for readers who cannot see it. */
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly series: readonly LineSeries[];
}

/**
 * An SVG of `width` x `height` units that scales with its container. Labels stand at the curves; where one finds no
 * free place, all go into a legend above. Series without points are left out.
 */
export function lineChart(options: LineChartOptions): Markup {
  const { width, height, title } = options;
  const series = options.series.filter(({ points }) => points.length > 0);
  const direct = drawing(options, series, TOP);
  const labels = placeLabels(direct.curves, direct.area, LABEL_SIZE);
  const keys = labels === undefined ? legend(series, direct.area) : undefined;
  const { area, x, y, curves } = keys === undefined ? direct : drawing(options, series, TOP + keys.height);
  const colourOf = (label: string): string => series.find((one) => one.label === label)!.colour;
  return element(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title },
    horizontalAxis(x, area, options.x.format, options.x.at),
    verticalAxis(y, area, options.y.format),
    series.map((one) => bandOf(one, x, y)),
    series.map((one, index) => element("path", { class: curveClass(one), d: pathOf(curves[index]!.pixels) })),
    series.map((one, index) => (one.hasDots === true ? dots(one, curves[index]!.pixels) : undefined)),
    labels?.map((placed) =>
      element("text", { class: `curve-label ${colourOf(placed.label)}`, x: placed.x, y: placed.y }, placed.label),
    ) ?? keys!.marks,
  );
}

function bandOf({ band, colour }: LineSeries, x: Scale, y: Scale): Markup | undefined {
  if (band === undefined || band.length === 0) return undefined;
  const edge = (pick: (point: readonly [number, number, number]) => number): Pixel[] =>
    band.map((point) => [x.toPixel(point[0]), y.toPixel(pick(point))]);
  const [top, bottom] = [edge((point) => point[2]), edge((point) => point[1])];
  if (band.length > 1) {
    const outline = pathOf([...top, ...bottom.reverse()]);
    return element("path", { class: `band ${colour}`, d: `${outline}Z` });
  }
  return element("path", { class: `whisker ${colour}`, d: pathOf([top[0]!, bottom[0]!]) });
}

function dots({ colour }: LineSeries, pixels: readonly Pixel[]): Markup[] {
  return pixels.map(([cx, cy]) => element("circle", { class: `dot ${colour}`, cx, cy, r: DOT_RADIUS }));
}

interface Drawing {
  readonly area: Area;
  readonly x: Scale;
  readonly y: Scale;
  readonly curves: readonly Curve[];
}

function drawing({ width, height, x, y }: LineChartOptions, series: readonly LineSeries[], top: number): Drawing {
  const area: Area = { left: LEFT, top, right: width - RIGHT, bottom: height - BOTTOM };
  const scaleX = axisScale(x, series, 0, area.left, area.right);
  const scaleY = axisScale(y, series, 1, area.bottom, area.top);
  const curves = series.map((one) => ({ label: one.label, pixels: pixelsOf(one, scaleX, scaleY, area.bottom) }));
  return { area, x: scaleX, y: scaleY, curves };
}

/** Names in rows above the area. `height` is what they take. */
function legend(series: readonly LineSeries[], { left, right }: Area): { marks: Markup[]; height: number } {
  let x = left;
  let row = 0;
  const marks = series.map((one) => {
    const width = LEGEND_LINE + 6 + textWidth(one.label, LABEL_SIZE);
    if (x > left && x + width > right + RIGHT) {
      x = left;
      row++;
    }
    const start = x;
    x += width + 18;
    const y = 10 + row * LEGEND_HEIGHT;
    return element(
      "g",
      {},
      element("path", { class: curveClass(one), d: `M${coordinate(start)} ${y}h${LEGEND_LINE}` }),
      element("text", { class: `curve-label ${one.colour}`, x: start + LEGEND_LINE + 6, y: y + 4 }, one.label),
    );
  });
  return { marks, height: (row + 1) * LEGEND_HEIGHT };
}

function curveClass({ colour, isDashed }: LineSeries): string {
  return `curve ${colour}${isDashed ? " dashed" : ""}`;
}

/** Grid lines and labels of a horizontal axis below the area; shared with the bar charts. */
export function horizontalAxis(
  scale: Scale,
  area: Area,
  format: (value: number) => string,
  at?: readonly number[],
): Child {
  const fits = Math.floor((area.right - area.left) / TICK_SPACING);
  const all = at === undefined ? ticks(scale, fits) : thinned(at, fits);
  return all.map(({ value, isMinor }) => {
    const x = scale.toPixel(value);
    const line = element("line", {
      class: isMinor ? "grid minor" : "grid",
      x1: x,
      x2: x,
      y1: area.top,
      y2: area.bottom,
    });
    if (isMinor) return line;
    const text = format(value);
    const half = textWidth(text, TICK_SIZE) / 2;
    const centre = Math.min(x, area.right + RIGHT - half);
    return [line, element("text", { class: "tick", x: centre, y: area.bottom + 16, "text-anchor": "middle" }, text)];
  });
}

/** Of given ticks as many as fit; the others are minor. */
function thinned(at: readonly number[], fits: number): Tick[] {
  const stride = Math.ceil(at.length / Math.max(1, fits));
  return at.map((value, index) => ({ value, isMinor: index % stride !== 0 }));
}

function verticalAxis(scale: Scale, area: Area, format: (value: number) => string): Child {
  return ticks(scale, 4)
    .filter(({ isMinor }) => !isMinor)
    .map(({ value }) => {
      const y = scale.toPixel(value);
      return [
        element("line", { class: "grid", x1: area.left, x2: area.right, y1: y, y2: y }),
        element("text", { class: "tick", x: area.left - 8, y: y + 4, "text-anchor": "end" }, format(value)),
      ];
    });
}

function axisScale(axis: ChartAxis, series: readonly LineSeries[], column: 0 | 1, from: number, to: number): Scale {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { points, band = [] } of series) {
    const edges = column === 0 ? [] : band.flatMap(([, least, most]) => [least, most]);
    for (const value of [...points.map((point) => point[column]), ...edges]) {
      if (axis.kind === "log" && value <= 0) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (low > high) [low, high] = [1, 10];
  const min = axis.min ?? low;
  const max = axis.max ?? high;
  if (axis.kind === "linear") return linearScale(min, max, from, to);
  // A little air, so that the first and the last step do not lie on the frame.
  const air = axis.min === undefined ? LOG_AIR : 1;
  return logScale(min / air, Math.max(max, min) * LOG_AIR, from, to);
}

function pixelsOf(series: LineSeries, x: Scale, y: Scale, bottom: number): Pixel[] {
  const pixels: Pixel[] = [];
  let previous = bottom;
  for (const [valueX, valueY] of series.points) {
    const pixelX = x.toPixel(valueX);
    const pixelY = y.toPixel(valueY);
    if (series.shape === "step") pixels.push([pixelX, previous]);
    pixels.push([pixelX, pixelY]);
    previous = pixelY;
  }
  return pixels;
}

/** To a tenth of a pixel, with short commands for the steps: an ECDF has hundreds of them. */
function pathOf(pixels: readonly Pixel[]): string {
  let path = "";
  let lastX = "";
  let lastY = "";
  for (const pixel of pixels) {
    const [x, y] = pixel.map((value) => String(Math.round(value * 10) / 10)) as [string, string];
    if (path === "") path = `M${x} ${y}`;
    else if (x === lastX && y === lastY) continue;
    else if (x === lastX) path += `V${y}`;
    else if (y === lastY) path += `H${x}`;
    else path += `L${x} ${y}`;
    lastX = x;
    lastY = y;
  }
  return path;
}

const LEFT = 48;
const RIGHT = 14;
const TOP = 10;
const BOTTOM = 28;
const LEGEND_HEIGHT = 20;
/** Length of the sample of a curve in the legend. */
const LEGEND_LINE = 20;
const DOT_RADIUS = 3;
const LABEL_SIZE = 13;
const TICK_SIZE = 12;
/** Least distance of tick labels, in units of the drawing. */
const TICK_SPACING = 58;
const LOG_AIR = 1.06;
