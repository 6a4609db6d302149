/** Lookups that generated code uses for enums. */
import type { EnumType } from "../../idl/index.js";

/** Literal values 0, 1, 2, ... in order: a plain array finds the name. */
export function isDense(type: EnumType): boolean {
  return type.literals.every((literal, index) => literal.value === index);
}

/** Names by wire value: a list when dense, else a map keyed by the holder read as signed. */
export function enumNames(type: EnumType, bytes: number): readonly string[] | ReadonlyMap<number, string> {
  if (isDense(type)) return type.literals.map((literal) => literal.name);
  const shift = 32 - bytes * 8;
  const names = new Map<number, string>();
  for (const literal of type.literals) {
    const signed = (literal.value << shift) >> shift;
    if (literal.value === signed || !names.has(signed)) names.set(signed, literal.name);
  }
  return names;
}

/** By literal name and by number. */
export function enumValues(type: EnumType): ReadonlyMap<unknown, number> {
  const values = new Map<unknown, number>();
  for (const literal of type.literals) values.set(literal.name, literal.value).set(literal.value, literal.value);
  return values;
}
