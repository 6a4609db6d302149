// DDS 1.4 §2.2.3, the column "Changeable": what may still change when an entity is enabled.

import { policyInWords, samePolicy } from "./describe.js";
import type { ReaderQos, WriterQos } from "./endpointQos.js";
import type { DomainParticipantQos, PublisherQos, TopicQos } from "./entityQos.js";
import { QosError } from "./QosError.js";

/** The policies of all entities, by their names in the QoS objects. */
export type PolicyKey =
  | keyof WriterQos
  | keyof ReaderQos
  | keyof TopicQos
  | keyof PublisherQos
  | keyof DomainParticipantQos;

/** True for a policy that may change while the entity is enabled, in the order of the table in DDS 1.4 §2.2.3. */
export const CHANGEABLE_POLICIES: Readonly<Record<PolicyKey, boolean>> = {
  userData: true,
  topicData: true,
  groupData: true,
  durability: false,
  durabilityService: false,
  presentation: false,
  deadline: true,
  latencyBudget: true,
  ownership: false,
  ownershipStrength: true,
  liveliness: false,
  timeBasedFilter: true,
  partition: true,
  reliability: false,
  transportPriority: true,
  lifespan: true,
  destinationOrder: false,
  history: false,
  resourceLimits: false,
  entityFactory: true,
  writerDataLifecycle: true,
  readerDataLifecycle: true,
  // XTypes 1.3 §7.6.3.1 and §7.6.3.7.
  dataRepresentation: false,
  typeConsistency: false,
  // No specification says: it decides about no match, and can be announced again like USER_DATA.
  property: true,
};

/**
 * Checks a change of QoS of an entity that is enabled.
 *
 * @throws QosError (`QOS_IMMUTABLE`) that names the first policy that may not change, with both values in words
 */
export function checkMutable<Qos extends object>(before: Qos, after: Qos): void {
  const now = after as Record<string, object>;
  for (const [policy, value] of Object.entries(before)) {
    if (CHANGEABLE_POLICIES[policy as PolicyKey] || samePolicy(policy, value, now[policy])) continue;
    const change = `${policyInWords(policy, value)} cannot become ${policyInWords(policy, now[policy]!)}`;
    throw new QosError("QOS_IMMUTABLE", policy, `${change} while the entity is enabled: create a new one`);
  }
}
