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

/**
 * What is wrong with types that refer to each other in circles, when they were used before they were complete and so
 * no level could count them; undefined when nothing is. A walk meets each of them once at most.
 */
export function recursionProblem(recursive: Iterable<TypeDescription>): string | undefined {
  let sum = 0;
  for (const type of recursive) sum += levels.get(type) ?? 0;
  return sum > MAX_RECURSION ? `types that contain each other are more than ${MAX_RECURSION} levels deep` : undefined;
}

const MAX_NESTING = 256;
const MAX_RECURSION = 1000;
