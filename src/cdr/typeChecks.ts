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
    found = new RecursionSearch(root).found;
    knownRecursive.set(root, found);
  }
  return found;
}

/** One walk that looks at each type once, after R. Tarjan: types that reach each other are a strong component. */
class RecursionSearch {
  readonly found = new Set<AggregateType>();
  /** In the order of the walk, from 1 on. */
  private readonly numbers = new Map<AggregateType, number>();
  /** Visited, and their component not closed. */
  private readonly open: AggregateType[] = [];
  private readonly isOpen = new Set<AggregateType>();

  constructor(root: TypeDescription) {
    this.visitPart(root);
  }

  /** The lowest number of an open type that the part reaches. */
  private visitPart(part: TypeDescription): number {
    const actual = unaliased(part);
    if (actual.kind === "sequence" || actual.kind === "array") return this.visitPart(actual.element);
    if (actual.kind === "map") return Math.min(this.visitPart(actual.key), this.visitPart(actual.value));
    if (actual.kind !== "struct" && actual.kind !== "union") return Number.POSITIVE_INFINITY;
    const number = this.numbers.get(actual);
    if (number === undefined) return this.visit(actual);
    return this.isOpen.has(actual) ? number : Number.POSITIVE_INFINITY;
  }

  private visit(type: AggregateType): number {
    const number = this.numbers.size + 1;
    this.numbers.set(type, number);
    this.open.push(type);
    this.isOpen.add(type);
    let lowest = Number.POSITIVE_INFINITY;
    for (const part of partsOf(type)) lowest = Math.min(lowest, this.visitPart(part));
    // Those that it reaches reach an earlier one: they belong to that one's component.
    if (lowest < number) return lowest;
    this.close(type, lowest === number);
    return Number.POSITIVE_INFINITY;
  }

  /** All that are open from the type on: a component, or one type that nothing in it leads back to. */
  private close(type: AggregateType, isRecursive: boolean): void {
    for (let member = this.open.pop(); member !== undefined; member = this.open.pop()) {
      this.isOpen.delete(member);
      if (isRecursive) this.found.add(member);
      if (member === type) return;
    }
  }
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
