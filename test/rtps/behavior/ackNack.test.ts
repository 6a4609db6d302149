// RTPS 2.5 §8.4.7.5 and §8.4.9: what a writer makes of an ACKNACK.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type ReaderRow, WriterTable, type WriterTableOptions } from "../../support/WriterTable.js";

const test = suite("writer: ACKNACK");

/** A writer with `count` samples sent to one reader that has answered the first HEARTBEAT. */
function sentTo(count: number, options: WriterTableOptions = {}): { table: WriterTable; reader: ReaderRow } {
  const table = new WriterTable(options);
  const reader = table.match();
  table.run(0);
  reader.ackNack(1);
  table.writeMany(count);
  table.run(0);
  return { table, reader };
}

test("the members of the set are sent again, in order, with one HEARTBEAT behind", () => {
  const { table, reader } = sentTo(5);
  reader.ackNack(2, [2, 5]);
  assert.equal(reader.sent(), ["DATA 2", "DATA 5", "HEARTBEAT 1..5 #3 F"]);
  assert.equal(table.writer.counters.repairs, 2);
  assert.not.ok(table.writer.isAckedByAll(2));
  assert.ok(table.writer.isAckedByAll(1));
});

test("two ACKNACKs before the answer merge", () => {
  const { reader } = sentTo(6);
  reader.ackNack(1, [3, 4]).ackNack(1, [4, 6]);
  assert.equal(reader.sent(), ["DATA 3", "DATA 4", "DATA 6", "HEARTBEAT 1..6 #3 F"]);
});

test("a number below the ones already asked for is not forgotten", () => {
  const { reader } = sentTo(8);
  reader.ackNack(1, [5, 7]);
  assert.equal(reader.sent(1), ["DATA 5"]);
  reader.ackNack(1, [6]);
  assert.equal(reader.sent(1), ["DATA 6"]);
  reader.ackNack(1, [2]);
  assert.equal(reader.sent(), ["DATA 2", "DATA 7", "HEARTBEAT 1..8 #3 F"]);
});

test("all 256 bits", () => {
  const { reader } = sentTo(300);
  const missing = Array.from({ length: 256 }, (_, i) => i + 10);
  reader.ackNack(10, missing);
  const data = reader.sent().filter((line) => line.startsWith("DATA"));
  assert.equal(
    data,
    missing.map((sn) => `DATA ${sn}`),
  );
});

test("RL-17: a late ACKNACK with a lower base does not take acknowledgements back", () => {
  const { table, reader } = sentTo(10);
  reader.ackNack(10, [], { count: 7 });
  assert.ok(table.writer.isAckedByAll(9));
  reader.ackNack(5, [5, 6], { count: 6 });
  assert.ok(table.writer.isAckedByAll(9));
  assert.equal(
    reader.sent().filter((line) => line.startsWith("DATA")),
    [],
    "5 and 6 have arrived since",
  );
});

test("a late ACKNACK still tells of missing numbers that nobody has acknowledged", () => {
  const { reader } = sentTo(10);
  reader.ackNack(5, [], { count: 7 });
  reader.ackNack(4, [4, 8], { count: 6 });
  assert.equal(reader.sent(), ["DATA 8", "HEARTBEAT 1..10 #3 F"]);
});

for (const transientLocal of [true, false]) {
  const answer = transientLocal ? ["DATA 5", "DATA 6"] : ["GAP 5..10"];
  test(`RL-17: what a forged ACKNACK with a far count acknowledged is answered after staleCountTimeout: ${answer}`, () => {
    const { table, reader } = sentTo(10, { transientLocal });
    reader.ackNack(11, [], { count: 0x7fffffff });
    table.now += 499;
    const answerTo = (count: number) =>
      reader
        .ackNack(5, [5, 6], { count })
        .sent()
        .filter((line) => !line.startsWith("HEARTBEAT"));
    assert.equal(answerTo(2), []);
    table.now += 1;
    assert.equal(answerTo(3), answer);
  });
}

test("a doubled ACKNACK is answered once", () => {
  const { table, reader } = sentTo(3);
  reader.ackNack(2, [2], { count: 5 });
  assert.equal(reader.sent(), ["DATA 2", "HEARTBEAT 1..3 #3 F"]);
  reader.ackNack(2, [2], { count: 5 });
  assert.equal(reader.sent(), []);
  assert.equal(table.writer.counters.staleCounts, 1);
});

test("counts are compared across the wrap", () => {
  const { table, reader } = sentTo(4);
  reader.ackNack(2, [], { count: 0x7fffffff });
  reader.ackNack(2, [2], { count: 0x80000000 });
  assert.equal(reader.sent(), ["DATA 2", "HEARTBEAT 1..4 #3 F"]);
  reader.ackNack(5, [], { count: -0x7fffffff });
  assert.ok(table.writer.isAckedByAll(4));
});

test("RL-01: base 0 without bits asks for a HEARTBEAT and acknowledges nothing", () => {
  const { table, reader } = sentTo(3);
  reader.ackNack(0, [], { final: false, count: 1 });
  assert.equal(reader.sent(), ["HEARTBEAT 1..3 #3 F"]);
  assert.not.ok(table.writer.isAckedByAll(1));
});

test("a pre-emptive ACKNACK (base 1, count 0) is answered each time and does not make the reader ready", () => {
  const table = new WriterTable();
  const reader = table.match();
  table.run(0);
  reader.ackNack(1, [], { final: false, count: 0 });
  assert.equal(reader.sent(), ["HEARTBEAT 1..0 #2"]);
  reader.ackNack(1, [], { final: false, count: 0 });
  assert.equal(reader.sent(), ["HEARTBEAT 1..0 #3"], "the same count: Cyclone DDS repeats 0");
  assert.equal(table.reports, []);
  reader.ackNack(1, [], { final: true, count: 1 });
  assert.equal(table.reports, ["ready R0"]);
});

test("readiness is reported once", () => {
  const { table, reader } = sentTo(1);
  reader.ackNack(2).ackNack(2, [], { final: false });
  assert.equal(table.reports, ["ready R0"]);
});

test("a reader that began again (pre-emptive, lower count) is served as a new one", () => {
  const { table, reader } = sentTo(3, { transientLocal: true });
  reader.ackNack(4, [], { count: 100 });
  reader.ackNack(1, [], { final: false, count: 1 });
  assert.equal(reader.sent(), ["HEARTBEAT 1..3 #3 F"]);
  reader.ackNack(1, [1, 2, 3], { count: 2 });
  assert.equal(reader.sent(), ["DATA 1", "DATA 2", "DATA 3", "HEARTBEAT 1..3 #4 F"]);
  assert.ok(table.writer.isAckedByAll(3), "what was acknowledged stays so");
});

test("an acknowledgement beyond the last number counts up to what was sent", () => {
  const { table, reader } = sentTo(2);
  reader.ackNack(1000);
  assert.ok(table.writer.isAckedByAll(2));
  table.write();
  assert.not.ok(table.writer.isAckedByAll(3));
  assert.equal(reader.sent(), ["DATA 3", "HEARTBEAT 3..3 #3 F"]);
});

test("an acknowledgement does not cover what has not been sent", () => {
  const table = new WriterTable();
  const reader = table.match();
  table.write();
  reader.ackNack(50);
  assert.not.ok(table.writer.isAckedByAll(1));
});

test("a request for numbers that do not exist is answered with a HEARTBEAT", () => {
  const { reader } = sentTo(2);
  reader.ackNack(2, [3, 4]);
  assert.equal(reader.sent(), ["HEARTBEAT 1..2 #3 F"]);
});

test("RL-12: asking again for what was acknowledged brings a HEARTBEAT or the sample, never silence", () => {
  const { reader } = sentTo(2, { transientLocal: true });
  reader.ackNack(3, [], { count: 9 });
  reader.ackNack(2, [2], { count: 8 });
  assert.equal(reader.sent(), ["HEARTBEAT 1..2 #3 F"]);
  reader.ackNack(2, [2], { count: 10 });
  assert.equal(reader.sent(), ["DATA 2", "HEARTBEAT 1..2 #4 F"]);
});

test("an ACKNACK of a best-effort reader means nothing", () => {
  const table = new WriterTable();
  const reader = table.match({ reliable: false });
  table.writeMany(2);
  table.run(0);
  reader.ackNack(1, [1, 2]);
  assert.equal(reader.sent(), []);
});

test("nackResponseDelay: the answer waits and gathers", () => {
  const { table, reader } = sentTo(4, { tuning: { nackResponseDelayMs: 5, heartbeatPeriodMs: 1000 } });
  reader.ackNack(1, [1]);
  assert.equal(table.run(3), []);
  reader.ackNack(1, [1, 3]);
  assert.equal(table.run(8), ["5 DATA 1", "5 DATA 3", "5 HEARTBEAT 1..4 #3 F"], "counted from the first request");
});

test("nackResponseDelay does not hold back new samples", () => {
  const { table, reader } = sentTo(1, { tuning: { nackResponseDelayMs: 5, heartbeatPeriodMs: 1000 } });
  reader.ackNack(1, [1]);
  table.write();
  assert.equal(table.run(6), ["0 DATA 2", "0 HEARTBEAT 1..2 #3 F", "5 DATA 1", "5 HEARTBEAT 1..2 #4 F"]);
});

test("nackSuppressionDuration: a request that crossed with the sample is not answered", () => {
  const { table, reader } = sentTo(2, { tuning: { nackSuppressionDurationMs: 10, heartbeatPeriodMs: 1000 } });
  table.run(9);
  reader.ackNack(1, [1]);
  assert.equal(table.run(9), []);
  table.run(10);
  reader.ackNack(1, [1]);
  assert.equal(table.run(10), ["10 DATA 1", "10 HEARTBEAT 1..2 #3 F"]);
  table.run(15);
  reader.ackNack(1, [1, 2]);
  assert.equal(table.run(15), ["15 DATA 2", "15 HEARTBEAT 1..2 #4 F"], "counted from the repair");
});

test("a member of the set is not repaired twice while it waits", () => {
  const { reader } = sentTo(3);
  reader.ackNack(1, [2]).ackNack(2, [2]).ackNack(2, [2, 3]);
  assert.equal(reader.sent(), ["DATA 2", "DATA 3", "HEARTBEAT 1..3 #3 F"]);
});

test.run();
