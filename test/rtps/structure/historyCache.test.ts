import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ALIVE, CacheChange, EMPTY_PAYLOAD, PAYLOAD_DATA } from "../../../src/rtps/structure/cacheChange.js";
import { HistoryCache } from "../../../src/rtps/structure/HistoryCache.js";
import { SN_NONE } from "../../../src/rtps/structure/sequenceNumber.js";
import { TIME_INVALID } from "../../../src/rtps/structure/time.js";

const test = suite("HistoryCache");

function change(sn: number, instance: number, size = 4): CacheChange {
  return new CacheChange(sn, ALIVE, PAYLOAD_DATA, new Uint8Array(size), instance, EMPTY_PAYLOAD, TIME_INVALID);
}

/** The same, slowly: a list in order. */
class Model {
  list: CacheChange[] = [];
  lastSn = 0;

  ofInstance(instance: number): CacheChange[] {
    return this.list.filter((one) => one.instance === instance);
  }

  removeOldest(instance: number): void {
    const oldest = this.ofInstance(instance)[0];
    this.list = this.list.filter((one) => one !== oldest);
  }
}

function check(history: HistoryCache, model: Model, probes: readonly number[]): void {
  assert.is(history.size, model.list.length);
  assert.is(history.lastSn, model.lastSn);
  assert.is(history.firstSn, model.list[0]?.sn ?? model.lastSn + 1);
  assert.is(
    history.bytes,
    model.list.reduce((sum, one) => sum + one.payload.length, 0),
  );
  assert.is(history.instanceCount, new Set(model.list.map((one) => one.instance)).size);
  for (const sn of probes.filter((probe) => probe <= model.lastSn + 1)) {
    assert.is(
      history.get(sn),
      model.list.find((one) => one.sn === sn),
    );
    assert.is(history.nextPresent(sn), model.list.find((one) => one.sn >= sn)?.sn ?? model.lastSn + 1);
  }
}

const steps = fc.array(
  fc.oneof(
    // Instance 0 is written all the time, the others hardly ever: the archive.
    {
      weight: 12,
      arbitrary: fc.record({
        add: fc.oneof({ weight: 20, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 6 })),
      }),
    },
    { weight: 1, arbitrary: fc.record({ removeOldest: fc.integer({ min: 0, max: 7 }) }) },
    { weight: 3, arbitrary: fc.record({ remove: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }) }) },
    { weight: 1, arbitrary: fc.record({ removeBelow: fc.double({ min: 0, max: 0.3, noNaN: true }) }) },
  ),
  { maxLength: 300, minLength: 50 },
);

test("agrees with a plain list: ring, growth, archive, instances", () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 4 }), (list, depth) => {
      const history = new HistoryCache();
      const model = new Model();
      for (const step of list) {
        if ("add" in step) {
          const instance = step.add;
          const sn = model.lastSn + 1;
          // KEEP_LAST, as a writer does it.
          if (history.countOfInstance(instance) >= depth) {
            history.removeOldestOfInstance(instance);
            model.removeOldest(instance);
          }
          const one = change(sn, instance, sn % 7);
          history.add(one);
          model.list.push(one);
          model.lastSn = sn;
        } else if ("removeOldest" in step) {
          history.removeOldestOfInstance(step.removeOldest);
          model.removeOldest(step.removeOldest);
        } else if ("remove" in step) {
          const one = model.list[Math.floor(step.remove * model.list.length)];
          if (one !== undefined) history.remove(one);
          model.list = model.list.filter((other) => other !== one);
        } else {
          const bound = Math.floor(model.lastSn * step.removeBelow);
          history.removeBelow(bound);
          model.list = model.list.filter((one) => one.sn >= bound);
        }
        const last = model.lastSn;
        check(history, model, [0, 1, 2, last >> 1, last - 20, last - 1, last, last + 1]);
      }
      const all = Array.from({ length: model.lastSn + 1 }, (_, sn) => sn);
      check(history, model, all);
      for (let instance = 0; instance < 7; instance++) {
        const [oldest] = model.ofInstance(instance);
        assert.is(history.oldestOfInstance(instance), oldest?.sn ?? SN_NONE);
        assert.is(history.newestOfInstance(instance), model.ofInstance(instance).at(-1)?.sn ?? SN_NONE);
        assert.is(history.countOfInstance(instance), model.ofInstance(instance).length);
      }
    }),
    { numRuns: 150 },
  );
});

test("numbers must be added in order", () => {
  const history = new HistoryCache();
  assert.throws(() => history.add(change(2, 0)), /in order/);
});

test("an instance written once does not make the ring follow all others", () => {
  const history = new HistoryCache();
  history.add(change(1, 1));
  for (let sn = 2; sn <= 100_000; sn++) {
    if (history.countOfInstance(0) >= 10) history.removeOldestOfInstance(0);
    history.add(change(sn, 0));
  }
  assert.is(history.firstSn, 1);
  assert.is(history.nextPresent(2), 99_991);
  assert.is(history.get(1)?.instance, 1);
  assert.ok((history as unknown as { ring: unknown[] }).ring.length <= 64);
});

test("works beyond 2^31 and 2^32", () => {
  for (const start of [2 ** 31 - 10, 2 ** 32 - 10, 2 ** 40]) {
    const history = new HistoryCache();
    history.lastSn = start - 1;
    history.firstSn = start;
    for (let i = 0; i < 40; i++) history.add(change(start + i, i % 3));
    history.removeBelow(start + 15);
    assert.is(history.size, 25);
    assert.is(history.firstSn, start + 15);
    for (let i = 0; i < 40; i++) assert.is(history.get(start + i)?.sn, i < 15 ? undefined : start + i);
    assert.is(history.oldestOfInstance(1), start + 16);
  }
});

test.run();
