// The peers of a benchmark: what starts them, whether they can run here, and what they cannot do.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CellPlan, PeerRole } from "./cellPlan.js";
import { ddsperfPeer } from "./ddsperf/ddsperfPeer.js";
import type { CellRequest, MeasuredCell } from "./measureCell.js";
import { missingTool, PACKAGE_FOLDER, runMake } from "./vendorBuild.js";

export interface BenchPeer {
  readonly name: string;
  readonly title: string;
  /** What has to be known of its figures. */
  readonly note?: string;
  /** For the programs, besides the environment of the command. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Builds what has to be built. @returns why it cannot run here, with what to do about it; undefined when it can */
  prepare(): string | undefined;
  /** Why it cannot do this; undefined when it can. */
  unsupported(plan: CellPlan): string | undefined;
  command(role: PeerRole): readonly string[];
  /** How its cells are measured, if not as two programs that speak the contract of cellPlan.ts. */
  readonly measure?: (request: CellRequest, signal: AbortSignal) => Promise<MeasuredCell>;
}

/** Not ddsperf, whose figures are its own: it takes part when named. */
export const DEFAULT_PEERS: readonly string[] = ["raw", "self", "foxglove", "cyclone", "fastdds"];

/** All that there are. */
export const MEASURED_PEERS: readonly string[] = [...DEFAULT_PEERS, "ddsperf"];

export function createPeers(): ReadonlyMap<string, BenchPeer> {
  const peers = [nodePeer("raw", "node:dgram alone"), nodePeer("self", "rtps-lab"), foxglove(), cyclone(), fastdds()];
  return new Map([...peers, ddsperfPeer()].map((peer) => [peer.name, peer]));
}

function nodePeer(name: string, title: string): BenchPeer {
  return {
    ...{ name, title },
    prepare: () => undefined,
    unsupported: () => undefined,
    command: () => [process.execPath, NODE_MAIN, name],
  };
}

/** It reads, and nothing else: it is measured with our own writer. */
function foxglove(): BenchPeer {
  const main = join(PACKAGE_FOLDER, "dist", "interop", "bench", "foxglove", "peer.js");
  return {
    name: "foxglove",
    title: "@foxglove/rtps, written to by rtps-lab",
    prepare: () => {
      if (!existsSync(join(PACKAGE_FOLDER, "node_modules", "@foxglove", "rtps"))) return NO_FOXGLOVE;
      return existsSync(main) ? undefined : "its program is not built: run npm run build in the repository";
    },
    unsupported: ({ shape }) => (shape === "pair" ? "@foxglove/rtps has no writer, so no echo" : undefined),
    command: (role) =>
      role === "sub" ? [process.execPath, main] : [process.execPath, NODE_MAIN, "self", "--multicast"],
  };
}

function cyclone(): BenchPeer {
  return vendor("cyclone", "Cyclone DDS", () => missingTool(["idlc"], "cc", "dds/dds.h"));
}

function fastdds(): BenchPeer {
  const header = "fastdds/dds/domain/DomainParticipant.hpp";
  return vendor("fastdds", "Fast DDS", () => missingTool(["fastddsgen"], "c++", header));
}

function vendor(name: string, title: string, missing: () => string | undefined): BenchPeer {
  const folder = join(PACKAGE_FOLDER, "interop", "bench", name);
  return {
    ...{ name, title },
    prepare: () => {
      if (!existsSync(join(folder, "Makefile"))) return "its program is built from the repository, interop/bench";
      return missing() ?? runMake(folder);
    },
    unsupported: () => undefined,
    command: () => [join(folder, "build", "peer")],
  };
}

const NODE_MAIN = fileURLToPath(new URL("./peer/main.js", import.meta.url));
const NO_FOXGLOVE = "@foxglove/rtps is a development dependency: run npm ci in the repository";
