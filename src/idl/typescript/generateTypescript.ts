/** From type descriptions to a TypeScript module: what `rtps idl gen` writes. */
import { IdlError } from "../IdlError.js";
import type { ConstantValue, DefaultValue, TypeDescription } from "../types.js";
import { BuilderText } from "./BuilderText.js";
import { type Code, LINE_WIDTH, layOut } from "./code.js";
import { type DeclarationGroup, declarationGroups, type NamedType, namedParts } from "./declarationOrder.js";
import { comment } from "./documentation.js";
import { constantText } from "./literals.js";
import { type NameStyle, TypeNames } from "./TypeNames.js";
import { ValueText } from "./ValueText.js";

export interface GenerateTypescriptOptions {
  /** By scoped name, as `IdlModel.constants`. */
  readonly constants?: Iterable<readonly [string, DefaultValue]>;
  /** `a::b::C` becomes `a_b_C` (`full`), or `C` where no other type or constant is called so (`short`). */
  readonly names?: NameStyle;
  /** What 64-bit integers are: that of the codec option of this name. Participants give `bigint`. Default that. */
  readonly int64?: "bigint" | "number";
  /** Where the module finds this package. Default `rtps-lab`. */
  readonly importFrom?: string;
  /** Named in the first line: what the module was made of. */
  readonly source?: string;
}

/**
 * A module with two exports for each type: the TypeScript type of its values, and the description that topics take,
 * under one name. All that the types are made of comes with them. The text is formatted, lines of 120 characters.
 *
 * Throws IdlError "redefinition" when two different types have one name.
 */
export function generateTypescript(types: Iterable<TypeDescription>, options: GenerateTypescriptOptions = {}): string {
  return new ModuleText(declarationGroups(types), options).text();
}

class ModuleText {
  private readonly constants: readonly (readonly [string, DefaultValue])[];
  private readonly names: TypeNames;
  private readonly values: ValueText;
  private readonly builders: BuilderText;
  private readonly isWide: boolean;
  private readonly imports = new Set<string>();

  constructor(
    private readonly groups: readonly DeclarationGroup[],
    private readonly options: GenerateTypescriptOptions,
  ) {
    this.constants = [...(options.constants ?? [])];
    const scopedNames = new Set(groups.flatMap((group) => group.types.map((type) => type.name)));
    for (const [name] of this.constants) scopedNames.add(name);
    this.names = new TypeNames(scopedNames, options.names ?? "full", IMPORTS);
    this.values = new ValueText(this.names, options.int64 ?? "bigint");
    this.builders = new BuilderText(this.names);
    this.isWide = options.int64 === "number";
  }

  text(): string {
    const constants = this.constants.map((each) => this.constant(each)).join("");
    const parts = [...(constants === "" ? [] : [constants]), ...this.typeTexts()];
    const source = this.options.source === undefined ? "" : ` from ${this.options.source}`;
    const head = `// Written by \`rtps idl gen\`${source}: a change made here is lost when it runs again.\n`;
    return [head, this.importText(), ...parts].filter((part) => part !== "").join("\n");
  }

  private constant([name, value]: readonly [string, DefaultValue]): string {
    const text = Array.isArray(value) ? JSON.stringify(value) : constantText(value as ConstantValue);
    return `${comment(`IDL constant \`${name}\`.`, 0)}export const ${this.names.of(name)} = ${text};\n`;
  }

  /** One text for each type, or for types that need each other. */
  private typeTexts(): string[] {
    const seen = new Map<string, string>();
    return this.groups.flatMap((group) => {
      const text = this.group(group);
      const name = group.types[0]!.name;
      const before = group.types.map((type) => seen.get(type.name)).find((each) => each !== undefined);
      for (const type of group.types) seen.set(type.name, text);
      if (before === undefined) return [text];
      if (before !== text) throw new IdlError("redefinition", `there are two different types named ${name}`);
      return [];
    });
  }

  private group({ types, isRecursive }: DeclarationGroup): string {
    const [only] = types;
    if (types.length > 1 || only === undefined) return this.recursiveGroup(types);
    return this.values.declaration(only) + this.exported(only, this.builders.definition(only, isRecursive));
  }

  /** Names first, then what has them in it. Aliases and bases have to be there before they are used. */
  private recursiveGroup(types: readonly NamedType[]): string {
    const aggregates = types.filter((type) => type.kind === "struct" || type.kind === "union");
    const aliases = types.filter((type) => type.kind === "alias");
    const forward = aggregates.map((type) => {
      return this.values.declaration(type) + this.exported(type, this.builders.forward(type));
    });
    const typedefs = inOrder(aliases).map((type) => {
      return this.values.declaration(type) + this.exported(type, this.builders.definition(type));
    });
    const definitions = inOrder(aggregates, (type) => (type.kind === "struct" && type.base ? [type.base] : []));
    const calls = definitions.map((type) => `${layOut(this.builders.deferred(type), "", ";")}\n`);
    return [...forward, ...typedefs, calls.join("")].join("\n");
  }

  /** `export const Shape: StructTypeOf<Shape> = …;` */
  private exported(type: NamedType, code: Code): string {
    const name = this.names.of(type.name);
    const before = `export const ${name}${this.annotation(type, name)} = `;
    return `${layOut(code, before, `${this.cast(type)};`)}\n`;
  }

  /** Aliases are left to be inferred: what a collection of them is depends on what they end at. */
  private annotation({ kind }: NamedType, name: string): string {
    if (kind === "struct") {
      this.imports.add("StructTypeOf");
      return `: StructTypeOf<${name}>`;
    }
    if (kind === "alias" && !this.isWide) return "";
    const description = DESCRIPTIONS[kind];
    this.imports.add("Typed").add(description);
    return `: Typed<${description}, ${name}>`;
  }

  /** The builders infer bigint, which is not what these values are. */
  private cast({ kind }: NamedType): string {
    if (!this.isWide || kind === "enum") return "";
    const description = DESCRIPTIONS[kind];
    this.imports.add(description);
    return ` as ${description}`;
  }

  private importText(): string {
    const wanted = new Set([...this.imports, ...this.builders.used]);
    const specifiers = IMPORTS.filter((name) => wanted.has(name)).map((name) =>
      /^[A-Z]/.test(name) ? `type ${name}` : name,
    );
    if (specifiers.length === 0) return "";
    const from = `from ${JSON.stringify(this.options.importFrom ?? "rtps-lab")};\n`;
    const flat = `import { ${specifiers.join(", ")} } ${from}`;
    if (flat.length <= LINE_WIDTH + 1) return flat;
    return `import {\n${specifiers.map((each) => `  ${each},\n`).join("")}} ${from}`;
  }
}

/** Each behind those of the list that it needs at once. */
function inOrder<Type extends NamedType>(
  types: readonly Type[],
  needs: (type: Type) => readonly NamedType[] = namedParts,
): Type[] {
  const done = new Set<NamedType>();
  const visit = (type: Type): Type[] => {
    if (done.has(type)) return [];
    done.add(type);
    const before = types.filter((each) => needs(type).includes(each));
    return [...before.flatMap(visit), type];
  };
  return types.flatMap(visit);
}

const DESCRIPTIONS: Readonly<Record<NamedType["kind"], string>> = {
  alias: "AliasType",
  enum: "EnumType",
  bitmask: "BitmaskType",
  bitset: "BitsetType",
  struct: "StructType",
  union: "UnionType",
};

/** All that a module can import, in the order that formatters want. */
const IMPORTS =
  `AliasType alias array arrayOf BitmaskType BitsetType bitmask bitset boolean char defineStruct defineUnion
  EnumType enumeration float32 float64 float128 forwardStruct forwardUnion int8 int16 int32 int64 map octet StructType
  StructTypeOf sequence string struct Typed UnionType uint8 uint16 uint32 uint64 union wchar wstring`.split(/\s+/);
