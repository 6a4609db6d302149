// Measures one cell: two fresh processes of one peer, from their start to their end.

import { readFile, rm } from "node:fs/promises";
import type { BenchCost, BenchMeasurement, BenchSideCost } from "../../trace/benchDocument.js";
import { BenchProcess } from "./BenchProcess.js";
import {
  type CellPlan,
  cellKey,
  type MemoryEvent,
  type PeerRole,
  peerArguments,
  type ReadyEvent,
  type ReportEvent,
} from "./cellPlan.js";
import type { BenchPeer } from "./peers.js";
import { kernelDropsOf, readWire, type WireCounts } from "./wireCounts.js";

export interface CellRequest {
  readonly peer: BenchPeer;
  readonly plan: CellPlan;
  /** From 1. */
  readonly repeat: number;
  /** Nobody else's at this time. */
  readonly domain: number;
  readonly topic: string;
  /** A path that may be written. */
  readonly samplesFile: string;
  /** With the plan's `memoryEveryMs`. */
  readonly onMemory?: (role: PeerRole, event: MemoryEvent) => void;
}

export interface MeasuredCell {
  readonly measurement: BenchMeasurement;
  readonly ready: ReadyEvent;
}

/** Rejects with a CellFailure. The processes are gone when it settles. */
export async function measureCell(request: CellRequest, signal: AbortSignal): Promise<MeasuredCell> {
  const { peer, plan, domain, topic, samplesFile } = request;
  const [writing, reading]: [PeerRole, PeerRole] = plan.shape === "pair" ? ["ping", "echo"] : ["pub", "sub"];
  const processes: BenchProcess[] = [];
  // Of an open-loop stream the reader has the latencies, of a pair the writer.
  const measures = plan.samples === 0 ? undefined : plan.mode === "open" ? reading : writing;
  const start = (role: PeerRole, address?: string) => {
    const args = peerArguments(role, plan, {
      ...{ domain, topic },
      ...(address !== undefined && { peer: address }),
      ...(role === measures && { samplesFile }),
    });
    const started = new BenchProcess(`${peer.name} ${role}`, peer.command(role), args, {
      environment: peer.environment,
      onMemory: (event) => request.onMemory?.(role, event),
    });
    processes.push(started);
    return started;
  };
  const onAbort = () => {
    for (const each of processes) each.kill();
  };
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const reader = start(reading);
    const ready = await reader.receive("ready", START_TIMEOUT_MS);
    const writer = start(writing, ready.address);
    await writer.receive("ready", START_TIMEOUT_MS);
    await Promise.all([reader, writer].map((each) => each.receive("matched", START_TIMEOUT_MS)));
    const counted = await run(writer, reader, plan);
    const latenciesUs = measures === undefined ? undefined : await readSamples(samplesFile);
    const key = cellKey(plan, peer.name, ready.transport);
    return { measurement: measurementOf(request, { ...counted, latenciesUs, key }), ready };
  } finally {
    signal.removeEventListener("abort", onAbort);
    await Promise.all(processes.map((each) => each.end()));
    await rm(samplesFile, { force: true });
  }
}

interface Counted {
  readonly written: ReportEvent;
  readonly read: ReportEvent;
  readonly cost: BenchCost;
}

async function run(writer: BenchProcess, reader: BenchProcess, plan: CellPlan): Promise<Counted> {
  const before = readWire();
  reader.send("go");
  writer.send("go");
  const written = await writer.receive("report", runTimeoutMs(plan));
  reader.send("report");
  const read = await reader.receive("report", START_TIMEOUT_MS);
  const cost = {
    writer: sideCost(written, writer.pid),
    reader: sideCost(read, reader.pid),
    ...wireBetween(before, readWire()),
  };
  return { written, read, cost };
}

function measurementOf(
  { plan, repeat }: CellRequest,
  { written, read, cost, latenciesUs, key }: Counted & Pick<BenchMeasurement, "latenciesUs" | "key">,
): BenchMeasurement {
  const isRate = plan.samples === 0;
  const received = isRate || plan.mode === "open" ? read.received : written.received;
  const seconds = (isRate ? read.elapsedUs : written.elapsedUs)! / 1e6;
  const timedOut = written.timedOut;
  return {
    ...{ key, repeat, cost },
    ...definedOnly({ written: written.written, received, timedOut, invalid: written.invalid ?? read.invalid }),
    lost: lostOf(plan, written, read),
    durationS: seconds,
    ...(isRate && rates(plan, read.received ?? 0, seconds, written)),
    ...(latenciesUs !== undefined && { latenciesUs }),
  };
}

function rates(plan: CellPlan, received: number, seconds: number, { written = 0, elapsedUs = 0 }: ReportEvent) {
  const samplesPerSecond = seconds > 0 ? received / seconds : 0;
  return {
    samplesPerSecond,
    bitsPerSecond: samplesPerSecond * plan.payloadBytes * 8,
    offeredPerSecond: elapsedUs > 0 ? (written / elapsedUs) * 1e6 : 0,
  };
}

/** A rate counts the gaps in the numbers that came while it was measured; else what was written counts. */
function lostOf(plan: CellPlan, written: ReportEvent, read: ReportEvent): number {
  if (plan.samples === 0) return read.lost ?? 0;
  if (plan.shape === "pair") return written.timedOut ?? 0;
  return Math.max(0, plan.samples - (read.received ?? 0));
}

function sideCost(report: ReportEvent, pid: number | undefined): BenchSideCost {
  const kernelDrops = pid === undefined ? undefined : kernelDropsOf(pid);
  const { cpuSeconds, maxRssBytes, datagramsOut, bytesOut, samplesRetransmitted, fragmentsRetransmitted } = report;
  const { eventLoopDelayP99Us, gcTimeMs } = report;
  return definedOnly({
    ...{ cpuSeconds, maxRssBytes, datagramsOut, bytesOut, samplesRetransmitted, fragmentsRetransmitted },
    ...{ kernelDrops, eventLoopDelayP99Us, gcTimeMs },
  });
}

function wireBetween(before: WireCounts | undefined, after: WireCounts | undefined): BenchCost {
  if (before === undefined || after === undefined) return {};
  return { wireDatagrams: after.datagrams - before.datagrams, wireBytes: after.bytes - before.bytes };
}

function definedOnly<T extends object>(values: T): { [K in keyof T]: NonNullable<T[K]> } {
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [K in keyof T]: NonNullable<T[K]> };
}

async function readSamples(file: string): Promise<Float64Array> {
  const bytes = await readFile(file);
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** Every round trip may take its time-out; a peer that answers nothing gives up by itself before. */
function runTimeoutMs(plan: CellPlan): number {
  const waits = (plan.samples + plan.warmUpSamples) * ((plan.pauseUs + plan.periodUs) / 1000);
  return waits + plan.spinUpMs + plan.warmUpMs + plan.durationMs + RUN_TIMEOUT_MS;
}

const START_TIMEOUT_MS = 15_000;
const RUN_TIMEOUT_MS = 60_000;
