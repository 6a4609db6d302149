// The processes of one cell: starts them, waits for them, asks them to leave.
import type { PeerEvent } from "../contract/events.js";
import { EXIT_OK } from "../contract/events.js";
import { DEFAULT_OPTIONS, type PeerOptions, peerArguments } from "../contract/options.js";
import type { Isolation } from "./isolation.js";
import { PeerProcess } from "./PeerProcess.js";
import type { Peer } from "./peers.js";
import type { Actor, Scenario } from "./scenario.js";

export interface CellPlan {
  readonly scenario: Scenario;
  readonly writer: Peer;
  readonly reader: Peer;
  readonly domain: number;
  readonly root: string;
}

/** A process start with a vendor's library on a busy machine. */
const START_TIMEOUT_MS = 20_000;
/** From ready on. Long enough for the slowest announcement of any vendor (3 s), short enough for a matrix of failures. */
export const STEP_TIMEOUT_MS = 6000;
const EXIT_TIMEOUT_MS = 4000;
/** Peers end by themselves after this, should the runner be killed. */
const PEER_LIFE_MS = 60_000;

export class Stage {
  private readonly processes = new Map<Actor, PeerProcess>();
  private readonly marks = new Map<Actor, number>();
  /** Those that have been asked to leave, or made to. */
  private readonly gone = new Set<Actor>();

  constructor(
    readonly plan: CellPlan,
    private readonly isolation: Isolation,
  ) {}

  start(who: Actor): void {
    const [file, ...args] = this.peerOf(who).command;
    const [command, wrapped] = this.isolation.wrap(file, [...args, ...peerArguments(this.optionsOf(who))]);
    this.processes.set(who, new PeerProcess(command, wrapped, { cwd: this.plan.root }));
  }

  process(who: Actor): PeerProcess {
    const process = this.processes.get(who);
    if (process === undefined) throw new Error(`the scenario uses ${who} before it starts it`);
    return process;
  }

  events(who: Actor): readonly PeerEvent[] {
    return this.processes.get(who)?.events ?? [];
  }

  /** From now on `eventsBeforeMark` gives what has been told so far. */
  mark(): void {
    for (const [who, process] of this.processes) this.marks.set(who, process.events.length);
  }

  eventsBeforeMark(who: Actor): readonly PeerEvent[] {
    return this.events(who).slice(0, this.marks.get(who) ?? 0);
  }

  get stderr(): string {
    const texts = [...this.processes].map(([, process]) => process.stderr);
    return texts.filter((text) => text !== "").join("\n");
  }

  /** @returns complaints */
  async untilReady(...who: Actor[]): Promise<string[]> {
    const complaints = await Promise.all(
      who.map(async (one) => {
        const isReady = (events: readonly PeerEvent[]) => events.some((event) => event.event === "ready");
        const ready = await this.process(one).until(isReady, START_TIMEOUT_MS);
        return ready ? [] : [`${one} did not start${this.lastError(one)}`];
      }),
    );
    return complaints.flat();
  }

  /** Asks one to leave; it has to say goodbye and exit with 0. @returns complaints */
  async stop(who: Actor): Promise<string[]> {
    if (this.gone.has(who)) return [];
    this.gone.add(who);
    const process = this.process(who);
    process.send("stop");
    const left = await Promise.race([process.exited, sleep(EXIT_TIMEOUT_MS)]);
    if (left === undefined) return [`${who} did not stop within ${EXIT_TIMEOUT_MS} ms`];
    const isDone = process.events.some((event) => event.event === "done");
    return left === EXIT_OK && isDone ? [] : [`${who} exited with code ${left}${this.lastError(who)}`];
  }

  /** Ends one without a goodbye, and waits until it is gone. */
  async kill(who: Actor): Promise<void> {
    this.gone.add(who);
    this.process(who).kill();
    await this.process(who).exited;
  }

  /** Writers first, so that readers see them leave. @returns complaints */
  async stopAll(): Promise<string[]> {
    const complaints: string[] = [];
    for (const who of ["writer", "second", "reader"] as const)
      if (this.processes.has(who)) complaints.push(...(await this.stop(who)));
    return complaints;
  }

  close(): void {
    for (const process of this.processes.values()) process.kill();
  }

  errors(): string[] {
    return [...this.processes.keys()].flatMap((who) => this.errorsOf(who).map((message) => `${who}: ${message}`));
  }

  lastError(who: Actor): string {
    const message = this.errorsOf(who).at(-1) ?? "";
    const stderr = this.process(who).stderr.split("\n").at(-1) ?? "";
    return (message === "" ? "" : `: ${message}`) + (stderr === "" ? "" : `: ${stderr}`);
  }

  /** What the first vendor that refused said; undefined when none did. */
  unsupported(): string | undefined {
    for (const who of this.processes.keys())
      for (const event of this.events(who))
        if (event.event === "unsupported") return `${this.peerOf(who).title}: ${event.message}`;
    return undefined;
  }

  optionsOf(who: Actor): PeerOptions {
    const { scenario } = this.plan;
    const merged = { ...DEFAULT_OPTIONS, ...scenario.both, ...scenario[who] };
    return {
      ...merged,
      role: who === "reader" ? "sub" : "pub",
      domain: this.plan.domain,
      topic: "Square",
      // A reader runs until it is stopped, so that samples too many are seen.
      count: who === "reader" ? 0 : merged.count,
      waitReaders: scenario.kind === "late joiner" ? 0 : merged.waitReaders,
      gate: who === "reader" ? merged.gate : isGated(this.plan),
      lingerMs: PEER_LIFE_MS,
      timeoutMs: PEER_LIFE_MS,
    };
  }

  private peerOf(who: Actor): Peer {
    return who === "reader" ? this.plan.reader : this.plan.writer;
  }

  private errorsOf(who: Actor): string[] {
    return this.events(who).flatMap((event) => (event.event === "error" ? [event.message] : []));
  }
}

/**
 * Matching is not simultaneous: a vendor's writer that has matched may write before its reader has, and then the first
 * samples are lost by design. Such a writer waits until both have matched. Our own does not need that: `ready()`
 * promises that the first sample arrives, unless the reader never answers a HEARTBEAT of an empty history.
 */
function isGated(plan: CellPlan): boolean {
  if (plan.scenario.kind === "script") return true;
  if (plan.scenario.kind !== "exchange") return false;
  return plan.writer.name !== "self" || plan.reader.isSilentUntilData;
}

export function sleep(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined));
}
