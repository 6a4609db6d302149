// `rtps cdr check`: vendors' payloads against what our codecs make of them.

import Table from "cli-table3";
import pc from "picocolors";
import {
  CdrError,
  type DialectName,
  dialectOfVendor,
  IdlError,
  type Json,
  jsonText,
  type PayloadCheck,
  PayloadChecker,
  type PayloadDifference,
  type PayloadEntry,
} from "../../index.js";
import { visible, visibleJson } from "../../text/visible.js";
import { CliError } from "../CliError.js";
import { readPayloads } from "./payloadFile.js";

interface CheckOptions {
  readonly dialect?: DialectName;
  readonly representation?: "xcdr1" | "xcdr2";
  readonly all?: boolean;
  readonly json?: boolean;
}

interface Result {
  readonly entry: PayloadEntry;
  readonly dialect: DialectName;
  readonly check: PayloadCheck;
}

/** What is counted of each payload. */
const ASPECTS = ["decodes", "reencodes", "keyHash", "keyPayload"] as const;

export function runCheck(file: string, options: CheckOptions): void {
  const wanted = options.representation?.toUpperCase();
  const entries = readPayloads(file).filter((entry) => wanted === undefined || entry.representation === wanted);
  if (entries.length === 0)
    throw new CliError(`${file} holds no payloads${wanted === undefined ? "" : ` in ${wanted}`}`);
  const checker = new PayloadChecker(options.dialect === undefined ? {} : { dialect: options.dialect });
  const results = entries.map((entry): Result => {
    const dialect = options.dialect ?? dialectOfVendor(entry.vendor);
    return { entry, dialect, check: checkOne(checker, entry) };
  });
  process.stdout.write(options.json === true ? jsonOf(file, results) : textOf(file, results, options.all === true));
  if (results.some(isWrong)) process.exitCode = EXIT_DIFFERENT;
}

/** A type or value that cannot be used counts as wrong: the others still say something. */
function checkOne(checker: PayloadChecker, entry: PayloadEntry): PayloadCheck {
  try {
    return checker.check(entry);
  } catch (error) {
    if (!(error instanceof IdlError) && !(error instanceof CdrError)) throw error;
    return {
      decodes: false,
      reencodes: false,
      keyHash: entry.keyHashHex === undefined ? undefined : false,
      keyPayload: entry.keyPayloadHex === undefined ? undefined : false,
      decoded: undefined,
      actualKeyHash: undefined,
      firstDiff: undefined,
      error: error.message,
    };
  }
}

function isWrong({ check }: Result): boolean {
  return ASPECTS.some((aspect) => check[aspect] === false);
}

/** The results of each vendor and representation, in order. */
function grouped(results: readonly Result[]): Map<string, Result[]> {
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    const key = `${result.entry.vendor} ${result.entry.representation}`;
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function countOf(results: readonly Result[], aspect: (typeof ASPECTS)[number]): { ok: number; of: number } {
  const known = results.map(({ check }) => check[aspect]).filter((each) => each !== undefined);
  return { ok: known.filter((each) => each).length, of: known.length };
}

function textOf(file: string, results: readonly Result[], showAll: boolean): string {
  const table = new Table({
    head: ["vendor", "", "dialect", "payloads", "decode", "re-encode", "key hash", "key payload"],
    style: { head: [], border: [] },
    colAligns: ["left", "left", "left", "right", "right", "right", "right", "right"],
    chars: NO_LINES_BETWEEN_ROWS,
  });
  for (const group of grouped(results).values()) {
    const { entry, dialect } = group[0]!;
    const cells = ASPECTS.map((aspect) => countInWords(countOf(group, aspect)));
    table.push([visible(entry.vendor), visible(entry.representation), dialect, group.length, ...cells]);
  }
  const wrong = results.filter(isWrong);
  const shown = showAll ? wrong : wrong.slice(0, SHOWN_DIFFERENCES);
  const rest = wrong.length - shown.length;
  const last = rest === 0 ? "" : `\n${rest} more payloads differ: --all shows them\n`;
  const verdict = wrong.length === 0 ? "all as expected" : `${wrong.length} not as expected`;
  return `${file}: ${results.length} payloads, ${verdict}\n${table}\n${shown.map(differenceText).join("")}${last}`;
}

function countInWords({ ok, of }: { ok: number; of: number }): string {
  if (of === 0) return "";
  return ok === of ? pc.green(String(ok)) : pc.red(`${ok} of ${of}`);
}

function differenceText({ entry, check }: Result): string {
  const lines = [`\n${pc.bold(visible(entry.name))} ${visible(entry.vendor)} ${visible(entry.representation)}`];
  if (check.error !== undefined) lines.push(`  refused: ${visible(check.error)}`);
  if (check.decoded !== undefined) {
    lines.push(
      "  decodes to another value",
      ...compared(visibleJson(jsonText(entry.value as Json)), visibleJson(check.decoded), 1),
    );
  }
  if (check.firstDiff !== undefined) lines.push(...byteLines(check.firstDiff));
  if (check.keyHash === false && check.actualKeyHash !== undefined) {
    lines.push("  key hash", ...compared(entry.keyHashHex!, check.actualKeyHash, 2));
  }
  return lines.map((line) => `${line}\n`).join("");
}

/** The bytes around the first one that differs, with a caret under it. */
function byteLines({ part, offset, field, around }: PayloadDifference): string[] {
  const indent = `    ${around.start === 0 ? "" : "… "}`;
  const caret = " ".repeat("expected ".length + indent.length - 4 + 3 * (offset - around.start));
  const where = `byte ${offset}${field === "" ? "" : `, ${field}`}`;
  return [
    `  ${part} differs at ${where}`,
    `    expected ${indent.slice(4)}${spaced(around.expected)}`,
    `    ours     ${indent.slice(4)}${spaced(around.actual)}`,
    `    ${caret}^^`,
  ];
}

/** Two texts from shortly before the place where they differ, with a caret there. */
function compared(expected: string, actual: string, width: number): string[] {
  let at = 0;
  while (at < expected.length && expected[at] === actual[at]) at++;
  at -= at % width;
  const start = Math.max(0, at - SHOWN_BEFORE);
  const part = (text: string) => (start > 0 ? "…" : "") + text.slice(start, at + SHOWN_BEHIND);
  const caret = " ".repeat("expected ".length + (start > 0 ? 1 : 0) + at - start);
  return [`    expected ${part(expected)}`, `    ours     ${part(actual)}`, `    ${caret}${"^".repeat(width)}`];
}

function spaced(hex: string): string {
  return hex.replace(/..(?=.)/g, "$& ");
}

function jsonOf(file: string, results: readonly Result[]): string {
  const groups = [...grouped(results).values()].map((group) => {
    const { entry, dialect } = group[0]!;
    const counts = ASPECTS.map((aspect) => [aspect, countOf(group, aspect)]);
    const { vendor, representation } = entry;
    return { vendor, representation, dialect, payloads: group.length, ...Object.fromEntries(counts) };
  });
  const different = results.filter(isWrong).map(({ entry, dialect, check }) => {
    const { name, vendor, representation } = entry;
    return { name, vendor, representation, dialect, ...check };
  });
  return `${visibleJson(JSON.stringify({ file, payloads: results.length, groups, different }, null, 2))}\n`;
}

const EXIT_DIFFERENT = 1;
const SHOWN_DIFFERENCES = 20;
/** Characters. */
const SHOWN_BEFORE = 40;
const SHOWN_BEHIND = 40;
const NO_LINES_BETWEEN_ROWS = { mid: "", "left-mid": "", "mid-mid": "", "right-mid": "" };
