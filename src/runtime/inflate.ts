// Inflates what a peer compressed. The module is loaded when it is first needed: few peers compress, and loading it would
// be part of the start of every command.

import { createRequire } from "node:module";

/** The octets as they were before zlib; undefined if they are no such thing, or more than `length` octets. */
export function inflate(octets: Uint8Array, length: number): Uint8Array | undefined {
  const { inflateSync } = createRequire(import.meta.url)("node:zlib") as typeof import("node:zlib");
  try {
    const inflated = inflateSync(octets, { maxOutputLength: length });
    return new Uint8Array(inflated.buffer, inflated.byteOffset, inflated.length);
  } catch {
    return undefined;
  }
}
