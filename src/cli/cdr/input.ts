// What `rtps cdr decode` and `encode` are given: on the command line, in a file, or on standard input.

import { readFileSync } from "node:fs";
import { CliError } from "../CliError.js";
import { parsedJson } from "../jsonValues.js";

/** Bytes given as hexadecimal digits, with spaces, colons or 0x as people copy them, or raw in a file. */
export function readBytes(argument: string): Uint8Array {
  if (argument !== "-") {
    const given = fromHex(argument);
    if (given !== undefined) return given;
  }
  const bytes = contents(argument, "a payload is hexadecimal digits, a file, or -");
  return fromHex(bytes.toString("latin1").replace(UTF8_MARK, "")) ?? new Uint8Array(bytes);
}

/** Text given as such, when it looks like JSON, or in a file. */
export function readJson(argument: string): unknown {
  const isText = /^\s*[[{"]/.test(argument);
  const where = isText ? "the value" : argument === "-" ? "standard input" : argument;
  const text = isText ? argument : contents(argument, "a value is JSON, a file with it, or -").toString("utf8");
  return parsedJson(text, (reason) => `${where} is not JSON: ${reason}`);
}

function contents(argument: string, hint: string): Buffer {
  try {
    return readFileSync(argument === "-" ? 0 : argument);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENAMETOOLONG") throw new CliError(`no such file: ${short(argument)}; ${hint}`);
    throw new CliError(`cannot read ${short(argument)}: ${code}`);
  }
}

/** Undefined for what is no hexadecimal text. */
function fromHex(text: string): Uint8Array | undefined {
  const digits = text.replace(/0x/gi, "").replace(/[\s:,]/g, "");
  if (digits === "" || digits.length % 2 === 1 || !/^[0-9a-f]+$/i.test(digits)) return undefined;
  return new Uint8Array(Buffer.from(digits, "hex"));
}

function short(text: string): string {
  return text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)}…`;
}

/** The byte order mark, read as latin1. */
const UTF8_MARK = /^\xef\xbb\xbf/;
const SHOWN_CHARACTERS = 40;
