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
import type { DiscoveredReaderData, DiscoveredWriterData } from "./endpointData.js";
import type { ParticipantProxyData } from "./participantData.js";
import type { DiscoveryTuning } from "./tuning.js";

/** The part of a participant's configuration that discovery needs. */
export interface DiscoveryConfig {
  readonly guidPrefix: GuidPrefix;
  readonly domainId: number;
  readonly domainTag: string;
  readonly vendorId: number;
  readonly protocolMinor: number;
  readonly entityName: string;
  readonly metatrafficUnicast: readonly Locator[];
  readonly metatrafficMulticast: readonly Locator[];
  readonly defaultUnicast: readonly Locator[];
  readonly defaultMulticast: readonly Locator[];
  readonly announceTo: readonly Locator[];
  readonly localAddresses: readonly string[];
  readonly epochOffsetMs: number;
  readonly seed: number;
  readonly writerTuning: WriterTuning;
  readonly readerTuning: ReaderTuning;
  readonly discoveryTuning: DiscoveryTuning;
  readonly limits: Limits;
}

/** Hears of everything that discovery finds. Called in the middle of a mutation: only note it. */
export interface DiscoveryListener {
  participantDiscovered(participant: ParticipantProxyData): void;
  participantLost(participant: ParticipantProxyData, reason: "disposed" | "leaseExpired" | "ignored"): void;
  endpointDiscovered(endpoint: DiscoveredWriterData | DiscoveredReaderData): void;
  endpointLost(endpoint: DiscoveredWriterData | DiscoveredReaderData): void;
  publicationMatched(writer: EntityId, remote: Guid, change: 1 | -1): void;
  subscriptionMatched(reader: EntityId, remote: Guid, change: 1 | -1): void;
  offeredIncompatibleQos(writer: EntityId, remote: Guid, mismatches: readonly PolicyMismatch[]): void;
  requestedIncompatibleQos(reader: EntityId, remote: Guid, mismatches: readonly PolicyMismatch[]): void;
  inconsistentTopic(local: EntityId, remote: DiscoveredWriterData | DiscoveredReaderData, reason: string): void;
  readerReady(writer: EntityId, remote: Guid): void;
  livelinessChanged(reader: EntityId, remote: Guid, alive: boolean): void;
}

export interface DiscoveryContext {
  readonly config: DiscoveryConfig;
  readonly deadlines: DeadlineQueue;
  readonly packer: DatagramPacker;
  readonly remotes: RemoteParticipantTable;
  readonly counters: Counters;
  readonly listener: DiscoveryListener;
}
