/** What is asked of a type once, when its codec is made: whether it can be encoded, where it contains itself. */
import { type StructType, type TypeDescription, unaliased } from "../idl/index.js";
import { CdrError } from "./CdrError.js";
import { DEFAULT_RULES } from "./dialects.js";
import { minBytes } from "./extent.js";
import type { AggregateType } from "./layout.js";
import { MAX_PAYLOAD_BYTES } from "./limits.js";

const knownRecursive = new WeakMap<TypeDescription, ReadonlySet<AggregateType>>();

/** The structs and unions that contain themselves, directly or through others. */
export function recursiveTypes(root: TypeDescription): ReadonlySet<AggregateType> {
  let found = knownRecursive.get(root);
  if (found === undefined) {
    const all = [...aggregatesWithin([root])];
    found = new Set(all.filter((type) => aggregatesWithin(partsOf(type)).has(type)));
    knownRecursive.set(root, found);
  }
  return found;
}

function aggregatesWithin(roots: readonly TypeDescription[]): Set<AggregateType> {
  const found = new Set<AggregateType>();
  const visit = (type: TypeDescription): void => {
    const actual = unaliased(type);
    if (actual.kind === "sequence" || actual.kind === "array") visit(actual.element);
    else if (actual.kind === "map") [actual.key, actual.value].forEach(visit);
    else if ((actual.kind === "struct" || actual.kind === "union") && !found.has(actual)) {
      found.add(actual);
      partsOf(actual).forEach(visit);
    }
  };
  roots.forEach(visit);
  return found;
}

function partsOf(type: AggregateType): readonly TypeDescription[] {
  return (type.kind === "struct" ? type.members : type.cases).map((member) => member.type);
}

/** Throws CdrError for types that have no finite value, so that nothing runs for ever later. */
export function checkSupported(type: StructType): void {
  const open = new Set<AggregateType>();
  const done = new Set<AggregateType>();
  const apart: TypeDescription[] = [type];
  const visit = (part: TypeDescription): void => {
    const actual = unaliased(part);
    if (actual.kind === "sequence") apart.push(actual.element);
    else if (actual.kind === "array") visit(actual.element);
    else if (actual.kind === "map") apart.push(actual.value);
    else if (actual.kind === "struct" || actual.kind === "union") {
      if (open.has(actual)) {
        const problem = `${actual.name} contains itself without a sequence, map, union or optional member`;
        throw new CdrError("unsupported-type", problem);
      }
      // Types can share parts many times over: each is looked at once.
      if (done.has(actual)) return;
      open.add(actual);
      if (actual.kind === "union") apart.push(...actual.cases.map((each) => each.type));
      else for (const member of actual.members) member.optional ? apart.push(member.type) : visit(member.type);
      open.delete(actual);
      done.add(actual);
    }
  };
  for (let part = apart.pop(); part !== undefined; part = apart.pop()) visit(part);
  const smallest = minBytes(type, { version: 1, littleEndian: true, rules: DEFAULT_RULES, int64: "bigint" });
  if (smallest > MAX_PAYLOAD_BYTES) {
    throw new CdrError("unsupported-type", `${type.name} takes ${smallest} bytes, more than ${MAX_PAYLOAD_BYTES}`);
  }
}
