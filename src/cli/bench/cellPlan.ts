// What is measured in one cell, and what the two processes of a cell and the command tell each other: options on the
// command line, JSON lines on standard input and output. interop/README.md describes the same for programs in C.

import type { BenchCellKey, BenchMode, BenchReliability, BenchSideCost } from "../../trace/benchDocument.js";

/** `pair`: one side writes and waits for the echo. `stream`: one side writes, the other reads. */
export type CellShape = "pair" | "stream";

/** A cell without the peer that measures it. */
export interface CellPlan {
  readonly shape: CellShape;
  readonly payloadBytes: number;
  readonly reliability: BenchReliability;
  /** KEEP_LAST of so many; 0 is KEEP_ALL. */
  readonly historyDepth: number;
  readonly rhythm?: string;
  readonly mode?: BenchMode;
  /** Measured samples, for latencies. 0: the cell is a rate, over `durationMs`. */
  readonly samples: number;
  readonly warmUpSamples: number;
  /** A round trip that takes longer counts as lost. */
  readonly timeoutMs: number;
  /** A pair waits so long after each reply. */
  readonly pauseUs: number;
  /** A pair begins with round trips without pause for so long, before its warm-up: Node compiles while it runs. */
  readonly spinUpMs: number;
  /** A stream with `samples` writes one so often, on a schedule. */
  readonly periodUs: number;
  /** A stream without `samples`: as many as go through, in this time after a warm-up. */
  readonly warmUpMs: number;
  readonly durationMs: number;
  /** The raw socket sends datagrams of at most this size. */
  readonly datagramBytes: number;
  /** Spin instead of sleeping, where the peer can: the raw socket and our own engine. */
  readonly busyPoll: boolean;
  /** Whatever else is varied, in words: part of the cell's name. */
  readonly variant?: string;
  /** Participants that take part, where that is varied. */
  readonly participants?: number;
  /** The two sides find each other as they would without being told where the other is. */
  readonly discovery?: boolean;
  /** Policies of our own endpoints besides reliability and history, as JSON: `PeerPolicies`. */
  readonly policies?: string;
  /** Our own sides say so often what memory they use. */
  readonly memoryEveryMs?: number;
}

/** Which side of a cell a process is. */
export type PeerRole = "ping" | "echo" | "pub" | "sub";

/** `ready`, before anything is measured. */
export interface ReadyEvent {
  readonly event: "ready";
  readonly version: string;
  /** Where the other side finds this one, for peers that do not find each other: given to it as --peer. */
  readonly address?: string;
  readonly transport: string;
  readonly receiveBufferAsked?: number;
  readonly receiveBufferGranted?: number;
  /** CLOCK_MONOTONIC in microseconds: before the participant was created, and when all entities existed. */
  readonly createdAtUs?: number;
  readonly existAtUs?: number;
}

/** The other side is reached. */
export interface MatchedEvent {
  readonly event: "matched";
  /** CLOCK_MONOTONIC in microseconds. */
  readonly atUs?: number;
}

/** What a side uses at a moment, with `memoryEveryMs`. */
export interface MemoryEvent {
  readonly event: "memory";
  /** CLOCK_MONOTONIC in microseconds. */
  readonly atUs: number;
  /** Proportional set size; the resident set where the system does not tell. */
  readonly pssBytes: number;
  readonly heapBytes: number;
  readonly externalBytes: number;
}

/** `report`: what a side has seen. The writing side says it when it is done, the other when it is asked. */
export interface ReportEvent extends BenchSideCost {
  readonly event: "report";
  readonly written?: number;
  readonly received?: number;
  readonly lost?: number;
  readonly timedOut?: number;
  readonly invalid?: number;
  /** Of what was written or received. */
  readonly elapsedUs?: number;
  /** Figures of a benchmark of its own, as they go into the document. */
  readonly figures?: Readonly<Record<string, number>>;
  readonly samplesPerSecond?: number;
  readonly bitsPerSecond?: number;
}

export type PeerEvent =
  | ReadyEvent
  | MatchedEvent
  | MemoryEvent
  | ReportEvent
  | { readonly event: "error"; readonly message: string };

/** What a peer's program is started with, besides its role. */
export interface PeerAddress {
  readonly domain: number;
  readonly topic: string;
  /** The `address` of the other side. */
  readonly peer?: string;
  /** The side that measures latencies writes them here, as 64-bit floats of this machine, in microseconds. */
  readonly samplesFile?: string;
}

/** The command line of a peer's program. */
export function peerArguments(role: PeerRole, plan: CellPlan, address: PeerAddress): string[] {
  const options: Record<string, string | number | undefined> = {
    domain: address.domain,
    topic: address.topic,
    payload: plan.payloadBytes,
    reliable: plan.reliability === "RELIABLE" ? 1 : 0,
    depth: plan.historyDepth,
    samples: plan.samples,
    "warm-up": plan.warmUpSamples,
    "timeout-us": plan.timeoutMs * 1000,
    "pause-us": plan.pauseUs,
    "period-us": plan.periodUs,
    "spin-up-ms": plan.spinUpMs,
    "warm-up-ms": plan.warmUpMs,
    "duration-ms": plan.durationMs,
    datagram: plan.datagramBytes,
    "busy-poll": plan.busyPoll ? 1 : 0,
    discovery: plan.discovery === true ? 1 : undefined,
    policies: plan.policies,
    "memory-ms": plan.memoryEveryMs,
    peer: address.peer,
    out: address.samplesFile,
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return [role, ...given.flatMap(([name, value]) => [`--${name}`, String(value)])];
}

/** How a cell is named in the document. */
export function cellKey(plan: CellPlan, peer: string, transport: string): BenchCellKey {
  const isRaw = peer === "raw";
  // With one sample in flight the depth makes no difference, and ddsperf has one of its own.
  const hasHistory = !isRaw && !(peer === "ddsperf" && plan.shape === "pair");
  const spins = plan.busyPoll && TAKES_BUSY_POLL.has(peer);
  const variant = [plan.variant ?? "", spins ? "busyPoll" : ""].filter((part) => part !== "").join(", ");
  return {
    peer,
    transport,
    payloadBytes: plan.payloadBytes,
    ...(plan.rhythm !== undefined && { rhythm: plan.rhythm }),
    ...(plan.mode !== undefined && { mode: plan.mode }),
    ...(!isRaw && { reliability: plan.reliability }),
    ...(hasHistory && { history: plan.historyDepth === 0 ? "KEEP_ALL" : `KEEP_LAST ${plan.historyDepth}` }),
    ...(plan.participants !== undefined && { participants: plan.participants }),
    ...(variant !== "" && { variant }),
  };
}

const TAKES_BUSY_POLL: ReadonlySet<string> = new Set(["raw", "self"]);
