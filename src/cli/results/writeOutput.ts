// Where the commands about results put what they make.

import { writeFile } from "node:fs/promises";
import { cannotWrite, prepareFiles } from "../resultFiles.js";

/** Makes the folders of the path too. @throws CliError */
export async function writeOutput(path: string, chunks: string | Iterable<string>): Promise<void> {
  prepareFiles([path]);
  try {
    await writeFile(path, chunks);
  } catch (error) {
    throw cannotWrite(path, error);
  }
  process.stdout.write(`written: ${path}\n`);
}

/** The command line as it was given. */
export function commandLine(): string {
  return `rtps ${process.argv.slice(2).join(" ")}`;
}
