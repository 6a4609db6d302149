// Finds test/fixtures both from the sources and from a compiled copy of the tests elsewhere in the project.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const CAPTURES = join(projectFolder(), "test", "fixtures", "captures");

export function captureNames(): string[] {
  return readdirSync(CAPTURES)
    .filter((name) => name.endsWith(".pcapng"))
    .sort();
}

export function readCapture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(CAPTURES, name)));
}

function projectFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("no package.json above the tests");
    folder = parent;
  }
  return folder;
}
