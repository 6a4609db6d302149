// A remote participant made by hand, and the engine it talks to. Datagrams go straight into the engine; what the
// engine answers comes back as lines of text. "HEARTBEAT 102>107 1..3 #2 F" is from writer 102 to reader 107.

import { encodeReaderData, encodeWriterData } from "../../src/discovery/endpointData.js";
import { encodeParticipantData, PLAIN_BUILTIN_ENDPOINTS } from "../../src/discovery/participantData.js";
import { DEFAULT_DISCOVERY_TUNING } from "../../src/discovery/tuning.js";
import { Transmit } from "../../src/participant/Engine.js";
import { Participant } from "../../src/participant/Participant.js";
import type { ParticipantConfig, ParticipantEvent } from "../../src/participant/types.js";
import { DEFAULT_READER_QOS, DEFAULT_WRITER_QOS, type ReaderQos, type WriterQos } from "../../src/qos/index.js";
import { DEFAULT_LIMITS, DEFAULT_READER_TUNING, DEFAULT_WRITER_TUNING } from "../../src/rtps/behavior/tuning.js";
import { MessageBuilder } from "../../src/rtps/messages/MessageBuilder.js";
import { inlineQosFor, keyHashOfGuid } from "../../src/rtps/messages/parameterInlineQos.js";
import { ALIVE, EMPTY_PAYLOAD, PAYLOAD_DATA, type ReceivedChange } from "../../src/rtps/structure/cacheChange.js";
import { ENTITYID_UNKNOWN, type EntityId } from "../../src/rtps/structure/entityId.js";
import { Guid, GuidPrefix } from "../../src/rtps/structure/guid.js";
import { type Locator, udpv4Locator } from "../../src/rtps/structure/locator.js";
import { NumberSet } from "../../src/rtps/structure/NumberSet.js";
import { TIME_INVALID } from "../../src/rtps/structure/time.js";
import { describeDatagram } from "./describeDatagram.js";

const hexBytes = (hex: string) => Uint8Array.from(hex.match(/../g)!, (octet) => Number.parseInt(octet, 16));

/** The participant under test, and the one that talks to it. */
export const TESTED_PREFIX = new GuidPrefix(hexBytes("017f0000d007000100000002"));
export const PUPPET_PREFIX = new GuidPrefix(hexBytes("017f00005a5a000100000001"));

/** Of the endpoints on both sides: keyed, number 1. */
export const WRITER_ID = 0x00000102;
export const READER_ID = 0x00000107;

const SPDP_WRITER = 0x000100c2;
const SPDP_READER = 0x000100c7;
const PUBLICATIONS_WRITER = 0x000003c2;
const SUBSCRIPTIONS_WRITER = 0x000004c2;

export const PUPPET_HOST = "192.0.2.10";
const ENGINE_HOST = "192.0.2.1";
const TOPIC = { topicName: "Square", typeName: "ShapeType" };

export function numberSet(base: number, members: readonly number[] = []): NumberSet {
  const set = new NumberSet();
  set.reset(base);
  for (const member of members) set.add(member);
  return set;
}

export class Puppet {
  now = 1000;
  readonly engine: Participant;
  readonly events: ParticipantEvent[] = [];
  /** Hears every event as well. */
  onEvent: ((event: ParticipantEvent) => void) | undefined;
  private readonly out = new Transmit();
  private readonly builder = new MessageBuilder(65536);
  private readonly sedpSns = new Map<EntityId, number>();

  constructor(config: Partial<ParticipantConfig> = {}) {
    this.engine = new Participant(
      {
        guidPrefix: TESTED_PREFIX,
        domainId: 0,
        domainTag: "",
        vendorId: 0x017f,
        protocolMinor: 5,
        entityName: "",
        metatrafficUnicast: [udpv4Locator(ENGINE_HOST, 7410)],
        metatrafficMulticast: [],
        defaultUnicast: [udpv4Locator(ENGINE_HOST, 7411)],
        defaultMulticast: [],
        announceTo: [udpv4Locator("239.255.0.1", 7400)],
        localAddresses: [],
        epochOffsetMs: 0,
        seed: 1,
        writerTuning: DEFAULT_WRITER_TUNING,
        readerTuning: DEFAULT_READER_TUNING,
        discoveryTuning: DEFAULT_DISCOVERY_TUNING,
        limits: DEFAULT_LIMITS,
        ...config,
      },
      this.now,
    );
    this.datagrams();
  }

  // ---- the puppet speaks ----

  /** One datagram of the puppet to the engine. `header: false` leaves INFO_DST out. */
  send(
    fill: (message: MessageBuilder) => void,
    { directed = true, prefix = PUPPET_PREFIX, vendorId = 0x017f, from = PUPPET_HOST } = {},
  ): void {
    const { builder } = this;
    builder.begin(3, vendorId, prefix);
    if (directed) builder.infoDestination(TESTED_PREFIX);
    fill(builder);
    this.feed(builder.cut().slice(), from);
  }

  /** Octets as they are: hex text or a datagram. */
  feed(datagram: Uint8Array | string, from = PUPPET_HOST): void {
    const bytes = typeof datagram === "string" ? hexBytes(datagram) : datagram;
    this.engine.handleDatagram(this.now, bytes, { address: from, port: 7411 });
    this.collectEvents();
  }

  /** Announces the puppet, so that the engine knows it. */
  announce({ sn = 1, leaseDurationMs = 20_000, unicastPort = 7411, directed = true } = {}): this {
    const payload = encodeParticipantData({
      guidPrefix: PUPPET_PREFIX,
      protocolMinor: 3,
      vendorId: 0x017f,
      domainId: 0,
      metatrafficUnicast: [udpv4Locator(PUPPET_HOST, 7410)],
      defaultUnicast: [udpv4Locator(PUPPET_HOST, unicastPort)],
      leaseDurationMs,
      builtinEndpoints: PLAIN_BUILTIN_ENDPOINTS,
    });
    this.send((message) => putData(message, SPDP_READER, SPDP_WRITER, sn, payload), { directed });
    return this;
  }

  announceWriter(qos: Partial<WriterQos> = {}, entityId = WRITER_ID, unicast: readonly Locator[] = []): this {
    const guid = new Guid(PUPPET_PREFIX, entityId);
    const full = { ...DEFAULT_WRITER_QOS, ...qos };
    return this.announceEndpoint(
      PUBLICATIONS_WRITER,
      guid,
      encodeWriterData({ ...this.endpoint(guid), unicast, qos: full }),
    );
  }

  announceReader(qos: Partial<ReaderQos> = {}, entityId = READER_ID): this {
    const guid = new Guid(PUPPET_PREFIX, entityId);
    const full = { ...DEFAULT_READER_QOS, ...qos };
    return this.announceEndpoint(SUBSCRIPTIONS_WRITER, guid, encodeReaderData({ ...this.endpoint(guid), qos: full }));
  }

  private endpoint(guid: Guid) {
    return { guid, ...TOPIC, protocolMinor: 3, vendorId: 0x017f };
  }

  private announceEndpoint(writerId: EntityId, guid: Guid, payload: Uint8Array): this {
    const sn = (this.sedpSns.get(writerId) ?? 0) + 1;
    this.sedpSns.set(writerId, sn);
    this.send((message) =>
      putData(message, ENTITYID_UNKNOWN, writerId, sn, payload, inlineQosFor(keyHashOfGuid(guid), 0)),
    );
    return this;
  }

  /** Its announcements of endpoints count from 1 again. */
  beginAnew(): this {
    this.sedpSns.clear();
    return this;
  }

  /** DATA of the puppet's writer. */
  data(sn: number, payload = new Uint8Array(8), writerId = WRITER_ID): this {
    this.send((message) => putData(message, ENTITYID_UNKNOWN, writerId, sn, payload));
    return this;
  }

  heartbeat(firstSn: number, lastSn: number, count: number, final = false): this {
    this.send((message) => message.heartbeat(READER_ID, WRITER_ID, firstSn, lastSn, count, final, false));
    return this;
  }

  ackNack(base: number, missing: readonly number[], count: number, final = true): this {
    this.send((message) => message.ackNack(READER_ID, WRITER_ID, numberSet(base, missing), count, final));
    return this;
  }

  // ---- the engine's side ----

  /** A RELIABLE keyed writer of the engine, entity id 102 if it is the first endpoint. */
  createWriter(qos: Partial<WriterQos> = {}): EntityId {
    const full = { ...DEFAULT_WRITER_QOS, ...qos };
    return this.engine.createWriter(this.now, {
      ...TOPIC,
      keyed: true,
      typeMaxSizeSerialized: 0,
      trace: false,
      qos: full,
    });
  }

  createReader(qos: Partial<ReaderQos> = { reliability: { kind: "RELIABLE", maxBlockingTimeMs: 0 } }): EntityId {
    const full = { ...DEFAULT_READER_QOS, ...qos };
    return this.engine.createReader(this.now, {
      ...TOPIC,
      keyed: true,
      typeMaxSizeSerialized: 0,
      trace: false,
      qos: full,
    });
  }

  write(size = 8, { keyHash = EMPTY_PAYLOAD, sourceTimestamp = TIME_INVALID } = {}): number {
    const payload = new Uint8Array(size).fill(0x5a);
    const meta = { kind: ALIVE, payloadKind: PAYLOAD_DATA, instance: 0, keyHash, sourceTimestamp } as const;
    return this.engine.write(this.now, WRITER_ID, payload, meta);
  }

  /** What the engine's reader has to offer. */
  take(reader = READER_ID): ReceivedChange[] {
    const taken: ReceivedChange[] = [];
    this.engine.take(reader, taken, 1e9);
    return taken;
  }

  takenSns(reader = READER_ID): number[] {
    return this.take(reader).map((change) => change.sn);
  }

  /** Everything the engine wants to send now, each datagram in one piece. */
  datagrams(): { bytes: Uint8Array; address: string; port: number }[] {
    const list = [];
    while (this.engine.pollTransmit(this.now, this.out)) {
      const { parts, length, address, port } = this.out;
      const bytes = new Uint8Array(length);
      let offset = 0;
      for (const part of parts) {
        bytes.set(part, offset);
        offset += part.length;
      }
      if (offset !== length) throw new Error(`parts of ${offset} bytes were called ${length}`);
      list.push({ bytes, address, port });
    }
    this.collectEvents();
    return list;
  }

  /** The same as text, a list of submessages per datagram. */
  messages(): string[][] {
    return this.datagrams().map(({ bytes }) => describeDatagram(bytes));
  }

  /** Only submessages of or for user endpoints, all datagrams in one list. */
  userTraffic(): string[] {
    return this.messages()
      .flat()
      .filter((line) => / [0-9a-f]+>/.test(line) && !/ [0-9a-f]+c[27]>/.test(line));
  }

  /** Lets time pass, and forgets what the engine sends on the way. */
  run(to: number): this {
    for (let next = this.engine.nextDeadline(); next <= to; next = this.engine.nextDeadline()) {
      this.now = Math.max(this.now, next);
      this.engine.handleTimeout(this.now);
      this.datagrams();
    }
    this.now = to;
    return this;
  }

  eventsOf<T extends ParticipantEvent["type"]>(type: T): Extract<ParticipantEvent, { type: T }>[] {
    return this.events.filter((event): event is Extract<ParticipantEvent, { type: T }> => event.type === type);
  }

  private collectEvents(): void {
    for (let event = this.engine.pollEvent(); event !== undefined; event = this.engine.pollEvent()) {
      this.events.push(event);
      this.onEvent?.(event);
    }
  }
}

export function putData(
  message: MessageBuilder,
  readerId: EntityId,
  writerId: EntityId,
  sn: number,
  payload: Uint8Array,
  inlineQos: Uint8Array = EMPTY_PAYLOAD,
): void {
  message.data(readerId, writerId, sn, PAYLOAD_DATA, payload.length, inlineQos);
  message.appendPayload(payload, 0, payload.length);
}

/** The engine has a reliable reader 107, matched with the puppet's writer 102; their first words are over. */
export function readerWithPuppet(config: Partial<ParticipantConfig> = {}): Puppet {
  const puppet = new Puppet(config);
  puppet.createReader();
  puppet.announce().announceWriter();
  puppet.datagrams();
  return puppet;
}

/** The engine has a RELIABLE writer 102, matched with the puppet's reader 107, which has answered. */
export function writerWithPuppet(config: Partial<ParticipantConfig> = {}, qos: Partial<WriterQos> = {}): Puppet {
  const puppet = new Puppet(config);
  puppet.createWriter({ history: { kind: "KEEP_ALL", depth: 1 }, ...qos });
  puppet.announce().announceReader({ reliability: { kind: "RELIABLE", maxBlockingTimeMs: 0 } });
  puppet.datagrams();
  puppet.ackNack(1, [], 1);
  puppet.datagrams();
  return puppet;
}
