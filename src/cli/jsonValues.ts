// Values of samples as JSON: 64-bit integers that a Number cannot hold are strings, number collections are arrays.

import type { StructValue } from "../index.js";
import { CliError } from "./CliError.js";

/** One line of JSON. */
export function toJsonLine(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === "bigint") {
      const number = Number(part);
      return Number.isSafeInteger(number) ? number : part.toString();
    }
    return ArrayBuffer.isView(part) ? Array.from(part as unknown as ArrayLike<unknown>) : part;
  });
}

/** A sample from one line of JSON; missing members take their defaults from `template`. */
export function fromJsonLine(line: string, template: StructValue): StructValue {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new CliError(`not JSON: ${line}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new CliError(`a sample is a JSON object, not ${line}`);
  }
  return withDefaults(value as StructValue, template);
}

function withDefaults(value: StructValue, template: StructValue): StructValue {
  const unknown = Object.keys(value).find((name) => !(name in template));
  if (unknown !== undefined) {
    throw new CliError(`the type has no member "${unknown}"; it has ${Object.keys(template).join(", ")}`);
  }
  const complete: StructValue = { ...template };
  for (const [name, part] of Object.entries(value)) complete[name] = convert(part, template[name]);
  return complete;
}

function convert(part: unknown, template: unknown): unknown {
  if (typeof template === "bigint") return toBigInt(part);
  if (isPlainObject(part) && isPlainObject(template)) return withDefaults(part, template);
  if (Array.isArray(part) && (template instanceof BigInt64Array || template instanceof BigUint64Array)) {
    return part.map(toBigInt);
  }
  return part;
}

function toBigInt(part: unknown): unknown {
  if (typeof part !== "number" && typeof part !== "string") return part;
  try {
    return BigInt(part);
  } catch {
    throw new CliError(`not a whole number: ${JSON.stringify(part)}`);
  }
}

function isPlainObject(value: unknown): value is StructValue {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}
