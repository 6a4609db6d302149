// RTPS 2.5 §8.5.3: participants find each other, and notice when one is gone. In a simulated network.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { udpv4Locator } from "../../src/rtps/structure/locator.js";
import { carries, dropFirst, SimNetwork } from "../../src/simulation/index.js";
import { DISCOVERY_PORT, GROUP, prefixOf, type SimParticipant, simParticipant } from "../support/simParticipant.js";

const test = suite("SPDP");

const DATA = 0x15;
const SPDP_WRITER = 0x000100c2;

const knows = (one: SimParticipant, other: SimParticipant) =>
  one.engine.participants.some((data) => data.guidPrefix.equals(other.engine.config.guidPrefix));

function pair(network: SimNetwork): [SimParticipant, SimParticipant] {
  return [simParticipant(network, { index: 0 }), simParticipant(network, { index: 1 })];
}

test("PL-39: a newcomer is answered at once, not at the next period", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0 });
  network.runUntil(10_000);
  const b = simParticipant(network, { index: 1 });
  network.runUntil(() => knows(a, b) && knows(b, a), { maxTimeMs: 10_010 });
  assert.equal(
    a.eventsOf("participantDiscovered").map((event) => event.participant.entityName),
    ["p1"],
  );
});

test("multicast off, peers listed", () => {
  const network = new SimNetwork({ seed: 1 });
  const hosts = [network.addHost("a"), network.addHost("b")];
  const a = simParticipant(network, { index: 0, host: hosts[0]!, config: { announceTo: [] } });
  const announceTo = [0, 1, 2].map((index) => udpv4Locator(hosts[0]!.address, 7410 + 2 * index));
  const b = simParticipant(network, { index: 1, host: hosts[1]!, config: { announceTo, metatrafficMulticast: [] } });
  network.runUntil(() => knows(a, b) && knows(b, a), { maxTimeMs: 50 });
});

test("a lost answer is repeated until it shows that it is not needed", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0 });
  network.runUntil(1000);
  let answers = 0;
  network.setFilter((datagram, from, to) => {
    if (from !== a.node || to === a.node || !carries(DATA, SPDP_WRITER)(datagram, from, to)) return "deliver";
    return answers++ === 0 ? "drop" : "deliver";
  });
  const b = simParticipant(network, { index: 1, discovery: { initialAnnouncements: 1 } });
  network.runUntil(() => knows(b, a), { maxTimeMs: 1400 });
  network.runUntil(2500);
  assert.is(answers, 2, "one lost, one enough");
});

test("discovery survives the loss of the first announcements", () => {
  const network = new SimNetwork({ seed: 3, filter: dropFirst(6, carries(DATA, SPDP_WRITER)) });
  const [a, b] = pair(network);
  network.runUntil(() => knows(a, b) && knows(b, a), { maxTimeMs: 1000 });
});

test("user data and properties of a participant are announced", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, {
    index: 0,
    config: { userData: Uint8Array.of(1, 2, 3), properties: [["dds.role", "test"]] },
  });
  const b = simParticipant(network, { index: 1 });
  network.runUntil(() => knows(b, a), { maxTimeMs: 1000 });
  const { participant } = b.eventsOf("participantDiscovered")[0]!;
  assert.equal([...participant.userData], [1, 2, 3]);
  assert.equal(participant.properties, [["dds.role", "test"]]);
  network.runUntil(() => knows(a, b), { maxTimeMs: 1000 });
  const other = a.eventsOf("participantDiscovered")[0]!.participant;
  assert.equal([other.userData.length, other.properties.length], [0, 0]);
});

test("a goodbye is noticed at once", () => {
  const network = new SimNetwork({ seed: 1 });
  const [a, b] = pair(network);
  network.runUntil(1000);
  a.close();
  network.runUntil(() => !knows(b, a), { maxTimeMs: 1001 });
  assert.equal(
    b.eventsOf("participantLost").map((event) => event.reason),
    ["disposed"],
  );
  network.removeNode(a.node);
  network.runUntil(60_000);
  assert.is(b.eventsOf("participantDiscovered").length, 1);
});

test("PL-38: an announcement that the goodbye has overtaken does not bring its sender back", () => {
  const network = new SimNetwork({ seed: 1 });
  const [a, b] = pair(network);
  network.runUntil(2900);
  network.setLink(a.node, b.node, { latencyMs: 300 });
  const before = a.engine.counters.datagramsOut;
  network.runUntil(() => a.engine.counters.datagramsOut > before);
  network.setLink(a.node, b.node, { latencyMs: 0.1 });
  a.close();
  network.removeNode(a.node);
  network.runUntil(10_000);
  assert.not(knows(b, a));
  assert.is(b.eventsOf("participantDiscovered").length, 1);
  assert.ok(b.engine.counters.droppedFor("staleSample") >= 1);
});

test("a killed participant is lost when its lease ends", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0, discovery: { leaseDurationMs: 5000, announcePeriodMs: 1000 } });
  const b = simParticipant(network, { index: 1 });
  network.runUntil(20_000);
  assert.ok(knows(b, a), "renewed meanwhile");
  network.removeNode(a.node);
  network.runUntil(() => !knows(b, a), { maxTimeMs: 25_001 });
  assert.ok(network.now > 23_500, `${network.now}: not earlier than the lease after the last word`);
  assert.equal(
    b.eventsOf("participantLost").map((event) => event.reason),
    ["leaseExpired"],
  );
});

test("a lease that ends at an instant that rounds badly does not hang", () => {
  for (let i = 0; i < 200; i++) {
    const network = new SimNetwork({ seed: i, startMs: 1e9 + i * 0.7331 });
    const discovery = { leaseDurationMs: 333.3 + i * 0.0173, announcePeriodMs: 1e6, initialAnnouncements: 1 };
    const a = simParticipant(network, { index: 0, discovery });
    const b = simParticipant(network, { index: 1 });
    network.runUntil(network.now + 50);
    network.removeNode(a.node);
    network.runUntil(() => b.eventsOf("participantLost").length > 0, { maxSteps: 2000 });
  }
});

test("PL-21: the same announcement again renews the lease, and so does any other datagram", () => {
  const network = new SimNetwork({ seed: 1 });
  const discovery = { leaseDurationMs: 3000, announcePeriodMs: 1e6, initialAnnouncements: 1 };
  const a = simParticipant(network, { index: 0, discovery });
  const b = simParticipant(network, { index: 1 });
  const writer = a.writer();
  b.reader();
  for (let t = 1000; t < 20_000; t += 1000) {
    network.runUntil(t);
    a.write(writer, t);
  }
  assert.equal(b.eventsOf("participantLost"), []);
  network.runUntil(25_000);
  assert.is(b.eventsOf("participantLost").length, 1);
});

test("a participant that restarts with another prefix is a new one; the old one goes with its lease", () => {
  const network = new SimNetwork({ seed: 1 });
  const host = network.addHost("a");
  const discovery = { leaseDurationMs: 5000, announcePeriodMs: 1000 };
  const a = simParticipant(network, { index: 0, host, discovery });
  const b = simParticipant(network, { index: 1 });
  network.runUntil(1000);
  network.removeNode(a.node);
  const again = simParticipant(network, { index: 0, host, discovery, config: { guidPrefix: prefixOf(77) } });
  network.runUntil(() => knows(b, again) && knows(again, b), { maxTimeMs: 1100 });
  assert.ok(knows(b, a));
  network.runUntil(7000);
  assert.not(knows(b, a));
  assert.ok(knows(b, again));
});

test("PL-17: other domains and tags are ignored", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0 });
  const domain = simParticipant(network, { index: 1, config: { domainId: 7 } });
  const tag = simParticipant(network, { index: 2, config: { domainTag: "x" } });
  const sameTag = simParticipant(network, { index: 3, config: { domainTag: "x" } });
  network.runUntil(5000);
  assert.equal(a.engine.participants, []);
  assert.equal(domain.engine.participants, []);
  assert.ok(knows(tag, sameTag) && knows(sameTag, tag));
  assert.is(tag.engine.participants.length, 1);
  assert.ok(a.engine.counters.droppedFor("foreignDomain") > 0);
});

test("an ignored participant is lost and stays so", () => {
  const network = new SimNetwork({ seed: 1 });
  const [a, b] = pair(network);
  network.runUntil(1000);
  b.engine.ignoreParticipant(network.now, a.engine.config.guidPrefix);
  network.flush(b.node);
  network.runUntil(30_000);
  assert.not(knows(b, a));
  assert.equal(
    b.eventsOf("participantLost").map((event) => event.reason),
    ["ignored"],
  );
  assert.ok(b.engine.counters.droppedFor("ignoredPeer") > 0);
});

test("LO-12: our own multicast is not a stranger, also after close", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0 });
  network.runUntil(5000);
  a.close();
  network.runUntil(10_000);
  assert.equal(a.events, []);
  assert.ok(a.engine.counters.droppedFor("ownTraffic") > 0);
});

test("PL-29: participants above the limit are counted and not kept", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0, limits: { maxParticipants: 2 } });
  for (let index = 1; index <= 5; index++) simParticipant(network, { index });
  network.runUntil(1000);
  assert.is(a.engine.participants.length, 2);
  assert.ok(a.engine.counters.droppedFor("limitParticipants") > 0);
});

test("RL-12: only one side loses its peer, and both are well again afterwards", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0, discovery: { leaseDurationMs: 4000, announcePeriodMs: 1000 } });
  const b = simParticipant(network, { index: 1, discovery: { leaseDurationMs: 100_000, announcePeriodMs: 1000 } });
  const writer = a.writer({ durability: { kind: "TRANSIENT_LOCAL" }, history: { kind: "KEEP_ALL", depth: 1 } });
  const reader = b.reader({
    reliability: { kind: "RELIABLE", maxBlockingTimeMs: 0 },
    durability: { kind: "TRANSIENT_LOCAL" },
    history: { kind: "KEEP_ALL", depth: 1 },
  });
  network.runUntil(1000);
  for (let i = 0; i < 50; i++) {
    a.write(writer, i);
    network.runUntil(network.now + 20);
  }
  network.partition(a.node, b.node);
  network.runUntil(8000);
  assert.not(knows(b, a), "b hears nothing of a");
  assert.ok(knows(a, b), "a hears b");
  assert.equal(a.eventsOf("participantLost"), []);
  a.write(writer, 50);
  network.heal(a.node, b.node);
  // The first HEARTBEAT after it is lost too.
  network.setFilter(dropFirst(1, carries(0x07, writer)));
  network.runUntil(11_000);
  assert.ok(knows(b, a));
  assert.is(b.eventsOf("subscriptionMatched").length, 3, "matched, lost, matched");
  assert.equal(
    b.values(reader),
    Array.from({ length: 51 }, (_, i) => i),
    "it goes on where it stopped: nothing is lost and nothing comes twice",
  );
  assert.ok(a.engine.isAckedByAll(writer));
});

test("20 participants with endpoints: all matched, traffic bounded", () => {
  const count = 20;
  const network = new SimNetwork({ seed: 5, link: { jitterMs: 1 } });
  const all = Array.from({ length: count }, (_, index) => simParticipant(network, { index }));
  for (const one of all) {
    one.writer({}, "Square");
    one.reader({ reliability: { kind: "RELIABLE", maxBlockingTimeMs: 0 } }, "Square");
  }
  const matched = () =>
    all.every(
      (one) => one.eventsOf("publicationMatched").length === count && one.eventsOf("readerReady").length === count,
    );
  network.runUntil(matched, { maxTimeMs: 2000 });
  const pairs = count * (count - 1);
  const { datagramsSent } = network.statistics;
  console.log(
    `20 participants: all ready after ${network.now.toFixed(1)} ms, ${(datagramsSent / pairs).toFixed(1)} datagrams per pair`,
  );
  assert.ok(datagramsSent / pairs < 20, `${datagramsSent} datagrams`);
  network.runUntil(10_000);
  const before = network.statistics.datagramsSent;
  network.runUntil(40_000);
  const perSecond = (network.statistics.datagramsSent - before) / 30;
  assert.ok(perSecond < (count / 3) * 1.2, `${perSecond} datagrams a second: only SPDP`);
});

test("a participant that announces only a group it cannot be reached at otherwise is not kept", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0 });
  simParticipant(network, {
    index: 1,
    config: { metatrafficUnicast: [], metatrafficMulticast: [udpv4Locator(GROUP, DISCOVERY_PORT)] },
  });
  network.runUntil(1000);
  assert.equal(a.engine.participants, []);
  assert.ok(a.engine.counters.droppedFor("limitLocators") > 0);
});

test.run();
