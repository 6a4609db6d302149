import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  addressOf,
  closeAll,
  Heard,
  IN_TIME,
  openOne,
  openPair,
  SHAPE,
  type Shape,
  shape,
  takeSome,
} from "./support.js";

const test = suite("who meets whom");
test.after.each(closeAll);

const KEEP_ALL = { reliability: "reliable", history: "keepAll" } as const;

test("two readers of one participant each get every sample", async () => {
  const [a, b] = await openPair();
  const topic = b.createTopic<Shape>("Square", SHAPE);
  const readers = [b.createReader(topic, { qos: KEEP_ALL }), b.createReader(topic, { qos: KEEP_ALL })];
  const bestEffort = b.createReader(topic, { qos: { reliability: "bestEffort", history: "keepAll" } });
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  await writer.ready(3, IN_TIME);
  for (let x = 0; x < 50; x++) writer.write(shape(x));
  for (const reader of [...readers, bestEffort]) {
    const samples = await takeSome(reader, 50);
    assert.equal(
      samples.map(({ data }) => data!.x),
      Array.from({ length: 50 }, (_, x) => x),
    );
  }
});

test("a writer and a reader of one participant match and exchange samples", async () => {
  const participant = await openOne();
  const topic = participant.createTopic<Shape>("Square", SHAPE);
  for (const reliability of ["reliable", "bestEffort"] as const) {
    const reader = participant.createReader(topic, { qos: { reliability, history: "keepAll" } });
    const writer = participant.createWriter(topic, { qos: { reliability } });
    await writer.ready(1, IN_TIME);
    writer.write(shape(5));
    assert.is((await takeSome(reader, 1))[0]!.data!.x, 5);
    await writer.close();
    await reader.close();
  }
  assert.equal(participant.participants, []);
});

test("samples of two writers are each in order", async () => {
  const [a, b] = await openPair();
  const reader = b.createReader(b.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  const writers = [a, b].map((one) => one.createWriter(one.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL }));
  await Promise.all(writers.map((writer) => writer.ready(1, IN_TIME)));
  for (let x = 0; x < 50; x++) for (const writer of writers) writer.write(shape(x));
  const samples = await takeSome(reader, 100);
  for (const writer of writers) {
    const own = samples.filter(({ info }) => info.writerGuid.equals(writer.guid));
    assert.equal(
      own.map(({ data }) => data!.x),
      Array.from({ length: 50 }, (_, x) => x),
    );
  }
});

test("three participants in one process, a writer fans out", async () => {
  const a = await openOne({ name: "hub" });
  const others = [await openOne({ peers: [addressOf(a)] }), await openOne({ peers: [addressOf(a)] })];
  const readers = others.map((one) => one.createReader(one.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL }));
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  await writer.ready(2, IN_TIME);
  writer.write(shape(1));
  for (const reader of readers) assert.is((await takeSome(reader, 1))[0]!.data!.x, 1);
  assert.is(a.participants.length, 2);
});

test("another domain tag is another world", async () => {
  const found: string[] = [];
  const same = new Heard("the participant with the same tag");
  const a = await openOne({
    domainTag: "lab",
    listener: {
      onParticipantDiscovered: (info) => {
        found.push(info.entityName);
        same.resolve();
      },
    },
  });
  await openOne({ peers: [addressOf(a)], name: "untagged" });
  await openOne({ peers: [addressOf(a)], name: "tagged", domainTag: "lab" });
  await same.promise;
  assert.equal(found, ["tagged"]);
});

test("an ignored participant is forgotten", async () => {
  const lost = new Heard<string>("the participant is lost");
  const found = new Heard("the participant is found");
  const a = await openOne({
    listener: {
      onParticipantDiscovered: () => found.resolve(),
      onParticipantLost: (_, reason) => lost.resolve(reason),
    },
  });
  const b = await openOne({ peers: [addressOf(a)] });
  await found.promise;
  a.ignoreParticipant(b.guid);
  assert.is(await lost.promise, "ignored");
  assert.equal(a.participants, []);
});

test("endpoints and participants can be listed with their QoS", async () => {
  const seen = new Heard("the writer is discovered");
  const [a, b] = await openPair({ listener: { onEndpointDiscovered: () => seen.resolve() } }, { name: "lister" });
  b.createWriter(b.createTopic<Shape>("Square", SHAPE), { qos: { deadline: "100ms", partition: ["P"] } });
  await seen.promise;
  const [endpoint] = a.endpoints;
  assert.is(endpoint!.topicName, "Square");
  assert.is(endpoint!.typeName, "ShapeType");
  assert.is(endpoint!.keyed, true);
  assert.is(endpoint!.qos.deadline.periodMs, 100);
  assert.equal(endpoint!.qos.partition.names, ["P"]);
  const [info] = a.participants;
  assert.is(info!.entityName, "lister");
  assert.is(info!.vendorId, 0x017f);
  assert.ok(info!.guidPrefix.equals(b.guid.prefix));
});

test.run();
