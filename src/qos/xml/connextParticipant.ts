// QoS libraries of Connext: <domain_participant_qos>, and the properties with which Connext chooses interfaces.

import { connextMeaning, list, NO_THREADS, OWN_MEMORY, propertyList } from "./connextRules.js";
import { durationRule } from "./durations.js";
import {
  addInterface,
  addPeer,
  DEFAULT_GROUP,
  defaultPorts,
  discoveryTime,
  OTHER_GROUP,
  onQos,
  type ParticipantDraft,
} from "./participantDraft.js";
import { octets, POLICY_MEMBERS, propertyRule } from "./policyRules.js";
import { anyText, commaOctets, flagText, integerText, NotSupported, type Parse, peerText } from "./values.js";
import { group, leaf, type Rule, type Rules, rulesFor, unsupported } from "./XmlWalk.js";

type Draft = ParticipantDraft;

export interface PeerDescriptor {
  readonly peer: string;
  /** How many participant indexes to try; undefined if it does not say. */
  readonly indexCount: number | undefined;
}

/** A peer as Connext writes it: `192.168.1.20`, `builtin.udpv4://192.168.1.20`, `4@builtin.udpv4://127.0.0.1`. */
export const peerDescriptor: Parse<PeerDescriptor> = (text, path) => {
  const [, last, range, transport = "udpv4", address = ""] = PEER.exec(text) ?? [];
  if (!/^(builtin\.)?udpv4$/i.test(transport)) return new NotSupported(ONLY_UDPV4);
  const peer = peerText(address, path);
  if (peer instanceof NotSupported) return peer;
  const highest = last ?? range;
  if (highest === undefined) return { peer, indexCount: undefined };
  const index = integerText(0, 119)(highest, path);
  return index instanceof NotSupported ? index : { peer, indexCount: index + 1 };
};

export function takePeer(draft: Draft, { peer, indexCount = 0 }: PeerDescriptor): void {
  addPeer(draft, peer);
  if (indexCount > (draft.settings.peerIndexCount ?? 0)) draft.settings.peerIndexCount = indexCount;
}

/** `5@`, `[0,5]@` or `rtps@` in front, then a transport, then an address. */
const PEER = /^(?:(\d+)@|\[(?:\d+,)?(\d+)\]@|rtps@)?(?:([\w.]+):\/\/)?(.*)$/;

function duration(name: "leaseDurationMs" | "announcePeriodMs" | "initialAnnouncementPeriodMs"): Rule<Draft> {
  return durationRule(
    (ms, path) => discoveryTime(name, ms, path),
    (draft: Draft, ms) => {
      draft.settings[name] = ms as number;
    },
  );
}

/** An empty list turns multicast off. */
const multicastReceiveAddresses: Rule<Draft> = (walk, element, path, draft) => {
  if (element.children.length === 0) draft.settings.multicast = false;
  list(multicastGroup, (into: Draft) => {
    into.settings.multicast = true;
  })(walk, element, path, draft);
};

const multicastGroup: Parse<string> = (text, path) => {
  const descriptor = peerDescriptor(text, path);
  if (descriptor instanceof NotSupported) return descriptor;
  return descriptor.peer === DEFAULT_GROUP ? text : new NotSupported(OTHER_GROUP);
};

/** A property that is a setting here as well; it does not become a property. */
const participantProperty: Rule<Draft> = (walk, element, path, draft) => {
  const value = SETTINGS[walk.peek(element, "name") ?? ""];
  if (value === undefined) return propertyRule(connextMeaning)(walk, element, path, draft.qos);
  const known = leaf<Draft, unknown>(anyText, () => undefined);
  walk.visit(element, path, draft, { name: known, value, propagate: leaf(flagText, () => undefined) });
};

const interfaceList: Rule<Draft> = leaf<Draft, string[]>(
  (text) => {
    const names = text
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "");
    return names.some((name) => /[*?]/.test(name))
      ? new NotSupported("name each interface: patterns are not built")
      : names;
  },
  (draft, names) => {
    for (const name of names) addInterface(draft, name);
  },
);

const UDPV4 = "dds.transport.UDPv4.builtin";

const SETTINGS: Rules<Draft> = {
  [`${UDPV4}.parent.allow_interfaces`]: interfaceList,
  [`${UDPV4}.parent.allow_interfaces_list`]: interfaceList,
  [`${UDPV4}.recv_socket_buffer_size`]: leaf(integerText(1, 2147483647), (draft, value) => {
    draft.settings.receiveBufferBytes = value;
  }),
  [`${UDPV4}.multicast_enabled`]: leaf(flagText, (draft, value) => {
    draft.settings.multicast = value;
  }),
  "dds.domain_participant.domain_tag": leaf(anyText, (draft, value) => {
    draft.settings.domainTag = value;
  }),
};

const ONLY_UDPV4 = "only UDP over IPv4 is built";
const INTERNAL = "an internal of Connext";

const transports: Parse<string> = (text) =>
  /udpv4(?!_wan)|mask_(all|default)/i.test(text) ? text : new NotSupported(ONLY_UDPV4);

const DISCOVERY: Rules<Draft> = {
  initial_peers: list(peerDescriptor, takePeer),
  multicast_receive_addresses: multicastReceiveAddresses,
  enabled_transports: list(transports, () => undefined),
  accept_unknown_peers: leaf<Draft, boolean | undefined>(
    (text, path) => (flagText(text, path) === true ? true : new NotSupported("everybody is answered")),
    () => undefined,
  ),
};

const DISCOVERY_CONFIG: Rules<Draft> = {
  participant_liveliness_lease_duration: duration("leaseDurationMs"),
  participant_liveliness_assert_period: duration("announcePeriodMs"),
  initial_participant_announcements: leaf(integerText(0, 1000), (draft, value) => {
    draft.settings.initialAnnouncements = value;
  }),
  min_initial_participant_announcement_period: duration("initialAnnouncementPeriodMs"),
};

const WIRE_PROTOCOL: Rules<Draft> = {
  participant_id: leaf(integerText(-1, 119), (draft, value) => {
    draft.settings.participantIndex = value < 0 ? "auto" : value;
  }),
  rtps_well_known_ports: group(
    defaultPorts<Draft>({
      ...{ port_base: 7400, domain_id_gain: 250, participant_id_gain: 2 },
      ...{ builtin_multicast_port_offset: 0, builtin_unicast_port_offset: 10 },
      ...{ user_multicast_port_offset: 1, user_unicast_port_offset: 11 },
    }),
  ),
};

export const PARTICIPANT_RULES: Rules<Draft> = {
  user_data: onQos(octets("userData", commaOctets)),
  entity_factory: onQos(group(POLICY_MEMBERS.entityFactory)),
  property: (walk, element, path, draft) =>
    propertyList((inner, one, onePath) => participantProperty(inner, one, onePath, draft))(
      walk,
      element,
      path,
      draft.qos,
    ),
  participant_name: group({
    name: leaf(anyText, (draft, value) => {
      draft.settings.name = value;
    }),
    role_name: unsupported("participants have one name"),
  }),
  discovery: group(DISCOVERY, {}, INTERNAL),
  discovery_config: group(DISCOVERY_CONFIG, {}, INTERNAL),
  wire_protocol: group(WIRE_PROTOCOL, {}, "GUIDs are made at random"),
  transport_builtin: group(
    { mask: leaf(transports, () => undefined) },
    {},
    "the sockets are configured by the program",
  ),
  ...rulesFor<Draft>(
    ["transport_unicast", "transport_multicast_mapping", "default_unicast", "transport_multicast"],
    unsupported("the addresses of the interfaces are announced"),
  ),
  ...rulesFor<Draft>(["resource_limits", "receiver_pool"], unsupported(OWN_MEMORY)),
  ...rulesFor<Draft>(["event", "database"], unsupported(NO_THREADS)),
  ...rulesFor<Draft>(["service", "partition", "monitoring", "logging", "type_support"], unsupported("not built")),
};
