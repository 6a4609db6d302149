import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  closeAll,
  Heard,
  IN_TIME,
  openPair,
  rejection,
  SHAPE,
  type Shape,
  shape,
  takeSome,
  thrown,
} from "./support.js";

const test = suite("history and back-pressure");
test.after.each(closeAll);

const KEEP_ALL = { reliability: "reliable", history: "keepAll" } as const;

test("KEEP_LAST keeps the newest samples of each instance", async () => {
  const [a, b] = await openPair();
  const qos = { reliability: "reliable", history: { keepLast: 2 } } as const;
  const reader = b.createReader(b.createTopic<Shape>("Square", SHAPE), { qos });
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  await writer.ready(1, IN_TIME);
  for (let x = 0; x < 10; x++) writer.write(shape(x, x % 2 === 0 ? "RED" : "BLUE"));
  writer.write(shape(100, "GREEN"));
  await writer.waitForAcknowledgments(IN_TIME);
  const kept = reader.take().map(({ data }) => `${data!.color} ${data!.x}`);
  assert.equal(kept, ["RED 6", "RED 8", "BLUE 7", "BLUE 9", "GREEN 100"]);
});

test("KEEP_LAST 1 is the default", async () => {
  const [a, b] = await openPair();
  const reader = b.createReader(b.createTopic<Shape>("Square", SHAPE), { qos: { reliability: "reliable" } });
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  await writer.ready(1, IN_TIME);
  for (let x = 0; x < 10; x++) writer.write(shape(x));
  await writer.waitForAcknowledgments(IN_TIME);
  assert.equal(
    reader.take().map(({ data }) => data!.x),
    [9],
  );
});

/** A writer whose history takes `maxSamples`, and a reader that holds 4 and takes nothing of its own accord. */
async function openBlocked(maxSamples: number) {
  const [a, b] = await openPair({}, { tuning: { limits: { maxUntakenChanges: 4, maxOutOfOrderChanges: 4 } } });
  const reader = b.createReader(b.createTopic<Shape>("Square", SHAPE), {
    qos: { ...KEEP_ALL, resourceLimits: { maxSamples: 4 } },
  });
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), {
    qos: { ...KEEP_ALL, resourceLimits: { maxSamples } },
  });
  await writer.ready(1, IN_TIME);
  return { reader, writer, a, b };
}

/** Writes until the history is full; what the reader takes in meanwhile makes room once or twice. */
async function fill(write: (x: number) => Promise<number>, first = 0): Promise<number> {
  for (let x = first; ; x++) {
    const error = await write(x).then(
      () => undefined,
      (reason: Error & { code?: string }) => reason,
    );
    if (error === undefined) continue;
    assert.is(error.code, "TIMEOUT");
    return x;
  }
}

test("write throws TIMEOUT when the reader does not take, and what is held is bounded", async () => {
  const { reader, writer } = await openBlocked(16);
  const written = await fill((x) => writer.writeAsync(shape(x), { timeoutMs: 150 }));
  // 16 in the writer's history; at the reader 4 in the cache, 4 to be taken and 4 that wait behind them.
  assert.ok(written >= 16 && written <= 28, `${written} written`);
  const error = thrown(() => writer.write(shape(0)));
  assert.is(error.code, "TIMEOUT");
  assert.match(error.message, /^the history of Square is full and no room came in time: raise resourceLimits or /);
  assert.is(thrown(() => writer.dispose({ color: "RED" })).code, "TIMEOUT");
  const samples = await takeSome(reader, written);
  assert.equal(
    samples.map(({ data }) => data!.x),
    Array.from({ length: written }, (_, x) => x),
  );
});

test("writeAsync waits for room, and writes that wait leave in order", async () => {
  const { reader, writer } = await openBlocked(8);
  const written = await fill((x) => writer.writeAsync(shape(x), { timeoutMs: 150 }));
  const waiting = Array.from({ length: 20 }, (_, i) => writer.writeAsync(shape(written + i), IN_TIME));
  const disposed = writer.disposeAsync({ color: "RED" }, IN_TIME);
  const samples = await takeSome(reader, written + 21);
  assert.equal(
    (await Promise.all(waiting)).map((sn) => sn - written),
    Array.from({ length: 20 }, (_, i) => i + 1),
  );
  assert.is(await disposed, written + 21);
  assert.equal(
    samples.slice(0, -1).map(({ data }) => data!.x),
    Array.from({ length: written + 20 }, (_, x) => x),
  );
  assert.is(samples.at(-1)!.info.instanceState, "NOT_ALIVE_DISPOSED");
});

test("a waiting write ends with its signal, its time-out, or the writer", async () => {
  const { writer } = await openBlocked(4);
  await fill((x) => writer.writeAsync(shape(x), { timeoutMs: 150 }));
  const abort = new AbortController();
  const aborted = rejection(writer.writeAsync(shape(1), { signal: abort.signal, timeoutMs: Infinity }));
  const reason = new Error("enough");
  abort.abort(reason);
  assert.is(await aborted, reason);
  assert.is((await rejection(writer.writeAsync(shape(1), { timeoutMs: 1 }))).code, "TIMEOUT");
  const closed = rejection(writer.writeAsync(shape(1), { timeoutMs: Infinity }));
  await writer.close({ lingerMs: 0 });
  assert.is((await closed).code, "ALREADY_DELETED");
});

test("maxBlockingTime of the QoS is how long writeAsync waits", async () => {
  const [a, b] = await openPair({}, { tuning: { limits: { maxUntakenChanges: 1, maxOutOfOrderChanges: 1 } } });
  b.createReader(b.createTopic<Shape>("Square", SHAPE), { qos: { ...KEEP_ALL, resourceLimits: { maxSamples: 1 } } });
  const reliability = { kind: "reliable", maxBlockingTime: "200ms" } as const;
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), {
    qos: { history: "keepAll", reliability, resourceLimits: { maxSamples: 1 } },
  });
  await writer.ready(1, IN_TIME);
  const startedAt = performance.now();
  await fill((x) => writer.writeAsync(shape(x)));
  assert.ok(performance.now() - startedAt >= 199);
});

test("one slow instance does not block the others when only samples per instance are limited", async () => {
  const [a, b] = await openPair({}, { tuning: { limits: { maxUntakenChanges: 2, maxOutOfOrderChanges: 2 } } });
  b.createReader(b.createTopic<Shape>("Square", SHAPE), { qos: { ...KEEP_ALL, resourceLimits: { maxSamples: 2 } } });
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), {
    qos: { ...KEEP_ALL, resourceLimits: { maxSamplesPerInstance: 2 } },
  });
  await writer.ready(1, IN_TIME);
  await fill((x) => writer.writeAsync(shape(x, "RED"), { timeoutMs: 100 }));
  const red = rejection(writer.writeAsync(shape(0, "RED"), { timeoutMs: 50 }));
  assert.ok(writer.write(shape(1, "BLUE")) > 0);
  assert.is((await red).code, "TIMEOUT");
});

for (const keepLast of [1, 3]) {
  test(`a late joiner gets the last ${keepLast} of a TRANSIENT_LOCAL writer`, async () => {
    const [a, b] = await openPair();
    const qos = { reliability: "reliable", durability: "transientLocal", history: { keepLast } } as const;
    const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos });
    for (let x = 0; x < 10; x++) writer.write(shape(x));
    writer.write(shape(50, "BLUE"));
    const late = b.createReader(b.createTopic<Shape>("Square", SHAPE), { qos });
    const samples = await takeSome(late, keepLast + 1);
    assert.equal(
      samples.map(({ data }) => data!.x),
      [...Array.from({ length: keepLast }, (_, i) => 10 - keepLast + i), 50],
    );
    const first = new Heard("a volatile reader is matched");
    const volatile = b.createReader(b.createTopic<Shape>("Square", SHAPE), {
      qos: KEEP_ALL,
      listener: { onSubscriptionMatched: () => first.resolve() },
    });
    await first.promise;
    await writer.ready(2, IN_TIME);
    writer.write(shape(60));
    assert.is((await takeSome(volatile, 1))[0]!.data!.x, 60);
  });
}

test.run();
