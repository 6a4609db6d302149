/** Enums, bitmasks and bitsets (XTypes 1.3 §7.3.1.2.1.4 to §7.3.1.2.1.6, IDL 4.2 §7.4.13.4.3). */
import { IdlError } from "../IdlError.js";
import type {
  Bitfield,
  BitmaskFlag,
  BitmaskType,
  BitsetType,
  CustomAnnotation,
  EnumLiteral,
  EnumType,
  Extensibility,
  PrimitiveKind,
} from "../types.js";
import { checkScopedName, locating, type Named, NameSet } from "./names.js";
import { noteNesting } from "./nesting.js";
import { frozenAnnotations } from "./simpleTypes.js";
import { noteUnsaidExtensibility } from "./unsaid.js";
import type { BitfieldsGiven, BitmaskOf, BitsetOf, EnumOf, NoBitsetBase } from "./valueTypes.js";

export interface EnumOptions {
  /** Bits of the holder, 1..32; default 32. */
  readonly bitBound?: number;
  /** Name of the literal that a missing member takes; default the first. */
  readonly defaultLiteral?: string;
  /** Default `appendable`. */
  readonly extensibility?: Extensibility;
  readonly annotations?: readonly CustomAnnotation[];
}

/** `enumeration("Mod::Color", ["RED", "GREEN"])` or `enumeration("E", { ONE: 1, TEN: 10 })`. */
export function enumeration<const Literals extends readonly string[] | Readonly<Record<string, number>>>(
  name: string,
  literals: Literals,
  options: EnumOptions = {},
): EnumOf<Literals> {
  return enumerationOf(
    name,
    numbered(literals).map(([literal, value]) => ({ name: literal, value })),
    options,
  );
}

/** As `enumeration`, from a list. */
export function enumerationOf(
  name: string,
  literals: readonly (EnumLiteral & Named)[],
  options: EnumOptions,
): EnumType {
  checkScopedName(name);
  const bitBound = checkBitBound(options.bitBound, 32, `enum ${name}`);
  checkLiterals(name, literals, bitBound);
  const list = literals.map(({ name: literal, value }) => Object.freeze({ name: literal, value }));
  const first = list[0];
  if (first === undefined) throw new IdlError("bad-value", `enum ${name} needs at least one literal`);
  const wanted = options.defaultLiteral;
  const defaultLiteral = wanted === undefined ? first : list.find((literal) => literal.name === wanted);
  if (defaultLiteral === undefined) throw new IdlError("bad-value", `enum ${name} has no literal ${wanted}`);
  const type: EnumType = {
    kind: "enum",
    name,
    extensibility: options.extensibility ?? "appendable",
    bitBound,
    literals: Object.freeze(list),
    defaultLiteral,
    hasDefaultLiteral: wanted !== undefined,
    annotations: frozenAnnotations(options.annotations),
  };
  if (options.extensibility === undefined) noteUnsaidExtensibility(type);
  return Object.freeze(type);
}

function checkLiterals(name: string, literals: readonly (EnumLiteral & Named)[], bitBound: number): void {
  // The holder is a signed integer (XTypes 1.3 §7.2.2.4.1.2), but @bit_bound(8) enums with values up to 255 exist:
  // accept the union of both.
  const max = Math.min(2 ** bitBound - 1, 2147483647);
  const min = -(2 ** (bitBound - 1));
  const names = new NameSet(`enum ${name}`, "literal");
  const values = new Set<number>();
  for (const literal of literals) {
    locating(literal.at, () => {
      const { name: literalName, value } = literal;
      names.add(literalName);
      if (!Number.isInteger(value) || value < min || value > max) {
        throw new IdlError("bad-value", `enum ${name}: ${literalName} = ${value} does not fit ${bitBound} bits`);
      }
      if (values.has(value)) {
        throw new IdlError("bad-value", `enum ${name}: two literals have the value ${value}`);
      }
      const alias = value < 0 ? value + 2 ** bitBound : value - 2 ** bitBound;
      if (values.has(alias)) {
        const problem = `${value} and ${alias} have the same ${bitBound} bits: use values from ${min} to ${-min - 1}`;
        throw new IdlError("bad-value", `enum ${name}: ${problem}`);
      }
      values.add(value);
    });
  }
}

export interface BitmaskOptions {
  /** Bits of the holder, 1..64; default 32. */
  readonly bitBound?: number;
  /** Default `appendable`. */
  readonly extensibility?: Extensibility;
  readonly annotations?: readonly CustomAnnotation[];
}

/** `bitmask("Flags", ["READY", "BUSY"])`, or with bit numbers: `bitmask("Flags", { READY: 0, FAILED: 7 })`. */
export function bitmask<const Bits extends number = 32>(
  name: string,
  flags: readonly string[] | Readonly<Record<string, number>>,
  options?: BitmaskOptions & { readonly bitBound?: Bits },
): BitmaskOf<NoInfer<Bits>> {
  return bitmaskOf(
    name,
    numbered(flags).map(([flag, position]) => ({ name: flag, position })),
    options ?? {},
  );
}

/** As `bitmask`, from a list. */
export function bitmaskOf(name: string, flags: readonly (BitmaskFlag & Named)[], options: BitmaskOptions): BitmaskType {
  checkScopedName(name);
  const bitBound = checkBitBound(options.bitBound, 64, `bitmask ${name}`);
  checkFlags(name, flags, bitBound);
  const list = flags.map(({ name: flag, position }) => Object.freeze({ name: flag, position }));
  if (list.length === 0) throw new IdlError("bad-value", `bitmask ${name} needs at least one flag`);
  const type: BitmaskType = {
    kind: "bitmask",
    name,
    extensibility: options.extensibility ?? "appendable",
    bitBound,
    flags: Object.freeze(list),
    annotations: frozenAnnotations(options.annotations),
  };
  if (options.extensibility === undefined) noteUnsaidExtensibility(type);
  return Object.freeze(type);
}

function checkFlags(name: string, flags: readonly (BitmaskFlag & Named)[], bitBound: number): void {
  const names = new NameSet(`bitmask ${name}`, "flag");
  const positions = new Set<number>();
  for (const flag of flags) {
    locating(flag.at, () => {
      const { name: flagName, position } = flag;
      names.add(flagName);
      if (!Number.isInteger(position) || position < 0 || position >= bitBound) {
        const range = `0 to ${bitBound - 1}`;
        throw new IdlError("bad-value", `bitmask ${name}: the bit of ${flagName} must be ${range}, not ${position}`);
      }
      if (positions.has(position)) {
        throw new IdlError("bad-value", `bitmask ${name}: two flags have the bit ${position}`);
      }
      positions.add(position);
    });
  }
}

export interface BitfieldOptions {
  /** Left out for padding. */
  readonly name?: string | undefined;
  readonly bits: number;
  /** An integer type, octet or boolean; default the smallest unsigned one that holds the bits. */
  readonly holder?: PrimitiveKind | undefined;
}

export interface BitsetOptions {
  readonly base?: BitsetType;
  readonly annotations?: readonly CustomAnnotation[];
}

/** `bitset("B", { low: 3, high: 5 })`, or a list when there is padding: `bitset("B", [{ name: "a", bits: 3 }, …])`. */
export function bitset<const Fields extends BitfieldsGiven, Base extends BitsetType = NoBitsetBase>(
  name: string,
  fields: Fields,
  options?: BitsetOptions & { readonly base?: Base },
): BitsetOf<Fields, Base> {
  const given: readonly BitfieldOptions[] = Array.isArray(fields)
    ? fields
    : Object.entries(fields as Record<string, number>).map(([field, bits]) => ({ name: field, bits }));
  return bitsetOf(name, given, options ?? {});
}

/** As `bitset`, from a list. */
export function bitsetOf(
  name: string,
  given: readonly (BitfieldOptions & Pick<Named, "at">)[],
  options: BitsetOptions,
): BitsetType {
  checkScopedName(name);
  const names = new NameSet(`bitset ${name}`, "bitfield");
  const inherited = options.base?.fields ?? [];
  for (const field of inherited) if (field.name !== undefined) names.add(field.name);
  let position = bitsOf(inherited);
  const own = given.map((field) =>
    locating(field.at, () => {
      if (field.name !== undefined) names.add(field.name);
      const made = bitfield(name, field, position);
      position += made.bits;
      if (position > 64) throw new IdlError("bad-value", `bitset ${name} has ${position} bits: 64 are possible`);
      return made;
    }),
  );
  const type: BitsetType = {
    kind: "bitset",
    name,
    base: options.base,
    fields: Object.freeze([...inherited, ...own]),
    annotations: frozenAnnotations(options.annotations),
  };
  return noteNesting(Object.freeze(type), options.base === undefined ? [] : [options.base]);
}

function bitfield(owner: string, field: BitfieldOptions, position: number): Bitfield {
  const { name, bits } = field;
  const shown = `bitset ${owner}: ${name ?? "padding"}`;
  if (!Number.isInteger(bits) || bits < 1 || bits > 64) {
    throw new IdlError("bad-value", `${shown} must have 1 to 64 bits, not ${bits}`);
  }
  const holder = field.holder ?? smallestHolder(bits);
  const room = HOLDER_BITS[holder];
  if (room === undefined) throw new IdlError("bad-value", `${shown} cannot be ${holder}: integers and boolean can`);
  if (room < bits) throw new IdlError("bad-value", `${shown} has ${bits} bits, ${holder} holds ${room}`);
  return Object.freeze({ name, bits, position, holder });
}

/** IDL 4.2 §7.4.13.4.3.2. */
export function smallestHolder(bits: number): PrimitiveKind {
  if (bits === 1) return "boolean";
  if (bits <= 8) return "uint8";
  if (bits <= 16) return "uint16";
  return bits <= 32 ? "uint32" : "uint64";
}

function bitsOf(fields: readonly Bitfield[]): number {
  const last = fields.at(-1);
  return last === undefined ? 0 : last.position + last.bits;
}

function numbered(names: readonly string[] | Readonly<Record<string, number>>): (readonly [string, number])[] {
  return Array.isArray(names)
    ? names.map((name: string, index) => [name, index] as const)
    : Object.entries(names as Record<string, number>);
}

function checkBitBound(bitBound: number | undefined, max: number, what: string): number {
  const value = bitBound ?? 32;
  if (!Number.isInteger(value) || value < 1 || value > max) {
    throw new IdlError("bad-value", `${what}: the bit bound must be 1 to ${max}, not ${value}`);
  }
  return value;
}

const HOLDER_BITS: Readonly<Partial<Record<PrimitiveKind, number>>> = {
  boolean: 1,
  octet: 8,
  int8: 8,
  uint8: 8,
  int16: 16,
  uint16: 16,
  int32: 32,
  uint32: 32,
  int64: 64,
  uint64: 64,
};
