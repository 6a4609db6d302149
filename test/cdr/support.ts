/** What the codec tests share: hex, plain forms of values, what they weigh, both codecs of a type. */
import * as assert from "uvu/assert";
import { CdrError, type CodecOptions, compileCodec, type TypeCodec } from "../../src/cdr/index.js";
import * as idl from "../../src/idl/index.js";

export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}

export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replaceAll(" ", ""), "hex"));
}

/** Typed arrays as plain arrays, so that values compare whatever collection they came in. */
export function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>);
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return new Map([...value].map(([key, part]) => [key, plain(part)]));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]));
}

/** About the bytes that a decoded value takes beyond the payload: views of it take none but themselves. */
export function weightOf(value: unknown): number {
  if (typeof value === "string") return 16 + 2 * value.length;
  if (ArrayBuffer.isView(value)) return 32 + value.byteLength;
  if (typeof value !== "object" || value === null || value instanceof Error) return 8;
  const parts = Array.isArray(value) ? value : value instanceof Map ? [...value].flat() : Object.values(value);
  return parts.reduce<number>((sum, part) => sum + weightOf(part), 16);
}

/** Generated code and interpreter. */
export function both(type: idl.StructType, options: Partial<CodecOptions> = {}): TypeCodec[] {
  return [true, false].map((codegen) => compileCodec(type, { representation: "xcdr2", codegen, ...options }));
}

/** A struct with one member. */
export function one(type: idl.TypeDescription): idl.StructType {
  return idl.struct("One", { v: type }, { extensibility: "final" });
}

/** The error a call throws; fails when it throws none or another kind. */
export function errorOf(run: () => unknown): CdrError {
  try {
    run();
  } catch (error) {
    assert.instance(error, CdrError);
    return error as CdrError;
  }
  throw new Error("no error was thrown");
}
