// The elements inside a policy, which Fast DDS and Connext call alike. Values go through the same checks as those that
// a program gives (policyForms.ts), so both say the same about a wrong one.

import type { Property } from "../policies.js";
import { PUBLISHER_POLICIES, READER_POLICIES, WRITER_POLICIES } from "../policyForms.js";
import { durationRule } from "./durations.js";
import { anyText, flagText, int32Text, kindText, NotSupported, type Parse, wrong } from "./values.js";
import { group, leaf, type Rule, type Rules } from "./XmlWalk.js";

/** Policies with their members, as far as a file gives them; a valid QoS input. */
export type PolicyDraft = Record<string, Record<string, unknown>>;

export function setMember(draft: PolicyDraft, policy: string, member: string, value: unknown): void {
  draft[policy] = { ...draft[policy], [member]: value };
}

/** Adds to a member that is a list. */
export function pushMember(draft: PolicyDraft, policy: string, member: string, value: unknown): void {
  const before = (draft[policy]?.[member] ?? []) as readonly unknown[];
  setMember(draft, policy, member, [...before, value]);
}

/** A leaf that is a member of a policy. */
export function member<T>(policy: string, name: string, parse: Parse<T>): Rule<PolicyDraft> {
  return leaf(checked(policy, name, parse), (draft, value) => setMember(draft, policy, name, value));
}

/** An element that is a duration and a member of a policy. */
export function duration(policy: string, name: string): Rule<PolicyDraft> {
  return durationRule(
    (ms, path) => FORMS[policy]!.members[name]!(ms, path),
    (draft, value) => setMember(draft, policy, name, value),
  );
}

/** The same check as for a value that a program gives. */
export function checked<T>(policy: string, name: string, parse: Parse<T>): Parse<unknown> {
  const check = FORMS[policy]!.members[name]!;
  return (text, path) => {
    const value = parse(text, path);
    return value instanceof NotSupported ? value : check(value, path);
  };
}

/** `max_samples` and so on; vendors write "no limit" in different ways. */
export function resourceLimits(length: Parse<number>): Rules<PolicyDraft> {
  return {
    max_samples: member("resourceLimits", "maxSamples", length),
    max_instances: member("resourceLimits", "maxInstances", length),
    max_samples_per_instance: member("resourceLimits", "maxSamplesPerInstance", length),
  };
}

export function durabilityService(length: Parse<number>): Rules<PolicyDraft> {
  return {
    service_cleanup_delay: duration("durabilityService", "serviceCleanupDelayMs"),
    history_kind: member("durabilityService", "historyKind", kindText()),
    history_depth: member("durabilityService", "historyDepth", int32Text),
    max_samples: member("durabilityService", "maxSamples", length),
    max_instances: member("durabilityService", "maxInstances", length),
    max_samples_per_instance: member("durabilityService", "maxSamplesPerInstance", length),
  };
}

/** USER_DATA and the like: `<value>` with octets in the vendor's notation. */
export function octets(policy: string, parse: Parse<number[]>): Rule<PolicyDraft> {
  return group({ value: member(policy, "value", parse) });
}

/**
 * One property: `<name>`, `<value>`, `<propagate>`.
 *
 * @param meaning why a name means something to the vendor and nothing here; undefined for a name without meaning
 */
export function propertyRule(meaning: (name: string) => string | undefined): Rule<PolicyDraft> {
  return (walk, element, path, draft) => {
    const reason = meaning(walk.peek(element, "name") ?? "");
    const isPropagated = /^(true|1)$/i.test(walk.peek(element, "propagate") ?? "");
    if (reason !== undefined && !isPropagated) return walk.ignoreAll(element, path, reason);
    const property = { name: "", value: "", propagate: false };
    walk.visit(element, path, property, PROPERTY_RULES);
    addProperty(draft, property);
  };
}

/** A later property of a name takes the place of an earlier one. */
function addProperty(draft: PolicyDraft, property: Property): void {
  const before = (draft["property"]?.["value"] ?? []) as readonly Property[];
  setMember(draft, "property", "value", [...before.filter((one) => one.name !== property.name), property]);
}

function propertyName(text: string, path: string): string {
  if (text === "") throw wrong(path, text, "the name of a property");
  return text;
}

const FORMS = { ...READER_POLICIES, ...WRITER_POLICIES, ...PUBLISHER_POLICIES };

type Draft<T> = { -readonly [K in keyof T]: T[K] };

const PROPERTY_RULES: Rules<Draft<Property>> = {
  name: leaf(propertyName, (property, value) => {
    property.name = value;
  }),
  value: leaf(anyText, (property, value) => {
    property.value = value;
  }),
  propagate: leaf(flagText, (property, value) => {
    property.propagate = value;
  }),
};

/** The members of each policy. */
export const POLICY_MEMBERS = {
  reliability: {
    kind: member("reliability", "kind", kindText()),
    max_blocking_time: duration("reliability", "maxBlockingTimeMs"),
  },
  durability: { kind: member("durability", "kind", kindText()) },
  history: { kind: member("history", "kind", kindText()), depth: member("history", "depth", int32Text) },
  deadline: { period: duration("deadline", "periodMs") },
  latencyBudget: { duration: duration("latencyBudget", "durationMs") },
  lifespan: { duration: duration("lifespan", "durationMs") },
  liveliness: {
    kind: member("liveliness", "kind", kindText()),
    lease_duration: duration("liveliness", "leaseDurationMs"),
  },
  ownership: { kind: member("ownership", "kind", kindText()) },
  ownershipStrength: { value: member("ownershipStrength", "value", int32Text) },
  destinationOrder: { kind: member("destinationOrder", "kind", kindText()) },
  presentation: {
    access_scope: member(
      "presentation",
      "accessScope",
      kindText({ HIGHEST_OFFERED: "a subscriber here has one access scope: name it" }),
    ),
    coherent_access: member("presentation", "coherentAccess", flagText),
    ordered_access: member("presentation", "orderedAccess", flagText),
  },
  transportPriority: { value: member("transportPriority", "value", int32Text) },
  timeBasedFilter: { minimum_separation: duration("timeBasedFilter", "minimumSeparationMs") },
  writerDataLifecycle: {
    autodispose_unregistered_instances: member("writerDataLifecycle", "autodisposeUnregisteredInstances", flagText),
  },
  readerDataLifecycle: {
    autopurge_nowriter_samples_delay: duration("readerDataLifecycle", "autopurgeNowriterSamplesDelayMs"),
    autopurge_disposed_samples_delay: duration("readerDataLifecycle", "autopurgeDisposedSamplesDelayMs"),
  },
  typeConsistency: {
    kind: member("typeConsistency", "kind", kindText({ AUTO_TYPE_COERCION: "the kind is named, never guessed" })),
    ignore_sequence_bounds: member("typeConsistency", "ignoreSequenceBounds", flagText),
    ignore_string_bounds: member("typeConsistency", "ignoreStringBounds", flagText),
    ignore_member_names: member("typeConsistency", "ignoreMemberNames", flagText),
    prevent_type_widening: member("typeConsistency", "preventTypeWidening", flagText),
    force_type_validation: member("typeConsistency", "forceTypeValidation", flagText),
  },
  entityFactory: {
    autoenable_created_entities: member("entityFactory", "autoenableCreatedEntities", flagText),
  },
} satisfies Record<string, Rules<PolicyDraft>>;
