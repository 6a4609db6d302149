// RTPS 2.5 §8.4.2.2 and DDS 1.4 §2.2.3: what stays in a writer's history: KEEP_LAST per instance, KEEP_ALL with its
// limits, the send window, and what a late joiner of a TRANSIENT_LOCAL writer gets.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { WOULD_BLOCK } from "../../../src/rtps/behavior/StatefulWriter.js";
import { NOT_ALIVE_DISPOSED_UNREGISTERED } from "../../../src/rtps/structure/cacheChange.js";
import { WriterTable } from "../../support/WriterTable.js";

const test = suite("writer: history");

function heldSns(table: WriterTable): number[] {
  const { history } = table.writer;
  const sns: number[] = [];
  for (let sn = history.firstSn; sn <= history.lastSn; sn++) if (history.get(sn) !== undefined) sns.push(sn);
  return sns;
}

test("KEEP_LAST keeps the depth of each instance by itself", () => {
  const table = new WriterTable({ keepAll: false, depth: 2, transientLocal: true });
  for (const instance of [1, 1, 1, 2, 1, 3, 3, 3]) table.write({ instance });
  assert.equal(heldSns(table), [3, 4, 5, 7, 8]);
});

test("KEEP_LAST does not wait for slow readers", () => {
  const table = new WriterTable({ keepAll: false, depth: 3 });
  table.match();
  for (let i = 0; i < 1000; i++) assert.ok(table.write() > 0);
  assert.equal(heldSns(table), [998, 999, 1000]);
});

test("KEEP_LAST drops nothing that is about to leave with the next datagram", () => {
  const table = new WriterTable({ keepAll: false, depth: 2, reliable: false });
  const reader = table.match({ reliable: false });
  for (let i = 0; i < 5; i++) table.write({ leavesSoon: true });
  assert.equal(heldSns(table), [1, 2, 3, 4, 5]);
  assert.equal(reader.sent(), ["DATA 1", "DATA 2", "DATA 3", "DATA 4", "DATA 5"]);
});

test("KEEP_LAST: what has left goes with the next write of the instance, whatever there is of it", () => {
  const table = new WriterTable({ keepAll: false, depth: 1 });
  table.match();
  table.run(0);
  for (let i = 0; i < 5; i++) table.write({ leavesSoon: true });
  table.run(0);
  table.write();
  assert.equal(heldSns(table), [6]);
});

test("KEEP_LAST: so many may wait to leave, no more", () => {
  const table = new WriterTable({ keepAll: false, depth: 1 });
  table.match();
  for (let i = 0; i < 3000; i++) table.write({ leavesSoon: true });
  const held = heldSns(table);
  assert.ok(held.length <= 1026, `${held.length} samples are held`);
  assert.is(held.at(-1), 3000);
});

test("KEEP_LAST of a TRANSIENT_LOCAL writer or with maxSamples holds to its depth", () => {
  for (const config of [{ transientLocal: true }, { maxSamples: 10 }]) {
    const table = new WriterTable({ keepAll: false, depth: 1, ...config });
    table.match();
    for (let i = 0; i < 5; i++) table.write({ leavesSoon: true });
    assert.equal(heldSns(table), [5]);
  }
});

test("a VOLATILE writer forgets what everybody has", () => {
  const table = new WriterTable();
  const fast = table.match();
  const slow = table.match();
  table.run(0);
  table.writeMany(3);
  table.run(0);
  fast.ackNack(4);
  slow.ackNack(2);
  table.write();
  assert.equal(heldSns(table), [2, 3, 4]);
  table.run(0);
  fast.ackNack(5);
  slow.ackNack(5);
  assert.equal(heldSns(table), []);
});

test("a VOLATILE writer without readers keeps nothing but the last", () => {
  const table = new WriterTable({ maxSamples: 2 });
  for (let i = 0; i < 100; i++) assert.ok(table.write() > 0);
  assert.ok(table.writer.history.size <= 1);
});

test("best-effort readers hold nothing back once their samples have left", () => {
  const table = new WriterTable({ maxSamples: 2 });
  table.match({ reliable: false });
  table.writeMany(2);
  assert.is(table.write(), WOULD_BLOCK, "not sent yet");
  table.run(0);
  assert.is(table.write(), 3);
  assert.equal(table.run(0), ["0 DATA 3"]);
});

test("KEEP_ALL blocks at maxSamples and says when there is room", () => {
  const table = new WriterTable({ maxSamples: 2 });
  const reader = table.match();
  table.run(0);
  reader.ackNack(1);
  assert.is(table.write(), 1);
  assert.is(table.write(), 2);
  assert.is(table.write(), WOULD_BLOCK);
  assert.is(table.write(), WOULD_BLOCK);
  table.run(0);
  table.reports.length = 0;
  reader.ackNack(2);
  assert.equal(table.reports, ["progress"]);
  assert.is(table.write(), 3, "numbers are not used up by refused samples");
  assert.is(table.write(), WOULD_BLOCK);
});

test("KEEP_ALL blocks at maxSamplesPerInstance", () => {
  const table = new WriterTable({ maxSamplesPerInstance: 1 });
  table.match();
  assert.is(table.write({ instance: 1 }), 1);
  assert.is(table.write({ instance: 1 }), WOULD_BLOCK);
  assert.is(table.write({ instance: 2 }), 2);
});

test("a reader that goes away releases a blocked writer", () => {
  const table = new WriterTable({ maxSamples: 1 });
  const reader = table.match();
  table.write();
  assert.is(table.write(), WOULD_BLOCK);
  table.reports.length = 0;
  reader.remove();
  assert.equal(table.reports, ["progress"]);
  assert.is(table.write(), 2);
});

test("KEEP_ALL sends no more than the window to one reader, and asks for an acknowledgement", () => {
  const table = new WriterTable({ tuning: { sendWindowSamples: 3, ackEverySamples: 1000 } });
  const reader = table.match();
  table.run(0);
  reader.ackNack(1);
  table.writeMany(7);
  assert.equal(reader.sent(), ["DATA 1", "DATA 2", "DATA 3", "HEARTBEAT 1..3 #2"], "asks at once");
  reader.ackNack(3);
  assert.equal(reader.sent(), ["DATA 4", "DATA 5", "HEARTBEAT 1..5 #3 F"]);
  assert.equal(table.run(20), ["20 HEARTBEAT 1..5 #4"], "a lost acknowledgement costs one period");
  reader.ackNack(6);
  assert.equal(reader.sent(), ["DATA 6", "DATA 7", "HEARTBEAT 1..7 #5 F"]);
});

test("the window counts bytes, and lets through a sample larger than itself", () => {
  const table = new WriterTable({ tuning: { sendWindowBytes: 1500, ackEveryBytes: 1e9 } });
  const reader = table.match();
  table.run(0);
  reader.ackNack(1);
  table.write({ size: 900 });
  table.write({ size: 900 });
  assert.equal(reader.sent(), ["DATA 1", "HEARTBEAT 1..1 #2 F"]);
  reader.ackNack(2);
  assert.equal(reader.sent(), ["DATA 2", "HEARTBEAT 1..2 #3 F"]);
  table.write({ size: 2500 });
  assert.equal(reader.sent(), []);
  reader.ackNack(3);
  assert.equal(reader.sent(), ["FRAG 3 1/3", "FRAG 3 2/3", "FRAG 3 3/3", "HEARTBEAT 2..3 #4 F"]);
  reader.ackNack(4);
  assert.equal((reader.proxy as unknown as { bytesInFlight: number }).bytesInFlight, 0);
});

test("KEEP_LAST has no window: it would evict what it holds back", () => {
  const table = new WriterTable({ keepAll: false, depth: 10, tuning: { sendWindowSamples: 2, ackEverySamples: 1000 } });
  const reader = table.match();
  table.run(0);
  reader.ackNack(1);
  table.writeMany(5);
  assert.is(reader.sent().length, 6);
});

test("RL-19: a reader that stays silent holds back neither others nor newcomers", () => {
  const table = new WriterTable();
  table.match();
  table.writeMany(100);
  table.run(0);
  const newcomer = table.match();
  assert.equal(newcomer.sent(), ["HEARTBEAT 101..100 #4"]);
  newcomer.ackNack(101);
  table.write();
  assert.equal(newcomer.sent(), ["DATA 101", "HEARTBEAT 101..101 #5 F"]);
});

test("TRANSIENT_LOCAL: a late joiner gets the depth of each instance, a VOLATILE reader nothing", () => {
  const table = new WriterTable({ keepAll: false, depth: 2, transientLocal: true });
  for (const instance of [1, 1, 1, 2]) table.write({ instance });
  const late = table.match({ wantsHistory: true });
  const volatile = table.match({ wantsHistory: false });
  assert.equal(late.sent(), ["HEARTBEAT 2..4 #1", "DATA 2", "DATA 3", "DATA 4", "HEARTBEAT 2..4 #2 F"]);
  assert.equal(volatile.sent(), ["HEARTBEAT 5..4 #3"]);
});

test("a reader that asks a VOLATILE writer for history gets none", () => {
  const table = new WriterTable({ transientLocal: false });
  const slow = table.match();
  table.writeMany(3);
  slow.sent();
  assert.equal(table.match({ wantsHistory: true }).sent(), ["HEARTBEAT 4..3 #3"]);
});

test("TRANSIENT_LOCAL: a disposed instance is its dispose; an unregistered one is gone once everybody knows", () => {
  const table = new WriterTable({ keepAll: false, depth: 1, transientLocal: true });
  const reader = table.match({ wantsHistory: true });
  table.write({ instance: 1 });
  table.write({ instance: 2 });
  table.dispose(1);
  table.unregister(2);
  table.write({ instance: 3 });
  assert.equal(heldSns(table), [2, 3, 4, 5], "an end is no value: it replaces none");
  table.run(0);
  reader.ackNack(6);
  assert.equal(heldSns(table), [3, 5]);
  assert.equal(
    table
      .match({ wantsHistory: true })
      .sent()
      .filter((line) => line.startsWith("DATA")),
    ["DATA 3", "DATA 5"],
  );
});

test("the latest unregistered instances may be kept for readers that come back", () => {
  const table = new WriterTable({ keepAll: false, depth: 1, transientLocal: true, unregisteredKept: 2 });
  for (let instance = 1; instance <= 5; instance++) {
    table.write({ instance });
    table.write({ instance, kind: NOT_ALIVE_DISPOSED_UNREGISTERED, size: 0 });
  }
  table.write({ instance: 6 });
  assert.equal(heldSns(table), [8, 10, 11]);
});

test("an instance that was registered again before the old one was forgotten stays", () => {
  const table = new WriterTable({ keepAll: true, transientLocal: true });
  const reader = table.match({ wantsHistory: true });
  table.write({ instance: 2 });
  table.unregister(2);
  table.write({ instance: 2 });
  table.run(0);
  reader.ackNack(4);
  table.write({ instance: 1 });
  assert.equal(heldSns(table), [3, 4]);
});

test("isAckedByAll is about reliable readers, and true without any", () => {
  const table = new WriterTable();
  table.write();
  assert.ok(table.writer.isAckedByAll(1));
  const reader = table.match();
  assert.ok(table.writer.isAckedByAll(1), "written before the match");
  table.write();
  table.run(0);
  assert.not.ok(table.writer.isAckedByAll(2));
  reader.ackNack(3);
  assert.ok(table.writer.isAckedByAll(2));
});

test.run();
