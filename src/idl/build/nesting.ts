/** How deep types may hold each other: what walks a type calls itself once a level. */
import { IdlError } from "../IdlError.js";
import type { TypeDescription } from "../types.js";

const levels = new WeakMap<TypeDescription, number>();

/** Notes a finished type over the types it holds and returns it. Throws IdlError when it is nested too deeply. */
export function noteNesting<Type extends TypeDescription>(type: Type, parts: readonly TypeDescription[]): Type {
  let level = 0;
  for (const part of parts) level = Math.max(level, levelOf(part));
  if (level >= MAX_NESTING) throw new IdlError("bad-value", `types are nested deeper than ${MAX_NESTING} levels`);
  // Weak maps cost much when garbage is collected: most types are of level 1 and need no entry.
  if (level > 0) levels.set(type, level + 1);
  return type;
}

function levelOf(type: TypeDescription): number {
  return LEAVES.has(type.kind) ? 0 : (levels.get(type) ?? 1);
}

/**
 * What is wrong with types that refer to each other in circles, when they were used before they were complete and so
 * no level could count them; undefined when nothing is. A walk meets each of them once at most.
 */
export function recursionProblem(recursive: Iterable<TypeDescription>): string | undefined {
  let sum = 0;
  for (const type of recursive) sum += levelOf(type);
  return sum > MAX_RECURSION ? `types that contain each other are more than ${MAX_RECURSION} levels deep` : undefined;
}

const LEAVES: ReadonlySet<string> = new Set([
  ..."boolean octet char wchar int8 uint8 int16 uint16 int32 uint32 int64 uint64 float32 float64 float128".split(" "),
  ..."string wstring enum bitmask".split(" "),
]);
const MAX_NESTING = 256;
const MAX_RECURSION = 1000;
