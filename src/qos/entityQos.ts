// DDS 1.4 §2.2.3, the column "Concerns": what participants, topics, publishers and subscribers have, complete, and the
// defaults of each. Those of writers and readers are in endpointQos.ts.

import { DEFAULT_WRITER_QOS } from "./endpointQos.js";
import { freeze } from "./freeze.js";
import type {
  DataRepresentationQos,
  DeadlineQos,
  DestinationOrderQos,
  DurabilityQos,
  DurabilityServiceQos,
  EntityFactoryQos,
  HistoryQos,
  LatencyBudgetQos,
  LifespanQos,
  LivelinessQos,
  OctetsQos,
  OwnershipQos,
  PartitionQos,
  PresentationQos,
  PropertyQos,
  ReliabilityQos,
  ResourceLimitsQos,
  TransportPriorityQos,
} from "./policies.js";

export interface DomainParticipantQos {
  readonly userData: OctetsQos;
  readonly entityFactory: EntityFactoryQos;
  readonly property: PropertyQos;
}

/** Writers and readers may take these over: `writerQosFromTopic`, `readerQosFromTopic`. */
export interface TopicQos {
  readonly topicData: OctetsQos;
  readonly durability: DurabilityQos;
  readonly durabilityService: DurabilityServiceQos;
  readonly deadline: DeadlineQos;
  readonly latencyBudget: LatencyBudgetQos;
  readonly liveliness: LivelinessQos;
  readonly reliability: ReliabilityQos;
  readonly destinationOrder: DestinationOrderQos;
  readonly history: HistoryQos;
  readonly resourceLimits: ResourceLimitsQos;
  readonly transportPriority: TransportPriorityQos;
  readonly lifespan: LifespanQos;
  readonly ownership: OwnershipQos;
  /** XTypes 1.3 §7.6.3.1. */
  readonly dataRepresentation: DataRepresentationQos;
}

/** What a publisher gives to its writers. */
export interface PublisherQos {
  readonly presentation: PresentationQos;
  readonly partition: PartitionQos;
  readonly groupData: OctetsQos;
  readonly entityFactory: EntityFactoryQos;
}

/** What a subscriber gives to its readers. */
export type SubscriberQos = PublisherQos;

export const DEFAULT_ENTITY_FACTORY_QOS: EntityFactoryQos = freeze({ autoenableCreatedEntities: true });

export const DEFAULT_PARTICIPANT_QOS: DomainParticipantQos = freeze({
  userData: DEFAULT_WRITER_QOS.userData,
  entityFactory: DEFAULT_ENTITY_FACTORY_QOS,
  property: DEFAULT_WRITER_QOS.property,
});

/** §2.2.3: BEST_EFFORT is the default of readers and topics; only writers have RELIABLE. */
export const DEFAULT_TOPIC_QOS: TopicQos = freeze({
  topicData: DEFAULT_WRITER_QOS.topicData,
  durability: DEFAULT_WRITER_QOS.durability,
  durabilityService: DEFAULT_WRITER_QOS.durabilityService,
  deadline: DEFAULT_WRITER_QOS.deadline,
  latencyBudget: DEFAULT_WRITER_QOS.latencyBudget,
  liveliness: DEFAULT_WRITER_QOS.liveliness,
  reliability: { kind: "BEST_EFFORT", maxBlockingTimeMs: 100 },
  destinationOrder: DEFAULT_WRITER_QOS.destinationOrder,
  history: DEFAULT_WRITER_QOS.history,
  resourceLimits: DEFAULT_WRITER_QOS.resourceLimits,
  transportPriority: DEFAULT_WRITER_QOS.transportPriority,
  lifespan: DEFAULT_WRITER_QOS.lifespan,
  ownership: DEFAULT_WRITER_QOS.ownership,
  dataRepresentation: DEFAULT_WRITER_QOS.dataRepresentation,
});

export const DEFAULT_PUBLISHER_QOS: PublisherQos = freeze({
  presentation: DEFAULT_WRITER_QOS.presentation,
  partition: DEFAULT_WRITER_QOS.partition,
  groupData: DEFAULT_WRITER_QOS.groupData,
  entityFactory: DEFAULT_ENTITY_FACTORY_QOS,
});

export const DEFAULT_SUBSCRIBER_QOS: SubscriberQos = DEFAULT_PUBLISHER_QOS;
