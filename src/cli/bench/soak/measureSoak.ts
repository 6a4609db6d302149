// A cell that runs for minutes: memory of both sides again and again, and whether it or the round trips drift.

import type { BenchMeasurement } from "../../../trace/benchDocument.js";
import { fitLine } from "../../../trace/fitLine.js";
import { median } from "../../../trace/statistics.js";
import type { MemoryEvent, PeerRole } from "../cellPlan.js";
import { type CellRequest, type MeasuredCell, measureCell } from "../measureCell.js";

type SideName = "writer" | "reader";

/** Rejects with a CellFailure. */
export async function measureSoak(request: CellRequest, signal: AbortSignal): Promise<MeasuredCell> {
  const events: Record<SideName, MemoryEvent[]> = { writer: [], reader: [] };
  const onMemory = (role: PeerRole, event: MemoryEvent) => {
    events[role === "ping" || role === "pub" ? "writer" : "reader"].push(event);
  };
  const cell = await measureCell({ ...request, onMemory }, signal);
  const { measurement } = cell;
  const figures = {
    ...driftOf(events.writer, "writer"),
    ...driftOf(events.reader, "reader"),
    ...roundTripDrift(measurement),
  };
  const series = { ...seriesOf(events.writer, "writer"), ...seriesOf(events.reader, "reader") };
  return { ...cell, measurement: { ...measurement, figures, series } };
}

/**
 * MB a minute with the 95 % interval, over the last three quarters of the time: at first Node compiles and its heap
 * finds its size.
 */
export function driftOf(events: readonly MemoryEvent[], side: SideName): Record<string, number> {
  const late = events.slice(Math.floor(events.length / 4));
  const minutes = late.map(({ atUs }) => (atUs - late[0]!.atUs) / US_PER_MINUTE);
  const figures: Record<string, number> = {};
  for (const [name, read] of Object.entries(QUANTITIES)) {
    const values = late.map(read);
    if (values.length > 0) figures[`${side}${name}EndMb`] = values.at(-1)!;
    Object.assign(figures, slopeFigures(`${side}${name}MbPerMin`, minutes, values));
  }
  return figures;
}

/** Of the medians of fifty stretches of equally many round trips. */
export function roundTripDrift({ latenciesUs, durationS = 0 }: BenchMeasurement): Record<string, number> {
  if (latenciesUs === undefined || latenciesUs.length < STRETCHES) return {};
  const values = Array.from(latenciesUs);
  const length = values.length / STRETCHES;
  const medians = Array.from({ length: STRETCHES }, (_, i) =>
    median(values.slice(Math.floor(i * length), Math.floor((i + 1) * length))),
  );
  const minutes = medians.map((_, i) => ((i + 0.5) * durationS) / STRETCHES / 60);
  return slopeFigures("rttUsPerMin", minutes, medians);
}

function slopeFigures(name: string, x: readonly number[], y: readonly number[]): Record<string, number> {
  const line = fitLine(x, y);
  if (line === undefined || !Number.isFinite(line.low)) return {};
  return { [name]: line.slope, [`${name}Low`]: line.low, [`${name}High`]: line.high };
}

function seriesOf(events: readonly MemoryEvent[], side: SideName): Record<string, number[]> {
  const series: Record<string, number[]> = {};
  for (const [name, read] of Object.entries(QUANTITIES))
    series[`${side}${name}Mb`] = events.map((event) => Number(read(event).toFixed(3)));
  series[`${side}AtS`] = events.map(({ atUs }) => Number(((atUs - events[0]!.atUs) / 1e6).toFixed(3)));
  return series;
}

const BYTES_PER_MB = 1e6;
const US_PER_MINUTE = 60e6;
const STRETCHES = 50;
const QUANTITIES: Readonly<Record<string, (event: MemoryEvent) => number>> = {
  Pss: ({ pssBytes }) => pssBytes / BYTES_PER_MB,
  Heap: ({ heapBytes }) => heapBytes / BYTES_PER_MB,
  External: ({ externalBytes }) => externalBytes / BYTES_PER_MB,
};
