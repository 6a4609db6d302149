// Line and step charts as inline SVG, with linear or logarithmic axes and labels at the curves.

import { type Child, coordinate, element, type Markup } from "./markup.js";
import { type Area, type Curve, type Pixel, placeLabels, textWidth } from "./placeLabels.js";
import { linearScale, logScale, type Scale, ticks } from "./scale.js";

export interface LineSeries {
  readonly label: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** "step" holds each y until the next x, and rises to the first y from the bottom: an ECDF. */
  readonly shape: "line" | "step";
  /** CSS class of the colour; see `pageStyle.ts`. */
  readonly colour: string;
  readonly isDashed?: boolean;
}

export interface ChartAxis {
  readonly kind: "linear" | "log";
  /** Default: the range of the data. */
  readonly min?: number;
  readonly max?: number;
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
  const { area, x, y, curves } = labels === undefined ? drawing(options, series, TOP + LEGEND_HEIGHT) : direct;
  const colourOf = (label: string): string => series.find((one) => one.label === label)!.colour;
  return element(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title },
    horizontalAxis(x, area, options.x.format),
    verticalAxis(y, area, options.y.format),
    series.map((one, index) => element("path", { class: curveClass(one), d: pathOf(curves[index]!.pixels) })),
    labels?.map((placed) =>
      element("text", { class: `curve-label ${colourOf(placed.label)}`, x: placed.x, y: placed.y }, placed.label),
    ) ?? legend(series, area.left),
  );
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

function legend(series: readonly LineSeries[], left: number): Markup[] {
  let x = left;
  return series.map((one) => {
    const start = x;
    x += 26 + textWidth(one.label, LABEL_SIZE) + 18;
    return element(
      "g",
      {},
      element("path", { class: curveClass(one), d: `M${coordinate(start)} 10h20` }),
      element("text", { class: `curve-label ${one.colour}`, x: start + 26, y: 14 }, one.label),
    );
  });
}

function curveClass({ colour, isDashed }: LineSeries): string {
  return `curve ${colour}${isDashed ? " dashed" : ""}`;
}

/** Grid lines and labels of a horizontal axis below the area; shared with the bar charts. */
export function horizontalAxis(scale: Scale, area: Area, format: (value: number) => string): Child {
  const all = ticks(scale, Math.floor((area.right - area.left) / TICK_SPACING));
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
  for (const { points } of series) {
    for (const point of points) {
      const value = point[column];
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
const LABEL_SIZE = 13;
const TICK_SIZE = 12;
/** Least distance of tick labels, in units of the drawing. */
const TICK_SPACING = 58;
const LOG_AIR = 1.06;
