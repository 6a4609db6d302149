// Names for what a peer's TypeObject names, or leaves nameless: letters, digits and underscores, each once.

import { nameHashOf, toHex } from "../nameHash.js";
import type { MemberDetail, TypeDetail } from "../wire/typeObjectValues.js";

/** A name, and the hash of the peer's own if that is another. */
export interface PeerName {
  readonly name: string;
  /** In hex. */
  readonly originalHash: string | undefined;
}

/** The members of one type. IDL has no two names that differ only in case (IDL 4.2 §7.2.3). */
export class PeerNames {
  private readonly taken: Set<string>;

  /** @param inherited names that are taken already */
  constructor(inherited: readonly string[] = []) {
    this.taken = new Set(inherited.map((name) => name.toLowerCase()));
  }

  /** @param detail as said in the TypeObject; minimal ones have a hash */
  take(detail: MemberDetail, nameHash: Uint8Array | undefined = detail.nameHash): PeerName {
    const said = detail.name;
    const hash = said === undefined ? toHex(nameHash ?? NOTHING) : toHex(nameHashOf(said));
    const wanted = said === undefined ? `m_${hash}` : identifierLike(said, "m");
    const name = this.unique(wanted);
    return { name, originalHash: name === said ? undefined : hash };
  }

  private unique(wanted: string): string {
    let name = wanted;
    for (let count = 2; this.taken.has(name.toLowerCase()); count++) name = `${wanted}_${count}`;
    this.taken.add(name.toLowerCase());
    return name;
  }
}

/** @param fallback for a type that has no name in its object: minimal ones have none */
export function typeNameOf(detail: TypeDetail | undefined, fallback: string): string {
  const said = detail?.typeName;
  if (said === undefined || said === "") return fallback;
  return said
    .split("::")
    .map((part) => identifierLike(part, "T"))
    .join("::");
}

/** Names of other languages, such as those that begin with an underscore. */
function identifierLike(text: string, prefix: string): string {
  const cleaned = text.replace(/[^A-Za-z0-9_]/g, "_");
  return /^[A-Za-z]/.test(cleaned) ? cleaned : `${prefix}${cleaned}`;
}

const NOTHING = new Uint8Array(0);
