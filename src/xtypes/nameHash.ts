// XTypes 1.3 §7.3.4.5: the name hash of a member, and the hash of a TypeObject (§7.3.4.3).

import { md5 } from "../idl/index.js";
import type { EquivalenceHash } from "./wire/identifierTypes.js";

/** First four octets of the MD5 of a member's name in UTF-8. */
export function nameHashOf(name: string): Uint8Array {
  return md5(new TextEncoder().encode(name)).subarray(0, 4);
}

/** First fourteen octets of the MD5 of a serialized TypeObject, or of a serialized sequence of them. */
export function equivalenceHashOf(serialized: Uint8Array): EquivalenceHash {
  return md5(serialized).subarray(0, 14);
}

export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}
