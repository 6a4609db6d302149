// From QoS to what the state machines need, and from a local endpoint to what matching needs of a remote one.

import type { DiscoveredReaderData, DiscoveredWriterData } from "../discovery/endpointData.js";
import type { LocalReader, LocalWriter } from "../discovery/localEndpoints.js";
import { servedEndpoints } from "../discovery/participantData.js";
import type { DurabilityServiceQos, WriterQos } from "../qos/index.js";
import type { DurabilityServiceConfig } from "../rtps/behavior/DurableHistory.js";
import type { ReaderConfig } from "../rtps/behavior/StatefulReader.js";
import type { StatefulWriter, WriterConfig } from "../rtps/behavior/StatefulWriter.js";
import { EMPTY_PAYLOAD } from "../rtps/structure/cacheChange.js";
import type { EntityId } from "../rtps/structure/entityId.js";
import type { ParticipantConfig, ReaderOptions, RemoteParticipantInfo, WriterOptions } from "./types.js";

/** The state machines write "no limit" as -1. */
function limit(value: number): number {
  return value === Infinity ? -1 : value;
}

export function writerConfig(entityId: EntityId, options: WriterOptions): WriterConfig {
  const { reliability, durability, history, resourceLimits } = options.qos;
  // TRANSIENT and PERSISTENT are kept as long as the writer lives, with the history of the durability service.
  const isService = durability.kind === "TRANSIENT" || durability.kind === "PERSISTENT";
  const durabilityService = isService ? durabilityServiceConfig(options.qos.durabilityService) : undefined;
  return {
    entityId,
    reliable: reliability.kind === "RELIABLE",
    transientLocal: durability.kind !== "VOLATILE",
    ...(durabilityService === undefined ? {} : { durabilityService }),
    keepAll: history.kind === "KEEP_ALL",
    depth: Math.max(history.depth, depthOf(durabilityService)),
    maxSamples: limit(resourceLimits.maxSamples),
    // Of instances the application layer keeps count: those without samples are instances too.
    maxSamplesPerInstance: limit(resourceLimits.maxSamplesPerInstance),
    unregisteredKept: 0,
    ...(options.bareKey === undefined ? {} : { bareKey: options.bareKey }),
    trace: options.trace,
  };
}

/** What is said of the type of an endpoint. */
export function typeFactsOf(options: WriterOptions | ReaderOptions) {
  const { typeName, keyed, typeMaxSizeSerialized } = options;
  const { typeInformation = EMPTY_PAYLOAD, typeScope = "everybody" } = options;
  return { typeName, keyed, typeMaxSizeSerialized, typeInformation, typeScope };
}

/** What of the QoS may change while the writer is enabled. */
export function applyWriterQos(writer: StatefulWriter, { lifespan, transportPriority }: WriterQos): void {
  writer.setLifespan(lifespan.durationMs);
  writer.priority = transportPriority.value;
}

function durabilityServiceConfig(service: DurabilityServiceQos): DurabilityServiceConfig {
  const depth = service.historyKind === "KEEP_ALL" ? Infinity : service.historyDepth;
  return {
    depth: limit(Math.min(depth, service.maxSamplesPerInstance)),
    maxSamples: limit(service.maxSamples),
    maxInstances: limit(service.maxInstances),
    cleanupDelayMs: service.serviceCleanupDelayMs,
  };
}

/** A KEEP_LAST writer must not drop what late joiners are to get. */
function depthOf(service: DurabilityServiceConfig | undefined): number {
  if (service === undefined) return 0;
  return service.depth < 0 ? Infinity : service.depth;
}

export function readerConfig(entityId: EntityId, options: ReaderOptions): ReaderConfig {
  const { reliability, history, resourceLimits, presentation } = options.qos;
  const { coherentAccess } = presentation;
  const reliable = reliability.kind === "RELIABLE";
  // What is not to be sent again is refused where the instances are known: in the application layer. There KEEP_LAST
  // makes room by itself, and BEST_EFFORT tells of which instance a sample is rejected.
  const maxSamples = reliable && history.kind === "KEEP_ALL" ? limit(resourceLimits.maxSamples) : -1;
  return {
    entityId,
    reliable,
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
    typeInformation: local.typeInformation,
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

/** This participant as it would announce itself to one that never loses it. */
export function selfParticipantData(config: ParticipantConfig): RemoteParticipantInfo {
  return {
    guidPrefix: config.guidPrefix,
    protocolMajor: 2,
    protocolMinor: config.protocolMinor,
    vendorId: config.vendorId,
    domainId: config.domainId,
    domainTag: config.domainTag,
    metatrafficUnicast: config.metatrafficUnicast,
    metatrafficMulticast: config.metatrafficMulticast,
    defaultUnicast: config.defaultUnicast,
    defaultMulticast: config.defaultMulticast,
    leaseDurationMs: Infinity,
    builtinEndpoints: servedEndpoints(config),
    builtinEndpointQos: 0,
    entityName: config.entityName,
    userData: EMPTY_PAYLOAD,
    properties: [],
    secured: false,
  };
}
