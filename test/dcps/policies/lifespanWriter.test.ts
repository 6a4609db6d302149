// DDS 1.4 §2.2.3.16 LIFESPAN at the writer, from the public interface: "each data sample written by the DataWriter has an
// associated expiration time beyond which the data should not be delivered to any application".

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runFor, settle, untilMatched } from "../../support/simDcps.js";
import { rejection, shape } from "../support.js";
import { KEEP_ALL, openPair, readerAt, takeAll, told } from "./writerSupport.js";

const test = suite("LIFESPAN, writer");

const DURABLE = { ...KEEP_ALL, durability: "transientLocal" } as const;

test('"the expiration time is computed by adding the duration to the source timestamp"', async () => {
  const { network, a, b, writer } = await openPair({ writer: { ...DURABLE, lifespan: "1s" } });
  const epochMs = a.sim.engine.config.epochOffsetMs;
  writer.write(shape(1));
  writer.write(shape(2), { sourceTimestampMs: epochMs + network.now - 500 });
  writer.write(shape(3), { sourceTimestampMs: epochMs + network.now + 500 });
  const late = async () => {
    const reader = readerAt(b, { durability: "transientLocal" });
    await untilMatched(network, [], [reader]);
    await runFor(network, 50);
    const heard = takeAll(reader);
    await reader.close();
    return heard;
  };
  await runFor(network, 200);
  assert.equal(await late(), ["RED 1", "RED 2", "RED 3"]);
  await runFor(network, 400);
  assert.equal(await late(), ["RED 1", "RED 3"]);
  await runFor(network, 500);
  assert.equal(await late(), ["RED 3"]);
  await runFor(network, 500);
  assert.equal(await late(), []);
});

test("QB-05: a sample that is too old when it is written is not sent; the next ones are", async () => {
  const { network, a, reader, writer } = await openPair({ writer: { ...KEEP_ALL, lifespan: "1s" } });
  const epochMs = a.sim.engine.config.epochOffsetMs;
  assert.is(writer.write(shape(1), { sourceTimestampMs: epochMs + network.now - 10_000 }), 1);
  assert.is(writer.write(shape(2), { sourceTimestampMs: epochMs + network.now + 10_000 }), 2);
  await runFor(network, 50);
  assert.equal(takeAll(reader), ["RED 2"]);
  await writer.waitForAcknowledgments();
});

test("a sample that was lost and expires before its repair never comes", async () => {
  const { network, a, b, reader, writer } = await openPair({ writer: { ...KEEP_ALL, lifespan: "500ms" } });
  network.partition(a.sim.node, b.sim.node);
  writer.write(shape(1));
  await runFor(network, 300);
  writer.write(shape(2));
  await runFor(network, 300);
  network.heal(a.sim.node, b.sim.node);
  await runFor(network, 150);
  assert.equal(takeAll(reader), ["RED 2"]);
  const acknowledged = writer.waitForAcknowledgments();
  await runFor(network, 1500);
  await acknowledged;
});

test("disposes and unregisters do not expire: readers would keep what has ended", async () => {
  const { network, a, b, reader, writer } = await openPair({ writer: { ...KEEP_ALL, lifespan: "200ms" } });
  writer.write(shape(1));
  writer.write(shape(1, "BLUE"));
  await runFor(network, 50);
  assert.equal(takeAll(reader), ["RED 1", "BLUE 1"]);
  network.partition(a.sim.node, b.sim.node);
  writer.dispose({ color: "RED" });
  writer.unregister({ color: "BLUE" });
  await runFor(network, 1000);
  network.heal(a.sim.node, b.sim.node);
  await runFor(network, 1500);
  assert.equal(takeAll(reader), ["RED NOT_ALIVE_DISPOSED", "BLUE NOT_ALIVE_DISPOSED"]);
});

test("room comes with time: a write that waits goes on when a sample expires", async () => {
  const resourceLimits = { maxSamples: 2 };
  const { network, a, b, writer } = await openPair({ writer: { ...KEEP_ALL, resourceLimits, lifespan: "300ms" } });
  network.partition(a.sim.node, b.sim.node);
  writer.write(shape(1));
  writer.write(shape(2));
  const tooShort = rejection(writer.writeAsync(shape(3), { timeoutMs: 100 }));
  const longEnough = writer.writeAsync(shape(4), { timeoutMs: 1000 });
  await runFor(network, 200);
  assert.is((await tooShort).code, "TIMEOUT");
  await runFor(network, 150);
  assert.is(await longEnough, 3);
});

test("changed at run time, it holds for samples written afterwards, and readers are told", async () => {
  const { network, b, reader, writer } = await openPair({ writer: { ...DURABLE, lifespan: "10s" } });
  writer.write(shape(1));
  writer.setQos({ lifespan: "100ms" });
  writer.write(shape(2));
  writer.setQos({ lifespan: "infinite" });
  writer.write(shape(3));
  await runFor(network, 200);
  assert.equal(reader.take().map(told), ["RED 1", "RED 2", "RED 3"]);
  const late = readerAt(b, { durability: "transientLocal" });
  await runFor(network, 100);
  assert.equal(takeAll(late), ["RED 1", "RED 3"]);
  const [announced] = b.sim.engine.endpoints.filter((endpoint) => endpoint.role === "writer");
  assert.is(announced?.role === "writer" && announced.qos.lifespan.durationMs, Infinity);
});

test("an infinite lifespan sets no timer", async () => {
  const { network, a, writer } = await openPair({ writer: KEEP_ALL });
  writer.write(shape(1));
  await runFor(network, 100);
  await settle();
  assert.is(a.sim.engine.writer(writer.guid.entityId).writer.lifespan, undefined);
});

test.run();
