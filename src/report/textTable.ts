// Tables as plain rows of text, and aligned for a terminal without any library.

import { visible } from "../text/visible.js";

/** A table of texts. Every row is as long as the header. */
export interface TextTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The table as lines: the first column to the left, numbers to the right, two spaces between. Ends without newline. */
export function renderTextTable({ header, rows }: TextTable): string {
  const all = [header, ...rows].map((row) => row.map(visible));
  const widths = header.map((_title, column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
  const lines = all.map((row) =>
    widths
      .map((width, column) => (column === 0 ? (row[column] ?? "").padEnd(width) : (row[column] ?? "").padStart(width)))
      .join("  ")
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map((width) => "-".repeat(width)).join("  "));
  return lines.join("\n");
}
