// DDS 1.4 §2.2.3.20 ENTITY_FACTORY and §2.2.2.1.1.7 enable, for readers and subscribers.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SimNetwork } from "../../../src/simulation/SimNetwork.js";
import { runFor, runUntil, simDcps, topicAt } from "../../support/simDcps.js";
import { rejection, SHAPE, type Shape, shape, thrown } from "../support.js";
import { KEEP_ALL, readerAt, takeAll, writerAt } from "./writerSupport.js";

const test = suite("ENTITY_FACTORY, reader");

const DISABLED = { entityFactory: { autoenableCreatedEntities: false } } as const;

function open() {
  const network = new SimNetwork({ seed: 1 });
  const a = simDcps(network, { index: 0 });
  const b = simDcps(network, { index: 1, qos: DISABLED });
  const writer = writerAt(a, { ...KEEP_ALL, durability: "transientLocal" });
  return { network, a, b, writer };
}

test("a disabled reader is seen by nobody, and has its name already", async () => {
  const { network, a, b, writer } = open();
  const reader = readerAt(b, { durability: "transientLocal" });
  writer.write(shape(1));
  await runFor(network, 500);
  assert.is(reader.isEnabled, false);
  assert.is(a.participant.endpoints.length, 0);
  assert.equal(reader.matchedPublications, []);
  const { guid } = reader;
  reader.enable();
  reader.enable();
  await runUntil(network, () => writer.matchedSubscriptions.length === 1);
  assert.ok(writer.matchedSubscriptions[0]!.equals(guid));
  await runFor(network, 50);
  assert.equal(takeAll(reader), ["RED 1"]);
});

test('"operations other than these may return NOT_ENABLED": all of them do', async () => {
  const { b } = open();
  const reader = readerAt(b);
  for (const call of [
    () => reader.read(),
    () => reader.take(),
    () => reader.takeNextInstance(0),
    () => reader.readNextSample(),
    () => reader.lookupInstance({ color: "RED" }),
    () => reader.getKeyValue(1),
    () => reader.createReadCondition(),
    () => reader.createQueryCondition("x > 1"),
  ]) {
    const error = thrown(call);
    assert.is(error.code, "NOT_ENABLED");
    assert.is(error.message, "this reader is not enabled: call enable() first");
  }
  for (const promise of [
    reader.waitForData(),
    reader.waitForPublications(),
    reader.waitForHistoricalData(),
    reader.samples().next(),
  ]) {
    assert.is((await rejection(promise)).code, "NOT_ENABLED");
  }
  assert.is(reader.subscriptionMatchedStatus.totalCount, 0);
  assert.is(reader.requestedDeadlineMissedStatus.totalCount, 0);
  assert.equal(reader.statusChanges, []);
  assert.is(reader.statusCondition.triggerValue, false);
});

test("while it is disabled every policy may change", async () => {
  const { network, a, b, writer } = open();
  const reader = b.participant.createReader(topicAt<Shape>(b, "Square", SHAPE));
  reader.setQos({ ...KEEP_ALL, durability: "transientLocal", resourceLimits: { maxInstances: 1 }, deadline: "inf" });
  writer.write(shape(1));
  writer.write(shape(2));
  reader.enable();
  await runFor(network, 300);
  assert.equal(takeAll(reader), ["RED 1", "RED 2"]);
  assert.is(a.participant.endpoints[0]?.qos.durability.kind, "TRANSIENT_LOCAL");
  assert.is(thrown(() => reader.setQos({ durability: "volatile" })).code, "QOS_IMMUTABLE");
});

test("a disabled subscriber makes disabled readers, whatever its own ENTITY_FACTORY says", async () => {
  const { network, a, b, writer } = open();
  const subscriber = b.participant.createSubscriber();
  assert.is(subscriber.isEnabled, false);
  const reader = subscriber.createReader(topicAt<Shape>(b, "Square", SHAPE), { qos: KEEP_ALL });
  const error = thrown(() => reader.enable());
  assert.is(error.code, "PRECONDITION_NOT_MET");
  assert.is(error.message, "this reader belongs to something disabled: enable that first");
  for (const call of [
    () => subscriber.beginAccess(),
    () => subscriber.endAccess(),
    () => subscriber.getDataReaders(),
    () => subscriber.notifyDataReaders(),
  ]) {
    assert.is(thrown(call).code, "NOT_ENABLED");
  }
  subscriber.setQos({ presentation: { accessScope: "group", orderedAccess: true } });
  subscriber.enable();
  assert.is(reader.isEnabled, true, "enabling the factory enables what it made");
  await runFor(network, 200);
  assert.is(a.participant.endpoints[0]?.qos.presentation.accessScope, "GROUP");
  assert.is(writer.matchedSubscriptions.length, 0, "the writer offers INSTANCE scope only");
  assert.is(thrown(() => reader.take()).code, "PRECONDITION_NOT_MET", "outside of beginAccess");
  assert.is(thrown(() => subscriber.setQos({ presentation: { accessScope: "topic" } })).code, "QOS_IMMUTABLE");
});

test("a subscriber that does not enable leaves its readers to the application", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simDcps(network, { index: 0 });
  const subscriber = a.participant.createSubscriber({ qos: DISABLED });
  const [first, second] = [1, 2].map(() => subscriber.createReader(topicAt<Shape>(a, "Square", SHAPE)));
  first!.enable();
  assert.equal([first!.isEnabled, second!.isEnabled], [true, false]);
  assert.equal(subscriber.getDataReaders(), [], "the disabled one is passed over");
  subscriber.setQos({ entityFactory: { autoenableCreatedEntities: true } });
  assert.is(second!.isEnabled, false, "only what is made afterwards");
  assert.is(subscriber.createReader(topicAt<Shape>(a, "Square", SHAPE)).isEnabled, true);
});

test("a disabled reader can be closed, and cannot be enabled afterwards", async () => {
  const { network, a, b } = open();
  const reader = readerAt(b);
  await reader.close();
  assert.is(thrown(() => reader.enable()).code, "ALREADY_DELETED");
  assert.is(thrown(() => reader.take()).code, "ALREADY_DELETED");
  await runFor(network, 200);
  assert.is(a.participant.endpoints.length, 0);
});

test.run();
