// Programs of the repository that `rtps bench` starts: they are built with the tests, and not part of the package.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BenchPeer } from "./peers.js";
import { PACKAGE_FOLDER } from "./vendorBuild.js";

/** A peer that is one program in dist/: `bench/loss/main.js`. */
export function repositoryPeer(name: string, title: string, path: string): BenchPeer {
  const main = programPath(path);
  return {
    ...{ name, title, unsupported: () => undefined, command: () => [process.execPath, main] },
    prepare: () => (existsSync(main) ? undefined : "its program is not built: run npm run build in the repository"),
  };
}

export function programPath(path: string): string {
  return join(PACKAGE_FOLDER, "dist", path);
}

/** Options for a program, as --name value. */
export function optionList(options: Readonly<Record<string, string | number>>): string[] {
  return Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
}
