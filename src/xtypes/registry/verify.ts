// XTypes 1.3 §7.3.4.3 and §7.3.4.9.2: is a TypeObject what its identifier says? The hash is over the bytes that came:
// Connext has an octet more in each member than XTypes 1.3, and re-serialized its objects would have other hashes.

import { equivalenceHashOf, toHex } from "../nameHash.js";
import type { EquivalenceHash } from "../wire/identifierTypes.js";

/** @param serialized with its DHEADER */
export function hasHash(serialized: Uint8Array, hash: EquivalenceHash): boolean {
  return toHex(equivalenceHashOf(serialized)) === toHex(hash);
}

/**
 * Types that refer to each other: the hash is over the sequence of all, in which zeros stand for itself.
 *
 * @param objects in the order of their places, each with its DHEADER
 */
export function haveComponentHash(objects: readonly Uint8Array[], hash: EquivalenceHash): boolean {
  let length = 8;
  for (const object of objects) length = align4(length) + object.length;
  const sequence = new Uint8Array(length);
  const view = new DataView(sequence.buffer);
  view.setUint32(0, length - 4, true);
  view.setUint32(4, objects.length, true);
  let at = 8;
  for (const object of objects) {
    at = align4(at);
    sequence.set(withoutHash(object, hash), at);
    at += object.length;
  }
  return hasHash(sequence, hash);
}

/** Fourteen octets in a row are what they look like. */
function withoutHash(object: Uint8Array, hash: EquivalenceHash): Uint8Array {
  const emptied = object.slice();
  const first = hash[0] ?? 0;
  for (let at = emptied.indexOf(first); at >= 0; at = emptied.indexOf(first, at + 1)) {
    if (at + hash.length > emptied.length) break;
    if (hash.every((octet, index) => emptied[at + index] === octet)) emptied.fill(0, at, at + hash.length);
  }
  return emptied;
}

function align4(offset: number): number {
  return (offset + 3) & ~3;
}
