// What other tools print, as measurements of ours. Takes texts, never touches a file.

import type { BenchCellKey, BenchLatencies, BenchMeasurement } from "../../trace/benchDocument.js";
import { median } from "../../trace/statistics.js";
import { CliError } from "../CliError.js";
import { parseCsv } from "./csv.js";

/** What the text does not say. */
export interface ImportDefaults {
  readonly peer: string;
  readonly transport: string;
  readonly payloadBytes?: number;
  readonly rhythm?: string;
  readonly reliability?: BenchCellKey["reliability"];
  /** Of latencies in a CSV whose column does not name it. */
  readonly unit: "ns" | "us" | "ms";
}

/** One output of one run. */
export interface ImportSource {
  /** For messages. */
  readonly path: string;
  readonly text: string;
  /** From 1: each file is a repeat, unless it says something else. */
  readonly repeat: number;
}

/** Output of Cyclone DDS's ddsperf. */
export function importDdsperf({ path, text, repeat }: ImportSource, defaults: ImportDefaults): BenchMeasurement[] {
  const measurements = ddsperfMeasurements(text, repeat, defaults);
  if (measurements.length === 0)
    throw new CliError(`${path} has no results of ddsperf: give what "ddsperf ping" or "ddsperf sub" printed`);
  return measurements;
}

/**
 * None if there are none. ddsperf prints half of a round trip, and percentiles of each second: round trips here are twice
 * that, and a run has the median of its seconds.
 */
export function ddsperfMeasurements(text: string, repeat: number, defaults: ImportDefaults): BenchMeasurement[] {
  const pings = [...text.matchAll(DDSPERF_PING)].map(({ groups }) => numbers(groups!));
  const rates = [...text.matchAll(DDSPERF_SUB)].map(({ groups }) => numbers(groups!));
  return [
    ...bySize(pings).map(([size, lines]) => ({
      key: keyOf(defaults, size, "rtt"),
      repeat,
      samples: sum(lines, "count"),
      latencies: doubled({
        p50Us: medianOf(lines, "p50"),
        p90Us: medianOf(lines, "p90"),
        p99Us: medianOf(lines, "p99"),
        meanUs: sumOf(lines, (line) => line.mean! * line.count!) / sum(lines, "count"),
        minUs: Math.min(...lines.map(({ min }) => min!)),
        maxUs: Math.max(...lines.map(({ max }) => max!)),
      }),
    })),
    ...bySize(rates).map(([size, lines]) => ({
      key: keyOf(defaults, size, "rate"),
      repeat,
      received: sum(lines, "delta"),
      lost: sum(lines, "lost"),
      samplesPerSecond: ddsperfRate(size, medianOf(lines, "rate") * 1e3, medianOf(lines, "megabits") * 1e6),
      bitsPerSecond: medianOf(lines, "megabits") * 1e6,
    })),
  ];
}

/** Output of RTI perftest: the summaries of any of its three formats. One-way figures are half round trips. */
export function importPerftest({ path, text, repeat }: ImportSource, defaults: ImportDefaults): BenchMeasurement[] {
  const summaries = text.trimStart().startsWith("{") ? perftestJson(path, text) : perftestText(text);
  const measurements = summaries.flatMap((summary) => perftestMeasurement(summary, repeat, defaults));
  if (measurements.length === 0) {
    throw new CliError(`${path} has no summary of perftest: give the whole output of its publisher or subscriber`);
  }
  return measurements;
}

/** Latencies in one column; others tell cells apart. Without a header the first column counts. */
export function importCsv({ path, text, repeat }: ImportSource, defaults: ImportDefaults): BenchMeasurement[] {
  const rows = parseCsv(text);
  const hasHeader = rows.length > 0 && rows[0]!.some((field) => field !== "" && Number.isNaN(Number(field)));
  const header = hasHeader ? rows[0]!.map(normal) : ["latency"];
  const column = header.findIndex((name) => LATENCY_COLUMN.test(name));
  if (column < 0) throw new CliError(`${path} has no column for latencies: name one latencyUs, latencyNs or latencyMs`);
  const unit = LATENCY_COLUMN.exec(header[column]!)![1] ?? defaults.unit;
  const cells = new Map<string, { key: BenchCellKey; repeat: number; latenciesUs: number[] }>();
  for (const [index, row] of rows.slice(hasHeader ? 1 : 0).entries()) {
    const latencyUs = Number(row[column]) * US_PER_UNIT[unit]!;
    if (row[column] === "" || !(latencyUs >= 0) || latencyUs === Infinity) {
      throw new CliError(`${path}: row ${index + 1}: "${row[column] ?? ""}" is no latency`);
    }
    const key = csvKey(path, header, row, defaults);
    const own = Number(row[header.indexOf("repeat")] ?? repeat);
    const cellRepeat = Number.isInteger(own) && own >= 1 ? own : repeat;
    const identity = JSON.stringify([key, cellRepeat]);
    const cell = cells.get(identity) ?? { key, repeat: cellRepeat, latenciesUs: [] };
    cells.set(identity, cell);
    cell.latenciesUs.push(latencyUs);
  }
  if (cells.size === 0) throw new CliError(`${path} has no latencies`);
  return [...cells.values()];
}

type Line = Readonly<Record<string, number>>;

function keyOf(
  { peer, transport, rhythm, reliability }: ImportDefaults,
  payloadBytes: number,
  kind: "rtt" | "rate",
): BenchCellKey {
  return {
    peer,
    transport,
    payloadBytes,
    ...(kind === "rtt" && { rhythm: rhythm ?? "back_to_back", mode: "closed" as const }),
    ...(kind === "rate" && rhythm !== undefined && { rhythm }),
    ...(reliability !== undefined && { reliability }),
  };
}

function bySize(lines: readonly Line[]): [number, Line[]][] {
  const sizes = [...new Set(lines.map(({ size }) => size!))];
  return sizes.map((size) => [size, lines.filter((line) => line.size === size)]);
}

/** It prints tens of samples and tens of kilobits: of large samples the bits say more. */
function ddsperfRate(size: number, samplesPerSecond: number, bitsPerSecond: number): number {
  return size * 8 > 1000 ? Number((bitsPerSecond / (size * 8)).toFixed(3)) : samplesPerSecond;
}

/** A round trip is twice what tools call one way, for they do not measure one way. */
function doubled(oneWay: Partial<Record<keyof BenchLatencies, number>>): Partial<BenchLatencies> {
  const known = Object.entries(oneWay).filter(([, us]) => Number.isFinite(us));
  const values: Partial<Record<keyof BenchLatencies, number>> = Object.fromEntries(
    known.map(([name, us]) => [name, Number((us * 2).toFixed(3))]),
  );
  const { p50Us, p99Us } = values;
  const tail = p50Us !== undefined && p99Us !== undefined && p50Us > 0 ? Number((p99Us / p50Us).toFixed(3)) : undefined;
  return { ...values, ...(tail !== undefined && { tailAmplification: tail }) };
}

function perftestMeasurement(summary: Line, repeat: number, defaults: ImportDefaults): BenchMeasurement[] {
  const { length, ave, p50 } = summary;
  if (length === undefined) return [];
  if (p50 !== undefined) {
    const { std, min, max, p90, p99 } = summary;
    const latencies = { p50Us: p50, p90Us: p90, p99Us: p99, meanUs: ave, stdUs: std, minUs: min, maxUs: max };
    const known = Object.fromEntries(Object.entries(latencies).filter(([, us]) => us !== undefined));
    return [{ key: keyOf(defaults, length, "rtt"), repeat, latencies: doubled(known) }];
  }
  const { packets, packetsPerSecond, megabits, lost } = summary;
  if (packetsPerSecond === undefined) return [];
  return [
    {
      key: keyOf(defaults, length, "rate"),
      repeat,
      samplesPerSecond: packetsPerSecond,
      ...(packets !== undefined && { received: packets }),
      ...(megabits !== undefined && { bitsPerSecond: megabits * 1e6 }),
      ...(lost !== undefined && { lost }),
    },
  ];
}

function perftestJson(path: string, text: string): Line[] {
  let entries: unknown;
  try {
    entries = (JSON.parse(text) as { perftest?: unknown }).perftest;
  } catch {
    throw new CliError(`${path} is no JSON of perftest: it cannot be parsed`);
  }
  if (!Array.isArray(entries)) throw new CliError(`${path} is no JSON of perftest: it has no list "perftest"`);
  return entries.flatMap((entry: { length?: unknown; summary?: object } | null) => {
    if (typeof entry?.length !== "number" || typeof entry.summary !== "object" || entry.summary === null) return [];
    return [{ length: entry.length, ...named(Object.entries(entry.summary)) }];
  });
}

/** Lines of the form "Length: 32 Latency: Ave 396 us …", and tables below a header of a summary. */
function perftestText(text: string): Line[] {
  const summaries: Line[] = [];
  let columns: string[] | undefined;
  for (const line of text.split(/\r?\n/)) {
    const fields = line.split(",").map((field) => field.trim());
    if (/^\s*Length:/.test(line)) summaries.push(legacySummary(line));
    else if (/^\s*Length \(Bytes\)/.test(line)) {
      // Intervals have the latency of the moment, or the rate of it, besides the averages.
      columns = fields.some((field) => INTERVAL_COLUMN.test(field)) ? undefined : fields;
    } else if (
      columns !== undefined &&
      fields.length === columns.length &&
      fields.every((field) => field !== "" && Number.isFinite(Number(field)))
    ) {
      summaries.push(named(columns.map((column, index) => [column, Number(fields[index])])));
    }
  }
  return summaries;
}

/** "Name 12.3 us", "Name: 12" and "50% 401 us", one after the other. */
function legacySummary(line: string): Line {
  const pairs = [...line.matchAll(/([A-Za-z/()]+|\d+(?:\.\d+)?%):?\s+(\d+(?:\.\d+)?)(?![\d.%])/g)];
  return named(pairs.map(([, name, value]) => [name!, Number(value)]));
}

/** Takes the names of all formats to one. */
function named(pairs: readonly (readonly [string, unknown])[]): Line {
  const found: Record<string, number> = {};
  for (const [name, value] of pairs) {
    const known = PERFTEST_NAMES.find(([pattern]) => pattern.test(name.trim()));
    if (known !== undefined && typeof value === "number" && Number.isFinite(value)) found[known[1]] ??= value;
  }
  return found;
}

function csvKey(
  path: string,
  header: readonly string[],
  row: readonly string[],
  defaults: ImportDefaults,
): BenchCellKey {
  const field = (name: string) => row[header.indexOf(name)] || undefined;
  const payload = field("payloadbytes") ?? defaults.payloadBytes;
  const payloadBytes = Number(payload);
  if (payload === undefined)
    throw new CliError(`${path} does not say the payload: add a column payloadBytes, or --payload`);
  if (!Number.isInteger(payloadBytes) || payloadBytes < 0)
    throw new CliError(`${path}: "${payload}" is no payload in bytes`);
  const reliability = field("reliability") ?? defaults.reliability;
  const mode = field("mode");
  const [history, variant, participants] = [field("history"), field("variant"), field("participants")];
  return {
    peer: field("peer") ?? defaults.peer,
    transport: field("transport") ?? defaults.transport,
    payloadBytes,
    rhythm: field("rhythm") ?? defaults.rhythm ?? "back_to_back",
    mode: mode === "open" ? "open" : "closed",
    ...((reliability === "RELIABLE" || reliability === "BEST_EFFORT") && { reliability }),
    ...(history !== undefined && { history }),
    ...(variant !== undefined && { variant }),
    ...(participants !== undefined && Number.isInteger(Number(participants)) && { participants: Number(participants) }),
  };
}

/** "Latency (us)", "latency_us" and "latencyUs" alike. */
function normal(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function numbers(groups: Record<string, string>): Line {
  return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, Number(text)]));
}

function sumOf(lines: readonly Line[], value: (line: Line) => number): number {
  return lines.reduce((total, line) => total + value(line), 0);
}

function sum(lines: readonly Line[], name: string): number {
  return sumOf(lines, (line) => line[name]!);
}

function medianOf(lines: readonly Line[], name: string): number {
  return median(lines.map((line) => line[name]!));
}

const DDSPERF_PING =
  /size (?<size>\d+) mean (?<mean>[\d.]+)us min (?<min>[\d.]+)us 50% (?<p50>[\d.]+)us 90% (?<p90>[\d.]+)us 99% (?<p99>[\d.]+)us max (?<max>[\d.]+)us cnt (?<count>\d+)/g;
const DDSPERF_SUB =
  /size (?<size>\d+) total \d+ lost \d+ delta (?<delta>\d+) lost (?<lost>\d+) rate (?<rate>[\d.]+) kS\/s (?<megabits>[\d.]+) Mb\/s/g;
const PERFTEST_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^length/i, "length"],
  [/^(latency_)?ave( \(.*\))?$/i, "ave"],
  [/^(latency_)?std/i, "std"],
  [/^(latency_)?min/i, "min"],
  [/^(latency_)?max/i, "max"],
  [/^(latency_)?50(%|$)/i, "p50"],
  [/^(latency_)?90(%|$)/i, "p90"],
  [/^(latency_)?99(%|$)/i, "p99"],
  [/^(packets|total samples)$/i, "packets"],
  [/^(packets\/s_ave|packets\/s\(ave\)|ave samples\/s)$/i, "packetsPerSecond"],
  [/^(mbps_ave|mbps\(ave\)|ave mbps)$/i, "megabits"],
  [/^lost( samples)?$/i, "lost"],
];
const INTERVAL_COLUMN = /^(Latency \(.*\)|Samples\/s)$/i;
const LATENCY_COLUMN = /^(?:latency|rtt|roundtrip)(us|ns|ms)?$/;
const US_PER_UNIT: Readonly<Record<string, number>> = { ns: 1e-3, us: 1, ms: 1e3 };
