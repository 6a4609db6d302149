// What a user can mend: one line on standard error, exit code 2, never a stack trace.

import { CommanderError } from "commander";
import {
  CdrError,
  DdsError,
  IdlError,
  PortError,
  QosError,
  RosNameError,
  TransportError,
  type TransportErrorCode,
} from "../index.js";
import { PeerFailure } from "./stages/ChildPeer.js";

/** A mistake in the arguments or the environment. The message is one line that says what to do. */
export class CliError extends Error {
  override readonly name = "CliError";
}

/** Errors whose message is made for the user. */
const KNOWN = [CliError, TransportError, PortError, QosError, DdsError, CdrError, IdlError, RosNameError, PeerFailure];

/** The options that help, for errors whose message speaks of the API. */
const ADVICE: Partial<Record<TransportErrorCode, string>> = {
  PORT_TAKEN: "--domain, --index, --any-port",
  NO_MULTICAST: "--interface, --no-multicast, --peer",
};

/** The one line for an error that a user can mend; undefined for a defect of ours. */
export function userMessage(error: unknown, help = "rtps --help"): string | undefined {
  if (error instanceof CommanderError)
    return `${oneLine(error.message.replace(/^error: /, "")).replace(/\.$/, "")}; see ${help}`;
  if (error instanceof TransportError && ADVICE[error.code] !== undefined) {
    return `${oneLine(error.message)} (${ADVICE[error.code]})`;
  }
  if (KNOWN.some((known) => error instanceof known) || isSystemError(error)) return oneLine((error as Error).message);
  return undefined;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ");
}

/** Errors of the file system and the network: ENOENT, EACCES, EADDRINUSE … */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === "string" && "syscall" in error;
}
