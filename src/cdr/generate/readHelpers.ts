/** Functions that generated decoders call. Bounds have been checked. */
import type { BitsetType } from "../../idl/index.js";
import { bitsetValue } from "../bitsets.js";
import { type Float128Format, float128Value } from "../float128.js";
import { toNumber } from "../numbers.js";
import { decodeUtf8, decodeUtf16 } from "../text.js";
import { FAILED } from "./failed.js";

/**
 * The text of so many bytes; undefined when they are no UTF-8 or hold a NUL. Names in samples mostly are what they were
 * in the sample before: then that string serves again, which takes less time and memory than another one.
 */
export function readText(payload: Uint8Array, offset: number, length: number, last: string): string | undefined {
  if (length === last.length) {
    let i = 0;
    for (; i < length; i++) {
      const byte = payload[offset + i]!;
      if (byte !== last.charCodeAt(i) || byte >= 0x80) break;
    }
    if (i === length) return last;
  }
  return decodeUtf8(payload, offset, length);
}

/** Texts up to so many bytes, with the NUL, are kept for the next sample. */
export const LONGEST_KEPT_TEXT = 32;

/** The text of so many bytes; undefined when they are none. */
export function readWString(
  payload: Uint8Array,
  offset: number,
  bytes: number,
  unitBytes: 2 | 4,
  hasNul: boolean,
  littleEndian: boolean,
): string | undefined {
  if (bytes % unitBytes !== 0) return undefined;
  const text = decodeUtf16(payload.subarray(offset, offset + bytes), unitBytes, littleEndian);
  // The empty wstring without its NUL is taken for what it must mean, as with strings.
  if (!hasNul || text === undefined || text === "") return text;
  return text.endsWith("\0") ? text.slice(0, -1) : undefined;
}

export function getFloat128(view: DataView, offset: number, littleEndian: boolean, format: Float128Format): number {
  const first = view.getBigUint64(offset, littleEndian);
  const second = view.getBigUint64(offset + 8, littleEndian);
  return float128Value(littleEndian ? (second << 64n) | first : (first << 64n) | second, format);
}

/** A bitmask of 33 to 63 bits. */
export function getMask64(
  view: DataView,
  offset: number,
  littleEndian: boolean,
  bitBound: number,
  int64: "bigint" | "number",
): bigint | number {
  if (view.getUint32(littleEndian ? offset + 4 : offset, littleEndian) >= 2 ** (bitBound - 32)) throw FAILED;
  const bits = view.getBigUint64(offset, littleEndian);
  return int64 === "bigint" ? bits : toNumber(bits, "uint64");
}

export function getBits(
  type: BitsetType,
  view: DataView,
  offset: number,
  bytes: number,
  littleEndian: boolean,
  int64: "bigint" | "number",
): Record<string, unknown> {
  return bitsetValue(type, unsigned(view, offset, bytes, littleEndian), int64);
}

function unsigned(view: DataView, offset: number, bytes: number, littleEndian: boolean): bigint {
  if (bytes === 8) return view.getBigUint64(offset, littleEndian);
  if (bytes === 4) return BigInt(view.getUint32(offset, littleEndian));
  return BigInt(bytes === 2 ? view.getUint16(offset, littleEndian) : view.getUint8(offset));
}
