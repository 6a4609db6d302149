// Joining across processes: what joins, what does not, and that nothing goes uncounted.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  csvLines,
  filterSamples,
  joinRecords,
  ndjsonLines,
  type ReaderRecords,
  stageDurations,
  type WriterRecords,
} from "../../src/trace/index.js";

function writerRecords(writerGuid: string, sns: readonly number[], lostRecords = 0): WriterRecords {
  const column = (offset: number): Float64Array => Float64Array.from(sns, (sn) => (sn % 1000) * 100 + offset);
  return { writerGuid, sn: Float64Array.from(sns), t0: column(0), t1: column(2), t2: column(5), lostRecords };
}

function readerRecords(readerGuid: string, writerGuid: string, sns: readonly number[], lostRecords = 0): ReaderRecords {
  const column = (offset: number): Float64Array => Float64Array.from(sns, (sn) => (sn % 1000) * 100 + offset);
  const sourceTimeUs = new Float64Array(sns.length).fill(Number.NaN);
  const sn = Float64Array.from(sns);
  return { readerGuid, writerGuid, sn, t3: column(25), t4: column(30), t5: column(31), sourceTimeUs, lostRecords };
}

const join = suite("joinRecords");

join("joins on writer and sequence number and gives the durations", () => {
  const { samples, counts } = joinRecords(
    [writerRecords("a", [1, 2, 3]), writerRecords("b", [1, 2])],
    [readerRecords("r", "b", [2, 1]), readerRecords("r", "a", [1, 2, 3])],
  );
  assert.equal([...samples.sn], [2, 1, 1, 2, 3]);
  assert.equal(
    [...samples.writer].map((index) => samples.writerGuids[index]),
    ["b", "b", "a", "a", "a"],
  );
  assert.equal([...stageDurations(samples, "t0-t1")], [2, 2, 2, 2, 2]);
  assert.equal([...stageDurations(samples, "t1-t2")], [3, 3, 3, 3, 3]);
  assert.equal([...stageDurations(samples, "t2-t3")], [20, 20, 20, 20, 20]);
  assert.equal([...stageDurations(samples, "t3-t4")], [5, 5, 5, 5, 5]);
  assert.equal([...stageDurations(samples, "t4-t5")], [1, 1, 1, 1, 1]);
  assert.equal([...stageDurations(samples, "t0-t5")], [31, 31, 31, 31, 31]);
  assert.equal(counts, { unjoinedWriter: 0, unjoinedReader: 0, incomplete: 0, nonMonotonic: 0, lostRecords: 0 });
});

join("counts what is missing on either side", () => {
  const { samples, counts } = joinRecords(
    [writerRecords("a", [1, 2, 3, 4])],
    [readerRecords("r", "a", [2, 4, 5]), readerRecords("r", "vendor", [1, 2])],
  );
  assert.equal([...samples.sn], [2, 4]);
  assert.is(counts.unjoinedWriter, 2);
  assert.is(counts.unjoinedReader, 3);
});

join("several drains and several readers join together", () => {
  const { samples, counts } = joinRecords(
    [writerRecords("a", [1, 2], 1), writerRecords("a", [3], 4)],
    [readerRecords("r1", "a", [1, 2, 3], 2), readerRecords("r2", "a", [3], 1)],
  );
  assert.equal([...samples.sn], [1, 2, 3, 3]);
  assert.is(counts.unjoinedWriter, 0);
  assert.is(counts.lostRecords, 4 + 2 + 1, "cumulative for the writer, one sum per reader");
});

join("counts incomplete and backward records, and keeps the latter", () => {
  const writer = writerRecords("a", [1, 2, 3]);
  const reader = readerRecords("r", "a", [1, 2, 3]);
  writer.t1[0] = Number.NaN;
  reader.t3[1] = 0;
  const { samples, counts } = joinRecords([writer], [reader]);
  assert.equal([...samples.sn], [2, 3]);
  assert.is(counts.incomplete, 1);
  assert.is(counts.nonMonotonic, 1);
  assert.is(stageDurations(samples, "t2-t3")[0], -205);
});

join("joins at 2^31 and 2^32", () => {
  const sns = [2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1];
  const { samples, counts } = joinRecords([writerRecords("a", sns)], [readerRecords("r", "a", sns)]);
  assert.equal([...samples.sn], sns);
  assert.is(counts.unjoinedReader + counts.unjoinedWriter, 0);
});

join("filters without disturbing the columns", () => {
  const { samples } = joinRecords([writerRecords("a", [1, 2, 3])], [readerRecords("r", "a", [1, 2, 3])]);
  const rest = filterSamples(samples, (index) => samples.sn[index]! > 1);
  assert.equal([...rest.sn], [2, 3]);
  assert.equal([...rest.times[5]!], [231, 331]);
  assert.is(rest.writer.length, 2);
});

join("exports every sample as ndjson and CSV", () => {
  const { samples } = joinRecords([writerRecords('a,"x', [1])], [readerRecords("r", 'a,"x', [1])]);
  assert.equal(
    [...ndjsonLines(samples)].map((line) => JSON.parse(line)),
    [{ writerGuid: 'a,"x', sn: 1, t0Us: 100, t1Us: 102, t2Us: 105, t3Us: 125, t4Us: 130, t5Us: 131 }],
  );
  assert.equal(
    [...csvLines(samples)],
    ["writerGuid,sn,t0Us,t1Us,t2Us,t3Us,t4Us,t5Us", '"a,""x",1,100,102,105,125,130,131'],
  );
});

join.run();
