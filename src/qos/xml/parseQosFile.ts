// XML files of Fast DDS, Cyclone DDS and Connext to QoS and participant settings. Text in, values out: reading files and
// the environment is up to the caller.

import { ConnextLibraries } from "./ConnextLibraries.js";
import { readConnext } from "./connextFile.js";
import { peerDescriptor, takePeer } from "./connextParticipant.js";
import { CYCLONE_ROOTS, readCyclone } from "./cycloneFile.js";
import { connextExpand, cycloneExpand, type Environment, type Expand, fastddsExpand } from "./environment.js";
import { FastddsProfiles } from "./FastddsProfiles.js";
import { readFastdds } from "./fastddsFile.js";
import type { ParticipantDraft } from "./participantDraft.js";
import type { QosFile, QosProfile, QosVendor, XmlFact } from "./qosFile.js";
import { XmlWalk } from "./XmlWalk.js";
import { parseXml, type XmlElement, xmlError } from "./xmlTree.js";

/** One text of XML. */
export interface QosSource {
  readonly text: string;
  /** What messages and facts call it. */
  readonly file: string;
}

/**
 * Reads a vendor's XML. The root element says whose it is: `<profiles>` or `<dds>` with profiles of Fast DDS,
 * `<CycloneDDS>` or parts of it, `<dds>` with libraries of Connext.
 *
 * What is understood becomes profiles; everything else is listed. Policies that the file does not mention are not in
 * the profiles either: they are as in DDS, not as the vendor has them.
 *
 * @param options `file` names the text in messages; `env` fills in variables as the vendor writes them
 * @throws QosError (`QOS_FILE`), `file:line: …`, for XML that is not well-formed, wrong values, unknown references
 */
export function parseQosFile(text: string, options: { readonly file: string; readonly env?: Environment }): QosFile {
  return parseQosFiles([{ text, file: options.file }], options.env);
}

/**
 * Reads several texts of one vendor as if they were one: profiles may inherit from those of other texts.
 *
 * @param options `keepsUnusable`: of Fast DDS, whose profiles do not depend on each other, one with a wrong value has a
 *   `problem` and the others can be used; false by default, and then it is thrown
 */
export function parseQosFiles(
  sources: readonly QosSource[],
  env: Environment = {},
  options: { readonly keepsUnusable?: boolean } = {},
): QosFile {
  let vendor: QosVendor | undefined;
  const parsed = sources.map((source) => {
    const roots = rootsOf(source);
    const own = vendorOf(roots[0]!, source.file);
    if (vendor !== undefined && vendor !== own) {
      throw xmlError(
        source.file,
        roots[0]!.line,
        `a file of ${VENDORS[own]}, but those before it are of ${VENDORS[vendor]}: give one vendor's`,
      );
    }
    vendor = own;
    return { roots, walk: new XmlWalk(source.file, EXPANDS[own](env), own === "cyclone", options.keepsUnusable) };
  });
  // No text at all says nothing, in anybody's format.
  vendor ??= "fastdds";
  const profiles = READERS[vendor](parsed);
  return fileOf(
    vendor,
    profiles,
    parsed.map(({ walk }) => walk),
  );
}

/** Reads the value of NDDS_DISCOVERY_PEERS: peers of Connext, separated by commas. */
export function parseDiscoveryPeers(text: string, file: string): QosFile {
  const walk = new XmlWalk(file, (value) => value);
  const draft: ParticipantDraft = { qos: {}, settings: {} };
  for (const peer of text.split(/,(?![^[\]]*\])/).filter((one) => one.trim() !== "")) {
    walk.take(peer, 1, "peer", peerDescriptor, (descriptor) => takePeer(draft, descriptor));
  }
  const profile: QosProfile = {
    ...{ kind: "participant", name: file, isDefault: true, file, line: 1 },
    ...{ qos: draft.qos, participant: draft.settings },
  };
  return fileOf("connext", [profile], [walk]);
}

interface ParsedSource {
  readonly roots: readonly XmlElement[];
  readonly walk: XmlWalk;
}

function rootsOf({ text, file }: QosSource): XmlElement[] {
  const [, first = ""] = /<([A-Za-z_][\w.-]*)/.exec(text.replace(/<!--.*?-->/gs, "")) ?? [];
  // A document of Cyclone DDS may be a part of one, or several.
  const isFragment = CYCLONE_ROOTS.includes(first.toLowerCase()) && !/^\s*<\?xml/.test(text);
  return parseXml(text, file, isFragment);
}

function vendorOf(root: XmlElement, file: string): QosVendor {
  if (CYCLONE_ROOTS.includes(root.name.toLowerCase())) return "cyclone";
  if (root.name === "profiles") return "fastdds";
  if (root.name === "dds") return root.children.some((one) => FASTDDS_PARTS.includes(one.name)) ? "fastdds" : "connext";
  const expected =
    "<profiles> or <dds> (Fast DDS), <CycloneDDS> or a part of it, or <dds> with <qos_library> (Connext)";
  throw xmlError(file, root.line, `<${root.name}> is the root of no vendor's file: expected ${expected}`);
}

const FASTDDS_PARTS = ["profiles", "log", "library_settings"];

const VENDORS: Readonly<Record<QosVendor, string>> = {
  fastdds: "Fast DDS",
  cyclone: "Cyclone DDS",
  connext: "Connext",
};

const EXPANDS: Readonly<Record<QosVendor, (env: Environment) => Expand>> = {
  fastdds: fastddsExpand,
  cyclone: cycloneExpand,
  connext: connextExpand,
};

const READERS: Readonly<Record<QosVendor, (sources: readonly ParsedSource[]) => QosProfile[]>> = {
  fastdds: (sources) => {
    const profiles = new FastddsProfiles();
    for (const { walk, roots } of sources) readFastdds(walk, roots[0]!, profiles);
    return profiles.all;
  },
  cyclone: (sources) => {
    const profiles: QosProfile[] = [];
    for (const { walk, roots } of sources) readCyclone(walk, roots, profiles);
    return profiles;
  },
  connext: (sources) => {
    const libraries = new ConnextLibraries();
    for (const { walk, roots } of sources) readConnext(walk, roots[0]!, libraries);
    return libraries.finish();
  },
};

function fileOf(vendor: QosVendor, profiles: readonly QosProfile[], walks: readonly XmlWalk[]): QosFile {
  const inOrder = <Fact extends XmlFact>(of: (walk: XmlWalk) => readonly Fact[]) =>
    walks.flatMap((walk) => [...of(walk)].sort((a, b) => a.line - b.line));
  return {
    vendor,
    profiles,
    understood: inOrder((walk) => walk.understood),
    ignored: inOrder((walk) => walk.ignored),
  };
}
