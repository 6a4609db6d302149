// Tests that need a program that is not part of the project, for example tshark.

import { spawnSync } from "node:child_process";
import type { Callback, Test } from "uvu";

/** Is this program on the PATH? It must accept `--version`. */
export function isInstalled(tool: string): boolean {
  return spawnSync(tool, ["--version"], { stdio: "ignore" }).status === 0;
}

/** Registers tests in `test` when the tool is installed. Otherwise each is skipped, says so, and counts as skipped:
 *  `const withTshark = skipUnlessInstalled("tshark", test); withTshark("reads our capture", () => { ... });` */
export function skipUnlessInstalled(tool: string, test: Test): (name: string, body: Callback) => void {
  if (isInstalled(tool)) return test;
  return (name) => {
    test.skip();
    console.log(`skipped: not installed (${tool}): ${name}`);
  };
}
