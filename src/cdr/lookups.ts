/** What codecs look up by value: enum literals, union cases, members by id. Built once per type. */
import {
  type EnumType,
  type StructType,
  type UnionCase,
  type UnionLabel,
  type UnionType,
  unaliased,
} from "../idl/index.js";
import { unusedLabel } from "./defaults.js";
import type { DialectRules } from "./dialects.js";
import { memberIdsOf } from "./layout.js";

const namesByValue = new WeakMap<EnumType, ReadonlyMap<number, string>>();

/**
 * The literal that a holder of so many bytes stands for, read as a signed number. Holders are signed, but enums with
 * values up to 255 in one byte exist: those are found too.
 */
export function literalName(type: EnumType, signed: number, bytes: number): string | undefined {
  let names = namesByValue.get(type);
  if (names === undefined) {
    names = new Map(type.literals.map((literal) => [literal.value, literal.name]));
    namesByValue.set(type, names);
  }
  const unsigned = signed < 0 ? signed + 2 ** (8 * bytes) : signed;
  return names.get(signed) ?? names.get(unsigned);
}

interface UnionCases {
  /** By label; 64-bit labels as bigint and, where exact, as number. */
  readonly byLabel: ReadonlyMap<unknown, UnionCase>;
  readonly byName: ReadonlyMap<string, UnionCase>;
  readonly byId: ReadonlyMap<number, UnionCase>;
  readonly byDefault: UnionCase | undefined;
}

const casesOf = new WeakMap<UnionType, UnionCases>();

/** The cases of a union, indexed. */
export function unionCases(type: UnionType): UnionCases {
  let cases = casesOf.get(type);
  if (cases === undefined) {
    const byLabel = new Map<unknown, UnionCase>();
    for (const each of type.cases) {
      for (const label of each.labels) for (const form of labelForms(type, label)) byLabel.set(form, each);
    }
    cases = {
      byLabel,
      byName: new Map(type.cases.map((each) => [each.name, each])),
      byId: new Map(type.cases.map((each) => [each.id, each])),
      byDefault: type.cases.find((each) => each.isDefault),
    };
    casesOf.set(type, cases);
  }
  return cases;
}

/** The case that a discriminator value selects; undefined when it selects nothing. */
export function selectedCase(type: UnionType, discriminator: unknown): UnionCase | undefined {
  const cases = unionCases(type);
  return cases.byLabel.get(discriminator) ?? cases.byDefault;
}

/** A discriminator value that selects this case: its first label, or for a lone default a value that nothing names. */
export function labelOf(type: UnionType, selected: UnionCase): unknown {
  return selected.labels[0] ?? unusedLabel(type, "bigint");
}

/** The values that mean a label: whole numbers as number, where that is exact, and bigint; literals by name and number. */
export function labelForms(type: UnionType, label: UnionLabel): readonly unknown[] {
  if (typeof label === "boolean") return [label];
  if (typeof label === "string") {
    const discriminator = unaliased(type.discriminator);
    if (discriminator.kind !== "enum") return [label];
    return [label, discriminator.literals.find((literal) => literal.name === label)?.value];
  }
  const [number, big] = [Number(label), BigInt(label)];
  return BigInt(number) === big ? [number, big] : [big];
}

const indexesById = new WeakMap<StructType, Map<DialectRules["idAfterHashId"], ReadonlyMap<number, number>>>();

/** Places in `members` by member id, as the dialect numbers them. */
export function memberIndexes(type: StructType, rules: DialectRules): ReadonlyMap<number, number> {
  let byRule = indexesById.get(type);
  if (byRule === undefined) {
    byRule = new Map();
    indexesById.set(type, byRule);
  }
  let indexes = byRule.get(rules.idAfterHashId);
  if (indexes === undefined) {
    indexes = new Map(memberIdsOf(type, rules).map((id, index) => [id, index]));
    byRule.set(rules.idAfterHashId, indexes);
  }
  return indexes;
}
