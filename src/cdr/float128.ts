/**
 * 16-byte floats (XTypes 1.3 §7.4.1.1.1: IEEE 754 binary128) as doubles. Some writers send the image of a C
 * `long double` instead, which on x86 is the 80-bit extended format in the lower ten bytes.
 */

/** What the 16 bytes hold. */
export type Float128Format = "binary128" | "x87";

/** The 128 bits of a double; nothing is lost. */
export function float128Bits(value: number, format: Float128Format): bigint {
  const bits = bitsOf(value);
  const sign = bits >> 63n;
  const exponent = Number((bits >> 52n) & 0x7ffn);
  let fraction = bits & FRACTION_MASK;
  if (exponent === 0x7ff) return assemble(sign, 0x7fffn, fraction, format);
  if (exponent === 0 && fraction === 0n) return assemble(sign, 0n, 0n, format);
  let unbiased = exponent - 1023;
  if (exponent === 0) {
    // Numbers that are subnormal as doubles are normal here.
    const missing = 53 - fraction.toString(2).length;
    fraction = (fraction << BigInt(missing)) & FRACTION_MASK;
    unbiased = -1022 - missing;
  }
  return assemble(sign, BigInt(unbiased + BIAS), fraction, format);
}

/** The nearest double of 128 bits; halves go to the even one. What a double cannot hold is infinite or zero. */
export function float128Value(bits: bigint, format: Float128Format): number {
  const isX87 = format === "x87";
  const negative = ((bits >> (isX87 ? 79n : 127n)) & 1n) === 1n;
  const exponent = Number((bits >> (isX87 ? 64n : 112n)) & 0x7fffn);
  const width = isX87 ? 63n : 112n;
  const fraction = bits & ((1n << width) - 1n);
  if (exponent === 0x7fff) return fraction !== 0n ? Number.NaN : negative ? -Infinity : Infinity;
  // x87 keeps the leading bit; binary128 implies it unless the exponent is zero.
  const leading = isX87 ? (bits >> 63n) & 1n : exponent === 0 ? 0n : 1n;
  const magnitude = nearest((leading << width) | fraction, Math.max(exponent, 1) - BIAS - Number(width));
  return negative ? -magnitude : magnitude;
}

/** mantissa * 2^exponent as the nearest double. */
function nearest(mantissa: bigint, exponent: number): number {
  if (mantissa === 0n) return 0;
  const drop = Math.max(mantissa.toString(2).length - 53, SMALLEST_EXPONENT - exponent);
  if (drop <= 0) return Number(mantissa) * 2 ** exponent;
  const shift = BigInt(drop);
  const rest = mantissa & ((1n << shift) - 1n);
  const half = 1n << (shift - 1n);
  let kept = mantissa >> shift;
  if (rest > half || (rest === half && (kept & 1n) === 1n)) kept += 1n;
  return Number(kept) * 2 ** (exponent + drop);
}

function assemble(sign: bigint, exponent: bigint, fraction: bigint, format: Float128Format): bigint {
  if (format === "binary128") return (sign << 127n) | (exponent << 112n) | (fraction << 60n);
  const leading = exponent === 0n ? 0n : 1n;
  return (sign << 79n) | (exponent << 64n) | (leading << 63n) | (fraction << 11n);
}

function bitsOf(value: number): bigint {
  scratch.setFloat64(0, value);
  return scratch.getBigUint64(0);
}

const scratch = new DataView(new ArrayBuffer(8));
const FRACTION_MASK = (1n << 52n) - 1n;
const BIAS = 16383;
/** Of the smallest double, 2^-1074. */
const SMALLEST_EXPONENT = -1074;
