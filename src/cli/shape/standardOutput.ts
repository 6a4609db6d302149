// Standard output that can be full without holding up this process.

import { constants, fstatSync, openSync, write, writeSync } from "node:fs";
import type { WriteBytes } from "./LineOutput.js";

/**
 * Terminals and pipes are opened anew, non-blocking: the flag then is ours alone, a full one says EAGAIN at once, and
 * one that nobody reads does not keep the process from ending. Where that cannot be (files, sockets, other systems)
 * another thread of Node waits until the bytes are taken.
 */
export function standardOutput(): WriteBytes {
  try {
    const kind = fstatSync(STDOUT);
    if (!kind.isCharacterDevice() && !kind.isFIFO()) return waitingWrite;
    const own = openSync(STDOUT_PATH, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    return (bytes, done) => writeAtOnce(own, bytes, done);
  } catch {
    return waitingWrite;
  }
}

function waitingWrite(bytes: Uint8Array, done: Parameters<WriteBytes>[1]): void {
  write(STDOUT, bytes, done);
}

function writeAtOnce(fd: number, bytes: Uint8Array, done: Parameters<WriteBytes>[1]): void {
  let written = 0;
  try {
    written = writeSync(fd, bytes);
  } catch (error) {
    done(error as Error, 0);
    return;
  }
  done(null, written);
}

const STDOUT = 1;
/** On Linux this opens what the descriptor refers to; elsewhere there is no such path, or it only copies it. */
const STDOUT_PATH = `/proc/self/fd/${STDOUT}`;
