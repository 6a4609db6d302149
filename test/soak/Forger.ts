// Makes the datagrams of somebody who forges: any prefix, any endpoint, any number.

import { encodeReaderData, encodeWriterData } from "../../src/discovery/endpointData.js";
import { encodeParticipantData, PLAIN_BUILTIN_ENDPOINTS } from "../../src/discovery/participantData.js";
import { DEFAULT_READER_QOS, DEFAULT_WRITER_QOS } from "../../src/qos/index.js";
import { MessageBuilder } from "../../src/rtps/messages/MessageBuilder.js";
import { inlineQosFor, keyHashOfGuid } from "../../src/rtps/messages/parameterInlineQos.js";
import { Guid, GuidPrefix } from "../../src/rtps/structure/guid.js";
import { udpv4Locator } from "../../src/rtps/structure/locator.js";
import { putData } from "../support/Puppet.js";

export const FORGER_HOST = "192.0.2.66";
const VENDOR = 0x017f;
const SPDP_WRITER = 0x000100c2;
const SPDP_READER = 0x000100c7;
const PUBLICATIONS_WRITER = 0x000003c2;
const SUBSCRIPTIONS_WRITER = 0x000004c2;
const RELIABLE = { reliability: { kind: "RELIABLE", maxBlockingTimeMs: 100 } } as const;

export class Forger {
  readonly prefix: GuidPrefix;
  private readonly builder = new MessageBuilder(65536);
  private readonly sedpSns = new Map<number, number>();

  constructor(
    private readonly victim: GuidPrefix,
    number = 1,
  ) {
    this.prefix = forgedPrefix(number);
  }

  /** One datagram to the victim by name, or to everybody. */
  message(fill: (message: MessageBuilder) => void, directed = true, prefix = this.prefix): Uint8Array {
    this.builder.begin(3, VENDOR, prefix);
    if (directed) this.builder.infoDestination(this.victim);
    fill(this.builder);
    return this.builder.cut().slice();
  }

  announcement({ prefix = this.prefix, host = FORGER_HOST, directed = true, propertyBytes = 0 } = {}): Uint8Array {
    const payload = encodeParticipantData({
      guidPrefix: prefix,
      protocolMinor: 3,
      vendorId: VENDOR,
      domainId: 0,
      metatrafficUnicast: [udpv4Locator(host, 7410)],
      defaultUnicast: [udpv4Locator(host, 7411)],
      leaseDurationMs: 100_000,
      builtinEndpoints: PLAIN_BUILTIN_ENDPOINTS,
      properties: propertyBytes === 0 ? [] : [["p", "x".repeat(propertyBytes)]],
    });
    return this.message((message) => putData(message, SPDP_READER, SPDP_WRITER, 1, payload), directed, prefix);
  }

  writer(entityId: number, topicName: string, typeName = "ShapeType"): Uint8Array {
    const guid = new Guid(this.prefix, entityId);
    const common = { guid, topicName, typeName, protocolMinor: 3, vendorId: VENDOR };
    return this.endpoint(
      PUBLICATIONS_WRITER,
      guid,
      encodeWriterData({ ...common, qos: { ...DEFAULT_WRITER_QOS, ...RELIABLE } }),
    );
  }

  reader(entityId: number, topicName: string): Uint8Array {
    const guid = new Guid(this.prefix, entityId);
    const common = { guid, topicName, typeName: "ShapeType", protocolMinor: 3, vendorId: VENDOR };
    return this.endpoint(
      SUBSCRIPTIONS_WRITER,
      guid,
      encodeReaderData({ ...common, qos: { ...DEFAULT_READER_QOS, ...RELIABLE } }),
    );
  }

  private endpoint(writerId: number, guid: Guid, payload: Uint8Array): Uint8Array {
    const sn = (this.sedpSns.get(writerId) ?? 0) + 1;
    this.sedpSns.set(writerId, sn);
    const keyHash = inlineQosFor(keyHashOfGuid(guid), 0);
    return this.message((message) => putData(message, 0, writerId, sn, payload, keyHash));
  }
}

export function forgedPrefix(number: number): GuidPrefix {
  const bytes = Uint8Array.of(1, 0x7f, 0xbb, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  new DataView(bytes.buffer).setUint32(8, number);
  return new GuidPrefix(bytes);
}
