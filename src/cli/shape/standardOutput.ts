// A file descriptor for standard output that can be full without blocking a thread of this process.

import { constants, fstatSync, openSync } from "node:fs";

/**
 * Terminals and pipes are opened anew, non-blocking: the flag then is ours alone, and a write that nobody reads does
 * not keep the process from ending. Where that cannot be (files, sockets, other systems) it is descriptor 1 itself.
 */
export function openStandardOutput(): number {
  try {
    const kind = fstatSync(STDOUT);
    if (!kind.isCharacterDevice() && !kind.isFIFO()) return STDOUT;
    return openSync(STDOUT_PATH, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return STDOUT;
  }
}

const STDOUT = 1;
/** On Linux this opens what the descriptor refers to; elsewhere there is no such path, or it only copies it. */
const STDOUT_PATH = `/proc/self/fd/${STDOUT}`;
