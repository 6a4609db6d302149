// Time for engines: CLOCK_MONOTONIC, which all processes of one host share, so that their stamps can be compared.

/** What a driver needs of a clock. */
export interface Clock {
  /** Monotonic milliseconds with a fraction; never goes backwards. */
  now(): number;
}

/**
 * CLOCK_MONOTONIC as a double: nanosecond steps, exact to 1 ns for uptimes of up to 100 days and to 2 ns beyond.
 * One reading costs some 50 ns. Performance.now() counts from the start of its process and would not do.
 */
export class MonotonicClock implements Clock {
  /** Milliseconds. */
  now(): number {
    const time = process.hrtime();
    return time[0] * 1e3 + time[1] / 1e6;
  }

  /** Microseconds. */
  nowUs(): number {
    const time = process.hrtime();
    return time[0] * 1e6 + time[1] / 1e3;
  }
}

/** Milliseconds since 1970 with a fraction. */
function epochNow(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * Milliseconds to add to monotonic time to get milliseconds since 1970. Reads both clocks several times: being
 * interrupted between the two readings can only make the difference smaller, so the largest is the best.
 * Right to some microseconds, until the wall clock is stepped.
 */
export function wallClockOffset(clock: Clock, wallClock: () => number = epochNow): number {
  let offset = -Infinity;
  for (let i = 0; i < OFFSET_READS; i++) {
    const epochMs = wallClock();
    offset = Math.max(offset, epochMs - clock.now());
  }
  return offset;
}

const OFFSET_READS = 16;
