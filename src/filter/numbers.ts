/** Numbers in expressions and in parameters: INTEGERVALUE and FLOATVALUE of DDS 1.4 Annex B. */

export type ParsedNumber =
  | { readonly kind: "integer"; readonly value: bigint }
  | { readonly kind: "float"; readonly value: number };

/** Where the number that starts at `at` ends; `at` itself when none does. */
export function endOfNumber(text: string, at: number): number {
  NUMBER.lastIndex = at;
  return NUMBER.test(text) ? NUMBER.lastIndex : at;
}

/** The number that `text` is; undefined when it is none. A text: a number, but out of range, and what the range is. */
export function parseNumber(text: string): ParsedNumber | string | undefined {
  if (endOfNumber(text, 0) !== text.length || text === "") return undefined;
  const sign = text.startsWith("-") ? "-" : "";
  const digits = text.replace(/^[+-]/, "");
  const isHex = /^0x/i.test(digits);
  if (!isHex && /[.e]/i.test(digits)) {
    const value = Number(text);
    return Number.isFinite(value) ? { kind: "float", value } : "is more than a double can hold";
  }
  const significant = isHex ? digits.slice(2).replace(/^0+/, "") : digits.replace(/^0+/, "");
  // Before BigInt, whose time grows with the square of the digits.
  if (significant.length > (isHex ? 16 : 20)) return "does not fit in 64 bits";
  const magnitude = significant === "" ? 0n : BigInt(isHex ? `0x${significant}` : significant);
  const value = sign === "-" ? -magnitude : magnitude;
  return value < INT64_MIN || value > UINT64_MAX ? "does not fit in 64 bits" : { kind: "integer", value };
}

const NUMBER = /[+-]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y;
const INT64_MIN = -(2n ** 63n);
const UINT64_MAX = 2n ** 64n - 1n;
