// What a user can mend: one line on standard error, exit code 2, never a stack trace.

import { CommanderError } from "commander";
import { CdrError, DdsError, IdlError, PortError, QosError, TransportError } from "../index.js";

/** A mistake in the arguments or the environment. The message is one line that says what to do. */
export class CliError extends Error {
  override readonly name = "CliError";
}

/** Exit code for everything a user can mend. */
export const EXIT_USAGE = 2;

/** The one line for an error that a user can mend; undefined for a defect of ours. */
export function userMessage(error: unknown): string | undefined {
  if (error instanceof CommanderError) return error.message.replace(/^error: /, "");
  if (
    error instanceof CliError ||
    error instanceof TransportError ||
    error instanceof PortError ||
    error instanceof QosError ||
    error instanceof DdsError ||
    error instanceof CdrError
  ) {
    return oneLine(error.message);
  }
  if (error instanceof IdlError) return oneLine(error.message);
  if (isSystemError(error)) return oneLine(error.message);
  return undefined;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ");
}

/** Errors of the file system and the network: ENOENT, EACCES, EADDRINUSE … */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === "string" && "syscall" in error;
}
