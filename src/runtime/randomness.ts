// The only source of randomness: names of participants and seeds of their generators.
// Math.random, which Node seeds anew from the system's entropy in every process: nothing here is a secret, and loading
// node:crypto would be a third of the time that a command takes to start.

/**
 * Twelve octets for a new GUID prefix: the vendor id and ten random ones (RTPS 2.5 §9.3.1.5 asks for nothing more than
 * the vendor id in front and that no two participants share a prefix). Host and process id would be the same in many
 * containers.
 */
export function randomGuidPrefix(vendorId: number): Uint8Array {
  const prefix = new Uint8Array(12);
  const view = new DataView(prefix.buffer);
  view.setUint16(0, vendorId);
  // Time as well, and the process: with --random-seed every process draws the same numbers.
  view.setUint32(2, (randomUint32() ^ process.hrtime()[1]) >>> 0);
  view.setUint32(6, randomUint32());
  view.setUint16(10, (randomUint32() ^ process.pid) & 0xffff);
  return prefix;
}

/** A seed for a generator: 1 to 2^32 - 1, never 0. */
export function randomSeed(): number {
  return randomUint32() || 1;
}

function randomUint32(): number {
  return Math.floor(Math.random() * 0x1_0000_0000);
}
