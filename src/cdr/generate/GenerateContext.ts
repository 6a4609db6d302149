/** What generated functions share: naming of structs and enums, and the choice between inlining and calling. */
import type { EnumType, StructType } from "../../idl/index.js";
import type { AggregateType, Encoding } from "../layout.js";
import { recursiveTypes } from "../typeChecks.js";

export class GenerateContext {
  readonly encoding: Encoding;
  readonly recursive: ReadonlySet<AggregateType>;
  private readonly structs = new Map<StructType, number>();
  private readonly pendingStructs: StructType[] = [];
  private readonly constants: unknown[] = [];
  /** What stands before the functions of structs: tables and helpers. */
  readonly sources: string[] = [];
  private readonly helpers = new Map<string, string>();
  private readonly enums = new Map<EnumType, string>();

  constructor(root: StructType, encoding: Encoding) {
    this.encoding = encoding;
    this.recursive = recursiveTypes(root);
  }

  /** The number of the function for a struct; asking for it puts it on the list of functions to emit. */
  functionIndex(type: StructType): number {
    let index = this.structs.get(type);
    if (index === undefined) {
      index = this.structs.size;
      this.structs.set(type, index);
      this.pendingStructs.push(type);
    }
    return index;
  }

  nextPendingStruct(): StructType | undefined {
    return this.pendingStructs.shift();
  }

  /** Small structs are written out in place; recursive and large ones get a function. */
  isInlined(type: StructType): boolean {
    return !this.recursive.has(type) && countMembers(type, MAX_INLINED_MEMBERS) <= MAX_INLINED_MEMBERS;
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

  get constantValues(): readonly unknown[] {
    return this.constants;
  }
}

function countMembers(type: StructType, limit: number): number {
  let count = 0;
  for (const member of type.members) {
    let part = member.type;
    while (part.kind === "sequence" || part.kind === "array") part = part.element;
    count += part.kind === "struct" ? countMembers(part, limit) : 1;
    if (count > limit) break;
  }
  return count;
}

const MAX_INLINED_MEMBERS = 24;
