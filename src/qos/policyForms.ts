// For each policy: its members, how each is read, and which one a short form means.

import { DEFAULT_PARTICIPANT_QOS, DEFAULT_PUBLISHER_QOS, DEFAULT_TOPIC_QOS } from "./entityQos.js";
import {
  count,
  duration,
  type FieldParser,
  flag,
  int32,
  kindParser,
  limit,
  names,
  octets,
  positiveDuration,
  properties,
  representations,
} from "./fieldParsers.js";
import {
  DESTINATION_ORDER_KINDS,
  DURABILITY_KINDS,
  HISTORY_KINDS,
  LIVELINESS_KINDS,
  OWNERSHIP_KINDS,
  PRESENTATION_SCOPES,
  RELIABILITY_KINDS,
  TYPE_CONSISTENCY_KINDS,
} from "./policies.js";

export interface PolicyForm {
  /** The member that an input which is no object stands for; undefined if there is no short form. */
  readonly shortFor: string | undefined;
  readonly members: Readonly<Record<string, FieldParser>>;
}

export type PolicyForms = Readonly<Record<string, PolicyForm>>;

const resourceLimits = { maxSamples: limit, maxInstances: limit, maxSamplesPerInstance: limit };

/** What writers and readers have in common. */
const COMMON_POLICIES: PolicyForms = {
  durability: { shortFor: "kind", members: { kind: kindParser(DURABILITY_KINDS) } },
  reliability: { shortFor: "kind", members: { kind: kindParser(RELIABILITY_KINDS), maxBlockingTimeMs: duration } },
  history: { shortFor: "kind", members: { kind: kindParser(HISTORY_KINDS), depth: count } },
  resourceLimits: { shortFor: undefined, members: resourceLimits },
  deadline: { shortFor: "periodMs", members: { periodMs: positiveDuration } },
  latencyBudget: { shortFor: "durationMs", members: { durationMs: duration } },
  liveliness: {
    shortFor: "kind",
    members: { kind: kindParser(LIVELINESS_KINDS, { AUTO: "AUTOMATIC" }), leaseDurationMs: positiveDuration },
  },
  ownership: { shortFor: "kind", members: { kind: kindParser(OWNERSHIP_KINDS) } },
  destinationOrder: {
    shortFor: "kind",
    members: {
      kind: kindParser(DESTINATION_ORDER_KINDS, {
        BYRECEPTION: "BY_RECEPTION_TIMESTAMP",
        BYSOURCE: "BY_SOURCE_TIMESTAMP",
      }),
    },
  },
  presentation: {
    shortFor: "accessScope",
    members: { accessScope: kindParser(PRESENTATION_SCOPES), coherentAccess: flag, orderedAccess: flag },
  },
  partition: { shortFor: "names", members: { names } },
  dataRepresentation: { shortFor: "ids", members: { ids: representations } },
  userData: { shortFor: "value", members: { value: octets } },
  topicData: { shortFor: "value", members: { value: octets } },
  groupData: { shortFor: "value", members: { value: octets } },
  property: { shortFor: "value", members: { value: properties } },
};

export const WRITER_POLICIES: PolicyForms = {
  ...COMMON_POLICIES,
  durabilityService: {
    shortFor: undefined,
    members: {
      serviceCleanupDelayMs: duration,
      historyKind: kindParser(HISTORY_KINDS),
      historyDepth: count,
      ...resourceLimits,
    },
  },
  lifespan: { shortFor: "durationMs", members: { durationMs: duration } },
  ownershipStrength: { shortFor: "value", members: { value: int32 } },
  transportPriority: { shortFor: "value", members: { value: int32 } },
  writerDataLifecycle: { shortFor: undefined, members: { autodisposeUnregisteredInstances: flag } },
};

export const READER_POLICIES: PolicyForms = {
  ...COMMON_POLICIES,
  timeBasedFilter: { shortFor: "minimumSeparationMs", members: { minimumSeparationMs: duration } },
  readerDataLifecycle: {
    shortFor: undefined,
    members: { autopurgeNowriterSamplesDelayMs: duration, autopurgeDisposedSamplesDelayMs: duration },
  },
  typeConsistency: {
    shortFor: "kind",
    members: {
      kind: kindParser(TYPE_CONSISTENCY_KINDS, { DISALLOW: "DISALLOW_TYPE_COERCION", ALLOW: "ALLOW_TYPE_COERCION" }),
      ignoreSequenceBounds: flag,
      ignoreStringBounds: flag,
      ignoreMemberNames: flag,
      preventTypeWidening: flag,
      forceTypeValidation: flag,
    },
  },
};

const entityFactory: PolicyForm = {
  shortFor: "autoenableCreatedEntities",
  members: { autoenableCreatedEntities: flag },
};

export const TOPIC_POLICIES: PolicyForms = pick(WRITER_POLICIES, DEFAULT_TOPIC_QOS);
export const PUBLISHER_POLICIES: PolicyForms = pick({ ...COMMON_POLICIES, entityFactory }, DEFAULT_PUBLISHER_QOS);
export const PARTICIPANT_POLICIES: PolicyForms = pick({ ...COMMON_POLICIES, entityFactory }, DEFAULT_PARTICIPANT_QOS);

/** The forms of the policies that `qos` has, in its order. */
function pick(forms: PolicyForms, qos: object): PolicyForms {
  return Object.fromEntries(Object.keys(qos).map((policy) => [policy, forms[policy]!]));
}
