// The public interface in a simulated network: what the tests of QoS policies stand on.

import { test } from "uvu";
import * as assert from "uvu/assert";
import { SimNetwork } from "../../src/simulation/SimNetwork.js";
import { runFor, runUntil, settle, simDcps, topicAt, untilMatched } from "../support/simDcps.js";
import { rejection, SHAPE, type Shape, shape } from "./support.js";

test("writers and readers exchange samples without sockets and without wall time", async () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simDcps(network, { index: 0 });
  const b = simDcps(network, { index: 1 });
  const writer = a.participant.createWriter(topicAt<Shape>(a, "Square", SHAPE), { qos: { history: "keepAll" } });
  const reader = b.participant.createReader(topicAt<Shape>(b, "Square", SHAPE), {
    qos: { reliability: "reliable", history: "keepAll" },
  });
  await untilMatched(network, [writer], [reader]);
  await Promise.all([writer.ready(1), runUntil(network, () => reader.matchedPublications.length === 1)]);
  for (let i = 0; i < 3; i++) writer.write(shape(i));
  await runFor(network, 50);
  assert.equal(
    reader.take().map((sample) => sample.data),
    [shape(0), shape(1), shape(2)],
  );
});

test("waiting for something takes virtual time", async () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simDcps(network, { index: 0 });
  const writer = a.participant.createWriter(topicAt<Shape>(a, "Square", SHAPE));
  let error: (Error & { code?: string }) | undefined;
  void rejection(writer.ready(1, { timeoutMs: 500 })).then((rejected) => {
    error = rejected;
  });
  await settle();
  const start = network.now;
  await runUntil(network, () => error !== undefined);
  assert.is(error?.code, "TIMEOUT");
  assert.ok(network.now - start >= 500 && network.now - start <= 501);
});

test("an alarm comes once, when it was set for, and the last setting counts", () => {
  const network = new SimNetwork({ seed: 1 });
  const { sim } = simDcps(network, { index: 0 });
  const writer = sim.writer();
  sim.engine.setAlarm(writer, 100);
  sim.engine.setAlarm(writer, 50);
  network.flush(sim.node);
  network.runUntil(1000);
  assert.equal(
    sim.eventsOf("alarm").map(({ endpoint, now }) => ({ endpoint, now })),
    [{ endpoint: writer, now: 50 }],
  );
  sim.engine.setAlarm(writer, 1100);
  sim.engine.deleteWriter(network.now, writer);
  network.flush(sim.node);
  network.runUntil(2000);
  assert.is(sim.eventsOf("alarm").length, 1);
});

test.run();
