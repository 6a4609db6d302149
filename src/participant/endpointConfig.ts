// From QoS to what the state machines need, and from a local endpoint to what matching needs of a remote one.

import type { DiscoveredReaderData, DiscoveredWriterData } from "../discovery/endpointData.js";
import type { LocalReader, LocalWriter } from "../discovery/localEndpoints.js";
import type { ReaderConfig } from "../rtps/behavior/StatefulReader.js";
import type { WriterConfig } from "../rtps/behavior/StatefulWriter.js";
import { EMPTY_PAYLOAD } from "../rtps/structure/cacheChange.js";
import type { EntityId } from "../rtps/structure/entityId.js";
import type { ParticipantConfig, ReaderOptions, WriterOptions } from "./types.js";

/** The state machines write "no limit" as -1. */
function limit(value: number): number {
  return value === Infinity ? -1 : value;
}

export function writerConfig(entityId: EntityId, options: WriterOptions): WriterConfig {
  const { reliability, durability, history, resourceLimits } = options.qos;
  return {
    entityId,
    reliable: reliability.kind === "RELIABLE",
    // TRANSIENT and PERSISTENT are kept as long as the writer lives: that is TRANSIENT_LOCAL.
    transientLocal: durability.kind !== "VOLATILE",
    keepAll: history.kind === "KEEP_ALL",
    depth: history.depth,
    maxSamples: limit(resourceLimits.maxSamples),
    maxInstances: limit(resourceLimits.maxInstances),
    maxSamplesPerInstance: limit(resourceLimits.maxSamplesPerInstance),
    unregisteredKept: 0,
    trace: options.trace,
  };
}

export function readerConfig(entityId: EntityId, options: ReaderOptions): ReaderConfig {
  const { reliability, history, resourceLimits, presentation } = options.qos;
  const { coherentAccess } = presentation;
  // KEEP_LAST makes room by itself, where the instances are known: in the application layer.
  const maxSamples = history.kind === "KEEP_ALL" ? limit(resourceLimits.maxSamples) : -1;
  return {
    entityId,
    reliable: reliability.kind === "RELIABLE",
    maxSamples,
    remembersWriters: true,
    coherentAccess,
    filtered: options.contentFilter !== undefined,
  };
}

function selfEndpoint(local: LocalWriter | LocalReader, config: ParticipantConfig) {
  return {
    guid: local.guid,
    topicName: local.topicName,
    typeName: local.typeName,
    keyed: local.keyed,
    unicast: [],
    multicast: [],
    protocolMajor: 2,
    protocolMinor: config.protocolMinor,
    vendorId: config.vendorId,
    entityName: "",
    properties: [],
    groupEntityId: local.groupEntityId,
    typeMaxSizeSerialized: local.typeMaxSizeSerialized,
    typeInformation: EMPTY_PAYLOAD,
  };
}

/** A local writer as its own participant's readers see it. */
export function selfWriterData(local: LocalWriter, config: ParticipantConfig): DiscoveredWriterData {
  return { ...selfEndpoint(local, config), role: "writer", qos: local.qos };
}

/** A local reader as its own participant's writers see it. */
export function selfReaderData(local: LocalReader, config: ParticipantConfig): DiscoveredReaderData {
  const endpoint = selfEndpoint(local, config);
  const { qos, contentFilter } = local;
  return { ...endpoint, role: "reader", qos, expectsInlineQos: false, contentFilter };
}
