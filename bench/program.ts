// What the programs that `rtps bench` starts have in common: options in, one "ready" and one "report" out, as JSON lines.

import { parseArgs } from "node:util";

/** The options by name; every one has a value. */
export function programOptions(names: readonly string[]): Record<string, string> {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" } as const]));
  const { values } = parseArgs({ options });
  return Object.fromEntries(names.map((name) => [name, `${values[name] ?? ""}`]));
}

/** Runs it, and says what it found or what went wrong. The process ends. */
export function runProgram(transport: string, work: () => Promise<object>): void {
  // Ctrl-C goes to the whole process group: the command ends first, and tells us.
  process.on("SIGINT", () => undefined);
  emit({ event: "ready", version: process.version, transport });
  work().then(
    (report) => end({ event: "report", ...report }, 0),
    (error: unknown) => end({ event: "error", message: error instanceof Error ? error.message : String(error) }, 2),
  );
}

function end(event: object, code: number): void {
  emit(event);
  process.stdout.write("", () => process.exit(code));
}

function emit(event: object): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}
