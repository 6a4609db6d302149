// Files of payloads: read, and everything in them checked before it is used.

import { readFileSync } from "node:fs";
import type { PayloadEntry } from "../../index.js";
import { CliError } from "../CliError.js";

/** @throws CliError that names the file and the entry */
export function readPayloads(file: string): PayloadEntry[] {
  const json = parse(textOf(file), file);
  if (!Array.isArray(json)) throw new CliError(`${file}: a file of payloads is a JSON list, not ${kindOf(json)}`);
  return json.map((each, index) => entryOf(each, `${file}: entry ${index}`));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8").replace(/^\ufeff/, "");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliError(code === "ENOENT" ? `no such file: ${file}` : `cannot read ${file}: ${code}`);
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CliError(`${file} is not JSON: ${(error as Error).message}`);
  }
}

function entryOf(given: unknown, where: string): PayloadEntry {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new CliError(`${where}: is no object, but ${kindOf(given)}`);
  }
  const entry = given as Readonly<Record<string, unknown>>;
  const name = textIn(entry, "name", where);
  const place = `${where} (${name})`;
  if (entry["value"] === undefined) throw new CliError(`${place}: value is missing`);
  const representation = textIn(entry, "representation", place).toUpperCase();
  if (representation !== "XCDR1" && representation !== "XCDR2") {
    throw new CliError(`${place}: representation is neither XCDR1 nor XCDR2: ${representation}`);
  }
  return {
    name,
    idl: textIn(entry, "idl", place),
    type: textIn(entry, "type", place),
    value: entry["value"],
    vendor: textIn(entry, "vendor", place),
    representation,
    payloadHex: hexIn(entry, "payloadHex", place)!,
    ...optionalHex(entry, "keyHashHex", place),
    ...optionalHex(entry, "keyPayloadHex", place),
  };
}

function textIn(entry: Readonly<Record<string, unknown>>, field: string, where: string): string {
  const text = entry[field];
  if (text === undefined) throw new CliError(`${where}: ${field} is missing`);
  if (typeof text !== "string") throw new CliError(`${where}: ${field} is no text, but ${kindOf(text)}`);
  return text;
}

function optionalHex(entry: Readonly<Record<string, unknown>>, field: string, where: string): object {
  return (entry[field] ?? null) === null ? {} : { [field]: hexIn(entry, field, where) };
}

function hexIn(entry: Readonly<Record<string, unknown>>, field: string, where: string): string {
  const text = textIn(entry, field, where);
  if (/^([0-9a-f]{2})*$/i.test(text)) return text.toLowerCase();
  throw new CliError(`${where}: ${field} is no even number of hexadecimal digits`);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
