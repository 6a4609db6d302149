// QoS of topics (DDS 1.4 §2.2.2.3.2, §2.2.3.2 TOPIC_DATA) and of participants at run time (§2.2.3.1 USER_DATA).

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SimNetwork } from "../../../src/simulation/SimNetwork.js";
import { runFor, simDcps } from "../../support/simDcps.js";
import { SHAPE, type Shape, thrown } from "../support.js";

const test = suite("QoS of topics and participants");

function open() {
  const network = new SimNetwork({ seed: 1 });
  const a = simDcps(network, { index: 0 });
  const b = simDcps(network, { index: 1 });
  return { network, a, b };
}

const text = (octets: Uint8Array | undefined): string => new TextDecoder().decode(octets);

test("TOPIC_DATA goes with every writer and reader of the topic, also when it changes", async () => {
  const { network, a, b } = open();
  const topic = a.participant.createTopic<Shape>("Square", SHAPE, { qos: { topicData: "sheet 1" } });
  const writer = a.participant.createWriter(topic);
  const reader = a.participant.createReader(topic);
  await runFor(network, 200);
  assert.equal(
    b.participant.endpoints.map(({ qos }) => text(qos.topicData.value)),
    ["sheet 1", "sheet 1"],
  );
  topic.setQos({ topicData: "sheet 2" });
  await runFor(network, 200);
  assert.equal(
    b.participant.endpoints.map(({ qos }) => text(qos.topicData.value)),
    ["sheet 2", "sheet 2"],
  );
  assert.is(text(writer.qos.topicData.value), "sheet 2");
  await reader.close();
  topic.setQos({ topicData: "sheet 3" });
  assert.is(text(reader.qos.topicData.value), "sheet 2", "closed: nothing follows any more");
});

test("TOPIC_DATA that does not fit the announcement of a writer is refused, and nothing changes", () => {
  const { a } = open();
  const topic = a.participant.createTopic<Shape>("Square", SHAPE);
  const small = a.participant.createWriter(topic);
  const big = a.participant.createWriter(topic, { qos: { userData: new Uint8Array(25_000) } });
  assert.is(thrown(() => topic.setQos({ topicData: new Uint8Array(50_000) })).code, "QOS_INCONSISTENT");
  for (const { qos } of [topic, small, big]) assert.is(qos.topicData.value.length, 0);
  topic.setQos({ topicData: "fits" });
  for (const { qos } of [topic, small, big]) assert.is(text(qos.topicData.value), "fits");
});

test("other policies of the topic are taken by those that ask for them", () => {
  const { a } = open();
  const qos = {
    reliability: "reliable",
    durability: "transientLocal",
    deadline: "1s",
    history: { keepLast: 5 },
  } as const;
  const topic = a.participant.createTopic<Shape>("Square", SHAPE, { qos });
  const plain = a.participant.createReader(topic).qos;
  assert.equal([plain.durability.kind, plain.history.depth], ["VOLATILE", 1]);
  const reader = a.participant.createReader(topic, { useTopicQos: true, qos: { history: { keepLast: 2 } } }).qos;
  assert.equal(
    [reader.reliability.kind, reader.durability.kind, reader.deadline.periodMs, reader.history.depth],
    ["RELIABLE", "TRANSIENT_LOCAL", 1000, 2],
  );
  assert.equal(reader.dataRepresentation.ids, ["XCDR1", "XCDR2"], "the topic was not given any");
  const writer = a.participant.createPublisher().createWriter(topic, { useTopicQos: true }).qos;
  assert.equal([writer.durability.kind, writer.deadline.periodMs, writer.history.depth], ["TRANSIENT_LOCAL", 1000, 5]);
  const compact = a.participant.createTopic<Shape>("Circle", SHAPE, { qos: { dataRepresentation: "xcdr2" } });
  assert.equal(a.participant.createReader(compact, { useTopicQos: true }).qos.dataRepresentation.ids, ["XCDR2"]);
});

test("a topic's default is BEST_EFFORT, for writers that take it too (DDS 1.4 §2.2.3)", () => {
  const { a } = open();
  const topic = a.participant.createTopic<Shape>("Square", SHAPE);
  assert.is(topic.qos.reliability.kind, "BEST_EFFORT");
  assert.is(a.participant.createWriter(topic, { useTopicQos: true }).qos.reliability.kind, "BEST_EFFORT");
  assert.is(a.participant.createWriter(topic).qos.reliability.kind, "RELIABLE");
});

test("what may not change at run time does not, and nothing else of the same call does", () => {
  const { a } = open();
  const topic = a.participant.createTopic<Shape>("Square", SHAPE);
  assert.is(thrown(() => topic.setQos({ deadline: "1s", durability: "transientLocal" })).code, "QOS_IMMUTABLE");
  assert.is(topic.qos.deadline.periodMs, Infinity);
  topic.setQos({ deadline: "1s" });
  assert.is(topic.qos.deadline.periodMs, 1000);
});

test("USER_DATA and PROPERTY of a participant are announced when they change, not with the next period", async () => {
  const { network, a, b } = open();
  a.participant.setQos({ userData: "one", property: { a: "1" } });
  await runFor(network, 10_000);
  const seen = () => b.participant.participants.map(({ userData }) => text(userData));
  assert.equal(seen(), ["one"]);
  a.participant.setQos({ userData: "two", property: { a: "2", _b: "kept" } });
  await runFor(network, 10);
  assert.equal(seen(), ["two"]);
  assert.is(text(a.participant.qos.userData.value), "two");
  const before = b.participant.counters.datagramsIn;
  a.participant.setQos({ userData: "two" });
  await runFor(network, 10);
  assert.is(b.participant.counters.datagramsIn, before, "nothing changed, nothing is said");
});

test("what an endpoint could not announce with its own policies is refused for all, and nothing changes", async () => {
  const { network, a, b } = open();
  const topic = a.participant.createTopic<Shape>("Square", SHAPE);
  const publisher = a.participant.createPublisher();
  const subscriber = a.participant.createSubscriber();
  const large = { qos: { userData: new Uint8Array(25_000) } };
  const endpoints = [publisher.createWriter(topic), publisher.createWriter(topic, large)];
  const readers = [subscriber.createReader(topic), subscriber.createReader(topic, large)];
  await runFor(network, 200);
  const octets = new Uint8Array(50_000);
  for (const call of [
    () => publisher.setQos({ groupData: octets, partition: "X" }),
    () => subscriber.setQos({ groupData: octets, partition: "X" }),
    () => topic.setQos({ topicData: octets, deadline: "1s" }),
  ]) {
    const error = thrown(call);
    assert.is(error.code, "QOS_INCONSISTENT");
    assert.match(error.message, /: 750\d\d octets with userData are too many for one announcement/);
  }
  await runFor(network, 200);
  for (const { qos } of [publisher, subscriber])
    assert.equal([qos.groupData.value.length, qos.partition.names], [0, []]);
  assert.equal([topic.qos.topicData.value.length, topic.qos.deadline.periodMs], [0, Infinity]);
  for (const { qos } of [...endpoints, ...readers, ...b.participant.endpoints]) {
    assert.equal([qos.groupData.value.length, qos.topicData.value.length, qos.partition.names], [0, 0, []]);
  }
  publisher.setQos({ groupData: new Uint8Array(30_000) });
  await runFor(network, 200);
  assert.equal(
    b.participant.endpoints.filter(({ role }) => role === "writer").map(({ qos }) => qos.groupData.value.length),
    [30_000, 30_000],
  );
});

test("a topic outlives an endpoint that was refused", () => {
  const { a } = open();
  const topic = a.participant.createTopic<Shape>("Square", SHAPE);
  const contradiction = { history: { keepLast: 5 }, resourceLimits: { maxSamplesPerInstance: 2 } };
  assert.is(thrown(() => a.participant.createWriter(topic, { qos: contradiction })).code, "QOS_INCONSISTENT");
  topic.setQos({ topicData: "sheet 2" });
  assert.is(text(topic.qos.topicData.value), "sheet 2");
});

test("ENTITY_FACTORY of a participant concerns what is made from then on", () => {
  const { a } = open();
  const topic = a.participant.createTopic<Shape>("Square", SHAPE);
  const before = a.participant.createWriter(topic);
  a.participant.setQos({ entityFactory: { autoenableCreatedEntities: false } });
  assert.equal([before.isEnabled, a.participant.createWriter(topic).isEnabled], [true, false]);
});

test.run();
