// Measures a cell with ddsperf, which says each second what it saw in it: the first seconds are the warm-up, and those
// behind them the repeat.

import { spawnSync } from "node:child_process";
import type { BenchCost, BenchMeasurement } from "../../../trace/benchDocument.js";
import { ddsperfMeasurements } from "../../results/importers.js";
import { BenchProcess } from "../BenchProcess.js";
import { type CellPlan, cellKey, type PeerEvent, type PeerRole, type ReadyEvent } from "../cellPlan.js";
import type { CellRequest, MeasuredCell } from "../measureCell.js";
import { cpuSecondsOf, kernelDropsOf, readWire } from "../wireCounts.js";
import { ddsperfArguments } from "./ddsperfArguments.js";

/** Rejects with a CellFailure. The processes are gone when it settles. */
export async function measureDdsperf(request: CellRequest, signal: AbortSignal): Promise<MeasuredCell> {
  const { peer, plan, domain } = request;
  const [writing, reading]: [PeerRole, PeerRole] = plan.shape === "pair" ? ["ping", "echo"] : ["pub", "sub"];
  const seconds = new Seconds();
  const measures = plan.shape === "pair" ? writing : reading;
  const processes: BenchProcess[] = [];
  const start = (role: PeerRole) => {
    const started = new BenchProcess(`ddsperf ${role}`, peer.command(role), ddsperfArguments(role, plan, domain), {
      environment: peer.environment,
      parse: (line) => (role === measures ? seconds.parse(line) : undefined),
    });
    processes.push(started);
    return started;
  };
  const onAbort = () => {
    for (const each of processes) each.kill();
  };
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const sides = { reader: start(reading), writer: start(writing) };
    const next = () => sides[plan.shape === "pair" ? "writer" : "reader"].receive("report", REPORT_TIMEOUT_MS);
    for (let left = warmUpSeconds(plan); left > 0; left--) await next();
    seconds.begin(warmUpSeconds(plan));
    const cost = costSince(sides);
    for (; !seconds.suffice(plan); seconds.grow()) await next();
    return { measurement: { ...measurementOf(request, seconds), cost: cost() }, ready: readyEvent() };
  } finally {
    signal.removeEventListener("abort", onAbort);
    for (const each of processes) each.terminate();
    await Promise.all(processes.map((each) => each.end()));
  }
}

/** What the side that measures prints: a line for each second in which there was something. */
class Seconds {
  private readonly printed: string[] = [];
  private first = 0;
  private end = 0;

  parse(line: string): PeerEvent | undefined {
    if (ddsperfMeasurements(line, 1, NO_DEFAULTS).length === 0) return undefined;
    this.printed.push(line);
    return { event: "report" };
  }

  /** Those before do not count. */
  begin(first: number): void {
    this.first = first;
    this.end = first;
  }

  /** One more counts. */
  grow(): void {
    this.end++;
  }

  get count(): number {
    return this.end - this.first;
  }

  suffice({ samples, durationMs }: CellPlan): boolean {
    if (samples === 0) return this.count >= Math.max(1, Math.ceil(durationMs / 1000));
    return (this.measured()?.samples ?? 0) >= samples;
  }

  measured(): BenchMeasurement | undefined {
    return ddsperfMeasurements(this.printed.slice(this.first, this.end).join("\n"), 1, NO_DEFAULTS)[0];
  }
}

/** The size that it prints is that of the sample, so rates of bits are those of our payloads. */
function measurementOf({ plan, repeat }: CellRequest, seconds: Seconds): BenchMeasurement {
  const { key: _key, ...measured } = seconds.measured()!;
  const { samplesPerSecond } = measured;
  return {
    ...measured,
    ...(samplesPerSecond !== undefined && { bitsPerSecond: samplesPerSecond * plan.payloadBytes * 8 }),
    ...{ key: cellKey(plan, "ddsperf", TRANSPORT), repeat, durationS: seconds.count },
  };
}

/** The first second is never whole. */
function warmUpSeconds({ spinUpMs, warmUpMs }: CellPlan): number {
  return Math.max(1, Math.ceil((spinUpMs + warmUpMs) / 1000));
}

type Sides = Readonly<Record<"writer" | "reader", BenchProcess>>;

/** @returns what was spent from this call to the next. The kernel's drops are those since the sockets were opened. */
function costSince(sides: Sides): () => BenchCost {
  const read = () => ({ wire: readWire(), writer: cpuOf(sides.writer), reader: cpuOf(sides.reader) });
  const before = read();
  return () => {
    const after = read();
    const side = (name: "writer" | "reader") => {
      const pid = sides[name].pid;
      const kernelDrops = pid === undefined ? undefined : kernelDropsOf(pid);
      const [from, to] = [before[name], after[name]];
      return {
        ...(from !== undefined && to !== undefined && { cpuSeconds: Number((to - from).toFixed(2)) }),
        ...(kernelDrops !== undefined && { kernelDrops }),
      };
    };
    const { wire } = after;
    return {
      ...{ writer: side("writer"), reader: side("reader") },
      ...(wire !== undefined &&
        before.wire !== undefined && {
          wireDatagrams: wire.datagrams - before.wire.datagrams,
          wireBytes: wire.bytes - before.wire.bytes,
        }),
    };
  };
}

function cpuOf({ pid }: BenchProcess): number | undefined {
  return pid === undefined ? undefined : cpuSecondsOf(pid);
}

/** It does not print its version: that of the package stands for it, where there is one. */
function readyEvent(): ReadyEvent {
  const { status, stdout } = spawnSync("dpkg-query", ["-W", "cyclonedds-tools"], { encoding: "utf8" });
  const version = (status === 0 && stdout.trim().split("\t")[1]) || "version not said";
  return { event: "ready", version, transport: TRANSPORT, receiveBufferAsked: RECEIVE_BUFFER_ASKED };
}

const TRANSPORT = "UDP 127.0.0.1";
const RECEIVE_BUFFER_ASKED = 8 * 1024 * 1024;
const NO_DEFAULTS = { peer: "ddsperf", transport: TRANSPORT, unit: "us" } as const;
const REPORT_TIMEOUT_MS = 15_000;
