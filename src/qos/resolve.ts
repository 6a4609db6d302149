// From what a user writes to complete QoS, for each kind of entity (DDS 1.4 §2.2.3). The forms of the policies are in
// policyForms.ts.

import {
  checkGroupConsistency,
  checkParticipantConsistency,
  checkReaderConsistency,
  checkTopicConsistency,
  checkWriterConsistency,
} from "./consistency.js";
import { DEFAULT_READER_QOS, DEFAULT_WRITER_QOS, type ReaderQos, type WriterQos } from "./endpointQos.js";
import {
  DEFAULT_PARTICIPANT_QOS,
  DEFAULT_PUBLISHER_QOS,
  DEFAULT_SUBSCRIBER_QOS,
  DEFAULT_TOPIC_QOS,
  type DomainParticipantQos,
  type PublisherQos,
  type SubscriberQos,
  type TopicQos,
} from "./entityQos.js";
import {
  PARTICIPANT_POLICIES,
  type PolicyForm,
  type PolicyForms,
  PUBLISHER_POLICIES,
  READER_POLICIES,
  TOPIC_POLICIES,
  WRITER_POLICIES,
} from "./policyForms.js";
import { findPreset, type PresetInput } from "./presets.js";
import { QosError } from "./QosError.js";
import type {
  DomainParticipantQosInput,
  PublisherQosInput,
  ReaderQosInput,
  SubscriberQosInput,
  TopicQosInput,
  WriterQosInput,
} from "./qosInput.js";

export type { DurationInput, KindInput } from "./fieldParsers.js";
export type * from "./qosInput.js";

/**
 * Makes complete writer QoS of what a user gave.
 *
 * @param input policies to change, in short or full form: `{ reliability: "bestEffort", history: { keepLast: 10 } }`;
 *   or a preset: `"ros:sensor-data"`, `{ preset: "ros:sensor-data", history: { keepLast: 20 } }`
 * @param base what absent policies (and absent members of given ones) are taken from
 * @throws QosError with one line that names the policy and says what is accepted
 */
export function resolveWriterQos(input: WriterQosInput = {}, base: WriterQos = DEFAULT_WRITER_QOS): WriterQos {
  const qos = resolveEndpoint("writer", input, base, WRITER_POLICIES);
  checkWriterConsistency(qos);
  return qos;
}

/** Makes complete reader QoS of what a user gave; like `resolveWriterQos`. */
export function resolveReaderQos(input: ReaderQosInput = {}, base: ReaderQos = DEFAULT_READER_QOS): ReaderQos {
  const qos = resolveEndpoint("reader", input, base, READER_POLICIES);
  checkReaderConsistency(qos);
  return qos;
}

/** Makes complete topic QoS of what a user gave; like `resolveWriterQos`. */
export function resolveTopicQos(input: TopicQosInput = {}, base: TopicQos = DEFAULT_TOPIC_QOS): TopicQos {
  const qos = resolvePolicies("topic", input, base, TOPIC_POLICIES);
  checkTopicConsistency(qos);
  return qos;
}

/** Makes complete publisher QoS of what a user gave; like `resolveWriterQos`. */
export function resolvePublisherQos(
  input: PublisherQosInput = {},
  base: PublisherQos = DEFAULT_PUBLISHER_QOS,
): PublisherQos {
  const qos = resolvePolicies("publisher", input, base, PUBLISHER_POLICIES);
  checkGroupConsistency(qos);
  return qos;
}

/** Makes complete subscriber QoS of what a user gave; like `resolveWriterQos`. */
export function resolveSubscriberQos(
  input: SubscriberQosInput = {},
  base: SubscriberQos = DEFAULT_SUBSCRIBER_QOS,
): SubscriberQos {
  const qos = resolvePolicies("subscriber", input, base, PUBLISHER_POLICIES);
  checkGroupConsistency(qos);
  return qos;
}

/** Makes complete participant QoS of what a user gave; like `resolveWriterQos`. */
export function resolveParticipantQos(
  input: DomainParticipantQosInput = {},
  base: DomainParticipantQos = DEFAULT_PARTICIPANT_QOS,
): DomainParticipantQos {
  const qos = resolvePolicies("participant", input, base, PARTICIPANT_POLICIES);
  checkParticipantConsistency(qos);
  return qos;
}

/**
 * DDS 1.4 §2.2.2.4.1.15 copy_from_topic_qos: writer QoS with every policy that the topic has, and then `input`.
 *
 * @param base where the policies come from that topics do not have
 */
export function writerQosFromTopic(
  topic: TopicQos,
  input: WriterQosInput = {},
  base: WriterQos = DEFAULT_WRITER_QOS,
): WriterQos {
  return resolveWriterQos(input, withTopic(base, topic));
}

/** DDS 1.4 §2.2.2.5.2.13 copy_from_topic_qos: like `writerQosFromTopic`. */
export function readerQosFromTopic(
  topic: TopicQos,
  input: ReaderQosInput = {},
  base: ReaderQos = DEFAULT_READER_QOS,
): ReaderQos {
  return resolveReaderQos(input, withTopic(base, topic));
}

/** The preset, if one is named, between the base and the other policies. */
function resolveEndpoint<Qos extends object>(
  role: "writer" | "reader",
  input: WriterQosInput | ReaderQosInput,
  base: Qos,
  forms: PolicyForms,
): Qos {
  if (typeof input === "string") return resolvePolicies(role, findPreset(input)[role], base, forms);
  if (!isPlainObject(input) || input["preset"] === undefined) return resolvePolicies(role, input, base, forms, PRESET);
  const { preset, ...policies } = input;
  const start = resolvePolicies(role, findPreset(preset as PresetInput)[role], base, forms);
  return resolvePolicies(role, policies, start, forms, PRESET);
}

function withTopic<Qos extends object>(base: Qos, topic: TopicQos): Qos {
  const shared = Object.entries(topic).filter(([policy]) => Object.hasOwn(base, policy));
  return { ...base, ...Object.fromEntries(shared) };
}

function resolvePolicies<Qos extends object>(
  role: string,
  input: object,
  base: Qos,
  forms: PolicyForms,
  alsoKnown: readonly string[] = [],
): Qos {
  if (!isPlainObject(input)) {
    throw new QosError("QOS_INVALID", "qos", 'give an object of policies, like { reliability: "reliable" }');
  }
  const resolved = { ...base } as Record<string, unknown>;
  for (const [policy, value] of Object.entries(input)) {
    if (alsoKnown.includes(policy)) continue;
    if (!Object.hasOwn(forms, policy)) {
      const known = [...Object.keys(forms), ...alsoKnown].join(", ");
      throw new QosError("QOS_INVALID", policy, `not a policy of a ${role}: use ${known}`);
    }
    if (value === undefined) continue;
    resolved[policy] = resolvePolicy(policy, value, resolved[policy] as object, forms[policy]!);
  }
  return resolved as Qos;
}

function resolvePolicy(policy: string, input: unknown, current: object, form: PolicyForm): object {
  const value = fullForm(policy, input);
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

/** Short forms that are objects, in the form with the policy's members; everything else as it is. */
function fullForm(policy: string, input: unknown): unknown {
  if (policy === "history") return historyForm(input);
  return policy === "property" ? propertyForm(input) : input;
}

/** `{ "dds.name": "value" }`: an object of names and values, unless its only member is the list itself. */
function propertyForm(input: unknown): unknown {
  if (!isPlainObject(input)) return input;
  const [only, ...others] = Object.entries(input);
  const isFull = only?.[0] === "value" && typeof only[1] !== "string" && others.length === 0;
  return isFull ? input : { value: input };
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

/** Known beside the policies of writers and readers. */
const PRESET = ["preset"] as const;
