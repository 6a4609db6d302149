// What the tests of discovery data share: limits, captured payloads, and ways to build and change parameter lists.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { GuidPrefix } from "../../src/rtps/structure/guid.js";

export const LIMITS = { maxLocatorsPerList: 16, maxParameterListBytes: 65536 };

export const PREFIX = new GuidPrefix(fromHex("017f00005a5a000100000001"));

export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text.replace(/\s+/g, ""), "hex"));
}

export function toHexText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

/** A payload that a vendor sent, from test/fixtures/discovery. */
export function capturedPayload(name: string): Uint8Array {
  let root = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(root, "test", "fixtures", "discovery"))) {
    if (dirname(root) === root) throw new Error("test/fixtures/discovery not found");
    root = dirname(root);
  }
  const text = readFileSync(join(root, "test", "fixtures", "discovery", `${name}.hex`), "utf8");
  return fromHex(text.replace(/^#.*$/gm, ""));
}

/** One little-endian parameter; the value is padded to a multiple of 4. */
export function parameter(pid: number, value: string): string {
  const bytes = fromHex(value);
  const padded = value.replace(/\s+/g, "") + "00".repeat((4 - (bytes.length & 3)) & 3);
  return u16(pid) + u16(padded.length / 2) + padded;
}

export function u16(value: number): string {
  return hexOf(value, 2);
}

export function u32(value: number): string {
  return hexOf(value >>> 0, 4);
}

/** A CDR string, padded to a multiple of 4. */
export function text(value: string): string {
  const bytes = Buffer.from(`${value}\0`);
  const padding = (4 - (bytes.length & 3)) & 3;
  return u32(bytes.length) + bytes.toString("hex") + "00".repeat(padding);
}

/** A PL_CDR_LE payload of these parameters, with its sentinel. */
export function payloadOf(...parameters: string[]): Uint8Array {
  return fromHex(`00030000${parameters.join("")}01000000`);
}

/** The same payload in big-endian form, for parameters whose values `swapValue` knows how to turn. */
export function bigEndian(payload: Uint8Array, swapValue: (pid: number, value: Uint8Array) => Uint8Array): Uint8Array {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
  const out: number[] = [0x00, 0x02, 0x00, 0x00];
  let at = 4;
  for (;;) {
    const pid = view.getUint16(at, true);
    const length = view.getUint16(at + 2, true);
    out.push(pid >> 8, pid & 0xff, length >> 8, length & 0xff);
    if (pid === 1) return Uint8Array.from(out);
    out.push(...swapValue(pid, payload.slice(at + 4, at + 4 + length)));
    at += 4 + length;
  }
}

/** Reverses the octets of each 32-bit word. */
export function swapWords(value: Uint8Array, from = 0, to = value.length): Uint8Array {
  const swapped = Uint8Array.from(value);
  for (let at = from; at + 4 <= to; at += 4) swapped.set(value.slice(at, at + 4).reverse(), at);
  return swapped;
}

function hexOf(value: number, size: number): string {
  let hex = "";
  for (let i = 0; i < size; i++) hex += ((value >>> (8 * i)) & 0xff).toString(16).padStart(2, "0");
  return hex;
}
