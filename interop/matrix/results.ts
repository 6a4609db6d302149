// What the matrix reports: the shape of out/interop.json.
import type { PayloadEntry } from "../../src/index.js";
import type { PeerEvent } from "../contract/events.js";
import type { TsharkVerdict } from "./capture.js";
import type { Actor } from "./scenario.js";

/** How a cell went. */
export interface CellRun {
  /** What was wrong; empty when the cell passed. */
  readonly complaints: string[];
  /** What a vendor said that refuses what the scenario needs. */
  readonly unsupported: string | undefined;
  /** What somebody had to be told for the cell to pass. */
  readonly note?: string;
  /** What the vendor's writer sent, where the reader tells the bytes, in the format of `rtps cdr check`. */
  readonly payloads?: readonly PayloadEntry[];
  readonly events: Readonly<Record<Actor, readonly PeerEvent[]>>;
  readonly stderr: string;
}

export type CellStatus = "passed" | "failed" | "not supported" | "not installed";

export interface CellResult {
  readonly peer: string;
  readonly scenario: string;
  /** `writer->reader`, by peer name. */
  readonly direction: string;
  readonly status: CellStatus;
  /** Why it failed, is not supported or not installed. */
  readonly reason?: string;
  readonly durationMs: number;
  /** What somebody had to be told for it to pass. */
  readonly note?: string;
  readonly tshark?: TsharkVerdict;
  /** What all sides printed; failed cells only. */
  readonly evidence?: {
    readonly writer: readonly PeerEvent[];
    readonly second: readonly PeerEvent[];
    readonly reader: readonly PeerEvent[];
    readonly stderr: string;
  };
}

export interface PeerResult {
  readonly name: string;
  readonly installed: boolean;
  /** As the peer itself says in its first event. */
  readonly version?: string;
  readonly reason?: string;
}

export interface InteropResults {
  readonly startedAt: string;
  readonly durationMs: number;
  readonly environment: {
    readonly node: string;
    readonly platform: string;
    readonly kernel: string;
    readonly cpus: number;
  };
  readonly isolation: "namespace" | "loopback";
  readonly self: string;
  readonly peers: readonly PeerResult[];
  readonly totals: Readonly<Record<CellStatus, number>>;
  readonly cells: readonly CellResult[];
}

export function countByStatus(cells: readonly CellResult[]): Record<CellStatus, number> {
  const totals = { passed: 0, failed: 0, "not supported": 0, "not installed": 0 };
  for (const cell of cells) totals[cell.status]++;
  return totals;
}
