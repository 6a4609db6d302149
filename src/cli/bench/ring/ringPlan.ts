// What is varied in `rtps bench ring`, and the command line of one of its processes.

import { parseArgs } from "node:util";
import type { CellPlan } from "../cellPlan.js";

export interface RingPlan extends CellPlan {
  readonly participants: number;
  /** The nodes are dealt out to so many processes in turn, so that with several every neighbour is in another one. */
  readonly processes: number;
  /** Samples of each node in a second. */
  readonly rateHz: number;
  /** From the first sample of the last node to the measured time. */
  readonly settleMs: number;
}

export interface RingSettings {
  readonly domain: number;
  readonly topic: string;
  readonly nodes: number;
  readonly processes: number;
  /** Which of them this is, from 0. */
  readonly process: number;
  readonly payloadBytes: number;
  readonly rateHz: number;
  readonly durationMs: number;
  /** How long nodes have to receive their first sample. */
  readonly upTimeoutMs: number;
  readonly historyDepth: number;
  /** Where latencies go: 64-bit floats, microseconds. */
  readonly samplesFile: string;
}

export function ringArguments(settings: RingSettings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

export function parseRingArguments(args: readonly string[]): RingSettings {
  const text = { type: "string" } as const;
  const options = Object.fromEntries([...NUMBERS, "topic", "samplesFile"].map((name) => [name, text]));
  const { values } = parseArgs({ args: [...args], options });
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, Number(values[name])]));
  return {
    ...(numbers as unknown as RingSettings),
    topic: `${values["topic"]}`,
    samplesFile: `${values["samplesFile"]}`,
  };
}

const NUMBERS = [
  ...["domain", "nodes", "processes", "process", "payloadBytes", "rateHz", "durationMs", "upTimeoutMs"],
  "historyDepth",
];
