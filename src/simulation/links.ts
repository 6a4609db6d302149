// What may happen to a datagram between two nodes, and where these settings come from.

import type { Ms } from "../rtps/structure/time.js";
import type { SimHost } from "./SimHost.js";
import type { SimNode } from "./SimNode.js";

/** One direction of one path. Probabilities are 0 to 1 and apply to each receiver by itself. */
export interface LinkSettings {
  readonly latencyMs: Ms;
  /** Up to this much is added to the latency. Jitter alone never changes the order. */
  readonly jitterMs: Ms;
  readonly loss: number;
  readonly duplication: number;
  /** Share of datagrams that are held back, so that later ones overtake them. */
  readonly reordering: number;
  /** How long they are held back: up to this much. */
  readonly reorderDelayMs: Ms;
  /** Larger datagrams are lost, bytes of UDP payload. */
  readonly mtuBytes: number;
}

export const DEFAULT_LINK: LinkSettings = {
  latencyMs: 0.1,
  jitterMs: 0,
  loss: 0,
  duplication: 0,
  reordering: 0,
  reorderDelayMs: 5,
  // The largest UDP payload.
  mtuBytes: 65507,
};

/** A link setting or a partition holds for a node, or for every node of a host. */
export type LinkEnd = SimNode | SimHost;

/** Settings by direction. The most specific one counts: node to node, then node and host, then host to host. */
export class LinkTable {
  fallback: LinkSettings;
  private readonly settings = new Map<LinkEnd, Map<LinkEnd, LinkSettings>>();
  private readonly blocked = new Map<LinkEnd, Set<LinkEnd>>();

  constructor(fallback: Partial<LinkSettings>) {
    this.fallback = { ...DEFAULT_LINK, ...fallback };
  }

  /** Changes one direction. What is not given stays as it was, or as the fallback is now. */
  set(from: LinkEnd, to: LinkEnd, change: Partial<LinkSettings>): void {
    const row = this.settings.get(from) ?? new Map<LinkEnd, LinkSettings>();
    row.set(to, { ...(row.get(to) ?? this.fallback), ...change });
    this.settings.set(from, row);
  }

  block(from: LinkEnd, to: LinkEnd): void {
    const row = this.blocked.get(from) ?? new Set<LinkEnd>();
    row.add(to);
    this.blocked.set(from, row);
  }

  unblock(from: LinkEnd, to: LinkEnd): void {
    const row = this.blocked.get(from);
    row?.delete(to);
    if (row?.size === 0) this.blocked.delete(from);
  }

  get(from: SimNode, to: SimNode): LinkSettings {
    if (this.settings.size === 0) return this.fallback;
    const ofNode = this.settings.get(from);
    const ofHost = this.settings.get(from.host);
    return ofNode?.get(to) ?? ofNode?.get(to.host) ?? ofHost?.get(to) ?? ofHost?.get(to.host) ?? this.fallback;
  }

  isBlocked(from: SimNode, to: SimNode): boolean {
    if (this.blocked.size === 0) return false;
    const ofNode = this.blocked.get(from);
    const ofHost = this.blocked.get(from.host);
    return [ofNode, ofHost].some((row) => row !== undefined && (row.has(to) || row.has(to.host)));
  }
}
