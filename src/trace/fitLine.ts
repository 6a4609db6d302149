// Least squares, for growth and drift: a slope says nothing without its interval.

import { mean } from "./statistics.js";

export interface FittedLine {
  readonly slope: number;
  /** At x = 0. */
  readonly intercept: number;
  /** 95 % interval of the slope (Student's t, n - 2 degrees of freedom); with two points it is infinite. */
  readonly low: number;
  readonly high: number;
}

/** Ordinary least squares of y over x. Undefined with less than two different x. */
export function fitLine(x: ArrayLike<number>, y: ArrayLike<number>): FittedLine | undefined {
  const n = Math.min(x.length, y.length);
  const [meanX, meanY] = [mean(x), mean(y)];
  let squares = 0;
  let products = 0;
  for (let i = 0; i < n; i++) {
    squares += (x[i]! - meanX) ** 2;
    products += (x[i]! - meanX) * (y[i]! - meanY);
  }
  if (n < 2 || !(squares > 0)) return undefined;
  const slope = products / squares;
  const intercept = meanY - slope * meanX;
  let residuals = 0;
  for (let i = 0; i < n; i++) residuals += (y[i]! - intercept - slope * x[i]!) ** 2;
  const half = n === 2 ? Infinity : studentT(n - 2) * Math.sqrt(residuals / (n - 2) / squares);
  return { slope, intercept, low: slope - half, high: slope + half };
}

/** The exponent e of y ~ x^e, by a line through the logarithms. What is not above zero is left out. */
export function fitExponent(x: readonly number[], y: readonly number[]): FittedLine | undefined {
  const used = x.flatMap((value, i) => (value > 0 && y[i]! > 0 ? [i] : []));
  return fitLine(
    used.map((i) => Math.log(x[i]!)),
    used.map((i) => Math.log(y[i]!)),
  );
}

/** 97.5 % quantile of Student's t. Beyond the table a Cornish-Fisher expansion, good to four digits. */
function studentT(degrees: number): number {
  const known = QUANTILES[degrees - 1];
  if (known !== undefined) return known;
  const z = NORMAL_QUANTILE;
  return z + (z ** 3 + z) / (4 * degrees) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2);
}

const NORMAL_QUANTILE = 1.959964;
const QUANTILES = [12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.306, 2.2622, 2.2281];
