/**
 * Type descriptions built in TypeScript, without IDL text; the IDL parser builds through the same functions.
 * Owns the rules that hold for every type: names, bounds, member ids (XTypes 1.3 §7.2.2.4.4.4.4).
 */
import { constantOf, fitConstant } from "./constants.js";
import { IdlError } from "./IdlError.js";
import { md5 } from "./md5.js";
import {
  type ArrayType,
  type DefaultValue,
  type EnumLiteral,
  type EnumType,
  type Extensibility,
  type PrimitiveKind,
  type PrimitiveType,
  type SequenceType,
  type StringType,
  type StructMember,
  type StructType,
  type TypeDescription,
  typeToString,
} from "./types.js";

const primitive = (kind: PrimitiveKind): PrimitiveType => Object.freeze({ kind });

export const boolean = primitive("boolean");
export const octet = primitive("octet");
export const char = primitive("char");
export const int8 = primitive("int8");
export const uint8 = primitive("uint8");
export const int16 = primitive("int16");
export const uint16 = primitive("uint16");
export const int32 = primitive("int32");
export const uint32 = primitive("uint32");
export const int64 = primitive("int64");
export const uint64 = primitive("uint64");
export const float32 = primitive("float32");
export const float64 = primitive("float64");

/** `string` or `string<bound>`; the bound counts UTF-8 bytes without the NUL. */
export function string(bound?: number): StringType {
  return Object.freeze({ kind: "string", bound: checkBound(bound, "string") });
}

/** `sequence<element>` or `sequence<element, bound>`. */
export function sequence(element: TypeDescription, bound?: number): SequenceType {
  return Object.freeze({ kind: "sequence", element, bound: checkBound(bound, "sequence") });
}

/** `array(int32, 2, 3)` is `long x[2][3]`. */
export function array(element: TypeDescription, ...dimensions: number[]): ArrayType {
  if (dimensions.length === 0) throw new IdlError("bad-value", "an array needs at least one dimension");
  for (const n of dimensions) checkBound(n, "array");
  return Object.freeze({ kind: "array", element, dimensions: Object.freeze([...dimensions]) });
}

export interface EnumOptions {
  /** Bits of the holder, 1..32; default 32. */
  readonly bitBound?: number;
  /** Name of the literal that a missing member takes; default the first. */
  readonly defaultLiteral?: string;
}

/** `enumeration("Mod::Color", ["RED", "GREEN"])` or `enumeration("E", { ONE: 1, TEN: 10 })`. */
export function enumeration(
  name: string,
  literals: readonly string[] | Readonly<Record<string, number>>,
  options: EnumOptions = {},
): EnumType {
  checkScopedName(name);
  const list: EnumLiteral[] = Array.isArray(literals)
    ? literals.map((literal: string, value) => ({ name: literal, value }))
    : Object.entries(literals as Record<string, number>).map(([literal, value]) => ({ name: literal, value }));
  return finishEnum(name, list, options);
}

function finishEnum(name: string, literals: readonly EnumLiteral[], options: EnumOptions): EnumType {
  const bitBound = options.bitBound ?? 32;
  if (!Number.isInteger(bitBound) || bitBound < 1 || bitBound > 32) {
    throw new IdlError("bad-value", `enum ${name}: the bit bound must be 1 to 32, not ${bitBound}`);
  }
  const first = literals[0];
  if (first === undefined) throw new IdlError("bad-value", `enum ${name} needs at least one literal`);
  checkLiterals(name, literals, bitBound);
  const wanted = options.defaultLiteral;
  const defaultLiteral = wanted === undefined ? first : literals.find((literal) => literal.name === wanted);
  if (defaultLiteral === undefined) throw new IdlError("bad-value", `enum ${name} has no literal ${wanted}`);
  const frozen = Object.freeze(literals.map((literal) => Object.freeze(literal)));
  return Object.freeze({ kind: "enum", name, bitBound, literals: frozen, defaultLiteral });
}

function checkLiterals(name: string, literals: readonly EnumLiteral[], bitBound: number): void {
  // The holder is a signed integer, but @bit_bound(8) enums with values up to 255 exist: accept the union of both.
  const max = 2 ** bitBound - 1;
  const min = -(2 ** (bitBound - 1));
  const names = new Set<string>();
  const values = new Set<number>();
  for (const literal of literals) {
    checkName(literal.name, "enum literal");
    if (!Number.isInteger(literal.value) || literal.value < min || literal.value > Math.min(max, 2147483647)) {
      throw new IdlError("bad-value", `enum ${name}: ${literal.name} = ${literal.value} does not fit ${bitBound} bits`);
    }
    if (names.has(literal.name)) throw new IdlError("redefinition", `enum ${name} has two literals ${literal.name}`);
    if (values.has(literal.value)) {
      throw new IdlError("bad-value", `enum ${name}: two literals have the value ${literal.value}`);
    }
    names.add(literal.name);
    values.add(literal.value);
  }
}

export interface MemberOptions {
  readonly type: TypeDescription;
  readonly key?: boolean;
  readonly id?: number;
  /** `true` hashes the member's own name, a string hashes that (`@hashid`). */
  readonly hashId?: boolean | string;
  readonly mustUnderstand?: boolean;
  /** What a reader puts there when an older writer did not send the member. */
  readonly defaultValue?: DefaultValue;
}

export interface StructOptions {
  /** Default `appendable` (XTypes 1.3 §7.3.3.1). */
  readonly extensibility?: Extensibility;
  readonly nested?: boolean;
  readonly topicName?: string;
  /** `hash` gives members without an id the hash of their name (`@autoid(HASH)`). */
  readonly autoId?: "sequential" | "hash";
}

/**
 * A struct type built in place:
 * `struct("ShapeType", { color: { type: string(128), key: true }, x: int32 }, { extensibility: "appendable" })`.
 * Throws IdlError on a bad name, bound or id.
 */
export function struct(
  name: string,
  members: Readonly<Record<string, TypeDescription | MemberOptions>>,
  options: StructOptions = {},
): StructType {
  checkScopedName(name);
  const list = Object.entries(members).map(([memberName, given]) => ({
    name: memberName,
    ...("kind" in given ? { type: given } : given),
  }));
  return finishStruct(declareStruct(name), list, options);
}

/** A struct that is being built: it can be referred to before its members are known. */
export type OpenStruct = { -readonly [Key in keyof StructType]: StructType[Key] };

export function declareStruct(name: string): OpenStruct {
  return {
    kind: "struct",
    name,
    extensibility: "appendable",
    members: [],
    hasKey: false,
    nested: false,
    topicName: undefined,
  };
}

/** Fills in a declared struct and freezes it. */
export function finishStruct(
  open: OpenStruct,
  members: readonly (MemberOptions & { readonly name: string })[],
  options: StructOptions,
): StructType {
  open.extensibility = options.extensibility ?? "appendable";
  open.members = Object.freeze(assignIds(open.name, members, options.autoId === "hash"));
  open.hasKey = open.members.some((member) => member.key);
  open.nested = options.nested ?? false;
  open.topicName = options.topicName;
  return Object.freeze(open);
}

function assignIds(
  structName: string,
  members: readonly (MemberOptions & { readonly name: string })[],
  hashAll: boolean,
): StructMember[] {
  const taken = new Map<number, string>();
  const names = new Map<string, string>();
  let next = 0;
  return members.map((given) => {
    const { name } = given;
    checkName(name, "member");
    // IDL 4.2 §7.2.3: names that differ only in case collide.
    const twin = names.get(name.toLowerCase());
    if (twin !== undefined) throw new IdlError("redefinition", `struct ${structName} has two members named ${twin}`);
    names.set(name.toLowerCase(), name);
    const id = given.id ?? hashedId(given, hashAll) ?? next;
    if (!Number.isInteger(id) || id < 0 || id > MAX_MEMBER_ID) {
      throw new IdlError("bad-value", `${structName}.${name}: the member id must be 0 to ${MAX_MEMBER_ID}, not ${id}`);
    }
    const other = taken.get(id);
    if (other !== undefined) {
      throw new IdlError("bad-value", `struct ${structName}: members ${other} and ${name} both have the id ${id}`);
    }
    taken.set(id, name);
    next = id + 1;
    checkDefault(structName, given);
    return Object.freeze({
      name,
      type: given.type,
      key: given.key ?? false,
      id,
      mustUnderstand: given.mustUnderstand ?? false,
      defaultValue: given.defaultValue,
    });
  });
}

function checkDefault(structName: string, given: MemberOptions & { readonly name: string }): void {
  const { defaultValue, type } = given;
  if (defaultValue === undefined) return;
  const constant = constantOf(defaultValue, type);
  if (constant !== undefined && fitConstant(constant, type) !== undefined) return;
  const problem = `the default ${String(defaultValue)} does not fit ${typeToString(type)}`;
  throw new IdlError("bad-value", `${structName}.${given.name}: ${problem}`);
}

function hashedId(given: MemberOptions & { readonly name: string }, hashAll: boolean): number | undefined {
  if (typeof given.hashId === "string") return memberIdHash(given.hashId);
  return given.hashId === true || hashAll ? memberIdHash(given.name) : undefined;
}

/** XTypes 1.3 §7.3.1.2.1.1: the first four MD5 octets of the name, little endian, without the top four bits. */
export function memberIdHash(name: string): number {
  return new DataView(md5(new TextEncoder().encode(name)).buffer).getUint32(0, true) & MAX_MEMBER_ID;
}

function checkBound(bound: number | undefined, what: string): number | undefined {
  if (bound !== undefined && (!Number.isInteger(bound) || bound < 1 || bound > 0xffffffff)) {
    throw new IdlError("bad-value", `a ${what} bound must be an integer from 1 to 4294967295, not ${bound}`);
  }
  return bound;
}

function checkName(name: string, what: string): void {
  // Also keeps names like __proto__ out of decoded objects and generated code.
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) throw new IdlError("bad-value", `"${name}" cannot be a ${what} name`);
}

function checkScopedName(name: string): void {
  for (const part of name.split("::")) checkName(part, "type");
}

const MAX_MEMBER_ID = 0x0fffffff;
