// The recorders: rings by sequence number, overflow, drains, bounded writers.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ReaderTrace, T0, T1, T2, T3, T4, T5, UNTRACED_WRITER, WriterTrace } from "../../src/trace/index.js";
import { StampRing } from "../../src/trace/StampRing.js";

const WRITER = "0102030405060708090a0b0c00000103";
const READER = "0102030405060708090a0b0c00000104";

function writeAll(trace: WriterTrace, sn: number, timeUs: number): void {
  trace.stamp(T0, sn, timeUs);
  trace.stamp(T1, sn, timeUs + 1);
  trace.stamp(T2, sn, timeUs + 2);
}

const writer = suite("WriterTrace");

writer("drains complete records in sequence order", () => {
  const trace = new WriterTrace(WRITER, { capacity: 8 });
  for (const sn of [7, 8, 9, 10]) writeAll(trace, sn, sn * 10);
  const records = trace.drain();
  assert.is(records.writerGuid, WRITER);
  assert.equal([...records.sn], [7, 8, 9, 10]);
  assert.equal([...records.t0], [70, 80, 90, 100]);
  assert.equal([...records.t1], [71, 81, 91, 101]);
  assert.equal([...records.t2], [72, 82, 92, 102]);
  assert.is(trace.drain().sn.length, 0);
  assert.is(trace.lostRecords, 0);
});

writer("keeps an open record until its last stamp, unless asked", () => {
  const trace = new WriterTrace(WRITER, { capacity: 8 });
  trace.stamp(T0, 1, 5);
  trace.stamp(T1, 1, 6);
  assert.is(trace.drain().sn.length, 0);
  trace.stamp(T2, 1, 7);
  assert.equal([...trace.drain().t2], [7]);
  trace.stamp(T0, 2, 8);
  const open = trace.drain(true);
  assert.equal([...open.sn], [2]);
  assert.ok(Number.isNaN(open.t2[0]));
});

writer("counts a record that is overwritten before it was drained", () => {
  const trace = new WriterTrace(WRITER, { capacity: 4 });
  for (let sn = 1; sn <= 10; sn++) writeAll(trace, sn, sn);
  assert.is(trace.lostRecords, 6);
  const records = trace.drain();
  assert.equal([...records.sn], [7, 8, 9, 10]);
  assert.is(records.lostRecords, 6);
  for (let sn = 11; sn <= 14; sn++) writeAll(trace, sn, sn);
  assert.is(trace.lostRecords, 6, "a drained slot is free");
});

writer("keeps the first stamp: a retransmission does not move t2", () => {
  const trace = new WriterTrace(WRITER, { capacity: 4 });
  writeAll(trace, 1, 100);
  trace.stamp(T2, 1, 900);
  assert.equal([...trace.drain().t2], [102]);
  trace.stamp(T2, 1, 950);
  assert.is(trace.drain(true).sn.length, 0, "a late stamp opens no record");
  assert.is(trace.ignoredStamps, 1);
});

writer("a late stamp of an old sample does not evict a newer record", () => {
  const trace = new WriterTrace(WRITER, { capacity: 4 });
  writeAll(trace, 1, 10);
  writeAll(trace, 5, 50);
  trace.stamp(T0, 1, 11);
  trace.stamp(T2, 1, 12);
  assert.equal([...trace.drain().sn], [5]);
  assert.is(trace.ignoredStamps, 2);
  assert.is(trace.lostRecords, 1);
});

writer("is exact across 2^31, 2^32 and up to 2^53", () => {
  for (const centre of [2 ** 31, 2 ** 32, 2 ** 53 - 9]) {
    const trace = new WriterTrace(WRITER, { capacity: 16 });
    const expected: number[] = [];
    for (let sn = centre - 8; sn < centre + 8; sn++) {
      writeAll(trace, sn, sn - centre);
      expected.push(sn);
    }
    const records = trace.drain();
    assert.equal([...records.sn], expected);
    assert.equal(
      [...records.t0],
      expected.map((sn) => sn - centre),
    );
    assert.is(records.lostRecords, 0, `sixteen records in a row fill sixteen slots around ${centre}`);
  }
});

writer("refuses a capacity that is no power of two", () => {
  for (const capacity of [0, 3, -4, 1.5, 2 ** 25, Number.NaN]) {
    assert.throws(() => new WriterTrace(WRITER, { capacity }), /power of two/);
  }
});

writer.run();

const reader = suite("ReaderTrace");

reader("keeps writers apart and notes their source time", () => {
  const trace = new ReaderTrace(READER, { capacity: 4 });
  const a = trace.internWriter("aa");
  const b = trace.internWriter("bb");
  assert.is(trace.internWriter("aa"), a);
  for (const index of [a, b]) {
    trace.stamp(T3, index, 1, 10 + index);
    trace.stamp(T4, index, 1, 20 + index);
    trace.stamp(T5, index, 1, 30 + index);
  }
  trace.noteSourceTime(b, 1, 1.7e15);
  const [first, second] = trace.drain();
  assert.is(first?.writerGuid, "aa");
  assert.is(first?.readerGuid, READER);
  assert.equal([...first!.t3, ...first!.t4, ...first!.t5], [10, 20, 30]);
  assert.ok(Number.isNaN(first!.sourceTimeUs[0]));
  assert.is(second?.writerGuid, "bb");
  assert.equal([...second!.t3, ...second!.t4, ...second!.t5], [11, 21, 31]);
  assert.is(second!.sourceTimeUs[0], 1.7e15);
});

reader("bounds the writers and counts those beyond", () => {
  const trace = new ReaderTrace(READER, { capacity: 4, maxWriters: 1 });
  assert.is(trace.internWriter("aa"), 0);
  const beyond = trace.internWriter("bb");
  assert.is(beyond, UNTRACED_WRITER);
  assert.is(trace.writersBeyondLimit, 1);
  trace.stamp(T3, beyond, 1, 1);
  assert.is(trace.untracedStamps, 1);
  assert.is(trace.drain(true).length, 1);
});

reader("counts overflow for each writer", () => {
  const trace = new ReaderTrace(READER, { capacity: 2 });
  const a = trace.internWriter("aa");
  const b = trace.internWriter("bb");
  for (let sn = 1; sn <= 5; sn++) trace.stamp(T3, a, sn, sn);
  trace.stamp(T3, b, 1, 1);
  assert.is(trace.lostRecords, 3);
  assert.equal(
    trace.drain(true).map((records) => records.lostRecords),
    [3, 0],
  );
});

reader.run();

const ring = suite("StampRing");

ring("a slot is reused only by column 0", () => {
  const one = new StampRing(2, 2, 1);
  one.stamp(1, 1, 5);
  assert.is(one.ignoredStamps, 1);
  one.stamp(0, 1, 5);
  one.stamp(1, 1, 6);
  const { sn, columns } = one.drain(false);
  assert.equal([...sn], [1]);
  assert.equal(
    columns.map((column) => [...column]),
    [[5], [6]],
  );
});

ring.run();
