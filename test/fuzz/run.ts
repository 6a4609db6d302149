// `npm run fuzz`: feeds damaged inputs to everything that reads what strangers write, prints what came of them, and ends
// with 1 and a file when something is found. The worker that does it is watched: an input without an end is found too.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import type { Finding, FuzzResult } from "./Fuzzer.js";
import { type FuzzReport, type FuzzWork, SHARED_INPUT_BYTES, SHARED_WORDS } from "./fuzzWork.js";
import { resultLines } from "./resultLines.js";
import { TARGET_NAMES } from "./targetNames.js";

const USAGE = `Usage: npm run fuzz -- [--target NAME] [--seconds N] [--inputs N] [--seed N]

--target NAME   ${TARGET_NAMES.join(", ")}; repeatable (default: all)
--seconds N     for each target (default: 30)
--inputs N      at most so many for each target (default: no limit)
--seed N        what the damage comes from (default: by the clock; it is printed)
`;
const STUCK_AFTER_MS = 20_000;
const HEAP_MB = 1024;
const FOLDER = join("out", "fuzz");

interface Options {
  readonly targets: readonly string[];
  readonly seconds: number;
  readonly inputs: number;
  readonly seed: number;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options === undefined) return;
  process.stdout.write(`seed ${options.seed}, ${options.seconds} s for each target\n\n`);
  const results: FuzzResult[] = [];
  const findings = await watch(options, (result) => {
    results.push(result);
    process.stdout.write(`${resultLines(result)}\n`);
  });
  for (const { finding } of results) if (finding !== undefined) findings.push(finding);
  const inputs = results.reduce((sum, one) => sum + one.inputs, 0);
  process.stdout.write(`${inputs} inputs, ${findings.length === 0 ? "nothing" : findings.length} found\n`);
  for (const finding of findings) report(finding);
  if (findings.length > 0) process.exitCode = 1;
}

/** Runs the worker to its end. @returns what it did not live to report */
function watch(options: Options, onResult: (result: FuzzResult) => void): Promise<Finding[]> {
  const shared = new SharedArrayBuffer(SHARED_WORDS * 4 + SHARED_INPUT_BYTES);
  const words = new Int32Array(shared, 0, SHARED_WORDS);
  const workerData: FuzzWork = { ...options, shared };
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB };
  const worker = new Worker(new URL("./work.js", import.meta.url), { workerData, resourceLimits });
  let current = "";
  const lost = (problem: string): Finding => {
    const latest = Buffer.from(new Uint8Array(shared, SHARED_WORDS * 4, words[1]!).slice()).toString("hex");
    return { target: current, problem, seed: options.seed, number: words[0]!, inputs: [latest] };
  };
  return new Promise((resolve) => {
    const findings: Finding[] = [];
    let [seen, since] = [-1, 0];
    const timer = setInterval(() => {
      const count = Atomics.load(words, 0);
      if (count !== seen) [seen, since] = [count, performance.now()];
      else if (count > 0 && performance.now() - since > STUCK_AFTER_MS) {
        findings.push(lost(`no end after ${STUCK_AFTER_MS} ms`));
        void worker.terminate();
      }
    }, 1000);
    worker.on("message", (message: FuzzReport) => {
      if ("result" in message) onResult(message.result);
      else [current, seen] = [message.started, -1];
      // Whatever comes next may take a while to prepare.
      since = performance.now();
      Atomics.store(words, 0, 0);
    });
    worker.on("error", (error) => findings.push(lost(error.stack ?? error.message)));
    worker.on("exit", () => {
      clearInterval(timer);
      resolve(findings);
    });
  });
}

function report(finding: Finding): void {
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `${finding.target}-${finding.seed}-${finding.number}.json`);
  writeFileSync(file, `${JSON.stringify(finding, undefined, 2)}\n`);
  const { target, problem, seed, number, inputs } = finding;
  process.stdout.write(`\n${target}, seed ${seed}, input ${number}: ${problem}\n`);
  process.stdout.write(`${inputs.length} input(s) that do it are in ${file}\n`);
}

function readOptions(): Options | undefined {
  try {
    const { values } = parseArgs({
      options: {
        target: { type: "string", multiple: true },
        seconds: { type: "string", default: "30" },
        inputs: { type: "string" },
        seed: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
    if (values.help === true) {
      process.stdout.write(USAGE);
      return undefined;
    }
    const targets = values.target ?? TARGET_NAMES;
    const unknown = targets.find((name) => !TARGET_NAMES.includes(name));
    if (unknown !== undefined) throw new Error(`there is no target ${unknown}: choose from ${TARGET_NAMES.join(", ")}`);
    const seed = values.seed === undefined ? Date.now() & 0x7fffffff : numberOf("--seed", values.seed);
    const inputs = values.inputs === undefined ? Number.MAX_SAFE_INTEGER : numberOf("--inputs", values.inputs);
    return { targets, seed, inputs, seconds: numberOf("--seconds", values.seconds) };
  } catch (error) {
    process.stderr.write(`fuzz: ${(error as Error).message}\n`);
    process.exitCode = 2;
    return undefined;
  }
}

function numberOf(name: string, text: string): number {
  if (!/^\d+$/.test(text) || Number(text) === 0) throw new Error(`${name} takes a whole number above 0, not ${text}`);
  return Number(text);
}

await main();
