/** What generated functions share: naming of aggregates and enums, and the choice between inlining and calling. */
import { type EnumType, type StructType, type TypeDescription, unaliased } from "../../idl/index.js";
import type { AggregateType, Encoding } from "../layout.js";
import { recursiveTypes } from "../typeChecks.js";

export class GenerateContext {
  readonly encoding: Encoding;
  readonly recursive: ReadonlySet<AggregateType>;
  /**
   * XCDR1 values behind a parameter header count alignment from their own start (XTypes 1.3 §7.4.3.3). Types that have
   * such values keep the origin in the variable `B`; for all others it is a constant.
   */
  readonly hasMovingOrigin: boolean;
  /** What stands before the functions of aggregates: tables and helpers. */
  readonly sources: string[] = [];
  /** Whether a decoder makes views of the payload. */
  hasViews = false;
  /** Whether it would like its body at a multiple of 8. */
  hasWideNumbers = false;
  private readonly functions = new Map<AggregateType, number>();
  private readonly pending: AggregateType[] = [];
  private texts = 0;
  private readonly constants: unknown[] = [];
  private readonly helpers = new Map<string, string>();
  private readonly enums = new Map<EnumType, string>();

  constructor(root: StructType, encoding: Encoding) {
    this.encoding = encoding;
    this.recursive = recursiveTypes(root);
    this.hasMovingOrigin = encoding.version === 1 && hasParameters(root, new Set());
  }

  /** The number of the function for an aggregate; asking for it puts it on the list of functions to emit. */
  functionIndex(type: AggregateType): number {
    let index = this.functions.get(type);
    if (index === undefined) {
      index = this.functions.size;
      this.functions.set(type, index);
      this.pending.push(type);
    }
    return index;
  }

  nextPending(): AggregateType | undefined {
    return this.pending.shift();
  }

  /** A decoder tells that it makes typed arrays of elements so wide. */
  noteNumbers(bytes: number): void {
    this.hasViews = true;
    if (bytes === 8 && this.encoding.version === 1 && !this.hasMovingOrigin) this.hasWideNumbers = true;
  }

  /** Small plain structs are written out in place; all others get a function. */
  isInlined(type: AggregateType): type is StructType {
    if (type.kind === "union" || type.extensibility === "mutable" || this.recursive.has(type)) return false;
    return countParts(type, MAX_INLINED_PARTS) <= MAX_INLINED_PARTS;
  }

  /** Makes an object reachable from generated code and returns the expression for it. */
  constant(value: unknown): string {
    return `K[${this.constants.push(value) - 1}]`;
  }

  /** A table made once for an enum, by the given maker; the expression for it. */
  enumTable(type: EnumType, make: () => unknown): string {
    let name = this.enums.get(type);
    if (name === undefined) {
      name = `E${this.enums.size}`;
      this.enums.set(type, name);
      this.sources.push(`const ${name} = ${this.constant(make())};`);
    }
    return name;
  }

  /** A helper function that is written once; `make` gives its source for a name. */
  helper(key: string, make: (name: string) => string): string {
    let name = this.helpers.get(key);
    if (name === undefined) {
      name = `H${this.helpers.size}`;
      this.helpers.set(key, name);
      this.sources.push(make(name));
    }
    return name;
  }

  /** A variable for the text that one member had last. */
  lastText(): string {
    const name = `T${this.texts++}`;
    this.sources.push(`let ${name} = "";`);
    return name;
  }

  get constantValues(): readonly unknown[] {
    return this.constants;
  }
}

/** Whether XCDR1 puts a parameter header before any part. */
function hasParameters(type: TypeDescription, seen: Set<AggregateType>): boolean {
  const actual = unaliased(type);
  switch (actual.kind) {
    case "sequence":
    case "array":
      return hasParameters(actual.element, seen);
    case "map":
      return hasParameters(actual.value, seen);
    case "struct":
    case "union": {
      if (seen.has(actual)) return false;
      seen.add(actual);
      if (actual.extensibility === "mutable") return true;
      if (actual.kind === "union") return actual.cases.some((each) => hasParameters(each.type, seen));
      return actual.members.some((member) => member.optional || hasParameters(member.type, seen));
    }
    default:
      return false;
  }
}

/** How much source a struct written in place gives. Stops counting beyond the limit. */
function countParts(type: StructType, limit: number): number {
  let count = 1;
  for (const member of type.members) {
    let part: TypeDescription = unaliased(member.type);
    while (part.kind === "sequence" || part.kind === "array") part = unaliased(part.element);
    count += part.kind === "struct" && part.extensibility !== "mutable" ? countParts(part, limit - count) : 1;
    if (count > limit) break;
  }
  return count;
}

const MAX_INLINED_PARTS = 32;
