// RTPS 2.5 §8.4.13, DDS 1.4 §2.2.3.11: writers that stop asserting themselves are seen as not alive, by each kind.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { LivelinessQos } from "../../src/qos/index.js";
import { SimNetwork } from "../../src/simulation/index.js";
import { RELIABLE_READER, type SimParticipant, simParticipant } from "../support/simParticipant.js";

const test = suite("liveliness");

type Kind = LivelinessQos["kind"];

function start(kind: Kind, leaseDurationMs: number) {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0 });
  const b = simParticipant(network, { index: 1 });
  const liveliness = { kind, leaseDurationMs };
  const writer = a.writer({ liveliness });
  const reader = b.reader({ ...RELIABLE_READER, liveliness });
  network.runUntil(() => a.eventsOf("readerReady").length === 1, { maxTimeMs: 1000 });
  return { network, a, b, writer, reader };
}

const changes = (one: SimParticipant, from = 0) =>
  one
    .eventsOf("livelinessChanged")
    .slice(from)
    .map((event) => event.alive);

test("an infinite lease needs no assertion", () => {
  const { network, b } = start("AUTOMATIC", Number.POSITIVE_INFINITY);
  network.runUntil(60_000);
  assert.equal(changes(b), [true]);
});

test("AUTOMATIC: asserted as long as the participant lives", () => {
  const { network, a, b } = start("AUTOMATIC", 500);
  network.runUntil(10_000);
  assert.equal(changes(b), [true]);
  network.partition(a.node, b.node);
  network.runUntil(10_000 + 600);
  assert.equal(changes(b), [true, false], "well before the participant's lease");
  network.heal(a.node, b.node);
  network.runUntil(11_500);
  assert.equal(changes(b), [true, false, true]);
});

test("MANUAL_BY_PARTICIPANT: asserted by command or by a sample", () => {
  const { network, a, b, writer } = start("MANUAL_BY_PARTICIPANT", 300);
  network.runUntil(network.now + 250);
  a.engine.assertLiveliness(network.now);
  network.flush(a.node);
  network.runUntil(network.now + 250);
  a.write(writer, 1);
  network.runUntil(network.now + 250);
  assert.equal(changes(b), [true]);
  network.runUntil(network.now + 300);
  assert.equal(changes(b), [true, false]);
  a.engine.assertLiveliness(network.now);
  network.flush(a.node);
  network.runUntil(network.now + 10);
  assert.equal(changes(b), [true, false, true]);
});

test("MANUAL_BY_TOPIC: asserted for that writer alone", () => {
  const { network, a, b, writer } = start("MANUAL_BY_TOPIC", 300);
  const other = a.writer({ liveliness: { kind: "MANUAL_BY_TOPIC", leaseDurationMs: 300 } });
  network.runUntil(network.now + 200);
  a.engine.assertLiveliness(network.now, writer);
  a.engine.assertLiveliness(network.now);
  network.flush(a.node);
  network.runUntil(network.now + 200);
  const events = b.eventsOf("livelinessChanged").map((event) => [event.remote.entityId, event.alive]);
  assert.equal(events, [
    [writer, true],
    [other, true],
    [other, false],
  ]);
});

test("QB-02: a message is about its own participant only", () => {
  const network = new SimNetwork({ seed: 1 });
  const liveliness = { kind: "AUTOMATIC", leaseDurationMs: 400 } as const;
  const a = simParticipant(network, { index: 0 });
  const b = simParticipant(network, { index: 1 });
  const c = simParticipant(network, { index: 2 });
  a.writer({ liveliness });
  b.writer({ liveliness });
  c.reader({ ...RELIABLE_READER, liveliness });
  network.runUntil(2000);
  network.removeNode(a.node);
  network.runUntil(4000);
  const dead = c.eventsOf("livelinessChanged").filter((event) => !event.alive);
  assert.is(dead.length, 1);
  assert.ok(dead[0]!.remote.prefix.equals(a.engine.config.guidPrefix));
});

test("QB-11: every reader of the writer is told", () => {
  const { network, a, b } = start("AUTOMATIC", 300);
  b.reader({ ...RELIABLE_READER, liveliness: { kind: "AUTOMATIC", leaseDurationMs: 300 } });
  network.runUntil(network.now + 500);
  network.partition(a.node, b.node);
  network.runUntil(network.now + 500);
  assert.is(b.eventsOf("livelinessChanged").filter((event) => !event.alive).length, 2);
});

test("a sample brings a writer back that was taken for dead", () => {
  const { network, a, b, writer } = start("MANUAL_BY_TOPIC", 200);
  network.runUntil(network.now + 1000);
  assert.equal(changes(b), [true, false]);
  a.write(writer, 1);
  network.runUntil(network.now + 100);
  assert.equal(changes(b), [true, false, true]);
});

test("QB-10: leases of 1 ns and of 30 days", () => {
  for (const leaseDurationMs of [1e-6, 30 * 24 * 3600_000]) {
    const { network, a } = start("AUTOMATIC", leaseDurationMs);
    const { steps } = network;
    network.runUntil(network.now + 1000);
    assert.ok(network.steps - steps < 5000, `${network.steps - steps} steps in a second`);
    assert.ok(a.engine.nextDeadline() > network.now);
  }
});

test.run();
