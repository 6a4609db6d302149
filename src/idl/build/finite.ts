/** Whether a type has values at all: a struct that always holds another of its kind never ends. */
import { type StructType, type TypeDescription, type UnionType, unaliased } from "../types.js";

/**
 * What is wrong with a type that contains itself with no way out; undefined when there is a way: a sequence or map,
 * which can be empty, an optional member, which can be absent, another case of a union.
 */
export function finitenessProblem(type: StructType | UnionType): string | undefined {
  const path = endlessPath(type, new Map());
  if (path === undefined) return undefined;
  return `every ${type.name} would hold another one (${path}): make the member optional or a sequence`;
}

/** The member chain along which a type always holds itself; undefined when it has finite values. */
function endlessPath(type: TypeDescription, states: Map<TypeDescription, "open" | "finite">): string | undefined {
  const actual = unaliased(type);
  if (actual.kind === "array") return endlessPath(actual.element, states);
  if (actual.kind !== "struct" && actual.kind !== "union") return undefined;
  const state = states.get(actual);
  if (state !== undefined) return state === "open" ? actual.name : undefined;
  states.set(actual, "open");
  const path = actual.kind === "struct" ? structPath(actual, states) : unionPath(actual, states);
  if (path === undefined) states.set(actual, "finite");
  else states.delete(actual);
  return path;
}

function structPath(type: StructType, states: Map<TypeDescription, "open" | "finite">): string | undefined {
  for (const member of type.members) {
    if (member.optional) continue;
    const path = endlessPath(member.type, states);
    if (path !== undefined) return `${type.name}.${member.name} -> ${path}`;
  }
  return undefined;
}

function unionPath(type: UnionType, states: Map<TypeDescription, "open" | "finite">): string | undefined {
  let first: string | undefined;
  for (const each of type.cases) {
    const path = endlessPath(each.type, states);
    if (path === undefined) return undefined;
    first ??= `${type.name}.${each.name} -> ${path}`;
  }
  return first;
}
