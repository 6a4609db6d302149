// On what machine and under what load something was measured.

import { cpus, loadavg, release } from "node:os";

/** For documents of measurements, in the order of the report. */
export function environmentFacts(): Record<string, string | number | boolean | null> {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    platform: `${process.platform} ${release()} ${process.arch}`,
    node: process.version,
    loadAverage1Min: Number(loadavg()[0]?.toFixed(2)),
    date: new Date().toISOString(),
  };
}
