// `npm run soak`: floods, what comes out for what strangers send, and half an hour of virtual time on a bad network; with
// --real over sockets and a relay that loses, repeats and delays.

import { parseArgs } from "node:util";
import { measureReflections, reflectionLines } from "./amplification.js";
import { FLOODS, type FloodResult, runFlood } from "./floods.js";
import { megabytes } from "./memory.js";
import { RealSoak } from "./RealSoak.js";
import { Soak } from "./Soak.js";

const USAGE = `Usage: npm run soak -- [--minutes N] [--datagrams N] [--seed N] [--real] [--only PART]

--minutes N     of the soak, in virtual time (default: 30), or with --real in real time (default: 1)
--datagrams N   of each flood (default: 100000)
--seed N        of the network (default: 1)
--real          over sockets on 127.0.0.1, through a relay that loses, repeats and delays; no floods
--only PART     floods, reflections or soak
`;
/** Held more at the end than after the first tenth. */
const FLAT_BYTES = 16_000_000;

let failures = 0;

function floods(datagrams: number): void {
  process.stdout.write(`floods of ${datagrams} datagrams, while a peer exchanges samples:\n`);
  for (const flood of FLOODS) {
    const result = runFlood(flood, datagrams);
    const { name, heldBytes, allowedBytes, written, delivered } = result;
    const held = `${megabytes(heldBytes)} held, ${megabytes(allowedBytes)} allowed`;
    process.stdout.write(`  ${name}: ${held}; ${delivered} of ${written} samples; ${refusalsOf(result)}\n`);
    if (heldBytes > allowedBytes || delivered !== written) failures++;
  }
}

function refusalsOf({ dropped }: FloodResult): string {
  return Object.entries(dropped)
    .filter(([reason]) => reason !== "ownTraffic")
    .sort((a, b) => b[1] - a[1])
    .map(([reason, times]) => `${reason} ${times}`)
    .join(", ");
}

function soak(seed: number, minutes: number): void {
  process.stdout.write(`\nsoak of ${minutes} virtual minutes, seed ${seed}:\n`);
  const startedAt = performance.now();
  const result = new Soak({ seed, minutes }).run();
  const { written, delivered, complaints, visitors, datagrams, lostDatagrams, retransmitted, heldBytes } = result;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const share = ((100 * lostDatagrams) / datagrams).toFixed(1);
  const flat = `${megabytes(heldBytes[0])} held after the first tenth, ${megabytes(heldBytes[1])} at the end`;
  process.stdout.write(`  ${written} samples written, ${delivered.join(" and ")} delivered to the readers that stay\n`);
  process.stdout.write(
    `  ${visitors} readers came and went; ${datagrams} datagrams, ${lostDatagrams} lost (${share} %)\n`,
  );
  process.stdout.write(`  ${retransmitted} samples sent again; ${flat}; ${seconds} s\n`);
  for (const complaint of complaints) process.stdout.write(`  ${complaint}\n`);
  if (complaints.length > 0 || heldBytes[1] - heldBytes[0] > FLAT_BYTES) failures++;
}

async function realSoak(seed: number, minutes: number): Promise<void> {
  process.stdout.write(`soak of ${minutes} minutes over sockets, seed ${seed}:\n`);
  const result = await new RealSoak(seed).run(minutes * 60_000);
  const { written, delivered, visitors, deliveredToVisitors, complaints, heldBytes } = result;
  const { forwarded, lost, duplicated, delayed } = result;
  const flat = `${megabytes(heldBytes[0])} held at the beginning, ${megabytes(heldBytes[1])} at the end`;
  process.stdout.write(
    `  ${written} samples of three writers, ${delivered.join(" and ")} delivered to the readers that stay\n`,
  );
  process.stdout.write(`  ${visitors} readers came and went, and got ${deliveredToVisitors}; ${flat}\n`);
  process.stdout.write(
    `  the relay carried ${forwarded} datagrams, lost ${lost}, repeated ${duplicated}, delayed ${delayed}\n`,
  );
  for (const complaint of complaints) process.stdout.write(`  ${complaint}\n`);
  if (complaints.length > 0 || heldBytes[1] - heldBytes[0] > FLAT_BYTES) failures++;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string" },
      datagrams: { type: "string", default: "100000" },
      seed: { type: "string", default: "1" },
      only: { type: "string" },
      real: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const minutes = numberOf("--minutes", values.minutes ?? (values.real ? "1" : "30"));
  const datagrams = numberOf("--datagrams", values.datagrams);
  const seed = numberOf("--seed", values.seed);
  const { only } = values;
  if (only !== undefined && !PARTS.includes(only)) throw new Error(`--only takes ${PARTS.join(", ")}, not ${only}`);
  if (values.real) return realSoak(seed, minutes);
  if (only === undefined || only === "floods") floods(datagrams);
  if (only === undefined || only === "reflections") {
    process.stdout.write(`\nbytes out within 10 s, for bytes in:\n${reflectionLines(measureReflections())}`);
  }
  if (only === undefined || only === "soak") soak(seed, minutes);
}

function numberOf(name: string, text: string): number {
  if (!(Number(text) > 0)) throw new Error(`${name} takes a number above 0, not ${text}`);
  return Number(text);
}

const PARTS = ["floods", "reflections", "soak"];

try {
  await main();
  if (failures > 0) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`soak: ${(error as Error).message}\n`);
  process.exitCode = 2;
}
