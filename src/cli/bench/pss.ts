// Memory of a process as it weighs on the machine: what several share counts in parts. Linux alone tells.

import { readFileSync } from "node:fs";

/** Proportional set size in bytes, of this process or another one; undefined where the system does not tell. */
export function readPssBytes(pid: number | "self" = "self"): number | undefined {
  try {
    return parsePss(readFileSync(`/proc/${pid}/smaps_rollup`, "latin1"));
  } catch {
    return undefined;
  }
}

/** Takes the text of /proc/PID/smaps_rollup. */
export function parsePss(text: string): number | undefined {
  const found = /^Pss:\s+(\d+) kB$/m.exec(text);
  return found === null ? undefined : Number(found[1]) * BYTES_PER_KIB;
}

const BYTES_PER_KIB = 1024;
