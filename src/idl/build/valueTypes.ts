/**
 * What TypeScript knows of the values of a type that is built in place. Nothing of this exists at run time: a
 * description carries the TypeScript type of its values as a property that is never there.
 */
import type {
  ActualType,
  AliasType,
  ArrayType,
  BitmaskType,
  BitsetType,
  EnumType,
  MapType,
  PrimitiveKind,
  SequenceType,
  StructType,
  TypeDescription,
  UnionType,
} from "../types.js";
import type { BitfieldOptions } from "./enumerations.js";
import type { StructMembers } from "./struct.js";
import type { CaseOptions, UnionCases } from "./union.js";

declare const VALUE: unique symbol;
declare const SELF: unique symbol;

/** A type description whose values are known to the type checker. */
export type Typed<Type extends TypeDescription, Value> = Type & HasValue<Value>;
/** The struct type of a TypeScript type: `const Shape: StructTypeOf<Shape>`. Topics take their value type from it. */
export type StructTypeOf<Value> = Typed<StructType, Value>;

/** For parameters that take the value type from a description: `type: StructType & HasValue<T>`. */
export interface HasValue<Value> {
  readonly [VALUE]?: Value;
}

/**
 * The values of a type, as a reader gives them: `ValueOf<typeof Shape>`. 64-bit integers are `bigint`, the default of
 * codecs. Of a description that was not built in place, such as one from `parseIdl`, only the kind is known.
 */
export type ValueOf<Type> = typeof VALUE extends keyof Type
  ? Exclude<Type[typeof VALUE], undefined>
  : TypeDescription extends Type
    ? unknown
    : Type extends { readonly kind: infer Kind extends keyof ValuesByKind }
      ? ValuesByKind[Kind]
      : unknown;

interface ValuesByKind {
  boolean: boolean;
  octet: number;
  char: string;
  wchar: string;
  int8: number;
  uint8: number;
  int16: number;
  uint16: number;
  int32: number;
  uint32: number;
  int64: bigint;
  uint64: bigint;
  float32: number;
  float64: number;
  float128: number;
  string: string;
  wstring: string;
  enum: string;
  bitmask: number | bigint;
  struct: Record<string, unknown>;
}

interface ArraysByKind {
  octet: Uint8Array;
  int8: Int8Array;
  uint8: Uint8Array;
  int16: Int16Array;
  uint16: Uint16Array;
  int32: Int32Array;
  uint32: Uint32Array;
  int64: BigInt64Array;
  uint64: BigUint64Array;
  float32: Float32Array;
  float64: Float64Array;
}

/** A sequence, or the innermost dimension of an array. */
type CollectionOf<Element> = TypeDescription extends Element
  ? ArrayLike<unknown>
  : ActualType extends Element
    ? ArrayLike<unknown>
    : Element extends { readonly kind: "alias"; readonly target: infer Target }
      ? CollectionOf<Target>
      : Element extends { readonly kind: infer Kind extends PrimitiveKind }
        ? CollectionOfKind<Kind>
        : ValueOf<Element>[];

/** One for each kind that it may be, when which one is known at run time alone. */
type CollectionOfKind<Kind extends PrimitiveKind> = Kind extends keyof ArraysByKind
  ? ArraysByKind[Kind]
  : ValuesByKind[Kind][];

export type SequenceOf<Element> = Typed<SequenceType, CollectionOf<Element>>;
export type ArrayOf<Element, Dimensions> = Typed<ArrayType, NestedArray<Element, Dimensions>>;
export type MapOf<Key, Value> = Typed<MapType, Map<ValueOf<Key>, ValueOf<Value>>>;
export type AliasOf<Target extends TypeDescription> = Typed<AliasType, ValueOf<Target>> & { readonly target: Target };

type NestedArray<Element, Dimensions> = Dimensions extends readonly [number, ...infer Inner]
  ? Inner extends readonly []
    ? CollectionOf<Element>
    : NestedArray<Element, Inner>[]
  : ArrayLike<unknown>;

export type EnumOf<Literals> = Typed<
  EnumType,
  Literals extends readonly (infer Name)[] ? Name : Extract<keyof Literals, string>
>;

export type BitmaskOf<Bits extends number> = Typed<BitmaskType, NumberOfBits<Bits>>;

type NumberOfBits<Bits extends number> = number extends Bits ? number | bigint : Bits extends Above32 ? bigint : number;
type FieldOfBits<Bits extends number> = number extends Bits
  ? boolean | number | bigint
  : Bits extends 1
    ? boolean
    : NumberOfBits<Bits>;
type Above32 =
  | (33 | 34 | 35 | 36 | 37 | 38 | 39 | 40 | 41 | 42 | 43 | 44 | 45 | 46 | 47 | 48)
  | (49 | 50 | 51 | 52 | 53 | 54 | 55 | 56 | 57 | 58 | 59 | 60 | 61 | 62 | 63 | 64);

export type BitfieldsGiven = Readonly<Record<string, number>> | readonly BitfieldOptions[];

export type BitsetOf<Fields extends BitfieldsGiven, Base extends BitsetType> = Typed<
  BitsetType,
  Flat<ValueOf<Base> & BitfieldValues<Fields>>
>;

type BitfieldValues<Fields extends BitfieldsGiven> = Fields extends readonly BitfieldOptions[]
  ? {
      [Field in Fields[number] as Field extends { name: infer Name extends string } ? Name : never]: OneBitfield<Field>;
    }
  : { -readonly [Name in keyof Fields]: Fields[Name] extends number ? FieldOfBits<Fields[Name]> : never };

type OneBitfield<Field extends BitfieldOptions> = Field extends { readonly holder: infer Kind extends PrimitiveKind }
  ? ValuesByKind[Kind]
  : FieldOfBits<Field["bits"]>;

/** What `struct` returns. Members that are known at run time alone leave the type without a value type. */
export type StructOf<Members extends StructMembers, Base extends StructType> =
  IsKnown<Members, Base> extends true ? StructTypeOf<StructValueOf<Members, Base>> : StructType;

/** What `struct` returns for members that refer to the struct itself. */
export type RecursiveStructOf<Name extends string, Members extends StructMembers, Base extends StructType> =
  IsKnown<Members, Base> extends true ? StructTypeOf<RecursiveStruct<Name, Members, Base>> : StructType;

type IsKnown<Members, Base> = string extends keyof Members ? false : typeof VALUE extends keyof Base ? true : false;

/** A mapped type of its own, because only inside of one may an alias refer to itself. */
export type RecursiveStruct<Name extends string, Members extends StructMembers, Base extends StructType> = {
  [Key in keyof StructValueOf<Members, Base>]: Resolved<
    StructValueOf<Members, Base>[Key],
    Name,
    RecursiveStruct<Name, Members, Base>
  >;
};

type StructValueOf<Members extends StructMembers, Base extends StructType> = Flat<
  ValueOf<Base> & MemberValues<Members>
>;

/** The base of a struct that has none. */
export type NoBase = StructTypeOf<unknown>;
/** The base of a bitset that has none. */
export type NoBitsetBase = Typed<BitsetType, unknown>;

/** Members with their options: what is no option is a mistake, though the type of the whole is taken from it. */
export type Known<Members, Options> = {
  [Name in keyof Members]: Members[Name] extends { readonly kind: string }
    ? unknown
    : { [Key in Exclude<keyof Members[Name], keyof Options>]: never };
};

type MemberValues<Members> = {
  -readonly [Name in keyof Members as IsOptional<Members[Name]> extends true ? never : Name]: ValueOf<
    TypeOfMember<Members[Name]>
  >;
} & {
  -readonly [Name in keyof Members as IsOptional<Members[Name]> extends true ? Name : never]?:
    | ValueOf<TypeOfMember<Members[Name]>>
    | undefined;
};

/** A member is given as its type alone, or with what else there is to say. */
type TypeOfMember<Member> = Member extends { readonly kind: string }
  ? Member
  : Member extends { readonly type: infer Type }
    ? Type
    : never;

type IsOptional<Member> = Member extends { readonly kind: string }
  ? false
  : Member extends { readonly optional: infer Optional }
    ? [Optional] extends [false | undefined]
      ? false
      : true
    : false;

/** What `union` returns. */
export type UnionOf<Discriminator, Cases extends UnionCases> = string extends keyof Cases
  ? UnionType
  : Typed<UnionType, UnionValue<ValueOf<Discriminator>, Cases> extends infer Value ? Value : never>;

/** What `union` returns for cases that refer to the union itself. */
export type RecursiveUnionOf<Name extends string, Discriminator, Cases extends UnionCases> = string extends keyof Cases
  ? UnionType
  : Typed<UnionType, RecursiveUnion<Name, ValueOf<Discriminator>, Cases>>;

/** A union of its own, not `UnionValue` resolved: only so does it keep its name, and need not be written out. */
export type RecursiveUnion<Name extends string, Discriminator, Cases extends UnionCases> =
  | {
      [Member in keyof Cases]: {
        $discriminator: LabelsOf<Discriminator, Cases[Member], Cases>;
        member: Member;
        value: Resolved<ValueOf<Cases[Member]["type"]>, Name, RecursiveUnion<Name, Discriminator, Cases>>;
      };
    }[keyof Cases]
  | (HasDefault<Cases> extends true ? never : NoMember<Unlabelled<Discriminator, Cases>>);

type UnionValue<Discriminator, Cases extends UnionCases> =
  | {
      [Name in keyof Cases]: {
        $discriminator: LabelsOf<Discriminator, Cases[Name], Cases>;
        member: Name;
        value: ValueOf<Cases[Name]["type"]>;
      };
    }[keyof Cases]
  | (HasDefault<Cases> extends true ? never : NoMember<Unlabelled<Discriminator, Cases>>);

type LabelsOf<Discriminator, Case extends CaseOptions, Cases extends UnionCases> = Case extends {
  readonly isDefault: true;
}
  ? Fitting<Discriminator, OwnLabels<Case>> | Unlabelled<Discriminator, Cases>
  : Fitting<Discriminator, OwnLabels<Case>>;

type OwnLabels<Case> = Case extends { readonly labels: readonly (infer Label)[] } ? Label : never;

/** Labels can be written in other forms than they are read: 1 for 1n. */
type Fitting<Discriminator, Label> = [Label] extends [Discriminator] ? Label : Discriminator;

/** The discriminators that no case names: all of them where there are too many to count. */
type Unlabelled<Discriminator, Cases extends UnionCases> = Exclude<Discriminator, OwnLabels<Cases[keyof Cases]>>;

type HasDefault<Cases extends UnionCases> = true extends {
  [Name in keyof Cases]: Cases[Name] extends { readonly isDefault: true } ? true : false;
}[keyof Cases]
  ? true
  : false;

type NoMember<Discriminator> = [Discriminator] extends [never]
  ? never
  : { $discriminator: Discriminator; member: null; value?: undefined };

/** A type within its own definition. The name tells apart the ones that are open at a time. */
export type SelfStruct<Name extends string> = StructTypeOf<Self<Name>>;
export type SelfUnion<Name extends string> = Typed<UnionType, Self<Name>>;

export interface Self<Name extends string> {
  readonly [SELF]: Name;
}

/** A value with the finished type wherever the type itself was used. */
type Resolved<Value, Name extends string, Whole> =
  Value extends Self<Name>
    ? Whole
    : Value extends Primitive | ArrayBufferView
      ? Value
      : Value extends Map<infer Key, infer Held>
        ? Map<Key, Resolved<Held, Name, Whole>>
        : Value extends readonly (infer Element)[]
          ? Resolved<Element, Name, Whole>[]
          : { [Key in keyof Value]: Resolved<Value[Key], Name, Whole> };

type Primitive = string | number | bigint | boolean | null | undefined;

/** One object type for an intersection of several: editors show its members instead of this name. */
type Flat<Value> = Value extends infer Whole ? { [Key in keyof Whole]: Whole[Key] } : never;
