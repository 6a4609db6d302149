// The frame around a TypeScript peer: command line, time limit, last event, exit code (interop/README.md).
import { type PeerCommands, readPeerCommands } from "./commands.js";
import { EXIT_ERROR, EXIT_OK, EXIT_TIMEOUT, EXIT_USAGE, emit } from "./events.js";
import { type PeerOptions, PeerUsageError, parsePeerOptions } from "./options.js";

/** @param body does the work until it is complete or stopped; returns the number of samples written or received */
export function runPeer(body: (options: PeerOptions, commands: PeerCommands) => Promise<number>): void {
  run(body).then(
    (code) => process.exit(code),
    (error: Error) => {
      const isUsage = error instanceof PeerUsageError;
      if (isUsage) process.stderr.write(`peer: ${error.message} (see interop/README.md)\n`);
      else emit({ event: "error", message: error.message });
      process.exit(isUsage ? EXIT_USAGE : EXIT_ERROR);
    },
  );
}

async function run(body: Parameters<typeof runPeer>[0]): Promise<number> {
  const options = parsePeerOptions(process.argv.slice(2));
  const timer = setTimeout(() => {
    emit({ event: "error", message: "timed out" });
    process.exit(EXIT_TIMEOUT);
  }, options.timeoutMs);
  const count = await body(options, readPeerCommands());
  clearTimeout(timer);
  emit({ event: "done", count });
  return EXIT_OK;
}
