// RTPS 2.5 §8.4.13, DDS 1.4 §2.2.3.11: what shows, to a reader, that a writer is alive, by kind; and what does not.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { LivelinessKind } from "../../src/qos/index.js";
import { SimNetwork } from "../../src/simulation/index.js";
import { Puppet } from "../support/Puppet.js";
import { BEST_EFFORT_WRITER, RELIABLE_READER, simParticipant } from "../support/simParticipant.js";

const test = suite("signs of liveliness");

const WRITER = 0x00000102;
const OTHER = 0x00000202;
const READER = 0x00000107;
const UNKNOWN = 0;
const LEASE_MS = 300;

const of = (kind: LivelinessKind, leaseDurationMs = LEASE_MS) => ({ liveliness: { kind, leaseDurationMs } });
const RELIABLE = { reliability: { kind: "RELIABLE", maxBlockingTimeMs: 0 } } as const;

/** A reader of the engine, and the puppet's writer 102 of one kind; 202 too if it has a kind. */
function puppetWith(kind: LivelinessKind, other?: LivelinessKind): Puppet {
  const puppet = new Puppet();
  puppet.createReader({ ...RELIABLE, ...of("AUTOMATIC") });
  puppet.announce().announceWriter(of(kind));
  if (other !== undefined) puppet.announceWriter(of(other), OTHER);
  puppet.datagrams();
  return puppet;
}

/** "102 dead", in order. */
const changes = (puppet: Puppet) =>
  puppet
    .eventsOf("livelinessChanged")
    .map((event) => `${event.remote.entityId.toString(16)} ${event.alive ? "alive" : "dead"}`);

const heartbeat = (puppet: Puppet, writer: number, count: number, liveliness: boolean) =>
  puppet.send((message) => message.heartbeat(READER, writer, 1, 0, count, true, liveliness));

/** The puppet does this every 200 ms, for a second. */
function repeat(puppet: Puppet, action: (round: number) => void): void {
  for (let round = 1; round <= 5; round++) {
    puppet.run(puppet.now + 200);
    action(round);
  }
}

const BOTH_ALIVE = ["102 alive", "202 alive"];
const BOTH_DEAD = ["102 dead", "202 dead"];

test("a sample shows that its writer is alive, whatever the kind", () => {
  for (const kind of ["AUTOMATIC", "MANUAL_BY_PARTICIPANT", "MANUAL_BY_TOPIC"] as const) {
    const puppet = puppetWith(kind);
    repeat(puppet, (round) => puppet.data(round));
    assert.equal(changes(puppet), ["102 alive"], kind);
  }
});

test("the lease counts from the last sign, to the millisecond", () => {
  const puppet = puppetWith("MANUAL_BY_TOPIC");
  puppet.run(puppet.now + 200).data(1);
  puppet.run(puppet.now + LEASE_MS - 1);
  assert.equal(changes(puppet), ["102 alive"]);
  puppet.run(puppet.now + 1);
  assert.equal(changes(puppet), ["102 alive", "102 dead"]);
});

test("MANUAL_BY_TOPIC: a sample or an assertion counts for its own writer alone", () => {
  const bySample = puppetWith("MANUAL_BY_TOPIC", "MANUAL_BY_TOPIC");
  repeat(bySample, (round) => bySample.data(round));
  assert.equal(changes(bySample), [...BOTH_ALIVE, "202 dead"]);
  const byFlag = puppetWith("MANUAL_BY_TOPIC", "MANUAL_BY_TOPIC");
  repeat(byFlag, (round) => heartbeat(byFlag, OTHER, round, true));
  assert.equal(changes(byFlag), [...BOTH_ALIVE, "102 dead"]);
});

test("MANUAL_BY_PARTICIPANT: a sample of any writer of the participant counts for all of them (§2.2.2.4.2.22)", () => {
  for (const other of ["AUTOMATIC", "MANUAL_BY_PARTICIPANT", "MANUAL_BY_TOPIC"] as const) {
    const puppet = puppetWith("MANUAL_BY_PARTICIPANT", other);
    repeat(puppet, (round) => puppet.data(round, new Uint8Array(8), OTHER));
    assert.equal(changes(puppet), BOTH_ALIVE, other);
  }
});

test("MANUAL_BY_PARTICIPANT: so does a HEARTBEAT with the liveliness flag", () => {
  const puppet = puppetWith("MANUAL_BY_PARTICIPANT", "MANUAL_BY_PARTICIPANT");
  repeat(puppet, (round) => heartbeat(puppet, WRITER, round, true));
  assert.equal(changes(puppet), BOTH_ALIVE);
});

test("manual kinds: announcements and HEARTBEATs without the flag show nothing", () => {
  for (const kind of ["MANUAL_BY_PARTICIPANT", "MANUAL_BY_TOPIC"] as const) {
    const puppet = puppetWith(kind, kind);
    repeat(puppet, (round) => {
      puppet.announce({ sn: round + 1 });
      heartbeat(puppet, WRITER, round, false);
    });
    assert.equal(changes(puppet).slice(2).sort(), BOTH_DEAD, kind);
  }
});

test("AUTOMATIC: any word of the participant shows that its process lives; not every vendor sends messages for it", () => {
  const puppet = puppetWith("AUTOMATIC", "AUTOMATIC");
  repeat(puppet, (round) => puppet.announce({ sn: round + 1 }));
  assert.equal(changes(puppet), BOTH_ALIVE);
  puppet.run(puppet.now + 1000);
  assert.equal(changes(puppet).slice(2).sort(), BOTH_DEAD);
  puppet.announce({ sn: 7 }).run(puppet.now + LEASE_MS / 4);
  assert.equal(changes(puppet).slice(4).sort(), BOTH_ALIVE);
});

test("a writer is back before its sample is: the reader hears of it first", () => {
  for (const kind of ["AUTOMATIC", "MANUAL_BY_PARTICIPANT", "MANUAL_BY_TOPIC"] as const) {
    const puppet = puppetWith(kind);
    puppet.run(puppet.now + 1000);
    puppet.heartbeat(1, 0, 1);
    const before = puppet.events.length;
    puppet.data(1);
    assert.equal(
      puppet.events.slice(before).map((event) => event.type),
      ["livelinessChanged", "dataAvailable"],
      kind,
    );
  }
});

test("a sample for which there is no room, and a fragment, are signs too", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0 });
  const b = simParticipant(network, { index: 1 }, () => undefined);
  const writer = a.writer({ ...of("MANUAL_BY_TOPIC"), history: { kind: "KEEP_ALL", depth: 1 } });
  b.reader({
    ...RELIABLE_READER,
    history: { kind: "KEEP_ALL", depth: 1 },
    resourceLimits: { maxSamples: 1, maxInstances: Infinity, maxSamplesPerInstance: Infinity },
  });
  network.runUntil(() => a.eventsOf("readerReady").length === 1, { maxTimeMs: 1000 });
  for (let i = 0; i < 5; i++) {
    a.write(writer, i, i === 4 ? 20_000 : 12);
    network.runUntil(network.now + 200);
  }
  assert.equal(
    b.eventsOf("livelinessChanged").map((event) => event.alive),
    [true],
  );
});

test("samples of builtin writers assert nobody", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0 });
  const b = simParticipant(network, { index: 1 });
  // The AUTOMATIC writer of another topic makes the participant send messages all the time.
  a.writer(of("AUTOMATIC"), "Circle");
  a.writer(of("MANUAL_BY_PARTICIPANT"));
  b.reader(RELIABLE_READER);
  network.runUntil(1000);
  assert.equal(
    b.eventsOf("livelinessChanged").map((event) => event.alive),
    [true, false],
  );
});

test("writers of one's own participant: AUTOMATIC ones live as long as it does, manual ones must be asserted", () => {
  for (const kind of ["AUTOMATIC", "MANUAL_BY_PARTICIPANT", "MANUAL_BY_TOPIC"] as const) {
    const network = new SimNetwork({ seed: 1 });
    const a = simParticipant(network, { index: 0 });
    const writer = a.writer({ ...of(kind), ...BEST_EFFORT_WRITER });
    a.reader();
    const alive = () => a.eventsOf("livelinessChanged").map((event) => event.alive);
    for (let round = 0; round < 5; round++) {
      if (kind !== "AUTOMATIC") a.engine.assertLiveliness(network.now, kind === "MANUAL_BY_TOPIC" ? writer : undefined);
      network.flush(a.node);
      network.runUntil(network.now + 200);
    }
    assert.equal(alive(), [true], kind);
    network.runUntil(network.now + 1000);
    assert.equal(alive(), kind === "AUTOMATIC" ? [true] : [true, false], kind);
  }
});

test("a second reader of a writer that is not alive is told so, and what comes later is told both", () => {
  const puppet = puppetWith("MANUAL_BY_TOPIC");
  puppet.run(puppet.now + 1000);
  const second = puppet.createReader({ ...RELIABLE, ...of("AUTOMATIC") });
  puppet.datagrams();
  puppet.send((message) => message.heartbeat(UNKNOWN, WRITER, 1, 0, 1, true, true));
  assert.equal(
    puppet.eventsOf("livelinessChanged").map((event) => [event.reader === second, event.alive]),
    [
      [false, true],
      [false, false],
      [true, false],
      [false, true],
      [true, true],
    ],
  );
});

test("a peer that announces another kind for a writer, which nobody may, harms no other writer", () => {
  const puppet = puppetWith("AUTOMATIC");
  puppet.announceWriter(of("MANUAL_BY_TOPIC")).run(puppet.now + 2 * LEASE_MS);
  assert.equal(changes(puppet), ["102 alive", "102 dead"]);
  // Not RELIABLE any more: the match is over.
  puppet.announceWriter({ ...of("MANUAL_BY_TOPIC"), reliability: { kind: "BEST_EFFORT", maxBlockingTimeMs: 0 } });
  puppet.announceWriter(of("MANUAL_BY_TOPIC"), OTHER).datagrams();
  repeat(puppet, (round) => puppet.data(round, new Uint8Array(8), OTHER));
  assert.equal(changes(puppet).slice(2), ["202 alive"]);
});

test.run();
