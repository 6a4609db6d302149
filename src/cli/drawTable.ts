// A table for a person: a box around it, the first column to the left, the others to the right.

import Table from "cli-table3";
import type { TextTable } from "../report/index.js";
import { visible } from "../text/visible.js";

export function drawTable({ header, rows }: TextTable): string {
  const table = new Table({
    head: [...header],
    colAligns: header.map((_, index) => (index === 0 ? "left" : "right")),
    style: { head: [], border: [] },
    chars: NO_LINES_BETWEEN_ROWS,
  });
  for (const row of rows) table.push(row.map(visible));
  return table.toString();
}

const NO_LINES_BETWEEN_ROWS = { mid: "", "left-mid": "", "mid-mid": "", "right-mid": "" };
