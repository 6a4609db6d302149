/** Default values (XTypes 1.3 §7.2.2.4.4.4.7, table 9): what a member takes that an older writer did not send. */
import {
  type ConstantValue,
  type DefaultValue,
  type StructMember,
  type StructType,
  type TypeDescription,
  type UnionCase,
  type UnionLabel,
  type UnionType,
  unaliased,
} from "../idl/index.js";
import { CdrError } from "./CdrError.js";
import { type AggregateType, elementCount } from "./layout.js";
import { toNumber, typedArrayFor } from "./numbers.js";

type Int64 = "bigint" | "number";

/** A fresh default value of a struct. Throws CdrError "unsupported-type" for a type whose default contains itself. */
export function defaultStruct(type: StructType, int64: Int64): Record<string, unknown> {
  if (defaultUnits(type) === Infinity) {
    throw new CdrError("unsupported-type", `the default of ${type.name} would contain itself`);
  }
  return structOfDefaults(type, int64);
}

/** The member's `@default`, else nothing for an optional member, else the default of its type. */
export function defaultMember(member: StructMember, int64: Int64): unknown {
  const { type, defaultValue } = member;
  if (defaultValue !== undefined) return convert(defaultValue, type, int64);
  return member.optional ? undefined : defaultOf(type, int64);
}

/** Units, as `defaultUnitsAllowed` counts them, that the default of a member costs. Infinity when it contains itself. */
export function defaultUnitsOf(member: StructMember): number {
  return member.optional || member.defaultValue !== undefined ? 1 : defaultUnits(member.type);
}

const knownUnits = new WeakMap<AggregateType, number>();

/** The same for any value of a type. */
export function defaultUnits(type: TypeDescription, inside: readonly AggregateType[] = []): number {
  const actual = unaliased(type);
  switch (actual.kind) {
    case "array":
      return 1 + elementCount(actual.dimensions) * defaultUnits(actual.element, inside);
    case "struct":
    case "union": {
      if (inside.includes(actual)) return Infinity;
      // Found once: types can share parts many times.
      const units = knownUnits.get(actual) ?? aggregateUnits(actual, [...inside, actual]);
      knownUnits.set(actual, units);
      return units;
    }
    default:
      return 1;
  }
}

function aggregateUnits(type: AggregateType, within: readonly AggregateType[]): number {
  if (type.kind === "union") {
    const selected = defaultCase(type)?.selected;
    return 1 + (selected === undefined ? 0 : defaultUnits(selected.type, within));
  }
  const needed = type.members.filter((member) => !member.optional && member.defaultValue === undefined);
  const extra = type.members.length - needed.length;
  return needed.reduce((sum, member) => sum + defaultUnits(member.type, within), 1 + extra);
}

export function defaultOf(type: TypeDescription, int64: Int64): unknown {
  const actual = unaliased(type);
  switch (actual.kind) {
    case "boolean":
      return false;
    case "char":
    case "wchar":
      return "\0";
    case "int64":
    case "uint64":
      return int64 === "bigint" ? 0n : 0;
    case "bitmask":
      return actual.bitBound > 32 && int64 === "bigint" ? 0n : 0;
    case "string":
    case "wstring":
      return "";
    case "enum":
      return actual.defaultLiteral.name;
    case "struct":
      return structOfDefaults(actual, int64);
    case "union":
      return defaultUnion(actual, int64);
    case "bitset":
      return Object.fromEntries(
        actual.fields.flatMap((field) =>
          field.name === undefined ? [] : [[field.name, defaultOf({ kind: field.holder }, int64)]],
        ),
      );
    case "map":
      return new Map();
    case "sequence":
      return emptyCollection(actual.element, 0, int64);
    case "array":
      return defaultArray(actual.element, actual.dimensions, int64);
    default:
      return 0;
  }
}

function structOfDefaults(type: StructType, int64: Int64): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const member of type.members) value[member.name] = defaultMember(member, int64);
  return value;
}

function defaultUnion(type: UnionType, int64: Int64): unknown {
  const found = defaultCase(type);
  if (found === undefined)
    return { $discriminator: defaultOf(type.discriminator, int64), member: null, value: undefined };
  const { selected, label } = found;
  const discriminator = label === undefined ? unusedLabel(type, int64) : convert(label, type.discriminator, int64);
  return { $discriminator: discriminator, member: selected.name, value: defaultOf(selected.type, int64) };
}

/** The default member, else the one with the lowest label (table 9). No label: the default member, which has none. */
function defaultCase(type: UnionType): { selected: UnionCase; label: UnionLabel | undefined } | undefined {
  const byDefault = type.cases.find((each) => each.isDefault);
  // A default that no value is left for is never selected.
  const isReachable =
    byDefault !== undefined && (byDefault.labels.length > 0 || unusedLabel(type, "bigint") !== undefined);
  if (isReachable) return { selected: byDefault, label: byDefault.labels[0] };
  let lowest: { selected: UnionCase; label: UnionLabel } | undefined;
  for (const selected of type.cases) {
    for (const label of selected.labels) {
      if (lowest === undefined || ordinal(type, label) < ordinal(type, lowest.label)) lowest = { selected, label };
    }
  }
  return lowest;
}

/** A discriminator value that no label names: it selects the default member. Undefined if labels name every value. */
export function unusedLabel(type: UnionType, int64: Int64): unknown {
  const used = new Set(type.cases.flatMap((each) => each.labels.map((label) => ordinal(type, label))));
  const discriminator = unaliased(type.discriminator);
  switch (discriminator.kind) {
    case "enum":
      return discriminator.literals.find((literal) => !used.has(BigInt(literal.value)))?.name;
    case "boolean":
      return [false, true].find((value) => !used.has(value ? 1n : 0n));
    case "char":
    case "wchar":
      return String.fromCharCode(firstFree(used));
    default:
      return convert(firstFree(used), discriminator, int64);
  }
}

function firstFree(used: ReadonlySet<bigint>): number {
  let free = 0;
  while (used.has(BigInt(free))) free++;
  return free;
}

/** A label as the number it is on the wire. */
export function ordinal(type: UnionType, label: UnionLabel): bigint {
  const discriminator = unaliased(type.discriminator);
  if (discriminator.kind === "enum" && typeof label === "string") {
    return BigInt(discriminator.literals.find((literal) => literal.name === label)?.value ?? 0);
  }
  if (typeof label === "boolean") return label ? 1n : 0n;
  return typeof label === "string" ? BigInt(label.charCodeAt(0)) : BigInt(label);
}

function convert(value: DefaultValue, type: TypeDescription, int64: Int64): unknown {
  const actual = unaliased(type);
  if (Array.isArray(value)) return convertList(value, actual, int64);
  if (actual.kind === "int64" || actual.kind === "uint64") {
    const big = BigInt(value as number | bigint);
    return int64 === "bigint" ? big : toNumber(big, actual.kind);
  }
  if (actual.kind === "bitmask" && actual.bitBound > 32) {
    const big = BigInt(value as number | bigint);
    return int64 === "bigint" ? big : toNumber(big, "uint64");
  }
  return typeof value === "bigint" ? Number(value) : value;
}

function convertList(values: readonly ConstantValue[], type: TypeDescription, int64: Int64): unknown {
  if (type.kind !== "sequence" && type.kind !== "array") return defaultOf(type, int64);
  const items = values.map((each) => convert(each, type.element, int64));
  const TypedArray = typedArrayFor(type.element, int64);
  if (TypedArray === undefined) return items;
  const list = new TypedArray(items.length);
  list.set(items as never);
  return list;
}

function defaultArray(element: TypeDescription, dimensions: readonly number[], int64: Int64): unknown {
  const [count = 0, ...inner] = dimensions;
  if (inner.length > 0) return Array.from({ length: count }, () => defaultArray(element, inner, int64));
  return emptyCollection(element, count, int64);
}

/** A typed array where decoding gives one, else a plain array. */
function emptyCollection(element: TypeDescription, count: number, int64: Int64): unknown {
  const TypedArray = typedArrayFor(element, int64);
  if (TypedArray !== undefined) return new TypedArray(count);
  return Array.from({ length: count }, () => defaultOf(element, int64));
}
