/** Functions that generated encoders call. They throw FAILED, like the code around them. */
import { toBigInt } from "../numbers.js";
import { encodeUtf8, utf8Length } from "../text.js";
import { FAILED } from "./failed.js";

/** The length of an array or typed array. */
export function countOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return (value as Uint8Array).length;
  throw FAILED;
}

/** Bytes of a string behind its length: the text and the NUL. */
export function stringBytes(value: unknown): number {
  if (typeof value !== "string") throw FAILED;
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

function setWords(view: DataView, offset: number, value: number, littleEndian: boolean): void {
  const high = Math.floor(value / 4294967296);
  view.setInt32(littleEndian ? offset + 4 : offset, high, littleEndian);
  view.setUint32(littleEndian ? offset : offset + 4, value >>> 0, littleEndian);
}
