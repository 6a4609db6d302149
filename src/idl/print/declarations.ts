/** One named type as IDL text, with all the annotations that it needs to come back the same. */
import { memberIdHash, smallestHolder } from "../build/index.js";
import { scalarOf } from "../build/members.js";
import type {
  AliasType,
  BitmaskType,
  BitsetType,
  ConstantValue,
  CustomAnnotation,
  EnumType,
  MemberBase,
  PrimitiveKind,
  StructMember,
  StructType,
  TryConstruct,
  TypeDescription,
  UnionCase,
  UnionType,
} from "../types.js";
import { identifier, moduleOf, type NamesInModule, stringText, untypedText, valueText } from "./literals.js";

export type NamedType = AliasType | EnumType | BitmaskType | BitsetType | StructType | UnionType;

/** Names for types that IDL cannot write in place, such as the arrays in a sequence. */
export type TypedefNames = (type: TypeDescription) => string | undefined;

/** Prints declarations of one module. */
export class DeclarationPrinter {
  private readonly names: NamesInModule;
  private readonly typedefNames: TypedefNames;

  constructor(names: NamesInModule, typedefNames: TypedefNames) {
    this.names = names;
    this.typedefNames = typedefNames;
  }

  /** The lines of a declaration, without indentation by modules. */
  lines(type: NamedType): string[] {
    switch (type.kind) {
      case "alias":
        return this.alias(type);
      case "enum":
        return enumLines(type);
      case "bitmask":
        return bitmaskLines(type);
      case "bitset":
        return this.bitset(type);
      case "struct":
        return this.struct(type);
      case "union":
        return this.union(type);
    }
  }

  /** A typedef for what cannot be written in place. */
  typedefLines(name: string, type: TypeDescription): string[] {
    return [`typedef ${this.declarator(type, name)};`];
  }

  private alias(type: AliasType): string[] {
    const annotations = customAnnotations(type.annotations, (annotation, value) =>
      VALUE_ANNOTATIONS.has(annotation.name) ? valueText(value, scalarOf(type.target), this.names) : untypedText(value),
    );
    return [...annotations, `typedef ${this.declarator(type.target, localName(type))};`];
  }

  private bitset(type: BitsetType): string[] {
    const base = type.base === undefined ? "" : ` : ${this.names.reference(type.base.name)}`;
    const own = type.fields.slice(type.base?.fields.length ?? 0);
    const fields = own.map(({ name, bits, holder }) => {
      const width = holder === smallestHolder(bits) ? `${bits}` : `${bits}, ${PRIMITIVES[holder]}`;
      return `  bitfield<${width}>${name === undefined ? "" : ` ${identifier(name)}`};`;
    });
    return [...customAnnotations(type.annotations), `bitset ${localName(type)}${base} {`, ...fields, "};"];
  }

  private struct(type: StructType): string[] {
    const base = type.base === undefined ? "" : ` : ${this.names.reference(type.base.name)}`;
    let next = (type.members[type.inheritedCount - 1]?.id ?? -1) + 1;
    const members = type.members.slice(type.inheritedCount).map((member) => {
      const annotations = this.structMember(member, type.autoIdHash, next);
      next = member.id + 1;
      return `  ${[...annotations, this.declarator(member.type, identifier(member.name))].join(" ")};`;
    });
    return [...aggregateAnnotations(type), `struct ${localName(type)}${base} {`, ...members, "};"];
  }

  private union(type: UnionType): string[] {
    const discriminator = [
      ...(type.discriminatorIsKey ? ["@key"] : []),
      ...tryConstruct(type.discriminatorTryConstruct),
      this.inPlace(type.discriminator),
    ].join(" ");
    let next = 1;
    const cases = type.cases.flatMap((each) => {
      const annotations = this.member(each, type.autoIdHash, next);
      next = each.id + 1;
      const declaration = [...annotations, this.declarator(each.type, identifier(each.name))].join(" ");
      return [...this.labels(type, each), `    ${declaration};`];
    });
    return [...aggregateAnnotations(type), `union ${localName(type)} switch (${discriminator}) {`, ...cases, "};"];
  }

  private labels(type: UnionType, { labels, isDefault }: UnionCase): string[] {
    const lines = labels.map((label) => `  case ${valueText(label, type.discriminator, this.names)}:`);
    return isDefault ? [...lines, "  default:"] : lines;
  }

  private structMember(member: StructMember, autoIdHash: boolean, next: number): string[] {
    const { key, optional, mustUnderstand, defaultValue } = member;
    return [
      ...(key ? ["@key"] : []),
      ...(optional ? ["@optional"] : []),
      ...(mustUnderstand ? ["@must_understand"] : []),
      ...(defaultValue === undefined ? [] : [`@default(${valueText(defaultValue, member.type, this.names)})`]),
      ...this.member(member, autoIdHash, next),
    ];
  }

  private member(member: MemberBase, autoIdHash: boolean, next: number): string[] {
    return [
      ...idAnnotation(member, autoIdHash, next),
      ...(member.external ? ["@external"] : []),
      ...tryConstruct(member.tryConstruct),
      ...(member.unit === undefined ? [] : [`@unit(${stringText(member.unit)})`]),
      ...this.limits(member),
      ...customAnnotations(member.annotations),
    ];
  }

  private limits({ min, max, type }: MemberBase): string[] {
    const text = (value: ConstantValue) => valueText(value, scalarOf(type), this.names);
    if (min !== undefined && max !== undefined) return [`@range(min=${text(min)}, max=${text(max)})`];
    if (min !== undefined) return [`@min(${text(min)})`];
    return max === undefined ? [] : [`@max(${text(max)})`];
  }

  /** `long a[2][3]`. */
  private declarator(type: TypeDescription, name: string): string {
    if (type.kind !== "array") return `${this.inPlace(type)} ${name}`;
    return `${this.inPlace(type.element)} ${name}${type.dimensions.map((n) => `[${n}]`).join("")}`;
  }

  /** A type where no name follows it. */
  private inPlace(type: TypeDescription): string {
    const typedef = this.typedefNames(type);
    if (typedef !== undefined) return this.names.reference(typedef);
    switch (type.kind) {
      case "string":
      case "wstring":
        return type.bound === undefined ? type.kind : `${type.kind}<${type.bound}>`;
      case "sequence":
        return `sequence<${this.element(type.elementFlags, type.element)}${boundText(type.bound)}>`;
      case "map": {
        const value = this.element(type.elementFlags, type.value);
        return `map<${this.inPlace(type.key)}, ${value}${boundText(type.bound)}>`;
      }
      case "array":
        return this.inPlace(type.element) + type.dimensions.map((n) => `[${n}]`).join("");
      case "alias":
      case "enum":
      case "bitmask":
      case "bitset":
      case "struct":
      case "union":
        return this.names.reference(type.name);
      default:
        return PRIMITIVES[type.kind];
    }
  }

  private element(
    flags: { readonly external: boolean; readonly tryConstruct: TryConstruct } | undefined,
    type: TypeDescription,
  ): string {
    if (flags === undefined) return this.inPlace(type);
    return [...(flags.external ? ["@external"] : []), ...tryConstruct(flags.tryConstruct), this.inPlace(type)].join(
      " ",
    );
  }
}

function enumLines(type: EnumType): string[] {
  let next = 0;
  const literals = type.literals.map(({ name, value }) => {
    const parts = [
      ...(type.hasDefaultLiteral && type.defaultLiteral.name === name ? ["@default_literal"] : []),
      ...(value === next ? [] : [`@value(${value})`]),
      identifier(name),
    ];
    next = value + 1;
    return `  ${parts.join(" ")}`;
  });
  return [...bitAnnotations(type), `enum ${localName(type)} {`, literals.join(",\n"), "};"];
}

function bitmaskLines(type: BitmaskType): string[] {
  let next = 0;
  const flags = type.flags.map(({ name, position }) => {
    const annotation = position === next ? "" : `@position(${position}) `;
    next = position + 1;
    return `  ${annotation}${identifier(name)}`;
  });
  return [...bitAnnotations(type), `bitmask ${localName(type)} {`, flags.join(",\n"), "};"];
}

function bitAnnotations(type: EnumType | BitmaskType): string[] {
  return [
    ...(type.extensibility === "appendable" ? [] : [`@${type.extensibility}`]),
    ...(type.bitBound === 32 ? [] : [`@bit_bound(${type.bitBound})`]),
    ...customAnnotations(type.annotations),
  ];
}

function aggregateAnnotations(type: StructType | UnionType): string[] {
  const { dataRepresentations } = type;
  return [
    `@${type.extensibility}`,
    ...(type.nested ? ["@nested"] : []),
    ...(type.autoIdHash ? ["@autoid(HASH)"] : []),
    ...(type.topicName === undefined ? [] : [`@topic(name=${stringText(type.topicName)})`]),
    ...(dataRepresentations === undefined
      ? []
      : [`@data_representation(${dataRepresentations.join(" | ").toUpperCase()})`]),
    ...customAnnotations(type.annotations),
  ];
}

function idAnnotation({ id, hashId, name }: MemberBase, autoIdHash: boolean, next: number): string[] {
  if (hashId !== undefined && memberIdHash(hashId === "" ? name : hashId) === id) {
    return [hashId === "" ? "@hashid" : `@hashid(${stringText(hashId)})`];
  }
  return id === (autoIdHash ? memberIdHash(name) : next) ? [] : [`@id(${id})`];
}

function tryConstruct(action: TryConstruct): string[] {
  if (action === "discard") return [];
  return [action === "trim" ? "@try_construct(TRIM)" : "@try_construct(USE_DEFAULT)"];
}

function customAnnotations(
  annotations: readonly CustomAnnotation[],
  text = (_: CustomAnnotation, value: ConstantValue) => untypedText(value),
): string[] {
  return annotations.map((annotation) => {
    const given = Object.entries(annotation.parameters);
    const [first] = given;
    if (first === undefined) return `@${annotation.name}`;
    const isLone = given.length === 1 && first[0] === "value";
    const inside = isLone
      ? text(annotation, first[1])
      : given.map(([name, value]) => `${name}=${text(annotation, value)}`).join(", ");
    return `@${annotation.name}(${inside})`;
  });
}

function localName(type: NamedType): string {
  const module = moduleOf(type.name);
  return identifier(module === "" ? type.name : type.name.slice(module.length + 2));
}

function boundText(bound: number | undefined): string {
  return bound === undefined ? "" : `, ${bound}`;
}

/** The spelling that the oldest compilers know. */
const PRIMITIVES: Readonly<Record<PrimitiveKind, string>> = {
  boolean: "boolean",
  octet: "octet",
  char: "char",
  wchar: "wchar",
  int8: "int8",
  uint8: "uint8",
  int16: "short",
  uint16: "unsigned short",
  int32: "long",
  uint32: "unsigned long",
  int64: "long long",
  uint64: "unsigned long long",
  float32: "float",
  float64: "double",
  float128: "long double",
};
const VALUE_ANNOTATIONS: ReadonlySet<string> = new Set(["default", "min", "max", "range"]);
