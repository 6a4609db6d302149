// The command line of a peer's program in Node; interop/bench/contract has the same in C.

import { parseArgs } from "node:util";
import type { PeerRole } from "../cellPlan.js";

export interface PeerSettings {
  readonly role: PeerRole;
  readonly domain: number;
  readonly topic: string;
  readonly payloadBytes: number;
  readonly reliable: boolean;
  /** 0: KEEP_ALL. */
  readonly historyDepth: number;
  readonly samples: number;
  readonly warmUpSamples: number;
  readonly timeoutUs: number;
  readonly pauseUs: number;
  readonly periodUs: number;
  readonly spinUpMs: number;
  readonly warmUpMs: number;
  readonly durationMs: number;
  readonly datagramBytes: number;
  readonly busyPoll: boolean;
  readonly multicast: boolean;
  /** Found without being told where the other side is. */
  readonly discovery: boolean;
  /** More policies of our own endpoints, as JSON. */
  readonly policies?: string;
  /** 0: memory is not watched. */
  readonly memoryEveryMs: number;
  /** The `address` of the other side. */
  readonly peer?: string;
  readonly samplesFile?: string;
}

export function parseSettings(args: readonly string[]): PeerSettings {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const number = (name: keyof typeof NUMBERS) => Number(values[name] ?? 0);
  return {
    role: positionals[0] as PeerRole,
    topic: values.topic ?? "bench",
    domain: number("domain"),
    payloadBytes: number("payload"),
    reliable: number("reliable") === 1,
    historyDepth: number("depth"),
    samples: number("samples"),
    warmUpSamples: number("warm-up"),
    timeoutUs: number("timeout-us"),
    pauseUs: number("pause-us"),
    periodUs: number("period-us"),
    spinUpMs: number("spin-up-ms"),
    warmUpMs: number("warm-up-ms"),
    durationMs: number("duration-ms"),
    datagramBytes: number("datagram"),
    busyPoll: number("busy-poll") === 1,
    multicast: values.multicast === true,
    discovery: number("discovery") === 1,
    memoryEveryMs: number("memory-ms"),
    ...(values.policies !== undefined && { policies: values.policies }),
    ...(values.peer !== undefined && { peer: values.peer }),
    ...(values.out !== undefined && { samplesFile: values.out }),
  };
}

const TEXT = { type: "string" } as const;
const NUMBERS = {
  ...{ domain: TEXT, payload: TEXT, reliable: TEXT, depth: TEXT, samples: TEXT, "warm-up": TEXT, datagram: TEXT },
  ...{ "timeout-us": TEXT, "pause-us": TEXT, "period-us": TEXT, "warm-up-ms": TEXT, "duration-ms": TEXT },
  ...{ "busy-poll": TEXT, "spin-up-ms": TEXT, discovery: TEXT, "memory-ms": TEXT },
} as const;
const OPTIONS = {
  ...NUMBERS,
  topic: TEXT,
  peer: TEXT,
  out: TEXT,
  policies: TEXT,
  multicast: { type: "boolean" },
} as const;
