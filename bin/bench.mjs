// `npm run bench` and `npm run bench:quick`: builds what is missing, then runs the commands of `rtps bench` one after the
// other. Figures go to out/bench/NAME.json. Options go to each that has them: `npm run bench -- --peers raw,self --repeats 3`.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { bootstrap, ROOT } from "./bootstrap.mjs";

/** `compares`: it has --peers and what goes with it. `quick`: it is part of a look, with these options. */
const BENCHMARKS = [
  { name: "rtt", compares: true, quick: ["--rhythm", "back_to_back"] },
  { name: "latency", compares: true },
  { name: "rate", compares: true, quick: [] },
  { name: "throughput", compares: true, quick: [] },
  { name: "discovery", compares: false, quick: [] },
  { name: "ring", compares: false, quick: [] },
  { name: "stages", compares: false },
  { name: "qos", compares: false },
  { name: "types", compares: false },
  { name: "loss", compares: false },
];
const COMPARING_OPTIONS = ["--peers", "--payloads", "--reliability"];
const EXIT_USAGE = 2;

bootstrap({ target: "all" });
const isQuick = process.argv.includes("--quick");
for (const { name, compares, quick } of BENCHMARKS.filter((one) => !isQuick || one.quick !== undefined)) {
  const file = join("out", "bench", `${name}.json`);
  process.stdout.write(`\n== rtps bench ${name}\n`);
  const given = compares ? process.argv.slice(2) : withoutComparing(process.argv.slice(2));
  const args = [join(ROOT, "bin", "rtps"), "bench", name, "--json", file, ...(isQuick ? quick : []), ...given];
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: "inherit" });
  if (status === 0) continue;
  process.exitCode = status ?? 1;
  // A mistake in the options is the same for the next, and so is Ctrl-C. A cell that failed is not.
  if (status === null || status >= EXIT_USAGE) break;
}

/** Without the options that only those have who compare peers. */
function withoutComparing(args) {
  return args.filter(
    (arg, i) =>
      arg !== "--busy-poll" &&
      !COMPARING_OPTIONS.some((name) => arg === name || arg.startsWith(`${name}=`) || args[i - 1] === name),
  );
}
