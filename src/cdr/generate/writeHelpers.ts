/** Functions that generated encoders call. They throw FAILED, like the code around them. */
import type { BitsetType } from "../../idl/index.js";
import { BadField, bitsetBitsOf } from "../bitsets.js";
import type { WStringRules } from "../dialects.js";
import { type Float128Format, float128Bits } from "../float128.js";
import { MAX_SHORT_PARAMETER_LENGTH } from "../layout.js";
import { toBigInt } from "../numbers.js";
import { encodeUtf8, utf8Length } from "../text.js";
import { FAILED } from "./failed.js";
import { shortLengthCode } from "./headers.js";

/** The length of an array or typed array. */
export function countOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return (value as Uint8Array).length;
  throw FAILED;
}

/** The number of entries of a map. */
export function sizeOf(value: unknown): number {
  if (value instanceof Map) return value.size;
  throw FAILED;
}

/** Bytes of a string behind its length: the text and the NUL. */
export function stringBytes(value: string): number {
  const length = utf8Length(value);
  if (length < 0) throw FAILED;
  return length + 1;
}

/** Writes length, text and NUL at `offset`; returns the end. `bound` is in bytes without the NUL. */
export function writeString(
  view: DataView,
  bytes: Uint8Array,
  offset: number,
  value: unknown,
  littleEndian: boolean,
  bound: number,
): number {
  if (typeof value !== "string") throw FAILED;
  const length = encodeUtf8(value, bytes, offset + 4);
  if (length < 0 || length > bound) throw FAILED;
  view.setUint32(offset, length + 1, littleEndian);
  const end = offset + 4 + length;
  bytes[end] = 0;
  return end + 1;
}

export function setInt64(view: DataView, offset: number, value: unknown, littleEndian: boolean): void {
  // Numbers that are exact as doubles are stored as two words, without making a bigint.
  if (typeof value === "number" && Number.isSafeInteger(value)) {
    setWords(view, offset, value, littleEndian);
    return;
  }
  const big = toBigInt(value, true);
  if (big === undefined) throw FAILED;
  view.setBigInt64(offset, big, littleEndian);
}

export function setUint64(view: DataView, offset: number, value: unknown, littleEndian: boolean): void {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) {
    setWords(view, offset, value, littleEndian);
    return;
  }
  const big = toBigInt(value, false);
  if (big === undefined) throw FAILED;
  view.setBigUint64(offset, big, littleEndian);
}

/** A bitmask of more than 32 bits. */
export function setMask64(
  view: DataView,
  offset: number,
  value: unknown,
  littleEndian: boolean,
  bitBound: number,
): void {
  setUint64(view, offset, value, littleEndian);
  if (view.getUint32(littleEndian ? offset + 4 : offset, littleEndian) >= 2 ** (bitBound - 32)) throw FAILED;
}

function setWords(view: DataView, offset: number, value: number, littleEndian: boolean): void {
  const high = Math.floor(value / 4294967296);
  view.setInt32(littleEndian ? offset + 4 : offset, high, littleEndian);
  view.setUint32(littleEndian ? offset : offset + 4, value >>> 0, littleEndian);
}

/** Units of a wstring, without a NUL. */
export function wstringUnits(value: unknown): number {
  if (typeof value !== "string") throw FAILED;
  return value.length;
}

/** Writes length and UTF-16 units, surrogates as they are; returns the end. `bound` is in units without the NUL. */
export function writeWString(
  view: DataView,
  offset: number,
  value: unknown,
  littleEndian: boolean,
  bound: number,
  { counts, unitBytes, hasNul }: WStringRules,
): number {
  if (typeof value !== "string" || value.length > bound) throw FAILED;
  const units = value.length + (hasNul ? 1 : 0);
  view.setUint32(offset, counts === "bytes" ? units * unitBytes : units, littleEndian);
  let at = offset + 4;
  for (let i = 0; i < units; i++, at += unitBytes) {
    const unit = i < value.length ? value.charCodeAt(i) : 0;
    if (unitBytes === 2) view.setUint16(at, unit, littleEndian);
    else view.setUint32(at, unit, littleEndian);
  }
  return at;
}

export function setFloat128(
  view: DataView,
  offset: number,
  value: number,
  littleEndian: boolean,
  format: Float128Format,
): void {
  const bits = float128Bits(value, format);
  view.setBigUint64(littleEndian ? offset : offset + 8, BigInt.asUintN(64, bits), littleEndian);
  view.setBigUint64(littleEndian ? offset + 8 : offset, bits >> 64n, littleEndian);
}

/** Writes the fields of a bitset as one integer. */
export function setBits(
  type: BitsetType,
  view: DataView,
  offset: number,
  value: unknown,
  bytes: number,
  littleEndian: boolean,
): void {
  if (typeof value !== "object" || value === null) throw FAILED;
  const bits = bitsetBitsOf(type, value);
  if (bits instanceof BadField) throw FAILED;
  if (bytes === 8) view.setBigUint64(offset, bits, littleEndian);
  else if (bytes === 4) view.setUint32(offset, Number(bits), littleEndian);
  else if (bytes === 2) view.setUint16(offset, Number(bits), littleEndian);
  else view.setUint8(offset, Number(bits));
}

/** Whether a value of so many bytes has one of the length codes 0 to 3. */
export function hasShortCode(bytes: number): boolean {
  return shortLengthCode(bytes) !== 4;
}

/** Whether a collection or text has more than 8 parts. */
export function isLong(value: unknown): boolean {
  const { length, size } = value as { readonly length?: number; readonly size?: number };
  return (length ?? size ?? 0) > 8;
}

/**
 * Completes a member whose length code depends on its size: EMHEADER at `start`, the value from `first` to `end`, with
 * or without room for NEXTINT between. `header` has the length code 0. Returns the new end.
 */
export function closeMember(
  view: DataView,
  bytes: Uint8Array,
  start: number,
  first: number,
  end: number,
  header: number,
  littleEndian: boolean,
): number {
  const size = end - first;
  const code = shortLengthCode(size);
  view.setUint32(start, (header | (code << 28)) >>> 0, littleEndian);
  if (code !== 4) return end;
  const hasRoom = first - start === 8;
  if (!hasRoom) bytes.copyWithin(first + 4, first, end);
  view.setUint32(start + 4, size, littleEndian);
  return hasRoom ? end : end + 4;
}

/**
 * Completes a short parameter header, which ends at `start`. A value that is too long for it makes room for the
 * extended form: by 8 bytes, which no alignment notices. Returns the new end.
 */
export function closeParameter(
  view: DataView,
  bytes: Uint8Array,
  start: number,
  end: number,
  extendedPid: number,
  flagsAndId: number,
  littleEndian: boolean,
): number {
  const size = end - start;
  if (size <= MAX_SHORT_PARAMETER_LENGTH) {
    view.setUint16(start - 2, size, littleEndian);
    return end;
  }
  bytes.copyWithin(start + 8, start, end);
  view.setUint16(start - 4, extendedPid, littleEndian);
  view.setUint16(start - 2, 8, littleEndian);
  view.setUint32(start, flagsAndId, littleEndian);
  view.setUint32(start + 4, size, littleEndian);
  return end + 8;
}
