// Builds dist/: modules with tsc, then one file for each command. Needs node_modules; bootstrap.mjs sees to that.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isBuilt, listSources, stampFile, TARGETS } from "./sources.cjs";

export { isBuilt };

const OUTPUT = /(\.d\.ts|\.d\.ts\.map|\.js|\.js\.map)$/;
const LOCK_POLL_MS = 100;

/** Runs the compiler and the bundler. Returns their complaints, empty when there are none; JavaScript is written in both cases. */
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
  const stamps = (target === "all" ? ["product", "all"] : [target]).map((name) => [name, listSources(root, name)]);
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const result = spawnSync(process.execPath, [tsc, "-p", config, "--pretty", "false"], { cwd: root, encoding: "utf8" });
  removeOrphans(root, folders);
  const bundled = spawnSync(process.execPath, [join(root, "bin", "bundle.mjs")], { cwd: root, encoding: "utf8" });
  const complaints = [complaintsOf("tsc", result), complaintsOf("the bundler", bundled)].filter(Boolean).join("\n");
  if (complaints !== "") return complaints;
  for (const [name, value] of stamps) writeFileSync(stampFile(root, name), value);
  return "";
}

function complaintsOf(program, { status, signal, stdout, stderr }) {
  return status === 0 ? "" : (stdout + stderr).trim() || `${program} ended with ${signal ?? status}`;
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
