// Trouble with addresses, goodbyes and identities of peers that other implementations have had (LO, PL).

import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  decodeParticipantData,
  encodeParticipantData,
  encodeParticipantKey,
  PLAIN_BUILTIN_ENDPOINTS,
} from "../../src/discovery/participantData.js";
import { DEFAULT_DISCOVERY_TUNING } from "../../src/discovery/tuning.js";
import { DEFAULT_LIMITS } from "../../src/rtps/behavior/tuning.js";
import { DataFields } from "../../src/rtps/messages/fields.js";
import { MessageReader } from "../../src/rtps/messages/MessageReader.js";
import { inlineQosFor } from "../../src/rtps/messages/parameterInlineQos.js";
import { SUBMESSAGE_DATA } from "../../src/rtps/messages/submessageKind.js";
import { EMPTY_PAYLOAD, PAYLOAD_KEY } from "../../src/rtps/structure/cacheChange.js";
import { Guid } from "../../src/rtps/structure/guid.js";
import { locatorToString, udpv4Locator } from "../../src/rtps/structure/locator.js";
import { randomGuidPrefix } from "../../src/runtime/randomness.js";
import { SimNetwork } from "../../src/simulation/index.js";
import { packet } from "../support/casePackets.js";
import { PUPPET_HOST, PUPPET_PREFIX, Puppet, putData } from "../support/Puppet.js";
import { KEEP_ALL, RELIABLE_READER, simParticipant } from "../support/simParticipant.js";

const test = suite("cases: peers");

const SPDP_WRITER = 0x000100c2;
const SPDP_READER = 0x000100c7;
const known = (puppet: Puppet) => puppet.engine.participants.map((data) => data.guidPrefix.toString());

/** The puppet's announcement with other locators or bits. */
function announceWith(
  puppet: Puppet,
  change: Partial<Parameters<typeof encodeParticipantData>[0]>,
  vendorId = 0x017f,
): void {
  const payload = encodeParticipantData({
    guidPrefix: PUPPET_PREFIX,
    protocolMinor: 3,
    vendorId,
    domainId: 0,
    metatrafficUnicast: [udpv4Locator(PUPPET_HOST, 7410)],
    defaultUnicast: [udpv4Locator(PUPPET_HOST, 7411)],
    leaseDurationMs: 20_000,
    builtinEndpoints: PLAIN_BUILTIN_ENDPOINTS,
    ...change,
  });
  puppet.send((message) => putData(message, SPDP_READER, SPDP_WRITER, 1, payload), { vendorId });
}

function goodbyeFrom(puppet: Puppet, address: string): void {
  const key = encodeParticipantKey(new Guid(PUPPET_PREFIX, 0x000001c1));
  puppet.send(
    (message) => {
      message.data(SPDP_READER, SPDP_WRITER, 9, PAYLOAD_KEY, key.length, inlineQosFor(EMPTY_PAYLOAD, 3));
      message.appendPayload(key, 0, key.length);
    },
    { directed: false, from: address },
  );
}

test("PL-20: a goodbye from an address that its sender never had is counted, and the lease decides", () => {
  const puppet = new Puppet();
  announceWith(puppet, { defaultUnicast: [udpv4Locator("192.0.2.11", 7411)], leaseDurationMs: 3000 });
  goodbyeFrom(puppet, "203.0.113.66");
  assert.equal(known(puppet), [PUPPET_PREFIX.toString()]);
  assert.is(puppet.engine.counters.droppedFor("foreignGoodbye"), 1);
  // One of its own addresses, though not the one that it announced itself from.
  goodbyeFrom(puppet, "192.0.2.11");
  assert.equal(known(puppet), []);
  announceWith(puppet, { leaseDurationMs: 3000 });
  puppet.run(puppet.now + 1100);
  announceWith(puppet, { leaseDurationMs: 3000 });
  goodbyeFrom(puppet, "203.0.113.66");
  puppet.run(puppet.now + 3100);
  assert.equal(
    puppet.eventsOf("participantLost").map(({ reason }) => reason),
    ["disposed", "leaseExpired"],
  );
});

test("PL-20: participants of one host may say goodbye through any of its interfaces", () => {
  const puppet = new Puppet({ localAddresses: [PUPPET_HOST, "10.1.1.1"] });
  puppet.announce();
  goodbyeFrom(puppet, "127.0.0.1");
  assert.equal(known(puppet), []);
  assert.is(puppet.engine.counters.droppedFor("foreignGoodbye"), 0);
});

test("PL-20: with goodbyeConfirmDelayMs a goodbye counts once its sender has been silent for so long", () => {
  const discoveryTuning = { ...DEFAULT_DISCOVERY_TUNING, goodbyeConfirmDelayMs: 500 };
  const forged = new Puppet({ discoveryTuning });
  forged.announce();
  goodbyeFrom(forged, PUPPET_HOST);
  forged.run(forged.now + 300);
  forged.feed(packet("P54"));
  forged.run(forged.now + 5000);
  assert.equal(known(forged), [PUPPET_PREFIX.toString()], "something came from it afterwards");
  const real = new Puppet({ discoveryTuning });
  real.announce();
  goodbyeFrom(real, PUPPET_HOST);
  real.run(real.now + 300);
  // What comes from elsewhere need not be its own.
  real.feed(packet("P54"), "203.0.113.66");
  real.send((message) => message.heartbeat(0x000003c7, 0x000003c2, 1, 0, 1, true, false), { from: "203.0.113.66" });
  real.run(real.now + 199);
  assert.equal(known(real), [PUPPET_PREFIX.toString()]);
  real.run(real.now + 1);
  assert.equal(
    real.eventsOf("participantLost").map(({ reason }) => reason),
    ["disposed"],
  );
});

test("PL-24: prefixes of processes with one pid, made in one instant, differ", () => {
  const pid = Object.getOwnPropertyDescriptor(process, "pid")!;
  const hrtime = Object.getOwnPropertyDescriptor(process, "hrtime")!;
  try {
    Object.defineProperty(process, "pid", { value: 1, configurable: true });
    Object.defineProperty(process, "hrtime", { value: () => [5, 5], configurable: true });
    const made = Array.from({ length: 20_000 }, () => Buffer.from(randomGuidPrefix(0x017f)).toString("hex"));
    assert.is(new Set(made).size, made.length);
    // Ten octets behind the vendor id take every value: none of them is a name of the host or the process alone.
    for (let octet = 2; octet < 12; octet++) {
      const values = new Set(made.map((hex) => hex.slice(2 * octet, 2 * octet + 2)));
      assert.ok(values.size > 200, `octet ${octet} takes ${values.size} values`);
    }
  } finally {
    Object.defineProperty(process, "pid", pid);
    Object.defineProperty(process, "hrtime", hrtime);
  }
});

test("PL-30: builtin endpoints are matched by their bits; assumedBuiltinEndpoints adds what a peer leaves out", () => {
  const ids = (assumedBuiltinEndpoints: number) => {
    const puppet = new Puppet({ discoveryTuning: { ...DEFAULT_DISCOVERY_TUNING, assumedBuiltinEndpoints } });
    puppet.createWriter({ liveliness: { kind: "AUTOMATIC", leaseDurationMs: 1000 } });
    announceWith(puppet, { builtinEndpoints: 0x3f }, 0x0101);
    return puppet.messages().flat().join(" ");
  };
  assert.match(ids(0), /3c7>3c2/);
  assert.not.match(ids(0), /200c[27]/, "no participant messages: bits 10 and 11 are missing");
  assert.match(ids(0xc00), /200c7>200c2/);
});

test("PL-36: of a peer that has every bit set the plain endpoints alone are used", () => {
  const puppet = new Puppet();
  announceWith(puppet, { builtinEndpoints: 0xffffffff });
  puppet.feed(packet("P28").replace("580004003f0c0000", "58000400ffffffff"));
  const lines = puppet.messages().flat().join(" ");
  assert.match(lines, /3c7>3c2/);
  assert.not.match(lines, /ff[0-9a-f]{4}c[2347]/, "entity ids of DDS Security");
});

test("LO-04: what a socket listens on is announced and nothing else; a peer with IPv6 alone is reported", () => {
  const puppet = new Puppet();
  puppet.now += 200;
  puppet.engine.handleTimeout(puppet.now);
  const own = ownAnnouncement(puppet);
  const all = [...own.metatrafficUnicast, ...own.defaultUnicast, ...own.metatrafficMulticast, ...own.defaultMulticast];
  assert.ok(all.length > 0 && all.every((locator) => locatorToString(locator).startsWith("udp/")));
  // The packet's list without its last locator, the one of IPv4.
  const only6 = packet("P31").replace(/3200180001000000f21c0000000000000000000000000000c000020a01000000$/, "01000000");
  assert.is.not(only6, packet("P31"));
  puppet.feed(only6.replace("15055001", "15053401"));
  assert.equal(known(puppet), []);
  const [refused] = puppet.engine.discoveryProgress(puppet.now).refused;
  assert.is(refused!.reason, "notReachable");
});

function ownAnnouncement(puppet: Puppet) {
  const reader = new MessageReader();
  for (const { bytes } of puppet.datagrams()) {
    reader.reset(bytes);
    while (reader.next()) {
      const data = new DataFields();
      if (reader.kind !== SUBMESSAGE_DATA || !reader.readData(data) || data.writerId !== SPDP_WRITER) continue;
      const decoded = decodeParticipantData(bytes.subarray(data.payloadOffset, data.payloadEnd), DEFAULT_LIMITS);
      if (typeof decoded !== "string") return decoded;
    }
  }
  throw new Error("nothing was announced");
}

test("LO-05: discovery goes to the metatraffic locators, samples to the default ones", () => {
  const puppet = new Puppet();
  puppet.createWriter();
  puppet.createReader();
  announceWith(puppet, {
    metatrafficUnicast: [udpv4Locator(PUPPET_HOST, 9001)],
    defaultUnicast: [udpv4Locator(PUPPET_HOST, 9002)],
  });
  puppet.announceReader().announceWriter();
  puppet.write();
  const builtin = new Set<number>();
  const user = new Set<number>();
  for (const { bytes, address, port } of puppet.datagrams()) {
    if (address !== PUPPET_HOST) continue;
    const ids = Buffer.from(bytes).toString("hex");
    if (ids.includes("00000102") && !/0000(03|04)c[27]/.test(ids)) user.add(port);
    else builtin.add(port);
  }
  assert.equal([[...builtin], [...user]], [[9001], [9002]]);
});

test("LO-07: a host on two networks meets a peer on each, and each by the address of that network", () => {
  const network = new SimNetwork({ seed: 1 });
  const middle = network.addHost("middle", [
    { name: "eth0", address: "10.1.0.1", network: "left" },
    { name: "eth1", address: "10.2.0.1", network: "right" },
  ]);
  const left = network.addHost("left", [{ name: "eth0", address: "10.1.0.2", network: "left" }]);
  const right = network.addHost("right", [{ name: "eth0", address: "10.2.0.2", network: "right" }]);
  const addresses = ["10.1.0.1", "10.2.0.1"];
  const a = simParticipant(network, {
    index: 0,
    host: middle,
    config: {
      metatrafficUnicast: addresses.map((address) => udpv4Locator(address, 7410)),
      defaultUnicast: addresses.map((address) => udpv4Locator(address, 7411)),
      localAddresses: addresses,
    },
  });
  const peers = [simParticipant(network, { index: 1, host: left }), simParticipant(network, { index: 2, host: right })];
  const writer = a.writer(KEEP_ALL);
  const readers = peers.map((peer) => peer.reader({ ...RELIABLE_READER, ...KEEP_ALL }));
  network.runUntil(() => a.eventsOf("readerReady").length === 2, { maxTimeMs: 2000 });
  for (let i = 0; i < 5; i++) a.write(writer, i);
  network.runUntil(network.now + 100);
  for (const [i, peer] of peers.entries()) assert.equal(peer.values(readers[i]!), [0, 1, 2, 3, 4]);
  assert.equal(
    peers.map((peer) => peer.engine.discoveryProgress(network.now).participants[0]!.metatrafficAddress),
    ["udp/10.1.0.1:7410", "udp/10.2.0.1:7410"],
  );
  assert.equal(peers[0]!.engine.participants.length, 1, "the two networks do not reach each other");
});

test("LO-11: with nothing but lo participants meet by multicast, and without multicast by listed peers", () => {
  for (const multicast of [true, false]) {
    const network = new SimNetwork({ seed: 1 });
    const host = network.addHost("container", []);
    const announceTo = [0, 1, 2].map((index) => udpv4Locator("127.0.0.1", 7410 + 2 * index));
    const [a, b] = [0, 1].map((index) =>
      simParticipant(network, { index, host, config: multicast ? {} : { announceTo, metatrafficMulticast: [] } }),
    );
    const writer = a!.writer();
    const reader = b!.reader(RELIABLE_READER);
    network.runUntil(() => a!.eventsOf("readerReady").length === 1, { maxTimeMs: 2000 });
    a!.write(writer, 7);
    network.runUntil(network.now + 100);
    assert.equal(b!.values(reader), [7]);
  }
});

test.run();
