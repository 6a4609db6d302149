// The matrix as a table on the terminal: a row a scenario, two columns a peer.
import Table from "cli-table3";
import pc from "picocolors";
import type { CellResult, CellStatus, InteropResults } from "./results.js";

const LABEL: Record<CellStatus, string> = {
  passed: pc.green("pass"),
  failed: pc.red("FAIL"),
  "not supported": pc.dim("not supported"),
  "not installed": pc.yellow("not installed"),
};

export function cellLine(cell: CellResult): string {
  const head = `${LABEL[cell.status]}  ${cell.direction}  ${cell.scenario}  ${cell.durationMs} ms`;
  return cell.status === "failed" ? `${head}\n      ${cell.reason}` : head;
}

export function renderTable(results: InteropResults): string {
  const directions = [...new Set(results.cells.map((cell) => cell.direction))];
  const table = new Table({ head: ["scenario", ...directions], style: { head: [], border: [] } });
  for (const scenario of new Set(results.cells.map((cell) => cell.scenario))) {
    const row = directions.map((direction) => {
      const cell = results.cells.find((one) => one.scenario === scenario && one.direction === direction);
      return cell === undefined ? "" : LABEL[cell.status];
    });
    table.push([scenario, ...row]);
  }
  return table.toString();
}

/** Peers with versions, the reasons behind cells that did not run, the failures, the totals. */
export function renderNotes(results: InteropResults): string {
  const lines = results.peers.map((peer) => `${peer.name} ${peer.version ?? (peer.installed ? "" : "not installed")}`);
  const notes = [`peers: ${lines.join(", ")}; isolation: ${results.isolation}`];
  for (const status of ["not installed", "not supported"] as const) notes.push(...reasons(results.cells, status));
  for (const cell of results.cells)
    if (cell.note !== undefined) notes.push(`${pc.dim("note")} ${cell.direction} ${cell.scenario}: ${cell.note}`);
  for (const cell of results.cells)
    if (cell.status === "failed") notes.push(`${LABEL.failed} ${cell.direction} ${cell.scenario}: ${cell.reason}`);
  const { totals } = results;
  const seconds = (results.durationMs / 1000).toFixed(1);
  notes.push(
    `${totals.passed} passed, ${totals.failed} failed, ${totals["not supported"]} not supported, ` +
      `${totals["not installed"]} not installed, in ${seconds} s`,
  );
  return notes.join("\n");
}

function reasons(cells: readonly CellResult[], status: CellStatus): string[] {
  const byReason = new Map<string, number>();
  for (const cell of cells) {
    if (cell.status !== status) continue;
    const key = `${cell.peer}: ${cell.reason}`;
    byReason.set(key, (byReason.get(key) ?? 0) + 1);
  }
  return [...byReason].map(([reason, count]) => `${LABEL[status]} (${count}) ${reason}`);
}
