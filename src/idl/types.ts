/**
 * The type model (XTypes 1.3 §7.2): immutable descriptions that IDL text, or a TypeScript user, builds once.
 * A discriminated union by `kind`. It knows nothing of bytes: sizes and alignment are the codecs' business.
 */

/** Kinds whose values are one JavaScript number, boolean, bigint or one-character string (XTypes §7.2.2.4.1). */
export type PrimitiveKind =
  | "boolean"
  | "octet"
  | "char"
  | "int8"
  | "uint8"
  | "int16"
  | "uint16"
  | "int32"
  | "uint32"
  | "int64"
  | "uint64"
  | "float32"
  | "float64";

/** How a type may evolve (XTypes §7.2.2.4.4.4.6). `mutable` is in the model; the codecs refuse it for now. */
export type Extensibility = "final" | "appendable" | "mutable";

export interface PrimitiveType {
  readonly kind: PrimitiveKind;
}

/** A UTF-8 string. `bound` counts bytes without the closing NUL; undefined is unbounded. */
export interface StringType {
  readonly kind: "string";
  readonly bound: number | undefined;
}

/** `bound` counts elements; undefined is unbounded. */
export interface SequenceType {
  readonly kind: "sequence";
  readonly element: TypeDescription;
  readonly bound: number | undefined;
}

/** `long a[2][3]` has the dimensions `[2, 3]`: values are nested arrays, the last dimension innermost. */
export interface ArrayType {
  readonly kind: "array";
  readonly element: TypeDescription;
  readonly dimensions: readonly number[];
}

export interface EnumLiteral {
  readonly name: string;
  readonly value: number;
}

/** `bitBound` 1..32 chooses the holder: 1, 2 or 4 bytes (XTypes §7.3.1.2.1.5). */
export interface EnumType {
  readonly kind: "enum";
  /** Fully scoped, `Mod::Name`. */
  readonly name: string;
  readonly bitBound: number;
  readonly literals: readonly EnumLiteral[];
  /** The literal a missing member takes: `@default_literal`, else the first. */
  readonly defaultLiteral: EnumLiteral;
}

/** A value given with `@default`. Enums by literal name. */
export type DefaultValue = number | bigint | boolean | string;

export interface StructMember {
  readonly name: string;
  readonly type: TypeDescription;
  readonly key: boolean;
  /** Member id (XTypes §7.2.2.4.4.4.4): explicit, hashed, or previous + 1. */
  readonly id: number;
  readonly mustUnderstand: boolean;
  readonly defaultValue: DefaultValue | undefined;
}

/** Members are in definition order. With forward declarations a struct can contain itself through a sequence. */
export interface StructType {
  readonly kind: "struct";
  /** The DDS type name, fully scoped: `Mod::Name`. */
  readonly name: string;
  readonly extensibility: Extensibility;
  readonly members: readonly StructMember[];
  /** True when a member of this struct is marked `@key`: topics of this type are keyed (WITH_KEY entity kinds). */
  readonly hasKey: boolean;
  /** `@nested`: not meant as a topic type. */
  readonly nested: boolean;
  /** The name given with `@topic(name="…")`. */
  readonly topicName: string | undefined;
}

export type TypeDescription = PrimitiveType | StringType | SequenceType | ArrayType | EnumType | StructType;

const literalsByName = new WeakMap<EnumType, ReadonlyMap<string, EnumLiteral>>();

/** The literal of an enum with this name. Enums can have many, so each gets an index when it is first asked. */
export function literalNamed(type: EnumType, name: string): EnumLiteral | undefined {
  let index = literalsByName.get(type);
  if (index === undefined) {
    index = new Map(type.literals.map((literal) => [literal.name, literal]));
    literalsByName.set(type, index);
  }
  return index.get(name);
}

const PRIMITIVE_KINDS: ReadonlySet<string> = new Set([
  "boolean",
  "octet",
  "char",
  "int8",
  "uint8",
  "int16",
  "uint16",
  "int32",
  "uint32",
  "int64",
  "uint64",
  "float32",
  "float64",
]);

export function isPrimitive(type: TypeDescription): type is PrimitiveType {
  return PRIMITIVE_KINDS.has(type.kind);
}

/** The IDL spelling of a type, for messages: `sequence<long, 5>`, `Mod::Name`. */
export function typeToString(type: TypeDescription): string {
  switch (type.kind) {
    case "string":
      return type.bound === undefined ? "string" : `string<${type.bound}>`;
    case "sequence": {
      const element = typeToString(type.element);
      return type.bound === undefined ? `sequence<${element}>` : `sequence<${element}, ${type.bound}>`;
    }
    case "array":
      return typeToString(type.element) + type.dimensions.map((n) => `[${n}]`).join("");
    case "enum":
    case "struct":
      return type.name;
    default:
      return type.kind;
  }
}
