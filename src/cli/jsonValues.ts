// Values of samples as JSON. 64-bit integers that a Number cannot hold are strings, as are NaN and the infinities;
// collections of numbers are arrays, maps lists of pairs, enums the names of their literals, unions
// `{ $discriminator, member, value }`.

import { CdrError, fromJson, type StructType, type StructValue } from "../index.js";
import { visibleJson } from "../text/visible.js";
import { CliError } from "./CliError.js";
import { excerpt } from "./words.js";

/** One line of JSON that is safe to print. */
export function toJsonLine(value: unknown): string {
  const json = JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === "bigint") {
      const number = Number(part);
      return Number.isSafeInteger(number) ? number : part.toString();
    }
    if (typeof part === "number" && !Number.isFinite(part)) return String(part);
    if (part instanceof Map) return [...part];
    return ArrayBuffer.isView(part) ? Array.from(part as unknown as ArrayLike<unknown>) : part;
  });
  return visibleJson(json);
}

/** Reads samples of one type from JSON; members that are missing take their defaults. */
export class JsonSamples {
  constructor(private readonly type: StructType) {}

  /** @param where for the message: "--data" or "line 3" @throws CliError */
  parse(line: string, where: string): StructValue {
    const value = parsedJson(line, () => `${where}: not JSON: ${excerpt(line)}`);
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new CliError(`${where}: a sample is a JSON object, not ${excerpt(line)}`);
    }
    try {
      return fromJson(this.type, value, "bigint", "default") as StructValue;
    } catch (error) {
      throw error instanceof CdrError ? new CliError(`${where}: ${error.message}`) : error;
    }
  }
}

/** JSON, behind a byte order mark if there is one. @param problem the message for what is none @throws CliError */
export function parsedJson(text: string, problem: (reason: string) => string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    const advice = NUMBER_WORDS.test(text) ? ' (NaN and the infinities are written in quotes: "NaN")' : "";
    throw new CliError(problem((error as Error).message) + advice);
  }
}

/** What other languages take where JSON takes a value. */
const NUMBER_WORDS = /(^|[\s:,[])[-+]?(nan|inf|infinity)\s*([,\]}]|$)/i;
