// One command as a child process whose output is text: our own command line.
import { type ChildProcess, spawn } from "node:child_process";

export class CommandProcess {
  out = "";
  err = "";
  readonly exited: Promise<number>;
  private readonly child: ChildProcess;
  private readonly watchers = new Set<() => void>();
  private ended = false;

  constructor(command: string, args: readonly string[], options: { cwd: string; input?: string }) {
    this.child = spawn(command, args, { stdio: "pipe", cwd: options.cwd });
    this.child.stdin?.on("error", () => {});
    if (options.input !== undefined) this.child.stdin?.end(options.input);
    this.child.stdout?.setEncoding("utf8").on("data", (text: string) => this.note("out", text));
    this.child.stderr?.setEncoding("utf8").on("data", (text: string) => this.note("err", text));
    this.exited = new Promise((resolve) => {
      const finish = (code: number) => {
        this.ended = true;
        resolve(code);
        for (const watcher of [...this.watchers]) watcher();
      };
      this.child.once("error", (error) => {
        this.err += error.message;
        finish(-1);
      });
      this.child.once("close", (code) => finish(code ?? -1));
    });
  }

  /** Resolves true as soon as `condition` holds, false when the time is over or the command has ended without. */
  until(condition: () => boolean, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (result: boolean) => {
        clearTimeout(timer);
        this.watchers.delete(check);
        resolve(result);
      };
      const check = () => {
        if (condition()) settle(true);
        else if (this.ended) settle(false);
      };
      const timer = setTimeout(() => settle(condition()), timeoutMs);
      this.watchers.add(check);
      check();
    });
  }

  kill(): void {
    this.child.kill("SIGKILL");
  }

  private note(stream: "out" | "err", text: string): void {
    this[stream] += text;
    for (const watcher of [...this.watchers]) watcher();
  }
}
