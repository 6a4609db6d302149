// Bootstrap intervals of ratios, seeded: the same documents give the same intervals.
// Resamples repeats first and samples within them, because samples of one run are not independent of each other.

import { percentileOfSorted } from "./statistics.js";

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface BootstrapOptions {
  readonly seed: number;
  /** Default 1000. */
  readonly resamples?: number;
  /** Share of the resamples inside the interval; default 0.95. */
  readonly confidence?: number;
}

/** The repeats of one cell. */
export type Repeats = readonly ArrayLike<number>[];

/**
 * The interval of `percentile(numerator) / percentile(denominator)`, both over all samples of all repeats, by the
 * percentile method. With one repeat on a side only the samples vary: differences between runs are not in the interval.
 */
export function ratioInterval(
  numerator: Repeats,
  denominator: Repeats,
  fraction: number,
  { seed, resamples = DEFAULT_RESAMPLES, confidence = DEFAULT_CONFIDENCE }: BootstrapOptions,
): Interval {
  const random = xorshift(seed);
  const above = new Resampler(numerator, random);
  const below = new Resampler(denominator, random);
  const ratios = new Float64Array(resamples);
  for (let i = 0; i < resamples; i++) ratios[i] = above.percentile(fraction) / below.percentile(fraction);
  ratios.sort();
  const rest = (1 - confidence) / 2;
  return { low: percentileOfSorted(ratios, rest), high: percentileOfSorted(ratios, 1 - rest) };
}

/** Uniform numbers from 0 to below 1: xorshift32. */
export function xorshift(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Draws by rank in the sorted pool and counts the draws, so no resample needs to be sorted. */
class Resampler {
  private readonly pool: Float64Array;
  /** For each repeat the ranks of its samples. */
  private readonly ranks: readonly Uint32Array[];
  private readonly counts: Uint32Array;

  constructor(
    repeats: Repeats,
    private readonly random: () => number,
  ) {
    const filled = repeats.filter(({ length }) => length > 0);
    const all = filled.flatMap((values, repeat) => Array.from(values, (value) => ({ value, repeat })));
    all.sort((a, b) => a.value - b.value);
    this.pool = Float64Array.from(all, ({ value }) => value);
    const ranks: number[][] = filled.map(() => []);
    for (const [rank, { repeat }] of all.entries()) ranks[repeat]!.push(rank);
    this.ranks = ranks.map((each) => Uint32Array.from(each));
    this.counts = new Uint32Array(this.pool.length);
  }

  /** Of one resample, Type 7. */
  percentile(fraction: number): number {
    const { counts, ranks, random } = this;
    counts.fill(0);
    let total = 0;
    for (let i = 0; i < ranks.length; i++) {
      const chosen = ranks[Math.floor(random() * ranks.length)]!;
      for (let j = 0; j < chosen.length; j++) counts[chosen[Math.floor(random() * chosen.length)]!]!++;
      total += chosen.length;
    }
    const rank = (total - 1) * fraction;
    const low = Math.floor(rank);
    const [lower, upper] = this.valuesAt(low);
    return lower + (rank - low) * (upper - lower);
  }

  /** The values of this rank and the next one. */
  private valuesAt(rank: number): [number, number] {
    const { counts, pool } = this;
    let seen = 0;
    let lower = Number.NaN;
    for (let i = 0; i < counts.length; i++) {
      seen += counts[i]!;
      if (seen > rank && Number.isNaN(lower)) lower = pool[i]!;
      if (seen > rank + 1) return [lower, pool[i]!];
    }
    return [lower, lower];
  }
}

const DEFAULT_RESAMPLES = 1000;
const DEFAULT_CONFIDENCE = 0.95;
