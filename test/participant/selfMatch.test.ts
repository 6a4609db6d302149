// Endpoints of one participant: its writers and readers of a topic match like those of any two participants.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SimNetwork } from "../../src/simulation/index.js";
import { KEEP_ALL, RELIABLE_READER, simParticipant, TRANSIENT_LOCAL } from "../support/simParticipant.js";

const test = suite("one participant with itself");

function alone() {
  const network = new SimNetwork({ seed: 1 });
  return { network, a: simParticipant(network, { index: 0 }) };
}

test("a writer and a reader of one topic match, and samples arrive, reliable or not", () => {
  const { network, a } = alone();
  const reliable = a.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  const writer = a.writer(KEEP_ALL);
  const bestEffort = a.reader(KEEP_ALL);
  network.runUntil(() => a.eventsOf("readerReady").length === 2, { maxTimeMs: 100 });
  for (let i = 0; i < 100; i++) a.put(writer, i);
  network.flush(a.node);
  network.runUntil(200);
  const expected = Array.from({ length: 100 }, (_, i) => i);
  assert.equal(a.values(reliable), expected);
  assert.equal(a.values(bestEffort), expected);
  assert.ok(a.engine.isAckedByAll(writer));
  assert.equal(a.engine.participants, [], "it is no remote participant");
  assert.equal(a.engine.endpoints, []);
});

test("datagrams with its own prefix count only from its own host, whatever the interface", () => {
  const { network, a } = alone();
  const captured: Uint8Array[] = [];
  const reader = a.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  a.writer(KEEP_ALL);
  const replay = new SimNetwork({ seed: 1, tap: ({ bytes }) => captured.push(bytes) });
  const twin = simParticipant(replay, { index: 0 });
  twin.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  const twinWriter = twin.writer(KEEP_ALL);
  for (const value of [7, 8]) twin.write(twinWriter, value);
  replay.runUntil(100);
  network.runUntil(100);
  const feed = (address: string) => {
    for (const bytes of captured) a.engine.handleDatagram(network.now, bytes, { address, port: 7411 });
    network.flush(a.node);
  };
  feed("192.0.2.66");
  assert.equal(a.values(reader), [], "forged");
  assert.is(a.engine.counters.droppedFor("spoofedPrefix"), captured.length);
  feed("127.0.0.1");
  assert.equal(a.values(reader), [7, 8], "its own, looped back");
  assert.is(a.engine.counters.droppedFor("spoofedPrefix"), captured.length);
});

test("a late reader gets the history", () => {
  const { network, a } = alone();
  const writer = a.writer({ ...KEEP_ALL, ...TRANSIENT_LOCAL });
  for (let i = 0; i < 5; i++) a.write(writer, i);
  network.runUntil(1000);
  const reader = a.reader({ ...RELIABLE_READER, ...KEEP_ALL, ...TRANSIENT_LOCAL });
  network.runUntil(1100);
  assert.equal(a.values(reader), [0, 1, 2, 3, 4]);
});

test("large samples, with loss on the loopback", () => {
  const network = new SimNetwork({ seed: 9, link: { loss: 0.2 } });
  const a = simParticipant(network, { index: 0 });
  const writer = a.writer(KEEP_ALL);
  const reader = a.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  for (let i = 0; i < 10; i++) a.write(writer, i, 200_000);
  network.runUntil(() => a.samples.get(reader)!.length === 10, { maxTimeMs: 20_000 });
  assert.equal(a.values(reader), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("policies that do not fit are told to both", () => {
  const { network, a } = alone();
  a.writer();
  a.reader({ ...RELIABLE_READER, ...TRANSIENT_LOCAL });
  network.runUntil(100);
  assert.is(a.eventsOf("offeredIncompatibleQos").length, 1);
  assert.is(a.eventsOf("requestedIncompatibleQos").length, 1);
});

test("a deleted endpoint is unmatched, and both hear of it", () => {
  const { network, a } = alone();
  const writer = a.writer();
  const reader = a.reader(RELIABLE_READER);
  network.runUntil(100);
  a.engine.deleteReader(network.now, reader);
  network.flush(a.node);
  a.write(writer, 1);
  network.runUntil(200);
  assert.equal(
    a.eventsOf("publicationMatched").map((event) => event.change),
    [1, -1],
  );
  assert.ok(a.engine.isAckedByAll(writer));
});

test("closing with everything still open leaves nothing to do", () => {
  const { network, a } = alone();
  const writer = a.writer(KEEP_ALL);
  a.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  for (let i = 0; i < 100; i++) a.put(writer, i);
  a.close();
  a.close();
  network.runUntil(60_000);
  assert.is(a.engine.nextDeadline(), Number.POSITIVE_INFINITY);
});

test.run();
