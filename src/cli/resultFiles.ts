// The files that measurements are written to.

import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { CliError } from "./CliError.js";
import { EXIT_USAGE } from "./exitCodes.js";

/** Before a run, so that nobody waits minutes to hear of a bad path. @throws CliError for a directory */
export async function prepareFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(resolve(path)), { recursive: true });
    const isDirectory = await stat(path).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    if (isDirectory) throw new CliError(`${path} is a directory: give the path of a file`);
  }
}

/** A full disk must not cost the figures that the measurement took: they are still printed. @returns false: it failed */
export async function writeResult(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text);
    return true;
  } catch (error) {
    process.stderr.write(`rtps: cannot write ${path}: ${(error as Error).message}\n`);
    process.exitCode = EXIT_USAGE;
    return false;
  }
}
