/** Random values of a type, in plain form: arrays rather than typed arrays, bigint for 64-bit integers. */
import fc from "fast-check";
import { selectedCase } from "../../src/cdr/lookups.js";
import { type BitsetType, type TypeDescription, type UnionType, unaliased } from "../../src/idl/index.js";
import { discriminatorsOf } from "./arbitraries.js";

const LONGEST = 14;

export function valuesOf(type: TypeDescription): fc.Arbitrary<unknown> {
  const actual = unaliased(type);
  switch (actual.kind) {
    case "boolean":
      return fc.boolean();
    case "char":
      return fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
    case "wchar":
      return fc.integer({ min: 0, max: 65535 }).map((code) => String.fromCharCode(code));
    case "float32":
      return fc.float();
    case "float64":
    case "float128":
      return fc.double();
    case "int64":
      return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    case "uint64":
      return fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    case "string":
      return texts(actual.bound);
    case "wstring":
      return fc.string({ unit: "binary", maxLength: 30 }).map((text) => text.slice(0, actual.bound));
    case "enum":
      return fc.constantFrom(...actual.literals.map((each) => each.name));
    case "bitmask":
      return actual.bitBound > 32
        ? fc.bigInt({ min: 0n, max: 2n ** BigInt(actual.bitBound) - 1n })
        : fc.nat(2 ** actual.bitBound - 1);
    case "bitset":
      return bitsets(actual);
    case "sequence":
      return fc.array(valuesOf(actual.element), { maxLength: Math.min(actual.bound ?? LONGEST, LONGEST) });
    case "array":
      return arrays(actual.element, actual.dimensions);
    case "map":
      return fc
        .array(fc.tuple(valuesOf(actual.key), valuesOf(actual.value)), { maxLength: Math.min(actual.bound ?? 6, 6) })
        .map((entries) => new Map(entries));
    case "struct":
      return fc.record(
        Object.fromEntries(
          actual.members.map(({ name, type: memberType, optional }) => {
            const value = valuesOf(memberType);
            return [name, optional ? fc.option(value, { nil: undefined }) : value];
          }),
        ),
        { noNullPrototype: true },
      );
    case "union":
      return unions(actual);
    default:
      return integers(actual.kind);
  }
}

function integers(kind: string): fc.Arbitrary<number> {
  const bits = Number(kind.replace(/\D/g, "") || 8);
  const isSigned = kind.startsWith("int");
  const min = isSigned ? -(2 ** (bits - 1)) : 0;
  return fc.integer({ min, max: isSigned ? 2 ** (bits - 1) - 1 : 2 ** bits - 1 });
}

function bitsets(type: BitsetType): fc.Arbitrary<unknown> {
  const fields = type.fields.flatMap(({ name, bits, holder }): [string, fc.Arbitrary<unknown>][] => {
    if (name === undefined) return [];
    if (holder === "boolean") return [[name, fc.boolean()]];
    const [min, max] = holder.startsWith("int")
      ? [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n]
      : [0n, 2n ** BigInt(bits) - 1n];
    const value = fc.bigInt({ min, max });
    return [[name, holder.endsWith("64") ? value : value.map(Number)]];
  });
  return fc.record(Object.fromEntries(fields), { noNullPrototype: true });
}

function unions(type: UnionType): fc.Arbitrary<unknown> {
  return fc.constantFrom(...discriminatorsOf(type)).chain(($discriminator): fc.Arbitrary<unknown> => {
    const selected = selectedCase(type, $discriminator);
    if (selected === undefined) return fc.constant({ $discriminator, member: null, value: undefined });
    return valuesOf(selected.type).map((value) => ({ $discriminator, member: selected.name, value }));
  });
}

function texts(bound: number | undefined): fc.Arbitrary<string> {
  const text = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: "binary", maxLength: 60 }));
  return text.map((given) => {
    let kept = "";
    for (const character of given.replaceAll("\0", "")) {
      if (Buffer.byteLength(kept + character) <= (bound ?? 1000)) kept += character;
    }
    return kept;
  });
}

function arrays(element: TypeDescription, dimensions: readonly number[]): fc.Arbitrary<unknown> {
  const [count = 0, ...inner] = dimensions;
  const item = inner.length === 0 ? valuesOf(element) : arrays(element, inner);
  return fc.array(item, { minLength: count, maxLength: count });
}
