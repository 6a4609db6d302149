// The only source of randomness: names of participants and seeds of their generators.

import { randomBytes, randomInt } from "node:crypto";

/**
 * Twelve octets for a new GUID prefix: the vendor id and ten random ones (RTPS 2.5 §9.3.1.5 asks for nothing more than
 * the vendor id in front and that no two participants share a prefix).
 */
export function randomGuidPrefix(vendorId: number): Uint8Array {
  const prefix = new Uint8Array(12);
  prefix[0] = vendorId >>> 8;
  prefix[1] = vendorId & 0xff;
  prefix.set(randomBytes(10), 2);
  return prefix;
}

/** A seed for a generator: 1 to 2^32 - 1, never 0. */
export function randomSeed(): number {
  return randomInt(1, 0x1_0000_0000);
}
