/** What the codec tests share: hex, plain forms of values, and generators of types and their values. */
import fc from "fast-check";
import * as assert from "uvu/assert";
import { CdrError, type CodecOptions, compileCodec, type TypeCodec } from "../../src/cdr/index.js";
import type { EnumType, StructType, TypeDescription } from "../../src/idl/index.js";
import * as idl from "../../src/idl/index.js";

export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}

export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replaceAll(" ", ""), "hex"));
}

/** Typed arrays as plain arrays, so that values compare whatever collection they came in. */
export function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]));
}

const PRIMITIVES: readonly TypeDescription[] = [
  idl.boolean,
  idl.octet,
  idl.char,
  idl.int8,
  idl.uint8,
  idl.int16,
  idl.uint16,
  idl.int32,
  idl.uint32,
  idl.int64,
  idl.uint64,
  idl.float32,
  idl.float64,
];

const ENUMS: readonly EnumType[] = [
  idl.enumeration("Dense", ["RED", "GREEN", "BLUE"]),
  idl.enumeration("Sparse", { NEGATIVE: -5, ONE: 1, BIG: 100000 }),
  idl.enumeration("Narrow8", { P: 0, Q: 200, R: -1 }, { bitBound: 8 }),
  idl.enumeration("Narrow16", ["K", "L"], { bitBound: 16 }),
];

/** Struct types up to three levels deep. Names count up, so that every struct has its own. */
export function structTypes(): fc.Arbitrary<StructType> {
  return structOf(2).map(([make]) => make("Root"));
}

type Maker = readonly [(name: string) => StructType];

function structOf(depth: number): fc.Arbitrary<Maker> {
  const member = fc.record({ type: typeOf(depth), key: fc.boolean() });
  const extensibility = fc.constantFrom("final" as const, "appendable" as const);
  return fc.tuple(fc.array(member, { maxLength: 6 }), extensibility).map(([members, kind]) => [
    (name) => {
      const named = members.map(({ type, key }, index) => [`m${index}`, { type, key }] as const);
      return idl.struct(name, Object.fromEntries(named), { extensibility: kind });
    },
  ]);
}

function typeOf(depth: number): fc.Arbitrary<TypeDescription> {
  const leaf = fc.oneof(
    fc.constantFrom(...PRIMITIVES),
    fc.constantFrom<TypeDescription>(...ENUMS),
    fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }).map((bound) => idl.string(bound)),
  );
  if (depth === 0) return leaf;
  const inner = typeOf(depth - 1);
  const bound = fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined });
  return fc.oneof(
    { weight: 4, arbitrary: leaf },
    { weight: 2, arbitrary: fc.tuple(inner, bound).map(([element, most]) => idl.sequence(element, most)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(inner, fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 }))
        .map(([element, dimensions]) => idl.array(element, ...dimensions)),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(structOf(depth - 1), fc.nat()).map(([[make], number]) => make(`Inner${number}`)),
    },
  );
}

const LONGEST = 14;

/** Values of a type, in plain form: arrays rather than typed arrays, bigint for 64-bit integers. */
export function valuesOf(type: TypeDescription): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case "boolean":
      return fc.boolean();
    case "char":
      return fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
    case "float32":
      return fc.float();
    case "float64":
      return fc.double();
    case "int64":
      return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    case "uint64":
      return fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    case "string":
      return textOf(type.bound);
    case "enum":
      return fc.constantFrom(...type.literals.map((literal) => literal.name));
    case "sequence":
      return fc.array(valuesOf(type.element), { maxLength: Math.min(type.bound ?? LONGEST, LONGEST) });
    case "array":
      return arraysOf(type.element, type.dimensions);
    case "struct":
      return fc.record(Object.fromEntries(type.members.map((member) => [member.name, valuesOf(member.type)])), {
        noNullPrototype: true,
      });
    default: {
      const bits = Number(type.kind.replace(/\D/g, "") || 8);
      const isSigned = type.kind.startsWith("int");
      const min = isSigned ? -(2 ** (bits - 1)) : 0;
      return fc.integer({ min, max: isSigned ? 2 ** (bits - 1) - 1 : 2 ** bits - 1 });
    }
  }
}

function textOf(bound: number | undefined): fc.Arbitrary<string> {
  const text = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: "binary", maxLength: 60 }));
  return text.map((given) => {
    let kept = "";
    for (const character of given.replaceAll("\0", "")) {
      if (Buffer.byteLength(kept + character) <= (bound ?? 1000)) kept += character;
    }
    return kept;
  });
}

function arraysOf(element: TypeDescription, dimensions: readonly number[]): fc.Arbitrary<unknown> {
  const [count = 0, ...inner] = dimensions;
  const item = inner.length === 0 ? valuesOf(element) : arraysOf(element, inner);
  return fc.array(item, { minLength: count, maxLength: count });
}

/** Generated code and interpreter. */
export function both(type: idl.StructType, options: Partial<CodecOptions> = {}): TypeCodec[] {
  return [true, false].map((codegen) => compileCodec(type, { representation: "xcdr2", codegen, ...options }));
}

/** A struct with one member. */
export function one(type: idl.TypeDescription): idl.StructType {
  return idl.struct("One", { v: type }, { extensibility: "final" });
}

/** The error a call throws; fails when it throws none or another kind. */
export function errorOf(run: () => unknown): CdrError {
  try {
    run();
  } catch (error) {
    assert.instance(error, CdrError);
    return error as CdrError;
  }
  throw new Error("no error was thrown");
}
