// `npm test`: installs and builds, then runs every test/**/*.test.ts in a process of its own and adds up the results.
// Arguments choose files: `npm test -- cdr qos` runs those with "cdr" or "qos" in their path. The compiled files in
// dist/test are run: that costs half the processor time of translating each while it loads.
// A file may say, in a comment of its own:  runner: timeout 300 s   or   runner: alone  (no other file beside it).

import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { bootstrap, EXIT_USAGE, ROOT } from "./bootstrap.mjs";
import { runTestFile, stopAll } from "./testFile.mjs";

const JOBS = 2;
const DEFAULT_TIMEOUT_S = 180;
const EXIT_FAILED = 1;
const EXIT_INTERRUPTED = 130;

async function main(filters) {
  const flag = filters.find((filter) => filter.startsWith("-"));
  if (flag !== undefined) {
    process.stderr.write(`test: unknown option ${flag}: arguments are parts of file names, as in npm test -- cdr\n`);
    return EXIT_USAGE;
  }
  const complaints = bootstrap({ allowTypeErrors: true });
  const totals = { passed: 0, failed: 0, skipped: 0 };
  if (complaints !== "") {
    process.stdout.write(`FAIL  type check\n${complaints}\n`);
    totals.failed++;
  }
  const files = chooseFiles(filters).map(readWishes);
  await runPool(
    files.filter((file) => !file.alone),
    JOBS,
    totals,
  );
  await runPool(
    files.filter((file) => file.alone),
    1,
    totals,
  );
  if (files.length === 0)
    process.stdout.write(`no tests ran: no test file matches ${filters.join(" ") || "test/**/*.test.ts"}\n`);
  return summarize(totals, files.length === 0);
}

function chooseFiles(filters) {
  const all = testFiles(join(ROOT, "test"));
  if (filters.length === 0) return all;
  return all.filter((file) => filters.some((filter) => file.includes(filter)));
}

/** Paths from the root of the checkout, with slashes. */
function testFiles(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".test.ts"));
  return names.map((name) => relative(ROOT, join(folder, name)).split(sep).join("/")).sort();
}

function readWishes(name) {
  const text = readFileSync(join(ROOT, name), "utf8");
  const seconds = /^(?:\/\/| \*).*runner: timeout (\d+) s/m.exec(text)?.[1];
  return { name, timeoutS: Number(seconds ?? DEFAULT_TIMEOUT_S), alone: /^(?:\/\/| \*).*runner: alone/m.test(text) };
}

async function runPool(files, jobs, totals) {
  const waiting = [...files];
  const worker = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift())
      report(await runTestFile(ROOT, file), totals);
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}

function report(result, totals) {
  totals.passed += result.passed;
  totals.failed += result.failed;
  totals.skipped += result.skipped;
  const seconds = (result.durationMs / 1000).toFixed(1);
  const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : "";
  const counts = `${result.passed} passed, ${result.failed} failed${skipped}`;
  const verdict = result.failed > 0 ? "FAIL" : "ok  ";
  process.stdout.write(`${verdict}  ${result.name}  ${counts}  ${seconds} s\n`);
  for (const reason of result.reasons) process.stdout.write(`      ${reason}\n`);
  if (result.failed > 0) process.stdout.write(`${result.output.trimEnd()}\n\n`);
  else for (const line of result.skipLines) process.stdout.write(`      ${line}\n`);
}

function summarize({ passed, failed, skipped }, isEmpty) {
  process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
  return failed > 0 || isEmpty ? EXIT_FAILED : 0;
}

for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, () => {
    stopAll();
    process.exit(EXIT_INTERRUPTED);
  });

process.exitCode = await main(process.argv.slice(2));
