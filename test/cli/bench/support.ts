// Peers for tests of the runner: a program of a few lines that speaks the contract and invents its figures.

import type { CellPlan } from "../../../src/cli/bench/cellPlan.js";
import type { BenchPeer } from "../../../src/cli/bench/peers.js";
import { BASE_PLAN } from "../../../src/cli/bench/plans.js";

/** Behaves as `habit` says; latencies are 1, 2, 3 … µs. */
const PROGRAM = `
const { writeFileSync } = require("node:fs");
const [habit, role, ...rest] = process.argv.slice(1);
const options = Object.fromEntries(rest.join(" ").split("--").slice(1).map((each) => each.trim().split(" ")));
const say = (event) => process.stdout.write(JSON.stringify(event) + "\\n");
const samples = Number(options.samples);
const report = () => {
  if (options.out) writeFileSync(options.out, Float64Array.from({ length: samples }, (_, i) => i + 1));
  say({ event: "report", written: samples, received: samples > 0 ? samples - 1 : 100, lost: 3, timedOut: 1, elapsedUs: 2e6, cpuSeconds: 0.25 });
};
if (habit === "dies") process.exit(7);
if (habit === "complains") say({ event: "error", message: "no\\nlicence" });
process.stdout.write("a vendor's own line\\n{ not JSON\\n");
if (role === "echo" || role === "sub") say({ event: "ready", version: "1.2", transport: "made up", address: "here:1" });
else say({ event: "ready", version: options.peer, transport: "made up" });
say({ event: "matched" });
let text = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  text += chunk;
  const lines = text.split("\\n");
  text = lines.pop();
  for (const line of lines) {
    if (line === "go" && (role === "ping" || role === "pub")) habit === "vanishes" ? process.exit(0) : report();
    if (line === "report") report();
    if (line === "stop") process.exit(0);
  }
});
`;

export function fakePeer(name: string, habit = "works", more: Partial<BenchPeer> = {}): BenchPeer {
  return {
    ...{ name, title: `The ${name}`, prepare: () => undefined, unsupported: () => undefined },
    command: () => [process.execPath, "--eval", PROGRAM, "--", habit],
    ...more,
  };
}

export const PAIR: CellPlan = { ...BASE_PLAN, mode: "closed", rhythm: "back_to_back", samples: 5 };
export const STREAM: CellPlan = { ...BASE_PLAN, shape: "stream", payloadBytes: 1000, historyDepth: 0, durationMs: 10 };
