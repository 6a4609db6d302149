// Finds a place for the label of each curve next to the curve itself, clear of all curves and of other labels.

export type Pixel = readonly [x: number, y: number];

export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Curve {
  readonly label: string;
  readonly pixels: readonly Pixel[];
}

export interface PlacedLabel {
  readonly label: string;
  /** Left edge and baseline of the text. */
  readonly x: number;
  readonly y: number;
}

/** Width of a text, estimated for a wide and bold sans serif: no font is at hand where the page is made. */
export function textWidth(text: string, fontSize: number): number {
  return text.length * fontSize * 0.64;
}

/**
 * Places one label per curve. Tries points along the curve from its middle outwards, right, left, above and below
 * of each, and takes the first that touches nothing.
 * @returns undefined if a curve has no free place for its label: then use a legend
 */
export function placeLabels(curves: readonly Curve[], area: Area, fontSize: number): PlacedLabel[] | undefined {
  const placed: PlacedLabel[] = [];
  const taken: Area[] = [];
  for (const curve of curves) {
    const box = firstFree(candidates(curve, area, fontSize), curves, taken);
    if (box === undefined) return undefined;
    taken.push(box);
    placed.push({ label: curve.label, x: box.left, y: box.bottom - fontSize * 0.25 });
  }
  return placed;
}

function firstFree(boxes: Iterable<Area>, curves: readonly Curve[], taken: readonly Area[]): Area | undefined {
  for (const box of boxes) {
    if (!taken.some((other) => overlaps(box, other)) && !curves.some((curve) => touches(curve, box))) return box;
  }
  return undefined;
}

function* candidates(curve: Curve, area: Area, fontSize: number): Generator<Area> {
  const width = textWidth(curve.label, fontSize);
  const height = fontSize * 1.2;
  for (const fraction of POSITIONS) {
    const point = pointAt(curve.pixels, fraction);
    if (point === undefined) return;
    const [x, y] = point;
    const lefts: Pixel[] = [
      [x + GAP, y - height / 2],
      [x - GAP - width, y - height / 2],
      [x - width / 2, y - GAP - height],
      [x - width / 2, y + GAP],
    ];
    for (const [left, top] of lefts) {
      const box = { left, top, right: left + width, bottom: top + height };
      if (left >= area.left && box.right <= area.right && top >= area.top && box.bottom <= area.bottom) yield box;
    }
  }
}

/** The point at a share of the length of the curve. */
function pointAt(pixels: readonly Pixel[], fraction: number): Pixel | undefined {
  let rest = fraction * lengthOf(pixels);
  for (let i = 1; i < pixels.length; i++) {
    const [fromX, fromY] = pixels[i - 1]!;
    const [toX, toY] = pixels[i]!;
    const length = Math.hypot(toX - fromX, toY - fromY);
    if (rest <= length && length > 0) {
      return [fromX + ((toX - fromX) * rest) / length, fromY + ((toY - fromY) * rest) / length];
    }
    rest -= length;
  }
  return pixels.at(-1);
}

function lengthOf(pixels: readonly Pixel[]): number {
  let length = 0;
  for (let i = 1; i < pixels.length; i++) {
    length += Math.hypot(pixels[i]![0] - pixels[i - 1]![0], pixels[i]![1] - pixels[i - 1]![1]);
  }
  return length;
}

function touches({ pixels }: Curve, box: Area): boolean {
  for (let i = 1; i < pixels.length; i++) {
    if (segmentTouches(pixels[i - 1]!, pixels[i]!, box)) return true;
  }
  return false;
}

function overlaps(a: Area, b: Area): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Liang-Barsky: does the segment enter the box? */
function segmentTouches(from: Pixel, to: Pixel, box: Area): boolean {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  let enter = 0;
  let leave = 1;
  const sides: Pixel[] = [
    [-dx, from[0] - box.left],
    [dx, box.right - from[0]],
    [-dy, from[1] - box.top],
    [dy, box.bottom - from[1]],
  ];
  for (const [p, q] of sides) {
    if (p === 0) {
      if (q < 0) return false;
    } else if (p < 0) enter = Math.max(enter, q / p);
    else leave = Math.min(leave, q / p);
  }
  return enter <= leave;
}

/** Shares of a curve's length, from the middle outwards. */
const POSITIONS = Array.from({ length: 37 }, (_value, i) => 0.5 + (i % 2 === 0 ? 1 : -1) * Math.ceil(i / 2) * 0.025);
const GAP = 7;
