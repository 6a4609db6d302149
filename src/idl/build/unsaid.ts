/**
 * Types of which nobody said how they may evolve. They take the default (XTypes 1.3 §7.3.3.1), but tools have different
 * defaults: whoever compares such a type with one from elsewhere may want to know.
 */
import type { BitmaskType, EnumType, StructType, UnionType } from "../types.js";

type Evolving = StructType | UnionType | EnumType | BitmaskType;

const unsaid = new WeakSet<Evolving>();

export function noteUnsaidExtensibility(type: Evolving): void {
  unsaid.add(type);
}

/** Neither an annotation nor an option said whether the type is final, appendable or mutable. */
export function isExtensibilityUnsaid(type: Evolving): boolean {
  return unsaid.has(type);
}
