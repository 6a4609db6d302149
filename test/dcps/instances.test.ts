import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileCodec, type DataReader, type Sample } from "../../src/index.js";
import {
  closeAll,
  Heard,
  IN_TIME,
  openPair,
  pipelineOf,
  rejection,
  SHAPE,
  type Shape,
  shape,
  takeSome,
  thrown,
  typeOf,
  writeRaw,
} from "./support.js";

const test = suite("instances");
test.after.each(closeAll);

/** What is taken at once comes instance by instance. */
function inOrderOfWriting<T extends object>(samples: Sample<T>[]): Sample<T>[] {
  return samples.sort((x, y) => x.info.sequenceNumber - y.info.sequenceNumber);
}

const KEEP_ALL = { reliability: "reliable", history: "keepAll" } as const;
const DISPOSED = 1;
const UNREGISTERED = 2;
const NO_PAYLOAD = 0;
const KEY_PAYLOAD = 2;
const EMPTY = new Uint8Array(0);
const codec = compileCodec<Shape>(SHAPE, { representation: "xcdr1" });

async function openShapes(readerQos: object = {}, writerQos: object = {}) {
  const [a, b] = await openPair();
  const topic = b.createTopic<Shape>("Square", SHAPE);
  const reader = b.createReader(topic, { qos: { ...KEEP_ALL, ...readerQos } });
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos: { ...KEEP_ALL, ...writerQos } });
  await writer.ready(1, IN_TIME);
  return { a, b, reader, writer };
}

function told({ data, info }: Sample<Shape>): string {
  const value = info.validData ? ` ${data!.x}` : "";
  return `${data?.color}${value} ${info.receivedInstanceState}`;
}

async function tell(reader: DataReader<Shape>, count: number): Promise<string[]> {
  return (await takeSome(reader, count)).map(told);
}

test("dispose, and alive again", async () => {
  const { reader, writer } = await openShapes();
  writer.write(shape(1));
  writer.dispose({ color: "RED" });
  writer.write(shape(2));
  const samples = await takeSome(reader, 3);
  assert.equal(samples.map(told), ["RED 1 ALIVE", "RED NOT_ALIVE_DISPOSED", "RED 2 ALIVE"]);
  assert.equal(samples[1]!.data, { color: "RED" });
  assert.is(samples[1]!.info.validData, false);
  assert.is(new Set(samples.map((sample) => sample.info.instanceHandle)).size, 1);
});

test("unregister without autodispose leaves an instance without writers", async () => {
  const lifecycle = { writerDataLifecycle: { autodisposeUnregisteredInstances: false } };
  const { reader, writer } = await openShapes({}, lifecycle);
  writer.write(shape(1));
  writer.unregister({ color: "RED" });
  writer.write(shape(2));
  assert.equal(await tell(reader, 3), ["RED 1 ALIVE", "RED NOT_ALIVE_NO_WRITERS", "RED 2 ALIVE"]);
});

test("unregister disposes by default", async () => {
  const { reader, writer } = await openShapes();
  writer.write(shape(1));
  await writer.unregisterAsync({ color: "RED" });
  assert.equal(await tell(reader, 2), ["RED 1 ALIVE", "RED NOT_ALIVE_DISPOSED"]);
});

test("an instance that another writer keeps alive is no news", async () => {
  const lifecycle = { writerDataLifecycle: { autodisposeUnregisteredInstances: false } };
  const { a, reader, writer } = await openShapes({}, lifecycle);
  const second = a.createWriter(writer.topic, { qos: { ...KEEP_ALL, ...lifecycle } });
  await second.ready(1, IN_TIME);
  writer.write(shape(1));
  assert.equal(await tell(reader, 1), ["RED 1 ALIVE"]);
  second.write(shape(2));
  assert.equal(await tell(reader, 1), ["RED 2 ALIVE"]);
  writer.unregister({ color: "RED" });
  writer.write(shape(3, "BLUE"));
  assert.equal(await tell(reader, 1), ["BLUE 3 ALIVE"]);
  second.unregister({ color: "RED" });
  assert.equal(await tell(reader, 1), ["RED NOT_ALIVE_NO_WRITERS"]);
});

test("what a reader never saw is not unregistered, and disposing twice is told once", async () => {
  const lifecycle = { writerDataLifecycle: { autodisposeUnregisteredInstances: false } };
  const { reader, writer } = await openShapes({}, lifecycle);
  writer.registerInstance({ color: "GREEN" });
  writer.unregister({ color: "GREEN" });
  writer.dispose({ color: "RED" });
  writer.dispose({ color: "RED" });
  writer.write(shape(1, "BLUE"));
  assert.equal(await tell(reader, 2), ["RED NOT_ALIVE_DISPOSED", "BLUE 1 ALIVE"]);
});

test("instances of a writer that is gone have no writers, after its last sample", async () => {
  // Full with the four samples: what follows from the writer's end has to wait until there is room.
  const lifecycle = { writerDataLifecycle: { autodisposeUnregisteredInstances: false } };
  const { reader, writer } = await openShapes({ resourceLimits: { maxSamples: 4 } }, lifecycle);
  for (const color of ["RED", "BLUE", "GREEN"]) writer.write(shape(1, color));
  writer.dispose({ color: "GREEN" });
  await writer.waitForAcknowledgments(IN_TIME);
  await writer.close();
  const all = await tell(reader, 6);
  assert.equal(all.slice(0, 4), ["RED 1 ALIVE", "BLUE 1 ALIVE", "GREEN 1 ALIVE", "GREEN NOT_ALIVE_DISPOSED"]);
  assert.equal(all.slice(4).sort(), ["BLUE NOT_ALIVE_NO_WRITERS", "RED NOT_ALIVE_NO_WRITERS"]);
});

test("a participant that closes leaves its instances without writers, if they are not disposed", async () => {
  const heard = new Heard<Sample<Shape>>("no writers");
  const [a, b] = await openPair();
  b.createReader(b.createTopic<Shape>("Square", SHAPE), {
    qos: KEEP_ALL,
    listener: { onSample: (sample) => sample.info.validData || heard.resolve(sample) },
  });
  const writerDataLifecycle = { autodisposeUnregisteredInstances: false };
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos: { ...KEEP_ALL, writerDataLifecycle } });
  await writer.ready(1, IN_TIME);
  writer.write(shape(1));
  await a.close();
  const sample = await heard.promise;
  assert.is(told(sample), "RED NOT_ALIVE_NO_WRITERS");
  assert.ok(sample.info.writerGuid.equals(writer.guid));
  assert.is(sample.info.sourceTimestampMs, undefined);
});

test("a dispose that brings only the hash of the key", async () => {
  const { reader, writer } = await openShapes();
  writer.write(shape(1));
  const keyHash = codec.keyHash({ color: "RED" });
  writeRaw(writer, EMPTY, { kind: DISPOSED, payloadKind: NO_PAYLOAD, keyHash });
  const [, disposed] = await takeSome(reader, 2);
  assert.is(told(disposed!), "RED NOT_ALIVE_DISPOSED");
  // A hash of an instance that was never seen says nothing.
  writeRaw(writer, EMPTY, { kind: DISPOSED, payloadKind: NO_PAYLOAD, keyHash: codec.keyHash({ color: "PINK" }) });
  writeRaw(writer, EMPTY, { kind: UNREGISTERED, payloadKind: NO_PAYLOAD });
  writer.write(shape(2, "BLUE"));
  assert.equal(await tell(reader, 1), ["BLUE 2 ALIVE"]);
});

test("a key hash that a peer made in its own way names the instance it came with", async () => {
  const { reader, writer } = await openShapes();
  const odd = new Uint8Array(16).fill(7);
  writeRaw(writer, codec.serialize(shape(1)), { keyHash: odd });
  writeRaw(writer, EMPTY, { kind: DISPOSED, payloadKind: NO_PAYLOAD, keyHash: odd });
  assert.equal(await tell(reader, 2), ["RED 1 ALIVE", "RED NOT_ALIVE_DISPOSED"]);
});

test("a wrong key hash never mixes two instances up, and cannot fill the memory", async () => {
  const { reader, writer } = await openShapes();
  // Claims the hash of BLUE for RED.
  writeRaw(writer, codec.serialize(shape(1)), { keyHash: codec.keyHash({ color: "BLUE" }) });
  writer.write(shape(2, "BLUE"));
  for (let i = 0; i < 500; i++) {
    const keyHash = new Uint8Array(16);
    new DataView(keyHash.buffer).setUint32(0, i);
    writeRaw(writer, codec.serialize(shape(i)), { keyHash });
  }
  const samples = inOrderOfWriting(await takeSome(reader, 502));
  assert.is(samples[0]!.data!.color, "RED");
  assert.is(samples[1]!.data!.color, "BLUE");
  assert.is.not(samples[0]!.info.instanceHandle, samples[1]!.info.instanceHandle);
  const { instances } = pipelineOf(reader) as unknown as { instances: { keys: { byPeerHash: Map<string, unknown> } } };
  assert.ok(instances.keys.byPeerHash.size <= 16, `${instances.keys.byPeerHash.size} hashes kept`);
});

test("a dispose with the key in the payload and no hash", async () => {
  const { reader, writer } = await openShapes();
  writer.write(shape(1));
  writeRaw(writer, codec.serializeKey({ color: "RED" }), { kind: DISPOSED, payloadKind: KEY_PAYLOAD });
  assert.equal(await tell(reader, 2), ["RED 1 ALIVE", "RED NOT_ALIVE_DISPOSED"]);
});

test("a best-effort reader drops instances beyond its limit, and dead ones give way", async () => {
  const rejected = new Heard<string>("a sample is rejected");
  const [a, b] = await openPair();
  const reader = b.createReader(b.createTopic<Shape>("Square", SHAPE), {
    qos: { history: "keepAll", resourceLimits: { maxInstances: 2 } },
    listener: { onSampleRejected: (status) => rejected.resolve(status.lastReason) },
  });
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  await writer.ready(1, IN_TIME);
  for (const [x, color] of ["RED", "BLUE", "GREEN"].entries()) writer.write(shape(x, color));
  assert.is(await rejected.promise, "REJECTED_BY_INSTANCES_LIMIT");
  assert.equal(await tell(reader, 2), ["RED 0 ALIVE", "BLUE 1 ALIVE"]);
  assert.is(reader.sampleRejectedStatus.totalCount, 1);
  assert.is(b.counters.dropped.limitInstances, 1);
  for (let x = 10; x < 300; x++) {
    writer.unregister({ color: x === 10 ? "BLUE" : `C${x - 1}` });
    await takeSome(reader, 1);
    writer.write(shape(x, `C${x}`));
    assert.equal(await tell(reader, 1), [`C${x} ${x} ALIVE`]);
  }
  assert.is(reader.sampleRejectedStatus.totalCount, 1);
});

test("a writer forgets the instances it has unregistered", async () => {
  const { reader, writer } = await openShapes({ history: { keepLast: 1 } });
  for (let x = 0; x < 2000; x++) {
    writer.write(shape(x, `C${x}`));
    writer.unregister({ color: `C${x}` });
  }
  await writer.waitForAcknowledgments(IN_TIME);
  const { path } = writer as unknown as {
    path: { instances: { keys: { size: number; byMember: Map<string, object> } } };
  };
  assert.is(path.instances.keys.size, 0);
  assert.is(path.instances.keys.byMember.size, 0);
  assert.is(reader.take().filter(({ info }) => info.validData).length, 2000);
});

test("keys of several members, nested ones too", async () => {
  const type = typeOf("struct Id { long long a; @key short b; }; struct T { @key Id id; @key string s; long v; };");
  const [a, b] = await openPair();
  const reader = b.createReader(b.createTopic("T", type), { qos: KEEP_ALL });
  const writer = a.createWriter(a.createTopic("T", type), { qos: KEEP_ALL });
  await writer.ready(1, IN_TIME);
  for (const [v, nr] of [1, 2, 1, 2].entries()) writer.write({ id: { a: 5n, b: nr }, s: "x", v });
  writer.dispose({ id: { a: 5n, b: 2 }, s: "x" });
  const samples = inOrderOfWriting(await takeSome(reader, 5));
  assert.equal(
    samples.map((sample) => sample.info.instanceHandle),
    [1, 2, 1, 2, 2],
  );
  assert.is(samples[4]!.info.instanceState, "NOT_ALIVE_DISPOSED");
  assert.is((samples[4]!.data as { s: string }).s, "x");
});

test("topics without key have no instances to dispose", async () => {
  const type = typeOf("struct N { long v; };");
  const [a] = await openPair();
  const writer = a.createWriter(a.createTopic("N", type));
  for (const verb of ["dispose", "unregister"] as const) {
    const error = thrown(() => writer[verb]({}));
    assert.is(error.code, "PRECONDITION_NOT_MET");
    assert.is(error.message, `cannot ${verb}: the type of topic N has no key`);
    assert.is((await rejection(writer[`${verb}Async`]({}))).code, "PRECONDITION_NOT_MET");
  }
});

test.run();
