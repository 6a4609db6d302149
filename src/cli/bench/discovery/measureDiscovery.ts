// Measures how long two processes take from created to matched on both sides, and what goes over the wire meanwhile.
// One side runs already when the other is created; each attempt has fresh processes.

import type { BenchMeasurement } from "../../../trace/benchDocument.js";
import { median } from "../../../trace/statistics.js";
import { sleep } from "../../ending.js";
import { BenchProcess } from "../BenchProcess.js";
import { type CellPlan, cellKey, type PeerRole, peerArguments, type ReadyEvent } from "../cellPlan.js";
import type { CellRequest, MeasuredCell } from "../measureCell.js";
import { readWire } from "../wireCounts.js";

export interface DiscoveryPlan extends CellPlan {
  readonly attempts: number;
}

interface Attempt {
  readonly createdToMatchedUs: number;
  readonly writerToMatchedUs: number;
  readonly datagrams?: number;
  readonly bytes?: number;
  readonly ready: ReadyEvent;
}

/** Rejects with a CellFailure. */
export async function measureDiscovery(
  request: CellRequest & { readonly plan: DiscoveryPlan },
  signal: AbortSignal,
): Promise<MeasuredCell> {
  const { plan, peer, repeat } = request;
  const attempts: Attempt[] = [];
  for (let i = 0; i < plan.attempts; i++) {
    signal.throwIfAborted();
    attempts.push(await attempt(request, i, signal));
  }
  const { ready } = attempts[0]!;
  const measurement: BenchMeasurement = {
    ...{ key: cellKey(plan, peer.name, ready.transport), repeat },
    latenciesUs: attempts.map(({ createdToMatchedUs }) => createdToMatchedUs),
    figures: {
      writerToMatchedMs: median(attempts.map(({ writerToMatchedUs }) => writerToMatchedUs)) / 1000,
      ...medianOf("datagrams", attempts),
      ...medianOf("bytes", attempts),
    },
  };
  return { measurement, ready };
}

async function attempt(request: CellRequest, index: number, signal: AbortSignal): Promise<Attempt> {
  const { peer, plan, domain, topic } = request;
  const processes: BenchProcess[] = [];
  const start = (role: PeerRole) => {
    const args = peerArguments(role, plan, { domain, topic: `${topic}/${index}` });
    const started = new BenchProcess(`${peer.name} ${role}`, peer.command(role), args, {
      environment: peer.environment,
    });
    processes.push(started);
    return started;
  };
  const onAbort = () => {
    for (const each of processes) each.kill();
  };
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const reader = start("sub");
    await reader.receive("ready", TIMEOUT_MS);
    await sleep(ALONE_MS, signal);
    const before = readWire();
    const writer = start("pub");
    const ready = await writer.receive("ready", TIMEOUT_MS);
    const matched = await Promise.all([reader, writer].map((each) => each.receive("matched", TIMEOUT_MS)));
    await sleep(SETTLE_MS, signal);
    const after = readWire();
    const matchedAtUs = Math.max(...matched.map(({ atUs = Number.NaN }) => atUs));
    return {
      ready,
      createdToMatchedUs: matchedAtUs - ready.createdAtUs!,
      // Both may have met before the writer's program could say that all exists.
      writerToMatchedUs: Math.max(0, matchedAtUs - ready.existAtUs!),
      ...(before && after && { datagrams: after.datagrams - before.datagrams, bytes: after.bytes - before.bytes }),
    };
  } finally {
    signal.removeEventListener("abort", onAbort);
    await Promise.all(processes.map((each) => each.end()));
  }
}

function medianOf(name: "datagrams" | "bytes", attempts: readonly Attempt[]): Record<string, number> {
  const values = attempts.flatMap((one) => one[name] ?? []);
  return values.length === 0 ? {} : { [name]: median(values) };
}

const TIMEOUT_MS = 15_000;
/** The first side has said what it says at the beginning. */
const ALONE_MS = 500;
/** What belongs to the discovery still goes after the match. */
const SETTLE_MS = 200;
