import { IdlError } from "./IdlError.js";
import type { Declarations, SkippedDefinition } from "./parse/ParseContext.js";
import {
  type AliasType,
  type BitmaskType,
  type BitsetType,
  type ConstantValue,
  type EnumType,
  type StructType,
  type TypeDescription,
  type UnionType,
  unaliased,
} from "./types.js";

/** What one IDL text, with what it includes, defines. Lists are in order of definition. */
export class IdlModel {
  readonly structs: readonly StructType[];
  readonly unions: readonly UnionType[];
  readonly enums: readonly EnumType[];
  readonly bitmasks: readonly BitmaskType[];
  readonly bitsets: readonly BitsetType[];
  /** Typedefs. */
  readonly aliases: readonly AliasType[];
  /** By fully scoped name. Enum constants are literal names. */
  readonly constants: ReadonlyMap<string, ConstantValue>;
  /** Interfaces, exceptions and others that describe no data. */
  readonly skipped: readonly SkippedDefinition[];
  private readonly types: ReadonlyMap<string, TypeDescription>;

  constructor(declarations: Declarations) {
    this.structs = Object.freeze([...declarations.structs]);
    this.unions = Object.freeze([...declarations.unions]);
    this.enums = Object.freeze([...declarations.enums]);
    this.bitmasks = Object.freeze([...declarations.bitmasks]);
    this.bitsets = Object.freeze([...declarations.bitsets]);
    this.aliases = Object.freeze([...declarations.aliases]);
    this.skipped = Object.freeze([...declarations.skipped]);
    this.constants = declarations.constants;
    this.types = declarations.types;
  }

  /** The structs and unions that topics can have: those that are not `@nested`, in order of definition. */
  get topicTypes(): readonly (StructType | UnionType)[] {
    const found: (StructType | UnionType)[] = [];
    for (const type of this.types.values()) {
      if ((type.kind === "struct" || type.kind === "union") && !type.nested) found.push(type);
    }
    return found;
  }

  /** All types by fully scoped name, in order of definition. */
  get typesByName(): ReadonlyMap<string, TypeDescription> {
    return this.types;
  }

  /** The type named `Mod::Name`, or `Name` when only one type is called so. Throws IdlError "unknown-name". */
  type(name: string): TypeDescription {
    const wanted = name.replace(/^::/, "");
    const exact = this.types.get(wanted);
    if (exact !== undefined) return exact;
    const matches = [...this.types.keys()].filter((each) => each.endsWith(`::${wanted}`));
    if (matches.length === 1) return this.types.get(matches[0]!)!;
    if (matches.length > 1) {
      throw new IdlError("unknown-name", `${name} could be ${matches.join(" or ")}: give the full name`);
    }
    throw new IdlError("unknown-name", `no type ${name}; there is ${listed([...this.types.keys()])}`);
  }

  /** As `type`, for names that must be structs, or typedefs of structs. */
  struct(name: string): StructType {
    const type = unaliased(this.type(name));
    if (type.kind === "struct") return type;
    throw new IdlError("bad-value", `${name} is no struct; there is ${listed(this.structs.map((each) => each.name))}`);
  }
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return "none";
  const shown = names.slice(0, 8).join(", ");
  return names.length > 8 ? `${shown} and ${names.length - 8} more` : shown;
}
