// Whether a vendor's programs can be built here, and building them. They are sources in the repository: interop/.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of package.json: the repository, or the installed package, which has no interop/. */
export const PACKAGE_FOLDER = packageFolder();

/** Needs the compiler, `make` and one header; DDS packages outside the default path are found through CPATH. */
export function missingTool(tools: readonly string[], compiler: string, header: string): string | undefined {
  for (const tool of [...tools, "make", compiler]) {
    if (!isInstalled(tool)) return `${tool} not found: run .ci/install-peers.sh`;
  }
  const args = ["-E", "-x", compiler === "cc" ? "c" : "c++", "-"];
  const source = `#if !__has_include(<${header}>)\n#error missing\n#endif\n`;
  const preprocessed = spawnSync(compiler, args, { input: source, stdio: ["pipe", "ignore", "ignore"] });
  return preprocessed.status === 0 ? undefined : `header ${header} not found: run .ci/install-peers.sh`;
}

export function isInstalled(tool: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${tool}`], { stdio: "ignore" }).status === 0;
}

/** @returns the complaint, in one line; undefined when all went well */
export function runMake(folder: string): string | undefined {
  const result = spawnSync("make", ["-j2"], { cwd: folder, encoding: "utf8" });
  if (result.status === 0) return undefined;
  return `make failed: ${(result.stderr ?? "").trim().split("\n").slice(-3).join(" | ")}`;
}

function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json")) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}
