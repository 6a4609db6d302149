// Whether values of a type exist and stay small: a peer's type may always hold another of its kind, or describe in a
// few octets a value with a billion members.

import { type ActualType, type TypeDescription, unaliased } from "../../idl/index.js";
import { TypeProblem } from "./TypeProblem.js";

/** Throws TypeProblem for a type without finite values, or with more than MAX_LEAVES members at all levels. */
export function checkSize(root: TypeDescription): void {
  const leaves = new Map<ActualType, number>();
  const types = aggregatesOf(root);
  // Each pass settles at least one more type, or none ever will be: the cost is bounded, however they are entangled.
  for (let settled = -1; settled !== leaves.size; ) {
    settled = leaves.size;
    for (const type of types) {
      if (leaves.has(type)) continue;
      const count = leavesOf(type, leaves);
      if (count !== undefined) leaves.set(type, count);
    }
  }
  for (const type of types) {
    const count = leaves.get(type);
    if (count === undefined) throw new TypeProblem(`every ${nameOf(type)} would hold another one`);
    if (count > MAX_LEAVES) throw new TypeProblem(`${nameOf(type)} has more than ${MAX_LEAVES} members at all levels`);
  }
}

/** Structs and unions, those inside others first where possible. */
function aggregatesOf(root: TypeDescription): ActualType[] {
  const found = new Set<ActualType>();
  const waiting = [unaliased(root)];
  for (let type = waiting.pop(); type !== undefined; type = waiting.pop()) {
    if (found.has(type)) continue;
    found.add(type);
    waiting.push(...partsOf(type).map(unaliased));
  }
  return [...found].filter(({ kind }) => kind === "struct" || kind === "union").reverse();
}

function partsOf(type: ActualType): TypeDescription[] {
  switch (type.kind) {
    case "struct":
      return type.members.map((member) => member.type);
    case "union":
      return type.cases.map((each) => each.type);
    case "sequence":
    case "array":
      return [type.element];
    case "map":
      return [type.key, type.value];
    default:
      return [];
  }
}

/** Members at all levels, as far as they must be there; undefined as long as that of a part is not known. */
function leavesOf(type: ActualType, known: ReadonlyMap<ActualType, number>): number | undefined {
  if (type.kind === "struct") {
    let sum = 1;
    for (const member of type.members) {
      // An absent optional holds nothing: where types go round in a circle, it is the way out.
      const count = member.optional ? 1 : leavesOfPart(member.type, known);
      if (count === undefined) return undefined;
      sum += count;
    }
    return sum;
  }
  if (type.kind !== "union") return 1;
  const counts = type.cases.map((each) => leavesOfPart(each.type, known)).filter((count) => count !== undefined);
  return counts.length === 0 ? undefined : 1 + Math.min(...counts);
}

function leavesOfPart(part: TypeDescription, known: ReadonlyMap<ActualType, number>): number | undefined {
  const type = unaliased(part);
  if (type.kind === "array") return leavesOfPart(type.element, known);
  return type.kind === "struct" || type.kind === "union" ? known.get(type) : 1;
}

function nameOf(type: ActualType): string {
  return "name" in type ? type.name : type.kind;
}

const MAX_LEAVES = 65536;
