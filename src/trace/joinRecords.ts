// Joins writer and reader records on (writer GUID, sequence number), across processes.
// Owns the accounting of what did not join. Never drops a record without counting it.

import type { ReaderRecords } from "./ReaderTrace.js";
import { STAGES, type StageName } from "./stages.js";
import type { WriterRecords } from "./WriterTrace.js";

/** Samples with all six times, as columns of equal length. */
export interface JoinedSamples {
  /** The GUIDs that `writer` points into. */
  readonly writerGuids: readonly string[];
  readonly writer: Uint32Array;
  readonly sn: Float64Array;
  /** `times[p][i]` is the time of point p of sample i, microseconds on CLOCK_MONOTONIC. */
  readonly times: readonly Float64Array[];
}

export interface JoinCounts {
  /** Writer records that no reader record joined: lost, or not delivered yet. */
  readonly unjoinedWriter: number;
  /** Reader records without a writer record: a vendor's writer, or one that was not traced. */
  readonly unjoinedReader: number;
  /** Pairs that joined but lack one of the six times. */
  readonly incomplete: number;
  /** Samples kept whose times go backwards somewhere: the clocks of the two sides differ. */
  readonly nonMonotonic: number;
  /** Records that the recorders overwrote before they were drained. */
  readonly lostRecords: number;
}

export interface JoinResult {
  readonly samples: JoinedSamples;
  readonly counts: JoinCounts;
}

/**
 * Joins the records. A sample that several readers got joins once for each of them. Several drains of one recorder
 * may be passed together.
 */
export function joinRecords(
  writerRecords: readonly WriterRecords[],
  readerRecords: readonly ReaderRecords[],
): JoinResult {
  const writers = indexWriters(writerRecords);
  const joined = new JoinBuilder();
  for (const records of readerRecords) joinReader(records, writers, joined);
  let writerTotal = 0;
  let writerJoined = 0;
  for (const writer of writers.values()) {
    writerTotal += writer.total;
    writerJoined += writer.joined.size;
  }
  const counts = {
    unjoinedWriter: writerTotal - writerJoined,
    unjoinedReader: joined.unjoinedReader,
    incomplete: joined.incomplete,
    nonMonotonic: joined.nonMonotonic,
    lostRecords: lostIn(writerRecords) + lostIn(readerRecords),
  };
  return { samples: joined.build(), counts };
}

/** Durations of one stage in microseconds, one per sample, in the order of the samples. */
export function stageDurations(samples: JoinedSamples, stage: StageName): Float64Array {
  const description = STAGES.find((candidate) => candidate.name === stage)!;
  const from = samples.times[description.from]!;
  const to = samples.times[description.to]!;
  return to.map((time, i) => time - from[i]!);
}

/** The samples for which `keep(index)` holds, for example without the warm-up. */
export function filterSamples(samples: JoinedSamples, keep: (index: number) => boolean): JoinedSamples {
  const kept = (_value: number, index: number): boolean => keep(index);
  return {
    writerGuids: samples.writerGuids,
    writer: samples.writer.filter(kept),
    sn: samples.sn.filter(kept),
    times: samples.times.map((column) => column.filter(kept)),
  };
}

interface WriterIndex {
  /** Sequence number -> (chunk, row), flattened. */
  readonly rows: Map<number, { readonly records: WriterRecords; readonly row: number }>;
  readonly joined: Set<number>;
  total: number;
}

function indexWriters(writerRecords: readonly WriterRecords[]): Map<string, WriterIndex> {
  const writers = new Map<string, WriterIndex>();
  for (const records of writerRecords) {
    let index = writers.get(records.writerGuid);
    if (index === undefined) {
      index = { rows: new Map(), joined: new Set(), total: 0 };
      writers.set(records.writerGuid, index);
    }
    for (let row = 0; row < records.sn.length; row++) index.rows.set(records.sn[row]!, { records, row });
    index.total = index.rows.size;
  }
  return writers;
}

function joinReader(reader: ReaderRecords, writers: Map<string, WriterIndex>, out: JoinBuilder): void {
  const writer = writers.get(reader.writerGuid);
  for (let row = 0; row < reader.sn.length; row++) {
    const sn = reader.sn[row]!;
    const match = writer?.rows.get(sn);
    if (writer === undefined || match === undefined) {
      out.unjoinedReader++;
      continue;
    }
    writer.joined.add(sn);
    const { t0, t1, t2 } = match.records;
    out.add(reader.writerGuid, sn, [
      t0[match.row]!,
      t1[match.row]!,
      t2[match.row]!,
      reader.t3[row]!,
      reader.t4[row]!,
      reader.t5[row]!,
    ]);
  }
}

class JoinBuilder {
  unjoinedReader = 0;
  incomplete = 0;
  nonMonotonic = 0;
  private readonly guids: string[] = [];
  private readonly writer: number[] = [];
  private readonly sn: number[] = [];
  private readonly times: number[][] = [[], [], [], [], [], []];

  add(writerGuid: string, sn: number, times: readonly number[]): void {
    if (times.some(Number.isNaN)) {
      this.incomplete++;
      return;
    }
    if (times.some((time, point) => point > 0 && time < times[point - 1]!)) this.nonMonotonic++;
    let index = this.guids.indexOf(writerGuid);
    if (index < 0) index = this.guids.push(writerGuid) - 1;
    this.writer.push(index);
    this.sn.push(sn);
    for (let point = 0; point < times.length; point++) this.times[point]!.push(times[point]!);
  }

  build(): JoinedSamples {
    return {
      writerGuids: this.guids,
      writer: Uint32Array.from(this.writer),
      sn: Float64Array.from(this.sn),
      times: this.times.map((column) => Float64Array.from(column)),
    };
  }
}

/** `lostRecords` is cumulative, so of several drains of one recorder the largest counts. */
function lostIn(records: readonly (WriterRecords | ReaderRecords)[]): number {
  const byRecorder = new Map<string, number>();
  for (const record of records) {
    const key = "readerGuid" in record ? `${record.readerGuid} ${record.writerGuid}` : record.writerGuid;
    byRecorder.set(key, Math.max(byRecorder.get(key) ?? 0, record.lostRecords));
  }
  let sum = 0;
  for (const lost of byRecorder.values()) sum += lost;
  return sum;
}
