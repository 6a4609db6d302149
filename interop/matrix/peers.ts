// The peers of the matrix: where each one lives, whether it can run here, how it is built and started, and what it
// cannot do. A cell is `not supported` only for a reason written down here.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { missingTool, runMake } from "../../src/cli/bench/vendorBuild.js";
import type { DialectName } from "../../src/index.js";
import type { RichKind } from "../types/contract/richSamples.js";
import type { Scenario } from "./scenario.js";

export type PeerName = "self" | "cyclone" | "fastdds" | "connext" | "foxglove";
export type Role = "pub" | "sub";

export interface Peer {
  readonly name: PeerName;
  readonly title: string;
  /** Why it cannot run here, with what to do about it; undefined when it can. */
  missing(): string | undefined;
  /** Builds what has to be built. @returns the build's complaint, undefined when it went well */
  build(): string | undefined;
  readonly command: readonly [string, ...string[]];
  /** Its program with types of ROS 2 (interop/ros/README.md); of our own the command line. Undefined: there is none. */
  readonly rosCommand: readonly [string, ...string[]] | undefined;
  /** Its program with a type of interop/types. Undefined: there is none. */
  readonly typesCommand: ((type: RichKind) => readonly [string, ...string[]]) | undefined;
  /** What `rtps sub` says where this peer does not tell its type in a way that can be read; undefined: it does. */
  readonly untoldType: string | undefined;
  /** What our writer has to be told so that this peer's readers take what it writes; undefined when nothing. */
  dialectToRead(scenario: Scenario): DialectName | undefined;
  /** Its readers do not answer a HEARTBEAT while the writer has no sample. */
  readonly isSilentUntilData: boolean;
  /** Its readers do not tell that an instance has lost its last writer, unless that writer unregistered it. */
  readonly isSilentAboutLostWriters: boolean;
  /** Why this peer cannot play `role` in `scenario`; undefined when it can. */
  unsupported(scenario: Scenario, role: Role): string | undefined;
}

/** @param root the repository; `compiled`: whether our own peers run from dist/ (else through tsx) */
export function createPeers(root: string, compiled: boolean): Map<PeerName, Peer> {
  const peers = [selfPeer, cyclonePeer, fastddsPeer, connextPeer, foxglovePeer].map((create) => create(root, compiled));
  return new Map(peers.map((peer) => [peer.name, peer]));
}

function typescriptCommand(root: string, compiled: boolean, folder: string): [string, ...string[]] {
  if (compiled) return [process.execPath, join(root, "dist", "interop", folder, "peer.js")];
  return [process.execPath, "--import", "tsx", join(root, "interop", folder, "peer.ts")];
}

function selfPeer(root: string, compiled: boolean): Peer {
  const command = typescriptCommand(root, compiled, "self");
  const file = command.at(-1) ?? "";
  return {
    name: "self",
    title: "rtps-lab",
    missing: () => (existsSync(file) ? undefined : `${file} not found: run npm run build`),
    build: () => undefined,
    command,
    rosCommand: [process.execPath, join(root, "dist", "rtps.cjs")],
    typesCommand: (type) => [...typescriptCommand(root, compiled, join("types", "self")), "--type", type],
    untoldType: undefined,
    dialectToRead: () => undefined,
    isSilentUntilData: false,
    isSilentAboutLostWriters: false,
    unsupported: () => undefined,
  };
}

function cyclonePeer(root: string): Peer {
  const folder = join(root, "interop", "cyclone");
  const rosFolder = join(root, "interop", "ros", "cyclone");
  const typesFolder = join(root, "interop", "types", "cyclone");
  return {
    name: "cyclone",
    title: "Cyclone DDS",
    missing: () => missingTool(["idlc"], "cc", "dds/dds.h"),
    build: () => runMake(folder) ?? runMake(rosFolder) ?? runMake(typesFolder),
    command: [join(folder, "build", "peer")],
    rosCommand: [join(rosFolder, "build", "peer")],
    typesCommand: (type) => [join(typesFolder, "build", `peer_${type}`)],
    untoldType: undefined,
    dialectToRead: () => undefined,
    isSilentUntilData: false,
    isSilentAboutLostWriters: false,
    unsupported: ({ name }, role) => CYCLONE_LIMITS[name] ?? (role === "sub" ? CYCLONE_READER_LIMITS[name] : undefined),
  };
}

const CYCLONE_ORDER =
  "Cyclone DDS 0.10: ordered access is accepted, and dds_take goes instance by instance; its program in the OMG " +
  'suite says "Presentation Access Scope = not supported"';

/** What Cyclone DDS 0.10.2 does not do with itself either, and no call says so. */
const CYCLONE_LIMITS: Readonly<Record<string, string>> = {
  "ordered-group": CYCLONE_ORDER,
  "partition-brackets": "Cyclone DDS 0.10: partitions with [ ] do not match; it takes * and ? for wildcards only",
};
const CYCLONE_READER_LIMITS: Readonly<Record<string, string>> = {
  "time-filter":
    "Cyclone DDS 0.10: dds_qset_time_based_filter is accepted, and every sample comes (minimum_separation is " +
    "stored and never read)",
  "ordered-topic": CYCLONE_ORDER,
  "liveliness-revival":
    "Cyclone DDS 0.10: a writer whose lease expired is alive again with data only; an assertion is not enough",
};

function fastddsPeer(root: string): Peer {
  const folder = join(root, "interop", "fastdds");
  const rosFolder = join(root, "interop", "ros", "fastdds");
  const typesFolder = join(root, "interop", "types", "fastdds");
  return {
    name: "fastdds",
    title: "Fast DDS",
    missing: () => missingTool(["fastddsgen"], "c++", "fastdds/dds/domain/DomainParticipant.hpp"),
    build: () => runMake(folder) ?? runMake(rosFolder) ?? runMake(typesFolder),
    command: [join(folder, "build", "peer")],
    rosCommand: [join(rosFolder, "build", "peer")],
    // What fastddsgen makes of a final and of an appendable type is the same.
    typesCommand: () => [join(typesFolder, "build", "peer")],
    untoldType: "it is in plain CDR, a form that Fast DDS 2 alone has: give it with --type FILE.idl#TypeName",
    dialectToRead: () => undefined,
    isSilentUntilData: false,
    isSilentAboutLostWriters: true,
    unsupported: (scenario, role) => {
      if (scenario.both.representation === "xcdr2")
        return "Fast DDS 2.9 (Fast CDR 1.0) reads and writes XCDR1 only and announces no representation";
      const { types } = scenario;
      if (types !== undefined && !types.type.startsWith("plain_")) return FASTDDS_TYPES;
      return FASTDDS_LIMITS[scenario.name] ?? (role === "sub" ? FASTDDS_READER_LIMITS[scenario.name] : undefined);
    },
  };
}

const FASTDDS_TYPES = "Fast DDS 2.9: fastddsgen 2.3 takes @optional and @mutable and makes the code of plain members";

const FASTDDS_LIMITS: Readonly<Record<string, string>> = {
  "mismatch-presentation":
    'Fast DDS 2.9 matches whatever PRESENTATION says; QosPolicies.hpp: "is transmitted to the rest of the network but ' +
    'is not implemented in this version"',
};

/** What Fast DDS 2.9.1 readers do not do with Fast DDS's own writers either, and no call says so. */
const FASTDDS_READER_LIMITS: Readonly<Record<string, string>> = {
  "writer-gone":
    "Fast DDS 2.9: after the writer left, take_next_sample returns RETCODE_NO_DATA; NOT_ALIVE_NO_WRITERS comes only " +
    "with an unregister message",
  "ownership-crash":
    "Fast DDS 2.9: an assertion by one AUTOMATIC writer counts for those of every participant, so the lost one " +
    "stays alive (LivelinessChangedStatus) and stays the owner",
};

function connextPeer(root: string): Peer {
  const folder = join(root, "interop", "connext");
  return {
    name: "connext",
    title: "RTI Connext",
    missing: () =>
      existsSync(join(folder, "node_modules", "rticonnextdds-connector"))
        ? undefined
        : "opt-in, because installing accepts RTI's licence: npm run interop -- --peer connext --install",
    build: () => undefined,
    command: [process.execPath, join(folder, "peer.mjs")],
    rosCommand: undefined,
    typesCommand: (type) => [process.execPath, join(folder, "typesPeer.mjs"), "--type", type],
    // It expects no DHEADER in front of collections (docs/cdr.md).
    untoldType: undefined,
    dialectToRead: ({ both }) => (both.representation === "xcdr2" ? "connext" : undefined),
    isSilentUntilData: false,
    isSilentAboutLostWriters: false,
    unsupported: ({ name }, role) => (role === "sub" ? CONNEXT_READER_LIMITS[name] : undefined),
  };
}

/** What Connext 7.7 does in its own way with itself too. */
const CONNEXT_READER_LIMITS: Readonly<Record<string, string>> = {
  "content-filter-like": "RTI Connext 7.7: LIKE takes * for any text; with the % of DDS 1.4 Annex B nothing passes",
  "coherent-group":
    "RTI Connext 7.7: group sets are shown only with parameters of RTI's own (a virtual GUID of the group in the " +
    "announcement, ORIGINAL_WRITER_INFO and 0x8022 to 0x8024 in the data)",
};

function foxglovePeer(root: string, compiled: boolean): Peer {
  return {
    name: "foxglove",
    title: "@foxglove/rtps",
    missing: () =>
      existsSync(join(root, "node_modules", "@foxglove", "rtps")) ? undefined : "@foxglove/rtps not found: run npm ci",
    build: () => undefined,
    command: typescriptCommand(root, compiled, "foxglove"),
    rosCommand: undefined,
    typesCommand: undefined,
    untoldType: undefined,
    dialectToRead: () => undefined,
    isSilentUntilData: true,
    isSilentAboutLostWriters: true,
    unsupported: (scenario, role) => {
      if (role === "pub") return "@foxglove/rtps has no writer";
      if (scenario.kind === "mismatch") return "@foxglove/rtps reports no incompatible QoS";
      if (scenario.both.type !== "plain") return "@foxglove/rtps reads keyless topics only";
      return undefined;
    },
  };
}
