// The figures of one target as text.

import type { FuzzResult } from "./Fuzzer.js";

/** How many inputs, what came of them, and the worst of them. */
export function resultLines(result: FuzzResult): string {
  const { target, inputs, seconds, reasons, slowestMs, largestBytes } = result;
  const rate = Math.round(inputs / Math.max(seconds, 1e-3));
  const head = `${target}: ${inputs} inputs in ${seconds.toFixed(1)} s (${rate} a second)`;
  const worst = `slowest ${slowestMs.toFixed(1)} ms, largest allocation ${megabytes(largestBytes)}`;
  const counts = Object.entries(reasons).map(([reason, times]) => `${reason} ${times}`);
  return `${head}, ${worst}\n${wrapped(counts)}`;
}

function megabytes(bytes: number): string {
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.ceil(bytes / 1e3)} kB`;
}

function wrapped(parts: readonly string[]): string {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last === undefined || last.length + part.length > LINE_LENGTH) lines.push(`  ${part}`);
    else lines[lines.length - 1] = `${last}, ${part}`;
  }
  return lines.map((line) => `${line}\n`).join("");
}

const LINE_LENGTH = 110;
