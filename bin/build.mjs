// Builds dist/ with tsc, and knows whether it is current: a stamp in dist/ holds a fingerprint of the sources (path,
// size and time of change of each). Needs node_modules; bootstrap.mjs sees to that.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const TARGETS = {
  product: { config: "tsconfig.product.json", folders: ["src"] },
  all: { config: "tsconfig.json", folders: ["src", "test", "bench", "interop"] },
};
const SETTINGS = ["package-lock.json", "tsconfig.json", "tsconfig.product.json"];
const OUTPUT = /(\.d\.ts|\.d\.ts\.map|\.js|\.js\.map)$/;
const LOCK_POLL_MS = 100;

/** True when dist/ holds what the sources say. */
export function isBuilt(root, target) {
  const file = stampFile(root, target);
  return existsSync(file) && readFileSync(file, "utf8") === fingerprint(root, target);
}

/** Runs the compiler. Returns its complaints, empty when there are none; JavaScript is written in both cases. */
export function build(root, target) {
  mkdirSync(join(root, "dist"), { recursive: true });
  const unlock = lock(join(root, "dist", ".lock"));
  try {
    // Another process may have built while this one waited.
    return isBuilt(root, target) ? "" : compile(root, target);
  } finally {
    unlock();
  }
}

function compile(root, target) {
  const { config, folders } = TARGETS[target];
  // Taken before the compiler reads: a file saved meanwhile makes the stamp stale, as it should.
  const stamps = (target === "all" ? ["product", "all"] : [target]).map((name) => [name, fingerprint(root, name)]);
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const result = spawnSync(process.execPath, [tsc, "-p", config, "--pretty", "false"], { cwd: root, encoding: "utf8" });
  removeOrphans(root, folders);
  makeExecutable(join(root, "dist", "src", "cli", "main.js"));
  if (result.status !== 0) return (result.stdout + result.stderr).trim() || `tsc ended with ${result.signal}`;
  for (const [name, value] of stamps) writeFileSync(stampFile(root, name), value);
  return "";
}

function stampFile(root, target) {
  return join(root, "dist", `.stamp-${target}`);
}

function fingerprint(root, target) {
  const hash = createHash("sha1");
  const files = SETTINGS.map((name) => join(root, name));
  for (const folder of TARGETS[target].folders) files.push(...sourceFiles(join(root, folder)));
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${relative(root, file)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

function sourceFiles(folder) {
  if (!existsSync(folder)) return [];
  const found = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== "node_modules" && entry.name !== "build") found.push(...sourceFiles(path));
    } else if (entry.name.endsWith(".ts")) found.push(path);
  }
  return found.sort();
}

/** Outputs of sources that are gone would otherwise be published, and found by imports that should fail. */
function removeOrphans(root, folders) {
  for (const folder of folders) removeOrphansIn(join(root, "dist", folder), join(root, folder));
}

function removeOrphansIn(outputs, sources) {
  if (!existsSync(outputs)) return;
  for (const entry of readdirSync(outputs, { withFileTypes: true })) {
    const path = join(outputs, entry.name);
    const source = join(sources, entry.name);
    if (entry.isDirectory()) {
      if (existsSync(source)) removeOrphansIn(path, source);
      else rmSync(path, { recursive: true });
    } else if (OUTPUT.test(entry.name) && !existsSync(source.replace(OUTPUT, ".ts"))) rmSync(path);
  }
}

/** package.json names this file as the `rtps` command, and tsc writes files without the executable bit. */
function makeExecutable(file) {
  if (existsSync(file)) chmodSync(file, 0o755);
}

/** Two commands started at once must not compile into the same folder at once. Returns the function that unlocks. */
function lock(file) {
  for (let waits = 0; ; waits++) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (isAbandoned(file)) rmSync(file, { force: true });
    else if (waits === 0) process.stderr.write(`waiting for another build to end (${file}) ...\n`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_POLL_MS);
  }
}

function isAbandoned(file) {
  try {
    process.kill(Number(readFileSync(file, "utf8")), 0);
    return false;
  } catch (error) {
    // ESRCH: the owner died without unlocking. Anything else (just unlocked, not ours to signal) is a reason to retry.
    return error.code === "ESRCH";
  }
}
