// Runs the cells of a benchmark: peers alternate (A B A B), the order rotates, and every cell has fresh processes.
// A cell that fails is noted and the run goes on.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchDocument, BenchFailure, BenchMeasurement, BenchPeerFacts } from "../../trace/benchDocument.js";
import { buildBenchDocument } from "../../trace/buildBenchDocument.js";
import { environmentFacts } from "../environmentFacts.js";
import { CellFailure } from "./BenchProcess.js";
import { type CellPlan, cellKey, type ReadyEvent } from "./cellPlan.js";
import { type CellRequest, type MeasuredCell, measureCell } from "./measureCell.js";
import type { BenchPeer } from "./peers.js";

export interface BenchRun {
  readonly benchmark: string;
  readonly command: string;
  readonly peers: readonly BenchPeer[];
  readonly plans: readonly CellPlan[];
  readonly repeats: number;
}

/** One cell of one repeat. */
export interface BenchTask {
  readonly peer: BenchPeer;
  readonly plan: CellPlan;
  /** From 1. */
  readonly repeat: number;
}

export interface RunHooks {
  /** Before a cell, and once behind the last with no task. */
  onProgress(done: number, total: number, task: BenchTask | undefined): void;
  /** After a cell. */
  onCell?(task: BenchTask, result: BenchMeasurement | BenchFailure): void;
  /** How a cell is measured; default `measureCell`. */
  readonly measure?: ((request: CellRequest, signal: AbortSignal) => Promise<MeasuredCell>) | undefined;
}

/** Rejects when the signal aborts, and never because a peer fails. */
export async function runBench(run: BenchRun, hooks: RunHooks, signal: AbortSignal): Promise<BenchDocument> {
  const { skipped, usable } = preparePeers(run);
  const tasks = orderTasks(usable, run.plans, run.repeats);
  const folder = await mkdtemp(join(tmpdir(), "rtps-bench-"));
  const collected = new Collected();
  try {
    for (const [index, task] of tasks.entries()) {
      signal.throwIfAborted();
      hooks.onProgress(index, tasks.length, task);
      const result = await runTask(task, { folder, index }, hooks, signal, collected);
      hooks.onCell?.(task, result);
    }
    hooks.onProgress(tasks.length, tasks.length, undefined);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return buildBenchDocument({
    benchmark: run.benchmark,
    command: run.command,
    environment: environmentFacts(),
    peers: [...usable.map((peer) => peerFacts(peer, collected.ready.get(peer.name))), ...skipped],
    measurements: collected.measurements,
    failures: collected.failures,
  });
}

/** Repeat by repeat and plan by plan all peers in turn; who is first moves on by one each time. */
export function orderTasks(
  peers: readonly BenchPeer[],
  plans: readonly CellPlan[],
  repeats: number,
): readonly BenchTask[] {
  const tasks: BenchTask[] = [];
  for (let repeat = 1; repeat <= repeats; repeat++) {
    // The raw socket knows no QoS: plans that differ in that alone are one cell to it.
    const planned = new Set<string>();
    for (const [index, plan] of plans.entries()) {
      const able = peers.filter((peer) => {
        if (peer.unsupported(plan) !== undefined) return false;
        const cell = JSON.stringify(cellKey(plan, peer.name, ""));
        return !planned.has(cell) && planned.add(cell);
      });
      for (let i = 0; i < able.length; i++) {
        tasks.push({ peer: able[(i + index + repeat - 1) % able.length]!, plan, repeat });
      }
    }
  }
  return tasks;
}

class Collected {
  readonly measurements: BenchMeasurement[] = [];
  readonly failures: BenchFailure[] = [];
  readonly ready = new Map<string, ReadyEvent>();
}

async function runTask(
  { peer, plan, repeat }: BenchTask,
  { folder, index }: { readonly folder: string; readonly index: number },
  { measure = measureCell }: RunHooks,
  signal: AbortSignal,
  collected: Collected,
): Promise<BenchMeasurement | BenchFailure> {
  const request: CellRequest = {
    ...{ peer, plan, repeat },
    domain: FIRST_DOMAIN + ((process.pid + index) % DOMAINS),
    topic: `bench/${process.pid}/${index}`,
    samplesFile: join(folder, `${index}.f64`),
  };
  try {
    const { measurement, ready } = await (peer.measure ?? measure)(request, signal);
    collected.measurements.push(measurement);
    collected.ready.set(peer.name, ready);
    return measurement;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof CellFailure)) throw error;
    const failure = { ...cellKey(plan, peer.name, UNKNOWN_TRANSPORT), repeat, reason: error.message };
    collected.failures.push(failure);
    return failure;
  }
}

function preparePeers({ peers, plans }: BenchRun): { usable: BenchPeer[]; skipped: BenchPeerFacts[] } {
  const usable: BenchPeer[] = [];
  const skipped: BenchPeerFacts[] = [];
  for (const peer of peers) {
    const reason = whySkipped(peer, plans);
    if (reason === undefined) usable.push(peer);
    else skipped.push({ peer: peer.name, title: peer.title, skipped: reason });
  }
  return { usable, skipped };
}

function whySkipped(peer: BenchPeer, plans: readonly CellPlan[]): string | undefined {
  const unsupported = plans.map((plan) => peer.unsupported(plan));
  if (unsupported.every((reason) => reason !== undefined)) return `not supported: ${unsupported[0]}`;
  const missing = peer.prepare();
  return missing === undefined ? undefined : `not installed: ${missing}`;
}

function peerFacts({ name, title, note }: BenchPeer, ready: ReadyEvent | undefined): BenchPeerFacts {
  const named = { peer: name, title, ...(note !== undefined && { note }) };
  if (ready === undefined) return named;
  const { version, transport, receiveBufferAsked, receiveBufferGranted } = ready;
  return {
    ...{ ...named, version, transport },
    ...(receiveBufferAsked !== undefined && { receiveBufferAsked }),
    ...(receiveBufferGranted !== undefined && { receiveBufferGranted }),
  };
}

/** Ports of these are below those that systems give out of their own accord. */
const FIRST_DOMAIN = 20;
const DOMAINS = 80;
const UNKNOWN_TRANSPORT = "unknown";
