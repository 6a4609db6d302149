// Where the commands about results put what they make.

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Makes the folders of the path too. Errors of the file system are the caller's. */
export async function writeOutput(path: string, chunks: string | Iterable<string>): Promise<void> {
  await mkdir(dirname(resolve(path)), { recursive: true });
  await writeFile(path, chunks);
  process.stdout.write(`written: ${path}\n`);
}

/** The command line as it was given. */
export function commandLine(): string {
  return `rtps ${process.argv.slice(2).join(" ")}`;
}
