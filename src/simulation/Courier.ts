// Decides what happens to each datagram on its way: lost, late, twice, or not at all. All chance is here.

import type { Ms } from "../rtps/structure/time.js";
import type { DatagramFilter } from "./filters.js";
import type { LinkSettings, LinkTable } from "./links.js";
import type { Random } from "./Random.js";
import type { SimNode } from "./SimNode.js";
import type { SimStatistics } from "./SimStatistics.js";
import type { Hop } from "./Topology.js";

/** Takes note of an arrival. */
export type ArrivalSink = (at: Ms, hop: Hop, datagram: Uint8Array) => void;

/** Carries datagrams from one node to one receiver. */
export class Courier {
  filter: DatagramFilter | undefined;

  constructor(
    private readonly links: LinkTable,
    private readonly random: Random,
    private readonly statistics: SimStatistics,
    private readonly arrive: ArrivalSink,
  ) {}

  carry(now: Ms, from: SimNode, hop: Hop, datagram: Uint8Array): void {
    const { statistics, random } = this;
    const link = this.links.get(from, hop.to);
    if (this.links.isBlocked(from, hop.to)) statistics.partitioned++;
    else if (this.filter?.(datagram, from, hop.to) === "drop") statistics.filtered++;
    else if (datagram.length > link.mtuBytes) statistics.tooLarge++;
    else if (random.chance(link.loss)) statistics.lost++;
    else {
      this.arrive(this.arrivalTime(now, from, hop.to, link), hop, datagram);
      if (!random.chance(link.duplication)) return;
      statistics.duplicated++;
      this.arrive(this.arrivalTime(now, from, hop.to, link), hop, datagram);
    }
  }

  private arrivalTime(now: Ms, from: SimNode, to: SimNode, link: LinkSettings): Ms {
    let at = now + link.latencyMs;
    if (link.jitterMs > 0) at += this.random.unit() * link.jitterMs;
    if (this.random.chance(link.reordering)) {
      this.statistics.reordered++;
      return at + this.random.unit() * link.reorderDelayMs;
    }
    at = Math.max(at, from.lastArrivals.get(to) ?? 0);
    if (link.jitterMs > 0) from.lastArrivals.set(to, at);
    return at;
  }
}
