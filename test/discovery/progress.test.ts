// What discovery has reached with each participant, from "never heard of it" to "everything known", in a simulated
// network where one direction, one kind of datagram or one address fails.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { encodeParticipantData, PLAIN_BUILTIN_ENDPOINTS } from "../../src/discovery/participantData.js";
import type { DiscoveryProgress, ParticipantProgress } from "../../src/discovery/progress.js";
import { GuidPrefix } from "../../src/rtps/structure/guid.js";
import { type Locator, udpv4Locator } from "../../src/rtps/structure/locator.js";
import { carries, dropAll, SimNetwork } from "../../src/simulation/index.js";
import { PUPPET_HOST, PUPPET_PREFIX, Puppet, putData } from "../support/Puppet.js";
import { RELIABLE_READER, type SimParticipant, simParticipant } from "../support/simParticipant.js";

const test = suite("discovery progress");

const DATA = 0x15;
const INFO_DST = 0x0e;
const SPDP_WRITER = 0x000100c2;
const SPDP_READER = 0x000100c7;
const PUBLICATIONS_WRITER = 0x000003c2;

function pair(index = 1) {
  const network = new SimNetwork({ seed: 1 });
  return { network, a: simParticipant(network, { index: 0 }), b: simParticipant(network, { index }) };
}

function progressOf(one: SimParticipant): DiscoveryProgress {
  return one.engine.discoveryProgress(one.network.now);
}

/** What `one` knows of the other, who must be the only one. */
function peerOf(one: SimParticipant): ParticipantProgress {
  const { participants } = progressOf(one);
  assert.is(participants.length, 1);
  return participants[0]!;
}

test("nobody: the participant itself, and nothing else", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0, config: { domainTag: "lab" } });
  const writer = a.writer({}, "Square", true);
  network.runUntil(1000);
  const { self, participants, matches, refused, ignored } = progressOf(a);
  assert.equal([participants, matches, refused, ignored], [[], [], [], []]);
  assert.equal([self.domainId, self.domainTag, self.vendorId, self.entityName], [0, "lab", 0x017f, "p0"]);
  assert.equal(self.metatrafficAddresses, [`udp/${a.node.host.address}:7410`]);
  assert.is(self.endpoints.length, 1);
  const [own] = self.endpoints;
  assert.equal(
    [own!.role, own!.guid.entityId, own!.topicName, own!.typeName, own!.keyed, own!.announcedSn],
    ["writer", writer, "Square", "ShapeType", true, 1],
  );
});

test("all the way: heard, exchanging, complete, matched on both sides", () => {
  const { network, a, b } = pair();
  const writer = a.writer();
  const reader = b.reader(RELIABLE_READER);
  const states: string[] = [];
  network.addInvariant(() => {
    const state = progressOf(a).participants[0]?.state ?? "unknown";
    if (states.at(-1) !== state) states.push(state);
    return undefined;
  });
  network.runUntil(1000);
  const order = ["unknown", "announced", "halfDiscovered", "exchanging", "complete"];
  assert.equal(
    states,
    order.filter((state) => states.includes(state)),
    "never backwards",
  );
  assert.is(states[0], "unknown");
  assert.is(states.at(-1), "complete");

  const peer = peerOf(a);
  assert.ok(peer.knowsUs);
  assert.equal(peer.publications, {
    sent: { last: 1, ackedBelow: 2 },
    received: { announced: true, expected: 1, missing: 0 },
  });
  assert.equal(peer.subscriptions, {
    sent: { last: 0, ackedBelow: 1 },
    received: { announced: true, expected: 2, missing: 0 },
  });
  assert.is(peer.announcedFrom, b.node.host.address);
  assert.is(peer.metatrafficAddress, `udp/${b.node.host.address}:7412`);
  assert.equal(
    peer.endpoints.map(({ data, address }) => [data.role, data.topicName, address]),
    [["reader", "Square", `udp/${b.node.host.address}:7413`]],
  );
  const guids = {
    writer: `${a.engine.config.guidPrefix}${hex(writer)}`,
    reader: `${b.engine.config.guidPrefix}${hex(reader)}`,
  };
  for (const [one, side] of [
    [a, "writer"],
    [b, "reader"],
  ] as const) {
    const plain = progressOf(one).matches.map((match) => ({
      ...match,
      writer: match.writer.toString(),
      reader: match.reader.toString(),
    }));
    assert.equal(plain, [{ ...guids, side, confirmed: true }]);
  }
});

test("the lease: how long nothing was heard, and what is left", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0 });
  const b = simParticipant(network, { index: 1, discovery: { leaseDurationMs: 5000 } });
  network.runUntil(500);
  network.removeNode(b.node);
  network.runUntil(3000);
  const { silentForMs, leaseLeftMs } = peerOf(a);
  assert.ok(silentForMs > 2000 && silentForMs < 3000, String(silentForMs));
  assert.is(silentForMs + leaseLeftMs, 5000);
});

test("one way: what goes to it is lost, so it does not know us", () => {
  const { network, a, b } = pair();
  network.partition(a.node, b.node);
  a.writer();
  b.reader(RELIABLE_READER);
  network.runUntil(2000);
  const peer = peerOf(a);
  assert.equal([peer.state, peer.knowsUs], ["halfDiscovered", false]);
  assert.equal(peer.publications, {
    sent: { last: 1, ackedBelow: 1 },
    received: { announced: false, expected: 1, missing: 0 },
  });
  assert.equal(peer.endpoints, []);
  assert.equal(progressOf(b).participants, [], "it has never heard of us");
  network.heal(a.node, b.node);
  network.runUntil(() => peerOf(a).state === "complete", { maxTimeMs: 10_000 });
});

test("half: its multicast comes through, what it sends to our address does not", () => {
  const { network, a, b } = pair();
  const directed = carries(INFO_DST);
  network.setFilter(dropAll((datagram, from, to) => from === b.node && directed(datagram, from, to)));
  a.writer();
  b.reader(RELIABLE_READER);
  network.runUntil(2000);
  assert.equal([peerOf(a).state, peerOf(a).knowsUs], ["halfDiscovered", false]);
  const other = peerOf(b);
  assert.equal([other.state, other.knowsUs], ["exchanging", true], "we have asked it for its announcements");
  assert.equal(other.subscriptions.sent, { last: 1, ackedBelow: 1 }, "and it waits for our answer");
  assert.equal(other.publications.received, { announced: true, expected: 2, missing: 0 });
});

test("an announcement is lost: the HEARTBEAT tells that one is missing", () => {
  const { network, a, b } = pair();
  const announcement = carries(DATA, PUBLICATIONS_WRITER);
  network.setFilter(dropAll((datagram, from, to) => from === a.node && announcement(datagram, from, to)));
  a.writer();
  b.reader(RELIABLE_READER);
  network.runUntil(2000);
  const atReader = peerOf(b);
  assert.equal([atReader.state, atReader.knowsUs], ["exchanging", true]);
  assert.equal(atReader.publications.received, { announced: true, expected: 1, missing: 1 });
  assert.equal(atReader.endpoints, []);
  assert.equal(peerOf(a).publications.sent, { last: 1, ackedBelow: 1 });
  assert.equal(
    progressOf(a).matches.map(({ side, confirmed }) => [side, confirmed]),
    [["writer", false]],
    "the writer has matched, the reader has not",
  );
  network.setFilter(undefined);
  network.runUntil(() => peerOf(b).state === "complete", { maxTimeMs: 10_000 });
  assert.is(peerOf(b).endpoints.length, 1);
  network.runUntil(() => progressOf(a).matches[0]!.confirmed, { maxTimeMs: 10_000 });
});

test("a match with oneself stands twice, once for each side", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0 });
  a.writer();
  a.reader();
  network.runUntil(1000);
  const { participants, matches } = progressOf(a);
  assert.equal(participants, []);
  assert.equal(matches.map(({ side, confirmed }) => [side, confirmed]).sort(), [
    ["reader", true],
    ["writer", true],
  ]);
});

test("an endpoint without an address that can be used is known and not matched", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0 });
  const b = simParticipant(network, { index: 1, config: { defaultUnicast: [] } });
  a.writer();
  b.reader(RELIABLE_READER);
  network.runUntil(1000);
  assert.equal(
    peerOf(a).endpoints.map(({ address }) => address),
    [undefined],
  );
  assert.equal(progressOf(a).matches, []);
});

test("who was heard and not let in, and why", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0, limits: { maxParticipants: 1 } });
  network.runUntil(100);
  simParticipant(network, { index: 1 });
  network.runUntil(200);
  const other = simParticipant(network, { index: 2, config: { domainId: 7 } });
  simParticipant(network, { index: 3, config: { domainTag: "x" } });
  simParticipant(network, { index: 4 });
  network.runUntil(1000);
  const { refused } = progressOf(a);
  assert.equal(refused.map(({ guidPrefix, reason, detail }) => [guidPrefix.bytes[11], reason, detail]).sort(), [
    [2, "domain", "7"],
    [3, "domainTag", "x"],
    [4, "limit", "1 participants are known"],
  ]);
  const one = refused.find(({ reason }) => reason === "domain")!;
  assert.equal([one.vendorId, one.address], [0x017f, other.node.host.address]);
  assert.ok(one.heardAt > 200);
});

test("who was refused is forgotten when it says goodbye, and not told of when nothing came for long", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0 });
  const leaving = simParticipant(network, { index: 1, config: { domainTag: "x" } });
  const killed = simParticipant(network, { index: 2, config: { domainTag: "x" } });
  network.runUntil(1000);
  assert.is(progressOf(a).refused.length, 2);
  leaving.close();
  network.removeNode(killed.node);
  network.runUntil(2000);
  assert.is(progressOf(a).refused.length, 1);
  network.runUntil(110_000);
  assert.is(progressOf(a).refused.length, 0);
});

test("announcements without a usable address, and unreadable ones; a better one is let in", () => {
  const puppet = new Puppet();
  const announce = (metatrafficUnicast: readonly Locator[], sn: number) => {
    const payload = encodeParticipantData({
      guidPrefix: PUPPET_PREFIX,
      protocolMinor: 3,
      vendorId: 0x010f,
      domainId: 0,
      metatrafficUnicast,
      leaseDurationMs: 20_000,
      builtinEndpoints: PLAIN_BUILTIN_ENDPOINTS,
    });
    puppet.send((message) => putData(message, SPDP_READER, SPDP_WRITER, sn, payload));
  };
  const refused = () =>
    puppet.engine.discoveryProgress(puppet.now).refused.map(({ reason, detail }) => [reason, detail]);
  const broken = Uint8Array.of(0, 3, 0, 0, 1, 0, 0, 0);
  puppet.send((message) => putData(message, SPDP_READER, SPDP_WRITER, 1, broken));
  assert.equal(refused(), [["unreadable", "no PARTICIPANT_GUID"]]);
  announce([], 2);
  assert.equal(refused(), [["notReachable", "no unicast address"]]);
  announce([{ kind: 2, port: 7410, address: new Uint8Array(16).fill(1), host: "" }], 3);
  assert.equal(refused(), [["notReachable", "kind 2:7410"]]);
  announce([udpv4Locator(PUPPET_HOST, 7410)], 4);
  assert.equal(refused(), []);
  puppet.send((message) => putData(message, SPDP_READER, SPDP_WRITER, 5, broken));
  assert.equal(refused(), [], "what a known participant sends besides does not make it unknown");
});

test("what strangers can make us remember is bounded, in number and in length", () => {
  const puppet = new Puppet();
  for (let i = 0; i < 1000; i++) {
    const bytes = PUPPET_PREFIX.bytes.slice();
    new DataView(bytes.buffer).setUint16(10, i);
    const prefix = new GuidPrefix(bytes);
    const domainTag = "x".repeat(3000);
    const payload = encodeParticipantData({ ...STRANGER, guidPrefix: prefix, domainTag });
    puppet.send((message) => putData(message, SPDP_READER, SPDP_WRITER, 1, payload), { prefix });
  }
  const { refused } = puppet.engine.discoveryProgress(puppet.now);
  assert.is(refused.length, 64);
  assert.is(refused.at(-1)!.guidPrefix.bytes[11], 999 & 0xff, "the latest");
  assert.ok(refused.every(({ detail }) => detail.length < 300));
});

test("announcements of endpoints that cannot be used are counted, with the reason", () => {
  const puppet = new Puppet({ limits: { ...new Puppet().engine.config.limits, maxEndpointsPerParticipant: 1 } });
  puppet.announce().announceWriter({}, 0x102).announceWriter({}, 0x202);
  const [peer] = puppet.engine.discoveryProgress(puppet.now).participants;
  assert.equal([peer!.refusedAnnouncements, peer!.lastRefusal], [1, "more endpoints than the limit of 1"]);
  assert.is(peer!.endpoints.length, 1);
});

test("who is ignored", () => {
  const { network, a, b } = pair();
  network.runUntil(500);
  a.engine.ignoreParticipant(network.now, b.engine.config.guidPrefix);
  network.runUntil(2000);
  assert.equal(progressOf(a).ignored, [b.engine.config.guidPrefix.toString()]);
  assert.equal(progressOf(a).participants, []);
});

test("looking changes nothing: a run that is watched at every step is the same run", () => {
  const run = (watched: boolean) => {
    const { network, a, b } = pair();
    if (watched) {
      network.addInvariant(() => {
        progressOf(a);
        progressOf(b);
        return undefined;
      });
    }
    a.writer();
    b.reader(RELIABLE_READER);
    network.runUntil(3000);
    return { steps: network.steps, statistics: network.statistics, deadline: a.engine.nextDeadline() };
  };
  assert.equal(run(true), run(false));
});

const STRANGER = {
  protocolMinor: 3,
  vendorId: 0x010f,
  domainId: 0,
  metatrafficUnicast: [udpv4Locator(PUPPET_HOST, 7410)],
  leaseDurationMs: 20_000,
  builtinEndpoints: PLAIN_BUILTIN_ENDPOINTS,
};

function hex(id: number): string {
  return id.toString(16).padStart(8, "0");
}

test.run();
