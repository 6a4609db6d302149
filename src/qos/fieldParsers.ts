// Readers of single values that a user gives: kinds in any spelling, durations, counts. Each throws QosError with a
// line that names the policy and what is accepted.

import { DATA_REPRESENTATIONS, type DataRepresentationId, type Property } from "./policies.js";
import { QosError } from "./QosError.js";

/** Turns an input into the value of a policy's member, or throws QosError. */
export type FieldParser = (input: unknown, path: string) => unknown;

/** "TRANSIENT_LOCAL" -> "transientLocal". */
type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<S>;

/** A kind in upper case, camelCase, or any other case, with or without "_" and "-". */
export type KindInput<K extends string> = K | CamelCase<K> | (string & {});

/** Milliseconds, or text such as "100ms", "2s", "1.5min", "infinite". */
export type DurationInput = number | (string & {});

const INT32_MAX = 2147483647;
/** The seconds of Duration_t end here; from here on a duration is infinite (RTPS 2.5 §9.3.2). */
const DURATION_MAX_MS = INT32_MAX * 1000;
/** A parameter of discovery data holds this much, less the count in front. */
const OCTETS_MAX = 65528;

/** A surrogate that stands alone, which has no UTF-8: peers would read U+FFFD. */
const HALF_PAIR = /\p{Surrogate}/u;

const MS_PER_UNIT: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
};

/** What somebody wrote, for an error message: short, on one line. */
function quote(input: unknown): string {
  if (typeof input === "string") return JSON.stringify(input.length > 40 ? `${input.slice(0, 40)}...` : input);
  if (typeof input === "object" && input !== null) return Array.isArray(input) ? "an array" : "an object";
  return String(input);
}

function normalized(text: string): string {
  return text.replace(/[_\-\s]/g, "").toUpperCase();
}

/** A parser for one of `kinds`; `aliases` maps further spellings (upper case, no "_") to kinds. */
export function kindParser(kinds: readonly string[], aliases: Readonly<Record<string, string>> = {}): FieldParser {
  return (input, path) => {
    if (typeof input === "string") {
      const wanted = normalized(input);
      const kind = kinds.find((candidate) => normalized(candidate) === wanted);
      if (kind !== undefined) return kind;
      if (Object.hasOwn(aliases, wanted)) return aliases[wanted];
    }
    throw new QosError("QOS_INVALID", path, `${quote(input)} is not one of ${kinds.join(", ")}`);
  };
}

/** Milliseconds from 0 to Infinity, to the nearest nanosecond. */
export const duration: FieldParser = (input, path) => {
  const ms = typeof input === "string" ? durationFromText(input) : input;
  if (typeof ms !== "number" || !(ms >= 0)) {
    const accepted = 'a number of milliseconds from 0, or text like "100ms", "2s", "infinite"';
    throw new QosError("QOS_INVALID", path, `${quote(input)} is not a duration: give ${accepted}`);
  }
  return ms >= DURATION_MAX_MS ? Infinity : toNanosecondGrid(ms);
};

/** A duration above 0. */
export const positiveDuration: FieldParser = (input, path) => {
  const ms = duration(input, path);
  if (ms === 0) throw new QosError("QOS_INVALID", path, "0 is not accepted: give a duration above 0");
  return ms;
};

function durationFromText(text: string): number | undefined {
  const plain = text.trim().toLowerCase();
  if (/^(\+?inf(inite|inity)?)$/.test(plain)) return Infinity;
  const parts = /^(\d+(?:\.\d+)?)\s*(ns|us|ms|s|min|m|h)$/.exec(plain.replace("µ", "u"));
  return parts === null ? undefined : Number(parts[1]) * MS_PER_UNIT[parts[2]!]!;
}

// Peers read durations to the nanosecond; finer ones would not equal themselves after a round trip. From 2^32 ms on a
// double does not hold each nanosecond, and milliseconds have to do.
function toNanosecondGrid(ms: number): number {
  return ms < 4294967296 ? Math.round(ms * 1e6) / 1e6 : Math.round(ms);
}

/** A whole number from 1 to 2^31 - 1. */
export const count: FieldParser = (input, path) => {
  if (typeof input === "number" && Number.isInteger(input) && input >= 1 && input <= INT32_MAX) return input;
  throw new QosError("QOS_INVALID", path, `${quote(input)} is not a whole number from 1 to ${INT32_MAX}`);
};

/** A count, or no limit: Infinity, "unlimited" or -1 (LENGTH_UNLIMITED). */
export const limit: FieldParser = (input, path) => {
  if (input === Infinity || input === -1) return Infinity;
  if (typeof input === "string" && /^(length_?)?unlimited$|^infinit[ey]$/i.test(input.trim())) return Infinity;
  if (typeof input === "number" && Number.isInteger(input) && input >= 1 && input <= INT32_MAX) return input;
  const accepted = `a whole number from 1 to ${INT32_MAX}, or "unlimited"`;
  throw new QosError("QOS_INVALID", path, `${quote(input)} is not a limit: give ${accepted}`);
};

export const int32: FieldParser = (input, path) => {
  if (typeof input === "number" && (input | 0) === input) return input | 0;
  throw new QosError("QOS_INVALID", path, `${quote(input)} is not a whole number from -2147483648 to ${INT32_MAX}`);
};

export const flag: FieldParser = (input, path) => {
  if (typeof input === "boolean") return input;
  throw new QosError("QOS_INVALID", path, `${quote(input)} is not true or false`);
};

/** Octets: a Uint8Array (copied), an array of numbers, or text (UTF-8). */
export const octets: FieldParser = (input, path) => {
  let value: Uint8Array | undefined;
  if (typeof input === "string" && !HALF_PAIR.test(input)) value = new TextEncoder().encode(input);
  else if (input instanceof Uint8Array) value = Uint8Array.from(input);
  else if (Array.isArray(input) && input.every(isOctet)) value = Uint8Array.from(input);
  if (value === undefined) {
    throw new QosError("QOS_INVALID", path, `${quote(input)} is not text, a Uint8Array or an array of numbers 0-255`);
  }
  if (value.length > OCTETS_MAX) {
    throw new QosError("QOS_INVALID", path, `${value.length} octets are too many: at most ${OCTETS_MAX}`);
  }
  return value;
};

function isOctet(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 255;
}

/** Partition names: one text or an array of them. */
export const names: FieldParser = (input, path) => {
  const list: unknown[] = typeof input === "string" ? [input] : Array.isArray(input) ? input : [undefined];
  let octetCount = 0;
  for (const name of list) {
    if (!isText(name)) {
      throw new QosError(
        "QOS_INVALID",
        path,
        `${quote(name ?? input)} is not a text, or an array of texts, without NUL or half a surrogate pair`,
      );
    }
    octetCount += 8 + new TextEncoder().encode(name).length;
  }
  if (octetCount > OCTETS_MAX) throw new QosError("QOS_INVALID", path, `too long: at most ${OCTETS_MAX} octets in all`);
  return [...list];
};

const representationName = kindParser(DATA_REPRESENTATIONS, { XCDR: "XCDR1" });

/** One representation or a list in order of preference; numbers of 16 bits are accepted. */
export const representations: FieldParser = (input, path) => {
  const list: unknown[] = Array.isArray(input) ? input : [input];
  if (list.length === 0)
    throw new QosError("QOS_INVALID", path, "the list is empty: give at least one of XCDR1, XCDR2");
  return list.map((id): DataRepresentationId => {
    if (typeof id === "number" && (id << 16) >> 16 === id) return DATA_REPRESENTATIONS[id] ?? id;
    return representationName(id, path) as DataRepresentationId;
  });
};

/** A PROPERTY list: an array of { name, value, propagate }, or an object of names and values that stay here. */
export const properties: FieldParser = (input, path) => {
  const list = propertyList(input);
  if (list === undefined) {
    const accepted = "an array of { name, value, propagate }, or an object of names and values";
    throw new QosError("QOS_INVALID", path, `${quote(input)} is no list of properties: give ${accepted}`);
  }
  const known = new Set<string>();
  return list.map((one): Property => {
    const property = propertyOf(one, path);
    if (known.has(property.name)) {
      throw new QosError("QOS_INVALID", path, `${quote(property.name)} occurs twice: give each name once`);
    }
    known.add(property.name);
    return property;
  });
};

function propertyList(input: unknown): readonly unknown[] | undefined {
  if (Array.isArray(input)) return input;
  if (typeof input !== "object" || input === null || ArrayBuffer.isView(input)) return undefined;
  return Object.entries(input).map(([name, value]) => ({ name, value }));
}

function propertyOf(input: unknown, path: string): Property {
  const { name, value, propagate = false, ...others } = (input ?? {}) as Record<string, unknown>;
  if (!isText(name) || name === "" || !isText(value)) {
    const problem = `${quote(name)} with the value ${quote(value)} is no property`;
    throw new QosError("QOS_INVALID", path, `${problem}: both are texts without NUL or half a surrogate pair`);
  }
  if (typeof propagate !== "boolean" || Object.keys(others).length > 0) {
    throw new QosError("QOS_INVALID", path, `${quote(name)}: a property has name, value, and propagate true or false`);
  }
  return { name, value, propagate };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && !value.includes("\0") && !HALF_PAIR.test(value);
}
