// Whether everybody who compiles the IDL of a type describes the same type. What IDL leaves open, tools fill in in their
// own ways: a struct or an enum without @extensibility is appendable by XTypes 1.3 §7.3.3.1, and final to Cyclone DDS.

import { isExtensibilityUnsaid, type StructType } from "../idl/index.js";
import { componentsOf } from "./build/components.js";
import { learntRepresentation } from "./registry/learnt.js";

const agreed = new WeakMap<StructType, boolean>();

/** All that the type is made of says how it may evolve, or the type came from the wire. */
export function isAgreedOn(type: StructType): boolean {
  if (learntRepresentation(type) !== undefined) return true;
  let isAgreed = agreed.get(type);
  if (isAgreed === undefined) {
    const parts = componentsOf([type]).flatMap(({ types }) => types);
    isAgreed = parts.every((part) => part.kind === "alias" || part.kind === "bitset" || !isExtensibilityUnsaid(part));
    agreed.set(type, isAgreed);
  }
  return isAgreed;
}
