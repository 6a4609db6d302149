// CLOCK_MONOTONIC in microseconds, which the processes of one host share.

export function monotonicUs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e6 + nanoseconds / 1e3;
}
