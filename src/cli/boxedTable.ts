// A table with as many rows as a file has values: what cli-table3 does for a handful of them takes it minutes, or its
// stack, for 100,000.

import { visible } from "../text/visible.js";

export interface TableRow {
  readonly cells: readonly string[];
  /** Colours a cell that has its width already. */
  readonly paint: (text: string) => string;
}

/** Cells to the left, a line around all and below the head, in one pass. Ends with a newline. */
export function boxedTable(head: readonly string[], rows: readonly TableRow[]): string {
  return [...boxedTableLines(head, rows)].join("");
}

/** The same, line by line. */
export function* boxedTableLines(head: readonly string[], given: readonly TableRow[]): Generator<string> {
  const rows = given.map(({ cells, paint }) => ({ cells: cells.map(visible), paint }));
  const widths = head.map((title) => title.length);
  for (const { cells } of rows) {
    for (const [column, cell] of cells.entries()) widths[column] = Math.max(widths[column]!, widthOf(cell));
  }
  const rule = (left: string, between: string, right: string) =>
    `${left}${widths.map((width) => "─".repeat(width + 2)).join(between)}${right}\n`;
  const line = ({ cells, paint }: TableRow) =>
    `│${cells.map((cell, column) => paint(` ${cell}${" ".repeat(widths[column]! - widthOf(cell))} `)).join("│")}│\n`;
  yield rule("┌", "┬", "┐");
  yield line({ cells: head, paint: plainly });
  yield rule("├", "┼", "┤");
  for (const row of rows) yield line(row);
  yield rule("└", "┴", "┘");
}

/** No colour. */
export function plainly(text: string): string {
  return text;
}

/** Characters, not UTF-16 units; that some are wider on a terminal moves a line, and no more. */
function widthOf(text: string): number {
  return HAS_PAIRS.test(text) ? [...text].length : text.length;
}

const HAS_PAIRS = /[\ud800-\udbff]/;
