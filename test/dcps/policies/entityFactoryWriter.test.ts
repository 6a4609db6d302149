// DDS 1.4 §2.2.3.20 ENTITY_FACTORY and §2.2.2.1.1.7 enable, for writers and publishers.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SimNetwork } from "../../../src/simulation/SimNetwork.js";
import { runFor, runUntil, simDcps, topicAt } from "../../support/simDcps.js";
import { rejection, SHAPE, type Shape, shape, thrown } from "../support.js";
import { KEEP_ALL, readerAt, takeAll, writerAt } from "./writerSupport.js";

const test = suite("ENTITY_FACTORY, writer");

const DISABLED = { entityFactory: { autoenableCreatedEntities: false } } as const;

function open() {
  const network = new SimNetwork({ seed: 1 });
  const a = simDcps(network, { index: 0, qos: DISABLED });
  const b = simDcps(network, { index: 1 });
  const reader = readerAt(b);
  return { network, a, b, reader };
}

test("TRUE is the default: what is made takes part at once", async () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simDcps(network, { index: 0 });
  assert.is(a.participant.isEnabled, true);
  assert.is(writerAt(a).isEnabled, true);
  assert.is(a.participant.createPublisher().isEnabled, true);
});

test("a disabled writer is seen by nobody, and has its name already", async () => {
  const { network, a, b, reader } = open();
  const writer = writerAt(a, KEEP_ALL);
  await runFor(network, 500);
  assert.is(writer.isEnabled, false);
  assert.is(b.participant.endpoints.length, 0);
  assert.is(reader.matchedPublications.length, 0);
  const { guid } = writer;
  writer.enable();
  writer.enable();
  await runUntil(network, () => reader.matchedPublications.length === 1);
  assert.ok(reader.matchedPublications[0]!.equals(guid));
  writer.write(shape(1));
  await runFor(network, 50);
  assert.equal(takeAll(reader), ["RED 1"]);
});

test('"operations other than these may return NOT_ENABLED": all of them do', async () => {
  const { a } = open();
  const writer = writerAt(a, KEEP_ALL);
  const key = { color: "RED" };
  for (const call of [
    () => writer.write(shape(1)),
    () => writer.dispose(key),
    () => writer.unregister(key),
    () => writer.registerInstance(key),
    () => writer.lookupInstance(key),
    () => writer.getKeyValue(1),
    () => writer.disposeInstance(1),
    () => writer.unregisterInstance(1),
    () => writer.assertLiveliness(),
  ]) {
    const error = thrown(call);
    assert.is(error.code, "NOT_ENABLED");
    assert.is(error.message, "this writer is not enabled: call enable() first");
  }
  for (const promise of [
    writer.writeAsync(shape(1)),
    writer.disposeAsync(key),
    writer.unregisterAsync(key),
    writer.ready(),
    writer.waitForAcknowledgments(),
  ]) {
    assert.is((await rejection(promise)).code, "NOT_ENABLED");
  }
  assert.is(writer.publicationMatchedStatus.totalCount, 0);
  assert.is(writer.offeredDeadlineMissedStatus.totalCount, 0);
  assert.equal(writer.matchedSubscriptions, []);
});

test("while it is disabled every policy may change", async () => {
  const { network, a, b } = open();
  const reader = readerAt(b, { durability: "transientLocal" });
  const writer = writerAt(a);
  writer.setQos({
    ...KEEP_ALL,
    durability: "transientLocal",
    dataRepresentation: "xcdr2",
    resourceLimits: { maxInstances: 1 },
    deadline: "50ms",
  });
  writer.enable();
  writer.write(shape(1));
  writer.write(shape(2));
  await runFor(network, 200);
  assert.equal(takeAll(reader), ["RED 1", "RED 2"]);
  assert.equal(b.participant.endpoints[0]?.qos.dataRepresentation.ids, ["XCDR2"]);
  assert.is(thrown(() => writer.write(shape(1, "BLUE"))).code, "OUT_OF_RESOURCES");
  assert.is(writer.offeredDeadlineMissedStatus.totalCount, 4);
  assert.is(thrown(() => writer.setQos({ history: { keepLast: 1 } })).code, "QOS_IMMUTABLE");
});

test("a disabled publisher makes disabled writers, whatever its own ENTITY_FACTORY says", async () => {
  const { network, a, b } = open();
  const publisher = a.participant.createPublisher();
  assert.is(publisher.isEnabled, false);
  const writer = publisher.createWriter(topicAt<Shape>(a, "Square", SHAPE), { qos: KEEP_ALL });
  assert.is(writer.isEnabled, false);
  const error = thrown(() => writer.enable());
  assert.is(error.code, "PRECONDITION_NOT_MET");
  assert.is(error.message, "this writer belongs to something disabled: enable that first");
  for (const call of [
    () => publisher.beginCoherentChanges(),
    () => publisher.endCoherentChanges(),
    () => publisher.suspendPublications(),
    () => publisher.resumePublications(),
  ]) {
    assert.is(thrown(call).code, "NOT_ENABLED");
  }
  publisher.setQos({ presentation: { accessScope: "topic", coherentAccess: true }, partition: ["P"] });
  publisher.enable();
  assert.is(writer.isEnabled, true, "enabling the factory enables what it made");
  await runFor(network, 200);
  const [announced] = b.participant.endpoints;
  assert.is(announced?.qos.presentation.coherentAccess, true);
  assert.equal(announced?.qos.partition.names, ["P"]);
  publisher.beginCoherentChanges();
  writer.write(shape(1));
  assert.is(publisher.order.isInSet, true);
  publisher.endCoherentChanges();
});

test("a publisher that does not enable leaves its writers to the application", async () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simDcps(network, { index: 0 });
  const publisher = a.participant.createPublisher({ qos: DISABLED });
  assert.is(publisher.isEnabled, true);
  const [first, second] = [1, 2].map(() => publisher.createWriter(topicAt<Shape>(a, "Square", SHAPE)));
  first!.enable();
  assert.equal([first!.isEnabled, second!.isEnabled], [true, false]);
  publisher.setQos({ entityFactory: { autoenableCreatedEntities: true } });
  assert.is(second!.isEnabled, false, "only what is made afterwards");
  assert.is(publisher.createWriter(topicAt<Shape>(a, "Square", SHAPE)).isEnabled, true);
});

test("a disabled writer can be closed, and cannot be enabled afterwards", async () => {
  const { network, a, b } = open();
  const writer = writerAt(a, KEEP_ALL);
  await writer.close();
  assert.is(writer.isClosed, true);
  assert.is(thrown(() => writer.enable()).code, "ALREADY_DELETED");
  assert.is(thrown(() => writer.write(shape(1))).code, "ALREADY_DELETED");
  await runFor(network, 200);
  assert.is(b.participant.endpoints.length, 0);
});

test.run();
