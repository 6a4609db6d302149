// RTPS 2.5 §8.4.14.1 and §8.3.8.12 at the writer: large samples leave in fragments and are repaired by NACK_FRAG.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type ReaderRow, WriterTable, type WriterTableOptions } from "../../support/WriterTable.js";

const test = suite("writer: fragments");

function matched(options: WriterTableOptions = {}): { table: WriterTable; reader: ReaderRow } {
  const table = new WriterTable(options);
  const reader = table.match();
  table.run(0);
  reader.ackNack(1);
  return { table, reader };
}

test("a sample at the limit is one DATA, one octet more is two fragments", () => {
  const { table, reader } = matched();
  table.write({ size: 1000 });
  table.write({ size: 1001 });
  assert.equal(reader.sent(), ["DATA 1", "FRAG 2 1/2", "FRAG 2 2/2", "HEARTBEAT 1..2 #2 F"]);
});

test("maxFragmentBytes makes fragments smaller, never larger than what the outlet takes", () => {
  for (const [maxFragmentBytes, sent] of [
    [333, ["FRAG 1 1/4", "FRAG 1 2/4", "FRAG 1 3/4", "FRAG 1 4/4"]],
    [500, ["FRAG 1 1/2", "FRAG 1 2/2"]],
    [5000, ["DATA 1"]],
  ] as const) {
    const { table, reader } = matched({ tuning: { maxFragmentBytes } });
    table.write({ size: 1000 });
    assert.equal(reader.sent().slice(0, -1), sent);
    reader.nackFrag(1, [2]);
    assert.equal(reader.sent().slice(0, -1), sent.length > 1 ? [sent[1]] : [], "repaired in the same pieces");
  }
});

test("samples keep their order around a fragmented one", () => {
  const { table, reader } = matched();
  table.write();
  table.write({ size: 2100 });
  table.write();
  assert.equal(reader.sent(), ["DATA 1", "FRAG 2 1/3", "FRAG 2 2/3", "FRAG 2 3/3", "DATA 3", "HEARTBEAT 1..3 #2 F"]);
});

test("FG-05: NACK_FRAG brings exactly the fragments it names, counted from 1", () => {
  const { table, reader } = matched();
  table.write({ size: 5000 });
  table.run(0);
  reader.nackFrag(1, [2, 4]);
  assert.equal(reader.sent(), ["FRAG 1 2/5", "FRAG 1 4/5", "HEARTBEAT 1..1 #3 F"]);
});

test("two NACK_FRAGs of one sample merge, others wait behind", () => {
  const { table, reader } = matched();
  table.write({ size: 5000 });
  table.write({ size: 2000 });
  table.run(0);
  reader.nackFrag(2, [1]).nackFrag(1, [4]).nackFrag(1, [2]);
  assert.equal(reader.sent(), ["FRAG 2 1/2", "FRAG 1 2/5", "FRAG 1 4/5", "HEARTBEAT 1..2 #3 F"]);
});

test("a NACK_FRAG with a forged count stops those of the reader for staleCountTimeout only", () => {
  const { table, reader } = matched({ tuning: { staleCountTimeoutMs: 500 } });
  table.write({ size: 5000 });
  table.run(0);
  reader.nackFrag(1, [2], 0x7fffffff).sent();
  table.now = 499;
  assert.equal(reader.nackFrag(1, [3], 1).sent(), []);
  table.now = 500;
  assert.equal(reader.nackFrag(1, [3], 2).sent().slice(0, 1), ["FRAG 1 3/5"]);
  assert.equal(reader.nackFrag(1, [4], 3).sent().slice(0, 1), ["FRAG 1 4/5"], "it counts from there");
  reader.nackFrag(1, [5], 2);
  assert.equal(reader.sent(), []);
});

test("a doubled or older NACK_FRAG is not answered", () => {
  const { table, reader } = matched();
  table.write({ size: 5000 });
  table.run(0);
  reader.nackFrag(1, [2], 7);
  reader.sent();
  reader.nackFrag(1, [2], 7).nackFrag(1, [3], 6);
  assert.equal(reader.sent(), []);
  assert.is(table.writer.counters.staleCounts, 2);
});

test("fragments beyond the end of the sample are ignored", () => {
  const { table, reader } = matched();
  table.write({ size: 3000 });
  table.run(0);
  reader.nackFrag(1, [3, 4, 5]);
  assert.equal(reader.sent(), ["FRAG 1 3/3", "HEARTBEAT 1..1 #3 F"]);
  reader.nackFrag(1, [4]);
  assert.equal(reader.sent(), []);
});

test("FG-10: an ACKNACK for a large sample brings all its fragments", () => {
  const { table, reader } = matched();
  table.write({ size: 2500 });
  table.run(0);
  reader.ackNack(1, [1]);
  assert.equal(reader.sent(), ["FRAG 1 1/3", "FRAG 1 2/3", "FRAG 1 3/3", "HEARTBEAT 1..1 #3 F"]);
});

test("an ACKNACK in the middle of a resend does not lose the rest", () => {
  const { table, reader } = matched();
  table.write({ size: 3000 });
  table.write();
  table.run(0);
  reader.ackNack(1, [1, 2]);
  assert.equal(reader.sent(1), ["FRAG 1 1/3"]);
  reader.ackNack(1, [2]);
  assert.equal(reader.sent(), ["FRAG 1 2/3", "FRAG 1 3/3", "DATA 2", "HEARTBEAT 1..2 #3 F"]);
});

test("a NACK_FRAG for a sample that fits into one DATA is answered with it, once", () => {
  const { table, reader } = matched();
  table.write({ size: 100 });
  table.run(0);
  reader.nackFrag(1, [1, 2, 3]);
  assert.equal(reader.sent(20), ["DATA 1", "HEARTBEAT 1..1 #3 F"]);
});

test("an empty NACK_FRAG is ignored", () => {
  const { table, reader } = matched();
  table.write({ size: 3000 });
  table.run(0);
  reader.nackFrag(1, []);
  assert.equal(reader.sent(20), []);
});

test("a NACK_FRAG for a sample that is gone brings a GAP", () => {
  const { table, reader } = matched({ keepAll: false, depth: 1 });
  table.write({ size: 3000 });
  table.run(0);
  table.write();
  reader.nackFrag(1, [2]);
  assert.equal(reader.sent(), ["GAP 1..1", "DATA 2", "HEARTBEAT 2..2 #3 F"]);
});

test("a NACK_FRAG for a sample still on its way waits for it", () => {
  const { table, reader } = matched();
  table.write({ size: 3000 });
  assert.equal(reader.sent(2), ["FRAG 1 1/3", "FRAG 1 2/3"]);
  reader.nackFrag(1, [1]);
  assert.equal(reader.sent(), ["FRAG 1 3/3", "HEARTBEAT 1..1 #2 F"]);
});

test("a sample evicted in the middle of its fragments becomes a GAP", () => {
  const { table, reader } = matched({ keepAll: false, depth: 1 });
  table.write({ size: 3000 });
  assert.equal(reader.sent(2), ["FRAG 1 1/3", "FRAG 1 2/3"]);
  table.write({ size: 2000 });
  assert.equal(reader.sent(), ["GAP 1..1", "FRAG 2 1/2", "FRAG 2 2/2", "HEARTBEAT 2..2 #2 F"]);
});

test("a best-effort reader gets the next sample instead, from its first fragment", () => {
  const table = new WriterTable({ keepAll: false, depth: 1 });
  const reader = table.match({ reliable: false });
  table.write({ size: 3000 });
  assert.equal(reader.sent(2), ["FRAG 1 1/3", "FRAG 1 2/3"]);
  table.write({ size: 2000 });
  assert.equal(reader.sent(), ["FRAG 2 1/2", "FRAG 2 2/2"]);
});

test("a peer that asks for fragments of very many samples is bounded, and served when it asks again", () => {
  const { table, reader } = matched();
  for (let i = 0; i < 100; i++) table.write({ size: 2000 });
  table.run(0);
  for (let sn = 1; sn <= 100; sn++) reader.nackFrag(sn, [2]);
  const first = reader.sent().filter((line) => line.startsWith("FRAG"));
  assert.is(first.length, 32);
  for (let sn = 90; sn <= 100; sn++) reader.nackFrag(sn, [2]);
  assert.is(reader.sent().filter((line) => line.startsWith("FRAG")).length, 11);
});

test("two readers with different fragment sizes have cursors of their own", () => {
  const table = new WriterTable();
  const near = table.match({ fragmentSize: 2000 });
  const far = table.match({ fragmentSize: 1000 });
  table.run(0);
  table.write({ size: 2500 });
  assert.equal(near.sent(1), ["FRAG 1 1/2"]);
  assert.equal(far.sent(2), ["FRAG 1 1/3", "FRAG 1 2/3"]);
  assert.equal(near.sent(1), ["FRAG 1 2/2"]);
  assert.equal(far.sent(1), ["FRAG 1 3/3"]);
});

test.run();
