// Builds the document of a benchmark from its measurements: Type 7 percentiles, ratios within one repeat, and
// summaries that show the range of the repeats. Nothing is trimmed, and no repeat is left out.

import {
  BENCH_SCHEMA_VERSION,
  type BenchCell,
  type BenchCellKey,
  type BenchCounts,
  type BenchDocument,
  type BenchInput,
  type BenchLatencies,
  type BenchMeasurement,
  type BenchRange,
  type BenchSummary,
} from "./benchDocument.js";
import { encodeSamples } from "./rawSamples.js";
import { mean as meanOf, median, populationStd, summarize } from "./statistics.js";

const RAW_PEER = "raw";

/** Builds the document. `JSON.stringify` of it is the file. */
export function buildBenchDocument(input: BenchInput): BenchDocument {
  const { benchmark, command, environment, peers, measurements, failures = [] } = input;
  return {
    schemaVersion: BENCH_SCHEMA_VERSION,
    benchmark,
    command,
    environment,
    peers,
    cells: measurements.map((measurement, index) => buildCell(measurement, index + 1, measurements)),
    summaries: buildSummaries(measurements),
    failures,
  };
}

/** Latencies of one set of samples; undefined when there are none. */
export function latenciesOf(valuesUs: ArrayLike<number> | undefined): BenchLatencies | undefined {
  if (valuesUs === undefined || valuesUs.length === 0) return undefined;
  const { p50, p90, p95, p99, p999, mean, min, max, std } = summarize(valuesUs);
  return {
    ...{ p50Us: round(p50), p90Us: round(p90), p95Us: round(p95), p99Us: round(p99), p999Us: round(p999) },
    ...{ meanUs: round(mean), minUs: round(min), maxUs: round(max), stdUs: round(std) },
    tailAmplification: round(p99 / p50),
  };
}

/** Equal for the repeats of one cell. */
export function cellIdentity(key: BenchCellKey): string {
  return JSON.stringify([key.peer, key.transport, ...COMPARED.map((name) => key[name])]);
}

function buildCell(measurement: BenchMeasurement, order: number, all: readonly BenchMeasurement[]): BenchCell {
  const { key, repeat, latenciesUs, latencies, samples, cost, figures, series } = measurement;
  const floor = nearest(
    all.filter((other) => other.repeat === repeat && other.key.peer === RAW_PEER),
    key,
  );
  const ratioToRaw = floor === undefined ? undefined : ratio(figureOf(measurement), figureOf(floor));
  const hasSamples = latenciesUs !== undefined && latenciesUs.length > 0;
  return {
    ...key,
    repeat,
    order,
    ...(hasSamples
      ? { samples: latenciesUs.length, ...latenciesOf(latenciesUs) }
      : { ...(samples !== undefined && { samples }), ...latencies }),
    ...countsOf(measurement),
    ...(ratioToRaw !== undefined && { ratioToRaw }),
    ...(cost && { cost }),
    ...(figures && { figures }),
    ...(series && { series }),
    ...(hasSamples && { samplesUs: encodeSamples(latenciesUs) }),
  };
}

function buildSummaries(measurements: readonly BenchMeasurement[]): BenchSummary[] {
  const groups = new Map<string, BenchMeasurement[]>();
  for (const measurement of measurements) {
    const identity = cellIdentity(measurement.key);
    const group = groups.get(identity);
    if (group === undefined) groups.set(identity, [measurement]);
    else group.push(measurement);
  }
  const all = [...groups.values()].map((repeats) => ({ key: repeats[0]!.key, repeats, figure: pooledFigure(repeats) }));
  return all.map((group) => {
    const peers = [...new Set(all.map(({ key }) => key.peer))];
    const ratios = peers.flatMap((peer) => {
      const other = nearest(
        all.filter(({ key }) => key.peer === peer),
        group.key,
      );
      const value = ratio(group.figure, other?.figure);
      return value === undefined ? [] : [[peer, value] as const];
    });
    return { ...summaryOf(group.key, group.repeats), ...ratiosOf(ratios) };
  });
}

function summaryOf(key: BenchCellKey, repeats: readonly BenchMeasurement[]): BenchSummary {
  const withSamples = repeats.filter(({ latenciesUs }) => latenciesUs !== undefined && latenciesUs.length > 0);
  const pooled = concat(withSamples.map(({ latenciesUs }) => latenciesUs!));
  const single = withSamples.map(({ latenciesUs }) => latenciesOf(latenciesUs)!);
  const medians = single.map(({ p50Us }) => p50Us);
  return {
    ...key,
    repeats: repeats.length,
    ...(pooled.length > 0 && {
      samples: pooled.length,
      ...latenciesOf(pooled)!,
      p50RangeUs: rangeOf(medians),
      p95RangeUs: rangeOf(single.map(({ p95Us }) => p95Us)),
      p99RangeUs: rangeOf(single.map(({ p99Us }) => p99Us)),
      ...(medians.length > 1 && { repeatMedianCv: round(populationStd(medians) / meanOf(medians)) }),
    }),
    ...(pooled.length === 0 && givenLatencies(repeats)),
    ...pooledCounts(repeats),
    ...pooledFigures(repeats),
  };
}

/** Percentiles without the samples behind them cannot be pooled: the medians of the repeats stand for them. */
function givenLatencies(repeats: readonly BenchMeasurement[]): Partial<BenchSummary> {
  const given = repeats.flatMap(({ latencies }) => latencies ?? []);
  const valuesIn = (name: keyof BenchLatencies) => given.flatMap((latencies) => latencies[name] ?? []);
  const present = LATENCIES.filter((name) => valuesIn(name).length > 0);
  if (present.length === 0) return {};
  const values = Object.fromEntries(present.map((name) => [name, round(median(valuesIn(name)))]));
  if (values.minUs !== undefined) values.minUs = round(Math.min(...valuesIn("minUs")));
  if (values.maxUs !== undefined) values.maxUs = round(Math.max(...valuesIn("maxUs")));
  const ranges = RANGED.filter((name) => values[name] !== undefined);
  const samples = repeats.reduce((sum, repeat) => sum + (repeat.samples ?? 0), 0);
  const medians = valuesIn("p50Us");
  return {
    ...(samples > 0 && { samples }),
    ...values,
    ...Object.fromEntries(ranges.map((name) => [`${name.slice(0, -2)}RangeUs`, rangeOf(valuesIn(name))])),
    ...(medians.length > 1 && { repeatMedianCv: round(populationStd(medians) / meanOf(medians)) }),
  };
}

/** Counts add up over the repeats, rates do not: of those the median is shown, with the range. */
function pooledCounts(repeats: readonly BenchMeasurement[]): Partial<BenchSummary> {
  const counts: Record<string, number | BenchRange> = {};
  for (const name of SUMMED) {
    const values = valuesOf(repeats, name);
    if (values.length > 0) counts[name] = values.reduce((sum, value) => sum + value, 0);
  }
  for (const name of RATES) {
    const values = valuesOf(repeats, name);
    if (values.length === 0) continue;
    counts[name] = round(median(values));
    if (name !== "offeredPerSecond") counts[`${name}Range`] = rangeOf(values);
  }
  return counts;
}

function pooledFigures(repeats: readonly BenchMeasurement[]): Pick<BenchSummary, "figures"> {
  const names = new Set(repeats.flatMap(({ figures }) => Object.keys(figures ?? {})));
  if (names.size === 0) return {};
  const medianOf = (name: string) => round(median(repeats.flatMap(({ figures }) => figures?.[name] ?? [])));
  return { figures: Object.fromEntries([...names].map((name) => [name, medianOf(name)])) };
}

function countsOf(measurement: BenchMeasurement): BenchCounts {
  const present = [...SUMMED, ...RATES].filter((name) => measurement[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, round(measurement[name]!)]));
}

/** What two cells are compared by: the median latency, else the rate of bits, else that of samples. */
function figureOf({ latenciesUs, latencies, bitsPerSecond, samplesPerSecond }: BenchMeasurement): number | undefined {
  if (latenciesUs !== undefined && latenciesUs.length > 0) return median(latenciesUs);
  if (latencies?.p50Us !== undefined) return latencies.p50Us;
  return samplesPerSecond ?? bitsPerSecond;
}

function pooledFigure(repeats: readonly BenchMeasurement[]): number | undefined {
  const pooled = concat(repeats.map(({ latenciesUs }) => latenciesUs ?? []));
  if (pooled.length > 0) return median(pooled);
  const values = repeats.flatMap((repeat) => figureOf(repeat) ?? []);
  return values.length === 0 ? undefined : median(values);
}

/**
 * Another peer's cell that measured the same thing. What one of the two does not have cannot differ: the raw socket
 * knows no reliability. Of several the one that has most in common.
 */
function nearest<T extends { readonly key: BenchCellKey }>(candidates: readonly T[], key: BenchCellKey): T | undefined {
  const counterparts = candidates.filter((one) => one.key.peer !== key.peer && isCounterpart(one.key, key));
  const common = ({ key: other }: T) => COMPARED.filter((name) => other[name] === key[name]).length;
  return counterparts.sort((a, b) => common(b) - common(a))[0];
}

function isCounterpart(one: BenchCellKey, other: BenchCellKey): boolean {
  return COMPARED.every((name) => one[name] === other[name] || one[name] === undefined || other[name] === undefined);
}

function ratiosOf(ratios: readonly (readonly [string, number])[]): Pick<BenchSummary, "ratioTo" | "ratioToRaw"> {
  if (ratios.length === 0) return {};
  const ratioTo = Object.fromEntries(ratios);
  return { ratioTo, ...(ratioTo[RAW_PEER] !== undefined && { ratioToRaw: ratioTo[RAW_PEER] }) };
}

function ratio(numerator: number | undefined, denominator: number | undefined): number | undefined {
  if (numerator === undefined || denominator === undefined || !(denominator > 0)) return undefined;
  return round(numerator / denominator);
}

function valuesOf(repeats: readonly BenchMeasurement[], name: keyof BenchCounts): number[] {
  return repeats.flatMap((repeat) => repeat[name] ?? []);
}

function rangeOf(values: readonly number[]): BenchRange {
  return [round(Math.min(...values)), round(Math.max(...values))];
}

function concat(arrays: readonly ArrayLike<number>[]): Float64Array {
  const all = new Float64Array(arrays.reduce((length, array) => length + array.length, 0));
  let offset = 0;
  for (const array of arrays) {
    all.set(array, offset);
    offset += array.length;
  }
  return all;
}

/** To a nanosecond, a thousandth of a ratio. */
function round(value: number): number {
  return Number(value.toFixed(3));
}

const LATENCIES = [
  ...(["p50Us", "p90Us", "p95Us", "p99Us", "p999Us", "meanUs", "minUs", "maxUs", "stdUs"] as const),
  "tailAmplification",
] as const;
const RANGED = ["p50Us", "p95Us", "p99Us"] as const;
const SUMMED = ["written", "received", "lost", "timedOut", "invalid", "durationS"] as const;
const RATES = ["samplesPerSecond", "offeredPerSecond", "bitsPerSecond"] as const;
const COMPARED = ["payloadBytes", "rhythm", "mode", "reliability", "history", "variant", "participants"] as const;
