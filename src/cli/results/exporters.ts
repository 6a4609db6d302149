// Documents as CSV, HdrHistogram logs and Chrome traces, in pieces of text.

import { benchTitle, cellTitle } from "../../report/index.js";
import type { BenchCell, BenchDocument } from "../../trace/benchDocument.js";
import { decodeDoubles, decodeSamples } from "../../trace/rawSamples.js";
import { PART_STAGES, TRACE_POINTS } from "../../trace/stages.js";
import type { StagesCell, StagesDocument } from "../../trace/stagesDocument.js";
import { CliError } from "../CliError.js";
import { csvRow } from "./csv.js";
import { HdrHistogram, type HdrInterval, hdrLogLines } from "./hdrHistogram.js";
import type { Result } from "./readResult.js";

/** One row a sample. @throws CliError for a document without samples */
export function exportCsv(path: string, result: Result): Iterable<string> {
  requireSamples(path, result);
  return result.kind === "bench" ? benchRows(result.document) : stagesRows(result.document);
}

/** One interval for each cell and repeat; of stages for each cell. @throws CliError for a document without samples */
export function exportHdr(path: string, result: Result): Iterable<string> {
  requireSamples(path, result);
  const { command, environment } = result.document;
  const date = Date.parse(String(environment.date));
  const tagged = result.kind === "bench" ? benchSamples(result.document) : stagesSamples(result.document);
  let start = 0;
  const intervals = [...tagged].map(({ tag, valuesUs }): HdrInterval => {
    const histogram = new HdrHistogram();
    for (const us of valuesUs) histogram.record(us * NS_PER_US);
    const lengthSeconds = valuesUs.reduce((sum, us) => sum + us, 0) / US_PER_S;
    start += lengthSeconds;
    return { tag, startSeconds: start - lengthSeconds, lengthSeconds, histogram };
  });
  return hdrLogLines([`Made by ${command}`], Number.isNaN(date) ? 0 : date / 1000, intervals);
}

/** `slowest`: only so many of each cell. @throws CliError for a document without stages */
export function exportPerfetto(path: string, result: Result, slowest: number | undefined): Iterable<string> {
  if (result.kind !== "stages") throw new CliError(`${path} has no stages of samples: give a document of rtps stages`);
  requireSamples(path, result);
  return perfettoText(result.document, slowest);
}

function requireSamples(path: string, { kind, document }: Result): void {
  const has =
    kind === "bench" ? document.cells.some((cell) => cell.samplesUs) : document.cells.some((cell) => cell.raw);
  if (!has) throw new CliError(`${path} holds no single samples: measure again, or give a document of latencies`);
}

function* benchRows({ benchmark, cells }: BenchDocument): Generator<string> {
  yield csvRow(["benchmark", ...CSV_KEYS, "repeat", "index", "latencyUs"]);
  for (const cell of cells) {
    const key = [benchmark, ...CSV_KEYS.map((name) => cell[name]), cell.repeat];
    for (const [index, us] of samplesOf(cell).entries()) yield csvRow([...key, index, us]);
  }
}

function* stagesRows({ cells }: StagesDocument): Generator<string> {
  const points = TRACE_POINTS.map(({ name }) => `${name}Us`);
  yield csvRow(["payloadBytes", "reliability", "sn", ...points, ...PART_STAGES.map((name) => `${name}Us`)]);
  for (const cell of cells) {
    const { sn, times } = rawOf(cell);
    for (let i = 0; i < sn.length; i++) {
      const stamps = times.map((column) => column[i]!);
      const parts = PART_STAGES.map((_, part) => Number((stamps[part + 1]! - stamps[part]!).toFixed(3)));
      yield csvRow([cell.payloadBytes, cell.reliability, sn[i], ...stamps, ...parts]);
    }
  }
}

interface TaggedSamples {
  readonly tag: string;
  readonly valuesUs: Float64Array;
}

function* benchSamples({ cells }: BenchDocument): Generator<TaggedSamples> {
  for (const cell of cells) {
    const tag = `${benchTitle(cell)}, repeat ${cell.repeat}`;
    if (cell.samplesUs !== undefined) yield { tag, valuesUs: samplesOf(cell) };
  }
}

function* stagesSamples({ cells }: StagesDocument): Generator<TaggedSamples> {
  for (const cell of cells) {
    const { times } = rawOf(cell);
    yield { tag: cellTitle(cell), valuesUs: times[0]!.map((start, i) => times[5]![i]! - start) };
  }
}

/** One process for each cell: samples as nested asynchronous slices, which may overlap, and marks as threads. */
function* perfettoText(document: StagesDocument, slowest: number | undefined): Generator<string> {
  let separator = "";
  yield `{"displayTimeUnit":"ns","otherData":${JSON.stringify({ command: document.command })},"traceEvents":[\n`;
  for (const [index, cell] of document.cells.entries()) {
    for (const event of cellEvents(cell, index + 1, slowest)) {
      yield `${separator}${JSON.stringify(event)}`;
      separator = ",\n";
    }
  }
  yield "\n]}\n";
}

function* cellEvents(cell: StagesCell, pid: number, slowest: number | undefined): Generator<object> {
  yield { ph: "M", pid, name: "process_name", args: { name: cellTitle(cell) } };
  const { sn, times } = rawOf(cell);
  const totals = times[0]!.map((start, i) => times[5]![i]! - start);
  const bySlowness = slowest === undefined ? undefined : [...totals.keys()].sort((a, b) => totals[b]! - totals[a]!);
  const chosen = bySlowness?.slice(0, slowest).sort((a, b) => a - b) ?? totals.keys();
  for (const i of chosen) {
    const common = { cat: "sample", id: `${pid}-${sn[i]}`, pid, tid: 0 };
    yield { ...common, ph: "b", name: `sample ${sn[i]}`, ts: times[0]![i], args: { totalUs: totals[i] } };
    for (const [part, name] of PART_STAGES.entries()) {
      yield { ...common, ph: "b", name, ts: times[part]![i] };
      yield { ...common, ph: "e", name, ts: times[part + 1]![i] };
    }
    yield { ...common, ph: "e", name: `sample ${sn[i]}`, ts: times[5]![i] };
  }
  const threads = [...new Set((cell.marks ?? []).map(({ side, kind }) => `${side}: ${kind}`))];
  for (const [index, name] of threads.entries()) {
    yield { ph: "M", pid, tid: index + 1, name: "thread_name", args: { name } };
  }
  for (const { side, kind, fromUs, toUs } of cell.marks ?? []) {
    const tid = threads.indexOf(`${side}: ${kind}`) + 1;
    yield { ph: "X", cat: "mark", name: kind, pid, tid, ts: fromUs, dur: Number((toUs - fromUs).toFixed(3)) };
  }
}

function samplesOf({ samplesUs }: BenchCell): Float64Array {
  return samplesUs === undefined ? new Float64Array() : decodeSamples(samplesUs);
}

function rawOf({ raw }: StagesCell): { sn: Float64Array; times: Float64Array[] } {
  if (raw === undefined) return { sn: new Float64Array(), times: TRACE_POINTS.map(() => new Float64Array()) };
  return { sn: decodeDoubles(raw.sn), times: raw.timesUs.map(decodeDoubles) };
}

const CSV_KEYS = [
  ...(["peer", "transport", "payloadBytes", "rhythm", "mode", "reliability", "history", "variant"] as const),
  "participants",
] as const;
const NS_PER_US = 1000;
const US_PER_S = 1e6;
