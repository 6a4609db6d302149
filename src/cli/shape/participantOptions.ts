// What the options mean for the participant: which domain, which network, how often it announces itself.

import { DEFAULT_DISCOVERY_TUNING, type DomainParticipantOptions } from "../../index.js";
import type { ShapeOptions } from "./ShapeOptions.js";

export function participantOptions(options: ShapeOptions): DomainParticipantOptions {
  const { announcePeriodMs, domainTag } = options;
  return {
    domainId: options.domainId,
    name: "shape_main",
    interfaces: options.interfaces,
    multicast: options.multicast,
    peers: options.peers,
    ...(domainTag === undefined ? {} : { domainTag }),
    ...(announcePeriodMs === 0 ? {} : { tuning: { discovery: announcing(announcePeriodMs) } }),
  };
}

/** Peers forget who is not heard for a lease. */
function announcing(periodMs: number) {
  return { announcePeriodMs: periodMs, leaseDurationMs: Math.max(LEASE_MS, 3 * periodMs) };
}

const LEASE_MS = DEFAULT_DISCOVERY_TUNING.leaseDurationMs;
