// What a description that came from the wire cannot hold but matching has to know: the hash of a name that is made up
// here, and that nobody said how an enum may evolve.

import type { EnumLiteral, BitmaskType, EnumType, MemberBase } from "../../idl/index.js";
import { nameHashOf, toHex } from "../nameHash.js";

const nameHashes = new WeakMap<MemberBase | EnumLiteral, string>();
const unsaidExtensibility = new WeakSet<EnumType | BitmaskType>();

/** The name of this member or literal is not the one that its peer gave it; this is the hash of that one, in hex. */
export function noteNameHash(named: MemberBase | EnumLiteral, hash: string): void {
  nameHashes.set(named, hash);
}

/** The hash is all that is known of the name. */
export function isNameMadeUp(named: MemberBase | EnumLiteral): boolean {
  return nameHashes.has(named);
}

/** Two members have the same name, as far as can be known. */
export function haveSameName(a: MemberBase | EnumLiteral, b: MemberBase | EnumLiteral): boolean {
  if (!isNameMadeUp(a) && !isNameMadeUp(b)) return a.name === b.name;
  return nameKey(a) === nameKey(b);
}

/** Equal for members of the same name; for members of which one name is made up, compare `nameHashKey`. */
function nameKey(named: MemberBase | EnumLiteral): string {
  return nameHashes.get(named) ?? toHex(nameHashOf(named.name));
}

/** The flags of Annex B that say it are "unused". */
export function noteUnsaidExtensibility(type: EnumType | BitmaskType): void {
  unsaidExtensibility.add(type);
}

export function isExtensibilityUnsaid(type: EnumType | BitmaskType): boolean {
  return unsaidExtensibility.has(type);
}
