// `npm run bench` and `npm run bench:quick`: builds what is missing, then runs the commands of `rtps bench` one after the
// other. Figures go to out/bench/NAME.json. Options go to each that has them: `npm run bench -- --peers raw,self --repeats 3`.
// With --results: those that README.md shows, to bench/results, and README.md is written anew.

import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { bootstrap, ROOT } from "./bootstrap.mjs";

const PEERS = "raw,self,cyclone,fastdds";
/**
 * `compares`: it has --peers and what goes with it, but for the peers that are `not` measured. `quick`: it is part of a
 * look, with these options. `result`: README.md shows it, measured with these options.
 */
const BENCHMARKS = [
  {
    ...{ name: "rtt", compares: true, not: ["foxglove"], quick: ["--rhythm", "back_to_back"] },
    result: ["--rhythm", "back_to_back", "--peers", PEERS],
  },
  {
    ...{ name: "rtt-busy-poll", command: "rtt", args: ["--busy-poll", "--rhythm", "back_to_back"], compares: true },
    not: ["foxglove"],
    result: ["--payloads", "64,1024,16384", "--peers", "raw,self,cyclone"],
  },
  { name: "latency", compares: true, not: ["ddsperf"] },
  { name: "rate", compares: true, quick: [], result: ["--peers", PEERS] },
  { name: "throughput", compares: true, quick: [], result: ["--peers", PEERS] },
  { name: "discovery", compares: false, quick: [], result: ["--repeats", "5", "--participants", "2,4,8,16,32"] },
  { name: "ring", compares: false, quick: [], result: ["--repeats", "1"] },
  {
    ...{ name: "ring-8-processes", command: "ring", args: ["--processes", "8"], compares: false },
    result: ["--nodes", "25,100,200", "--repeats", "1"],
  },
  { name: "stages", compares: false },
  { name: "qos", compares: false },
  { name: "types", compares: false },
  { name: "loss", compares: false },
];
const COMPARING_OPTIONS = ["--peers", "--payloads", "--reliability"];
const EXIT_USAGE = 2;

bootstrap({ target: "all" });
const options = process.argv.slice(2).filter((arg) => arg !== "--results");
const forResults = process.argv.includes("--results");
const isQuick = options.includes("--quick");
const chosen = BENCHMARKS.filter(
  (one) => (!isQuick || one.quick !== undefined) && (!forResults || one.result !== undefined),
);
if (forResults) rmSync(join(ROOT, "bench", "results"), { recursive: true, force: true });
chosen.every((one, index) => run(one, index));
if (forResults && process.exitCode !== EXIT_USAGE)
  spawnSync(process.execPath, [join("dist", "bench", "performance.js"), "--write"], { cwd: ROOT, stdio: "inherit" });

/** False when there is no sense in going on: a mistake in the options is the same for the next. A cell that failed is not. */
function run({ name, command = name, args = [], compares, not = [], quick, result }, index) {
  const file = forResults
    ? join("bench", "results", `${index + 1}-${name}.json`)
    : join("out", "bench", `${name}.json`);
  process.stdout.write(`\n== rtps bench ${command} ${args.join(" ")}\n`);
  const given = compares ? withoutPeers(options, not) : withoutComparing(options);
  if (given.some((arg, i) => arg === "--peers=" || (arg === "" && given[i - 1] === "--peers"))) {
    process.stdout.write("it measures none of these peers\n");
    return true;
  }
  const all = [
    ...[join(ROOT, "bin", "rtps"), "bench", command, "--json", file],
    ...args,
    ...(isQuick ? (quick ?? []) : []),
    ...(forResults ? result : []),
    ...given,
  ];
  const { status } = spawnSync(process.execPath, all, { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) process.exitCode = status ?? 1;
  return status !== null && status < EXIT_USAGE;
}

/** Of the peers that are asked for, those that the command can measure. */
function withoutPeers(args, not) {
  const measured = (names) =>
    names
      .split(",")
      .filter((name) => !not.includes(name))
      .join(",");
  return args.map((arg, i) => {
    if (args[i - 1] === "--peers") return measured(arg);
    return arg.startsWith("--peers=") ? `--peers=${measured(arg.slice("--peers=".length))}` : arg;
  });
}

/** Without the options that only those have who compare peers. */
function withoutComparing(args) {
  return args.filter(
    (arg, i) =>
      arg !== "--busy-poll" &&
      !COMPARING_OPTIONS.some((name) => arg === name || arg.startsWith(`${name}=`) || args[i - 1] === name),
  );
}
