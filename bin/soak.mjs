// `npm run soak`: builds what is missing, then floods, and a long time on bad networks. `npm run soak -- --help`.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bootstrap, ROOT } from "./bootstrap.mjs";

bootstrap({ target: "all" });
await import(pathToFileURL(join(ROOT, "dist", "test", "soak", "run.js")).href);
