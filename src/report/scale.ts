// Axis scales and their ticks: linear and logarithmic.

export interface Tick {
  readonly value: number;
  /** Minor ticks get a faint grid line and no label. */
  readonly isMinor: boolean;
}

export interface Scale {
  readonly kind: "linear" | "log";
  readonly min: number;
  readonly max: number;
  /** Value -> pixel. */
  readonly toPixel: (value: number) => number;
}

/** @param from pixel of `min` @param to pixel of `max` */
export function linearScale(min: number, max: number, from: number, to: number): Scale {
  const span = max - min || 1;
  return { kind: "linear", min, max, toPixel: (value) => from + ((value - min) / span) * (to - from) };
}

/** Values must be above 0; those that are not are drawn at `min`. */
export function logScale(min: number, max: number, from: number, to: number): Scale {
  const low = Math.log(min);
  const span = Math.log(max) - low || 1;
  const toPixel = (value: number): number => from + ((Math.log(Math.max(value, min)) - low) / span) * (to - from);
  return { kind: "log", min, max, toPixel };
}

/** Ticks within the scale, at most about `maxLabels` of them labelled. */
export function ticks(scale: Scale, maxLabels: number): Tick[] {
  return scale.kind === "log"
    ? logTicks(scale.min, scale.max, maxLabels)
    : linearTicks(scale.min, scale.max, maxLabels);
}

/** Steps of 1, 2 or 5 times a power of ten. */
export function linearTicks(min: number, max: number, maxLabels: number): Tick[] {
  if (!(max > min)) return [{ value: min, isMinor: false }];
  const rough = (max - min) / Math.max(1, maxLabels);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough * (1 - EPSILON)) ?? 10);
  const result: Tick[] = [];
  for (let i = Math.ceil(min / step - EPSILON); i * step <= max + step * EPSILON; i++) {
    result.push({ value: cleaned(i * step), isMinor: false });
  }
  return result;
}

/**
 * Labels on 1-2-5, 1-3 or powers of ten, whichever is the densest that fits; on a narrow range round linear steps.
 * The other multiples of each power of ten become minor ticks.
 */
export function logTicks(min: number, max: number, maxLabels: number): Tick[] {
  const labelled = LOG_MANTISSAS.map((mantissas) => multiples(mantissas, min, max)).find(
    (values) => values.length <= maxLabels,
  );
  if (labelled !== undefined && labelled.length < 3) return linearTicks(min, max, maxLabels);
  const labels = labelled ?? everyFewDecades(min, max, maxLabels);
  const minor = Math.log10(max / min) > MAX_DECADES_WITH_MINOR ? [] : multiples(ALL_MANTISSAS, min, max);
  return [
    ...labels.map((value) => ({ value, isMinor: false })),
    ...minor.filter((value) => !labels.includes(value)).map((value) => ({ value, isMinor: true })),
  ];
}

function multiples(mantissas: readonly number[], min: number, max: number): number[] {
  const result: number[] = [];
  for (let exponent = Math.floor(Math.log10(min)); exponent <= Math.ceil(Math.log10(max)); exponent++) {
    for (const mantissa of mantissas) {
      const value = cleaned(mantissa * 10 ** exponent);
      if (value >= min * (1 - EPSILON) && value <= max * (1 + EPSILON)) result.push(value);
    }
  }
  return result;
}

function everyFewDecades(min: number, max: number, maxLabels: number): number[] {
  const powers = multiples([1], min, max);
  const stride = Math.ceil(powers.length / maxLabels);
  return powers.filter((_value, index) => index % stride === 0);
}

/** Removes the noise of binary fractions: 0.30000000000000004 -> 0.3. */
function cleaned(value: number): number {
  return Number(value.toPrecision(12));
}

const ALL_MANTISSAS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const LOG_MANTISSAS = [ALL_MANTISSAS, [1, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]];
const MAX_DECADES_WITH_MINOR = 5;
const EPSILON = 1e-9;
