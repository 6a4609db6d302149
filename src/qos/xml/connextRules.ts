// QoS libraries of Connext: the elements inside <datawriter_qos>, <datareader_qos>, <topic_qos>, <publisher_qos> and
// <subscriber_qos>. Policies that DDS does not have are named with the reason why they mean nothing here.

import {
  checked,
  durabilityService,
  octets,
  POLICY_MEMBERS,
  type PolicyDraft,
  propertyRule,
  pushMember,
  resourceLimits,
} from "./policyRules.js";
import { anyText, commaOctets, lengthText, NotSupported, type Parse } from "./values.js";
import { group, leaf, type Rule, type Rules, rulesFor, unsupported } from "./XmlWalk.js";

export const OWN_MEMORY = "memory is taken as it is needed";
export const NO_THREADS = "there are no threads to configure";

/** A policy whose members that are Connext's own are ignored for one reason. */
function policy(members: Rules<PolicyDraft>, reason: string): Rule<PolicyDraft> {
  return group(members, {}, reason);
}

/** A list: `<element>` for each. */
export function list<Into, T>(parse: Parse<T>, add: (into: Into, value: T) => void): Rule<Into> {
  return group({ element: leaf(parse, add) });
}

/** Properties with which Connext configures itself. */
export function connextMeaning(name: string): string | undefined {
  return /^(dds|com\.rti|rti|reda|osapi|advlog)\./.test(name) ? "a setting of Connext" : undefined;
}

/** PROPERTY, with a rule for each `<element>`. */
export function propertyList(element: Rule<PolicyDraft> = propertyRule(connextMeaning)): Rule<PolicyDraft> {
  return group({ value: group({ element }) }, {}, "properties of octets are for DDS Security, which is not built");
}

const REPRESENTATION_NAMES: Readonly<Record<string, string>> = {
  XCDR_DATA_REPRESENTATION: "XCDR1",
  XML_DATA_REPRESENTATION: "XML",
  XCDR2_DATA_REPRESENTATION: "XCDR2",
};

const representation: Parse<unknown> = (text, path) => {
  const name = text.replace(/^DDS_/, "");
  if (name === "AUTO_DATA_REPRESENTATION") return new NotSupported("the representation is named, never guessed");
  const ids = checked("dataRepresentation", "ids", () => REPRESENTATION_NAMES[name] ?? name)(text, path);
  return (ids as readonly unknown[])[0];
};

const PROTOCOL = "timing of the protocol: a tuning of the program, not a QoS";
const SENDING = "samples leave as soon as the socket takes them";
const ADDRESSES = "endpoints use the addresses of their participant";
const SOCKETS = "only UDP over IPv4 is built, with the sockets of the participant";

/** Policies of topics, writers and readers. */
const SHARED: Rules<PolicyDraft> = {
  durability: policy(POLICY_MEMBERS.durability, "samples are kept in this process, as long as the writer lives"),
  deadline: group(POLICY_MEMBERS.deadline),
  latency_budget: group(POLICY_MEMBERS.latencyBudget),
  liveliness: policy(POLICY_MEMBERS.liveliness, "liveliness is announced often enough for the lease"),
  reliability: policy(POLICY_MEMBERS.reliability, "acknowledgements are those of the protocol"),
  destination_order: policy(POLICY_MEMBERS.destinationOrder, "source times are taken as they come"),
  history: policy(POLICY_MEMBERS.history, "late joiners get what the history holds"),
  resource_limits: policy(resourceLimits(lengthText), OWN_MEMORY),
  ownership: group(POLICY_MEMBERS.ownership),
  representation: group(
    { value: list(representation, (draft: PolicyDraft, id) => pushMember(draft, "dataRepresentation", "ids", id)) },
    {},
    "payloads are not compressed",
  ),
};

const SERVICES: Rules<PolicyDraft> = {
  durability_service: group(durabilityService(lengthText)),
  transport_priority: group(POLICY_MEMBERS.transportPriority),
  lifespan: group(POLICY_MEMBERS.lifespan),
};

/** What writers and readers have besides. */
const ENDPOINT: Rules<PolicyDraft> = {
  ...SHARED,
  user_data: octets("userData", commaOctets),
  property: propertyList(),
  ...rulesFor<PolicyDraft>(["protocol"], unsupported(PROTOCOL)),
  ...rulesFor<PolicyDraft>(["transport_selection", "transport_unicast", "transport_multicast"], unsupported(SOCKETS)),
  ...rulesFor<PolicyDraft>(["multicast", "unicast", "encapsulation"], unsupported(ADDRESSES)),
  ...rulesFor<PolicyDraft>(["service", "availability", "data_tags"], unsupported("not built")),
  type_support: unsupported("types come from IDL"),
};

export const WRITER_RULES: Rules<PolicyDraft> = {
  ...ENDPOINT,
  ...SERVICES,
  ownership_strength: group(POLICY_MEMBERS.ownershipStrength),
  writer_data_lifecycle: policy(POLICY_MEMBERS.writerDataLifecycle, "instances go when they are unregistered"),
  ...rulesFor<PolicyDraft>(["publish_mode", "batch", "transfer_mode"], unsupported(SENDING)),
  multi_channel: unsupported("samples go by unicast"),
  writer_resource_limits: unsupported(OWN_MEMORY),
  publication_name: unsupported("writers have no name"),
  topic_query_dispatch: unsupported("topic queries are Connext's own"),
};

export const READER_RULES: Rules<PolicyDraft> = {
  ...ENDPOINT,
  time_based_filter: group(POLICY_MEMBERS.timeBasedFilter),
  reader_data_lifecycle: policy(POLICY_MEMBERS.readerDataLifecycle, "instances are kept while they are alive"),
  type_consistency: policy(POLICY_MEMBERS.typeConsistency, "not part of XTypes"),
  reader_resource_limits: unsupported(OWN_MEMORY),
  subscription_name: unsupported("readers have no name"),
};

export const TOPIC_RULES: Rules<PolicyDraft> = {
  ...SHARED,
  ...SERVICES,
  topic_data: octets("topicData", commaOctets),
  protocol: unsupported(PROTOCOL),
};

/** Publishers and subscribers. */
export const GROUP_RULES: Rules<PolicyDraft> = {
  presentation: policy(POLICY_MEMBERS.presentation, "a coherent set that is not complete is dropped"),
  partition: group({
    name: list(anyText, (draft: PolicyDraft, name) => pushMember(draft, "partition", "names", name)),
  }),
  group_data: octets("groupData", commaOctets),
  entity_factory: group(POLICY_MEMBERS.entityFactory),
  asynchronous_publisher: unsupported(SENDING),
  exclusive_area: unsupported(NO_THREADS),
  ...rulesFor<PolicyDraft>(["publisher_name", "subscriber_name", "protocol"], unsupported("groups are not announced")),
};
