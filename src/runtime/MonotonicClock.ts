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

/**
 * Milliseconds to add to monotonic time to get milliseconds since 1970. Waits, 1 ms at most, for the wall clock to
 * tick: by itself it shows whole milliseconds only. Right to some microseconds, until the wall clock is stepped.
 */
export function wallClockOffset(clock: Clock, wallClock: () => number = Date.now): number {
  const start = wallClock();
  let epochMs = start;
  // Bounded: a wall clock that stands still, as under a debugger, must not hang the process.
  for (let i = 0; i < MAX_TICK_READS && epochMs === start; i++) epochMs = wallClock();
  return epochMs - clock.now();
}

const MAX_TICK_READS = 200_000;
