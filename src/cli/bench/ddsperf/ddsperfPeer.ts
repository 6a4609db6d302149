// ddsperf of Cyclone DDS as a peer: what it can measure as well as we do, and how it is asked to.

import type { CellPlan } from "../cellPlan.js";
import type { BenchPeer } from "../peers.js";
import { isInstalled } from "../vendorBuild.js";
import { measureDdsperf } from "./measureDdsperf.js";

export function ddsperfPeer(): BenchPeer {
  return {
    name: "ddsperf",
    title: "ddsperf of Cyclone DDS",
    note: "its own figures, from what it prints each second; round trips are twice its half round trips",
    environment: { CYCLONEDDS_URI: DOMAIN_CONFIG },
    prepare: () => (isInstalled("ddsperf") ? undefined : "ddsperf not found: install cyclonedds-tools"),
    unsupported,
    command: () => ["ddsperf"],
    measure: measureDdsperf,
  };
}

function unsupported(plan: CellPlan): string | undefined {
  if (plan.discovery === true) return "ddsperf does not say when it is matched";
  if (plan.policies !== undefined) return "ddsperf has no options for these policies";
  if (plan.shape === "stream") return plan.samples > 0 ? "ddsperf does not measure one way" : undefined;
  return plan.pauseUs > 0 ? "ddsperf does not pause after a reply" : undefined;
}

/** The same as that of our own program for Cyclone DDS, interop/bench/cyclone. */
const DOMAIN_CONFIG =
  '<General><Interfaces><NetworkInterface name="lo"/></Interfaces><AllowMulticast>false</AllowMulticast></General>' +
  '<Discovery><ParticipantIndex>auto</ParticipantIndex><Peers><Peer address="127.0.0.1"/></Peers></Discovery>' +
  '<Internal><SocketReceiveBufferSize min="default" max="8MiB"/></Internal>';
