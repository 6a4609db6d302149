// RTPS 2.5 §8.5: how far discovery has come, as a view for reports: whom this participant knows, who has shown that it
// knows this participant, which announcements are still missing on either side, and which endpoints are matched.

import type { ReaderQos, WriterQos } from "../qos/index.js";
import type { ReaderProxy } from "../rtps/behavior/ReaderProxy.js";
import type { StatefulWriter } from "../rtps/behavior/StatefulWriter.js";
import type { WriterProxy } from "../rtps/behavior/WriterProxy.js";
import {
  type EntityId,
  ENTITYID_SEDP_BUILTIN_PUBLICATIONS_WRITER as PUBLICATIONS_WRITER,
  ENTITYID_SEDP_BUILTIN_SUBSCRIPTIONS_WRITER as SUBSCRIPTIONS_WRITER,
} from "../rtps/structure/entityId.js";
import { Guid, type GuidPrefix } from "../rtps/structure/guid.js";
import { type Locator, locatorToString } from "../rtps/structure/locator.js";
import type { SequenceNumber } from "../rtps/structure/sequenceNumber.js";
import type { Ms } from "../rtps/structure/time.js";
import type { BuiltinEndpoints } from "./BuiltinEndpoints.js";
import type { DiscoveredParticipant } from "./DiscoveredParticipant.js";
import type { DiscoveryConfig } from "./DiscoveryContext.js";
import type { EndpointMatcher } from "./EndpointMatcher.js";
import type { DiscoveredReaderData, DiscoveredWriterData } from "./endpointData.js";
import type { LocalReader, LocalWriter } from "./localEndpoints.js";
import type { TypeJudge } from "./matching.js";
import { DEFAULT_LEASE_DURATION_MS, type ParticipantProxyData } from "./participantData.js";
import type { RefusedParticipant } from "./RefusedParticipants.js";
import type { RemoteEndpoint } from "./RemoteEndpoint.js";
import type { Spdp } from "./Spdp.js";
import type { TypeScope } from "./typeScope.js";

/** Everything a report needs to say why two endpoints do not talk. A copy: it does not change any more. */
export interface DiscoveryProgress {
  readonly self: OwnParticipant;
  /** The other participants. */
  readonly participants: readonly ParticipantProgress[];
  /** Every match that this participant has made, from the side of its own endpoint. */
  readonly matches: readonly MatchProgress[];
  /** Participants that were heard in the last 100 s and not let in, the latest last. */
  readonly refused: readonly RefusedParticipant[];
  /** Prefixes, in hex, of participants that the user ignores. */
  readonly ignored: readonly string[];
  /** Compares types as far as this participant knows them; undefined if it knows none. */
  readonly judge?: TypeJudge | undefined;
}

/** This participant. */
export interface OwnParticipant {
  readonly guidPrefix: GuidPrefix;
  readonly domainId: number;
  readonly domainTag: string;
  readonly vendorId: number;
  readonly entityName: string;
  /** Where it told the others to send discovery traffic: "udp/10.0.0.1:7410". */
  readonly metatrafficAddresses: readonly string[];
  readonly endpoints: readonly OwnEndpoint[];
}

interface OwnEndpointBase<Role, Qos> {
  readonly role: Role;
  readonly guid: Guid;
  readonly topicName: string;
  readonly typeName: string;
  readonly keyed: boolean;
  readonly qos: Qos;
  /** As announced; empty if its type is not. */
  readonly typeInformation?: Uint8Array;
  /** Who is told of its type. */
  readonly typeScope?: TypeScope;
  /** Number of its latest announcement: a peer that has acknowledged it knows of the endpoint. */
  readonly announcedSn: SequenceNumber;
}

/** A writer or a reader of this participant. */
export type OwnEndpoint = OwnEndpointBase<"writer", WriterQos> | OwnEndpointBase<"reader", ReaderQos>;

/**
 * - `announced`: its announcement (SPDP) was heard and is about to be answered.
 * - `halfDiscovered`: it was answered, and nothing has shown yet that it knows this participant.
 * - `exchanging`: the two know each other; announcements of endpoints (SEDP) are still missing on one side.
 * - `complete`: both have all announcements of the other.
 */
export type DiscoveryState = "announced" | "halfDiscovered" | "exchanging" | "complete";

/** What discovery has reached with one other participant. */
export interface ParticipantProgress {
  readonly data: ParticipantProxyData;
  readonly state: DiscoveryState;
  /** It has answered something: it has heard this participant. */
  readonly knowsUs: boolean;
  /** When anything of it was last heard, ms ago. */
  readonly silentForMs: number;
  /** It is forgotten when nothing comes for so long, ms. */
  readonly leaseLeftMs: number;
  /** Where its latest announcement came from: "10.0.0.2". */
  readonly announcedFrom: string;
  /** Where discovery traffic to it goes: "udp/10.0.0.2:7410"; undefined if no address can be used. */
  readonly metatrafficAddress: string | undefined;
  /** Announcements of writers, both ways. */
  readonly publications: AnnouncementProgress;
  /** Announcements of readers, both ways. */
  readonly subscriptions: AnnouncementProgress;
  readonly endpoints: readonly RemoteEndpointProgress[];
  /** Announcements of endpoints that could not be used, and what was wrong with the latest. */
  readonly refusedAnnouncements: number;
  readonly lastRefusal: string;
}

/** What one builtin topic has carried between two participants. */
export interface AnnouncementProgress {
  /** What this participant announces; undefined if the other one has no reader for it, or was not answered yet. */
  readonly sent: SentAnnouncements | undefined;
  /** What the other one announces; undefined if it has no writer for it, or was not answered yet. */
  readonly received: ReceivedAnnouncements | undefined;
}

export interface SentAnnouncements {
  /** Number of the latest announcement; 0 if there was none. */
  readonly last: SequenceNumber;
  /** Everything below is acknowledged. */
  readonly ackedBelow: SequenceNumber;
}

export interface ReceivedAnnouncements {
  /** It has said how many it has: a HEARTBEAT has come. */
  readonly announced: boolean;
  /** Everything below has come or is obsolete. */
  readonly expected: SequenceNumber;
  /** So many of those it has told of have not come. */
  readonly missing: number;
}

export interface RemoteEndpointProgress {
  readonly data: DiscoveredWriterData | DiscoveredReaderData;
  /** Where its traffic goes: "udp/10.0.0.2:7411"; undefined if no address can be used, and then nothing matches. */
  readonly address: string | undefined;
}

/** A match as one of the two participants sees it; between endpoints of this participant there are two. */
export interface MatchProgress {
  readonly writer: Guid;
  readonly reader: Guid;
  /** Which of the two belongs to this participant. */
  readonly side: "writer" | "reader";
  /** The other side has shown that it has made the match too. */
  readonly confirmed: boolean;
}

/** What discovery is made of. */
export interface DiscoveryParts {
  readonly config: DiscoveryConfig;
  readonly spdp: Spdp;
  readonly builtin: BuiltinEndpoints;
  readonly matcher: EndpointMatcher;
  readonly judge: TypeJudge | undefined;
  /** This participant as its own peer. */
  readonly self: DiscoveredParticipant;
}

/** Looks at everything and changes nothing. */
export function discoveryProgress(now: Ms, parts: DiscoveryParts): DiscoveryProgress {
  const { spdp, self } = parts;
  const participants = [...spdp.participants.values()];
  return {
    self: ownParticipant(parts),
    participants: participants.map((participant) => participantProgress(now, participant, parts.builtin)),
    matches: [self, ...participants].flatMap((participant) => matchesOf(participant, parts)),
    refused: spdp.refused.heardSince(now - DEFAULT_LEASE_DURATION_MS),
    ignored: [...spdp.ignored],
    judge: parts.judge,
  };
}

function ownParticipant({ config, matcher }: DiscoveryParts): OwnParticipant {
  const { guidPrefix, domainId, domainTag, vendorId, entityName } = config;
  const common = (local: LocalWriter | LocalReader) => {
    const { guid, topicName, typeName, keyed, typeInformation, typeScope, announcedSn } = local;
    return { guid, topicName, typeName, keyed, typeInformation, typeScope, announcedSn };
  };
  return {
    guidPrefix,
    domainId,
    domainTag,
    vendorId,
    entityName,
    metatrafficAddresses: config.metatrafficUnicast.map(locatorToString),
    endpoints: [
      ...[...matcher.writers.values()].map((one) => ({ role: "writer" as const, ...common(one), qos: one.qos })),
      ...[...matcher.readers.values()].map((one) => ({ role: "reader" as const, ...common(one), qos: one.qos })),
    ],
  };
}

function participantProgress(
  now: Ms,
  participant: DiscoveredParticipant,
  builtin: BuiltinEndpoints,
): ParticipantProgress {
  const { data, remote, publicationsReader, subscriptionsReader } = participant;
  const publications: AnnouncementProgress = {
    sent: sentTo(publicationsReader, builtin.publicationsWriter),
    received: receivedFrom(remote.writerProxies.get(PUBLICATIONS_WRITER)),
  };
  const subscriptions: AnnouncementProgress = {
    sent: sentTo(subscriptionsReader, builtin.subscriptionsWriter),
    received: receivedFrom(remote.writerProxies.get(SUBSCRIPTIONS_WRITER)),
  };
  const answered = publicationsReader?.ackNackSeen === true || subscriptionsReader?.ackNackSeen === true;
  const knowsUs = answered || participant.addressedUs;
  const topics = [publications, subscriptions];
  return {
    data,
    state: stateOf(participant.introduced, knowsUs, topics),
    knowsUs,
    silentForMs: now - remote.lastHeardAt,
    leaseLeftMs: remote.lastHeardAt + participant.leaseMs - now,
    announcedFrom: participant.announcedFrom,
    metatrafficAddress: inWords(participant.metatrafficLocator()),
    publications,
    subscriptions,
    endpoints: [...participant.endpoints.values()].map((endpoint) => endpointProgress(participant, endpoint)),
    refusedAnnouncements: participant.refusedAnnouncements,
    lastRefusal: participant.lastRefusal,
  };
}

function stateOf(introduced: boolean, knowsUs: boolean, topics: readonly AnnouncementProgress[]): DiscoveryState {
  if (!introduced) return "announced";
  if (!knowsUs) return "halfDiscovered";
  const isComplete = topics.every(
    ({ sent, received }) =>
      (sent === undefined || sent.ackedBelow > sent.last) &&
      (received === undefined || (received.announced && received.missing === 0)),
  );
  return isComplete ? "complete" : "exchanging";
}

function sentTo(proxy: ReaderProxy | undefined, writer: StatefulWriter): SentAnnouncements | undefined {
  return proxy === undefined ? undefined : { last: writer.history.lastSn, ackedBelow: proxy.ackedBelow };
}

function receivedFrom(proxies: readonly WriterProxy[] | undefined): ReceivedAnnouncements | undefined {
  const proxy = proxies?.[0];
  if (proxy === undefined) return undefined;
  return { announced: proxy.heartbeatSeen, expected: proxy.expectedSn, missing: proxy.missingCount() };
}

// RTPS 2.5 §8.5.5: locators of the endpoint replace the participant's defaults; those that cannot be used do not.
function endpointProgress(participant: DiscoveredParticipant, { data }: RemoteEndpoint): RemoteEndpointProgress {
  const own = data.unicast.length > 0 ? participant.locatorFor(data.unicast) : undefined;
  return { data, address: inWords(own ?? participant.locatorFor(participant.data.defaultUnicast)) };
}

function matchesOf(participant: DiscoveredParticipant, { config, matcher }: DiscoveryParts): MatchProgress[] {
  const own = (id: EntityId) => new Guid(config.guidPrefix, id);
  const found: MatchProgress[] = [];
  for (const { data, readerProxies, writerProxies } of participant.endpoints.values()) {
    for (const [id, proxy] of readerProxies) {
      found.push({ writer: own(id), reader: data.guid, side: "writer", confirmed: proxy.ready });
    }
    for (const [id, proxy] of writerProxies) {
      const reader = matcher.readers.get(id);
      const confirmed = hasMatchedUs(proxy, participant, reader);
      found.push({ writer: data.guid, reader: own(id), side: "reader", confirmed });
    }
  }
  return found;
}

/** A reliable writer that has matched says what it has. Of another it is known only whether it has heard of us. */
function hasMatchedUs(proxy: WriterProxy, peer: DiscoveredParticipant, reader: LocalReader | undefined): boolean {
  if (proxy.heartbeatSeen || proxy.hasSeenData) return true;
  if (proxy.reliable || reader === undefined) return false;
  return peer.isSelf || (peer.subscriptionsReader?.ackedBelow ?? 0) > reader.announcedSn;
}

function inWords(locator: Locator | undefined): string | undefined {
  return locator === undefined ? undefined : locatorToString(locator);
}
