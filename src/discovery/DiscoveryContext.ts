// What the parts of discovery share: configuration, the deadline queue, the packer, and whom to tell.

import type { PolicyMismatch } from "../qos/index.js";
import type { Limits, ReaderTuning, WriterTuning } from "../rtps/behavior/tuning.js";
import type { DatagramPacker } from "../rtps/exchange/DatagramPacker.js";
import type { RemoteParticipantTable } from "../rtps/exchange/RemoteParticipantTable.js";
import type { DeadlineQueue } from "../rtps/structure/DeadlineQueue.js";
import type { EntityId } from "../rtps/structure/entityId.js";
import type { Guid, GuidPrefix } from "../rtps/structure/guid.js";
import type { Locator } from "../rtps/structure/locator.js";
import type { Counters } from "../trace/Counters.js";
import type { AnnouncementCache } from "./AnnouncementCache.js";
import type { DiscoveredReaderData, DiscoveredWriterData } from "./endpointData.js";
import type { ParticipantProxyData } from "./participantData.js";
import type { TypeInquiry } from "./TypeInquiry.js";
import type { TypeSupport } from "./TypeSupport.js";
import type { DiscoveryTuning } from "./tuning.js";

/** What a participant announces of its own QoS. */
export interface OwnPolicies {
  readonly userData: Uint8Array;
  /** The propagated part of PROPERTY. */
  readonly properties: readonly (readonly [string, string])[];
}

/** The configuration of a participant. */
export interface DiscoveryConfig {
  readonly guidPrefix: GuidPrefix;
  readonly domainId: number;
  /** Participants with another tag are ignored; "" is the default tag and is not sent. */
  readonly domainTag: string;
  /** Two octets as one number, 0x017f by default. Announced in every header and in discovery. */
  readonly vendorId: number;
  /** Minor of protocol version 2.x that is announced, 1..5. */
  readonly protocolMinor: number;
  readonly entityName: string;
  /** USER_DATA and the propagated part of PROPERTY; nothing if absent. */
  readonly userData?: Uint8Array;
  readonly properties?: readonly (readonly [string, string])[];
  readonly metatrafficUnicast: readonly Locator[];
  readonly metatrafficMulticast: readonly Locator[];
  readonly defaultUnicast: readonly Locator[];
  readonly defaultMulticast: readonly Locator[];
  /** Where SPDP announcements go: the multicast group and/or unicast peers. */
  readonly announceTo: readonly Locator[];
  /** Addresses of this host: datagrams to them may be larger than an MTU. 127.0.0.0/8 is always among them. */
  readonly localAddresses: readonly string[];
  /** Milliseconds to add to monotonic time to get milliseconds since 1970. */
  readonly epochOffsetMs: number;
  /** Seed of the generator that makes the jitter; two participants must not share it. */
  readonly seed: number;
  readonly writerTuning: WriterTuning;
  readonly readerTuning: ReaderTuning;
  readonly discoveryTuning: DiscoveryTuning;
  readonly limits: Limits;
  /** Memory that need not be zero, for samples in fragments. Without it, zeroed memory is taken. */
  readonly allocate?: (bytes: number) => Uint8Array;
  /** What others announce is decoded once for all participants that share it. Without it each decodes for itself. */
  readonly announcements?: AnnouncementCache;
  /** Who understands types. Without it types go by their names, and there is no TypeLookup service. */
  readonly types?: TypeSupport;
  /** TypeInformation goes to participants that are known to misread it, too. */
  readonly announcesTypesToAll?: boolean;
}

/**
 * Why a participant is gone: it said goodbye, nothing was heard for its lease, the user ignores it, another one has
 * begun under its name, or it has said nothing to us and there was no room for others.
 */
export type ParticipantLostReason = "disposed" | "leaseExpired" | "ignored" | "restarted" | "displaced";

/** Hears of everything that discovery finds. Called in the middle of a mutation: only note it. */
export interface DiscoveryListener {
  participantDiscovered(participant: ParticipantProxyData): void;
  participantLost(participant: ParticipantProxyData, reason: ParticipantLostReason): void;
  endpointDiscovered(endpoint: DiscoveredWriterData | DiscoveredReaderData): void;
  endpointLost(endpoint: DiscoveredWriterData | DiscoveredReaderData): void;
  publicationMatched(writer: EntityId, remote: Guid, change: 1 | -1): void;
  subscriptionMatched(reader: EntityId, remote: Guid, change: 1 | -1): void;
  offeredIncompatibleQos(writer: EntityId, remote: Guid, mismatches: readonly PolicyMismatch[]): void;
  requestedIncompatibleQos(reader: EntityId, remote: Guid, mismatches: readonly PolicyMismatch[]): void;
  inconsistentTopic(local: EntityId, remote: DiscoveredWriterData | DiscoveredReaderData, reason: string): void;
  readerReady(writer: EntityId, remote: Guid): void;
  /** A remote endpoint that the local one is matched with announced other QoS, and still matches. */
  remoteChanged(local: EntityId, remote: Guid): void;
  /** A local writer was not asserted within the lease it offers. */
  livelinessLost(writer: EntityId): void;
  livelinessChanged(reader: EntityId, remote: Guid, alive: boolean): void;
  /** An announced type became known, or it is clear that it cannot be had. */
  typeSettled(inquiry: TypeInquiry): void;
}

export interface DiscoveryContext {
  readonly config: DiscoveryConfig;
  readonly deadlines: DeadlineQueue;
  readonly packer: DatagramPacker;
  readonly remotes: RemoteParticipantTable;
  readonly counters: Counters;
  readonly listener: DiscoveryListener;
}
