// A known participant is announced from another address: it has moved (LO-13), or somebody forges it (LO-09, PL-20).

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { encodeEndpointKey, encodeReaderData } from "../../src/discovery/endpointData.js";
import {
  encodeParticipantData,
  encodeParticipantKey,
  PLAIN_BUILTIN_ENDPOINTS,
} from "../../src/discovery/participantData.js";
import { DEFAULT_READER_QOS } from "../../src/qos/index.js";
import type { MessageBuilder } from "../../src/rtps/messages/MessageBuilder.js";
import { inlineQosFor, keyHashOfGuid } from "../../src/rtps/messages/parameterInlineQos.js";
import { PAYLOAD_KEY } from "../../src/rtps/structure/cacheChange.js";
import { Guid } from "../../src/rtps/structure/guid.js";
import { udpv4Locator } from "../../src/rtps/structure/locator.js";
import { numberSet, PUPPET_HOST, PUPPET_PREFIX, Puppet, putData, READER_ID } from "../support/Puppet.js";

const test = suite("moved peers");

const NEW_HOST = "198.51.100.7";
const FORGER = "198.51.100.66";
const VICTIM = "203.0.113.9";
const SPDP_WRITER = 0x000100c2;
const SPDP_READER = 0x000100c7;
const SEDP_WRITER = 0x000003c2;
const SEDP_READER = 0x000003c7;

/** A peer with a reader, matched with the engine's writer. */
function peer({ leaseDurationMs = 20_000 } = {}): Puppet {
  const puppet = new Puppet();
  puppet.createWriter({ history: { kind: "KEEP_ALL", depth: 1 } });
  puppet.announce({ leaseDurationMs }).announceReader({ reliability: { kind: "RELIABLE", maxBlockingTimeMs: 0 } });
  puppet.datagrams();
  puppet.ackNack(1, [], 1);
  // The time in which a new peer may show us more of its addresses is over.
  for (let i = 0; i < 5; i++) puppet.run(puppet.now + 450).heartbeat(1, 0, i, true);
  return puppet.run(puppet.now + 150);
}

type Change = Partial<Parameters<typeof encodeParticipantData>[0]> & { from?: string; directed?: boolean; sn?: number };

/** An announcement in the peer's name, with `host` for all its locators. */
function announceAt(
  puppet: Puppet,
  host: string,
  { from = host, directed = false, sn = 1, ...change }: Change = {},
): void {
  const payload = encodeParticipantData({
    guidPrefix: PUPPET_PREFIX,
    protocolMinor: 3,
    vendorId: 0x017f,
    domainId: 0,
    metatrafficUnicast: [udpv4Locator(host, 7410)],
    defaultUnicast: [udpv4Locator(host, 7411)],
    leaseDurationMs: 20_000,
    builtinEndpoints: PLAIN_BUILTIN_ENDPOINTS,
    ...change,
  });
  puppet.send((message) => putData(message, SPDP_READER, SPDP_WRITER, sn, payload), { directed, from });
}

/** An answer of the peer to what was sent to `from`. */
function answerFrom(puppet: Puppet, from: string): void {
  puppet.send((message) => message.ackNack(SEDP_READER, SEDP_WRITER, numberSet(2), 9, true), { from });
}

/** Bytes by address until `to`; `each` is called before every look. */
function sent(puppet: Puppet, to: number, each = () => {}): Map<string, number> {
  const bytes = new Map<string, number>();
  const note = () => {
    for (const one of puppet.datagrams()) bytes.set(one.address, (bytes.get(one.address) ?? 0) + one.bytes.length);
  };
  note();
  for (let next = puppet.engine.nextDeadline(); next <= to; next = puppet.engine.nextDeadline()) {
    puppet.now = Math.max(puppet.now, next);
    puppet.engine.handleTimeout(puppet.now);
    each();
    note();
  }
  puppet.now = to;
  return bytes;
}

function sampleGoesTo(puppet: Puppet): string[] {
  puppet.datagrams();
  puppet.write(1000);
  return puppet.datagrams().map(({ address }) => address);
}

const lost = (puppet: Puppet) => puppet.eventsOf("participantLost").map(({ reason }) => reason);
const foreign = (puppet: Puppet) => puppet.engine.counters.droppedFor("foreignAnnouncement");

test("LO-13: a peer that moves is followed within a second, once it answers from there, without being lost", () => {
  const puppet = peer();
  announceAt(puppet, NEW_HOST);
  const asked = sent(puppet, puppet.now + 300);
  assert.ok((asked.get(NEW_HOST) ?? 0) > 0, "it is asked at its new address");
  answerFrom(puppet, NEW_HOST);
  assert.equal(sampleGoesTo(puppet), [PUPPET_HOST], "not at once: the old address may answer");
  const moved = sent(puppet, puppet.now + 1700);
  assert.ok((moved.get(NEW_HOST) ?? 0) > 0, "what is not acknowledged is asked for there");
  assert.equal(sampleGoesTo(puppet), [NEW_HOST]);
  assert.equal(lost(puppet), []);
  // From now on the address is its own.
  announceAt(puppet, NEW_HOST, { entityName: "anew" });
  assert.is(puppet.engine.participants[0]!.entityName, "anew");
});

test("LO-13: a late datagram from the old address does not hold it up", () => {
  const puppet = peer();
  announceAt(puppet, NEW_HOST);
  puppet.run(puppet.now + 20).heartbeat(1, 0, 1, true);
  answerFrom(puppet, NEW_HOST);
  puppet.run(puppet.now + 1000);
  assert.equal(sampleGoesTo(puppet), [NEW_HOST]);
});

test("LO-13: a peer that moves and never answers is met anew when its lease has run out", () => {
  const puppet = peer({ leaseDurationMs: 5000 });
  for (let i = 0; i < 6; i++) {
    announceAt(puppet, NEW_HOST, { leaseDurationMs: 5000 });
    puppet.run(puppet.now + 1000);
  }
  assert.equal(lost(puppet), ["leaseExpired"]);
  assert.equal(
    puppet.engine.discoveryProgress(puppet.now).participants.map(({ announcedFrom }) => announcedFrom),
    [NEW_HOST],
  );
});

test("PL-23, LO-13: a peer that begins anew elsewhere under its old prefix is lost as restarted, and met there", () => {
  const puppet = peer();
  announceAt(puppet, PUPPET_HOST, { sn: 7, entityName: "old" });
  puppet.run(puppet.now + 500);
  announceAt(puppet, NEW_HOST, { sn: 1 });
  puppet.run(puppet.now + 300);
  answerFrom(puppet, NEW_HOST);
  puppet.run(puppet.now + 1000);
  assert.equal(lost(puppet), ["restarted"]);
  assert.is(puppet.engine.discoveryProgress(puppet.now).participants[0]!.announcedFrom, NEW_HOST);
});

for (const directed of [false, true]) {
  const how = directed ? "with our name" : "without our name";

  test(`LO-09: an announcement of somebody else, ${how}, redirects nothing, and draws no more than twice its bytes`, () => {
    const puppet = peer();
    announceAt(puppet, VICTIM, { from: FORGER, directed });
    const bytes = sent(puppet, puppet.now + 10_000, () => {
      if (puppet.now % 1000 < 500) answerFrom(puppet, PUPPET_HOST);
    });
    assert.ok((bytes.get(VICTIM) ?? 0) <= 2 * 188, `${bytes.get(VICTIM)} bytes`);
    assert.is(bytes.get(FORGER), undefined);
    assert.is(foreign(puppet), 1);
    assert.equal(sampleGoesTo(puppet), [PUPPET_HOST]);
  });

  test(`LO-09: announcements without end, ${how}, draw no more`, () => {
    const puppet = peer();
    let announcements = 0;
    let total = 0;
    for (let i = 0; i < 100; i++) {
      announceAt(puppet, VICTIM, { from: FORGER, directed, sn: i + 1 });
      announcements++;
      answerFrom(puppet, PUPPET_HOST);
      total += sent(puppet, puppet.now + 100).get(VICTIM) ?? 0;
    }
    assert.ok(total < 4 * 188, `${total} bytes in ten seconds`);
    assert.is(foreign(puppet), announcements);
    assert.equal(sampleGoesTo(puppet), [PUPPET_HOST]);
    assert.equal(lost(puppet), []);
  });
}

test("a forger who answers from the new address does not get what is for a peer that answers from its own", () => {
  const puppet = peer();
  for (let i = 0; i < 10; i++) {
    announceAt(puppet, FORGER);
    puppet.run(puppet.now + 250);
    answerFrom(puppet, FORGER);
    answerFrom(puppet, PUPPET_HOST);
    puppet.run(puppet.now + 1000);
    assert.equal(sampleGoesTo(puppet), [PUPPET_HOST]);
  }
  assert.equal(lost(puppet), []);
});

test("the peer is asked at its own address, so that a silent one can answer", () => {
  const puppet = peer();
  puppet.run(puppet.now + 5000);
  announceAt(puppet, FORGER);
  answerFrom(puppet, FORGER);
  const asked = sent(puppet, puppet.now + 900);
  assert.ok((asked.get(PUPPET_HOST) ?? 0) >= 4 * 60, `${asked.get(PUPPET_HOST)} bytes`);
});

test("nothing else of a foreign announcement counts: lease, builtin endpoints, number, locators that are none", () => {
  const changes: Change[] = [
    { leaseDurationMs: 0 },
    { builtinEndpoints: 0, sn: 2 ** 50 },
    { metatrafficUnicast: [], defaultUnicast: [] },
    { sn: 2 ** 50 },
  ];
  for (const change of changes) {
    const puppet = peer();
    announceAt(puppet, PUPPET_HOST, { ...change, from: FORGER });
    for (let i = 0; i < 10; i++) {
      puppet.run(puppet.now + 300);
      answerFrom(puppet, PUPPET_HOST);
      puppet.run(puppet.now + 700);
      puppet.announce({ directed: false });
    }
    assert.equal(lost(puppet), []);
    assert.is(foreign(puppet), 1);
    assert.equal(sampleGoesTo(puppet), [PUPPET_HOST]);
  }
});

test("PL-20: a goodbye from an address that an announcement was forged from is refused as before", () => {
  const puppet = peer();
  announceAt(puppet, PUPPET_HOST, { from: FORGER, leaseDurationMs: 20_001 });
  const guid = new Guid(PUPPET_PREFIX, 0x000001c1);
  const key = encodeParticipantKey(guid);
  puppet.send(
    (message) => {
      message.data(SPDP_READER, SPDP_WRITER, 5, PAYLOAD_KEY, key.length, inlineQosFor(keyHashOfGuid(guid), 3));
      message.appendPayload(key, 0, key.length);
    },
    { from: FORGER },
  );
  assert.equal(lost(puppet), []);
  assert.is(puppet.engine.counters.droppedFor("foreignGoodbye"), 1);
});

test("LO-07: a peer with several interfaces announces itself from each, and nothing is held up or counted", () => {
  const puppet = new Puppet();
  puppet.createWriter();
  const both = (port: number) => [udpv4Locator(PUPPET_HOST, port), udpv4Locator(NEW_HOST, port)];
  const locators = { metatrafficUnicast: both(7410), defaultUnicast: both(7411) };
  announceAt(puppet, PUPPET_HOST, locators);
  puppet.run(puppet.now + 50).announceReader();
  for (let i = 0; i < 5; i++) {
    announceAt(puppet, PUPPET_HOST, { ...locators, from: NEW_HOST, entityName: `name ${i}` });
    announceAt(puppet, PUPPET_HOST, { ...locators, entityName: `name ${i}` });
    assert.is(puppet.engine.participants[0]!.entityName, `name ${i}`);
    puppet.run(puppet.now + 1000);
  }
  assert.is(foreign(puppet), 0);
  assert.equal(lost(puppet), []);
});

test("a peer behind an address that it does not announce keeps it, and another of its interfaces does not disturb", () => {
  const puppet = new Puppet();
  puppet.createWriter();
  // Its locators are not where it comes from: it is met once it names us.
  announceAt(puppet, PUPPET_HOST, { from: NEW_HOST });
  answerFrom(puppet, NEW_HOST);
  puppet.run(puppet.now + 50).announceReader();
  for (let i = 0; i < 5; i++) {
    announceAt(puppet, PUPPET_HOST, { from: "172.17.0.1", entityName: `name ${i}` });
    announceAt(puppet, PUPPET_HOST, { from: NEW_HOST, entityName: `name ${i}` });
    assert.is(puppet.engine.participants[0]!.entityName, `name ${i}`);
    puppet.run(puppet.now + 5000);
  }
  assert.equal(lost(puppet), []);
  assert.is(puppet.engine.endpoints[0]?.guid.entityId, READER_ID);
});

test("one forged datagram of SEDP, from elsewhere, ends no match, and takes no number from the peer", () => {
  const guid = new Guid(PUPPET_PREFIX, READER_ID);
  const subscriptions = 0x000004c2;
  const key = encodeEndpointKey(guid);
  const other = encodeReaderData({
    guid,
    topicName: "Other",
    typeName: "ShapeType",
    protocolMinor: 3,
    vendorId: 0x017f,
    qos: DEFAULT_READER_QOS,
  });
  const forged: ((message: MessageBuilder) => void)[] = [
    (message) => {
      message.data(0, subscriptions, 2, PAYLOAD_KEY, key.length, inlineQosFor(keyHashOfGuid(guid), 3));
      message.appendPayload(key, 0, key.length);
    },
    (message) => putData(message, 0, subscriptions, 2, other),
    (message) => message.gap(0, subscriptions, 2, numberSet(1000)),
    (message) => message.heartbeat(0, subscriptions, 1000, 2000, 99, false, false),
  ];
  for (const fill of forged) {
    for (const directed of [false, true]) {
      const puppet = peer();
      puppet.run(puppet.now + 2000);
      puppet.send(fill, { from: FORGER, directed });
      assert.is(foreign(puppet), 1);
      assert.equal(sampleGoesTo(puppet), [PUPPET_HOST]);
      // Number 2 is still the peer's.
      puppet.announceReader({}, 0x00000207);
      assert.is(puppet.engine.endpoints.length, 2);
    }
  }
});

test("an address that a new peer does not list, and names us from at the beginning, is its own for discovery", () => {
  const puppet = new Puppet();
  puppet.createWriter();
  puppet.announce();
  answerFrom(puppet, NEW_HOST);
  puppet.run(puppet.now + 5000);
  const payload = encodeReaderData({
    guid: new Guid(PUPPET_PREFIX, READER_ID),
    topicName: "Square",
    typeName: "ShapeType",
    protocolMinor: 3,
    vendorId: 0x017f,
    qos: DEFAULT_READER_QOS,
  });
  puppet.send((message) => putData(message, 0, 0x000004c2, 1, payload), { from: NEW_HOST });
  assert.is(puppet.engine.endpoints.length, 1);
  assert.is(foreign(puppet), 0);
  // But it is not announced from there.
  announceAt(puppet, NEW_HOST);
  assert.is(foreign(puppet), 1);
});

test("only what comes from an address of its own keeps a participant alive", () => {
  const puppet = peer({ leaseDurationMs: 1000 });
  for (let i = 0; i < 4; i++) {
    puppet.send(() => undefined, { from: FORGER });
    answerFrom(puppet, FORGER);
    puppet.run(puppet.now + 300);
  }
  assert.equal(lost(puppet), ["leaseExpired"]);
  const alive = peer({ leaseDurationMs: 1000 });
  for (let i = 0; i < 10; i++) {
    alive.run(alive.now + 500);
    alive.send(() => undefined, { from: PUPPET_HOST });
  }
  assert.equal(lost(alive), []);
});

test.run();
