/** Constants and defaults in `.msg` files. What is a number follows Python, as rosidl reads them. */
import { IdlError, type SourceLocation } from "../IdlError.js";
import type { ConstantValue, DefaultValue } from "../types.js";
import type { RosFieldType, RosPrimitive } from "./definitions.js";

/** The default of a field: `[1, 2]` for collections. @throws IdlError */
export function parseDefault(text: string, type: RosFieldType, at: SourceLocation): DefaultValue {
  const { base, collection } = type;
  if (typeof base !== "string") {
    throw new IdlError("unsupported", `a field of type ${base.message} cannot have a default`, at);
  }
  if (collection === undefined) return parseLiteral(text, base, type.stringBound, at);
  if (!text.startsWith("[") || !text.endsWith("]")) {
    throw new IdlError("syntax", `the default of a collection is written in brackets, not ${text}`, at);
  }
  const inside = text.slice(1, -1);
  const isText = base === "string" || base === "wstring";
  const parts = isText ? splitStrings(inside, at) : splitNumbers(inside);
  checkCount(parts.length, type, at);
  if (!isText) return parts.map((part) => parseLiteral(part, base, undefined, at));
  for (const part of parts) checkLength(part, type.stringBound, at);
  return parts;
}

/** A value of a primitive type. @throws IdlError */
export function parseLiteral(
  text: string,
  type: RosPrimitive,
  stringBound: number | undefined,
  at: SourceLocation,
): ConstantValue {
  switch (type) {
    case "bool":
      return parseBool(text, at);
    case "string":
    case "wstring": {
      const value = withoutEscapes(unquote(text, at));
      checkLength(value, stringBound, at);
      return value;
    }
    case "float32":
    case "float64":
      return parseFloatingPoint(text, type, at);
    default:
      return parseInteger(text, type, at);
  }
}

function parseBool(text: string, at: SourceLocation): boolean {
  const word = text.toLowerCase();
  if (word === "true" || word === "1") return true;
  if (word === "false" || word === "0") return false;
  throw new IdlError("bad-value", `a bool is true, false, 1 or 0, not ${text}`, at);
}

function parseFloatingPoint(text: string, type: string, at: SourceLocation): number {
  if (/^[+-]?(\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(e[+-]?\d+)?$/i.test(text)) return Number(text.replaceAll("_", ""));
  const special = /^([+-]?)(?:(nan)|inf(?:inity)?)$/i.exec(text);
  if (special === null) throw new IdlError("bad-value", `${text} is no ${type}`, at);
  if (special[2] !== undefined) return Number.NaN;
  return special[1] === "-" ? -Infinity : Infinity;
}

function parseInteger(text: string, type: RosPrimitive, at: SourceLocation): number | bigint {
  const bits = type === "byte" || type === "char" ? 8 : Number(type.replace(/\D+/, ""));
  const isSigned = type.startsWith("int");
  const min = isSigned ? -(1n << BigInt(bits - 1)) : 0n;
  const max = (1n << BigInt(isSigned ? bits - 1 : bits)) - 1n;
  const value = integerOf(text);
  if (value === undefined || value < min || value > max) {
    throw new IdlError("bad-value", `${type} takes an integer from ${min} to ${max}, not ${text}`, at);
  }
  return bits === 64 ? value : Number(value);
}

/** Decimal, with zeros in front too; hexadecimal, octal and binary with 0x, 0o and 0b. */
function integerOf(text: string): bigint | undefined {
  const match = /^([+-]?)(\d+(?:_\d+)*|0x[0-9a-f_]+|0o[0-7_]+|0b[01_]+)$/i.exec(text);
  if (match === null) return undefined;
  const digits = match[2]!.replaceAll("_", "");
  // BigInt knows no "0x" alone.
  if (/^0[xob]$/i.test(digits)) return undefined;
  const value = BigInt(digits.toLowerCase());
  return match[1] === "-" ? -value : value;
}

/** Without the quotes around it, which keep spaces. Inside, the same quote has a backslash in front. */
function unquote(text: string, at: SourceLocation): string {
  const quote = text[0];
  if ((quote !== '"' && quote !== "'") || text.length < 2 || !text.endsWith(quote)) return text;
  const inside = text.slice(1, -1);
  if (new RegExp(`(?<!\\\\)${quote}`).test(inside)) {
    throw new IdlError("syntax", `a ${quote} inside ${text} needs a backslash in front`, at);
  }
  return inside.replaceAll(`\\${quote}`, quote);
}

/** The escapes of Python's strings; a backslash before anything else stays. */
function withoutEscapes(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|([0-7]{1,3})|([\\'"abfnrtv]))/gi,
    (whole, hex2?: string, hex4?: string, octal?: string, letter?: string) => {
      if (letter !== undefined) return SIMPLE_ESCAPES[letter] ?? whole;
      return String.fromCharCode(octal === undefined ? Number.parseInt(hex2 ?? hex4!, 16) : Number.parseInt(octal, 8));
    },
  );
}

function splitNumbers(inside: string): string[] {
  return inside.trim() === "" ? [] : inside.split(",").map((part) => part.trim());
}

/** `"a, b", c, 'd'`: quotes keep commas, and the text behind one ends at the next comma. */
function splitStrings(inside: string, at: SourceLocation): string[] {
  const parts: string[] = [];
  const pattern = /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^,'"][^,]*))\s*(,|$)/y;
  while (pattern.lastIndex < inside.length) {
    const from = pattern.lastIndex;
    const match = pattern.exec(inside);
    if (match === null) throw new IdlError("syntax", `cannot read ${inside.slice(from).trim()} as strings`, at);
    const [, double, single, bare] = match;
    parts.push(double?.replaceAll('\\"', '"') ?? single?.replaceAll("\\'", "'") ?? bare!.trimEnd());
  }
  return parts;
}

function checkCount(count: number, { collection }: RosFieldType, at: SourceLocation): void {
  if (collection === undefined) return;
  if (collection.kind === "array" && count !== collection.size) {
    throw new IdlError("bad-value", `the default has ${count} elements, the array ${collection.size}`, at);
  }
  if (collection.kind === "sequence" && count > (collection.bound ?? Infinity)) {
    throw new IdlError("bad-value", `the default has ${count} elements, more than ${collection.bound}`, at);
  }
}

function checkLength(text: string, bound: number | undefined, at: SourceLocation): void {
  if (text.length > (bound ?? Infinity)) {
    throw new IdlError("bad-value", `the default has ${text.length} characters, more than ${bound}`, at);
  }
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  ...{ "\\": "\\", "'": "'", '"': '"', a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" },
};
