// Entry point of the two child processes of a stages run: `peerMain.js reader`, `peerMain.js writer PORT RAWPORT`.

import { runReaderProcess } from "./readerProcess.js";
import { runWriterProcess } from "./writerProcess.js";

const [role, metatrafficPort, rawPort] = process.argv.slice(2);
// Ctrl-C goes to the whole process group: the command ends first and disconnects us.
process.on("SIGINT", () => undefined);
const run = role === "reader" ? runReaderProcess() : runWriterProcess(Number(metatrafficPort), Number(rawPort));
run.catch((error: unknown) => {
  process.send?.({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  process.exitCode = 2;
  process.disconnect?.();
});
