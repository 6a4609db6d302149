// From what a user writes to complete QoS. A table says, for each policy, its members and which one a short form means.

import { checkReaderConsistency, checkWriterConsistency } from "./consistency.js";
import { DEFAULT_READER_QOS, DEFAULT_WRITER_QOS, type ReaderQos, type WriterQos } from "./endpointQos.js";
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
import { QosError } from "./QosError.js";
import type { ReaderQosInput, WriterQosInput } from "./qosInput.js";

export type { DurationInput, KindInput } from "./fieldParsers.js";
export type * from "./qosInput.js";

/**
 * Makes complete writer QoS of what a user gave.
 *
 * @param input policies to change, in short or full form: `{ reliability: "bestEffort", history: { keepLast: 10 } }`
 * @param base what absent policies (and absent members of given ones) are taken from
 * @throws QosError with one line that names the policy and says what is accepted
 */
export function resolveWriterQos(input: WriterQosInput = {}, base: WriterQos = DEFAULT_WRITER_QOS): WriterQos {
  const qos = resolvePolicies("writer", input, base, WRITER_POLICIES);
  checkWriterConsistency(qos);
  return qos;
}

/** Makes complete reader QoS of what a user gave; like `resolveWriterQos`. */
export function resolveReaderQos(input: ReaderQosInput = {}, base: ReaderQos = DEFAULT_READER_QOS): ReaderQos {
  const qos = resolvePolicies("reader", input, base, READER_POLICIES);
  checkReaderConsistency(qos);
  return qos;
}

interface PolicyForm {
  /** The member that an input which is no object stands for; undefined if there is no short form. */
  readonly shortFor: string | undefined;
  readonly members: Readonly<Record<string, FieldParser>>;
}

type PolicyForms = Readonly<Record<string, PolicyForm>>;

function resolvePolicies<Qos extends object>(role: string, input: object, base: Qos, forms: PolicyForms): Qos {
  if (!isPlainObject(input)) {
    throw new QosError("QOS_INVALID", "qos", 'give an object of policies, like { reliability: "reliable" }');
  }
  const resolved = { ...base } as Record<string, unknown>;
  for (const [policy, value] of Object.entries(input)) {
    if (!Object.hasOwn(forms, policy)) {
      throw new QosError("QOS_INVALID", policy, `not a policy of a ${role}: use ${Object.keys(forms).join(", ")}`);
    }
    if (value === undefined) continue;
    resolved[policy] = resolvePolicy(policy, value, resolved[policy] as object, forms[policy]!);
  }
  return resolved as Qos;
}

function resolvePolicy(policy: string, input: unknown, current: object, form: PolicyForm): object {
  const value = policy === "history" ? historyForm(input) : input;
  if (!isPlainObject(value)) {
    if (form.shortFor === undefined) {
      throw new QosError("QOS_INVALID", policy, `give an object with ${Object.keys(form.members).join(", ")}`);
    }
    return { ...current, [form.shortFor]: form.members[form.shortFor]!(value, policy) };
  }
  const resolved: Record<string, unknown> = { ...current };
  for (const [key, member] of Object.entries(value)) {
    // Durations may be given under their DDS name: `period` for `periodMs`.
    const name = Object.hasOwn(form.members, key) ? key : `${key}Ms`;
    if (!Object.hasOwn(form.members, name)) {
      const members = Object.keys(form.members).join(", ");
      throw new QosError("QOS_INVALID", policy, `${JSON.stringify(key)} is not a member: use ${members}`);
    }
    if (member !== undefined) resolved[name] = form.members[name]!(member, `${policy}.${key}`);
  }
  return resolved;
}

/** `{ keepLast: 10 }` and `{ keepAll: true }` to the full form; everything else as it is. */
function historyForm(input: unknown): unknown {
  if (!isPlainObject(input) || Object.keys(input).length !== 1) return input;
  if (input["keepAll"] === true) return { kind: "KEEP_ALL" };
  // A depth says that the last samples are kept.
  const depth = input["keepLast"] ?? input["depth"];
  return depth === undefined ? input : { kind: "KEEP_LAST", depth };
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

const resourceLimits = { maxSamples: limit, maxInstances: limit, maxSamplesPerInstance: limit };

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
};

const WRITER_POLICIES: PolicyForms = {
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

const READER_POLICIES: PolicyForms = {
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
