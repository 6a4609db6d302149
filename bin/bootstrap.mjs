// Makes a checkout ready to run: installs the packages and builds dist/ when either is missing or out of date.
// Plain JavaScript without dependencies, because it runs before anything is installed.
// Import it and call bootstrap(), or run it: `node bin/bootstrap.mjs` builds everything.

import { spawnSync } from "node:child_process";
import { existsSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, isBuilt } from "./build.mjs";
import { launch } from "./launch.cjs";

/** The checkout that holds this file. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));
export const EXIT_USAGE = 2;
const OLDEST_NODE = 20;

/** What the person in front of the terminal can act on. */
export class BootstrapError extends Error {}

/**
 * Installs and builds what is missing. Costs a few milliseconds when nothing is. Progress goes to stderr.
 * @param {{ target?: "product" | "all", allowTypeErrors?: boolean }} options `product` is src/ alone; `all` adds the
 *   tests, the benchmarks and the interop runner. With `allowTypeErrors` the compiler's complaints are returned.
 * @returns {string} the compiler's complaints, empty when there are none
 * @throws {BootstrapError} when Node is too old, npm fails, or the build does
 */
export function prepare({ target = "all", allowTypeErrors = false } = {}) {
  checkNode();
  installPackages();
  if (isBuilt(ROOT, target)) return "";
  process.stderr.write("building (tsc) ...\n");
  const complaints = build(ROOT, target);
  if (complaints !== "" && !allowTypeErrors) throw new BootstrapError(`the build failed:\n${complaints}`);
  return complaints;
}

/** Like prepare(), but a failure is one message and exit code 2. */
export function bootstrap(options) {
  try {
    return prepare(options);
  } catch (error) {
    if (!(error instanceof BootstrapError)) throw error;
    process.stderr.write(`rtps-lab: ${error.message}\n`);
    process.exit(EXIT_USAGE);
  }
}

/** Builds the product and runs the `rtps` command in this process. It reads process.argv. */
export function runCommandLine(args) {
  process.argv = [process.execPath, join(ROOT, "bin", "rtps"), ...args];
  launch("rtps");
}

function checkNode() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= OLDEST_NODE) return;
  throw new BootstrapError(`Node ${OLDEST_NODE} or newer is needed, this is ${process.version}: install a newer Node`);
}

function installPackages() {
  if (areInstalled()) return;
  process.stderr.write("installing packages (npm ci) ...\n");
  const args = ["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const result = runNpm(args);
  if (result.status === 0) return;
  const reason = result.error?.message ?? `exit code ${result.status ?? result.signal}`;
  throw new BootstrapError(`npm ci failed (${reason}): check the network, then run \`npm ci\` in ${ROOT}`);
}

/** npm writes node_modules/.package-lock.json at the end of each install. */
function areInstalled() {
  const installed = join(ROOT, "node_modules", ".package-lock.json");
  if (!existsSync(installed)) return false;
  return statSync(installed).mtimeMs >= statSync(join(ROOT, "package-lock.json")).mtimeMs;
}

function runNpm(args) {
  const options = { cwd: ROOT, stdio: ["ignore", "ignore", 2] };
  const npm = process.env.npm_execpath;
  if (npm?.endsWith("npm-cli.js")) return spawnSync(process.execPath, [npm, ...args], options);
  return spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
}

function isMain() {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
}

if (isMain()) bootstrap();
