// RTPS 2.5 §8.3.8.4 at the writer: what is gone, or never was for this reader, is declared irrelevant.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { WriterTable } from "../../support/WriterTable.js";

const test = suite("writer: GAP");

test("samples evicted before they were sent are a GAP in front of the next one", () => {
  const table = new WriterTable({ keepAll: false, depth: 1 });
  const reader = table.match();
  table.run(0);
  reader.ackNack(1);
  table.writeMany(4);
  assert.equal(reader.sent(), ["GAP 1..3", "DATA 4", "HEARTBEAT 4..4 #2 F"]);
});

test("RL-14: a request for evicted samples is answered with one GAP", () => {
  const table = new WriterTable({ keepAll: false, depth: 1 });
  const reader = table.match();
  table.run(0);
  reader.ackNack(1);
  for (let i = 0; i < 5; i++) {
    table.write();
    table.run(0);
  }
  reader.ackNack(1, [1, 2, 3]);
  assert.equal(reader.sent(), ["GAP 1..4"]);
  assert.equal(table.writer.counters.repairs, 0);
});

test("holes between live samples are bits of the same GAP", () => {
  const table = new WriterTable({ keepAll: false, depth: 1 });
  const reader = table.match();
  table.run(0);
  reader.ackNack(1);
  // Instance by sample: a b a c b a. The live ones are 4 (c), 5 (b) and 6 (a), and 1 to 3 are gone.
  for (const instance of [1, 2, 1, 3, 2, 1]) table.write({ instance });
  table.write({ instance: 9 });
  table.write({ instance: 9 });
  table.run(0);
  reader.ackNack(1, [1, 2, 3, 5, 7]);
  assert.equal(reader.sent(), ["GAP 1..3 +7", "DATA 5", "HEARTBEAT 4..8 #3 F"]);
});

test("a GAP covers what was asked for and nothing that can be had", () => {
  const table = new WriterTable({ keepAll: false, depth: 1 });
  const reader = table.match();
  table.run(0);
  reader.ackNack(1);
  for (let i = 0; i < 300; i++) {
    table.write({ instance: i % 2 === 0 ? 1 : i + 1000 });
    table.run(0);
  }
  reader.ackNack(1, [1, 3, 5, 7]);
  const [gap, ...rest] = reader.sent();
  assert.match(gap!, /^GAP 1\.\.1 \+3,5,7,9,/);
  const members = gap!.split("+")[1]!.split(",").map(Number);
  assert.ok(
    members.every((sn) => sn % 2 === 1 && sn < 299),
    "odd numbers are of instance 1; 299 is its last",
  );
  assert.ok(members.at(-1)! - 2 <= 255, "256 bits from the base");
  assert.equal(rest, []);
});

test("a volatile reader is not given what was written before it", () => {
  const table = new WriterTable({ transientLocal: true });
  table.writeMany(5);
  const reader = table.match({ wantsHistory: false });
  assert.equal(reader.sent(), ["HEARTBEAT 6..5 #1"]);
  reader.ackNack(1, [2, 3]);
  assert.equal(reader.sent(), ["GAP 2..5"]);
  table.write();
  assert.equal(reader.sent(), ["DATA 6", "HEARTBEAT 6..6 #2 F"]);
});

test("RL-13: a TRANSIENT_LOCAL history with holes: each number that is asked for gets DATA or GAP, each time", () => {
  const table = new WriterTable({ transientLocal: true, keepAll: false, depth: 1 });
  // Ten writes to three instances leave 8, 9 and 10 if the turns are even; these are not.
  for (const instance of [1, 2, 3, 1, 1, 1, 1, 3, 1, 1]) table.write({ instance });
  const reader = table.match({ wantsHistory: true });
  assert.equal(reader.sent(), [
    "HEARTBEAT 2..10 #1",
    "DATA 2",
    "GAP 3..7",
    "DATA 8",
    "GAP 9..9",
    "DATA 10",
    "HEARTBEAT 2..10 #2 F",
  ]);
  // What has only just left may be on its way.
  reader.ackNack(2, [2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assert.equal(reader.sent(), ["GAP 3..7 +9"]);
  table.run(20);
  for (let time = 0; time < 2; time++) {
    reader.ackNack(2, [2, 3, 4, 5, 6, 7, 8, 9, 10]);
    assert.equal(reader.sent().slice(0, 4), ["DATA 2", "GAP 3..7 +9", "DATA 8", "DATA 10"]);
  }
});

test("a sample that is evicted while it waits to be repaired becomes a GAP", () => {
  const table = new WriterTable({ keepAll: false, depth: 2 });
  const reader = table.match();
  table.run(0);
  reader.ackNack(1);
  table.writeMany(2);
  table.run(0);
  reader.ackNack(1, [1]);
  table.write();
  assert.equal(reader.sent(), ["GAP 1..1", "DATA 3", "HEARTBEAT 2..3 #3 F"]);
});

test("a best-effort reader gets no GAP", () => {
  const table = new WriterTable({ keepAll: false, depth: 1 });
  const reader = table.match({ reliable: false });
  table.writeMany(4);
  assert.equal(reader.sent(), ["DATA 4"]);
});

test("numbers beyond 2^32 in a GAP", () => {
  const start = 2 ** 32 - 2;
  const table = new WriterTable({ keepAll: false, depth: 1 });
  table.startAt(start);
  const reader = table.match();
  table.run(0);
  reader.ackNack(start);
  for (let i = 0; i < 5; i++) {
    table.write();
    table.run(0);
  }
  reader.ackNack(start, [start, start + 3]);
  assert.equal(reader.sent()[0], `GAP ${start}..${start + 3}`);
});

test.run();
