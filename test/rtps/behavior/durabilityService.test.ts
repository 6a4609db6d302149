// DDS 1.4 §2.2.3.4, §2.2.3.5: TRANSIENT and PERSISTENT writers keep for late joiners what DURABILITY_SERVICE says; what
// matched readers still lack is kept as HISTORY says.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { DurabilityServiceConfig } from "../../../src/rtps/behavior/DurableHistory.js";
import { NOT_ALIVE_DISPOSED_UNREGISTERED } from "../../../src/rtps/structure/cacheChange.js";
import { WriterTable, type WriterTableOptions } from "../../support/WriterTable.js";

const test = suite("writer: durability service");

function open(service: Partial<DurabilityServiceConfig>, options: WriterTableOptions = {}) {
  const durabilityService = { depth: 1, maxSamples: -1, maxInstances: -1, cleanupDelayMs: 0, ...service };
  const table = new WriterTable({ transientLocal: true, durabilityService, ...options });
  return table;
}

/** The samples that a reader which joins now is sent. */
function lateJoiner(table: WriterTable): string[] {
  const reader = table.match({ wantsHistory: true });
  const lines = reader.sent().filter((line) => line.startsWith("DATA"));
  reader.remove();
  return lines.map((line) => line.slice("DATA ".length));
}

test("a late joiner gets the depth of the service, per instance", () => {
  const table = open({ depth: 2 });
  for (const instance of [1, 1, 1, 2]) table.write({ instance });
  assert.equal(lateJoiner(table), ["2", "3", "4"]);
});

test("a service deeper than KEEP_LAST of the writer keeps more", () => {
  const table = open({ depth: 3 }, { keepAll: false, depth: 3 });
  for (let i = 0; i < 5; i++) table.write();
  assert.equal(lateJoiner(table), ["3", "4", "5"]);
});

test("samples that a matched reader still lacks are kept for it, and not for whoever joins later", () => {
  const table = open({ depth: 1 });
  const slow = table.match();
  table.run(0);
  slow.ackNack(1);
  table.writeMany(3);
  const late = table.match({ wantsHistory: true });
  assert.equal(late.sent(), ["HEARTBEAT 1..3 #2", "GAP 1..2", "DATA 3", "HEARTBEAT 1..3 #3 F"]);
  assert.equal(slow.sent(), ["DATA 1", "DATA 2", "DATA 3", "HEARTBEAT 1..3 #4 F"]);
  late.ackNack(1, [1, 2]);
  assert.equal(late.sent()[0], "GAP 1..2");
  slow.ackNack(4);
  late.ackNack(4);
  table.write();
  assert.is(table.writer.history.firstSn, 3);
});

test("a full KEEP_ALL service keeps the newest", () => {
  const table = open({ depth: -1, maxSamples: 3 });
  for (const instance of [1, 1, 1, 2, 2]) table.write({ instance });
  assert.equal(lateJoiner(table), ["3", "4", "5"]);
});

test("the oldest instances leave a service that has too many", () => {
  const table = open({ depth: 5, maxInstances: 2 });
  for (const instance of [1, 1, 2, 3]) table.write({ instance });
  assert.equal(lateJoiner(table), ["3", "4"]);
});

test("disposed and unregistered: forgotten after service_cleanup_delay", () => {
  const table = open({ cleanupDelayMs: 100 });
  table.write({ instance: 1 });
  table.dispose(1);
  table.unregister(1);
  table.write({ instance: 2 });
  table.write({ instance: 2, kind: NOT_ALIVE_DISPOSED_UNREGISTERED, size: 0 });
  table.run(99);
  assert.equal(lateJoiner(table), ["2", "3", "5"], "a late joiner learns of the ends, too");
  table.run(100);
  assert.equal(lateJoiner(table), []);
  assert.is(table.writer.history.size, 0);
});

test("the delay of each instance is its own", () => {
  const table = open({ cleanupDelayMs: 100 });
  for (const instance of [1, 2]) {
    table.write({ instance });
    table.write({ instance, kind: NOT_ALIVE_DISPOSED_UNREGISTERED, size: 0 });
    table.run(table.now + 40);
  }
  assert.equal(lateJoiner(table), ["2", "4"]);
  table.run(110);
  assert.equal(lateJoiner(table), ["4"]);
  table.run(140);
  assert.equal(lateJoiner(table), []);
});

test("not before every matched reader knows", () => {
  const table = open({ cleanupDelayMs: 100 });
  const reader = table.match({ wantsHistory: true });
  table.run(0);
  reader.ackNack(1);
  table.write({ kind: NOT_ALIVE_DISPOSED_UNREGISTERED, size: 0 });
  table.run(200);
  assert.is(table.writer.history.size, 1);
  reader.ackNack(2);
  assert.is(table.writer.history.size, 0);
});

test("unregistered without dispose: the values stay, and take no place less", () => {
  const table = open({ depth: 2 });
  for (let i = 0; i < 3; i++) table.write({ instance: 1 });
  table.unregister(1);
  assert.equal(lateJoiner(table), ["2", "3", "4"]);
});

test("TRANSIENT_LOCAL, without a service: an unregistered instance is gone", () => {
  const table = new WriterTable({ transientLocal: true });
  table.write({ instance: 1 });
  table.unregister(1);
  assert.equal(lateJoiner(table), []);
});

test.run();
