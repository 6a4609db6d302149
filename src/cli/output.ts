// What commands write: texts of others are made visible here, whoever has put them into a message, and what can be long
// is written in pieces.

import { visible, visibleJson, visibleLines } from "../text/visible.js";

/** One line to standard error. */
export function complain(line: string): void {
  process.stderr.write(`${visible(line)}\n`);
}

/** To standard error, line breaks included; the last one too. */
export function complainLines(text: string): void {
  process.stderr.write(visibleLines(text));
}

/** JSON, with the same values, to standard output. */
export function printJson(json: string): void {
  process.stdout.write(`${visibleJson(json)}\n`);
}

/**
 * To standard output, as fast as it is read. Between pieces the process hears signals, so it can be ended.
 *
 * @param signal ends the printing where it is
 */
export async function printPieces(pieces: Iterable<string>, signal: AbortSignal): Promise<void> {
  let held = "";
  for (const piece of pieces) {
    held += piece;
    if (held.length < PIECE_LENGTH) continue;
    await written(held, signal);
    if (signal.aborted) return;
    held = "";
  }
  await written(held, signal);
}

/**
 * `JSON.stringify(value, replacer, 2)` in pieces, and safe to print. What is deeper than `DEPTH` comes in one.
 *
 * @param replacer as that of JSON.stringify
 */
export function* jsonPieces(value: unknown, replacer: JsonReplacer, indent = "", depth = 0): Generator<string> {
  const replaced = replacer("", value);
  const entries = depth < DEPTH ? entriesOf(replaced) : undefined;
  if (entries === undefined || entries.length === 0) {
    yield visibleJson(JSON.stringify(replaced, replacer, 2).replaceAll("\n", `\n${indent}`));
    return;
  }
  const isArray = Array.isArray(replaced);
  const inner = `${indent}  `;
  let between = isArray ? "[" : "{";
  for (const [key, part] of entries) {
    yield `${between}\n${inner}${isArray ? "" : `${visibleJson(JSON.stringify(key))}: `}`;
    yield* jsonPieces(part, replacer, inner, depth + 1);
    between = ",";
  }
  yield `\n${indent}${isArray ? "]" : "}"}`;
}

export type JsonReplacer = (key: string, value: unknown) => unknown;

/** What has parts that are printed one by one. */
function entriesOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (typeof value !== "object" || value === null || "toJSON" in value) return undefined;
  if (Array.isArray(value)) return value.map((part) => ["", part ?? null]);
  return Object.entries(value).filter(([, part]) => part !== undefined);
}

async function written(text: string, signal: AbortSignal): Promise<void> {
  const { stdout } = process;
  if (!stdout.write(text)) {
    await new Promise<void>((resolve) => {
      const done = () => {
        for (const event of ["drain", "close", "error"]) stdout.off(event, done);
        signal.removeEventListener("abort", done);
        resolve();
      };
      for (const event of ["drain", "close", "error"]) stdout.once(event, done);
      signal.addEventListener("abort", done);
    });
  }
  await new Promise((resolve) => setImmediate(resolve));
}

const PIECE_LENGTH = 65_536;
const DEPTH = 4;
