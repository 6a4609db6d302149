/** How encoders check and store numbers. */
import { FLOAT32_OVERFLOW, integerRange } from "../numbers.js";

const range = (kind: string): string => {
  const [low, high] = integerRange(kind)!;
  return `!Number.isInteger(x) || x < ${low} || x > ${high}`;
};

/** What makes a value of the kind wrong, with `x` for the value. Kinds that are not here are checked where they are stored. */
export const CHECKS: Readonly<Record<string, string>> = {
  boolean: 'typeof x !== "boolean"',
  char: 'typeof x !== "string" || x.length !== 1 || x.charCodeAt(0) > 255',
  wchar: 'typeof x !== "string" || x.length !== 1',
  octet: range("octet"),
  uint8: range("uint8"),
  int8: range("int8"),
  int16: range("int16"),
  uint16: range("uint16"),
  int32: 'typeof x !== "number" || x !== (x | 0)',
  uint32: 'typeof x !== "number" || x !== x >>> 0',
  float32: `typeof x !== "number" || (Math.abs(x) >= ${FLOAT32_OVERFLOW} && Math.abs(x) !== Infinity)`,
  float64: 'typeof x !== "number"',
  float128: 'typeof x !== "number"',
};

/** As `CHECKS`, for a bitmask of at most 32 bits. Bits without a name are let through up to the bit bound. */
export function bitmaskCheck(bitBound: number): string {
  return `typeof x !== "number" || x !== x >>> 0 || x > ${2 ** bitBound - 1}`;
}

export const SETTERS: Readonly<Record<string, string>> = {
  int16: "setInt16",
  uint16: "setUint16",
  int32: "setInt32",
  uint32: "setUint32",
  float32: "setFloat32",
  float64: "setFloat64",
};
