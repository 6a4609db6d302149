// Builds the document `stages.json` from joined samples and round-trip times.
// Never pools repeats without also showing them; never removes a sample.

import { filterSamples, type JoinCounts, type JoinedSamples, stageDurations } from "./joinRecords.js";
import { encodeDoubles } from "./rawSamples.js";
import { PART_STAGES, type PartStageName, STAGE_NAMES, STAGES, type StageName, TRACE_POINTS } from "./stages.js";
import {
  type CellInput,
  type CellRepeat,
  type Micros,
  type PercentileSplit,
  type RepeatInput,
  STAGES_SCHEMA_VERSION,
  type StagePercentiles,
  type StagesCell,
  type StagesDocument,
  type StagesInput,
} from "./stagesDocument.js";
import { type EcdfPoint, ecdf, percentileOfSorted, repeatMedianCv, sortedCopy, summarize } from "./statistics.js";
import { attributeTail, type Mark } from "./tailAttribution.js";

/** Builds the document. `JSON.stringify` of it is `stages.json`. */
export function buildStagesDocument(input: StagesInput): StagesDocument {
  return {
    schemaVersion: STAGES_SCHEMA_VERSION,
    command: input.command,
    environment: input.environment,
    points: TRACE_POINTS.map(({ name, meaning }) => ({ name, meaning })),
    stages: STAGES.map(({ name, meaning }) => ({ name, meaning })),
    stampCost: input.stampCost ?? null,
    cells: input.cells.map(buildStagesCell),
  };
}

export function buildStagesCell(input: CellInput): StagesCell {
  const warmUp = input.warmUpSamples ?? 0;
  const measured = input.repeats.map(({ joined }) =>
    filterSamples(joined.samples, (index) => joined.samples.sn[index]! > warmUp),
  );
  const durations = {} as Record<StageName, Float64Array>;
  for (const name of STAGE_NAMES) durations[name] = concat(measured.map((samples) => stageDurations(samples, name)));
  const rtt = concat(input.repeats.map((repeat) => repeat.rttUs));
  const rawRtt = concat(input.repeats.map((repeat) => repeat.rawRttUs));
  const rawOneWay = concat(input.repeats.map((repeat) => repeat.rawOneWayUs));
  const rttSummary = stagePercentiles(rtt);
  const rawSummary = stagePercentiles(rawRtt);
  const totals = durations["t0-t5"];
  return {
    payloadBytes: input.payloadBytes,
    reliability: input.reliability,
    samples: totals.length,
    lost: Math.max(0, input.written - (input.delivered ?? totals.length)),
    stages: mapStages((name) => stagePercentiles(durations[name])),
    splits: percentileSplits(durations),
    rttP50Us: rttSummary.p50Us,
    rawRttP50Us: rawSummary.p50Us,
    ratioToRaw: ratio(rttSummary.p50Us, rawSummary.p50Us),
    rtt: rttSummary,
    rawRtt: rawSummary,
    ecdf: { oneWay: steps(totals), rawOneWay: steps(rawOneWay), rtt: steps(rtt), rawRtt: steps(rawRtt) },
    repeats: input.repeats.map((repeat, index) => buildRepeat(repeat, measured[index]!)),
    repeatMedianCv: cvOfRepeats(measured),
    trace: sumCounts(input.repeats.map((repeat) => repeat.joined.counts)),
    cost: input.cost ?? {},
    ...samplesAndTail(measured, input.marks ?? []),
  };
}

/** On one time axis that begins with the first sample: times since boot mean nothing to a reader. */
function samplesAndTail(
  measured: readonly JoinedSamples[],
  marks: readonly Mark[],
): Pick<StagesCell, "tail" | "marks" | "raw"> {
  const sn = concat(measured.map((samples) => samples.sn));
  if (sn.length === 0) return {};
  const absolute = TRACE_POINTS.map(({ point }) => concat(measured.map((samples) => samples.times[point])));
  const originUs = absolute[0]!.reduce((least, time) => Math.min(least, time));
  const times = absolute.map((column) => column.map((time) => round(time - originUs)!));
  const endUs = times[5]!.reduce((most, time) => Math.max(most, time));
  const own = marks
    .map((mark) => ({ ...mark, fromUs: round(mark.fromUs - originUs)!, toUs: round(mark.toUs - originUs)! }))
    .filter(({ fromUs, toUs }) => toUs >= 0 && fromUs <= endUs);
  const tail = attributeTail({ sn, times, marks: own });
  return { ...(tail && { tail }), marks: own, raw: { sn: encodeDoubles(sn), timesUs: times.map(encodeDoubles) } };
}

/** The percentiles that a report shows as bars. */
export const SPLIT_PERCENTILES = [
  { label: "P50", fraction: 0.5 },
  { label: "P90", fraction: 0.9 },
  { label: "P99", fraction: 0.99 },
  { label: "P99.9", fraction: 0.999 },
] as const;

/**
 * Splits t0-t5 at each percentile into parts. The proportions come from the samples within half a percent of ranks
 * around the percentile, fewer where the tail is nearer than that, at least one.
 */
export function percentileSplits(durations: Readonly<Record<StageName, Float64Array>>): PercentileSplit[] {
  const totals = durations["t0-t5"];
  if (totals.length === 0) return [];
  const order = Array.from(totals.keys()).sort((a, b) => totals[a]! - totals[b]!);
  const sorted = sortedCopy(totals);
  return SPLIT_PERCENTILES.map(({ label, fraction }) => {
    const rank = (sorted.length - 1) * fraction;
    const reach = Math.floor(sorted.length * Math.min(NEAREST_SHARE, (1 - fraction) / 2));
    const nearest = order.slice(Math.max(0, Math.round(rank) - reach), Math.round(rank) + reach + 1);
    const totalUs = round(percentileOfSorted(sorted, fraction))!;
    return {
      label,
      fraction,
      totalUs,
      nearestSamples: nearest.length,
      partsUs: splitOf(nearest, durations, totalUs),
    };
  });
}

const NEAREST_SHARE = 0.005;

/** Every near sample weighs the same, however long it took: its shares are averaged, not its times. */
function splitOf(
  nearest: readonly number[],
  durations: Readonly<Record<StageName, Float64Array>>,
  totalUs: number,
): Record<PartStageName, number> {
  const totals = durations["t0-t5"];
  // Only clocks that differ make a total that is not above zero; it has no shares.
  const usable = nearest.filter((index) => totals[index]! > 0);
  const parts = {} as Record<PartStageName, number>;
  for (const name of PART_STAGES) {
    const shares = usable.reduce((sum, index) => sum + durations[name][index]! / totals[index]!, 0);
    parts[name] = usable.length === 0 ? 0 : (shares / usable.length) * totalUs;
  }
  return parts;
}

function stagePercentiles(values: Float64Array): StagePercentiles {
  const { p50, p90, p99, p999, max, mean, std } = summarize(values);
  return {
    p50Us: round(p50),
    p90Us: round(p90),
    p99Us: round(p99),
    p999Us: round(p999),
    maxUs: round(max),
    meanUs: round(mean),
    stdUs: round(std),
  };
}

function buildRepeat(repeat: RepeatInput, samples: JoinedSamples): CellRepeat {
  const total = stagePercentiles(stageDurations(samples, "t0-t5"));
  const rttP50Us = stagePercentiles(concat([repeat.rttUs])).p50Us;
  const rawRttP50Us = stagePercentiles(concat([repeat.rawRttUs])).p50Us;
  const { p50Us, p99Us } = total;
  return {
    samples: samples.sn.length,
    p50Us,
    p99Us,
    rttP50Us,
    rawRttP50Us,
    ratioToRaw: ratio(rttP50Us, rawRttP50Us),
  };
}

function cvOfRepeats(measured: readonly JoinedSamples[]): number | null {
  if (measured.length < 2) return null;
  const cv = repeatMedianCv(measured.map((samples) => stageDurations(samples, "t0-t5")));
  return Number.isFinite(cv) ? cv : null;
}

function sumCounts(all: readonly JoinCounts[]): JoinCounts {
  const sum = (name: keyof JoinCounts): number => all.reduce((total, counts) => total + counts[name], 0);
  return {
    unjoinedWriter: sum("unjoinedWriter"),
    unjoinedReader: sum("unjoinedReader"),
    incomplete: sum("incomplete"),
    nonMonotonic: sum("nonMonotonic"),
    lostRecords: sum("lostRecords"),
  };
}

function mapStages<T>(make: (name: StageName) => T): Record<StageName, T> {
  const result = {} as Record<StageName, T>;
  for (const name of STAGE_NAMES) result[name] = make(name);
  return result;
}

function steps(values: Float64Array): EcdfPoint[] {
  return ecdf(values).map(([value, fraction]) => [round(value)!, Number(fraction.toFixed(6))]);
}

function concat(arrays: readonly (ArrayLike<number> | undefined)[]): Float64Array {
  const present = arrays.filter((array) => array !== undefined);
  const all = new Float64Array(present.reduce((length, array) => length + array.length, 0));
  let offset = 0;
  for (const array of present) {
    all.set(array, offset);
    offset += array.length;
  }
  return all;
}

function ratio(numerator: Micros, denominator: Micros): number | null {
  if (numerator === null || denominator === null || denominator === 0) return null;
  return Number((numerator / denominator).toFixed(3));
}

function round(us: number): Micros {
  return Number.isFinite(us) ? Number(us.toFixed(3)) : null;
}
