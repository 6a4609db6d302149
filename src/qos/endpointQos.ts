// DDS 1.4 §2.2.3, the table of policies: what a writer and a reader have, complete, and the defaults of each role.
// Presentation, partition and group data belong to the publisher or subscriber but travel with the endpoint.

import { freeze } from "./freeze.js";
import type {
  DataRepresentationQos,
  DeadlineQos,
  DestinationOrderQos,
  DurabilityQos,
  DurabilityServiceQos,
  HistoryQos,
  LatencyBudgetQos,
  LifespanQos,
  LivelinessQos,
  OctetsQos,
  OwnershipQos,
  OwnershipStrengthQos,
  PartitionQos,
  PresentationQos,
  PropertyQos,
  ReaderDataLifecycleQos,
  ReliabilityQos,
  ResourceLimitsQos,
  TimeBasedFilterQos,
  TransportPriorityQos,
  TypeConsistencyQos,
  WriterDataLifecycleQos,
} from "./policies.js";

/** The policies that writers and readers have in common. */
export interface EndpointQos {
  readonly durability: DurabilityQos;
  readonly reliability: ReliabilityQos;
  readonly history: HistoryQos;
  readonly resourceLimits: ResourceLimitsQos;
  readonly deadline: DeadlineQos;
  readonly latencyBudget: LatencyBudgetQos;
  readonly liveliness: LivelinessQos;
  readonly ownership: OwnershipQos;
  readonly destinationOrder: DestinationOrderQos;
  readonly presentation: PresentationQos;
  readonly partition: PartitionQos;
  readonly dataRepresentation: DataRepresentationQos;
  readonly userData: OctetsQos;
  readonly topicData: OctetsQos;
  readonly groupData: OctetsQos;
  readonly property: PropertyQos;
}

/** Everything a DataWriter offers. */
export interface WriterQos extends EndpointQos {
  readonly durabilityService: DurabilityServiceQos;
  readonly lifespan: LifespanQos;
  readonly ownershipStrength: OwnershipStrengthQos;
  readonly transportPriority: TransportPriorityQos;
  readonly writerDataLifecycle: WriterDataLifecycleQos;
}

/** Everything a DataReader requests. */
export interface ReaderQos extends EndpointQos {
  readonly timeBasedFilter: TimeBasedFilterQos;
  readonly readerDataLifecycle: ReaderDataLifecycleQos;
  readonly typeConsistency: TypeConsistencyQos;
}

const COMMON: EndpointQos = {
  durability: { kind: "VOLATILE" },
  reliability: { kind: "BEST_EFFORT", maxBlockingTimeMs: 100 },
  history: { kind: "KEEP_LAST", depth: 1 },
  resourceLimits: { maxSamples: Infinity, maxInstances: Infinity, maxSamplesPerInstance: Infinity },
  deadline: { periodMs: Infinity },
  latencyBudget: { durationMs: 0 },
  liveliness: { kind: "AUTOMATIC", leaseDurationMs: Infinity },
  ownership: { kind: "SHARED" },
  destinationOrder: { kind: "BY_RECEPTION_TIMESTAMP" },
  presentation: { accessScope: "INSTANCE", coherentAccess: false, orderedAccess: false },
  partition: { names: [] },
  dataRepresentation: { ids: ["XCDR1"] },
  userData: { value: new Uint8Array(0) },
  topicData: { value: new Uint8Array(0) },
  groupData: { value: new Uint8Array(0) },
  property: { value: [] },
};

/** The DDS 1.4 defaults of a DataWriter: RELIABLE with 100 ms of blocking. */
export const DEFAULT_WRITER_QOS: WriterQos = freeze({
  ...COMMON,
  reliability: { kind: "RELIABLE", maxBlockingTimeMs: 100 },
  durabilityService: {
    serviceCleanupDelayMs: 0,
    historyKind: "KEEP_LAST",
    historyDepth: 1,
    maxSamples: Infinity,
    maxInstances: Infinity,
    maxSamplesPerInstance: Infinity,
  },
  lifespan: { durationMs: Infinity },
  ownershipStrength: { value: 0 },
  transportPriority: { value: 0 },
  writerDataLifecycle: { autodisposeUnregisteredInstances: true },
});

/** The DDS 1.4 defaults of a DataReader: BEST_EFFORT. */
export const DEFAULT_READER_QOS: ReaderQos = freeze({
  ...COMMON,
  timeBasedFilter: { minimumSeparationMs: 0 },
  readerDataLifecycle: { autopurgeNowriterSamplesDelayMs: Infinity, autopurgeDisposedSamplesDelayMs: Infinity },
  // XTypes 1.3 §7.6.3.7: bounds are ignored by default, names and widening are not.
  typeConsistency: {
    kind: "ALLOW_TYPE_COERCION",
    ignoreSequenceBounds: true,
    ignoreStringBounds: true,
    ignoreMemberNames: false,
    preventTypeWidening: false,
    forceTypeValidation: false,
  },
});
