// DDS 1.4 §2.2.3.19 RESOURCE_LIMITS and §2.2.2.4.2.11 at the writer: what blocks for max_blocking_time, what fails at
// once, and in which order those who wait go on. What gives way in the history: test/rtps/behavior/resourceLimits.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WriterPolicies } from "../../../src/index.js";
import { runFor } from "../../support/simDcps.js";
import { rejection, type Shape, shape, thrown } from "../support.js";
import { KEEP_ALL, openPair, type Pair, takeAll } from "./writerSupport.js";

const test = suite("RESOURCE_LIMITS, writer");

/** Acknowledgements do not come until `heal`. */
async function openCutOff(qos: WriterPolicies): Promise<Pair & { heal(): void }> {
  const pair = await openPair({ writer: qos });
  const { network, a, b } = pair;
  network.partition(a.sim.node, b.sim.node);
  return { ...pair, heal: () => network.heal(a.sim.node, b.sim.node) };
}

/** Notes when a promise is settled, in virtual time. */
function outcome(pair: Pair, promise: Promise<number>): { result: number | string | undefined; at: number } {
  const noted: { result: number | string | undefined; at: number } = { result: undefined, at: Number.NaN };
  const note = (result: number | string) => Object.assign(noted, { result, at: pair.network.now });
  promise.then(note, (error: { code: string }) => note(error.code));
  return noted;
}

test('"max_blocking_time configures the maximum time the write operation may block"', async () => {
  const reliability = { kind: "reliable", maxBlockingTime: "250ms" } as const;
  const pair = await openCutOff({ ...KEEP_ALL, reliability, resourceLimits: { maxSamples: 1 } });
  const { network, writer } = pair;
  writer.write(shape(1));
  const start = network.now;
  assert.is(thrown(() => writer.write(shape(2))).code, "TIMEOUT", "write itself cannot wait");
  const waiting = outcome(pair, writer.writeAsync(shape(2)));
  await runFor(network, 249);
  assert.is(waiting.result, undefined);
  await runFor(network, 2);
  assert.is(waiting.result, "TIMEOUT");
  assert.ok(waiting.at - start >= 250);
  writer.setQos({ reliability: { kind: "reliable", maxBlockingTime: "250ms" } });
  assert.is(thrown(() => writer.setQos({ reliability: { maxBlockingTime: "1s" } })).code, "QOS_IMMUTABLE");
});

test("those who wait for the same room go on in the order in which they were called", async () => {
  const pair = await openCutOff({ ...KEEP_ALL, resourceLimits: { maxSamples: 1 } });
  const { network, reader, writer } = pair;
  writer.write(shape(0));
  const order: number[] = [];
  const waiting = [1, 2, 3].map(async (x) => {
    await writer.writeAsync(shape(x, `C${x}`), { timeoutMs: 5000 });
    order.push(x);
  });
  pair.heal();
  await runFor(network, 1000);
  await Promise.all(waiting);
  assert.equal(order, [1, 2, 3]);
  assert.equal(takeAll(reader), ["RED 0", "C1 1", "C2 2", "C3 3"]);
});

test("an instance that is full holds back its own writes only, and none overtakes another of it", async () => {
  const pair = await openCutOff({ ...KEEP_ALL, resourceLimits: { maxSamplesPerInstance: 1 } });
  const { network, reader, writer } = pair;
  writer.write(shape(1));
  const second = writer.writeAsync(shape(2), { timeoutMs: 5000 });
  // An end always finds room, but not in front of what was written before it.
  assert.is(thrown(() => writer.unregister({ color: "RED" })).code, "TIMEOUT");
  const end = writer.unregisterAsync({ color: "RED" }, { timeoutMs: 5000 });
  const again = writer.writeAsync(shape(3), { timeoutMs: 5000 });
  assert.is(writer.write(shape(1, "BLUE")), 2);
  pair.heal();
  await runFor(network, 1000);
  assert.equal(await Promise.all([second, end, again]), [3, 4, 5]);
  assert.equal(takeAll(reader), ["RED 1", "RED 2", "RED NOT_ALIVE_DISPOSED", "RED 3", "BLUE 1"]);
});

test("who gives up lets those behind go on", async () => {
  const pair = await openCutOff({ ...KEEP_ALL, resourceLimits: { maxSamplesPerInstance: 1 } });
  const { network, writer } = pair;
  writer.write(shape(1));
  const abort = new AbortController();
  const first = rejection(writer.writeAsync(shape(2), { timeoutMs: 5000, signal: abort.signal }));
  const end = outcome(pair, writer.unregisterAsync({ color: "RED" }, { timeoutMs: 5000 }));
  await runFor(network, 10);
  assert.is(end.result, undefined);
  abort.abort(new Error("enough"));
  assert.is((await first).message, "enough");
  await runFor(network, 1);
  assert.is(end.result, 2, "an end needs no room, only its turn");
});

test('maxInstances: OUT_OF_RESOURCES at once while all are registered, "waiting has no chance of freeing" one', async () => {
  const { writer } = await openPair({ writer: { ...KEEP_ALL, resourceLimits: { maxInstances: 2 } } });
  writer.write(shape(1));
  const blue = writer.registerInstance({ color: "BLUE" });
  for (const call of [
    () => writer.write(shape(1, "GREEN")),
    () => writer.dispose({ color: "GREEN" }),
    () => writer.registerInstance({ color: "GREEN" }),
  ]) {
    const error = thrown(call);
    assert.is(error.code, "OUT_OF_RESOURCES");
    assert.is(
      error.message,
      "2 instances of Square (maxInstances) are registered: unregister one or raise resourceLimits",
    );
  }
  assert.is((await rejection(writer.writeAsync(shape(1, "GREEN"), { timeoutMs: 1e6 }))).code, "OUT_OF_RESOURCES");
  assert.is(writer.lookupInstance({ color: "GREEN" }), 0);
  writer.write(shape(2, "BLUE"), { handle: blue });
  writer.dispose({ color: "BLUE" });
  assert.is(thrown(() => writer.write(shape(1, "GREEN"))).code, "OUT_OF_RESOURCES", "disposed is still registered");
});

test("maxInstances: an unregistered one is free when its end is acknowledged; until then a new one waits", async () => {
  const pair = await openCutOff({ ...KEEP_ALL, resourceLimits: { maxInstances: 1 } });
  const { network, reader, writer } = pair;
  writer.write(shape(1));
  writer.unregister({ color: "RED" });
  const error = thrown(() => writer.registerInstance({ color: "BLUE" }));
  assert.is(error.code, "TIMEOUT");
  assert.match(
    error.message,
    /^all 1 instances of Square \(maxInstances\) are in use until readers acknowledge the end/,
  );
  const waiting = [1, 2].map((x) => writer.writeAsync(shape(x, "BLUE"), { timeoutMs: 5000 }));
  const other = outcome(pair, writer.writeAsync(shape(1, "GREEN"), { timeoutMs: 5000 }));
  await runFor(network, 300);
  pair.heal();
  await runFor(network, 1500);
  assert.equal(await Promise.all(waiting), [3, 4]);
  assert.equal(takeAll(reader), ["RED 1", "RED NOT_ALIVE_DISPOSED", "BLUE 1", "BLUE 2"]);
  assert.is(other.result, "OUT_OF_RESOURCES", "what it waited for is taken");
});

test("maxInstances: no reader, no wait", async () => {
  for (const durability of ["volatile", "transientLocal", "transient"] as const) {
    const { writer, reader, network } = await openPair({
      writer: {
        ...KEEP_ALL,
        durability,
        resourceLimits: { maxInstances: 1 },
        writerDataLifecycle: { autodisposeUnregisteredInstances: false },
      },
    });
    await reader.close();
    await runFor(network, 50);
    for (let x = 0; x < 10; x++) {
      writer.write(shape(x, `C${x}`));
      writer.unregister({ color: `C${x}` });
    }
    assert.is(writer.write(shape(0)), 21, durability);
  }
});

test("KEEP_LAST TRANSIENT_LOCAL: OUT_OF_RESOURCES when every sample is the only one of its instance", async () => {
  const resourceLimits = { maxSamples: 2 };
  const { network, writer } = await openPair({
    writer: { reliability: "reliable", history: { keepLast: 1 }, durability: "transientLocal", resourceLimits },
  });
  writer.write(shape(1, "RED"));
  writer.write(shape(1, "BLUE"));
  await runFor(network, 100);
  const error = thrown(() => writer.write(shape(1, "GREEN")));
  assert.is(error.code, "OUT_OF_RESOURCES");
  assert.match(
    error.message,
    /^the 2 samples of Square \(maxSamples\) are the only ones of their instances: unregister/,
  );
  assert.is(writer.write(shape(2, "RED")), 3);
  writer.unregister({ color: "RED" });
  await runFor(network, 100);
  assert.is(writer.write(shape(1, "GREEN")), 5);
});

test('BEST_EFFORT neither waits nor fails: "the old values will be discarded"', async () => {
  const { network, a, reader, writer } = await openPair({
    writer: { reliability: "bestEffort", history: "keepAll", resourceLimits: { maxSamples: 2 } },
    reader: { reliability: "bestEffort" },
  });
  for (let x = 0; x < 100; x++) assert.is(writer.write(shape(x)), x + 1);
  assert.ok(a.sim.engine.writer(writer.guid.entityId).writer.history.size <= 2);
  await runFor(network, 50);
  assert.equal(takeAll(reader).slice(-2), ["RED 98", "RED 99"]);
});

test("a value that is not of the type registers nothing", async () => {
  const { writer } = await openPair({ writer: { resourceLimits: { maxInstances: 1 } } });
  assert.throws(() => writer.write({ color: "RED", x: "one", y: 0, shapesize: 0 } as unknown as Shape));
  assert.is(writer.lookupInstance({ color: "RED" }), 0);
  assert.is(writer.write(shape(1, "BLUE")), 1);
});

test.run();
