// Joined samples as text: ndjson and CSV, line by line.
// Owns the column names. Never touches a file.

import type { JoinedSamples } from "./joinRecords.js";
import { TRACE_POINTS } from "./stages.js";

/** One JSON object per sample, without the newline: `{"writerGuid":…,"sn":…,"t0Us":…,…,"t5Us":…}`. */
export function* ndjsonLines(samples: JoinedSamples): Generator<string> {
  for (let i = 0; i < samples.sn.length; i++) {
    const guid = JSON.stringify(samples.writerGuids[samples.writer[i]!]);
    yield `{"writerGuid":${guid},"sn":${samples.sn[i]},${pointFields(samples, i)}}`;
  }
}

/** CSV (RFC 4180 fields) with a header line, without newlines. Times are microseconds on CLOCK_MONOTONIC. */
export function* csvLines(samples: JoinedSamples): Generator<string> {
  yield ["writerGuid", "sn", ...TRACE_POINTS.map((point) => `${point.name}Us`)].join(",");
  for (let i = 0; i < samples.sn.length; i++) {
    const guid = samples.writerGuids[samples.writer[i]!]!;
    yield [csvField(guid), samples.sn[i], ...samples.times.map((column) => column[i])].join(",");
  }
}

function pointFields(samples: JoinedSamples, index: number): string {
  return TRACE_POINTS.map(({ point, name }) => `"${name}Us":${samples.times[point]![index]}`).join(",");
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
