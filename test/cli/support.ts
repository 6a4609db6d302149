// Runs the built command line in child processes that meet nobody but each other.

import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DomainParticipant, type DomainParticipantOptions } from "../../src/index.js";

const here = dirname(fileURLToPath(import.meta.url));
const root = here.includes(join("dist", "test")) ? join(here, "..", "..", "..") : join(here, "..", "..");
export const MAIN = join(root, "dist", "rtps.cjs");

/** Below the ports that systems give out of their own accord. */
const DOMAIN = 50 + randomInt(40);
const TAG = `test-${process.pid}-${randomInt(1e9)}`;

/** Everything on 127.0.0.1, found by the first participant indexes of a domain that is ours alone by its tag. */
export const NET = [
  ...["--domain", String(DOMAIN), "--domain-tag", TAG],
  ...["--interface", "127.0.0.1", "--no-multicast", "--peer", "127.0.0.1"],
];

const folder = mkdtempSync(join(tmpdir(), "rtps-cli-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

export function pathOf(name: string): string {
  return join(folder, name);
}

export function writeTemporary(name: string, text: string | Uint8Array): string {
  writeFileSync(pathOf(name), text);
  return pathOf(name);
}

export const SHAPES = `${writeTemporary(
  "shapes.idl",
  "struct ShapeType { @key string color; long x; long y; long shapesize; };",
)}#ShapeType`;

export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** A running command. */
export class Run {
  out = "";
  err = "";
  readonly ended: Promise<Outcome>;
  private readonly listeners = new Set<() => void>();

  constructor(readonly child: ChildProcess) {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => this.note("out", text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => this.note("err", text));
    this.ended = new Promise((resolve) => {
      child.on("close", (code, signal) => {
        running.delete(this);
        resolve({ code, signal, out: this.out, err: this.err });
      });
    });
    running.add(this);
    // A command that hangs fails its test instead of stopping it.
    const timer = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MS);
    void this.ended.then(() => clearTimeout(timer));
  }

  /** Waits until the output matches. */
  until(stream: "out" | "err", pattern: RegExp): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`no ${pattern} in: ${this.out}\n${this.err}`));
      const timer = setTimeout(fail, TIMEOUT_MS);
      const look = () => {
        if (!pattern.test(this[stream])) return;
        clearTimeout(timer);
        this.listeners.delete(look);
        resolve();
      };
      this.listeners.add(look);
      look();
    });
  }

  private note(stream: "out" | "err", text: string): void {
    this[stream] += text;
    for (const listener of this.listeners) listener();
  }
}

const running = new Set<Run>();
const TIMEOUT_MS = 60_000;

export function start(args: readonly string[], input?: string, program: readonly string[] = [process.execPath]): Run {
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
  const child = spawn(program[0]!, [...program.slice(1), MAIN, ...args], { stdio: "pipe", env });
  child.stdin.on("error", () => {});
  if (input !== undefined) child.stdin.end(input);
  return new Run(child);
}

/** Runs to the end. */
export function rtps(args: readonly string[], input = ""): Promise<Outcome> {
  return start(args, input).ended;
}

/** Ends what a failed test has left. */
export function stopAll(): void {
  for (const run of running) run.child.kill("SIGKILL");
}

const participants: DomainParticipant[] = [];

/** A participant of this process in the domain of the commands. */
export async function openHere(options: DomainParticipantOptions = {}): Promise<DomainParticipant> {
  const participant = await DomainParticipant.create({
    domainId: DOMAIN,
    domainTag: TAG,
    interfaces: ["127.0.0.1"],
    multicast: false,
    peers: ["127.0.0.1"],
    ...options,
  });
  participants.push(participant);
  return participant;
}

export async function closeHere(): Promise<void> {
  await Promise.all(participants.splice(0).map((participant) => participant.close({ lingerMs: 0 })));
}

export function lines(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}
