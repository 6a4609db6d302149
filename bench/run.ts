// Runs every micro-benchmark, or those whose name contains one of the arguments. One process each, in turn.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".bench.js"))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
if (files.length === 0) {
  process.stderr.write(`no benchmark is named like ${wanted.join(", ")}\n`);
  process.exit(2);
}
for (const file of files) {
  const { status } = spawnSync(process.execPath, [join(folder, file)], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
