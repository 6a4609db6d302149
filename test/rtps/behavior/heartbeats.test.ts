// RTPS 2.5 §8.4.9.2: when a writer sends HEARTBEAT, what it says and whether it asks for an answer.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { NOT_ALIVE_DISPOSED } from "../../../src/rtps/structure/cacheChange.js";
import { WriterTable } from "../../support/WriterTable.js";

const test = suite("writer: HEARTBEAT");

test("at match a reliable reader is told what there is and asked to answer", () => {
  const table = new WriterTable();
  const reader = table.match();
  assert.equal(reader.sent(), ["HEARTBEAT 1..0 #1"]);
  assert.equal(reader.sent(), [], "once");
});

test("a best-effort reader gets no HEARTBEAT, ever", () => {
  const table = new WriterTable();
  table.match({ reliable: false });
  table.write();
  assert.equal(table.run(60_000), ["0 DATA 1"]);
});

test("a best-effort writer has no reliable match", () => {
  const table = new WriterTable({ reliable: false });
  table.match({ reliable: true });
  table.write();
  assert.equal(table.run(60_000), ["0 DATA 1"]);
});

test("an unanswered HEARTBEAT is repeated with back-off up to the longest period", () => {
  const table = new WriterTable({ tuning: { heartbeatPeriodMs: 20, heartbeatPeriodMaxMs: 100 } });
  table.match();
  assert.equal(table.run(400), [
    "0 HEARTBEAT 1..0 #1",
    "20 HEARTBEAT 1..0 #2",
    "60 HEARTBEAT 1..0 #3",
    "140 HEARTBEAT 1..0 #4",
    "240 HEARTBEAT 1..0 #5",
    "340 HEARTBEAT 1..0 #6",
  ]);
});

test("once everything is acknowledged the pair is silent", () => {
  const table = new WriterTable();
  const reader = table.match();
  table.run(0);
  reader.ackNack(1);
  assert.equal(table.run(1000), []);
  table.write();
  assert.equal(table.run(1000), ["1000 DATA 1", "1000 HEARTBEAT 1..1 #2 F"]);
  reader.ackNack(2);
  assert.equal(table.run(60_000), []);
});

test("one HEARTBEAT follows the last of several samples; it is final, the periodic one asks", () => {
  const table = new WriterTable();
  const reader = table.match();
  table.run(0);
  reader.ackNack(1);
  table.writeMany(3);
  assert.equal(table.run(30), ["0 DATA 1", "0 DATA 2", "0 DATA 3", "0 HEARTBEAT 1..3 #2 F", "20 HEARTBEAT 1..3 #3"]);
});

test("an acknowledgement that moves on resets the back-off", () => {
  const table = new WriterTable();
  const reader = table.match();
  table.run(0);
  reader.ackNack(1);
  table.writeMany(2);
  assert.equal(table.run(70), [
    "0 DATA 1",
    "0 DATA 2",
    "0 HEARTBEAT 1..2 #2 F",
    "20 HEARTBEAT 1..2 #3",
    "60 HEARTBEAT 1..2 #4",
  ]);
  reader.ackNack(2);
  assert.equal(table.run(140), ["90 HEARTBEAT 1..2 #5", "130 HEARTBEAT 1..2 #6"]);
});

test("a request resets the back-off too: the reader is there", () => {
  const table = new WriterTable();
  const reader = table.match();
  table.run(0);
  reader.ackNack(1);
  table.write();
  table.run(70);
  reader.ackNack(1, [1]);
  assert.equal(table.run(165), ["70 DATA 1", "70 HEARTBEAT 1..1 #5 F", "140 HEARTBEAT 1..1 #6"]);
  reader.ackNack(1, [1]);
  assert.equal(table.run(205), ["165 DATA 1", "165 HEARTBEAT 1..1 #7 F", "180 HEARTBEAT 1..1 #8"]);
});

test("HEARTBEAT says the oldest number that can still be had", () => {
  const table = new WriterTable();
  const slow = table.match();
  const fast = table.match();
  table.run(0);
  slow.ackNack(1);
  fast.ackNack(1);
  table.writeMany(3);
  table.run(0);
  fast.ackNack(4);
  table.write();
  assert.equal(fast.sent(), ["DATA 4", "HEARTBEAT 1..4 #5 F"], "the slow reader holds 1 to 3");
  slow.ackNack(3);
  fast.ackNack(5);
  table.write();
  assert.equal(fast.sent(), ["DATA 5", "HEARTBEAT 3..5 #6 F"]);
});

test("after so many samples the reader is asked in the middle of a burst, so that history can be freed", () => {
  const table = new WriterTable({ tuning: { ackEverySamples: 2 } });
  table.match().ackNack(1);
  table.run(0);
  table.writeMany(5);
  assert.equal(table.run(0), [
    "0 DATA 1",
    "0 DATA 2",
    "0 HEARTBEAT 1..2 #2",
    "0 DATA 3",
    "0 DATA 4",
    "0 HEARTBEAT 1..4 #3",
    "0 DATA 5",
    "0 HEARTBEAT 1..5 #4 F",
  ]);
});

test("likewise after so many bytes", () => {
  const table = new WriterTable({ tuning: { ackEveryBytes: 1000 } });
  table.match().ackNack(1);
  table.run(0);
  table.writeMany(2, { size: 600 });
  assert.equal(table.run(0), ["0 DATA 1", "0 DATA 2", "0 HEARTBEAT 1..2 #2"]);
});

test("a half-sent sample is not announced", () => {
  const table = new WriterTable();
  const reader = table.match();
  table.run(0);
  reader.ackNack(1);
  table.write({ size: 3000 });
  assert.equal(reader.sent(2), ["FRAG 1 1/3", "FRAG 1 2/3"]);
  table.now = 20;
  reader.proxy.handleTimeout(20);
  assert.equal(reader.sent(), ["FRAG 1 3/3", "HEARTBEAT 1..1 #2"], "the periodic one waits for the last fragment");
});

test("counts of all readers are one series and wrap at 2^31", () => {
  const table = new WriterTable();
  const internals = table.writer as unknown as { heartbeatCounter: number };
  internals.heartbeatCounter = 0x7ffffffe;
  table.match();
  table.match();
  table.match();
  assert.equal(table.run(0), [
    "0 R0 HEARTBEAT 1..0 #2147483647",
    "0 R1 HEARTBEAT 1..0 #-2147483648",
    "0 R2 HEARTBEAT 1..0 #-2147483647",
  ]);
});

test("asserting liveliness sends a HEARTBEAT with the liveliness flag, also with nothing written", () => {
  const table = new WriterTable();
  const reader = table.match();
  table.run(0);
  reader.ackNack(1);
  reader.proxy.assertLiveliness();
  assert.equal(reader.sent(), ["HEARTBEAT 1..0 #2 F L"]);
  assert.equal(table.run(60_000), [], "and nothing after it");
});

test("asserting liveliness to a best-effort reader starts no periodic HEARTBEAT", () => {
  const table = new WriterTable();
  const reader = table.match({ reliable: false });
  reader.proxy.assertLiveliness();
  assert.equal(table.run(60_000), ["0 HEARTBEAT 1..0 #1 F L"]);
});

test("a removed reader gets nothing more", () => {
  const table = new WriterTable();
  const reader = table.match();
  table.write();
  reader.remove();
  table.write();
  assert.equal(table.run(60_000), []);
  assert.equal(table.deadlines.earliest(), Number.POSITIVE_INFINITY);
});

test("numbers beyond 2^31 and 2^32", () => {
  for (const start of [2 ** 31 - 1, 2 ** 32 - 1]) {
    const table = new WriterTable();
    table.startAt(start);
    const reader = table.match();
    assert.equal(reader.sent(), [`HEARTBEAT ${start}..${start - 1} #1`]);
    reader.ackNack(start);
    table.writeMany(3);
    table.write({ kind: NOT_ALIVE_DISPOSED });
    assert.equal(reader.sent(), [
      `DATA ${start}`,
      `DATA ${start + 1}`,
      `DATA ${start + 2}`,
      `DATA ${start + 3}`,
      `HEARTBEAT ${start}..${start + 3} #2 F`,
    ]);
    reader.ackNack(start + 1, [start + 1, start + 3]);
    assert.equal(reader.sent(), [`DATA ${start + 1}`, `DATA ${start + 3}`, `HEARTBEAT ${start}..${start + 3} #3 F`]);
    reader.ackNack(start + 4);
    assert.ok(table.writer.isAckedByAll(start + 3));
    assert.equal(table.writer.history.size, 0);
  }
});

test("a reader that never answers is never ready, however often it is asked", () => {
  const table = new WriterTable();
  const reader = table.match();
  table.write();
  const sent = table.run(60_000);
  assert.ok(sent.filter((line) => line.includes("HEARTBEAT")).length > 50, "it is asked about once a second");
  assert.not(reader.proxy.ready);
  assert.not(table.reports.some((report) => report.startsWith("ready")));
});

test.run();
