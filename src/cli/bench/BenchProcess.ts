// One side of a cell: a peer's program as a child process that speaks JSON lines.

import { type ChildProcess, spawn } from "node:child_process";
import type { MemoryEvent, PeerEvent } from "./cellPlan.js";

/** A cell could not be measured. The message is one line; the run goes on with the next cell. */
export class CellFailure extends Error {
  override readonly name = "CellFailure";
}

type EventName = PeerEvent["event"];
type EventOf<N extends EventName> = Extract<PeerEvent, { readonly event: N }>;

interface Wanted {
  readonly name: EventName;
  readonly resolve: (event: PeerEvent) => void;
  readonly reject: (error: Error) => void;
}

export interface BenchProcessOptions {
  /** Besides that of the command. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  readonly onMemory?: (event: MemoryEvent) => void;
  /** What a line means, of a program that prints its own; default: JSON, as in cellPlan.ts. */
  readonly parse?: (line: string) => PeerEvent | undefined;
}

export class BenchProcess {
  private readonly child: ChildProcess;
  private readonly inbox: PeerEvent[] = [];
  private readonly exited: Promise<void>;
  private wanted: Wanted | undefined;
  private failure: CellFailure | undefined;
  private pending = "";
  private complaints = "";

  constructor(
    private readonly name: string,
    command: readonly string[],
    args: readonly string[],
    private readonly options: BenchProcessOptions = {},
  ) {
    const [program, ...first] = command;
    const { environment = {} } = options;
    this.child = spawn(program!, [...first, ...args], { stdio: "pipe", env: { ...process.env, ...environment } });
    this.child.stdin?.on("error", () => undefined);
    this.child.stdout?.setEncoding("utf8").on("data", (text: string) => this.readLines(text));
    this.child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.complaints = (this.complaints + text).slice(-KEPT_COMPLAINTS);
    });
    this.exited = new Promise((resolve) => {
      this.child.once("error", (error) => {
        this.fail(`did not start: ${error.message}`);
        resolve();
      });
      this.child.once("close", (code, signal) => {
        this.fail(`ended early (${signal ?? `code ${code}`})${this.lastComplaint()}`);
        resolve();
      });
    });
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** A line to the program: "go", "report", "stop". */
  send(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  /** The next event of a name. Rejects with a CellFailure when the time is over or the program fails. */
  receive<N extends EventName>(name: N, timeoutMs: number): Promise<EventOf<N>> {
    const index = this.inbox.findIndex(({ event }) => event === name);
    if (index >= 0) return Promise.resolve(this.inbox.splice(index, 1)[0] as EventOf<N>);
    if (this.failure !== undefined) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.fail(`said no "${name}" within ${timeoutMs / 1000} s`), timeoutMs);
      this.wanted = {
        name,
        resolve: (event) => {
          clearTimeout(timer);
          resolve(event as EventOf<N>);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
    });
  }

  /** Asks it to leave, and kills it if it does not. */
  async end(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.send("stop");
      this.child.stdin?.end();
    }
    const timer = setTimeout(() => this.kill(), END_TIMEOUT_MS);
    await this.exited;
    clearTimeout(timer);
  }

  /** For a program that does not listen to "stop". */
  terminate(): void {
    this.child.kill("SIGTERM");
  }

  kill(): void {
    this.child.kill("SIGKILL");
  }

  private readLines(text: string): void {
    const lines = (this.pending + text).split("\n");
    this.pending = lines.pop() ?? "";
    const { parse = parseJson } = this.options;
    for (const line of lines) this.handle(parse(line));
  }

  private handle(event: PeerEvent | undefined): void {
    if (event === undefined) return;
    if (event.event === "error") this.fail(event.message);
    else if (event.event === "memory") this.options.onMemory?.(event);
    else if (this.wanted?.name === event.event) {
      const { resolve } = this.wanted;
      this.wanted = undefined;
      resolve(event);
    } else this.inbox.push(event);
  }

  private fail(reason: string): void {
    this.failure ??= new CellFailure(`${this.name}: ${reason}`.replace(/\s*\n\s*/g, " "));
    this.wanted?.reject(this.failure);
    this.wanted = undefined;
  }

  private lastComplaint(): string {
    const line = this.complaints.trim().split("\n").at(-1) ?? "";
    return line === "" ? "" : `: ${line}`;
  }
}

/** What is no JSON, a library of a vendor wrote. */
function parseJson(line: string): PeerEvent | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    return JSON.parse(line) as PeerEvent;
  } catch {
    return undefined;
  }
}

const KEPT_COMPLAINTS = 2000;
const END_TIMEOUT_MS = 3000;
