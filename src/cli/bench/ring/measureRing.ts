// Measures one ring: starts its processes, waits until every node has received, and adds up what they say.

import { readFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { sleep } from "../../ending.js";
import { BenchProcess } from "../BenchProcess.js";
import { cellKey, type ReadyEvent, type ReportEvent } from "../cellPlan.js";
import type { CellRequest, MeasuredCell } from "../measureCell.js";
import { monotonicUs } from "../peer/clock.js";
import { readPssBytes } from "../pss.js";
import { kernelDropsOf } from "../wireCounts.js";
import { type RingPlan, ringArguments } from "./ringPlan.js";

/** What a node says at the end. */
export interface NodeCounts {
  readonly index: number;
  readonly sent: number;
  readonly received: number;
  /** It has received from its neighbour at all. */
  readonly isUp: boolean;
}

type RingReport = ReportEvent & { readonly nodes: readonly NodeCounts[] };

/** Rejects with a CellFailure. The processes are gone when it settles. */
export async function measureRing(
  request: CellRequest & { readonly plan: RingPlan },
  signal: AbortSignal,
): Promise<MeasuredCell> {
  const { plan, peer, repeat, samplesFile } = request;
  const launchedUs = monotonicUs();
  const files = Array.from({ length: plan.processes }, (_, index) => `${samplesFile}.${index}`);
  const processes = files.map((file, index) => startProcess(request, index, file));
  const onAbort = () => {
    for (const each of processes) each.kill();
  };
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const ready = await all(processes, "ready");
    const matched = await all(processes, "matched");
    // Who has found its neighbour has not found all others yet.
    await sleep(plan.settleMs, signal);
    for (const each of processes) each.send("go");
    await sleep(plan.durationMs, signal);
    const pssBytes = processes.reduce((sum, { pid }) => sum + (pid === undefined ? 0 : (readPssBytes(pid) ?? 0)), 0);
    await sleep(ARRIVAL_MS, signal);
    for (const each of processes) each.send("report");
    const reports = (await all(processes, "report")) as RingReport[];
    const drops = processes.reduce((sum, { pid }) => sum + (pid === undefined ? 0 : (kernelDropsOf(pid) ?? 0)), 0);
    const latenciesUs = await readAll(files);
    const discoveryMs = (Math.max(...matched.map(({ atUs = 0 }) => atUs)) - launchedUs) / 1000;
    return {
      measurement: {
        ...{ key: cellKey(plan, peer.name, ready[0]!.transport), repeat, latenciesUs },
        ...counts(reports, plan),
        figures: {
          ...ringFigures(reports, plan),
          ...timeFigures(ready, discoveryMs),
          ...memoryFigures(reports, pssBytes, plan),
          kernelDrops: drops,
        },
      },
      ready: ready[0]!,
    };
  } finally {
    signal.removeEventListener("abort", onAbort);
    await Promise.all(processes.map((each) => each.end()));
    await Promise.all(files.map((file) => rm(file, { force: true })));
  }
}

/** Up, and delivered among those that are up: a node that never received says nothing about delivery. */
export function delivery(nodes: readonly NodeCounts[]): { up: number; sent: number; received: number } {
  const byIndex = new Map(nodes.map((node) => [node.index, node]));
  let up = 0;
  let sent = 0;
  let received = 0;
  for (const node of nodes) {
    if (!node.isUp) continue;
    up++;
    received += node.received;
    sent += byIndex.get((node.index + nodes.length - 1) % nodes.length)?.sent ?? 0;
  }
  return { up, sent, received };
}

function startProcess({ plan, domain, topic, peer }: CellRequest & { plan: RingPlan }, index: number, file: string) {
  const args = ringArguments({
    ...{ domain, topic, nodes: plan.participants, processes: plan.processes, process: index },
    ...{ payloadBytes: plan.payloadBytes, rateHz: plan.rateHz, durationMs: plan.durationMs },
    ...{ upTimeoutMs: upTimeoutMs(plan), historyDepth: plan.historyDepth, samplesFile: file },
  });
  return new BenchProcess(`${peer.name} ring process ${index}`, [process.execPath, MAIN], args);
}

async function all<N extends "ready" | "matched" | "report">(processes: readonly BenchProcess[], name: N) {
  return Promise.all(processes.map((each) => each.receive(name, STEP_TIMEOUT_MS)));
}

function counts(reports: readonly RingReport[], plan: RingPlan) {
  const { sent, received } = delivery(reports.flatMap(({ nodes }) => nodes));
  const durationS = plan.durationMs / 1000;
  return { written: sent, received, lost: Math.max(0, sent - received), durationS };
}

function ringFigures(reports: readonly RingReport[], plan: RingPlan): Record<string, number> {
  const { up, sent, received } = delivery(reports.flatMap(({ nodes }) => nodes));
  const cpuSeconds = reports.reduce((sum, report) => sum + (report.cpuSeconds ?? 0), 0);
  return {
    up: up / plan.participants,
    delivery: sent === 0 ? 0 : received / sent,
    // Of each node, where `--rate` is what was asked for.
    offeredHz: up === 0 ? 0 : sent / up / (plan.durationMs / 1000),
    cpuPercent: (cpuSeconds / (plan.durationMs / 1000)) * 100,
    discoveryDatagrams: sumOf(reports, "datagrams"),
    discoveryBytes: sumOf(reports, "bytes"),
    eventLoopDelayP99Us: Math.max(...reports.map(({ eventLoopDelayP99Us = 0 }) => eventLoopDelayP99Us)),
  };
}

function timeFigures(ready: readonly ReadyEvent[], discoveryMs: number): Record<string, number> {
  const longest = Math.max(...ready.map(({ createdAtUs = 0, existAtUs = 0 }) => existAtUs - createdAtUs));
  return { discoveryMs: Math.max(0, discoveryMs), createMs: longest / 1000 };
}

/** Beyond a process of Node that has loaded the program and opened nothing. */
function memoryFigures(reports: readonly RingReport[], pssBytes: number, plan: RingPlan): Record<string, number> {
  if (pssBytes === 0) return {};
  const added = pssBytes - sumOf(reports, "barePssBytes");
  return { pssMb: pssBytes / BYTES_PER_MB, pssAddedPerNodeMb: added / plan.participants / BYTES_PER_MB };
}

function sumOf(reports: readonly RingReport[], name: string): number {
  return reports.reduce((sum, { figures }) => sum + (figures?.[name] ?? 0), 0);
}

async function readAll(files: readonly string[]): Promise<Float64Array> {
  const parts = await Promise.all(files.map((file) => readFile(file)));
  const bytes = Buffer.concat(parts);
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

function upTimeoutMs({ participants }: RingPlan): number {
  return UP_TIMEOUT_MS + participants * UP_TIMEOUT_PER_NODE_MS;
}

const MAIN = fileURLToPath(new URL("./ringMain.js", import.meta.url));
const ARRIVAL_MS = 500;
const UP_TIMEOUT_MS = 10_000;
const UP_TIMEOUT_PER_NODE_MS = 250;
/** Longer than any time that nodes have to come up. */
const STEP_TIMEOUT_MS = 180_000;
const BYTES_PER_MB = 1e6;
