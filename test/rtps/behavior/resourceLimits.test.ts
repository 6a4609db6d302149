// DDS 1.4 §2.2.3.18, §2.2.3.19 and §2.2.2.4.2.11: what gives way, what waits and what fails when RESOURCE_LIMITS leave
// no room for a change. Each row: the writer, what is written, and what remains or is answered.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { NO_ROOM, WOULD_BLOCK } from "../../../src/rtps/behavior/StatefulWriter.js";
import { NOT_ALIVE_DISPOSED_UNREGISTERED } from "../../../src/rtps/structure/cacheChange.js";
import { type ReaderRow, WriterTable, type WriterTableOptions } from "../../support/WriterTable.js";

const test = suite("writer: resource limits");

/** "instance:number" of every change held, in order. */
function held({ writer: { history } }: WriterTable): string[] {
  const list: string[] = [];
  for (let sn = history.firstSn; sn <= history.lastSn; sn = history.nextPresent(sn + 1)) {
    list.push(`${history.get(sn)!.instance}:${sn}`);
  }
  return list;
}

/** A writer with one reader that has everything it was sent up to `acked`. */
function open(options: WriterTableOptions): { table: WriterTable; ack: (below: number) => void } {
  const table = new WriterTable(options);
  const reader: ReaderRow = table.match({ wantsHistory: true });
  table.run(0);
  reader.ackNack(1);
  return {
    table,
    ack: (below) => {
      table.run(table.now);
      reader.ackNack(below);
    },
  };
}

function write(table: WriterTable, instances: readonly number[]): number[] {
  return instances.map((instance) => table.write({ instance }));
}

interface Row {
  readonly rule: string;
  readonly options: WriterTableOptions;
  readonly first: readonly number[];
  readonly acked?: number;
  /** Instance of the next write, and what it returns. */
  readonly next: number;
  readonly outcome: number;
  readonly held: readonly string[];
}

const KEEP_LAST = { keepAll: false, depth: 3 } as const;
const ROWS: Row[] = [
  {
    rule: 'KEEP_ALL RELIABLE blocks "until it can deliver the necessary old values to all subscribers"',
    options: { maxSamples: 2 },
    first: [1, 1],
    next: 2,
    outcome: WOULD_BLOCK,
    held: ["1:1", "1:2"],
  },
  {
    rule: "KEEP_ALL RELIABLE TRANSIENT_LOCAL: old values that are delivered give way",
    options: { maxSamples: 3, transientLocal: true },
    first: [1, 2, 2],
    acked: 3,
    next: 3,
    outcome: 4,
    // The first of several first: the only one of instance 1 stays.
    held: ["1:1", "2:3", "3:4"],
  },
  {
    rule: "KEEP_ALL RELIABLE TRANSIENT_LOCAL: even the only one of its instance, once it is delivered",
    options: { maxSamples: 2, transientLocal: true },
    first: [1, 2],
    acked: 2,
    next: 3,
    outcome: 3,
    held: ["2:2", "3:3"],
  },
  {
    rule: "KEEP_ALL RELIABLE TRANSIENT_LOCAL: blocks for values that are not delivered",
    options: { maxSamples: 2, transientLocal: true },
    first: [1, 2],
    next: 3,
    outcome: WOULD_BLOCK,
    held: ["1:1", "2:2"],
  },
  {
    rule: "KEEP_ALL RELIABLE: a full instance blocks although others have room",
    options: { maxSamplesPerInstance: 1 },
    first: [1, 2],
    next: 1,
    outcome: WOULD_BLOCK,
    held: ["1:1", "2:2"],
  },
  {
    rule: "KEEP_ALL RELIABLE TRANSIENT_LOCAL: the oldest of a full instance gives way once it is delivered",
    options: { maxSamplesPerInstance: 2, transientLocal: true },
    first: [1, 1, 2],
    acked: 3,
    next: 1,
    outcome: 4,
    held: ["1:2", "2:3", "1:4"],
  },
  {
    rule: 'KEEP_ALL BEST_EFFORT: "the old values will be discarded"',
    options: { reliable: false, maxSamples: 2 },
    first: [1, 2],
    next: 1,
    outcome: 3,
    held: ["2:2", "1:3"],
  },
  {
    rule: "KEEP_ALL BEST_EFFORT: of the instance, when it is the instance that is full",
    options: { reliable: false, maxSamplesPerInstance: 1 },
    first: [1, 2],
    next: 2,
    outcome: 3,
    held: ["1:1", "2:3"],
  },
  {
    rule: "KEEP_LAST: the depth is no limit that blocks",
    options: { ...KEEP_LAST, depth: 1, maxSamples: 2 },
    first: [1, 2],
    next: 1,
    outcome: 3,
    held: ["2:2", "1:3"],
  },
  {
    rule: "KEEP_LAST: an instance makes room for itself",
    options: { ...KEEP_LAST, maxSamples: 2 },
    first: [1, 2],
    next: 1,
    outcome: 3,
    held: ["2:2", "1:3"],
  },
  {
    rule: 'KEEP_LAST: "discard samples of some other instance as long as at least one sample remains"',
    options: { ...KEEP_LAST, maxSamples: 3 },
    first: [1, 2, 2],
    next: 3,
    outcome: 4,
    held: ["1:1", "2:3", "3:4"],
  },
  {
    rule: "KEEP_LAST: delivered ones before those that are not, of the instance itself too",
    options: { ...KEEP_LAST, maxSamples: 4, transientLocal: true },
    first: [1, 2, 2, 1],
    acked: 3,
    next: 1,
    outcome: 5,
    held: ["2:2", "2:3", "1:4", "1:5"],
  },
  {
    rule: 'KEEP_LAST RELIABLE VOLATILE: "if it is still not possible the writer is allowed to block"',
    options: { ...KEEP_LAST, maxSamples: 2 },
    first: [1, 2],
    next: 3,
    outcome: WOULD_BLOCK,
    held: ["1:1", "2:2"],
  },
  {
    rule: 'KEEP_LAST RELIABLE TRANSIENT_LOCAL: OUT_OF_RESOURCES where waiting "has no chance of freeing" anything',
    options: { ...KEEP_LAST, maxSamples: 2, transientLocal: true },
    first: [1, 2],
    acked: 3,
    next: 3,
    outcome: NO_ROOM,
    held: ["1:1", "2:2"],
  },
  {
    rule: "KEEP_LAST BEST_EFFORT never blocks",
    options: { ...KEEP_LAST, reliable: false, maxSamples: 2 },
    first: [1, 2],
    next: 3,
    outcome: 3,
    held: ["2:2", "3:3"],
  },
];

for (const row of ROWS) {
  test(row.rule, () => {
    const { table, ack } = open(row.options);
    assert.equal(
      write(table, row.first),
      row.first.map((_, i) => i + 1),
    );
    if (row.acked !== undefined) ack(row.acked);
    assert.is(table.write({ instance: row.next }), row.outcome);
    assert.equal(held(table), row.held);
  });
}

test("an instance can always be ended, and once readers know, its place is free", () => {
  const { table, ack } = open({ ...KEEP_LAST, depth: 1, maxSamples: 2, transientLocal: true });
  write(table, [1, 2]);
  assert.is(table.write({ instance: 3 }), NO_ROOM);
  assert.is(table.unregister(1), 3);
  assert.is(table.write({ instance: 3 }), WOULD_BLOCK, "now waiting helps");
  table.reports.length = 0;
  ack(4);
  assert.ok(table.reports.includes("progress"));
  assert.is(table.write({ instance: 3 }), 4);
  assert.equal(held(table), ["2:2", "3:4"]);
});

test("an end replaces no value that is not delivered, unless it disposes", () => {
  const { table } = open({ keepAll: false, depth: 1 });
  write(table, [1, 2]);
  table.unregister(1);
  table.write({ instance: 2, kind: NOT_ALIVE_DISPOSED_UNREGISTERED, size: 0 });
  assert.equal(held(table), ["1:1", "1:3", "2:4"]);
});

test("a lifespan frees what no acknowledgement would", () => {
  const { table, ack } = open({ ...KEEP_LAST, maxSamples: 1, transientLocal: true });
  table.write({ instance: 1, lifespan: 50 });
  ack(2);
  assert.is(table.write({ instance: 2 }), WOULD_BLOCK);
  table.reports.length = 0;
  table.run(50);
  assert.equal(table.reports, ["progress"]);
  assert.is(table.write({ instance: 2 }), 2);
});

test.run();
