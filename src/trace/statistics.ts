// Statistics on Float64Array: Type 7 percentiles, moments, ECDF.
// Never removes, trims or clips a value. Empty input gives NaN, never an exception.

/** Summary of a set of values, in the unit of the values. `std` is the population standard deviation. */
export interface Summary {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly std: number;
  readonly p50: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly p999: number;
}

/** A copy in ascending order. */
export function sortedCopy(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values).sort();
}

/**
 * Percentile of Type 7 (Hyndman and Fan): linear interpolation between the closest ranks.
 * @param sorted ascending
 * @param fraction 0..1, for example 0.99
 */
export function percentileOfSorted(sorted: Float64Array, fraction: number): number {
  if (sorted.length === 0) return Number.NaN;
  const rank = (sorted.length - 1) * Math.min(1, Math.max(0, fraction));
  const low = Math.floor(rank);
  const lower = sorted[low]!;
  if (rank === low) return lower;
  return lower + (rank - low) * (sorted[low + 1]! - lower);
}

/** As `percentileOfSorted`, for values in any order. */
export function percentile(values: ArrayLike<number>, fraction: number): number {
  return percentileOfSorted(sortedCopy(values), fraction);
}

export function median(values: ArrayLike<number>): number {
  return percentile(values, 0.5);
}

export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

/** Population standard deviation (divides by n), in two passes. */
export function populationStd(values: ArrayLike<number>): number {
  const centre = mean(values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i]! - centre) ** 2;
  return Math.sqrt(sum / values.length);
}

/** Coefficient of variation of the medians of several repeats: population std / mean. A ratio, not a percentage. */
export function repeatMedianCv(repeats: readonly ArrayLike<number>[]): number {
  const medians = repeats.map(median);
  return populationStd(medians) / mean(medians);
}

export function summarize(values: ArrayLike<number>): Summary {
  const sorted = sortedCopy(values);
  return {
    count: sorted.length,
    min: sorted[0] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
    mean: mean(sorted),
    std: populationStd(sorted),
    p50: percentileOfSorted(sorted, 0.5),
    p90: percentileOfSorted(sorted, 0.9),
    p95: percentileOfSorted(sorted, 0.95),
    p99: percentileOfSorted(sorted, 0.99),
    p999: percentileOfSorted(sorted, 0.999),
  };
}

/** A step of an ECDF: the share `fraction` of all values is at most `value`. */
export type EcdfPoint = readonly [value: number, fraction: number];

/**
 * ECDF as steps, thinned for plotting on a logarithmic axis. A step is left out only if the last one kept is nearer
 * than 1/resolution both in height and in share of the logarithmic width, so a drawing of `resolution` pixels shows
 * the same curve. Minimum, maximum and every lone step of the tail stay. At most about 2 x resolution points.
 */
export function ecdf(values: ArrayLike<number>, resolution = 500): EcdfPoint[] {
  const sorted = sortedCopy(values);
  const points: EcdfPoint[] = [];
  const positive = sorted.find((value) => value > 0) ?? 1;
  const logWidth = Math.log(Math.max(sorted.at(-1) ?? 1, positive) / positive);
  for (let i = 0; i < sorted.length; i++) {
    const value = sorted[i]!;
    if (sorted[i + 1] === value) continue;
    const fraction = (i + 1) / sorted.length;
    const last = points.at(-1);
    const isEnd = i === sorted.length - 1;
    if (last === undefined || isEnd || isVisible(last, value, fraction, resolution, logWidth)) {
      points.push([value, fraction]);
    }
  }
  return points;
}

function isVisible(last: EcdfPoint, value: number, fraction: number, resolution: number, logWidth: number): boolean {
  if (fraction - last[1] >= 1 / resolution) return true;
  return last[0] > 0 && Math.log(value / last[0]) >= logWidth / resolution;
}
