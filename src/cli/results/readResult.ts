// Reads the documents that `rtps bench` and `rtps stages` write. Whatever else is in a file is one line to the user.

import { BENCH_SCHEMA_VERSION, type BenchDocument } from "../../trace/benchDocument.js";
import { decodeDoubles, decodeSamples } from "../../trace/rawSamples.js";
import { STAGES_SCHEMA_VERSION, type StagesDocument } from "../../trace/stagesDocument.js";
import { CliError } from "../CliError.js";
import { readNamedFile } from "../resultFiles.js";

export type Result =
  | { readonly kind: "bench"; readonly document: BenchDocument }
  | { readonly kind: "stages"; readonly document: StagesDocument };

/** @throws CliError for what is no such document, or cannot be read */
export async function readResult(path: string): Promise<Result> {
  const value = parse(path, await readNamedFile(path));
  if (!isRecord(value) || !Array.isArray(value.cells) || typeof value.command !== "string") throw noDocument(path);
  if (!isRecord(value.environment) || !value.cells.every(isRecord)) throw noDocument(path);
  const isBench = typeof value.benchmark === "string";
  if (!isBench && !Array.isArray(value.stages)) throw noDocument(path);
  const known = isBench ? BENCH_SCHEMA_VERSION : STAGES_SCHEMA_VERSION;
  if (value.schemaVersion !== known) {
    throw new CliError(
      `${path} has schemaVersion ${String(value.schemaVersion)}, this version knows ${known}: measure again`,
    );
  }
  for (const [index, cell] of value.cells.entries()) {
    const fault = isBench ? benchFault(cell) : stagesFault(cell);
    if (fault !== undefined) throw new CliError(`${path}: cell ${index + 1}: ${fault}`);
  }
  if (!isBench) return { kind: "stages", document: value as unknown as StagesDocument };
  const lists = ["peers", "summaries", "failures"].find((name) => !isListOfRecords(value[name]));
  if (lists !== undefined) throw new CliError(`${path}: "${lists}" is no list: is it a document of rtps bench?`);
  return { kind: "bench", document: value as unknown as BenchDocument };
}

/** @throws CliError for a document of another kind too */
export async function readBench(path: string): Promise<BenchDocument> {
  const { kind, document } = await readResult(path);
  if (kind === "bench") return document;
  throw new CliError(`${path} is of rtps stages: give a document of rtps bench`);
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw noDocument(path);
  }
}

function noDocument(path: string): CliError {
  return new CliError(`${path} is no result of rtps bench or rtps stages: make one with --json, or with rtps import`);
}

/** Of what the report, the comparison and the exports use. */
function benchFault(cell: Record<string, unknown>): string | undefined {
  if (typeof cell.peer !== "string" || typeof cell.transport !== "string") return "it has no peer or no transport";
  if (!isCount(cell.payloadBytes) || !isCount(cell.repeat)) return "it has no payloadBytes or no repeat";
  const wrong = BENCH_NUMBERS.find((name) => cell[name] !== undefined && typeof cell[name] !== "number");
  if (wrong !== undefined) return `${wrong} is no number`;
  const text = BENCH_TEXTS.find((name) => cell[name] !== undefined && typeof cell[name] !== "string");
  if (text !== undefined) return `${text} is no text`;
  if (cell.figures !== undefined && !isNumbers(cell.figures)) return "figures are no numbers";
  if (cell.cost !== undefined && !isRecord(cell.cost)) return "cost is no object";
  return cell.samplesUs === undefined ? undefined : samplesFault(() => decodeSamples(cell.samplesUs as string));
}

function stagesFault(cell: Record<string, unknown>): string | undefined {
  if (!isCount(cell.payloadBytes) || typeof cell.reliability !== "string")
    return "it has no payloadBytes or no reliability";
  for (const name of ["stages", "ecdf", "rtt", "rawRtt", "trace", "cost"]) {
    if (!isRecord(cell[name])) return `it has no ${name}`;
  }
  if (!isListOfRecords(cell.splits) || !isListOfRecords(cell.repeats)) return "it has no splits or no repeats";
  const { raw } = cell;
  if (raw === undefined) return undefined;
  if (!isRecord(raw) || !Array.isArray(raw.timesUs) || raw.timesUs.length !== POINTS) return "raw has no six times";
  return samplesFault(() => {
    for (const text of [raw.sn, ...(raw.timesUs as unknown[])]) decodeDoubles(text as string);
  });
}

function samplesFault(decode: () => unknown): string | undefined {
  try {
    decode();
    return undefined;
  } catch {
    return "its raw samples cannot be read: was the file cut or edited?";
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isListOfRecords(value: unknown): boolean {
  return Array.isArray(value) && value.every(isRecord);
}

function isNumbers(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((one) => typeof one === "number");
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0;
}

const BENCH_NUMBERS = [
  ...["order", "samples", "p50Us", "p90Us", "p95Us", "p99Us", "p999Us", "meanUs", "minUs", "maxUs", "stdUs"],
  ...["tailAmplification", "written", "received", "lost", "timedOut", "invalid", "durationS", "samplesPerSecond"],
  ...["offeredPerSecond", "bitsPerSecond", "ratioToRaw", "participants"],
];
const BENCH_TEXTS = ["rhythm", "mode", "reliability", "history", "variant", "samplesUs"];
const POINTS = 6;
