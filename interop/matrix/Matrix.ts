// Runs the cells that were asked for, a few at a time, each in its own namespace and its own domain.
import { join } from "node:path";
import type { PayloadEntry } from "../../src/index.js";
import type { PeerEvent } from "../contract/events.js";
import { type Capture, judgeCapture, startCapture, type TsharkVerdict } from "./capture.js";
import { type CellPlan, type CellRun, runCell } from "./cell.js";
import { createIsolation, type Isolation } from "./isolation.js";
import type { Peer } from "./peers.js";
import type { CellResult, PeerResult } from "./results.js";
import type { Scenario } from "./scenario.js";

export interface MatrixOptions {
  readonly root: string;
  readonly self: Peer;
  readonly peers: readonly Peer[];
  readonly scenarios: readonly Scenario[];
  readonly isolation: Isolation["kind"];
  /** Folder for one pcapng a cell; undefined captures nothing. */
  readonly captureFolder: string | undefined;
  readonly jobs: number;
  readonly onCell: (cell: CellResult) => void;
  /** Told what the vendor's writer sent in a cell that passed. */
  readonly onPayloads?: (payloads: readonly PayloadEntry[]) => void;
}

interface Cell {
  readonly peer: Peer;
  readonly plan: CellPlan;
  readonly direction: string;
}

/** Up to domain 90 the well-known ports stay below the ephemeral ports of Linux (32768). */
const DOMAINS = 90;

export class Matrix {
  readonly peerResults: PeerResult[] = [];
  private readonly unusable = new Map<Peer, { status: "not installed" | "failed"; reason: string }>();
  private readonly versions = new Map<string, string>();

  constructor(private readonly options: MatrixOptions) {}

  async run(): Promise<CellResult[]> {
    for (const peer of this.options.peers) this.prepare(peer);
    const cells = this.plan();
    const results: CellResult[] = [];
    let next = 0;
    const worker = async () => {
      for (let i = next++; i < cells.length; i = next++) {
        results[i] = await this.runOne(cells[i]!);
        this.options.onCell(results[i]!);
      }
    };
    await Promise.all(Array.from({ length: this.options.jobs }, worker));
    this.collectPeers();
    return results;
  }

  private prepare(peer: Peer): void {
    const missing = peer.missing();
    if (missing !== undefined) {
      this.unusable.set(peer, { status: "not installed", reason: missing });
      return;
    }
    const complaint = peer.build();
    if (complaint !== undefined) this.unusable.set(peer, { status: "failed", reason: complaint });
  }

  private plan(): Cell[] {
    const { peers, scenarios, self, root } = this.options;
    const cells: Cell[] = [];
    for (const peer of peers) {
      for (const scenario of scenarios) {
        for (const [writer, reader] of [
          [self, peer],
          [peer, self],
        ] as const) {
          if (scenario.direction === "vendor writes" && writer === self) continue;
          const domain = 1 + (cells.length % DOMAINS);
          const plan = { scenario, writer, reader, domain, root };
          cells.push({ peer, plan, direction: `${writer.name}->${reader.name}` });
        }
      }
    }
    return cells;
  }

  private async runOne(cell: Cell): Promise<CellResult> {
    const { peer, plan, direction } = cell;
    const head = { peer: peer.name, scenario: plan.scenario.name, direction };
    const unusable = this.unusable.get(peer);
    if (unusable !== undefined) return { ...head, ...unusable, durationMs: 0 };
    const reason = plan.writer.unsupported(plan.scenario, "pub") ?? plan.reader.unsupported(plan.scenario, "sub");
    if (reason !== undefined) return { ...head, status: "not supported", reason, durationMs: 0 };
    const startedAt = performance.now();
    const outcome = await this.runIsolated(cell).catch((error: Error) => error);
    const durationMs = Math.round(performance.now() - startedAt);
    if (outcome instanceof Error) return { ...head, status: "failed", reason: outcome.message, durationMs };
    const { run, tshark } = outcome;
    this.noteVersions(run);
    if (run.unsupported !== undefined) return { ...head, status: "not supported", reason: run.unsupported, durationMs };
    const complaints = [...run.complaints, ...tsharkComplaints(tshark)];
    const note = run.note === undefined ? {} : { note: run.note };
    const common = { ...head, durationMs, ...note, ...(tshark === undefined ? {} : { tshark }) };
    if (complaints.length === 0) {
      this.options.onPayloads?.(run.payloads ?? []);
      return { ...common, status: "passed" };
    }
    const evidence = { ...run.events, stderr: run.stderr };
    return { ...common, status: "failed", reason: complaints.join("; "), evidence };
  }

  private async runIsolated(cell: Cell): Promise<{ run: CellRun; tshark: TsharkVerdict | undefined }> {
    const isolation = await createIsolation(this.options.isolation);
    const file = this.captureFile(cell);
    let capture: Capture | undefined;
    try {
      if (file !== undefined) capture = await startCapture(file, isolation);
      const run = await runCell(cell.plan, isolation);
      await capture?.stop();
      const prefix = ourPrefix(cell, this.options.self, run);
      const isJudged = file !== undefined && prefix !== "";
      return { run, tshark: isJudged ? await judgeCapture(file, prefix) : undefined };
    } finally {
      await capture?.stop();
      isolation.close();
    }
  }

  private captureFile(cell: Cell): string | undefined {
    const { captureFolder } = this.options;
    if (captureFolder === undefined) return undefined;
    return join(captureFolder, `${cell.direction.replace("->", "-to-")}-${cell.plan.scenario.name}.pcapng`);
  }

  private noteVersions(run: CellRun): void {
    for (const event of Object.values(run.events).flat())
      if (event.event === "ready") this.versions.set(event.vendor, event.version);
  }

  private collectPeers(): void {
    for (const peer of this.options.peers) {
      const unusable = this.unusable.get(peer);
      const version = this.versions.get(peer.name);
      this.peerResults.push({
        name: peer.name,
        installed: unusable?.status !== "not installed",
        ...(version === undefined ? {} : { version }),
        ...(unusable === undefined ? {} : { reason: unusable.reason }),
      });
    }
  }
}

function ourPrefix(cell: Cell, self: Peer, run: CellRun): string {
  const events: readonly PeerEvent[] = cell.plan.writer === self ? run.events.writer : run.events.reader;
  const ready = events.find((event) => event.event === "ready");
  return ready?.event === "ready" ? ready.guidPrefix : "";
}

function tsharkComplaints(verdict: TsharkVerdict | undefined): string[] {
  if (verdict === undefined) return [];
  const complaints: string[] = [];
  if (verdict.ours === 0) complaints.push("tshark saw none of our datagrams");
  if (verdict.malformed > 0) complaints.push(`tshark: ${verdict.malformed} malformed (${verdict.messages[0]})`);
  if (verdict.expertWarnings > 0)
    complaints.push(`tshark: ${verdict.expertWarnings} expert warnings (${verdict.messages[0]})`);
  return complaints;
}
