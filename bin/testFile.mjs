// Runs one test file in a process of its own and reads uvu's summary from what it prints.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { performance } from "node:perf_hooks";

/** As uvu prints it, once, at the end of the process. */
const SUMMARY = /^ {2}Total: +(\d+)\n {2}Passed: +(\d+)\n {2}Skipped: +(\d+)\n {2}Duration: /gm;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is how terminal colours start.
const COLOURS = /\x1b\[[0-9;]*m/g;
const NOT_INSTALLED = /^.*skipped: not installed.*$/gm;
const OUTPUT_LIMIT = 1 << 20;

const running = new Set();

/** Ends every test process and what it started. */
export function stopAll() {
  for (const child of running) stop(child);
}

/** @param file `{ name, timeoutS }`, the name being the path of the .test.ts from the root. */
export async function runTestFile(root, file) {
  const script = join(root, "dist", file.name.replace(/\.ts$/, ".js"));
  const startedAt = performance.now();
  const outcome = await run(root, script, file.timeoutS * 1000);
  const durationMs = performance.now() - startedAt;
  return { name: file.name, durationMs, output: outcome.output, ...judge(outcome, file.timeoutS) };
}

function run(root, script, timeoutMs) {
  // A process group of its own: ending the test also ends what it started.
  const child = spawn(process.execPath, ["--enable-source-maps", script], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" },
  });
  running.add(child);
  let output = "";
  const keep = (text) => {
    output = (output + text).slice(-OUTPUT_LIMIT);
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", keep);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    stop(child);
  }, timeoutMs);
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ output: String(error), code: undefined, signal: undefined, timedOut }));
    child.on("exit", () => stop(child));
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ output: output.replace(COLOURS, ""), code, signal, timedOut });
    });
  });
}

function stop(child) {
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // Nothing is left in the group.
  }
}

/** A file that crashed, hung or ran nothing is a failure, whatever it printed. */
function judge({ output, code, signal, timedOut }, timeoutS) {
  const skipLines = output.match(NOT_INSTALLED) ?? [];
  const summary = [...output.matchAll(SUMMARY)].at(-1);
  const [total, passed, skips] = summary === undefined ? [0, 0, 0] : summary.slice(1).map(Number);
  const skipped = Math.max(skips, skipLines.length);
  const reasons = [];
  if (timedOut) reasons.push(`not finished after ${timeoutS} s`);
  else if (summary === undefined) reasons.push(`ended without a summary (${signal ?? `exit code ${code}`})`);
  else if (total + skipped === 0) reasons.push("holds no test");
  else if (code !== 0 && total === passed) reasons.push(`ended with ${signal ?? `exit code ${code}`}`);
  const failed = Math.max(total - passed, reasons.length);
  return { passed, failed, skipped, reasons, skipLines };
}
