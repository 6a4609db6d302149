// How a simulated network is set up and run.

import type { Source } from "../participant/types.js";
import type { Ms } from "../rtps/structure/time.js";
import type { DatagramFilter } from "./filters.js";
import type { LinkSettings } from "./links.js";

/** A datagram as it leaves its sender, lost or not. For pcap writers. */
export interface TappedDatagram {
  readonly atMs: Ms;
  readonly bytes: Uint8Array;
  readonly source: Source;
  readonly destination: Source;
}

export interface SimNetworkOptions {
  readonly seed: number;
  /** Settings of every link that has none of its own. */
  readonly link?: Partial<LinkSettings>;
  /** Monotonic time at the start; default 0. */
  readonly startMs?: Ms;
  readonly filter?: DatagramFilter;
  readonly tap?: (datagram: TappedDatagram) => void;
  /** As in the real driver: datagrams an engine may send before others get their turn; default 64. */
  readonly maxTransmitsPerTurn?: number;
}

export interface RunLimits {
  /** Default 10 million. */
  readonly maxSteps?: number;
  /** Virtual time at which waiting for a predicate ends; default never. */
  readonly maxTimeMs?: Ms;
}

/** Checked after every step; returns what is wrong, or undefined. */
export type Invariant = () => string | undefined;
