// The configuration of Cyclone DDS: interfaces, multicast, peers and participant index of a domain. It has no QoS of
// writers and readers. Names of elements and attributes may be in any case, as Cyclone DDS has it.

import {
  addInterface,
  addPeer,
  DEFAULT_GROUP,
  defaultPorts,
  discoveryTime,
  OTHER_GROUP,
  type ParticipantDraft,
} from "./participantDraft.js";
import type { QosProfile } from "./qosFile.js";
import {
  anyText,
  durationWithUnit,
  integerText,
  memorySize,
  NotSupported,
  onlyWords,
  type Parse,
  peerText,
  wrong,
} from "./values.js";
import {
  type AttributeRule,
  type AttributeRules,
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

/** The elements that may stand at the top, in lower case; all but the first two are parts of a domain. */
export const CYCLONE_ROOTS: readonly string[] = [
  ...["cyclonedds", "domain", "general", "discovery", "internal", "unsupported", "tracing", "compatibility"],
  ...["security", "ddssecurity", "sharedmemory", "sizing", "ssl", "tcp", "threads", "partitioning"],
];

interface Domain extends ParticipantDraft {
  id: string;
}

interface TopLevel {
  readonly profiles: QosProfile[];
  /** For parts of a domain that stand outside of a <Domain>. */
  implicit: Domain | undefined;
}

/** Reads the roots of one file or fragment: <CycloneDDS>, <Domain>, or parts of a domain. */
export function readCyclone(walk: XmlWalk, roots: readonly XmlElement[], profiles: QosProfile[]): void {
  const top: TopLevel = { profiles, implicit: undefined };
  for (const root of roots) {
    if (root.name.toLowerCase() === "cyclonedds") walk.visit(root, root.name, top, TOP_LEVEL);
    else TOP_LEVEL[root.name.toLowerCase()]!(walk, root, root.name, top);
  }
}

const readDomain: Rule<TopLevel> = (walk, element, path, top) => {
  const id = walk.peekAttribute(element, "id") ?? walk.peek(element, "id") ?? "any";
  const domain: Domain = { id: "any", qos: {}, settings: {} };
  walk.visit(element, `${path}[${id}]`, domain, { ...SECTIONS, id: leaf(domainId, setId) }, DOMAIN_ATTRIBUTES);
  addProfile(walk, element.line, domain, top);
};

/** A part of a domain that stands alone holds for any domain. */
function outsideOfDomain(name: string): Rule<TopLevel> {
  return (walk, element, path, top) => {
    if (top.implicit === undefined) {
      top.implicit = { id: "any", qos: {}, settings: {} };
      addProfile(walk, element.line, top.implicit, top);
    }
    SECTIONS[name]!(walk, element, path, top.implicit);
  };
}

function addProfile(walk: XmlWalk, line: number, { id, qos, settings }: Domain, top: TopLevel): void {
  const isDefault = id === "any";
  top.profiles.push({ kind: "participant", name: id, isDefault, file: walk.file, line, qos, participant: settings });
}

const domainId: Parse<string> = (text, path) => {
  if (text.toLowerCase() === "any" || text === "") return "any";
  return String(integerText(0, 232)(text, path));
};

function setId(domain: Domain, id: string): void {
  domain.id = id;
  if (id !== "any") domain.settings.domainId = Number(id);
}

const DOMAIN_ATTRIBUTES: AttributeRules<Domain> = { id: attribute(domainId, setId) };

/** One of the settings. */
function setting<K extends keyof Domain["settings"]>(name: K, parse: Parse<Domain["settings"][K]>): Rule<Domain> {
  return leaf(parse, (domain, value) => {
    domain.settings[name] = value;
  });
}

/** An interface by name, by address, or both, which then mean the same one: the address is exact. */
const networkInterface: Rule<Domain> = (walk, element, path, domain) => {
  const named: { name?: string; address?: string } = {};
  walk.visit(element, path, named, {}, INTERFACE_ATTRIBUTES);
  const chosen = named.address ?? named.name;
  if (chosen !== undefined) addInterface(domain, chosen);
};

interface InterfaceDraft {
  name?: string;
  address?: string;
}

/** An attribute that is understood when it says what happens anyway. */
function expected(words: readonly string[], reason: string): AttributeRule<InterfaceDraft> {
  return attribute(onlyWords(words, reason), () => undefined);
}

const INTERFACE_ATTRIBUTES: AttributeRules<InterfaceDraft> = {
  name: attribute(anyText, (draft, value) => {
    if (value !== "") draft.name = value;
  }),
  address: attribute(anyText, (draft, value) => {
    if (value !== "") draft.address = value;
  }),
  autodetermine: expected(["FALSE"], "every interface is used unless some are named"),
  priority: expected(["DEFAULT"], "all interfaces are used alike"),
  multicast: expected(["DEFAULT", "TRUE"], "multicast is turned off for all interfaces or none: use AllowMulticast"),
  allow_multicast: expected(
    ["DEFAULT", "TRUE", "SPDP"],
    "multicast is turned off for all interfaces or none: use AllowMulticast",
  ),
  presence_required: expected(["TRUE"], "an interface that is named has to be there"),
  prefer_multicast: expected(["FALSE"], "samples go by unicast"),
};

const interfaceList: Rule<Domain> = leaf(anyText, (domain, text) => {
  if (text.toLowerCase() === "auto") return;
  for (const name of text.split(",")) if (name.trim() !== "") addInterface(domain, name.trim());
});

/** What it allows besides announcements by multicast is not done anyway. */
const allowMulticast: Parse<boolean> = (text, path) => {
  const words = text
    .toLowerCase()
    .split(",")
    .map((word) => word.trim());
  const unknown = words.find((word) => !["true", "false", "default", "spdp", "asm", "ssm"].includes(word));
  if (unknown !== undefined) throw wrong(path, text, "true, false, default, or some of spdp, asm, ssm");
  if (words.includes("false")) return false;
  const announces = ["true", "default", "spdp"].some((word) => words.includes(word));
  return announces ? true : new NotSupported("multicast is for announcements, or off");
};

const participantIndex: Parse<number | "auto" | "any" | undefined> = (text, path) => {
  const word = text.toLowerCase();
  if (word === "default") return undefined;
  if (word === "auto") return "auto";
  if (word === "none") return "any";
  return /^\d/.test(text) ? integerText(0, 119)(text, path) : wrongIndex(text, path);
};

function wrongIndex(text: string, path: string): never {
  throw wrong(path, text, "auto, none, default, or a whole number from 0 to 119");
}

const peers: Rule<Domain> = group(
  {
    peer: group(
      {},
      {
        address: attribute(peerText, addPeer),
        prunedelay: attribute(
          onlyWords(["DEFAULT"], "peers are announced to as long as the participant lives"),
          () => undefined,
        ),
      },
    ),
    // Before 0.10 a group of this name was around them.
    group: unsupported("list the peers in <Peers>"),
  },
  {
    addlocalhost: attribute<Domain, boolean>(
      (text, path) => {
        const words = ["false", "default", "true"];
        if (!words.includes(text.toLowerCase())) throw wrong(path, text, words.join(", "));
        return text.toLowerCase() === "true";
      },
      (domain, adds) => adds && addPeer(domain, "127.0.0.1"),
    ),
  },
);

const bufferBytes: Parse<number | undefined> = (text, path) =>
  /^default$/i.test(text) ? undefined : memorySize(text, path);

/** The largest that is asked for. */
function setBuffer(domain: Domain, bytes: number | undefined): void {
  const before = domain.settings.receiveBufferBytes ?? 0;
  if (bytes !== undefined) domain.settings.receiveBufferBytes = Math.max(before, bytes);
}

const bufferSize = attribute(bufferBytes, setBuffer);

const INTERNAL = "an internal of Cyclone DDS";
const OWN_ADDRESSES = "the addresses of the interfaces are announced";

const GENERAL: Rules<Domain> = {
  interfaces: group({
    networkinterface: networkInterface,
    pubsubmessageexchange: unsupported("shared memory is not built"),
  }),
  networkinterfaceaddress: interfaceList,
  allowmulticast: setting("multicast", allowMulticast),
  transport: leaf(onlyWords(["DEFAULT", "UDP"], "only UDP over IPv4 is built"), () => undefined),
  useipv6: leaf(onlyWords(["DEFAULT", "FALSE"], "only UDP over IPv4 is built"), () => undefined),
  enablemulticastloopback: leaf(onlyWords(["TRUE"], "multicast is always heard on this host"), () => undefined),
  dontroute: leaf(onlyWords(["FALSE"], "the system routes"), () => undefined),
  redundantnetworking: leaf(onlyWords(["FALSE"], "samples leave once"), () => undefined),
  ...rulesFor<Domain>(["externalnetworkaddress", "externalnetworkmask"], unsupported(OWN_ADDRESSES)),
  ...rulesFor<Domain>(
    ["maxmessagesize", "maxrexmitmessagesize", "fragmentsize"],
    unsupported("datagrams fit the MTU, and 64 KiB on this host"),
  ),
  multicastrecvnetworkinterfaceaddresses: unsupported("multicast is heard on the interfaces in use"),
  multicasttimetolive: unsupported("multicast has a TTL of its own"),
  entityautonaming: unsupported("entities are named by the program"),
};

function discoveryDuration(name: "leaseDurationMs" | "announcePeriodMs"): Parse<number> {
  return (text, path) => discoveryTime(name, durationWithUnit(text, path) as number, path);
}

const DISCOVERY: Rules<Domain> = {
  peers,
  participantindex: leaf(participantIndex, (domain, value) => {
    if (value !== undefined) domain.settings.participantIndex = value;
  }),
  maxautoparticipantindex: leaf(integerText(0, 119), (domain, value) => {
    domain.settings.peerIndexCount = value + 1;
  }),
  tag: setting("domainTag", anyText),
  leaseduration: setting("leaseDurationMs", discoveryDuration("leaseDurationMs")),
  spdpinterval: leaf(
    (text: string, path: string) => {
      if (/^default$/i.test(text)) return undefined;
      if (/^inf$/i.test(text)) return new NotSupported("announcements are repeated as long as the participant lives");
      return discoveryDuration("announcePeriodMs")(text, path);
    },
    (domain: Domain, value) => {
      if (value !== undefined) domain.settings.announcePeriodMs = value;
    },
  ),
  spdpmulticastaddress: leaf(onlyWords([DEFAULT_GROUP], OTHER_GROUP), () => undefined),
  defaultmulticastaddress: leaf(onlyWords(["AUTO"], "samples go by unicast"), () => undefined),
  externaldomainid: leaf(onlyWords(["DEFAULT"], "a domain has one id"), () => undefined),
  ports: group(
    defaultPorts<Domain>({
      ...{ base: 7400, domaingain: 250, participantgain: 2 },
      ...{ multicastmetaoffset: 0, unicastmetaoffset: 10, multicastdataoffset: 1, unicastdataoffset: 11 },
    }),
  ),
  enabletopicdiscoveryendpoints: leaf(onlyWords(["FALSE"], "topics are not announced"), () => undefined),
  ...rulesFor<Domain>(
    ["dsgraceperiod", "discoveredlocatorprunedelay", "initiallocatorprunedelay"],
    unsupported("peers are announced to as long as the participant lives"),
  ),
};

/** Names of internals come and go with versions: those without a rule are no mistakes. */
const internals: Rule<Domain> = group(
  {
    socketreceivebuffersize: group({}, { min: bufferSize, max: bufferSize }),
    minimumsocketreceivebuffersize: leaf(bufferBytes, setBuffer),
  },
  {},
  INTERNAL,
);

/** The parts of a domain. */
const SECTIONS: Rules<Domain> = {
  general: group(GENERAL),
  discovery: group(DISCOVERY),
  internal: internals,
  unsupported: internals,
  tracing: unsupported("there is no trace of this kind"),
  compatibility: unsupported(INTERNAL),
  ...rulesFor<Domain>(["security", "ddssecurity"], unsupported("DDS Security is not built")),
  sharedmemory: unsupported("shared memory is not built"),
  sizing: unsupported("memory is taken as it is needed"),
  ...rulesFor<Domain>(["ssl", "tcp"], unsupported("only UDP over IPv4 is built")),
  threads: unsupported("there are no threads to configure"),
  partitioning: unsupported("samples go by unicast"),
};

const TOP_LEVEL: Rules<TopLevel> = {
  domain: readDomain,
  ...Object.fromEntries(Object.keys(SECTIONS).map((name) => [name, outsideOfDomain(name)])),
};
