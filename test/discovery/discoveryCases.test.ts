// Trouble with discovery data that other implementations have had (PL, LO, RS), as seen by a whole participant.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  encodeParticipantData,
  encodeParticipantKey,
  PLAIN_BUILTIN_ENDPOINTS,
} from "../../src/discovery/participantData.js";
import { DEFAULT_LIMITS } from "../../src/rtps/behavior/tuning.js";
import { inlineQosFor, keyHashOfGuid } from "../../src/rtps/messages/parameterInlineQos.js";
import { EMPTY_PAYLOAD, PAYLOAD_KEY, PAYLOAD_NONE } from "../../src/rtps/structure/cacheChange.js";
import { Guid, GuidPrefix } from "../../src/rtps/structure/guid.js";
import { udpv4Locator } from "../../src/rtps/structure/locator.js";
import { packet } from "../support/casePackets.js";
import { describeDatagram } from "../support/describeDatagram.js";
import { PUPPET_HOST, PUPPET_PREFIX, Puppet, putData, TESTED_PREFIX } from "../support/Puppet.js";

const test = suite("cases: discovery");

const SPDP_WRITER = 0x000100c2;
const SPDP_READER = 0x000100c7;
const PARTICIPANT = new Guid(PUPPET_PREFIX, 0x000001c1);
const DISPOSED_UNREGISTERED = 3;

const known = (puppet: Puppet) => puppet.engine.participants.map((data) => data.guidPrefix.toString());

function discovered(...packets: string[]): Puppet {
  const puppet = new Puppet();
  for (const hex of packets) puppet.feed(hex);
  return puppet;
}

function numberedPrefix(number: number): GuidPrefix {
  const bytes = PUPPET_PREFIX.bytes.slice();
  new DataView(bytes.buffer).setUint32(4, number);
  return new GuidPrefix(bytes);
}

test("RS-01: an announcement for somebody else is not taken", () => {
  const puppet = new Puppet();
  const payload = encodeParticipantData({
    guidPrefix: PUPPET_PREFIX,
    protocolMinor: 3,
    vendorId: 0x017f,
    domainId: 0,
    metatrafficUnicast: [udpv4Locator(PUPPET_HOST, 7410)],
    leaseDurationMs: 1000,
    builtinEndpoints: PLAIN_BUILTIN_ENDPOINTS,
  });
  puppet.send(
    (message) => {
      message.infoDestination(numberedPrefix(5));
      putData(message, SPDP_READER, SPDP_WRITER, 1, payload);
    },
    { directed: false },
  );
  assert.equal(known(puppet), []);
  assert.is(puppet.engine.counters.droppedFor("notForUs"), 1);
});

test("RS-08: an announcement by another writer than the SPDP writer is none", () => {
  const puppet = new Puppet();
  puppet.send((message) => putData(message, SPDP_READER, 0x00000102, 1, new Uint8Array(8)));
  assert.equal(known(puppet), []);
  assert.is(puppet.engine.counters.droppedFor("unknownParticipant"), 1);
});

test("PL-01, PL-02, PL-08: a list without an end, or lengths beyond it", () => {
  for (const cut of [packet("P26"), packet("P27")]) {
    const puppet = discovered(cut);
    assert.equal(known(puppet), []);
    assert.is(puppet.engine.counters.droppedFor("badParameterList"), 1);
  }
  const properties = discovered(packet("P37"));
  assert.equal(
    properties.engine.participants.flatMap((data) => data.properties),
    [],
  );
});

test("PL-04: the length of the sentinel means nothing", () => {
  assert.equal(known(discovered(packet("P28"))), [PUPPET_PREFIX.toString()]);
});

test("PL-10: private parameters of an unknown vendor are skipped", () => {
  assert.equal(known(discovered(packet("P30"))), [PUPPET_PREFIX.toString()]);
});

test("LO-02: of many locators only the usable one is sent to", () => {
  const puppet = discovered(packet("P31"));
  puppet.now += 5;
  puppet.engine.handleTimeout(puppet.now);
  const sent = puppet.datagrams();
  assert.ok(sent.length > 0);
  assert.ok(sent.every(({ address, port }) => address === "192.0.2.10" && port === 7410));
});

test("PL-18: nobody announces, renews or removes another", () => {
  const puppet = discovered(packet("P32"));
  assert.equal(known(puppet), []);
  assert.is(puppet.engine.counters.droppedFor("spoofedPrefix"), 1);
  puppet.announce();
  puppet.send((message) => putKey(message, encodeParticipantKey(PARTICIPANT)), { prefix: numberedPrefix(5) });
  assert.equal(known(puppet), [PUPPET_PREFIX.toString()]);
  assert.is(puppet.engine.counters.droppedFor("spoofedPrefix"), 2);
});

function putKey(message: Parameters<Parameters<Puppet["send"]>[0]>[0], payload: Uint8Array): void {
  message.data(
    SPDP_READER,
    SPDP_WRITER,
    2,
    PAYLOAD_KEY,
    payload.length,
    inlineQosFor(EMPTY_PAYLOAD, DISPOSED_UNREGISTERED),
  );
  message.appendPayload(payload, 0, payload.length);
}

test("PL-19: goodbyes with a key, with a key hash only, and with all the data", () => {
  const hash = inlineQosFor(keyHashOfGuid(PARTICIPANT), DISPOSED_UNREGISTERED);
  const full = encodeParticipantData({
    guidPrefix: PUPPET_PREFIX,
    protocolMinor: 3,
    vendorId: 0x017f,
    domainId: 0,
    leaseDurationMs: 1000,
    builtinEndpoints: PLAIN_BUILTIN_ENDPOINTS,
  });
  const goodbyes: ((puppet: Puppet) => void)[] = [
    (puppet) => puppet.feed(packet("P33")),
    (puppet) => puppet.send((message) => message.data(SPDP_READER, SPDP_WRITER, 2, PAYLOAD_NONE, 0, hash)),
    (puppet) => puppet.send((message) => putData(message, SPDP_READER, SPDP_WRITER, 2, full, hash)),
  ];
  for (const goodbye of goodbyes) {
    const puppet = new Puppet();
    puppet.announce().announceWriter();
    assert.is(puppet.engine.endpoints.length, 1);
    goodbye(puppet);
    assert.equal(known(puppet), []);
    assert.equal(puppet.engine.endpoints, []);
    assert.equal(
      puppet.eventsOf("participantLost").map((event) => event.reason),
      ["disposed"],
    );
  }
});

test("PL-06: known parameters with more octets than we know", () => {
  const puppet = new Puppet();
  puppet.announce();
  puppet.feed(packet("P36"));
  const [writer] = puppet.engine.endpoints;
  assert.is(writer?.role, "writer");
  assert.is(writer!.qos.reliability.kind, "RELIABLE");
});

test("PL-21: the same announcement with the same number, again and again, keeps the participant", () => {
  const puppet = new Puppet();
  for (let t = 0; t < 20; t++) {
    puppet.announce({ leaseDurationMs: 5000, directed: false });
    puppet.run(puppet.now + 2000);
  }
  assert.equal(puppet.eventsOf("participantLost"), []);
  puppet.run(puppet.now + 5000);
  assert.is(puppet.eventsOf("participantLost").length, 1);
});

test("PL-16: a lease of 0 neither crashes nor spins", () => {
  const puppet = new Puppet();
  puppet.announce({ leaseDurationMs: 0 });
  assert.ok(puppet.engine.nextDeadline() > puppet.now);
  puppet.run(puppet.now + 1000);
  assert.is(puppet.eventsOf("participantLost").length, 1);
});

test("PL-38, LO-13: a newer announcement moves the traffic, an older one does not move it back", () => {
  const puppet = new Puppet();
  puppet.createWriter();
  puppet.announce({ sn: 5 }).announceReader();
  const sentTo = () => {
    puppet.write();
    return puppet
      .datagrams()
      .map(({ port }) => port)
      .filter((port) => port !== 7410);
  };
  assert.equal([...new Set(sentTo())], [7411]);
  puppet.announce({ sn: 6, unicastPort: 9999 });
  assert.equal([...new Set(sentTo())], [9999]);
  puppet.announce({ sn: 3, unicastPort: 1111 });
  assert.equal([...new Set(sentTo())], [9999]);
  assert.is(puppet.engine.counters.droppedFor("staleSample"), 1);
});

test("PL-29: participants that nobody can verify are bounded", () => {
  const puppet = new Puppet({ limits: { ...DEFAULT_LIMITS, maxParticipants: 50 } });
  for (let i = 0; i < 500; i++) forge(puppet, i, 1000);
  assert.is(puppet.engine.participants.length, 50);
  assert.is(puppet.engine.counters.droppedFor("limitParticipants"), 450);
  puppet.run(puppet.now + 2000);
  assert.is(puppet.engine.participants.length, 0, "and gone with their leases");
});

/** An announcement from its own address, by default one that asks to be kept for ever. */
function forge(puppet: Puppet, number: number, leaseDurationMs = Infinity): void {
  const guidPrefix = numberedPrefix(number);
  const payload = encodeParticipantData({
    guidPrefix,
    protocolMinor: 3,
    vendorId: 0x017f,
    domainId: 0,
    metatrafficUnicast: [udpv4Locator(PUPPET_HOST, 7410)],
    leaseDurationMs,
    builtinEndpoints: PLAIN_BUILTIN_ENDPOINTS,
  });
  puppet.send((message) => putData(message, SPDP_READER, SPDP_WRITER, 1, payload), {
    prefix: guidPrefix,
    directed: false,
  });
  puppet.datagrams();
}

test("PL-29: forged announcements do not keep others out: the oldest that has said nothing gives way", () => {
  const puppet = new Puppet({ limits: { ...DEFAULT_LIMITS, maxParticipants: 20 } });
  for (let i = 0; i < 20; i++) forge(puppet, i);
  const first = known(puppet);
  puppet.announce({ directed: false });
  assert.equal(known(puppet), first, "none of them has had the time to say anything");
  puppet.run(puppet.now + 200).announce({ directed: false });
  assert.equal(known(puppet), [...first.slice(1), PUPPET_PREFIX.toString()]);
  assert.equal(
    puppet.eventsOf("participantLost").map(({ participant, reason }) => [participant.guidPrefix.toString(), reason]),
    [[first[0], "displaced"]],
  );
  assert.is(puppet.engine.counters.droppedFor("limitParticipants"), 2);
  // It speaks to us, and stays however many come.
  puppet.send((message) => message.heartbeat(0x3c7, 0x3c2, 1, 0, 1, false, false));
  for (let i = 100; i < 1000; i++) {
    forge(puppet, i);
    puppet.now += 5;
  }
  assert.is(puppet.engine.participants.length, 20);
  assert.ok(known(puppet).includes(PUPPET_PREFIX.toString()));
});

test("PL-29: who has announced endpoints stays as well, and a table of such participants takes nobody else", () => {
  const puppet = new Puppet({ limits: { ...DEFAULT_LIMITS, maxParticipants: 1 } });
  puppet.createReader();
  puppet.announce({ directed: false }).announceWriter();
  puppet.run(puppet.now + 1000);
  forge(puppet, 1);
  assert.equal(known(puppet), [PUPPET_PREFIX.toString()]);
  assert.is(puppet.engine.counters.droppedFor("limitParticipants"), 1);
});

test("PL-32: participant messages that cannot be read assert nothing", () => {
  const puppet = new Puppet();
  puppet.createReader();
  puppet.announce().announceWriter({ liveliness: { kind: "MANUAL_BY_PARTICIPANT", leaseDurationMs: 500 } });
  puppet.run(puppet.now + 400);
  puppet.feed(packet("P51"));
  puppet.run(puppet.now + 200);
  assert.equal(
    puppet.eventsOf("livelinessChanged").map((event) => event.alive),
    [true, false],
  );
  assert.is(puppet.engine.counters.droppedFor("badPayload"), 2);
});

test("LO-09: an announcement with foreign addresses is answered at one of them, three times, until something comes back", () => {
  const puppet = new Puppet();
  puppet.createWriter();
  puppet.createReader();
  puppet.datagrams();
  puppet.feed(packet("P49"));
  const foreign = () => sentUntil(puppet, puppet.now + 10_000).filter(({ address }) => address.startsWith("203."));
  const sent = foreign();
  const bytes = sent.reduce((sum, { length }) => sum + length, 0);
  assert.equal([new Set(sent.map(({ address }) => address)).size, sent.length], [1, 3]);
  assert.ok(bytes <= MAX_AMPLIFICATION * (packet("P49").length / 2), `${bytes} bytes`);
  const submessages = sent.flatMap(({ lines }) => lines.filter((line) => !line.startsWith("INFO_")));
  assert.ok(
    submessages.every((line) => line.startsWith("DATA 100c2>100c7 ")),
    submessages.join(),
  );
  // The same announcement again, as forgers do, brings nothing more.
  for (let i = 0; i < 50; i++) puppet.feed(packet("P49"));
  assert.equal(foreign(), []);
  // A message that names us shows that it has heard us: discovery begins.
  puppet.send((message) => message.heartbeat(0x000003c7, 0x000003c2, 1, 0, 1, false, false));
  assert.ok(foreign().some(({ lines }) => lines.some((line) => line.includes("3c7>3c2"))));
});

test("LO-09: of an announcement whose address is its sender's nothing is held back", () => {
  const puppet = new Puppet();
  puppet.announce({ directed: false });
  const lines = sentUntil(puppet, puppet.now + 50).flatMap((one) => one.lines);
  assert.ok(lines.some((line) => line.includes("3c7>3c2")));
});

/** Bytes to an address that nothing has come from, for each byte of the announcement that names it. */
const MAX_AMPLIFICATION = 2;

function sentUntil(puppet: Puppet, end: number): { address: string; length: number; lines: string[] }[] {
  const sent = puppet.datagrams();
  for (let next = puppet.engine.nextDeadline(); next < end; next = puppet.engine.nextDeadline()) {
    puppet.now = Math.max(puppet.now, next);
    puppet.engine.handleTimeout(puppet.now);
    sent.push(...puppet.datagrams());
  }
  puppet.now = end;
  return sent.map(({ address, bytes }) => ({ address, length: bytes.length, lines: describeDatagram(bytes) }));
}

test("LO-08: locators of an endpoint replace those of its participant", () => {
  const puppet = new Puppet();
  puppet.createReader();
  puppet.announce().announceWriter({}, 0x00000102, [udpv4Locator("192.0.2.77", 9000)]);
  const addresses = puppet.datagrams().map(({ address, port }) => `${address}:${port}`);
  assert.equal([...new Set(addresses)].sort(), [`${PUPPET_HOST}:7410`, "192.0.2.77:9000"]);
  puppet.heartbeat(1, 1, 1);
  assert.equal(
    puppet.datagrams().map(({ address }) => address),
    ["192.0.2.77"],
  );
});

test("the tested participant has the prefix that the packets are for", () => {
  assert.ok(packet("P01").includes(TESTED_PREFIX.toString()));
});

test.run();
