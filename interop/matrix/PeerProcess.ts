// One peer as a child process: its event lines, its commands, its end.
import { type ChildProcess, spawn } from "node:child_process";
import type { PeerEvent } from "../contract/events.js";

/** How much of a peer's stderr a failed cell shows. */
const STDERR_KEPT = 2000;

export class PeerProcess {
  readonly events: PeerEvent[] = [];
  readonly exited: Promise<number>;
  private readonly child: ChildProcess;
  private readonly watchers = new Set<() => void>();
  private pending = "";
  private ended = false;
  private stderrText = "";

  constructor(command: string, args: readonly string[], options: { cwd: string }) {
    this.child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"], cwd: options.cwd });
    this.child.stdin?.on("error", () => {});
    this.child.stdout?.setEncoding("utf8").on("data", (chunk: string) => this.readLines(chunk));
    this.child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      this.stderrText = (this.stderrText + chunk).slice(-STDERR_KEPT);
    });
    this.exited = new Promise((resolve) => {
      this.child.once("error", (error) => {
        this.stderrText += error.message;
        this.finish(resolve, -1);
      });
      this.child.once("close", (code) => this.finish(resolve, code ?? -1));
    });
  }

  get stderr(): string {
    return this.stderrText.trim();
  }

  /** @param command a line of interop/README.md, without its end */
  send(command: string): void {
    if (!this.ended) this.child.stdin?.write(`${command}\n`);
  }

  kill(): void {
    this.child.kill("SIGKILL");
  }

  /** Resolves true as soon as `condition` holds for the events, false when the time is over or the peer has ended. */
  until(condition: (events: readonly PeerEvent[]) => boolean, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (result: boolean) => {
        clearTimeout(timer);
        this.watchers.delete(check);
        resolve(result);
      };
      const check = () => {
        if (condition(this.events)) settle(true);
        else if (this.ended) settle(false);
      };
      const timer = setTimeout(() => settle(false), timeoutMs);
      this.watchers.add(check);
      check();
    });
  }

  private readLines(chunk: string): void {
    const lines = (this.pending + chunk).split("\n");
    this.pending = lines.pop() ?? "";
    for (const line of lines) {
      const event = parseEvent(line);
      if (event !== undefined) this.events.push(event);
    }
    for (const watcher of [...this.watchers]) watcher();
  }

  private finish(resolve: (code: number) => void, code: number): void {
    this.ended = true;
    resolve(code);
    for (const watcher of [...this.watchers]) watcher();
  }
}

/** A vendor library may print lines of its own on stdout; they are not events. */
function parseEvent(line: string): PeerEvent | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const event = JSON.parse(line) as PeerEvent;
    return event.event === "sample" ? { ...event, arrivedMs: performance.now() } : event;
  } catch {
    return { event: "error", message: `not an event line: ${line.slice(0, 200)}` };
  }
}
