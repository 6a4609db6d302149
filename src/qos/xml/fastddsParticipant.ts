// XML profiles of Fast DDS: participants, and the transports that they name.

import { durationRule } from "./durations.js";
import {
  type FastddsDraft,
  OWN_MEMORY,
  PROPERTIES_POLICY,
  readHead,
  type Transport,
  type Transports,
} from "./fastddsCommon.js";
import {
  addInterface,
  addPeer,
  defaultPorts,
  discoveryTime,
  OTHER_GROUP,
  onQos,
  type ParticipantDraft,
} from "./participantDraft.js";
import { octets } from "./policyRules.js";
import { anyText, dottedOctets, flagText, integerText, ipv4Text, onlyWords } from "./values.js";
import {
  type AttributeRule,
  attribute,
  group,
  leaf,
  type Rule,
  type Rules,
  rulesFor,
  unsupported,
  type XmlWalk,
} from "./XmlWalk.js";
import type { XmlElement } from "./xmlTree.js";

/** Reads `<transport_descriptors>`. */
export function readTransports(walk: XmlWalk, element: XmlElement, path: string, transports: Transports): void {
  walk.visit(element, path, transports, { transport_descriptor: readTransport });
}

const readTransport: Rule<Transports> = (walk, element, path, transports) => {
  const id = walk.peek(element, "transport_id") ?? "";
  const type = walk.peek(element, "type") ?? "UDPv4";
  if (type !== "UDPv4") {
    transports.set(id, undefined);
    return walk.ignoreAll(element, `${path}[${id}]`, ONLY_UDPV4);
  }
  const transport: Transport = { interfaces: [], receiveBufferBytes: undefined, peerIndexCount: undefined };
  transports.set(id, transport);
  walk.visit(element, `${path}[${id}]`, transport, TRANSPORT);
};

interface Participant extends ParticipantDraft {
  readonly transports: Transports;
  /** The transports that are there by themselves, on every interface. */
  hasBuiltinTransports: boolean;
}

/** A participant's profile. */
export const fastddsParticipant: Rule<FastddsDraft> = (walk, element, path, draft) => {
  const { head, path: ownPath } = readHead(walk, element, path);
  const participant: Participant = { qos: {}, settings: {}, transports: draft.transports, hasBuiltinTransports: true };
  const problem = walk.attempt(element, ownPath, () => walk.visitChildren(element, ownPath, participant, PARTICIPANT));
  const { qos, settings } = participant;
  const base = { ...head, kind: "participant", file: walk.file, line: element.line } as const;
  const profile = problem === undefined ? { qos, participant: settings } : { qos: {}, participant: {}, problem };
  draft.profiles.add(walk, { ...base, ...profile });
};

/** Whether there are other transports has to be known before the user's are looked at. */
const rtps: Rule<Participant> = (walk, element, path, draft) => {
  draft.hasBuiltinTransports = !/^(false|0)$/i.test(walk.peek(element, "useBuiltinTransports") ?? "");
  walk.visit(element, path, draft, RTPS);
};

const transportId: Rule<Participant> = (walk, element, path, draft) => {
  const id = walk.valueOf(element, path);
  if (!draft.transports.has(id)) {
    const known = [...draft.transports.keys()].join(", ") || "none";
    walk.fail(element.line, `${path}: no transport_descriptor has the transport_id "${id}"; there are: ${known}`);
  }
  const transport = draft.transports.get(id);
  if (transport === undefined) return walk.ignore(path, id, element.line, ONLY_UDPV4);
  if (draft.hasBuiltinTransports) return walk.ignore(path, id, element.line, BUILTIN_STAY);
  for (const one of transport.interfaces) addInterface(draft, one);
  if (transport.receiveBufferBytes !== undefined) draft.settings.receiveBufferBytes = transport.receiveBufferBytes;
  if (transport.peerIndexCount !== undefined) draft.settings.peerIndexCount = transport.peerIndexCount;
  walk.accept(path, id, element.line);
};

interface LocatorDraft {
  address: string | undefined;
  port: number | undefined;
}

const initialPeer: Rule<Participant> = (walk, element, path, draft) => {
  const locator: LocatorDraft = { address: undefined, port: undefined };
  walk.visit(element, path, locator, LOCATOR);
  const { address, port } = locator;
  if (address !== undefined) addPeer(draft, port === undefined ? address : `${address}:${port}`);
};

/** A duration among the settings. */
function setting(name: "leaseDurationMs" | "announcePeriodMs" | "initialAnnouncementPeriodMs"): Rule<Participant> {
  return durationRule(
    (ms, path) => discoveryTime(name, ms, path),
    (draft: Participant, ms) => {
      draft.settings[name] = ms as number;
    },
  );
}

const ONLY_UDPV4 = "only UDP over IPv4 is built";
const BUILTIN_STAY =
  "the builtin transports stay on and use every interface: turn them off with <useBuiltinTransports>false";
const OWN_ADDRESSES = "the addresses of the interfaces are announced";
const NO_THREADS = "there are no threads to configure";

const bufferSize = integerText(0, 2147483647);

/** 0 stands for what the system gives. */
const receiveBuffer: Rule<{ receiveBufferBytes?: number | undefined }> = leaf(bufferSize, (into, value) => {
  if (value > 0) into.receiveBufferBytes = value;
});

const LOCATOR: Rules<LocatorDraft> = {
  address: leaf(ipv4Text, (locator, value) => {
    locator.address = value;
  }),
  port: leaf(integerText(0, 65535), (locator, value) => {
    if (value > 0) locator.port = value;
  }),
};

const interfaceName: AttributeRule<Transport> = attribute(anyText, (transport, value) => {
  transport.interfaces.push(value);
});

const TRANSPORT: Rules<Transport> = {
  transport_id: leaf(anyText, () => undefined),
  type: leaf(anyText, () => undefined),
  interfaceWhiteList: group({
    address: leaf(ipv4Text, (transport, value) => transport.interfaces.push(value)),
    interface: leaf(anyText, (transport, value) => transport.interfaces.push(value)),
  }),
  interfaces: group({
    allowlist: group({ interface: group({}, { name: interfaceName }) }),
    blocklist: unsupported("interfaces are named, not left out"),
  }),
  receiveBufferSize: receiveBuffer,
  maxInitialPeersRange: leaf(integerText(1, 120), (transport, value) => {
    transport.peerIndexCount = value;
  }),
  sendBufferSize: unsupported("the send buffer is what the system gives"),
  maxMessageSize: unsupported("datagrams fit the MTU, and 64 KiB on this host"),
  TTL: unsupported("multicast has a TTL of its own"),
  netmask_filter: unsupported(OWN_ADDRESSES),
  non_blocking_send: unsupported("sending never blocks"),
  output_port: unsupported("one socket sends and receives"),
  ...rulesFor<Transport>(["default_reception_threads", "reception_threads"], unsupported(NO_THREADS)),
};

const DISCOVERY_CONFIG: Rules<Participant> = {
  discoveryProtocol: leaf(onlyWords(["SIMPLE"], "only the Simple Discovery Protocol is built"), () => undefined),
  EDP: leaf(onlyWords(["SIMPLE"], "endpoints are always announced"), () => undefined),
  simpleEDP: group(
    rulesFor<Participant>(
      ["PUBWRITER_SUBREADER", "PUBREADER_SUBWRITER"],
      leaf(onlyWords(["TRUE", "1"], "endpoints are always announced"), () => undefined),
    ),
  ),
  ignoreParticipantFlags: leaf(onlyWords(["NO_FILTER"], "no participant is ignored by where it is"), () => undefined),
  leaseDuration: setting("leaseDurationMs"),
  leaseAnnouncement: setting("announcePeriodMs"),
  initialAnnouncements: group({
    count: leaf(integerText(0, 1000), (draft, value) => {
      draft.settings.initialAnnouncements = value;
    }),
    period: setting("initialAnnouncementPeriodMs"),
  }),
  ...rulesFor<Participant>(
    ["discoveryServersList", "clientAnnouncementPeriod", "static_edp_xml_config", "staticEndpointXMLFilename"],
    unsupported("only the Simple Discovery Protocol is built"),
  ),
};

const domainId: Rule<Participant> = leaf(integerText(0, 232), (draft, value) => {
  draft.settings.domainId = value;
});

const BUILTIN: Rules<Participant> = {
  discovery_config: group(DISCOVERY_CONFIG),
  // Before 2.0 the domain stood here.
  domainId,
  initialPeersList: group({
    locator: group({
      udpv4: initialPeer,
      ...rulesFor<Participant>(["udpv6", "tcpv4", "tcpv6", "shm"], unsupported(ONLY_UDPV4)),
    }),
  }),
  avoid_builtin_multicast: leaf(onlyWords(["TRUE", "1"], "endpoints are announced by unicast"), () => undefined),
  use_WriterLivelinessProtocol: leaf(onlyWords(["TRUE", "1"], "liveliness is always announced"), () => undefined),
  metatrafficMulticastLocatorList: unsupported(OTHER_GROUP),
  ...rulesFor<Participant>(
    ["metatrafficUnicastLocatorList", "metatraffic_external_unicast_locators"],
    unsupported(OWN_ADDRESSES),
  ),
  ...rulesFor<Participant>(
    [
      ...["readerHistoryMemoryPolicy", "writerHistoryMemoryPolicy", "readerPayloadSize", "writerPayloadSize"],
      "flow_controller_name",
    ],
    unsupported(OWN_MEMORY),
  ),
  mutation_tries: unsupported("ports are chosen by --index or --any-port"),
};

const RTPS: Rules<Participant> = {
  name: leaf(anyText, (draft, value) => {
    draft.settings.name = value;
  }),
  builtin: group(BUILTIN),
  port: group(
    defaultPorts<Participant>({
      ...{ portBase: 7400, domainIDGain: 250, participantIDGain: 2 },
      ...{ offsetd0: 0, offsetd1: 10, offsetd2: 1, offsetd3: 11 },
    }),
  ),
  participantID: leaf(integerText(-1, 119), (draft, value) => {
    draft.settings.participantIndex = value < 0 ? "auto" : value;
  }),
  listenSocketBufferSize: (walk, element, path, draft) => receiveBuffer(walk, element, path, draft.settings),
  sendSocketBufferSize: unsupported("the send buffer is what the system gives"),
  useBuiltinTransports: leaf(flagText, () => undefined),
  builtinTransports: leaf(onlyWords(["DEFAULT", "UDPV4"], ONLY_UDPV4), () => undefined),
  userTransports: group({ transport_id: transportId }),
  userData: onQos(octets("userData", dottedOctets)),
  propertiesPolicy: onQos(PROPERTIES_POLICY),
  ...rulesFor<Participant>(
    [
      ...["defaultUnicastLocatorList", "default_external_unicast_locators", "ignore_non_matching_locators"],
      "netmask_filter",
    ],
    unsupported(OWN_ADDRESSES),
  ),
  defaultMulticastLocatorList: unsupported("samples go by unicast"),
  allocation: unsupported(OWN_MEMORY),
  prefix: unsupported("GUIDs are made at random"),
  easy_mode_ip: unsupported("only the Simple Discovery Protocol is built"),
  flow_controller_descriptor_list: unsupported("samples leave as soon as the socket takes them"),
  throughputController: unsupported("samples leave as soon as the socket takes them"),
  ...rulesFor<Participant>(
    [
      ...["builtin_controllers_sender_thread", "timed_events_thread", "discovery_server_thread"],
      ...["typelookup_service_thread", "builtin_transports_reception_threads", "security_log_thread"],
    ],
    unsupported(NO_THREADS),
  ),
};

const PARTICIPANT: Rules<Participant> = { domainId, rtps };
