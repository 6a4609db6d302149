// How commands end before they are done: Ctrl-C, SIGTERM, or nobody reads their output any more. Each says goodbye on
// the wire first; a second Ctrl-C does not wait for that.

import { EXIT_USAGE } from "./exitCodes.js";
import { complain } from "./output.js";

type Cause = "SIGINT" | "SIGTERM" | "EPIPE";

/** As shells report them: 128 and the number of the signal. `rtps sub … | head` has done what it was asked for. */
const EXIT_CODES: Readonly<Record<Cause, number>> = { SIGINT: 130, SIGTERM: 143, EPIPE: 0 };

const controller = new AbortController();

/** Aborts when the command is to end. Call it once, when the command starts. */
export function endSignal(): AbortSignal {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => controller.abort(signal));
  return controller.signal;
}

/** For a command that ended before it had done what it was asked to. */
export function exitUnfinished(): void {
  process.exitCode = EXIT_CODES[controller.signal.reason as Cause];
}

/** A reader of standard output that goes away ends the command; what else goes wrong there is one line. */
export function watchOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") {
      controller.abort("EPIPE");
      return;
    }
    complain(`rtps: cannot write to standard output: ${error.message}`);
    process.exit(EXIT_USAGE);
  });
  // Where complaints cannot be written nobody is to be told; the exit code says it.
  process.stderr.on("error", () => undefined);
}

/** Resolves after `ms`, however long that is, or as soon as the signal aborts. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  let left = ms;
  while (!signal.aborted) {
    await nap(Math.min(left, MAX_TIMER_MS), signal);
    left -= MAX_TIMER_MS;
    if (left <= 0) return;
  }
}

function nap(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
}

/** setTimeout takes what is longer for 1 ms. */
const MAX_TIMER_MS = 0x7fffffff;
