// Standard output that can be full without holding up this process.

import { constants, fstatSync, openSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import type { LineSink } from "./LineOutput.js";

/**
 * Terminals and pipes are opened anew, non-blocking: the flag then is ours alone, and a full one says EAGAIN at once.
 * Sockets, which is what Node gives its children, wait inside Node. Files are never full in this sense. On systems
 * where nothing can be opened anew a full terminal does hold up the process, as it does with any program.
 */
export function standardOutput(): LineSink {
  try {
    const kind = fstatSync(STDOUT);
    if (kind.isSocket()) return socketSink();
    if (kind.isCharacterDevice() || kind.isFIFO()) {
      return descriptorSink(openSync(STDOUT_PATH, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY));
    }
  } catch {
    // As it is, then.
  }
  return descriptorSink(STDOUT);
}

function descriptorSink(fd: number): LineSink {
  return {
    write(bytes, done) {
      let written = 0;
      try {
        written = writeSync(fd, bytes);
      } catch (error) {
        done(error as Error, 0);
        return;
      }
      done(null, written);
    },
    end: () => undefined,
  };
}

function socketSink(): LineSink {
  const socket = new Socket({ fd: STDOUT, readable: false, writable: true });
  // Told to who writes.
  socket.on("error", () => undefined);
  return {
    write: (bytes, done) => void socket.write(bytes, (error) => done(error ?? null, bytes.length)),
    end: () => socket.destroy(),
  };
}

const STDOUT = 1;
/** On Linux this opens what the descriptor refers to; elsewhere there is no such path, or it only copies it. */
const STDOUT_PATH = `/proc/self/fd/${STDOUT}`;
