// RTPS 2.5 §8.4.12 and §8.4.10.4: what a reader acknowledges and asks for, and when.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ReaderTable } from "../../support/ReaderTable.js";

const test = suite("reader: ACKNACK");

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

test("at match a pre-emptive ACKNACK asks what there is; it is repeated with back-off until a HEARTBEAT comes", () => {
  const table = new ReaderTable({ tuning: { preemptiveAckNackMs: 10, preemptiveAckNackMaxMs: 100 } });
  const writer = table.match();
  assert.equal(table.run(300), [
    "0 ACKNACK 1 #1",
    "10 ACKNACK 1 #2",
    "50 ACKNACK 1 #3",
    "150 ACKNACK 1 #4",
    "250 ACKNACK 1 #5",
  ]);
  writer.heartbeat(1, 0);
  assert.equal(table.run(60_000), ["300 ACKNACK 1 #6 F"]);
});

test("a best-effort pair sends nothing", () => {
  for (const [readerReliable, writerReliable] of [
    [false, true],
    [false, false],
    [true, false],
  ] as const) {
    const table = new ReaderTable({ reliable: readerReliable });
    table.match({ reliable: writerReliable }).heartbeat(1, 5).data(3);
    assert.equal(table.run(60_000), []);
    assert.equal(table.delivered(), [3]);
  }
});

test("RL-10: a HEARTBEAT is answered if it asks or if something is missing, else not", () => {
  const table = new ReaderTable();
  const writer = table.match();
  writer.sent();
  writer.heartbeat(1, 0);
  assert.equal(writer.sent(), ["ACKNACK 1 #2 F"]);
  writer.data(1, 2).heartbeat(1, 2, { final: true });
  assert.equal(writer.sent(), []);
  writer.heartbeat(1, 3, { final: true });
  assert.equal(writer.sent(), ["ACKNACK 3 {3} #3 F"]);
  writer.data(3).heartbeat(1, 3);
  assert.equal(writer.sent(), ["ACKNACK 4 #4 F"]);
  assert.equal(table.run(60_000), []);
});

test("RL-16: the base is the first missing number, the bits reach 256 from there", () => {
  const table = new ReaderTable({ tuning: { nackRepeatMs: 1000, nackRepeatMaxMs: 1000 } });
  const writer = table.match();
  writer.sent();
  writer.data(...range(2, 300)).heartbeat(1, 300);
  assert.equal(writer.sent(), ["ACKNACK 1 {1} #2 F"], "1 of 300 is missing");
  writer.data(1).heartbeat(1, 302).sent();
  const other = table.match();
  other.sent();
  other.data(...range(2, 299)).heartbeat(1, 300);
  assert.equal(other.sent(), ["ACKNACK 1 {1} #2 F"], "300 is out of reach of base 1");
  other.data(1);
  other.heartbeat(1, 300);
  assert.equal(other.sent(), ["ACKNACK 300 {300} #3 F"]);
});

test("more than 256 missing are asked for part by part, as the earlier ones arrive", () => {
  const table = new ReaderTable();
  const writer = table.match();
  writer.sent();
  writer.heartbeat(1, 600);
  assert.equal(writer.sent(), [`ACKNACK 1 {${range(1, 256).join(",")}} #2 F`]);
  writer.data(...range(1, 256)).heartbeat(1, 600, { final: true });
  assert.equal(writer.sent(), [`ACKNACK 257 {${range(257, 512).join(",")}} #3 F`]);
  writer.data(...range(257, 600)).heartbeat(1, 600);
  assert.equal(writer.sent(), ["ACKNACK 601 #4 F"]);
});

test("what was asked for is not asked again by each HEARTBEAT, only after nackRepeat", () => {
  const table = new ReaderTable({ tuning: { nackRepeatMs: 10, nackRepeatMaxMs: 25 } });
  const writer = table.match();
  writer.sent();
  writer.data(2).heartbeat(1, 2, { final: true });
  assert.equal(writer.sent(), ["ACKNACK 1 {1} #2 F"]);
  writer.heartbeat(1, 2, { final: true });
  assert.equal(writer.sent(), []);
  writer.heartbeat(1, 3, { final: true });
  assert.equal(writer.sent(), ["ACKNACK 1 {3} #3 F"], "3 is new");
  writer.heartbeat(1, 3);
  assert.equal(writer.sent(), ["ACKNACK 1 #4 F"], "asked to answer, so it answers");
  assert.equal(table.run(80), [
    "10 ACKNACK 1 {1,3} #5 F",
    "30 ACKNACK 1 {1,3} #6 F",
    "55 ACKNACK 1 {1,3} #7 F",
    "80 ACKNACK 1 {1,3} #8 F",
  ]);
  writer.data(1, 3);
  assert.equal(table.run(60_000), []);
});

test("progress resets the back-off of nackRepeat", () => {
  const table = new ReaderTable({ tuning: { nackRepeatMs: 10, nackRepeatMaxMs: 640 } });
  const writer = table.match();
  writer.sent();
  writer.heartbeat(1, 2);
  assert.equal(table.run(35), ["0 ACKNACK 1 {1,2} #2 F", "10 ACKNACK 1 {1,2} #3 F", "30 ACKNACK 1 {1,2} #4 F"]);
  writer.data(1);
  assert.equal(table.run(95), ["70 ACKNACK 2 {2} #5 F", "90 ACKNACK 2 {2} #6 F"]);
});

test("heartbeatResponseDelay: the answer waits, and one answers several", () => {
  const table = new ReaderTable({ tuning: { heartbeatResponseDelayMs: 5, nackRepeatMs: 1000 } });
  const writer = table.match();
  writer.sent();
  writer.heartbeat(1, 2);
  assert.equal(table.run(3), []);
  writer.data(1).heartbeat(1, 2).heartbeat(1, 3);
  assert.equal(table.run(20), ["5 ACKNACK 2 {2,3} #2 F"]);
});

test("heartbeatSuppressionDuration: HEARTBEATs in quick succession are answered once, a steady stream now and then", () => {
  const table = new ReaderTable({ tuning: { heartbeatSuppressionDurationMs: 10, nackRepeatMs: 1000 } });
  const writer = table.match();
  writer.sent();
  const lines: string[] = [];
  for (let t = 0; t <= 24; t += 4) {
    lines.push(...table.run(t));
    writer.heartbeat(1, 0);
  }
  lines.push(...table.run(24));
  assert.equal(lines, ["0 ACKNACK 1 #2 F", "12 ACKNACK 1 #3 F", "24 ACKNACK 1 #4 F"]);
});

test("a HEARTBEAT with a count that did not grow is ignored, until staleCountTimeout", () => {
  const table = new ReaderTable({ tuning: { staleCountTimeoutMs: 500 } });
  const writer = table.match();
  writer.sent();
  writer.heartbeat(1, 0, { count: 10 });
  assert.equal(writer.sent(), ["ACKNACK 1 #2 F"]);
  writer.heartbeat(1, 0, { count: 10 });
  writer.heartbeat(1, 0, { count: 9 });
  assert.equal(writer.sent(), []);
  assert.is(table.reader.counters.staleCounts, 2);
  table.run(500);
  writer.heartbeat(1, 0, { count: 1 });
  assert.equal(writer.sent(), ["ACKNACK 1 #3 F"], "the writer has restarted");
  writer.heartbeat(1, 0, { count: 2 });
  assert.equal(writer.sent(), ["ACKNACK 1 #4 F"]);
});

test("HEARTBEAT counts are compared across the wrap of 2^32 and of 2^31", () => {
  const table = new ReaderTable();
  const writer = table.match();
  writer.sent();
  const counts = [0x7fffffff, 0x80000000, 0xffffffff, 0, 1];
  for (const count of counts.slice(0, 2)) writer.heartbeat(1, 0, { count });
  assert.is(table.reader.counters.staleCounts, 0);
  const second = table.match();
  for (const count of counts.slice(2)) second.heartbeat(1, 0, { count });
  assert.is(table.reader.counters.staleCounts, 0);
  second.heartbeat(1, 0, { count: 0xffffffff });
  assert.is(table.reader.counters.staleCounts, 1);
});

test("the count of ACKNACKs grows by one with each", () => {
  const table = new ReaderTable();
  const writer = table.match();
  (writer.proxy as unknown as { ackNackCount: number }).ackNackCount = 0x7ffffffe;
  assert.equal(writer.sent(), ["ACKNACK 1 #2147483647"]);
  writer.heartbeat(1, 0);
  assert.equal(writer.sent(), ["ACKNACK 1 #-2147483648 F"]);
});

test("RL-06: (11, 10) says that ten were written and none is left", () => {
  const table = new ReaderTable();
  const writer = table.match();
  writer.sent();
  writer.heartbeat(11, 10);
  assert.equal(writer.sent(), ["ACKNACK 11 #2 F"]);
  assert.equal(table.reports, [], "nothing is lost: the reader came late");
});

test("RL-21: HEARTBEAT and GAP change only the proxy they are for", () => {
  const table = new ReaderTable();
  const [one, two] = [table.match(), table.match()];
  table.run(0);
  one.heartbeat(6, 5);
  two.heartbeat(1, 2);
  one.gap(6, 8);
  assert.equal(table.run(0), ["0 W1 ACKNACK 1 {1,2} #2 F", "0 W0 ACKNACK 8 #2 F"].sort());
});

test("RL-18: numbers around 2^31 and 2^32", () => {
  for (const start of [2 ** 31 - 2, 2 ** 32 - 2, 2 ** 40]) {
    const table = new ReaderTable();
    const writer = table.match();
    writer.sent();
    writer.heartbeat(start, start - 1);
    assert.equal(writer.sent(), [`ACKNACK ${start} #2 F`]);
    writer.data(start, start + 2, start + 4).heartbeat(start, start + 5);
    assert.equal(writer.sent(), [`ACKNACK ${start + 1} {${start + 1},${start + 3},${start + 5}} #3 F`]);
    writer
      .gap(start + 3, start + 4)
      .data(start + 1, start + 5)
      .heartbeat(start, start + 5);
    assert.equal(writer.sent(), [`ACKNACK ${start + 6} #4 F`]);
    assert.equal(
      table.delivered(),
      [0, 1, 2, 4, 5].map((i) => start + i),
    );
  }
});

test("an ended match asks for nothing more", () => {
  const table = new ReaderTable();
  const writer = table.match();
  writer.heartbeat(1, 5);
  writer.remove();
  assert.equal(table.run(60_000), []);
  assert.is(table.deadlines.earliest(), Number.POSITIVE_INFINITY);
});

test.run();
