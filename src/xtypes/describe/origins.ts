// What a description that came from the wire cannot hold but matching has to know: the hash of a name that is made up
// here.

import type { EnumLiteral, MemberBase } from "../../idl/index.js";
import { nameHashOf, toHex } from "../nameHash.js";

const nameHashes = new WeakMap<MemberBase | EnumLiteral, string>();

/** The name of this member or literal is not the one that its peer gave it; this is the hash of that one, in hex. */
export function noteNameHash(named: MemberBase | EnumLiteral, hash: string): void {
  nameHashes.set(named, hash);
}

type Named = MemberBase | EnumLiteral;

/** Two members or literals have the same name, as far as can be known. */
export function haveSameName(a: Named, b: Named): boolean {
  const key = nameKeyFor([a], [b]);
  return key(a) === key(b);
}

/** What the names of two lists are compared by: themselves, or their hashes when no more is known of one of them. */
export function nameKeyFor(some: readonly Named[], others: readonly Named[]): (named: Named) => string {
  const isPlain = !some.some((one) => nameHashes.has(one)) && !others.some((one) => nameHashes.has(one));
  return isPlain ? (named) => named.name : (named) => nameHashes.get(named) ?? toHex(nameHashOf(named.name));
}
