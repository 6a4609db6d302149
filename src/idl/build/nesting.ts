/** How deep types may hold each other: what walks a type calls itself once a level. */
import { IdlError } from "../IdlError.js";
import type { TypeDescription } from "../types.js";

const levels = new WeakMap<TypeDescription, number>();

/** Notes a finished type over the types it holds and returns it. Throws IdlError when it is nested too deeply. */
export function noteNesting<Type extends TypeDescription>(type: Type, parts: readonly TypeDescription[]): Type {
  let level = 0;
  for (const part of parts) level = Math.max(level, levels.get(part) ?? 0);
  if (level >= MAX_NESTING) throw new IdlError("bad-value", `types are nested deeper than ${MAX_NESTING} levels`);
  levels.set(type, level + 1);
  return type;
}

const MAX_NESTING = 256;
