// What the tests of explanations are made of: endpoints, participants and a view of a domain, by hand.

import type { DiscoveredReaderData, DiscoveredWriterData } from "../../src/discovery/endpointData.js";
import { type ParticipantProxyData, PLAIN_BUILTIN_ENDPOINTS } from "../../src/discovery/participantData.js";
import type { DiscoveryProgress, OwnEndpoint, ParticipantProgress } from "../../src/discovery/progress.js";
import type { Finding, MatchExplanation } from "../../src/inspect/index.js";
import { type ReaderQosInput, resolveReaderQos, resolveWriterQos, type WriterQosInput } from "../../src/qos/index.js";
import { Guid, GuidPrefix } from "../../src/rtps/structure/guid.js";
import { udpv4Locator } from "../../src/rtps/structure/locator.js";

export const CYCLONE = 0x0110;
export const FASTDDS = 0x010f;
export const CONNEXT = 0x0101;
export const LAB = 0x017f;

/** Participant `n`; 0 is the one that looks. */
export function prefix(n: number): GuidPrefix {
  const bytes = new Uint8Array(12);
  bytes.set([1, 0x7f]);
  bytes[11] = n;
  return new GuidPrefix(bytes);
}

export const writerGuid = (participant: number, key = 1) => new Guid(prefix(participant), key * 256 + 2);
export const readerGuid = (participant: number, key = 1) => new Guid(prefix(participant), key * 256 + 7);

const ENDPOINT = {
  topicName: "Square",
  typeName: "ShapeType",
  keyed: true,
  unicast: [],
  multicast: [],
  protocolMajor: 2,
  protocolMinor: 5,
  vendorId: 0,
  entityName: "",
  properties: [],
  groupEntityId: 0,
  typeMaxSizeSerialized: 0,
  typeInformation: new Uint8Array(0),
};

/** A writer of participant 1 unless `change` has another GUID. */
export function writer(qos: WriterQosInput = {}, change: Partial<DiscoveredWriterData> = {}): DiscoveredWriterData {
  return { ...ENDPOINT, guid: writerGuid(1), role: "writer", qos: resolveWriterQos(qos), ...change };
}

/** A reader of participant 2 unless `change` has another GUID. */
export function reader(qos: ReaderQosInput = {}, change: Partial<DiscoveredReaderData> = {}): DiscoveredReaderData {
  const qosOf = resolveReaderQos(qos);
  const rest = { expectsInlineQos: false, contentFilter: undefined };
  return { ...ENDPOINT, guid: readerGuid(2), role: "reader", qos: qosOf, ...rest, ...change };
}

export function participantData(n: number, change: Partial<ParticipantProxyData> = {}): ParticipantProxyData {
  return {
    guidPrefix: prefix(n),
    protocolMajor: 2,
    protocolMinor: 5,
    vendorId: LAB,
    domainId: 0,
    domainTag: "",
    metatrafficUnicast: [udpv4Locator(`10.0.0.${n}`, 7410)],
    metatrafficMulticast: [],
    defaultUnicast: [udpv4Locator(`10.0.0.${n}`, 7411)],
    defaultMulticast: [],
    leaseDurationMs: 20_000,
    builtinEndpoints: PLAIN_BUILTIN_ENDPOINTS,
    builtinEndpointQos: 0,
    entityName: "",
    userData: new Uint8Array(0),
    properties: [],
    secured: false,
    ...change,
  };
}

type AnyEndpoint = DiscoveredWriterData | DiscoveredReaderData;

const DONE = {
  sent: { last: 5, ackedBelow: 6 },
  received: { announced: true, expected: 2, missing: 0 },
};

/** A participant with which discovery is complete. */
export function participant(
  n: number,
  endpoints: readonly AnyEndpoint[] = [],
  change: Partial<ParticipantProgress> = {},
): ParticipantProgress {
  return {
    data: participantData(n),
    state: "complete",
    knowsUs: true,
    silentForMs: 100,
    leaseLeftMs: 19_900,
    announcedFrom: `10.0.0.${n}`,
    metatrafficAddress: `udp/10.0.0.${n}:7410`,
    publications: DONE,
    subscriptions: DONE,
    endpoints: endpoints.map((data) => ({ data, address: `udp/10.0.0.${n}:7411` })),
    refusedAnnouncements: 0,
    lastRefusal: "",
    ...change,
  };
}

/** What participant 0 sees. */
export function view(
  participants: readonly ParticipantProgress[],
  { own = [], ...change }: Partial<DiscoveryProgress> & { own?: readonly OwnEndpoint[] } = {},
): DiscoveryProgress {
  return {
    self: {
      guidPrefix: prefix(0),
      domainId: 0,
      domainTag: "",
      vendorId: LAB,
      entityName: "looker",
      metatrafficAddresses: ["udp/10.0.0.99:7410"],
      endpoints: own,
    },
    participants,
    matches: [],
    refused: [],
    ignored: [],
    ...change,
  };
}

/** "mismatch policy" for each finding. */
export function codes({ findings }: { readonly findings: readonly Finding[] }): string[] {
  return findings.map(({ severity, code }) => `${severity} ${code}`);
}

/** The only finding. */
export function onlyFinding({ findings }: MatchExplanation): Finding {
  if (findings.length !== 1) throw new Error(`${findings.length} findings: ${findings.map(({ text }) => text)}`);
  return findings[0]!;
}
