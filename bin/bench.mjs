// `npm run bench` and `npm run bench:quick`: builds what is missing, then runs the commands of `rtps bench` one after the
// other. Figures go to out/bench/NAME.json. Options go to each: `npm run bench -- --peers raw,self --repeats 3`.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { bootstrap, ROOT } from "./bootstrap.mjs";

const BENCHMARKS = ["rtt", "latency", "rate", "throughput"];
const EXIT_USAGE = 2;

bootstrap({ target: "all" });
for (const name of BENCHMARKS) {
  const file = join("out", "bench", `${name}.json`);
  process.stdout.write(`\n== rtps bench ${name}\n`);
  const args = [join(ROOT, "bin", "rtps"), "bench", name, "--json", file, ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: "inherit" });
  if (status === 0) continue;
  process.exitCode = status ?? 1;
  // A mistake in the options is the same for the next, and so is Ctrl-C. A cell that failed is not.
  if (status === null || status >= EXIT_USAGE) break;
}
