import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CachedSample } from "../../../src/dcps/reader/CachedSample.js";
import { ReaderInstance } from "../../../src/dcps/reader/ReaderInstance.js";
import { type CacheOptions, SampleCache } from "../../../src/dcps/reader/SampleCache.js";
import {
  ANY_STATE,
  type InstanceStateIndex,
  STATE_ALIVE,
  STATE_DISPOSED,
  type StateOptions,
  stateMask,
} from "../../../src/dcps/reader/stateMasks.js";
import { GUIDPREFIX_UNKNOWN, Guid } from "../../../src/rtps/structure/guid.js";
import { thrown } from "../support.js";

const test = suite("sample cache");

const writerGuid = new Guid(GUIDPREFIX_UNKNOWN, 1);

function cacheOf(options: Partial<CacheOptions> = {}): SampleCache<object> {
  return new SampleCache({
    ...{ depth: Infinity, maxSamples: Infinity, maxSamplesPerInstance: Infinity, bySource: false },
    ...options,
  });
}

function instance(handle = 1): ReaderInstance<object> {
  return new ReaderInstance<object>(handle, new Uint8Array(16));
}

function sampleOf(of: ReaderInstance<object>, sn: number, sourceTimestampMs?: number): CachedSample<object> {
  return new CachedSample(of, {}, true, {
    writerGuid,
    sn,
    sourceTimestampMs,
    receptionTimestampMs: sn,
    placement: undefined,
  });
}

function numbers(cache: SampleCache<object>): number[] {
  const all: number[] = [];
  for (let sample = cache.first; sample !== undefined; sample = sample.next) all.push(sample.arrival.sn);
  return all;
}

function unreadNumbers(cache: SampleCache<object>): number[] {
  const all: number[] = [];
  for (let sample = cache.firstUnread; sample !== undefined; sample = sample.nextUnread) all.push(sample.arrival.sn);
  return all;
}

function numbersOf({ oldest }: ReaderInstance<object>): number[] {
  const all: number[] = [];
  for (let sample = oldest; sample !== undefined; sample = sample.nextOfInstance) all.push(sample.arrival.sn);
  return all;
}

test("samples that newer ones replaced are let go, though nobody takes", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const cache = cacheOf({ depth: 1 });
  const [busy, quiet] = [instance(1), instance(2)];
  cache.add(sampleOf(quiet, 0));
  const references: WeakRef<object>[] = [];
  for (let sn = 1; sn <= 1000; sn++) {
    const sample = sampleOf(busy, sn);
    references.push(new WeakRef(sample));
    cache.add(sample);
  }
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  assert.is(references.filter((reference) => reference.deref() !== undefined).length, 1);
  assert.is(cache.size, 2);
  assert.is(cache.replaced, 999);
  assert.equal(numbers(cache), [0, 1000]);
});

/** What the cache must be, by plain lists. */
interface ModelSample {
  readonly sample: CachedSample<object>;
  isRead: boolean;
}

const STATES: readonly StateOptions[] = [
  {},
  { sampleStates: "READ" },
  { sampleStates: "NOT_READ" },
  { viewStates: "NEW" },
  { viewStates: "NOT_NEW", sampleStates: "NOT_READ" },
  { instanceStates: "ALIVE" },
  { instanceStates: ["NOT_ALIVE_DISPOSED", "NOT_ALIVE_NO_WRITERS"], sampleStates: "READ", viewStates: ["NEW"] },
];

for (const bySource of [false, true]) {
  test(`order and counts whatever is added, read, replaced and removed, ${bySource ? "by source" : "by arrival"}`, () => {
    const cache = cacheOf({ depth: 5, bySource });
    const instances = [instance(1), instance(2), instance(3)];
    let model: ModelSample[] = [];
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    for (let step = 1; step < 4000; step++) {
      const what = random(10);
      if (what < 5) {
        const of = instances[random(3)]!;
        const sample = sampleOf(of, step, bySource ? random(1000) : undefined);
        const own = model.filter((one) => one.sample.instance === of);
        if (own.length === 5) model = model.filter((one) => one !== own[0]);
        cache.add(sample);
        const index = bySource ? model.findIndex((one) => one.sample.sourceOrderMs > sample.sourceOrderMs) : -1;
        model.splice(index < 0 ? model.length : index, 0, { sample, isRead: false });
      } else if (model.length > 0 && what < 7) {
        const [removed] = model.splice(random(model.length), 1);
        cache.remove(removed!.sample);
      } else if (model.length > 0 && what < 9) {
        const one = model[random(model.length)]!;
        cache.markRead(one.sample);
        one.isRead = true;
      } else {
        cache.setInstance(instances[random(3)]!, random(3) as InstanceStateIndex, random(2) === 0);
      }
      const snsOf = (list: readonly ModelSample[]) => list.map((one) => one.sample.arrival.sn);
      assert.equal(numbers(cache), snsOf(model));
      assert.equal(unreadNumbers(cache), snsOf(model.filter((one) => !one.isRead)));
      assert.is(cache.size, model.length);
      assert.is(cache.unreadCount, model.filter((one) => !one.isRead).length);
      for (const of of instances) {
        const own = model.filter((one) => one.sample.instance === of);
        assert.equal(numbersOf(of), snsOf(own));
        assert.is(of.cachedCount, own.length);
        assert.is(of.unreadCount, own.filter((one) => !one.isRead).length);
      }
      for (const states of STATES) {
        const mask = stateMask(states);
        assert.is(cache.count(mask), model.filter((one) => ((mask >> one.sample.slot) & 1) === 1).length);
      }
    }
  });
}

test("limits: which one leaves no room, and where KEEP_LAST makes some", () => {
  const table: readonly [Partial<CacheOptions>, readonly [number, number], string | undefined][] = [
    // KEEP_ALL
    [{}, [1000, 0], undefined],
    [{ maxSamples: 3 }, [1, 1], undefined],
    [{ maxSamples: 3 }, [2, 1], "REJECTED_BY_SAMPLES_LIMIT"],
    [{ maxSamplesPerInstance: 2 }, [2, 5], "REJECTED_BY_SAMPLES_PER_INSTANCE_LIMIT"],
    [{ maxSamplesPerInstance: 2 }, [1, 5], undefined],
    [{ maxSamples: 3, maxSamplesPerInstance: 2 }, [2, 1], "REJECTED_BY_SAMPLES_PER_INSTANCE_LIMIT"],
    // KEEP_LAST
    [{ depth: 2, maxSamplesPerInstance: 2 }, [2, 9], undefined],
    [{ depth: 5, maxSamples: 3 }, [1, 2], undefined],
    [{ depth: 5, maxSamples: 3 }, [0, 3], "REJECTED_BY_SAMPLES_LIMIT"],
    [{ depth: 5, maxSamples: 3 }, [0, 2], undefined],
  ];
  for (const [options, [own, others], expected] of table) {
    const cache = cacheOf(options);
    const [it, other] = [instance(1), instance(2)];
    // Others spread over many instances, so that only the limit of all counts them.
    for (let i = 0; i < own; i++) cache.add(sampleOf(it, i));
    for (let i = 0; i < others; i++) cache.add(sampleOf(instance(10 + i), i));
    const what = `${JSON.stringify(options)} with ${own} of its own and ${others} of others`;
    assert.is(cache.refusal(it), expected, what);
    if (own === 0) assert.is(cache.refusal(undefined), expected, what);
    assert.is(other.cachedCount, 0);
  }
});

test("a full KEEP_LAST reader replaces within the instance, below its depth too", () => {
  const cache = cacheOf({ depth: 5, maxSamples: 3 });
  const [red, blue] = [instance(1), instance(2)];
  for (const [of, sn] of [
    [red, 1],
    [red, 2],
    [blue, 3],
    [red, 4],
    [blue, 5],
  ] as const)
    cache.add(sampleOf(of, sn));
  assert.equal(numbers(cache), [2, 4, 5]);
});

test("masks of states", () => {
  assert.is(stateMask({}), ANY_STATE);
  const all: StateOptions = {
    sampleStates: ["READ", "NOT_READ"],
    viewStates: ["NEW", "NOT_NEW"],
    instanceStates: ["ALIVE", "NOT_ALIVE_DISPOSED", "NOT_ALIVE_NO_WRITERS"],
  };
  assert.is(stateMask(all), ANY_STATE);
  assert.is(stateMask({ sampleStates: [] }), 0);
  const parts = [STATE_ALIVE, STATE_DISPOSED].map((state) => state << 2);
  assert.is(
    stateMask({ sampleStates: "READ", viewStates: "NEW", instanceStates: ["ALIVE", "NOT_ALIVE_DISPOSED"] }),
    (1 << (parts[0]! | 1)) | (1 << (parts[1]! | 1)),
  );
  for (const bad of [{ sampleStates: "FRESH" }, { viewStates: ["NEW", "OLD"] }, { instanceStates: "DEAD" }]) {
    const error = thrown(() => stateMask(bad as StateOptions));
    assert.is(error.code, "BAD_PARAMETER");
    assert.match(error.message, /is not one of/);
  }
});

test.run();
