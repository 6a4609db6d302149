// The passing of time in a table with explicit times: deadlines in order, and what leaves in between.

import type { DeadlineQueue } from "../../src/rtps/structure/DeadlineQueue.js";

interface Table {
  now: number;
  readonly deadlines: DeadlineQueue;
}

interface Row {
  readonly index: number;
  /** What left since the last call, as lines. */
  sent(): string[];
}

/** @returns what leaves until `to`, each line with its time and, with several rows, `rowName` and the row's number. */
export function runDeadlines(table: Table, rows: readonly Row[], rowName: string, to: number): string[] {
  const { deadlines } = table;
  const lines: string[] = [];
  for (;;) {
    for (const row of rows) {
      const name = rows.length > 1 ? `${rowName}${row.index} ` : "";
      for (const line of row.sent()) lines.push(`${table.now} ${name}${line}`);
    }
    const next = deadlines.earliest();
    if (next > to) break;
    table.now = next;
    for (let due = deadlines.takeDue(next); due !== undefined; due = deadlines.takeDue(next)) due.handleTimeout(next);
  }
  table.now = to;
  return lines;
}
