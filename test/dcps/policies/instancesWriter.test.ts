// DDS 1.4 §2.2.2.4.2.5 to .13: instances at the writer, their handles, and WRITER_DATA_LIFECYCLE (§2.2.3.21).

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HANDLE_NIL } from "../../../src/index.js";
import { runFor } from "../../support/simDcps.js";
import { rejection, type Shape, shape, thrown, typeOf } from "../support.js";
import { finish, KEEP_ALL, openPair, readerAt, takeAll, told, writerAt } from "./writerSupport.js";

const test = suite("instances, writer");

const NO_AUTODISPOSE = { writerDataLifecycle: { autodisposeUnregisteredInstances: false } } as const;

test("registering sends nothing, and names the instance until it is unregistered", async () => {
  const { network, reader, writer } = await openPair({ writer: KEEP_ALL });
  assert.is(writer.lookupInstance({ color: "RED" }), HANDLE_NIL);
  const red = writer.registerInstance({ color: "RED" });
  assert.is.not(red, HANDLE_NIL);
  assert.is(writer.registerInstance({ color: "RED" }), red);
  assert.is(writer.lookupInstance({ color: "RED" }), red);
  assert.is.not(writer.registerInstance({ color: "BLUE" }), red);
  await runFor(network, 50);
  assert.equal(takeAll(reader), []);
  assert.is(writer.write(shape(1), { handle: red }), 1);
  writer.unregisterInstance(red);
  assert.is(writer.lookupInstance({ color: "RED" }), HANDLE_NIL);
  assert.is.not(writer.registerInstance({ color: "RED" }), red, "handles are not used twice");
});

test("a write registers implicitly, and so does a dispose", async () => {
  const { writer } = await openPair({ writer: KEEP_ALL });
  writer.write(shape(1));
  writer.dispose({ color: "BLUE" });
  const [red, blue] = [writer.lookupInstance({ color: "RED" }), writer.lookupInstance({ color: "BLUE" })];
  assert.ok(red !== HANDLE_NIL && blue !== HANDLE_NIL && red !== blue);
});

test("a handle must be one of this writer, and that of the key", async () => {
  const { writer } = await openPair({ writer: KEEP_ALL });
  const red = writer.registerInstance({ color: "RED" });
  const blue = writer.registerInstance({ color: "BLUE" });
  const key = { color: "RED" };
  for (const [handle, code] of [
    [99, "BAD_PARAMETER"],
    [blue, "PRECONDITION_NOT_MET"],
  ] as const) {
    assert.is(thrown(() => writer.write(shape(1), { handle })).code, code);
    assert.is(thrown(() => writer.dispose(key, { handle })).code, code);
    assert.is(thrown(() => writer.unregister(key, { handle })).code, code);
    assert.is((await rejection(writer.writeAsync(shape(1), { handle }))).code, code);
  }
  assert.is(thrown(() => writer.write(shape(1, "GREEN"), { handle: red })).code, "PRECONDITION_NOT_MET");
  assert.is(writer.lookupInstance({ color: "GREEN" }), HANDLE_NIL, "a refused write registers nothing");
  assert.is(writer.write(shape(1), { handle: HANDLE_NIL }), 1);
  writer.unregister(key, { handle: red });
  for (const call of [
    () => writer.write(shape(1), { handle: red }),
    () => writer.unregisterInstance(red),
    () => writer.disposeInstance(red),
    () => writer.getKeyValue(red),
    () => writer.getKeyValue(HANDLE_NIL),
  ]) {
    assert.is(thrown(call).code, "BAD_PARAMETER");
  }
});

test("getKeyValue gives the key members, as they were registered", async () => {
  const type = typeOf("struct Id { long long a; @key short b; }; struct T { @key Id id; @key string s; long v; };");
  const { a } = await openPair();
  const writer = a.participant.createWriter(a.participant.createTopic<{ id: object; s: string; v: number }>("T", type));
  const id = { a: 5n, b: 1 };
  const handle = writer.registerInstance({ id, s: "x" });
  id.b = 2;
  assert.equal(writer.getKeyValue(handle), { id: { b: 1 }, s: "x" });
  writer.write({ id: { a: 9n, b: 1 }, s: "x", v: 3 }, { handle });
  assert.equal(writer.getKeyValue(handle), { id: { b: 1 }, s: "x" });
});

test("by handle and by key is the same on the wire", async () => {
  const { network, reader, writer } = await openPair({ writer: { ...KEEP_ALL, ...NO_AUTODISPOSE } });
  for (const color of ["A", "B"]) writer.write(shape(1, color));
  writer.disposeInstance(writer.lookupInstance({ color: "A" }));
  writer.unregisterInstance(writer.lookupInstance({ color: "B" }));
  await runFor(network, 50);
  assert.equal(takeAll(reader), ["A 1", "A NOT_ALIVE_DISPOSED", "B 1", "B NOT_ALIVE_NO_WRITERS"]);
});

test("only what is registered can be unregistered, and once", async () => {
  const { writer } = await openPair({ writer: KEEP_ALL });
  for (let i = 0; i < 2; i++) {
    const error = thrown(() => writer.unregister({ color: "RED" }));
    assert.is(error.code, "PRECONDITION_NOT_MET");
    assert.is(error.message, "cannot unregister: the instance of Square is not registered");
    writer.registerInstance({ color: "RED" });
    writer.registerInstance({ color: "RED" });
    writer.unregister({ color: "RED" });
  }
});

test("a topic without key has nothing to register", async () => {
  const { a } = await openPair();
  const writer = a.participant.createWriter(a.participant.createTopic("N", typeOf("struct N { long v; };")));
  assert.is(writer.registerInstance({}), HANDLE_NIL);
  assert.is(writer.lookupInstance({}), HANDLE_NIL);
  assert.is(writer.write({ v: 1 }, { handle: HANDLE_NIL }), 1);
  assert.is(thrown(() => writer.unregisterInstance(1)).code, "PRECONDITION_NOT_MET");
});

test('QB-08: TRUE "causes the DataWriter to dispose the instance each time it is unregistered", FALSE does not', async () => {
  const { network, reader, writer } = await openPair({ writer: { ...KEEP_ALL, ...NO_AUTODISPOSE } });
  writer.write(shape(1));
  writer.unregister({ color: "RED" });
  writer.setQos({ writerDataLifecycle: { autodisposeUnregisteredInstances: true } });
  writer.write(shape(1, "BLUE"));
  writer.unregister({ color: "BLUE" });
  await runFor(network, 50);
  assert.equal(takeAll(reader), ["RED 1", "RED NOT_ALIVE_NO_WRITERS", "BLUE 1", "BLUE NOT_ALIVE_DISPOSED"]);
});

test('"the deletion of a DataWriter automatically unregisters all data-instances it manages"', async () => {
  for (const [qos, state] of [
    [{}, "NOT_ALIVE_DISPOSED"],
    [NO_AUTODISPOSE, "NOT_ALIVE_NO_WRITERS"],
  ] as const) {
    const { network, reader, writer } = await openPair({ writer: { ...KEEP_ALL, ...qos } });
    for (const color of ["A", "B", "C", "D"]) writer.write(shape(1, color));
    writer.unregister({ color: "B" });
    writer.dispose({ color: "C" });
    await finish(network, writer.close());
    await runFor(network, 50);
    const ends = takeAll(reader).filter((line) => line.includes("NOT_ALIVE"));
    const ofB = qos === NO_AUTODISPOSE ? "B NOT_ALIVE_NO_WRITERS" : "B NOT_ALIVE_DISPOSED";
    assert.equal(ends.sort(), [`A ${state}`, ofB, "C NOT_ALIVE_DISPOSED", `D ${state}`]);
  }
});

test("another writer keeps an instance alive that is unregistered, not one that is disposed", async () => {
  for (const [qos, ends] of [
    [{}, ["RED NOT_ALIVE_DISPOSED"]],
    [NO_AUTODISPOSE, []],
  ] as const) {
    const { network, a, reader, writer } = await openPair({ writer: { ...KEEP_ALL, ...qos } });
    const other = writerAt(a, KEEP_ALL);
    await runFor(network, 100);
    writer.write(shape(1));
    other.write(shape(2));
    await runFor(network, 50);
    await finish(network, writer.close());
    await runFor(network, 50);
    assert.equal(takeAll(reader), ["RED 1", "RED 2", ...ends]);
  }
});

test("a writer that is closed while its history is full still ends its instances, after what it wrote", async () => {
  const { network, a, b, reader, writer } = await openPair({
    writer: { ...KEEP_ALL, resourceLimits: { maxSamples: 2 } },
  });
  network.partition(a.sim.node, b.sim.node);
  writer.write(shape(1));
  writer.write(shape(2));
  const waiting = rejection(writer.writeAsync(shape(3), { timeoutMs: 60_000 }));
  const closing = writer.close({ lingerMs: 0 });
  assert.is((await waiting).code, "ALREADY_DELETED");
  await closing;
  assert.is(thrown(() => writer.write(shape(4))).code, "ALREADY_DELETED");
  network.heal(a.sim.node, b.sim.node);
  await runFor(network, 1000);
  // The writer is gone: what it could not send is lost, but the goodbye of discovery is not.
  assert.equal(takeAll(reader), []);
  assert.is(reader.matchedPublications.length, 0);
});

test("closing waits for acknowledgements of what was written, and of the ends", async () => {
  const { network, a, b, reader, writer } = await openPair({ writer: KEEP_ALL });
  network.partition(a.sim.node, b.sim.node);
  writer.write(shape(1));
  let isClosed = false;
  const closing = writer.close({ lingerMs: 3000 }).then(() => {
    isClosed = true;
  });
  await runFor(network, 500);
  assert.is(isClosed, false);
  network.heal(a.sim.node, b.sim.node);
  await finish(network, closing);
  await runFor(network, 50);
  assert.equal(takeAll(reader), ["RED 1", "RED NOT_ALIVE_DISPOSED"]);
});

test("while it lingers nothing new is written, what waits goes on, and nothing is missed or lost any more", async () => {
  const heard: string[] = [];
  const { network, a, b, reader, writer } = await openPair({
    writer: {
      ...KEEP_ALL,
      resourceLimits: { maxSamples: 1 },
      deadline: "100ms",
      liveliness: { kind: "manualByTopic", leaseDuration: "150ms" },
    },
    listener: {
      onOfferedDeadlineMissed: () => heard.push("deadline missed"),
      onLivelinessLost: () => heard.push("liveliness lost"),
    },
  });
  network.partition(a.sim.node, b.sim.node);
  writer.write(shape(1));
  const waiting = writer.writeAsync(shape(2), { timeoutMs: 5000 });
  const closing = writer.close({ lingerMs: 5000 });
  assert.is(writer.isClosed, true);
  assert.is(thrown(() => writer.write(shape(3))).code, "ALREADY_DELETED");
  heard.length = 0;
  await runFor(network, 500);
  network.heal(a.sim.node, b.sim.node);
  assert.is(await finish(network, waiting), 2);
  await finish(network, closing);
  await runFor(network, 50);
  // In between the reader took the writer for dead.
  assert.equal(takeAll(reader), ["RED 1", "RED NOT_ALIVE_NO_WRITERS", "RED 2", "RED NOT_ALIVE_DISPOSED"]);
  assert.equal(heard, []);
});

test("without patience the end comes in the same turn", async () => {
  const { network, a, reader, writer } = await openPair({ writer: KEEP_ALL });
  writer.write(shape(1));
  void writer.close({ lingerMs: 0 });
  assert.throws(() => a.sim.engine.writer(writer.guid.entityId), "no such writer");
  await runFor(network, 50);
  assert.is(reader.matchedPublications.length, 0);
});

test("a second close with another patience ends it at once", async () => {
  const { network, a, b, writer } = await openPair({ writer: KEEP_ALL });
  network.partition(a.sim.node, b.sim.node);
  writer.write(shape(1));
  const patient = writer.close({ lingerMs: 60_000 });
  await runFor(network, 100);
  const start = network.now;
  await writer.close({ lingerMs: 0 });
  await patient;
  assert.is(network.now, start);
  assert.is(writer.isClosed, true);
});

test("a participant that closes ends the instances of all its writers", async () => {
  const { network, a, reader, writer } = await openPair({ writer: KEEP_ALL });
  writer.write(shape(1));
  await finish(network, a.participant.close());
  await runFor(network, 50);
  assert.equal(takeAll(reader), ["RED 1", "RED NOT_ALIVE_DISPOSED"]);
});

test("a writer that dies without a word leaves its instances without writers", async () => {
  const { network, a, reader, writer } = await openPair({ writer: KEEP_ALL });
  writer.write(shape(1));
  await runFor(network, 50);
  network.removeNode(a.sim.node);
  await runFor(network, 30_000);
  assert.equal(takeAll(reader), ["RED 1", "RED NOT_ALIVE_NO_WRITERS"]);
});

test("instances that were only registered end with the writer, too: others may write them", async () => {
  const { network, a, reader, writer } = await openPair({ writer: KEEP_ALL });
  const other = writerAt(a, KEEP_ALL);
  await runFor(network, 100);
  other.write(shape(1));
  writer.registerInstance({ color: "RED" });
  await runFor(network, 50);
  await finish(network, writer.close());
  await runFor(network, 50);
  assert.equal(takeAll(reader), ["RED 1", "RED NOT_ALIVE_DISPOSED"]);
});

test("a late joiner of a TRANSIENT_LOCAL writer learns what is disposed, and nothing of what is unregistered", async () => {
  const durable = { ...KEEP_ALL, durability: "transientLocal" } as const;
  const { network, b, writer } = await openPair({
    writer: { ...durable, history: { keepLast: 2 }, ...NO_AUTODISPOSE },
  });
  for (const color of ["A", "B", "C"]) for (const x of [1, 2, 3]) writer.write(shape(x, color));
  writer.dispose({ color: "B" });
  writer.unregister({ color: "C" });
  await runFor(network, 100);
  const late = readerAt(b, durable);
  await runFor(network, 100);
  assert.equal(late.take().map(told), ["A 2", "A 3", "B 3", "B NOT_ALIVE_DISPOSED"]);
});

test("QoS of the writer may not be read as that of a value: a key without members is refused", async () => {
  const { writer } = await openPair({ writer: KEEP_ALL });
  assert.throws(() => writer.registerInstance({} as Partial<Shape>));
  assert.throws(() => writer.dispose({} as Partial<Shape>));
  assert.is(writer.registerInstance({ color: "RED" }), 1, "nothing was registered by those");
});

test.run();
