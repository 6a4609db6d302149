// What goes wrong around a participant: hosts that vanish and return, sockets that refuse, readers that are slow, clocks
// that jump. RELIABLE loses nothing; what cannot be kept is told by the status that DDS names for it. Restarts are in
// test/discovery/restart.test.ts, leases of unequal length in test/discovery/spdp.test.ts.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { WRITE_WOULD_BLOCK } from "../../src/participant/types.js";
import { SimNetwork } from "../../src/simulation/index.js";
import { packet } from "../support/casePackets.js";
import { Puppet } from "../support/Puppet.js";
import {
  KEEP_ALL,
  RELIABLE_READER,
  RELIABLE_WRITER,
  type SimParticipant,
  simParticipant,
  TRANSIENT_LOCAL,
} from "../support/simParticipant.js";

const test = suite("faults");

const COUNTING = (to: number) => Array.from({ length: to }, (_, i) => i);
const DISCOVERY = { leaseDurationMs: 2000, announcePeriodMs: 400 };
const RELIABLE_ALL = { ...RELIABLE_READER, ...KEEP_ALL };

function pair(discovery = DISCOVERY, seed = 1) {
  const network = new SimNetwork({ seed });
  const a = simParticipant(network, { index: 0, discovery });
  const b = simParticipant(network, { index: 1, discovery });
  return { network, a, b };
}

function cut(network: SimNetwork, a: SimParticipant, b: SimParticipant): () => void {
  network.partition(a.node, b.node);
  network.partition(b.node, a.node);
  return () => {
    network.heal(a.node, b.node);
    network.heal(b.node, a.node);
  };
}

test("an interface that is gone for less than a lease: nobody is lost, nothing is lost", () => {
  const { network, a, b } = pair();
  const writer = a.writer({ ...RELIABLE_WRITER, ...KEEP_ALL });
  const reader = b.reader(RELIABLE_ALL);
  network.runUntil(500);
  const returns = cut(network, a, b);
  for (let i = 0; i < 200; i++) {
    a.write(writer, i);
    network.runUntil(network.now + 5);
  }
  returns();
  network.runUntil(network.now + 3000);
  assert.equal(b.values(reader), COUNTING(200));
  assert.equal([...a.eventsOf("participantLost"), ...b.eventsOf("participantLost")], []);
  assert.ok(a.engine.isAckedByAll(writer));
});

test("an interface that is gone for longer: both sides say so, and a TRANSIENT_LOCAL history makes up for all of it", () => {
  const { network, a, b } = pair();
  const writer = a.writer({ ...RELIABLE_WRITER, ...KEEP_ALL, ...TRANSIENT_LOCAL });
  const reader = b.reader({ ...RELIABLE_ALL, ...TRANSIENT_LOCAL });
  network.runUntil(500);
  for (let i = 0; i < 20; i++) a.write(writer, i);
  network.runUntil(700);
  const returns = cut(network, a, b);
  for (let i = 20; i < 120; i++) {
    a.write(writer, i);
    network.runUntil(network.now + 50);
  }
  returns();
  network.runUntil(network.now + 5000);
  assert.equal(b.values(reader), COUNTING(120), "once, in order");
  for (const one of [a, b])
    assert.equal(
      one.eventsOf("participantLost").map(({ reason }) => reason),
      ["leaseExpired"],
    );
  assert.equal(
    b.eventsOf("subscriptionMatched").map(({ change }) => change),
    [1, -1, 1],
  );
  assert.equal(
    a.eventsOf("publicationMatched").map(({ change }) => change),
    [1, -1, 1],
  );
  assert.ok(a.engine.isAckedByAll(writer));
});

for (const blocked of ["to the reader", "to the writer"] as const) {
  test(`a partition one way, ${blocked}, shorter and longer than a lease: RELIABLE loses nothing`, () => {
    for (const ms of [1000, 6000]) {
      const { network, a, b } = pair();
      const writer = a.writer({ ...RELIABLE_WRITER, ...KEEP_ALL, ...TRANSIENT_LOCAL });
      const reader = b.reader({ ...RELIABLE_ALL, ...TRANSIENT_LOCAL });
      network.runUntil(500);
      const [from, to] = blocked === "to the reader" ? [a.node, b.node] : [b.node, a.node];
      network.partition(from, to);
      for (let i = 0; i < 100; i++) {
        a.write(writer, i);
        network.runUntil(network.now + ms / 100);
      }
      network.heal(from, to);
      network.runUntil(network.now + 8000);
      assert.equal(b.values(reader), COUNTING(100), `${ms} ms`);
      assert.ok(a.engine.isAckedByAll(writer));
    }
  });
}

test("leases of unequal length: the side with the short one forgets and finds again, the other stays", () => {
  const network = new SimNetwork({ seed: 2 });
  const short = { leaseDurationMs: 1000, announcePeriodMs: 300 };
  const a = simParticipant(network, { index: 0, discovery: { leaseDurationMs: 60_000, announcePeriodMs: 300 } });
  const b = simParticipant(network, { index: 1, discovery: short });
  const writer = a.writer({ ...RELIABLE_WRITER, ...KEEP_ALL, ...TRANSIENT_LOCAL });
  const reader = b.reader({ ...RELIABLE_ALL, ...TRANSIENT_LOCAL });
  network.runUntil(500);
  const returns = cut(network, a, b);
  for (let i = 0; i < 30; i++) {
    a.write(writer, i);
    network.runUntil(network.now + 100);
  }
  returns();
  network.runUntil(network.now + 5000);
  assert.equal(b.values(reader), COUNTING(30));
  assert.equal([a.eventsOf("participantLost").length, b.eventsOf("participantLost").length], [1, 0]);
});

test("sockets that refuse every other datagram (ENOBUFS): RELIABLE loses nothing", () => {
  const { network, a, b } = pair();
  const writer = a.writer({ ...RELIABLE_WRITER, ...KEEP_ALL });
  const reader = b.reader(RELIABLE_ALL);
  network.runUntil(500);
  let count = 0;
  network.setFilter(() => (count++ % 2 === 0 ? "drop" : "deliver"));
  for (let i = 0; i < 300; i++) a.write(writer, i, i % 7 === 0 ? 5000 : 20);
  network.runUntil(network.now + 5000);
  assert.equal(b.values(reader), COUNTING(300));
});

test("a slow reader: the writer is told to wait, and nothing is lost", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0 });
  const taken: number[] = [];
  let isSlow = true;
  const b: SimParticipant = simParticipant(network, { index: 1 }, () => {
    if (!isSlow) takeAll();
  });
  const limits = { resourceLimits: { maxSamples: 50, maxInstances: -1, maxSamplesPerInstance: -1 } };
  const writer = a.writer({ ...RELIABLE_WRITER, ...KEEP_ALL, ...limits });
  const reader = b.reader({ ...RELIABLE_ALL, ...limits });
  function takeAll(): void {
    const changes: Parameters<typeof b.engine.take>[1] = [];
    b.engine.take(reader, changes, 1000);
    for (const { payload } of changes) taken.push(new DataView(payload.buffer, payload.byteOffset).getUint32(4, true));
  }
  network.runUntil(500);
  let written = 0;
  let refused = 0;
  for (let i = 0; i < 1000; i++) {
    if (a.write(writer, written) === WRITE_WOULD_BLOCK) refused++;
    else written++;
    network.runUntil(network.now + 1);
  }
  assert.ok(refused > 800 && written <= 120, `${written} written, ${refused} refused`);
  isSlow = false;
  takeAll();
  network.flush(b.node);
  network.runUntil(network.now + 2000);
  assert.equal(taken, COUNTING(written));
  assert.ok(a.eventsOf("writerSpace").length > 0, "and told to go on");
  assert.equal(b.eventsOf("sampleLost"), []);
});

test("a clock that jumps by an hour: who is still there is not lost, who is gone is", () => {
  const puppet = new Puppet();
  puppet.announce({ leaseDurationMs: 2000 });
  puppet.now += 3_600_000;
  puppet.engine.handleTimeout(puppet.now);
  assert.equal(puppet.eventsOf("participantLost"), [], "its announcements may wait in the socket");
  puppet.run(puppet.now + 100);
  puppet.feed(packet("P54"));
  puppet.run(puppet.now + 1900);
  assert.equal(puppet.eventsOf("participantLost"), []);
  puppet.run(puppet.now + 200);
  assert.is(puppet.eventsOf("participantLost").length, 1, "an ordinary end of its lease");
  puppet.announce({ sn: 2, leaseDurationMs: 2000 });
  puppet.now += 3_600_000;
  puppet.run(puppet.now + 600);
  assert.is(puppet.eventsOf("participantLost").length, 2, "nothing was heard after the jump");
});

test("a clock that jumps in the middle of repairs: everything arrives", () => {
  const { network, a, b } = pair({ leaseDurationMs: 20_000, announcePeriodMs: 3000 });
  const writer = a.writer({ ...RELIABLE_WRITER, ...KEEP_ALL });
  const reader = b.reader(RELIABLE_ALL);
  network.runUntil(500);
  let count = 0;
  network.setFilter(() => (count++ % 3 === 0 ? "drop" : "deliver"));
  for (let i = 0; i < 50; i++) a.write(writer, i);
  // Both engines see it: 10 s in which nothing happened.
  for (const one of [a, b]) one.engine.handleTimeout(network.now + 10_000);
  network.runUntil(network.now + 10_000);
  network.setFilter(undefined);
  network.runUntil(network.now + 3000);
  assert.equal(b.values(reader), COUNTING(50));
});

test.run();
