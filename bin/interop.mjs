// `npm run interop`: installs and builds what is missing, then runs the scenario matrix against the installed vendors.
// Arguments go to the runner: see interop/README.md, or `npm run interop -- --help`.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bootstrap, ROOT } from "./bootstrap.mjs";

bootstrap({ target: "all" });
await import(pathToFileURL(join(ROOT, "dist", "interop", "run.js")).href);
