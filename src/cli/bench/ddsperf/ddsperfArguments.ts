// How ddsperf is asked for what the other peers do.

import type { CellPlan, PeerRole } from "../cellPlan.js";

/** Its command line. A ping and its pong are KEEP_LAST 1 whatever is asked for. */
export function ddsperfArguments(role: PeerRole, plan: CellPlan, domain: number): string[] {
  const depth = plan.historyDepth === 0 ? "all" : String(plan.historyDepth);
  const size = ["size", String(plan.payloadBytes + OCTETS_ON_TOP)];
  const modes: Readonly<Record<PeerRole, readonly string[]>> = {
    ping: ["ping", ...size, "listener"],
    echo: ["pong", "listener"],
    pub: ["pub", ...size],
    sub: ["sub", "listener"],
  };
  const reliability = plan.reliability === "BEST_EFFORT" ? ["-u"] : [];
  return ["-i", String(domain), "-D", String(MAX_DURATION_S), "-k", depth, ...reliability, ...modes[role]];
}

/** A sample of the other peers is longer than its payload by this; ddsperf's size is that of the whole sample. */
const OCTETS_ON_TOP = 20;
/** It ends by itself after this, should nobody end it. */
const MAX_DURATION_S = 600;
