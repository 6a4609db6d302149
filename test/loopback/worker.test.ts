// runner: alone
// Participants in worker threads: the protocol goes on while this thread stands still, and nothing is lost between the
// threads. Threads load compiled files alone: run it as `npm test -- loopback/worker`, not with tsx.

import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { int32, octet, sequence, string, struct, WorkerParticipant, type WorkerSample } from "../../src/index.js";
import type { AcknowledgedWriterData } from "../support/acknowledgedWriter.js";

const test = suite("participants in workers");

const LONG = { timeoutMs: 20_000 };
const BUSY = struct("Busy", { n: int32 });
const RELIABLE = { reliability: "reliable", history: "keepAll" } as const;
const optionsOf = (name: string) => ({ interfaces: ["127.0.0.1"], domainTag: `worker-${name}-${process.pid}` });

test("samples are acknowledged while the main thread stands still, and come once and in order afterwards", async () => {
  const count = 100;
  const options = optionsOf("busy");
  const participant = await WorkerParticipant.create(options);
  const seen: number[] = [];
  const allSeen = new Promise<void>((resolve) => {
    const onSample = ({ data, info }: WorkerSample<{ n: number }>) => {
      // The writer goes in the end, which is told too.
      if (info.validData) seen.push(data!.n);
      if (seen.length === count) resolve();
    };
    void participant.createReader(participant.createTopic("Busy", BUSY), { qos: RELIABLE, listener: { onSample } });
  });

  const acknowledged = new SharedArrayBuffer(4);
  const workerData: AcknowledgedWriterData = { domainTag: options.domainTag, count, acknowledged };
  const remote = new Worker(new URL("../support/acknowledgedWriter.js", import.meta.url), { workerData });
  await once(remote, "message");
  remote.postMessage("write");
  // This thread does nothing but wait here: no event of it can help.
  const view = new Int32Array(acknowledged);
  for (let done = 0; done < count; ) {
    assert.not.equal(Atomics.wait(view, 0, done, 10_000), "timed-out", `only ${done} were acknowledged`);
    done = Atomics.load(view, 0);
  }
  assert.is(seen.length, 0);
  await allSeen;
  assert.equal(
    seen,
    Array.from({ length: count }, (_, n) => n),
  );
  await once(remote, "exit");
  await participant.close();
});

test("rings that are far too small make the writer wait; nothing is lost", async () => {
  const type = struct("Large", { n: int32, bytes: sequence(octet) });
  const a = await WorkerParticipant.create(optionsOf("small"));
  const b = await WorkerParticipant.create(optionsOf("small"));
  const qos = { ...RELIABLE, resourceLimits: { maxSamples: 8 } };
  const reader = await b.createReader(b.createTopic("Large", type), { qos, ringBytes: 4096 });
  const writer = await a.createWriter(a.createTopic("Large", type), { qos, ringBytes: 4096 });
  await writer.ready(1, LONG);
  const lengthOf = (n: number) => (n * 37) % 2000;
  const count = 200;
  // Nobody reads yet: in the end even the ring of the writer is full.
  let written = 0;
  const fill = () => {
    for (; written < count; written++) writer.write({ n: written, bytes: new Uint8Array(lengthOf(written)) });
  };
  assert.throws(fill, /^the ring of Large is full/);
  const writing = (async () => {
    for (; written < count; written++)
      await writer.writeAsync({ n: written, bytes: new Uint8Array(lengthOf(written)) }, LONG);
    await writer.waitForAcknowledgments(LONG);
  })();
  let n = 0;
  for await (const { data, info } of reader) {
    assert.is(data!.n, n);
    assert.is(data!.bytes.length, lengthOf(n));
    assert.is(info.sequenceNumber, n + 1);
    if (++n === count) break;
  }
  await writing;
  assert.is(reader.lostCount, 0);
  assert.throws(() => writer.write({ n: 0, bytes: new Uint8Array(5000) }), /make the writer with larger ringBytes/);
  await Promise.all([a.close(), b.close()]);
});

test("instances come through: values, the end of one, and who wrote it", async () => {
  const type = struct("Keyed", { color: { type: string(16), key: true }, x: int32 });
  const participant = await WorkerParticipant.create(optionsOf("keyed"));
  const topic = participant.createTopic("Keyed", type);
  const reader = await participant.createReader(topic, { qos: RELIABLE });
  const writer = await participant.createWriter(topic, { qos: RELIABLE });
  await writer.ready(1, LONG);
  writer.write({ color: "RED", x: 1 });
  writer.write({ color: "BLUE", x: 2 });
  writer.dispose({ color: "RED" });
  const seen: unknown[] = [];
  for await (const { data, info } of reader) {
    assert.is(info.writerGuid.prefix.toString(), participant.guid.prefix.toString());
    seen.push([data, info.validData, info.receivedInstanceState, info.instanceHandle]);
    if (seen.length === 3) break;
  }
  assert.equal(seen, [
    [{ color: "RED", x: 1 }, true, "ALIVE", 1],
    [{ color: "BLUE", x: 2 }, true, "ALIVE", 2],
    [{ color: "RED" }, false, "NOT_ALIVE_DISPOSED", 1],
  ]);
  await participant.close();
  assert.throws(() => writer.write({ color: "RED", x: 3 }), /closed/);
});

test("what the worker cannot do rejects with its message", async () => {
  const wrong = WorkerParticipant.create({ interfaces: ["no-such-interface"] });
  await wrong.then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /no-such-interface/),
  );
});

test("when the worker is gone, what waits is rejected, endpoints throw, and the listener hears it once", async () => {
  const errors: Error[] = [];
  const listener = { onError: (error: Error) => errors.push(error) };
  const participant = await WorkerParticipant.create({ ...optionsOf("gone"), listener });
  const writer = await participant.createWriter(participant.createTopic("Busy", BUSY), { qos: RELIABLE });
  const reader = await participant.createReader(participant.createTopic("Other", BUSY), { qos: RELIABLE });
  const waiting = [writer.ready(5, LONG), reader.waitForPublications(5, LONG), reader[Symbol.asyncIterator]().next()];
  // As after a crash: nobody asked the participant to close.
  await participant["link"]["worker"].terminate();
  for (const { status, reason } of (await Promise.allSettled(waiting)) as PromiseRejectedResult[]) {
    assert.is(status, "rejected");
    assert.is(reason.code, "ALREADY_DELETED");
    assert.match(reason.message, /^the worker of this participant is gone: it ended with exit code/);
  }
  assert.throws(() => writer.write({ n: 1 }), /is gone/);
  assert.is(errors.length, 1);
  await participant.close();
  assert.is(errors.length, 1);
});

test("no listener is called once the participant begins to close, and loops over its readers end", async () => {
  const a = await WorkerParticipant.create(optionsOf("closing"));
  const b = await WorkerParticipant.create(optionsOf("closing"));
  let heard = 0;
  let closing: Promise<void> | undefined;
  const onSample = () => {
    if (++heard === 5) closing = b.close();
  };
  await b.createReader(b.createTopic("Busy", BUSY), { qos: RELIABLE, listener: { onSample } });
  const idle = await b.createReader(b.createTopic("Idle", BUSY), { qos: RELIABLE });
  const looped = (async () => {
    for await (const sample of idle) assert.unreachable(JSON.stringify(sample));
  })();
  const writer = await a.createWriter(a.createTopic("Busy", BUSY), { qos: RELIABLE });
  await writer.ready(1, LONG);
  for (let n = 0; n < 1000; n++) writer.write({ n });
  await looped;
  await closing;
  assert.is(heard, 5);
  await a.close();
  assert.throws(() => writer.write({ n: 0 }), /closed/);
});

test("a signal that aborts closes it", async () => {
  const controller = new AbortController();
  const participant = await WorkerParticipant.create({ ...optionsOf("signal"), signal: controller.signal });
  const writer = await participant.createWriter(participant.createTopic("Busy", BUSY));
  controller.abort();
  assert.throws(() => writer.write({ n: 1 }), /closed/);
  await participant.close();
});

test("a received sample that is larger than the ring is told and counted, and those behind it come", async () => {
  const type = struct("Large", { n: int32, bytes: sequence(octet) });
  const errors: Error[] = [];
  let tell: () => void;
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const listener = {
    onError: (error: Error) => {
      errors.push(error);
      tell();
    },
  };
  const participant = await WorkerParticipant.create({ ...optionsOf("large"), listener });
  const topic = participant.createTopic("Large", type);
  const reader = await participant.createReader(topic, { qos: RELIABLE, ringBytes: 4096 });
  const writer = await participant.createWriter(topic, { qos: RELIABLE });
  await writer.ready(1, LONG);
  for (const [n, length] of [10, 9000, 20].entries()) writer.write({ n, bytes: new Uint8Array(length) });
  const seen: number[] = [];
  for await (const { data } of reader) if (seen.push(data!.n) === 2) break;
  assert.equal(seen, [0, 2]);
  // Samples in the ring may be read before the messages of the worker.
  await told;
  await participant.close();
  assert.is(errors.length, 1);
  assert.match(errors[0]!.message, /is larger than the ring: make the reader with larger ringBytes$/);
  assert.is(reader.lostCount, 1);
});

test.run();
