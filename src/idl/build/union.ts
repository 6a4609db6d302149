/** Unions (XTypes 1.3 §7.2.2.4.4.3, IDL 4.2 §7.4.1.4.4.4.2). */
import { constantOf, fitConstant, plainValue } from "../constants.js";
import { IdlError } from "../IdlError.js";
import {
  type TryConstruct,
  type TypeDescription,
  typeToString,
  type UnionCase,
  type UnionLabel,
  type UnionType,
  unaliased,
} from "../types.js";
import { finitenessProblem } from "./finite.js";
import { type CommonMemberOptions, commonPart, MemberIds } from "./members.js";
import { checkScopedName, locating, type Named, NameSet } from "./names.js";
import { noteNesting } from "./nesting.js";
import { type AggregateOptions, fillAggregate, type Open, unfilledAggregate } from "./struct.js";
import type { Known, RecursiveUnionOf, SelfUnion, UnionOf } from "./valueTypes.js";

export interface CaseOptions extends CommonMemberOptions {
  /** The discriminators that select this member. */
  readonly labels?: readonly UnionLabel[];
  /** Every discriminator that no case has as a label selects this member. */
  readonly isDefault?: boolean;
}

export interface UnionOptions extends AggregateOptions {
  /** `switch (@key long)`. */
  readonly discriminatorIsKey?: boolean;
  readonly discriminatorTryConstruct?: TryConstruct;
}

export type UnionCases = Readonly<Record<string, CaseOptions>>;

/**
 * `union("U", int32, { a: { type: int32, labels: [1] }, b: { type: string(), labels: [2, 3], isDefault: true } })`.
 * Cases that refer to the union itself come from a function, as with `struct`.
 */
export function union<const Name extends string, Discriminator extends TypeDescription, const Cases extends UnionCases>(
  name: Name,
  discriminator: Discriminator,
  cases: (self: SelfUnion<Name>) => Cases,
  options?: UnionOptions,
): RecursiveUnionOf<Name, Discriminator, Cases>;
export function union<Discriminator extends TypeDescription, const Cases extends UnionCases>(
  name: string,
  discriminator: Discriminator,
  cases: Cases & Known<Cases, CaseOptions>,
  options?: UnionOptions,
): UnionOf<Discriminator, Cases>;
export function union(
  name: string,
  discriminator: TypeDescription,
  cases: UnionCases | ((self: UnionType) => UnionCases),
  options: UnionOptions = {},
): UnionType {
  const open = declareUnion(checkScopedName(name));
  const given = typeof cases === "function" ? cases(open) : cases;
  const list = Object.entries(given).map(([member, each]) => ({ name: member, ...each }));
  const type = finishUnion(open, discriminator, list, options);
  checkDefault(type);
  const problem = typeof cases === "function" ? finitenessProblem(type) : undefined;
  if (problem !== undefined) throw new IdlError("bad-value", problem);
  return type;
}

/** A union that is being built: it can be referred to before its cases are known. */
export type OpenUnion = Open<UnionType>;

export function declareUnion(name: string): OpenUnion {
  return {
    kind: "union",
    name,
    ...unfilledAggregate(),
    discriminator: { kind: "int32" },
    discriminatorIsKey: false,
    discriminatorTryConstruct: "discard",
    cases: [],
  };
}

/** Fills in a declared union and freezes it. */
export function finishUnion(
  open: OpenUnion,
  discriminator: TypeDescription,
  cases: readonly (CaseOptions & Named)[],
  options: UnionOptions,
): UnionType {
  checkDiscriminator(open.name, discriminator);
  if (cases.length === 0) throw new IdlError("bad-value", `union ${open.name} needs at least one case`);
  fillAggregate(open, options);
  open.discriminator = discriminator;
  open.discriminatorIsKey = options.discriminatorIsKey ?? false;
  open.discriminatorTryConstruct = options.discriminatorTryConstruct ?? "discard";
  open.cases = Object.freeze(finishCases(open, cases, options));
  return noteNesting(
    Object.freeze(open),
    open.cases.map((each) => each.type),
  );
}

/** Throws unless a union can switch on the type. */
export function checkDiscriminator(unionName: string, discriminator: TypeDescription): void {
  if (DISCRIMINATORS.has(unaliased(discriminator).kind)) return;
  const possible = "integers, characters, booleans, enums and bitmasks can be";
  const shown = typeToString(discriminator);
  throw new IdlError("bad-value", `union ${unionName}: ${shown} cannot be the discriminator; ${possible}`);
}

/**
 * IDL 4.2 §7.4.1.4.4.4.2: where labels cover all values of the discriminator, there cannot be a default. An
 * enum may gain literals (XTypes 1.3 §7.2.4), so a default is of use there. Types of peers are not asked: what they
 * announce works all the same.
 */
export function checkDefault({ name, discriminator, cases }: UnionType): void {
  const byDefault = cases.find((each) => each.isDefault);
  const labels = cases.reduce((sum, each) => sum + each.labels.length, 0);
  if (byDefault === undefined || labels < (VALUE_COUNTS[unaliased(discriminator).kind] ?? Infinity)) return;
  const problem = `the labels cover all values of ${typeToString(discriminator)}, so there can be no default`;
  throw new IdlError("bad-value", `union ${name}, ${byDefault.name}: ${problem}`);
}

function finishCases(
  { name: unionName, discriminator, extensibility }: OpenUnion,
  cases: readonly (CaseOptions & Named)[],
  options: UnionOptions,
): UnionCase[] {
  const owner = `union ${unionName}`;
  // The discriminator has the id 0, on the wire of mutable unions too.
  const ids = new MemberIds(owner, options.autoId, 1);
  if (extensibility === "mutable") ids.keep("(the discriminator)", 0);
  const names = new NameSet(owner, "member");
  const labels = new Labels(owner, discriminator);
  let hasDefault = false;
  return cases.map((given) =>
    locating(given.at, () => {
      const { name, isDefault = false } = given;
      names.add(name);
      if (isDefault && hasDefault) throw new IdlError("bad-value", `${owner} has two default cases`);
      hasDefault ||= isDefault;
      const own = (given.labels ?? []).map((label) => labels.take(label));
      if (own.length === 0 && !isDefault) throw new IdlError("bad-value", `${owner}, ${name}: no label selects it`);
      const member = commonPart(owner, name, given, ids.assign(name, given)) as Open<UnionCase>;
      member.labels = Object.freeze(own);
      member.isDefault = isDefault;
      return Object.freeze(member);
    }),
  );
}

/** The labels of one union: values of the discriminator, each at most once. */
class Labels {
  private readonly owner: string;
  private readonly discriminator: TypeDescription;
  private readonly taken = new Set<UnionLabel>();

  constructor(owner: string, discriminator: TypeDescription) {
    this.owner = owner;
    this.discriminator = discriminator;
  }

  take(label: UnionLabel): UnionLabel {
    const constant = constantOf(label, this.discriminator);
    const fitted = constant && fitConstant(constant, this.discriminator);
    if (fitted === undefined) {
      const shown = typeToString(this.discriminator);
      throw new IdlError("bad-value", `${this.owner}: the label ${String(label)} does not fit ${shown}`);
    }
    const value = plainValue(fitted, this.discriminator);
    if (this.taken.has(value)) throw new IdlError("bad-value", `${this.owner}: two cases have the label ${value}`);
    this.taken.add(value);
    return value;
  }
}

/** Of the kinds that a union could have labels for. */
const VALUE_COUNTS: Readonly<Record<string, number>> = { boolean: 2, octet: 256, char: 256, int8: 256, uint8: 256 };

/** XTypes §7.2.2.4.4.3, and what IDL 4.2 §7.4.13 adds. */
const DISCRIMINATORS: ReadonlySet<string> = new Set(
  "boolean octet char wchar int8 uint8 int16 uint16 int32 uint32 int64 uint64 enum bitmask".split(" "),
);
