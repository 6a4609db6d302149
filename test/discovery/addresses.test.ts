// A peer changes its address (LO-08, LO-13): what is sent to it follows, and nothing about old addresses is kept.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { encodeReaderData } from "../../src/discovery/endpointData.js";
import { encodeParticipantData, PLAIN_BUILTIN_ENDPOINTS } from "../../src/discovery/participantData.js";
import { DEFAULT_READER_QOS } from "../../src/qos/index.js";
import { Transmit } from "../../src/rtps/exchange/Transmit.js";
import { MessageBuilder } from "../../src/rtps/messages/MessageBuilder.js";
import { EMPTY_PAYLOAD, PAYLOAD_DATA } from "../../src/rtps/structure/cacheChange.js";
import { Guid } from "../../src/rtps/structure/guid.js";
import { udpv4Locator } from "../../src/rtps/structure/locator.js";
import { SimNetwork } from "../../src/simulation/SimNetwork.js";
import { numberSet } from "../support/Puppet.js";
import { BEST_EFFORT_WRITER, prefixOf, simParticipant } from "../support/simParticipant.js";

const test = suite("changing addresses");

const PEER = prefixOf(9);
const VENDOR = 0x010f;

/** A peer that only talks: its datagrams are handed to the engine directly. */
class Peer {
  readonly network = new SimNetwork({ seed: 1 });
  readonly tested = simParticipant(this.network, { index: 0 });
  readonly writer = this.tested.writer({ ...BEST_EFFORT_WRITER, history: { kind: "KEEP_LAST", depth: 10 } });
  private spdpSn = 0;
  private sedpSn = 0;
  private value = 0;

  announce(hosts: readonly string[], from: string): void {
    const locators = (port: number) => hosts.map((host) => udpv4Locator(host, port));
    const payload = encodeParticipantData({
      guidPrefix: PEER,
      protocolMinor: 3,
      vendorId: VENDOR,
      domainId: 0,
      metatrafficUnicast: locators(7428),
      defaultUnicast: locators(7429),
      leaseDurationMs: 100_000,
      builtinEndpoints: PLAIN_BUILTIN_ENDPOINTS,
    });
    this.data(0x000100c7, 0x000100c2, ++this.spdpSn, payload, from);
  }

  /** A reader, with locators of its own if hosts are given. */
  announceReader(hosts: readonly string[], key = 1): void {
    const payload = encodeReaderData({
      guid: new Guid(PEER, (key << 8) | 0x04),
      topicName: "Square",
      typeName: "ShapeType",
      qos: DEFAULT_READER_QOS,
      protocolMinor: 3,
      vendorId: VENDOR,
      unicast: hosts.map((host) => udpv4Locator(host, 7429)),
    });
    this.data(0x000004c7, 0x000004c2, ++this.sedpSn, payload, hosts[0] ?? "10.9.0.1");
  }

  /** It announces itself from another address, and answers what is sent there. */
  moveTo(hosts: readonly string[], from: string): void {
    this.announce(hosts, from);
    this.network.runUntil(this.network.now + 500);
    const builder = new MessageBuilder(4096);
    builder.begin(3, VENDOR, PEER);
    builder.infoDestination(prefixOf(0));
    builder.ackNack(0x000003c7, 0x000003c2, numberSet(2), 1, true);
    this.tested.engine.handleDatagram(this.network.now, builder.cut().slice(), { address: from, port: 7428 });
    this.network.runUntil(this.network.now + 500);
    this.sentTo();
  }

  private data(readerId: number, writerId: number, sn: number, payload: Uint8Array, from: string): void {
    const builder = new MessageBuilder(4096);
    builder.begin(3, VENDOR, PEER);
    builder.infoDestination(prefixOf(0));
    builder.data(readerId, writerId, sn, PAYLOAD_DATA, payload.length, EMPTY_PAYLOAD);
    builder.appendPayload(payload, 0, payload.length);
    const bytes = builder.cut().slice();
    this.tested.engine.handleDatagram(this.network.now, bytes, { address: from, port: 7428 });
    this.sentTo();
  }

  /** Addresses that get what is owed. */
  sentTo(): string[] {
    const out = new Transmit();
    const addresses = new Set<string>();
    while (this.tested.engine.pollTransmit(this.network.now, out)) addresses.add(`${out.address}:${out.port}`);
    return [...addresses];
  }

  sampleGoesTo(): string[] {
    this.tested.put(this.writer, this.value++);
    return this.sentTo();
  }

  get destinations(): number {
    const engine = this.tested.engine as unknown as { remotes: Iterable<{ prefix: unknown; destinations: unknown[] }> };
    return [...engine.remotes].find((remote) => String(remote.prefix) === PEER.toString())!.destinations.length;
  }
}

test("samples follow the participant's defaults", () => {
  const peer = new Peer();
  peer.announce(["10.9.0.1"], "10.9.0.1");
  peer.announceReader([]);
  assert.equal(peer.sampleGoesTo(), ["10.9.0.1:7429"]);
  peer.moveTo(["10.9.0.2"], "10.9.0.2");
  assert.equal(peer.sampleGoesTo(), ["10.9.0.2:7429"]);
});

test("samples follow locators of the endpoint itself, which Fast DDS always sends", () => {
  const peer = new Peer();
  peer.announce(["10.9.0.1"], "10.9.0.1");
  peer.announceReader(["10.9.0.1"]);
  assert.equal(peer.sampleGoesTo(), ["10.9.0.1:7429"]);
  peer.moveTo(["10.9.0.2"], "10.9.0.2");
  peer.announceReader(["10.9.0.2"]);
  assert.equal(peer.sampleGoesTo(), ["10.9.0.2:7429"]);
});

test("the address an announcement came from stays the one preferred", () => {
  const peer = new Peer();
  peer.announce(["172.17.0.1", "10.9.0.1"], "10.9.0.1");
  peer.announceReader([]);
  assert.equal(peer.sampleGoesTo(), ["10.9.0.1:7429"]);
  peer.moveTo(["172.17.0.1", "10.9.0.2"], "10.9.0.2");
  assert.equal(peer.sampleGoesTo(), ["10.9.0.2:7429"]);
});

test("addresses that no endpoint uses any more are forgotten", () => {
  const peer = new Peer();
  peer.announce(["10.9.0.1"], "10.9.0.1");
  for (let i = 0; i < 200; i++) peer.announceReader([`10.9.${1 + (i >> 7)}.${i & 127}`]);
  // Metatraffic, and the latest address of the one reader.
  assert.is(peer.destinations, 2);
  assert.is(peer.sampleGoesTo().length, 1);
});

test.run();
