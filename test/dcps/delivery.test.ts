import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Sample } from "../../src/index.js";
import {
  closeAll,
  Heard,
  IN_TIME,
  openOne,
  openPair,
  rejection,
  SHAPE,
  type Shape,
  shape,
  takeSome,
} from "./support.js";

const test = suite("delivery");
test.after.each(closeAll);

const KEEP_ALL = { reliability: "reliable", history: "keepAll" } as const;

for (const reliability of ["reliable", "bestEffort"] as const) {
  test(`the first sample after ready() is never lost: ${reliability}`, async () => {
    const [a, b] = await openPair();
    for (let round = 0; round < 25; round++) {
      const name = `Square${round}`;
      const reader = b.createReader(b.createTopic<Shape>(name, SHAPE), { qos: { reliability } });
      const writer = a.createWriter(a.createTopic<Shape>(name, SHAPE), { qos: { reliability } });
      await writer.ready(1, IN_TIME);
      writer.write(shape(round));
      const [sample] = await takeSome(reader, 1);
      assert.equal(sample!.data, shape(round));
      await Promise.all([writer.close(), reader.close()]);
    }
  });

  test(`ready() of a writer in a participant that is new: ${reliability}`, async () => {
    const a = await openOne();
    const reader = a.createReader(a.createTopic<Shape>("Square", SHAPE), { qos: { reliability, history: "keepAll" } });
    const peers = [`127.0.0.1:${a.transport.metatrafficUnicastPort}`];
    for (let round = 0; round < 5; round++) {
      const b = await openOne({ peers });
      const writer = b.createWriter(b.createTopic<Shape>("Square", SHAPE), { qos: { reliability } });
      await writer.ready(1, IN_TIME);
      writer.write(shape(round));
      const samples = (await takeSome(reader, 1)).filter((sample) => sample.info.validData);
      assert.is(samples[0]!.data!.x, round);
      await b.close();
      // A writer that is closed disposes what it has registered.
      assert.is((await takeSome(reader, 1))[0]!.info.instanceState, "NOT_ALIVE_DISPOSED");
    }
  });
}

test("ready(n) waits for n readers, and says how many there are", async () => {
  const [a, b] = await openPair();
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE));
  b.createReader(b.createTopic<Shape>("Square", SHAPE));
  await writer.ready(1, IN_TIME);
  const error = await rejection(writer.ready(2, { timeoutMs: 20 }));
  assert.is(error.code, "TIMEOUT");
  assert.is(error.message, "1 of 2 readers of Square became ready in time");
  const second = writer.ready(2, IN_TIME);
  const late = b.createReader(b.createTopic<Shape>("Square", SHAPE));
  await second;
  assert.ok(writer.matchedSubscriptions.some((guid) => guid.equals(late.guid)));
  await late.close();
});

test("for await gives every sample in order, and break leaves the reader usable", async () => {
  const [a, b] = await openPair();
  const reader = b.createReader(b.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  await writer.ready(1, IN_TIME);
  for (let x = 0; x < 500; x++) writer.write(shape(x));
  const seen: number[] = [];
  for await (const { data } of reader) if (seen.push(data!.x) === 300) break;
  for await (const { data } of reader.samples()) if (seen.push(data!.x) === 500) break;
  assert.equal(
    seen,
    Array.from({ length: 500 }, (_, x) => x),
  );
});

test("take(max) leaves the rest", async () => {
  const [a, b] = await openPair();
  const reader = b.createReader(b.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  await writer.ready(1, IN_TIME);
  for (let x = 0; x < 10; x++) writer.write(shape(x));
  await writer.waitForAcknowledgments(IN_TIME);
  assert.equal(reader.take(0), []);
  assert.equal(xs(reader.take(3)), [0, 1, 2]);
  assert.equal(xs(reader.take()), [3, 4, 5, 6, 7, 8, 9]);
  assert.equal(reader.take(), []);
});

test("onDataAvailable that takes gets every sample, more than the cache holds too", async () => {
  const [a, b] = await openPair();
  const all = new Heard("100 samples");
  const seen: number[] = [];
  b.createReader(b.createTopic<Shape>("Square", SHAPE), {
    qos: { ...KEEP_ALL, resourceLimits: { maxSamples: 4 } },
    listener: {
      onDataAvailable: (reader) => {
        seen.push(...xs(reader.take()));
        if (seen.length === 100) all.resolve();
      },
    },
  });
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  await writer.ready(1, IN_TIME);
  for (let x = 0; x < 100; x++) writer.write(shape(x));
  await all.promise;
  assert.equal(
    seen,
    Array.from({ length: 100 }, (_, x) => x),
  );
});

test("onSample gets every sample in order, also when it asks the reader for more", async () => {
  const [a, b] = await openPair();
  const all = new Heard("200 samples");
  const seen: number[] = [];
  const reader = b.createReader(b.createTopic<Shape>("Square", SHAPE), {
    qos: KEEP_ALL,
    listener: {
      onSample: ({ data }, self) => {
        seen.push(data!.x);
        assert.equal(self.take(), []);
        if (seen.length === 200) all.resolve();
      },
    },
  });
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  await writer.ready(1, IN_TIME);
  for (let x = 0; x < 200; x++) writer.write(shape(x));
  await all.promise;
  assert.equal(
    seen,
    Array.from({ length: 200 }, (_, x) => x),
  );
  assert.equal(reader.take(), []);
});

test("a reader that its own listener closes gets nothing more", async () => {
  const [a, b] = await openPair();
  const closed = new Heard("the reader is closed");
  let calls = 0;
  b.createReader(b.createTopic<Shape>("Square", SHAPE), {
    qos: KEEP_ALL,
    listener: {
      onSample: (_, reader) => {
        calls++;
        void reader.close().then(() => closed.resolve());
      },
    },
  });
  const gone = new Heard("the writer lost its reader");
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), {
    qos: KEEP_ALL,
    listener: { onPublicationMatched: (status) => status.currentCountChange === -1 && gone.resolve() },
  });
  await writer.ready(1, IN_TIME);
  for (let x = 0; x < 20; x++) writer.write(shape(x));
  await closed.promise;
  await gone.promise;
  assert.is(calls, 1);
});

test("signals end each wait with their reason", async () => {
  const participant = await openOne();
  const topic = participant.createTopic<Shape>("Square", SHAPE);
  const reader = participant.createReader(topic);
  const writer = participant.createWriter(participant.createTopic<Shape>("Circle", SHAPE));
  const abort = new AbortController();
  const { signal } = abort;
  const waits = [
    writer.ready(1, { signal }),
    reader.waitForData({ signal }),
    reader.waitForPublications(2, { signal }),
  ].map(rejection);
  const loop = (async () => {
    for await (const _ of reader.samples({ signal })) assert.unreachable("there is no sample");
    return "ended";
  })();
  const reason = new Error("enough");
  abort.abort(reason);
  for (const error of await Promise.all(waits)) assert.is(error, reason);
  assert.is(await loop, "ended");
  assert.is(await rejection(writer.ready(1, { signal })), reason);
  assert.is(await rejection(writer.writeAsync(shape(1), { signal })), reason);
  for await (const _ of reader.samples({ signal })) assert.unreachable("the signal has aborted");
});

test("waiting for data that does not come ends with TIMEOUT", async () => {
  const participant = await openOne();
  const reader = participant.createReader(participant.createTopic<Shape>("Square", SHAPE));
  const error = await rejection(reader.waitForData({ timeoutMs: 5 }));
  assert.is(error.code, "TIMEOUT");
  assert.is(error.message, "no sample of Square came in time");
  assert.is((await rejection(reader.waitForPublications(1, { timeoutMs: 5 }))).code, "TIMEOUT");
});

test("SampleInfo says when, who and which", async () => {
  const [a, b] = await openPair();
  const reader = b.createReader(b.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  await writer.ready(1, IN_TIME);
  const before = Date.now();
  assert.is(writer.write(shape(1)), 1);
  assert.is(writer.write(shape(2), { sourceTimestampMs: 1_500_000_000_123.25 }), 2);
  assert.is(writer.write(shape(3, "BLUE")), 3);
  const [one, two, three] = (await takeSome(reader, 3)).map((sample) => sample.info);
  assert.ok(one!.writerGuid.equals(writer.guid));
  assert.equal(
    [one, two, three].map((info) => info!.sequenceNumber),
    [1, 2, 3],
  );
  assert.ok(Math.abs(one!.sourceTimestampMs! - before) < 5000);
  assert.ok(one!.receptionTimestampMs >= one!.sourceTimestampMs! - 1);
  assert.ok(Math.abs(two!.sourceTimestampMs! - 1_500_000_000_123.25) < 0.001);
  assert.is(one!.instanceHandle, two!.instanceHandle);
  assert.is.not(one!.instanceHandle, three!.instanceHandle);
  assert.ok(one!.validData);
  assert.is(one!.instanceState, "ALIVE");
  for (const bad of [Number.NaN, -1, Infinity, 5e12]) {
    const error = await rejection(writer.writeAsync(shape(4), { sourceTimestampMs: bad }));
    assert.is(error.code, "BAD_PARAMETER");
  }
});

function xs(samples: readonly Sample<Shape>[]): number[] {
  return samples.map((sample) => sample.data!.x);
}

test.run();
