// Measures a cell that is one program: it says "ready", does its work, and reports its figures.

import { readFile, rm } from "node:fs/promises";
import { BenchProcess } from "./BenchProcess.js";
import { cellKey } from "./cellPlan.js";
import type { CellRequest, MeasuredCell } from "./measureCell.js";

export interface BenchProgram {
  readonly command: readonly string[];
  readonly args: readonly string[];
  /** It writes latencies to the request's file. */
  readonly hasSamples?: boolean;
  readonly timeoutMs?: number;
}

/** Rejects with a CellFailure. The process is gone when it settles. */
export async function measureProgram(
  { plan, peer, repeat, samplesFile }: CellRequest,
  { command, args, hasSamples = false, timeoutMs = DEFAULT_TIMEOUT_MS }: BenchProgram,
  signal: AbortSignal,
): Promise<MeasuredCell> {
  const program = new BenchProcess(peer.name, command, args, { environment: peer.environment });
  const onAbort = () => program.kill();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const ready = await program.receive("ready", timeoutMs);
    const report = await program.receive("report", timeoutMs);
    const { written, received, lost, figures, cpuSeconds, samplesPerSecond, bitsPerSecond } = report;
    const counted = { written, received, lost, figures, samplesPerSecond, bitsPerSecond };
    const given = Object.entries(counted).filter(([, value]) => value !== undefined);
    const measurement = {
      ...{ key: cellKey(plan, peer.name, ready.transport), repeat },
      ...Object.fromEntries(given),
      ...(cpuSeconds !== undefined && { cost: { writer: { cpuSeconds } } }),
      ...(hasSamples && { latenciesUs: await readSamples(samplesFile) }),
    };
    return { measurement, ready };
  } finally {
    signal.removeEventListener("abort", onAbort);
    await program.end();
    await rm(samplesFile, { force: true });
  }
}

async function readSamples(file: string): Promise<Float64Array> {
  const bytes = await readFile(file);
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

const DEFAULT_TIMEOUT_MS = 180_000;
