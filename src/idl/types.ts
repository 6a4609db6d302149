/**
 * The type model (XTypes 1.3 §7.2): immutable descriptions that IDL text, ROS messages, a TypeObject from the wire or
 * a TypeScript user builds once. A discriminated union by `kind`. It knows nothing of bytes: sizes and alignment are
 * the codecs' business.
 */

/**
 * Kinds whose values are one JavaScript number, boolean, bigint or one-character string (XTypes §7.2.2.4.1). `char` is
 * Char8, `wchar` is Char16. `float128` values are numbers: what a double cannot hold is rounded.
 */
export type PrimitiveKind =
  | "boolean"
  | "octet"
  | "char"
  | "wchar"
  | "int8"
  | "uint8"
  | "int16"
  | "uint16"
  | "int32"
  | "uint32"
  | "int64"
  | "uint64"
  | "float32"
  | "float64"
  | "float128";

/** How a type may evolve (XTypes §7.2.2.4.4.4.6). */
export type Extensibility = "final" | "appendable" | "mutable";

/** What a reader does with a value that does not fit its own type (XTypes §7.2.2.7). Default `discard`. */
export type TryConstruct = "discard" | "useDefault" | "trim";

/** A value given with `@default`, `@min`, `@max` or a custom annotation, and a constant. Enums by literal name. */
export type ConstantValue = number | bigint | boolean | string;
/** A value given with `@default`. ROS messages give sequences and one-dimensional arrays of primitives defaults too. */
export type DefaultValue = ConstantValue | readonly ConstantValue[];

/** An annotation without a meaning of its own here: user-defined ones, and builtin ones that only describe. */
export interface CustomAnnotation {
  /** Scoped as written: `range`, `foo::bar`. */
  readonly name: string;
  /** By parameter name; a lone unnamed argument is `value`. */
  readonly parameters: Readonly<Record<string, ConstantValue>>;
}

export interface PrimitiveType {
  readonly kind: PrimitiveKind;
}

/** A UTF-8 string. `bound` counts bytes without the closing NUL; undefined is unbounded. */
export interface StringType {
  readonly kind: "string";
  readonly bound: number | undefined;
}

/** A UTF-16 string. `bound` counts UTF-16 units; undefined is unbounded. */
export interface WStringType {
  readonly kind: "wstring";
  readonly bound: number | undefined;
}

/** What the element of a collection carries besides its type. Undefined when nothing was written. */
export interface ElementFlags {
  readonly external: boolean;
  readonly tryConstruct: TryConstruct;
}

/** `bound` counts elements; undefined is unbounded. Values: typed arrays for numbers, else arrays. */
export interface SequenceType {
  readonly kind: "sequence";
  readonly element: TypeDescription;
  readonly bound: number | undefined;
  readonly elementFlags: ElementFlags | undefined;
}

/** `long a[2][3]` has the dimensions `[2, 3]`: values are nested arrays, the last dimension innermost. */
export interface ArrayType {
  readonly kind: "array";
  readonly element: TypeDescription;
  readonly dimensions: readonly number[];
  readonly elementFlags: ElementFlags | undefined;
}

/**
 * `map<key, value, bound>`. Values are `Map` objects, in insertion order. `key` is an integer, octet, boolean, character,
 * enum, bitmask, string or wstring, or an alias of one. `elementFlags` are those of the value.
 */
export interface MapType {
  readonly kind: "map";
  readonly key: TypeDescription;
  readonly value: TypeDescription;
  readonly bound: number | undefined;
  readonly elementFlags: ElementFlags | undefined;
}

/**
 * A typedef. On the wire it is its target; only type identifiers and messages see the name. `target` may be an alias
 * again: `unaliased` goes to the end.
 */
export interface AliasType {
  readonly kind: "alias";
  /** Fully scoped, `Mod::Name`. */
  readonly name: string;
  readonly target: TypeDescription;
  readonly annotations: readonly CustomAnnotation[];
}

export interface EnumLiteral {
  readonly name: string;
  readonly value: number;
}

/** `bitBound` 1..32 chooses the holder: 1, 2 or 4 bytes (XTypes §7.3.1.2.1.5). Values are literal names. */
export interface EnumType {
  readonly kind: "enum";
  /** Fully scoped, `Mod::Name`. */
  readonly name: string;
  readonly extensibility: Extensibility;
  readonly bitBound: number;
  readonly literals: readonly EnumLiteral[];
  /** The literal a missing member takes: `@default_literal`, else the first. */
  readonly defaultLiteral: EnumLiteral;
  /** True when `@default_literal` was written. */
  readonly hasDefaultLiteral: boolean;
  readonly annotations: readonly CustomAnnotation[];
}

export interface BitmaskFlag {
  readonly name: string;
  /** Bit number, 0 is the least significant. */
  readonly position: number;
}

/**
 * `bitBound` 1..64 chooses the holder: 1, 2, 4 or 8 bytes (XTypes §7.3.1.2.1.6). Values are numbers; with a bound
 * above 32 they are what 64-bit integers are.
 */
export interface BitmaskType {
  readonly kind: "bitmask";
  readonly name: string;
  readonly extensibility: Extensibility;
  readonly bitBound: number;
  readonly flags: readonly BitmaskFlag[];
  readonly annotations: readonly CustomAnnotation[];
}

export interface Bitfield {
  /** Undefined for padding: `bitfield<4>;`. */
  readonly name: string | undefined;
  readonly bits: number;
  /** Of its least significant bit, from 0. */
  readonly position: number;
  /** What the value is: given, else the smallest unsigned integer that holds the bits (boolean for one bit). */
  readonly holder: PrimitiveKind;
}

/** Values are objects by field name. All fields, inherited ones first, take at most 64 bits (XTypes §7.3.1.2.1.4). */
export interface BitsetType {
  readonly kind: "bitset";
  readonly name: string;
  readonly base: BitsetType | undefined;
  /** Inherited ones first. */
  readonly fields: readonly Bitfield[];
  readonly annotations: readonly CustomAnnotation[];
}

/** What the members of structs and unions share. */
export interface MemberBase {
  readonly name: string;
  readonly type: TypeDescription;
  /** Member id (XTypes §7.2.2.4.4.4.4): explicit, hashed, or previous + 1. */
  readonly id: number;
  /** What `@hashid` hashed; undefined when the id came otherwise. "" is the member's own name. */
  readonly hashId: string | undefined;
  readonly external: boolean;
  readonly tryConstruct: TryConstruct;
  readonly unit: string | undefined;
  readonly min: ConstantValue | undefined;
  readonly max: ConstantValue | undefined;
  readonly annotations: readonly CustomAnnotation[];
}

export interface StructMember extends MemberBase {
  readonly key: boolean;
  readonly optional: boolean;
  readonly mustUnderstand: boolean;
  readonly defaultValue: DefaultValue | undefined;
}

/** What topic types and nested ones have in common. */
interface NamedAggregate {
  /** The DDS type name, fully scoped: `Mod::Name`. */
  readonly name: string;
  readonly extensibility: Extensibility;
  /** `@nested`: not meant as a topic type. */
  readonly nested: boolean;
  /** True for `@autoid(HASH)`. */
  readonly autoIdHash: boolean;
  /** The name given with `@topic(name="…")`. */
  readonly topicName: string | undefined;
  /** `@data_representation`: what writers may use; undefined when not restricted. */
  readonly dataRepresentations: readonly DataRepresentationName[] | undefined;
  readonly annotations: readonly CustomAnnotation[];
}

export type DataRepresentationName = "xcdr1" | "xml" | "xcdr2";

/**
 * A struct can contain itself through a sequence, map, optional or external member.
 */
export interface StructType extends NamedAggregate {
  readonly kind: "struct";
  readonly base: StructType | undefined;
  /** In definition order, inherited ones first. */
  readonly members: readonly StructMember[];
  /** How many of `members` come from `base`. */
  readonly inheritedCount: number;
  /** True when a member of this struct is marked `@key`: topics of this type are keyed (WITH_KEY entity kinds). */
  readonly hasKey: boolean;
}

/** The value of a case label: number, or bigint for 64-bit discriminators; boolean; a character; a literal name. */
export type UnionLabel = number | bigint | boolean | string;

export interface UnionCase extends MemberBase {
  /** Empty for a case that is only `default:`. */
  readonly labels: readonly UnionLabel[];
  readonly isDefault: boolean;
}

/**
 * Values are `{ $discriminator, member, value }`. `member` is null, and `value` undefined, when the discriminator
 * selects nothing. When writing, `$discriminator` may be left out: the first label of the member is taken.
 */
export interface UnionType extends NamedAggregate {
  readonly kind: "union";
  /** An integer, boolean, char, wchar, octet, enum or bitmask type, or an alias of one. */
  readonly discriminator: TypeDescription;
  /** `switch (@key long)`. */
  readonly discriminatorIsKey: boolean;
  readonly discriminatorTryConstruct: TryConstruct;
  readonly cases: readonly UnionCase[];
}

export type TypeDescription =
  | PrimitiveType
  | StringType
  | WStringType
  | SequenceType
  | ArrayType
  | MapType
  | AliasType
  | EnumType
  | BitmaskType
  | BitsetType
  | StructType
  | UnionType;

/** A type that is no alias. */
export type ActualType = Exclude<TypeDescription, AliasType>;

/** What the typedefs end at. */
export function unaliased(type: TypeDescription): ActualType {
  let actual = type;
  while (actual.kind === "alias") actual = actual.target;
  return actual;
}

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
  "wchar",
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
  "float128",
]);

/** False for aliases of primitives: ask `isPrimitive(unaliased(type))`. */
export function isPrimitive(type: TypeDescription): type is PrimitiveType {
  return PRIMITIVE_KINDS.has(type.kind);
}

/** The IDL spelling of a type, for messages: `sequence<long, 5>`, `Mod::Name`. */
export function typeToString(type: TypeDescription): string {
  switch (type.kind) {
    case "string":
    case "wstring":
      return type.bound === undefined ? type.kind : `${type.kind}<${type.bound}>`;
    case "sequence": {
      const element = typeToString(type.element);
      return type.bound === undefined ? `sequence<${element}>` : `sequence<${element}, ${type.bound}>`;
    }
    case "map": {
      const inside = `${typeToString(type.key)}, ${typeToString(type.value)}`;
      return type.bound === undefined ? `map<${inside}>` : `map<${inside}, ${type.bound}>`;
    }
    case "array":
      return typeToString(type.element) + type.dimensions.map((n) => `[${n}]`).join("");
    case "alias":
    case "enum":
    case "bitmask":
    case "bitset":
    case "struct":
    case "union":
      return type.name;
    default:
      return type.kind;
  }
}
