// Entry point of the peers in Node: `main.js raw|self [--multicast] ROLE OPTIONS`.

import { openRawSide } from "./rawSides.js";
import { runSide } from "./runSide.js";
import { openSelfSide } from "./selfSides.js";
import { parseSettings } from "./settings.js";

// Ctrl-C goes to the whole process group: the command ends first, and tells us.
process.on("SIGINT", () => undefined);
const [kind, ...args] = process.argv.slice(2);
const settings = parseSettings(args);
void runSide(() => (kind === "raw" ? openRawSide(settings) : openSelfSide(settings)), settings);
