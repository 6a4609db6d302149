// `npm run fuzz`: builds what is missing, then damages inputs. See docs/robustness.md, or `npm run fuzz -- --help`.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bootstrap, ROOT } from "./bootstrap.mjs";

bootstrap({ target: "all" });
await import(pathToFileURL(join(ROOT, "dist", "test", "fuzz", "run.js")).href);
