/** Typed arrays and number checks shared by both codecs. */
import { type TypeDescription, unaliased } from "../idl/index.js";

export type NumericArray =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

export type NumericArrayConstructor =
  | Int8ArrayConstructor
  | Uint8ArrayConstructor
  | Int16ArrayConstructor
  | Uint16ArrayConstructor
  | Int32ArrayConstructor
  | Uint32ArrayConstructor
  | BigInt64ArrayConstructor
  | BigUint64ArrayConstructor
  | Float32ArrayConstructor
  | Float64ArrayConstructor;

const TYPED_ARRAYS: Readonly<Record<string, NumericArrayConstructor>> = {
  octet: Uint8Array,
  uint8: Uint8Array,
  int8: Int8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  float32: Float32Array,
  float64: Float64Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
};

/** The typed array that a collection of this element decodes to; undefined when it decodes to a plain array. */
export function typedArrayFor(
  element: TypeDescription,
  int64: "bigint" | "number",
): NumericArrayConstructor | undefined {
  const { kind } = unaliased(element);
  if (int64 === "number" && (kind === "int64" || kind === "uint64")) return undefined;
  return TYPED_ARRAYS[kind];
}

/** The host's byte order decides whether typed arrays can be copied as bytes. */
export const HOST_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

const INTEGER_RANGES: Readonly<Record<string, readonly [number, number]>> = {
  octet: [0, 255],
  uint8: [0, 255],
  int8: [-128, 127],
  int16: [-32768, 32767],
  uint16: [0, 65535],
  int32: [-2147483648, 2147483647],
  uint32: [0, 4294967295],
};

/** Lowest and highest value of an integer kind of at most 32 bits. */
export function integerRange(kind: string): readonly [number, number] | undefined {
  return INTEGER_RANGES[kind];
}

/** The bigint of an int64 or uint64 value given as bigint or integer number; undefined when it does not fit. */
export function toBigInt(value: unknown, signed: boolean): bigint | undefined {
  let big: bigint;
  if (typeof value === "bigint") big = value;
  else if (typeof value === "number" && Number.isInteger(value)) big = BigInt(value);
  else return undefined;
  const fits = signed ? big >= INT64_MIN && big <= INT64_MAX : big >= 0n && big <= UINT64_MAX;
  return fits ? big : undefined;
}

/** Whether a bitmask has bits beyond its bit bound (1..64). */
export function exceedsBitBound(bits: number | bigint, bitBound: number): boolean {
  return BigInt(bits) >> BigInt(bitBound) !== 0n;
}

/** The largest doubles that are an int64 or uint64: 2^63 - 1 and 2^64 - 1 round up, out of the type. */
export const LARGEST_NUMBER: Readonly<Record<"int64" | "uint64", number>> = {
  int64: 2 ** 63 - 1024,
  uint64: 2 ** 64 - 2048,
};

/** A 64-bit integer as the nearest double that is a value of the type too. */
export function toNumber(value: bigint, kind: "int64" | "uint64"): number {
  return Math.min(Number(value), LARGEST_NUMBER[kind]);
}

/** From here on a double rounds to an infinite float32 (IEEE 754): the largest float32 and half a step. */
export const FLOAT32_OVERFLOW = 2 ** 128 - 2 ** 103;

/** Whether a finite number has no float32 near it. */
export function overflowsFloat32(value: number): boolean {
  const magnitude = Math.abs(value);
  return magnitude >= FLOAT32_OVERFLOW && magnitude !== Infinity;
}

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const UINT64_MAX = 2n ** 64n - 1n;
