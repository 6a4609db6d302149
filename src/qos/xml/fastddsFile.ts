// XML profiles of Fast DDS, with the spellings of 2.x and of 3.x: profiles of writers, readers and topics.

import type { FastddsProfiles } from "./FastddsProfiles.js";
import { type FastddsDraft, OWN_MEMORY, PROPERTIES_POLICY, readHead, type Transports } from "./fastddsCommon.js";
import { fastddsParticipant, readTransports } from "./fastddsParticipant.js";
import {
  durabilityService,
  octets,
  POLICY_MEMBERS,
  type PolicyDraft,
  pushMember,
  resourceLimits,
} from "./policyRules.js";
import type { QosProfile } from "./qosFile.js";
import { anyText, dottedOctets, fastLengthText, onlyWords } from "./values.js";
import { group, leaf, type Rule, type Rules, rulesFor, unsupported, type XmlWalk } from "./XmlWalk.js";
import type { XmlElement } from "./xmlTree.js";

/** Reads the root element of a file, `<profiles>` or `<dds>`. */
export function readFastdds(walk: XmlWalk, root: XmlElement, profiles: FastddsProfiles): void {
  const transports: Transports = new Map();
  const draft: FastddsDraft = { profiles, transports };
  if (root.name === "profiles") readProfiles(walk, root, root.name, draft);
  else walk.visit(root, root.name, draft, { profiles: readProfiles, ...BESIDE_PROFILES });
}

/** Transports may stand behind the participants that name them, so they are read first. */
function readProfiles(walk: XmlWalk, element: XmlElement, path: string, draft: FastddsDraft): void {
  for (const child of element.children) {
    if (child.name === "transport_descriptors") {
      readTransports(walk, child, `${path}/${child.name}`, draft.transports);
    }
  }
  walk.visit(element, path, draft, PROFILES);
}

/** A writer's, reader's or topic's profile. */
function endpointProfile(kind: "writer" | "reader" | "topic", rules: Rules<PolicyDraft>): Rule<FastddsDraft> {
  return (walk, element, path, draft) => {
    const { head, path: ownPath } = readHead(walk, element, path);
    const qos: PolicyDraft = {};
    const problem = walk.attempt(element, ownPath, () => walk.visitChildren(element, ownPath, qos, rules));
    const base = { ...head, kind, file: walk.file, line: element.line };
    draft.profiles.add(walk, (problem === undefined ? { ...base, qos } : { ...base, qos: {}, problem }) as QosProfile);
  };
}

const OWN_LOCATORS = "endpoints use the addresses of their participant";
const NO_SHARING = "shared memory is not built";
const TIMES = "timing of the protocol: a tuning of the program, not a QoS";

const LIMITS: Rules<PolicyDraft> = {
  ...resourceLimits(fastLengthText),
  ...rulesFor<PolicyDraft>(["allocated_samples", "extra_samples"], unsupported(OWN_MEMORY)),
};

const HISTORY: Rules<PolicyDraft> = {
  historyQos: group(POLICY_MEMBERS.history),
  resourceLimitsQos: group(LIMITS),
};

const DATA: Rule<PolicyDraft> = (walk, element, path, draft) =>
  octets(element.name, dottedOctets)(walk, element, path, draft);

const PARTITION: Rule<PolicyDraft> = group({
  names: group({ name: leaf(anyText, (draft, value) => pushMember(draft, "partition", "names", value)) }),
});

const QOS: Rules<PolicyDraft> = {
  durability: group(POLICY_MEMBERS.durability),
  reliability: group(POLICY_MEMBERS.reliability),
  deadline: group(POLICY_MEMBERS.deadline),
  latencyBudget: group(POLICY_MEMBERS.latencyBudget),
  liveliness: group({
    ...POLICY_MEMBERS.liveliness,
    announcement_period: unsupported("liveliness is announced often enough for the lease"),
  }),
  ownership: group(POLICY_MEMBERS.ownership),
  destinationOrder: group(POLICY_MEMBERS.destinationOrder),
  destination_order: group(POLICY_MEMBERS.destinationOrder),
  presentation: group(POLICY_MEMBERS.presentation),
  partition: PARTITION,
  userData: DATA,
  topicData: DATA,
  groupData: DATA,
  data_sharing: group({ kind: leaf(onlyWords(["OFF", "AUTOMATIC"], NO_SHARING), () => undefined) }, {}, NO_SHARING),
  disablePositiveAcks: unsupported("acknowledgements are always sent"),
};

/** Elements that Fast DDS takes in both roles and that concern one. */
const NOT_OF_READERS = unsupported<PolicyDraft>("no policy of a reader");
const NOT_OF_WRITERS = unsupported<PolicyDraft>("no policy of a writer");

const WRITER_QOS: Rules<PolicyDraft> = {
  ...QOS,
  durabilityService: group(durabilityService(fastLengthText)),
  lifespan: group(POLICY_MEMBERS.lifespan),
  ownershipStrength: group(POLICY_MEMBERS.ownershipStrength),
  timeBasedFilter: NOT_OF_WRITERS,
  publishMode: unsupported("samples leave as soon as the socket takes them"),
  disable_heartbeat_piggyback: unsupported("heartbeats ride with samples when that costs nothing"),
};

const READER_QOS: Rules<PolicyDraft> = {
  ...QOS,
  timeBasedFilter: group(POLICY_MEMBERS.timeBasedFilter),
  durabilityService: NOT_OF_READERS,
  lifespan: NOT_OF_READERS,
};

const ENDPOINT: Rules<PolicyDraft> = {
  topic: group({
    ...HISTORY,
    ...rulesFor<PolicyDraft>(["kind", "name", "dataType"], unsupported("topics are named by the program")),
  }),
  historyMemoryPolicy: unsupported(OWN_MEMORY),
  propertiesPolicy: PROPERTIES_POLICY,
  times: unsupported(TIMES),
  ...rulesFor<PolicyDraft>(
    [
      ...["unicastLocatorList", "multicastLocatorList", "remoteLocatorList", "external_unicast_locators"],
      "ignore_non_matching_locators",
    ],
    unsupported(OWN_LOCATORS),
  ),
  ...rulesFor<PolicyDraft>(["userDefinedID", "entityID"], unsupported("entity ids are given out in order")),
};

const DATA_WRITER = endpointProfile("writer", {
  ...ENDPOINT,
  qos: group(WRITER_QOS),
  matchedSubscribersAllocation: unsupported(OWN_MEMORY),
});

const DATA_READER = endpointProfile("reader", {
  ...ENDPOINT,
  qos: group(READER_QOS),
  expects_inline_qos: unsupported("inline QoS is never asked for: Cyclone DDS refuses readers that do"),
  expectsInlineQos: unsupported("inline QoS is never asked for: Cyclone DDS refuses readers that do"),
  matchedPublishersAllocation: unsupported(OWN_MEMORY),
});

const REQUESTS = "requests and replies are not built";

const PROFILES: Rules<FastddsDraft> = {
  participant: fastddsParticipant,
  // Read already.
  transport_descriptors: () => undefined,
  data_writer: DATA_WRITER,
  publisher: DATA_WRITER,
  data_reader: DATA_READER,
  subscriber: DATA_READER,
  topic: endpointProfile("topic", HISTORY),
  domainparticipant_factory: unsupported("there is no factory with a QoS of its own"),
  replier: unsupported(REQUESTS),
  requester: unsupported(REQUESTS),
  types: unsupported("types come from IDL"),
};

const BESIDE_PROFILES: Rules<FastddsDraft> = {
  types: unsupported("types come from IDL"),
  log: unsupported("there is no log of this kind"),
  library_settings: unsupported("writers and readers of a process meet over its sockets"),
};
