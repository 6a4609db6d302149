// RTPS 2.5 §9.3.2: Time_t and Duration_t. Instants on the wire are seconds since 1970 and a fraction of 2^-32 s.
// Inside the engine time is monotonic milliseconds; the two are never mixed.

/** Monotonic milliseconds, as handed in by whoever drives the engine. */
export type Ms = number;

/** A deadline that never comes. Sorts after every instant, so nobody has to test for null. */
export const NEVER: Ms = Infinity;

/** An infinite duration, in milliseconds. */
export const DURATION_INFINITE_MS = Infinity;

const TWO_32 = 4294967296;

/** Wall-clock time as on the wire. `seconds === 0xffffffff` is TIME_INVALID. */
export interface Timestamp {
  readonly seconds: number;
  readonly fraction: number;
}

export const TIME_INVALID: Timestamp = { seconds: 0xffffffff, fraction: 0xffffffff };

export function isValidTimestamp(t: Timestamp): boolean {
  return t.seconds !== 0xffffffff;
}

/** Milliseconds since 1970 (a double) to wire form; rounds up so that a nanosecond value survives the way back. */
export function timestampFromEpochMs(epochMs: number): Timestamp {
  const seconds = Math.floor(epochMs / 1000);
  const fraction = Math.ceil(((epochMs - seconds * 1000) / 1000) * TWO_32);
  return fraction >= TWO_32 ? { seconds: seconds + 1, fraction: 0 } : { seconds, fraction };
}

export function timestampToEpochMs(t: Timestamp): number {
  return t.seconds * 1000 + (t.fraction / TWO_32) * 1000;
}

/** Seconds of Duration_t are signed; 0x7fffffff with any large fraction is read as infinite (some peers vary it). */
export function durationMsFromWire(seconds: number, fraction: number): number {
  if (seconds === 0x7fffffff) return DURATION_INFINITE_MS;
  return seconds * 1000 + (fraction / TWO_32) * 1000;
}

/**
 * Words of Duration_t for a duration in milliseconds. A whole number of nanoseconds survives the way back in either
 * direction of rounding.
 *
 * @param round Math.ceil or Math.floor
 */
export function durationToWire(
  ms: number,
  round: (fraction: number) => number = Math.ceil,
): { seconds: number; fraction: number } {
  if (ms >= 0x7fffffff * 1000) return { seconds: 0x7fffffff, fraction: 0xffffffff };
  const seconds = Math.floor(ms / 1000);
  const fraction = round(((ms - seconds * 1000) / 1000) * TWO_32);
  return fraction >= TWO_32 ? { seconds: seconds + 1, fraction: 0 } : { seconds, fraction };
}
