/** Random types of every kind with random values, rules and options, for property tests. */
import fc from "fast-check";
import { DIALECTS, type DialectRules, type WStringRules } from "../../src/cdr/dialects.js";
import { minBytes } from "../../src/cdr/extent.js";
import type { CodecOptions } from "../../src/cdr/index.js";
import type { Encoding } from "../../src/cdr/layout.js";
import type { StructType, TypeDescription, UnionLabel, UnionType } from "../../src/idl/index.js";
import * as idl from "../../src/idl/index.js";
import { describeType, describeValue } from "./describe.js";
import { valuesOf } from "./values.js";

/** A type, a value of it and how to encode it. Prints as IDL, so that a failure can be read. */
export class Case {
  constructor(
    readonly type: StructType,
    readonly value: Record<string, unknown>,
    readonly options: CodecOptions,
  ) {}

  [fc.toStringMethod](): string {
    const { dialect, ...rest } = this.options;
    return [
      describeType(this.type),
      `value ${describeValue(this.value)}`,
      `options ${JSON.stringify(rest)}, dialect ${JSON.stringify(dialect)}`,
    ].join("\n");
  }
}

/** `withKeys`: the type has at least one key. */
export function cases(given: fc.Arbitrary<StructType> = structTypes()): fc.Arbitrary<Case> {
  return given.chain((type) =>
    fc
      .tuple(valuesOf(type) as fc.Arbitrary<Record<string, unknown>>, codecOptions)
      .map(([value, options]) => new Case(type, value, options)),
  );
}

const wstringRules: fc.Arbitrary<WStringRules> = fc.record({
  counts: fc.constantFrom("bytes" as const, "units" as const),
  unitBytes: fc.constantFrom(2 as const, 4 as const),
  hasNul: fc.boolean(),
});

/** Rules that no vendor has together: each difference goes its own way. */
const mixedRules: fc.Arbitrary<DialectRules> = fc
  .tuple(...Object.values(DIALECTS).map((rules) => fc.constant(rules)))
  .chain((all) => {
    const pick = (name: keyof DialectRules) => fc.constantFrom(...all.map((rules) => rules[name]));
    const names = Object.keys(all[0]!) as (keyof DialectRules)[];
    return fc.record(
      Object.fromEntries(names.map((name) => [name, pick(name)])),
    ) as unknown as fc.Arbitrary<DialectRules>;
  })
  .chain((rules) =>
    fc
      .tuple(wstringRules, wstringRules)
      .map(([first, second]) => ({ ...rules, name: "mixed", wstring: { 1: first, 2: second } })),
  );

const codecOptions: fc.Arbitrary<CodecOptions> = fc.record({
  representation: fc.constantFrom("xcdr1" as const, "xcdr2" as const),
  byteOrder: fc.constantFrom("little" as const, "big" as const),
  dialect: fc.oneof(
    fc.constantFrom(undefined, "spec" as const, "cyclone" as const, "fastdds" as const, "connext" as const),
    mixedRules,
  ),
}) as fc.Arbitrary<CodecOptions>;

const ENUMS = [
  idl.enumeration("Dense", ["RED", "GREEN", "BLUE"]),
  idl.enumeration("Sparse", { NEGATIVE: -5, ONE: 1, BIG: 100000 }, { defaultLiteral: "ONE" }),
  idl.enumeration("Narrow8", { P: 0, Q: 200, R: -1 }, { bitBound: 8 }),
  idl.enumeration("Narrow16", ["K", "L"], { bitBound: 16 }),
];

const LEAVES: readonly TypeDescription[] = [
  ...[idl.boolean, idl.octet, idl.char, idl.wchar, idl.int8, idl.uint8, idl.int16, idl.uint16, idl.int32, idl.uint32],
  ...[idl.int64, idl.uint64, idl.float32, idl.float64, idl.float128],
  ...ENUMS,
  idl.bitmask("Mask8", ["A", "B", "C"], { bitBound: 8 }),
  idl.bitmask("Mask12", { A: 0, B: 11 }, { bitBound: 12 }),
  idl.bitmask("Mask32", { A: 0, B: 31 }),
  idl.bitmask("Mask40", { A: 0, B: 39 }, { bitBound: 40 }),
  idl.bitset("Bits8", { low: 3, flag: 1, high: 4 }),
  idl.bitset("Bits26", [{ name: "a", bits: 12, holder: "int16" }, { bits: 4 }, { name: "b", bits: 10 }]),
  idl.bitset("Bits64", [
    { name: "wide", bits: 40, holder: "int64" },
    { name: "rest", bits: 24, holder: "int32" },
  ]),
];

interface Kinds {
  readonly leaves: fc.Arbitrary<TypeDescription>;
  readonly isSimple: boolean;
}

const bounds = fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined });
const extensibilities = fc.constantFrom("final" as const, "appendable" as const, "mutable" as const);
const strings = bounds.map((bound) => idl.string(bound));
const EVERYTHING: Kinds = {
  leaves: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...LEAVES) },
    { weight: 1, arbitrary: strings },
    { weight: 1, arbitrary: bounds.map((bound) => idl.wstring(bound)) },
  ),
  isSimple: false,
};
const SIMPLE: Kinds = {
  leaves: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...LEAVES.filter(({ kind }) => !/wchar|128|bit/.test(kind))) },
    { weight: 1, arbitrary: strings },
  ),
  isSimple: true,
};

/** Struct types up to three levels deep. */
export function structTypes(): fc.Arbitrary<StructType> {
  return structOf(2, EVERYTHING);
}

/** The same with at least one key, which is never optional. */
export function keyedTypes(): fc.Arbitrary<StructType> {
  return structTypes().filter((type) => type.hasKey);
}

/** What @foxglove/cdr alone can encode: no optional or mutable parts, no unions, maps or wstrings. */
export function simpleTypes(): fc.Arbitrary<StructType> {
  return structOf(2, SIMPLE);
}

/** Far apart and beyond what short XCDR1 headers hold. */
const memberIds = fc.constantFrom(undefined, undefined, undefined, 100, 0x3efd, 0x3f05, 0x0ffffff0);

function structOf(depth: number, kinds: Kinds): fc.Arbitrary<StructType> {
  const member = fc.record({
    type: typeOf(depth, kinds),
    role: fc.constantFrom("plain", "plain", "key", "optional"),
    id: memberIds,
    mustUnderstand: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    tryConstruct: fc.constantFrom("discard" as const, "discard" as const, "useDefault" as const, "trim" as const),
  });
  const extensibility = kinds.isSimple
    ? extensibilities.map((kind) => (kind === "mutable" ? "final" : kind))
    : extensibilities;
  return fc.tuple(fc.array(member, { maxLength: 5 }), extensibility).map(([members, kind]) => {
    const named = members.map(({ role, id, ...common }, index) => {
      const own = id === undefined ? {} : { id: id + index };
      // In XCDR1 the length 0 says that an optional member is absent: a value without bytes could not be told from it.
      const optional = role === "optional" && !kinds.isSimple && minBytes(common.type, XCDR1) > 0;
      return [`m${index}`, { ...common, ...own, key: role === "key", optional }] as const;
    });
    return idl.struct("Struct", Object.fromEntries(withoutClashes(named)), { extensibility: kind });
  });
}

const XCDR1: Encoding = { version: 1, littleEndian: true, rules: DIALECTS.spec, int64: "bigint" };

/** Ids count on from explicit ones, so two can meet: the later member goes. */
function withoutClashes<M extends { readonly id?: number }>(
  members: readonly (readonly [string, M])[],
): (readonly [string, M])[] {
  const taken = new Set<number>();
  let next = 0;
  return members.filter(([, { id = next }]) => {
    if (taken.has(id)) return false;
    taken.add(id);
    next = id + 1;
    return true;
  });
}

function typeOf(depth: number, kinds: Kinds): fc.Arbitrary<TypeDescription> {
  const { leaves, isSimple } = kinds;
  if (depth === 0) return leaves;
  const inner = typeOf(depth - 1, kinds);
  const key = fc.oneof(
    fc.constantFrom(idl.int32, idl.uint8, idl.int64, ENUMS[0]!),
    bounds.map(idl.string),
    bounds.map(idl.wstring),
  );
  const dimensions = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 });
  const list = fc.oneof(
    fc.tuple(inner, bounds).map(([element, bound]) => idl.sequence(element, bound)),
    fc.tuple(inner, dimensions).map(([element, lengths]) => idl.array(element, ...lengths)),
  );
  const struct = structOf(depth - 1, kinds);
  if (isSimple) return fc.oneof({ weight: 3, arbitrary: leaves }, list, struct);
  const map = fc.tuple(key, inner, bounds).map(([keys, element, bound]) => idl.map(keys, element, bound));
  return fc.oneof(
    { weight: 5, arbitrary: leaves },
    { weight: 3, arbitrary: list },
    { weight: 1, arbitrary: map },
    { weight: 2, arbitrary: struct },
    { weight: 2, arbitrary: unionOf(depth - 1, kinds) },
    { weight: 1, arbitrary: inner.map((target) => idl.alias("Alias", target)) },
  );
}

/** Discriminators with values that cases can have as labels. Some stay without. */
const DISCRIMINATORS: readonly (readonly [TypeDescription, readonly UnionLabel[]])[] = [
  [idl.int32, [-1, 0, 7, 100000]],
  [idl.octet, [0, 1, 255]],
  [idl.int16, [-300, 2]],
  [idl.boolean, [true, false]],
  [idl.char, ["a", "\u00ff", "\0"]],
  [idl.wchar, ["w", "\u20ac"]],
  [idl.int64, [-5n, 1n, 2n ** 60n]],
  [idl.uint64, [0n, 2n ** 63n]],
  [ENUMS[1]!, ["NEGATIVE", "ONE", "BIG"]],
  [ENUMS[2]!, ["P", "Q", "R"]],
  [idl.alias("Kind", idl.uint8), [3, 4]],
];

function unionOf(depth: number, kinds: Kinds): fc.Arbitrary<UnionType> {
  return fc
    .tuple(fc.constantFrom(...DISCRIMINATORS), extensibilities)
    .chain(([[discriminator, labels], extensibility]) => {
      const each = fc.record({ type: typeOf(depth, kinds), label: fc.nat(labels.length - 1), isDefault: fc.boolean() });
      return fc.array(each, { minLength: 1, maxLength: 4 }).map((members) => {
        const free = new Set(labels);
        let hasDefault = false;
        const made = members.flatMap(({ type, label, isDefault }, index) => {
          const own = labels[label]!;
          const selects = free.delete(own) ? [own] : [];
          const isOnlyDefault = isDefault && !hasDefault;
          hasDefault ||= isOnlyDefault;
          if (selects.length === 0 && !isOnlyDefault) return [];
          return [[`c${index}`, { type, labels: selects, isDefault: isOnlyDefault }] as const];
        });
        // Labels of all values leave nothing to a default.
        const isCovered = discriminator.kind === "boolean" && free.size === 0;
        if (isCovered) for (const each of made) Object.assign(each[1], { isDefault: each[1].labels.length === 0 });
        const kept = isCovered ? made.filter(([, { isDefault }]) => !isDefault) : made;
        return idl.union("Union", discriminator, Object.fromEntries(kept), { extensibility });
      });
    });
}

/** Discriminator values to try: those of the labels and others that select the default or nothing. */
export function discriminatorsOf(type: UnionType): readonly UnionLabel[] {
  const known = DISCRIMINATORS.find(([discriminator]) => discriminator === type.discriminator);
  return known?.[1] ?? type.cases.flatMap((each) => each.labels);
}
