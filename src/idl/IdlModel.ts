import type { Declarations } from "./DefinitionParser.js";
import { IdlError } from "./IdlError.js";
import type { DefaultValue, EnumType, StructType, TypeDescription } from "./types.js";

/** What one IDL text defines. Typedefs are resolved away, but can be asked for by name. */
export class IdlModel {
  /** In order of definition. */
  readonly structs: readonly StructType[];
  readonly enums: readonly EnumType[];
  /** By fully scoped name. Enum constants are literal names. */
  readonly constants: ReadonlyMap<string, DefaultValue>;
  private readonly types: ReadonlyMap<string, TypeDescription>;

  constructor(declarations: Declarations) {
    this.structs = Object.freeze([...declarations.structs]);
    this.enums = Object.freeze([...declarations.enums]);
    this.constants = declarations.constants;
    this.types = declarations.types;
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

  /** As `type`, for names that must be structs. */
  struct(name: string): StructType {
    const type = this.type(name);
    if (type.kind === "struct") return type;
    throw new IdlError("bad-value", `${name} is no struct; there is ${listed(this.structs.map((each) => each.name))}`);
  }
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return "none";
  const shown = names.slice(0, 8).join(", ");
  return names.length > 8 ? `${shown} and ${names.length - 8} more` : shown;
}
