import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HANDLE_NIL } from "../../../src/index.js";
import { runUntil, simDcps } from "../../support/simDcps.js";
import { type Shape, shape } from "../support.js";
import { names, openReading, ranks, writeAll } from "./support.js";

const test = suite("life of instances, READER_DATA_LIFECYCLE");

const DISPOSED = { readerDataLifecycle: { autopurgeDisposedSamplesDelay: "100ms" } } as const;
const NO_WRITERS = { readerDataLifecycle: { autopurgeNowriterSamplesDelay: "100ms" } } as const;

test("samples of a disposed instance are purged after the delay, and not before", async () => {
  const { reader, writer, arrive, network } = await openReading({ reader: DISPOSED });
  writeAll(writer, [
    ["RED", 1],
    ["BLUE", 1],
  ]);
  writer.dispose({ color: "RED" });
  await runUntil(network, () => reader.read({ instanceStates: "NOT_ALIVE_DISPOSED" }).length === 2);
  const disposedAt = network.now;
  await arrive(98);
  assert.equal(names(reader.read()), ["RED 1", "RED -", "BLUE 1"]);
  await runUntil(network, () => reader.read().length === 1);
  assert.ok(network.now - disposedAt >= 99 && network.now - disposedAt <= 102, `${network.now - disposedAt} ms`);
  assert.equal(names(reader.read()), ["BLUE 1"]);
  // Its writer is still there, so the instance is.
  assert.is.not(reader.lookupInstance({ color: "RED" }), HANDLE_NIL);
  writer.write(shape(2));
  await arrive();
  assert.equal(ranks(reader.take({ instance: reader.lookupInstance({ color: "RED" }) })), ["RED 2 (1,0) 0 0 0"]);
});

test("an instance that is alive again in time keeps its samples", async () => {
  const { reader, writer, arrive } = await openReading({ reader: DISPOSED });
  writer.write(shape(1));
  writer.dispose({ color: "RED" });
  await arrive(60);
  writer.write(shape(2));
  await arrive(300);
  assert.equal(names(reader.read()), ["RED 1", "RED -", "RED 2"]);
  // The delay begins anew.
  writer.dispose({ color: "RED" });
  await arrive(60);
  assert.is(reader.read().length, 4);
  await arrive(60);
  assert.equal(reader.read(), []);
});

test("an instance without writers goes as a whole, samples and counts", async () => {
  const { reader, writer, arrive } = await openReading({ reader: NO_WRITERS });
  writeAll(writer, [
    ["RED", 1],
    ["BLUE", 1],
  ]);
  writer.unregister({ color: "RED" });
  writer.dispose({ color: "BLUE" });
  await arrive(90);
  assert.is(reader.read().length, 4);
  const red = reader.lookupInstance({ color: "RED" });
  await arrive(50);
  assert.equal(names(reader.read()), ["BLUE 1", "BLUE -"]);
  assert.is(reader.lookupInstance({ color: "RED" }), HANDLE_NIL);
  assert.equal(reader.readInstance(red), []);
  writer.write(shape(2));
  await arrive();
  assert.equal(ranks(reader.take({ viewStates: "NEW" })), ["RED 2 (0,0) 0 0 0"]);
});

test("each kind has its own delay, and changing state changes the delay", async () => {
  const both = {
    readerDataLifecycle: { autopurgeNowriterSamplesDelay: "50ms", autopurgeDisposedSamplesDelay: "200ms" },
  } as const;
  const { reader, writer, arrive, anotherWriter } = await openReading({ reader: both });
  const second = await anotherWriter();
  writer.write(shape(1));
  writer.unregister({ color: "RED" });
  await arrive(30);
  second.dispose({ color: "RED" });
  await arrive(150);
  assert.is(reader.read().length, 3);
  await arrive(70);
  assert.equal(reader.read(), []);
});

test("a delay of 0 leaves the listener its look, and nothing afterwards", async () => {
  const seen: string[] = [];
  const { reader, writer, arrive } = await openReading<Shape>({
    reader: { readerDataLifecycle: { autopurgeDisposedSamplesDelay: 0 } },
    listener: { onDataAvailable: (self) => seen.push(...names(self.read({ sampleStates: "NOT_READ" }))) },
  });
  writer.write(shape(1));
  await arrive();
  writer.dispose({ color: "RED" });
  await arrive();
  assert.equal(seen, ["RED 1", "RED -"]);
  assert.equal(reader.read(), []);
});

test("delays that change at run time count from the change of state", async () => {
  const { reader, writer, arrive } = await openReading();
  writeAll(writer, [
    ["RED", 1],
    ["BLUE", 1],
  ]);
  writer.dispose({ color: "RED" });
  await arrive(100);
  reader.setQos({ readerDataLifecycle: { autopurgeDisposedSamplesDelay: "150ms" } });
  await arrive(40);
  assert.is(reader.read().length, 3);
  await arrive(20);
  assert.equal(names(reader.read()), ["BLUE 1"]);
  writer.dispose({ color: "BLUE" });
  await arrive(50);
  reader.setQos({ readerDataLifecycle: { autopurgeDisposedSamplesDelay: Infinity } });
  await arrive(1000);
  assert.equal(names(reader.read()), ["BLUE 1", "BLUE -"]);
  reader.setQos({ readerDataLifecycle: { autopurgeDisposedSamplesDelay: "10ms" } });
  await arrive(5);
  assert.equal(reader.read(), []);
});

test("a purge makes room for what waits", async () => {
  const { reader, writer, arrive } = await openReading({
    reader: { ...DISPOSED, resourceLimits: { maxSamples: 2 } },
  });
  writer.write(shape(1));
  writer.dispose({ color: "RED" });
  writer.write(shape(1, "BLUE"));
  await arrive(60);
  assert.equal(names(reader.read()), ["RED 1", "RED -"]);
  await arrive(100);
  assert.equal(names(reader.read()), ["BLUE 1"]);
});

test("nothing is purged after close", async () => {
  const { reader, writer, arrive } = await openReading({ reader: DISPOSED });
  writer.write(shape(1));
  writer.dispose({ color: "RED" });
  await arrive();
  await reader.close();
  await arrive(500);
  assert.is(reader.isClosed, true);
});

test("an instance lives while any of its writers does", async () => {
  const { reader, writer, arrive, anotherWriter, network } = await openReading();
  const elsewhere = simDcps(network, { index: 2 });
  const [second, third] = [await anotherWriter(), await anotherWriter(elsewhere)];
  for (const one of [writer, second, third]) one.write(shape(1));
  await arrive();
  reader.take();
  writer.unregister({ color: "RED" });
  await arrive();
  assert.equal(reader.read(), []);
  await second.close({ lingerMs: 0 });
  await arrive();
  assert.equal(reader.read(), []);
  await third.close({ lingerMs: 0 });
  await arrive();
  const [end] = reader.take();
  assert.equal([end!.info.receivedInstanceState, end!.info.validData], ["NOT_ALIVE_NO_WRITERS", false]);
  assert.ok(end!.info.writerGuid.equals(third.guid));
  assert.is(reader.lookupInstance({ color: "RED" }), HANDLE_NIL);
});

test("a writer that loses its liveliness leaves its instances, and comes back with its next sample", async () => {
  const liveliness = { kind: "manualByTopic", leaseDuration: "100ms" } as const;
  const { reader, writer, arrive, anotherWriter, network } = await openReading({
    reader: { liveliness },
    writer: { liveliness },
  });
  const lively = await anotherWriter();
  writeAll(writer, [
    ["RED", 1],
    ["BLUE", 1],
  ]);
  lively.write(shape(2, "BLUE"));
  const beat = () => {
    lively.assertLiveliness();
    network.at(network.now + 40, beat);
  };
  beat();
  await arrive(20);
  reader.take();
  await runUntil(network, () => reader.livelinessChangedStatus.notAliveCount === 1);
  await arrive(5);
  assert.equal(
    reader.take().map(({ data, info }) => `${data!.color} ${info.instanceState}`),
    ["RED NOT_ALIVE_NO_WRITERS"],
  );
  assert.is(reader.lookupInstance({ color: "RED" }), HANDLE_NIL);
  assert.is(reader.matchedPublications.length, 2);
  // Being alive writes nothing; a sample does.
  writer.assertLiveliness();
  await runUntil(network, () => reader.livelinessChangedStatus.aliveCount === 2);
  assert.equal(reader.read(), []);
  writer.write(shape(3));
  await arrive(5);
  assert.equal(ranks(reader.take()), ["RED 3 (0,0) 0 0 0"]);
});

test("not alive, then alive before the end was taken: a generation more", async () => {
  const liveliness = { kind: "manualByTopic", leaseDuration: "100ms" } as const;
  const { reader, writer, arrive, network } = await openReading({ reader: { liveliness }, writer: { liveliness } });
  writer.write(shape(1));
  await runUntil(network, () => reader.read({ instanceStates: "NOT_ALIVE_NO_WRITERS" }).length === 2);
  writer.write(shape(2));
  await arrive(5);
  assert.equal(ranks(reader.take()), ["RED 1 (0,0) 2 1 1", "RED - (0,0) 1 1 1", "RED 2 (0,1) 0 0 0"]);
});

test.run();
