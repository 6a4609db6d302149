// DDS 1.4 §2.2.3.16 LIFESPAN, in the state machine: "the data will be removed from the caches", sent or not, and
// RTPS 2.5 §8.4.7.5: what a reader asks for and is gone is a GAP.

import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Lifespan } from "../../../src/rtps/behavior/Lifespan.js";
import { WOULD_BLOCK } from "../../../src/rtps/behavior/StatefulWriter.js";
import { ALIVE, CacheChange, EMPTY_PAYLOAD, PAYLOAD_DATA } from "../../../src/rtps/structure/cacheChange.js";
import { DeadlineQueue } from "../../../src/rtps/structure/DeadlineQueue.js";
import { HistoryCache } from "../../../src/rtps/structure/HistoryCache.js";
import { TIME_INVALID } from "../../../src/rtps/structure/time.js";
import { WriterTable } from "../../support/WriterTable.js";

const test = suite("writer: lifespan");

test("a sample that every reader lacks leaves at its time; the reader gets a GAP and acknowledges", () => {
  const table = new WriterTable();
  const reader = table.match();
  table.run(0);
  reader.ackNack(1);
  table.write({ lifespan: 100 });
  table.run(0);
  assert.is(table.writer.history.size, 1);
  table.run(99);
  assert.is(table.writer.history.size, 1);
  table.run(100);
  assert.is(table.writer.history.size, 0);
  reader.ackNack(1, [1]);
  assert.equal(reader.sent(), ["GAP 1..1"]);
  reader.ackNack(2);
  assert.ok(table.writer.isAckedByAll(1));
});

test("what expires before it could leave is never sent", () => {
  const table = new WriterTable();
  const reliable = table.match();
  const bestEffort = table.match({ reliable: false });
  table.run(0);
  reliable.ackNack(1);
  table.write({ lifespan: 10 });
  table.write({ lifespan: 1000 });
  table.now = 50;
  assert.equal(reliable.sent(), ["GAP 1..1", "DATA 2", "HEARTBEAT 2..2 #2 F"], "its timer did not even come");
  assert.equal(bestEffort.sent(), ["DATA 2"]);
});

test("a sample of which fragments have left is a GAP as a whole", () => {
  const table = new WriterTable();
  const reader = table.match();
  table.run(0);
  reader.ackNack(1);
  table.write({ size: 2500, lifespan: 10 });
  assert.equal(reader.sent(2), ["FRAG 1 1/3", "FRAG 1 2/3"]);
  table.now = 10;
  assert.equal(reader.sent(), ["GAP 1..1", "HEARTBEAT 2..1 #2 F"]);
});

test("a late joiner gets what has not expired", () => {
  const table = new WriterTable({ transientLocal: true });
  table.write({ lifespan: 10 });
  table.write({ lifespan: 1000 });
  table.write({ lifespan: 10 });
  table.now = 10;
  const late = table.match({ wantsHistory: true });
  assert.equal(late.sent(), ["HEARTBEAT 2..3 #1", "DATA 2", "GAP 3..3", "HEARTBEAT 2..3 #2 F"]);
});

test("a full KEEP_ALL history has room again, and whoever waits is told", () => {
  const table = new WriterTable({ maxSamples: 2 });
  table.match();
  table.write({ lifespan: 10 });
  table.write({ lifespan: 20 });
  assert.is(table.write(), WOULD_BLOCK);
  table.run(9);
  table.reports.length = 0;
  table.run(10);
  assert.equal(table.reports, ["progress"]);
  assert.is(table.write({ lifespan: 30 }), 3);
  table.now = 20;
  assert.is(table.write({ lifespan: 10 }), 4, "a late timer does not hold it back");
});

test("expired samples no longer count as on their way", () => {
  const table = new WriterTable({ tuning: { sendWindowBytes: 1500, ackEveryBytes: 1e9 } });
  const reader = table.match();
  table.run(0);
  reader.ackNack(1);
  table.write({ size: 900, lifespan: 10 });
  table.write({ size: 500, lifespan: 1000 });
  reader.sent();
  table.run(10);
  const inFlight = () => (reader.proxy as unknown as { bytesInFlight: number }).bytesInFlight;
  assert.is(inFlight(), 500);
  table.write({ size: 900, lifespan: 1000 });
  assert.ok(reader.sent().includes("DATA 3"));
  reader.ackNack(2);
  assert.is(inFlight(), 1400);
  reader.ackNack(4);
  assert.is(inFlight(), 0);
});

test("changed at run time, it holds for samples written afterwards", () => {
  const table = new WriterTable({ transientLocal: true });
  table.write({ lifespan: 100 });
  table.writer.setLifespan(10);
  table.write({ lifespan: 10 });
  table.writer.setLifespan(Infinity);
  table.write();
  table.run(10);
  assert.equal(
    [1, 2, 3].map((sn) => table.writer.history.get(sn)?.sn),
    [1, undefined, 3],
  );
  table.run(100_000);
  assert.equal(
    [1, 2, 3].map((sn) => table.writer.history.get(sn)?.sn),
    [undefined, undefined, 3],
  );
  assert.is(table.deadlines.earliest(), Infinity);
});

test("one deadline, whatever the order of expiries, and no more memory than the history", () => {
  const expiries = fc.array(fc.record({ in: fc.integer({ min: 0, max: 300 }), wait: fc.integer({ min: 0, max: 9 }) }));
  fc.assert(
    fc.property(expiries, fc.integer({ min: 1, max: 20 }), (list, kept) => {
      const history = new HistoryCache();
      const deadlines = new DeadlineQueue();
      const removeChange = (change: CacheChange) => history.remove(change);
      const lifespan = new Lifespan({ history, removeChange, madeRoom: () => undefined }, deadlines);
      const due = new Map<number, number>();
      let now = 0;
      for (const step of list) {
        now += step.wait;
        lifespan.expire(now);
        const sn = history.lastSn + 1;
        history.add(new CacheChange(sn, ALIVE, PAYLOAD_DATA, EMPTY_PAYLOAD, 0, EMPTY_PAYLOAD, TIME_INVALID));
        lifespan.add(sn, now + step.in);
        due.set(sn, now + step.in);
        if (history.size > kept) {
          due.delete(history.firstSn);
          history.removeBelow(history.firstSn + 1);
        }
        lifespan.expire(now);
        for (const [known, at] of due) {
          assert.is(history.get(known) !== undefined, at > now, `${known} at ${now}`);
          if (at <= now) due.delete(known);
        }
        const { times } = lifespan as unknown as { times: number[] };
        assert.is(deadlines.earliest(), times[0] ?? Infinity);
        assert.ok(times.length <= 2 * kept + 70);
      }
    }),
  );
});

test.run();
