// DDS 1.4 §2.2.3 and XTypes 1.3 §7.6.3: every QoS policy as a plain immutable value, by its DDS name.
// Durations are milliseconds, Infinity for an infinite one; counts without a limit are Infinity too.

/** Policy ids of DDS 1.4 and XTypes 1.3, as carried by the incompatible-QoS statuses. */
export const POLICY_IDS = {
  USER_DATA: 1,
  DURABILITY: 2,
  PRESENTATION: 3,
  DEADLINE: 4,
  LATENCY_BUDGET: 5,
  OWNERSHIP: 6,
  OWNERSHIP_STRENGTH: 7,
  LIVELINESS: 8,
  TIME_BASED_FILTER: 9,
  PARTITION: 10,
  RELIABILITY: 11,
  DESTINATION_ORDER: 12,
  HISTORY: 13,
  RESOURCE_LIMITS: 14,
  ENTITY_FACTORY: 15,
  WRITER_DATA_LIFECYCLE: 16,
  READER_DATA_LIFECYCLE: 17,
  TOPIC_DATA: 18,
  GROUP_DATA: 19,
  TRANSPORT_PRIORITY: 20,
  LIFESPAN: 21,
  DURABILITY_SERVICE: 22,
  DATA_REPRESENTATION: 23,
  TYPE_CONSISTENCY_ENFORCEMENT: 24,
} as const;

export type PolicyName = keyof typeof POLICY_IDS;

// The order of the kinds is the order that offered/requested checks use: a later one gives more.
export const RELIABILITY_KINDS = ["BEST_EFFORT", "RELIABLE"] as const;
export type ReliabilityKind = (typeof RELIABILITY_KINDS)[number];

export const DURABILITY_KINDS = ["VOLATILE", "TRANSIENT_LOCAL", "TRANSIENT", "PERSISTENT"] as const;
export type DurabilityKind = (typeof DURABILITY_KINDS)[number];

export const HISTORY_KINDS = ["KEEP_LAST", "KEEP_ALL"] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

export const LIVELINESS_KINDS = ["AUTOMATIC", "MANUAL_BY_PARTICIPANT", "MANUAL_BY_TOPIC"] as const;
export type LivelinessKind = (typeof LIVELINESS_KINDS)[number];

export const OWNERSHIP_KINDS = ["SHARED", "EXCLUSIVE"] as const;
export type OwnershipKind = (typeof OWNERSHIP_KINDS)[number];

export const DESTINATION_ORDER_KINDS = ["BY_RECEPTION_TIMESTAMP", "BY_SOURCE_TIMESTAMP"] as const;
export type DestinationOrderKind = (typeof DESTINATION_ORDER_KINDS)[number];

export const PRESENTATION_SCOPES = ["INSTANCE", "TOPIC", "GROUP"] as const;
export type PresentationScope = (typeof PRESENTATION_SCOPES)[number];

export const TYPE_CONSISTENCY_KINDS = ["DISALLOW_TYPE_COERCION", "ALLOW_TYPE_COERCION"] as const;
export type TypeConsistencyKind = (typeof TYPE_CONSISTENCY_KINDS)[number];

/** The position of a name is its number on the wire (0, 1, 2). */
export const DATA_REPRESENTATIONS = ["XCDR1", "XML", "XCDR2"] as const;
/** A named representation, or the number of one that has no name here (kept so that it can be reported). */
export type DataRepresentationId = (typeof DATA_REPRESENTATIONS)[number] | number;

export interface ReliabilityQos {
  readonly kind: ReliabilityKind;
  /** How long a write may wait for space, ms. */
  readonly maxBlockingTimeMs: number;
}

export interface DurabilityQos {
  readonly kind: DurabilityKind;
}

export interface HistoryQos {
  readonly kind: HistoryKind;
  /** Samples kept per instance; only KEEP_LAST looks at it. */
  readonly depth: number;
}

export interface ResourceLimitsQos {
  readonly maxSamples: number;
  readonly maxInstances: number;
  readonly maxSamplesPerInstance: number;
}

export interface DeadlineQos {
  readonly periodMs: number;
}

export interface LatencyBudgetQos {
  readonly durationMs: number;
}

export interface LivelinessQos {
  readonly kind: LivelinessKind;
  readonly leaseDurationMs: number;
}

export interface OwnershipQos {
  readonly kind: OwnershipKind;
}

export interface OwnershipStrengthQos {
  readonly value: number;
}

export interface PresentationQos {
  readonly accessScope: PresentationScope;
  readonly coherentAccess: boolean;
  readonly orderedAccess: boolean;
}

export interface DestinationOrderQos {
  readonly kind: DestinationOrderKind;
}

export interface PartitionQos {
  /** Names or patterns; an empty list means the one partition "". */
  readonly names: readonly string[];
}

export interface TimeBasedFilterQos {
  readonly minimumSeparationMs: number;
}

export interface LifespanQos {
  readonly durationMs: number;
}

export interface TransportPriorityQos {
  readonly value: number;
}

/** USER_DATA, TOPIC_DATA and GROUP_DATA: octets without a meaning here. The owner must not change them. */
export interface OctetsQos {
  readonly value: Uint8Array;
}

/** One name and value of a PROPERTY list (DDS Security 1.1 §7.2.1). */
export interface Property {
  readonly name: string;
  readonly value: string;
  /** Announced to others; properties without it stay in this process. */
  readonly propagate: boolean;
}

/** PROPERTY: names and values for plug-ins and tools. Each name occurs once. */
export interface PropertyQos {
  readonly value: readonly Property[];
}

export interface DurabilityServiceQos {
  readonly serviceCleanupDelayMs: number;
  readonly historyKind: HistoryKind;
  readonly historyDepth: number;
  readonly maxSamples: number;
  readonly maxInstances: number;
  readonly maxSamplesPerInstance: number;
}

export interface WriterDataLifecycleQos {
  readonly autodisposeUnregisteredInstances: boolean;
}

export interface ReaderDataLifecycleQos {
  readonly autopurgeNowriterSamplesDelayMs: number;
  readonly autopurgeDisposedSamplesDelayMs: number;
}

/** Of participants, publishers and subscribers; never on the wire. */
export interface EntityFactoryQos {
  readonly autoenableCreatedEntities: boolean;
}

export interface DataRepresentationQos {
  /** In order of preference; a writer offers the first. An empty list means XCDR1. */
  readonly ids: readonly DataRepresentationId[];
}

export interface TypeConsistencyQos {
  readonly kind: TypeConsistencyKind;
  readonly ignoreSequenceBounds: boolean;
  readonly ignoreStringBounds: boolean;
  readonly ignoreMemberNames: boolean;
  readonly preventTypeWidening: boolean;
  readonly forceTypeValidation: boolean;
}
