/** Structs (XTypes 1.3 §7.2.2.4.4.2). */
import { IdlError } from "../IdlError.js";
import {
  type ConstantValue,
  type CustomAnnotation,
  type DataRepresentationName,
  type DefaultValue,
  type Extensibility,
  type StructMember,
  type StructType,
  type TypeDescription,
  typeToString,
  unaliased,
} from "../types.js";
import { finitenessProblem } from "./finite.js";
import { type AutoId, type CommonMemberOptions, checkValue, commonPart, MemberIds } from "./members.js";
import { checkScopedName, locating, type Named, NameSet } from "./names.js";
import { noteNesting } from "./nesting.js";
import { frozenAnnotations } from "./simpleTypes.js";
import type { OpenUnion } from "./union.js";
import { noteUnsaidExtensibility } from "./unsaid.js";
import type { Known, NoBase, RecursiveStructOf, SelfStruct, StructOf } from "./valueTypes.js";

export interface MemberOptions extends CommonMemberOptions {
  readonly key?: boolean;
  readonly optional?: boolean;
  readonly mustUnderstand?: boolean;
  /** What a reader puts there when an older writer did not send the member. */
  readonly defaultValue?: DefaultValue;
}

/** What structs and unions can say of themselves. */
export interface AggregateOptions {
  /** Default: that of the base, else `appendable` (XTypes 1.3 §7.3.3.1). */
  readonly extensibility?: Extensibility;
  readonly nested?: boolean;
  readonly topicName?: string;
  /** `hash` gives members without an id the hash of their name (`@autoid(HASH)`). */
  readonly autoId?: AutoId;
  readonly dataRepresentations?: readonly DataRepresentationName[];
  readonly annotations?: readonly CustomAnnotation[];
}

export interface StructOptions extends AggregateOptions {
  readonly base?: StructType;
}

export type StructMembers = Readonly<Record<string, TypeDescription | MemberOptions>>;

/**
 * A struct type built in place:
 * `struct("ShapeType", { color: { type: string(128), key: true }, x: int32 }, { extensibility: "appendable" })`.
 * Members that refer to the struct itself come from a function:
 * `struct("Node", (node) => ({ value: int32, children: sequence(node) }))`.
 * Throws IdlError on a bad name, bound or id. TypeScript knows the values of what is built so: `ValueOf<typeof Shape>`.
 */
export function struct<
  const Name extends string,
  const Members extends StructMembers,
  Base extends StructType = NoBase,
>(
  name: Name,
  members: (self: SelfStruct<Name>) => Members,
  options?: StructOptions & { readonly base?: Base },
): RecursiveStructOf<Name, Members, Base>;
export function struct<const Members extends StructMembers, Base extends StructType = NoBase>(
  name: string,
  members: Members & Known<Members, MemberOptions>,
  options?: StructOptions & { readonly base?: Base },
): StructOf<Members, Base>;
export function struct(
  name: string,
  members: StructMembers | ((self: StructType) => StructMembers),
  options: StructOptions = {},
): StructType {
  const open = declareStruct(checkScopedName(name));
  const given = typeof members === "function" ? members(open) : members;
  const type = finishStruct(open, structMembers(given), options);
  const problem = typeof members === "function" ? finitenessProblem(type) : undefined;
  if (problem !== undefined) throw new IdlError("bad-value", problem);
  return type;
}

/** The members by name as a list. */
export function structMembers(members: StructMembers): (MemberOptions & { readonly name: string })[] {
  return Object.entries(members).map(([name, member]) => ({
    name,
    ...("kind" in member ? { type: member } : member),
  }));
}

/** A struct that is being built: it can be referred to before its members are known. */
export type OpenStruct = Open<StructType>;

/** Something that is not complete yet. */
export type Open<Type> = { -readonly [Key in keyof Type]: Type[Key] };

export function declareStruct(name: string): OpenStruct {
  return {
    kind: "struct",
    name,
    ...unfilledAggregate(),
    base: undefined,
    members: [],
    inheritedCount: 0,
    hasKey: false,
  };
}

/** Fills in a declared struct and freezes it. */
export function finishStruct(
  open: OpenStruct,
  members: readonly (MemberOptions & Named)[],
  options: StructOptions,
): StructType {
  fillAggregate(open, options, options.base?.extensibility);
  checkBase(open, options.base);
  const inherited = options.base?.members ?? [];
  open.base = options.base;
  open.members = Object.freeze([...inherited, ...ownMembers(open.name, inherited, members, options.autoId)]);
  open.inheritedCount = inherited.length;
  open.hasKey = open.members.some((member) => member.key);
  const parts = open.members.slice(open.inheritedCount).map((member) => member.type);
  if (options.base !== undefined) parts.push(options.base);
  return noteNesting(Object.freeze(open), parts);
}

/** What structs and unions have in common, until it is filled in. */
export function unfilledAggregate() {
  return {
    extensibility: "appendable" as Extensibility,
    nested: false,
    autoIdHash: false,
    topicName: undefined,
    dataRepresentations: undefined,
    annotations: [],
  };
}

/** The part of an open struct or union that both have. */
export function fillAggregate(
  open: OpenStruct | OpenUnion,
  options: AggregateOptions,
  inherited?: Extensibility,
): void {
  if (options.extensibility === undefined && inherited === undefined) noteUnsaidExtensibility(open);
  open.extensibility = options.extensibility ?? inherited ?? "appendable";
  open.nested = options.nested ?? false;
  open.autoIdHash = options.autoId === "hash";
  open.topicName = options.topicName;
  open.dataRepresentations = options.dataRepresentations && Object.freeze([...options.dataRepresentations]);
  open.annotations = frozenAnnotations(options.annotations);
}

function checkBase(open: OpenStruct, base: StructType | undefined): void {
  if (base === undefined || base.extensibility === open.extensibility) return;
  // XTypes §7.2.2.4.4.2: a reader of the base could not read the derived struct.
  const kinds = `${open.name} is ${open.extensibility}, its base ${base.name} is ${base.extensibility}`;
  throw new IdlError("bad-value", `${kinds}: they must be the same`);
}

function ownMembers(
  structName: string,
  inherited: readonly StructMember[],
  members: readonly (MemberOptions & Named)[],
  autoId: AutoId | undefined,
): StructMember[] {
  const owner = `struct ${structName}`;
  const ids = new MemberIds(owner, autoId, 0);
  const names = new NameSet(owner, "member");
  for (const member of inherited) {
    names.add(member.name);
    ids.keep(member.name, member.id);
  }
  return members.map((given) => locating(given.at, () => ownMember(owner, given, names, ids)));
}

function ownMember(owner: string, given: MemberOptions & Named, names: NameSet, ids: MemberIds): StructMember {
  const { name } = given;
  names.add(name);
  checkDefault(owner, name, given.defaultValue, given.type);
  const key = given.key ?? false;
  const optional = given.optional ?? false;
  // XTypes §7.2.2.4.4.4: without its keys a sample belongs to no instance.
  if (key && optional) throw new IdlError("bad-value", `${owner}, ${name}: a key cannot be optional`);
  // Added one by one: spreading objects took most of the time that large files took.
  const member = commonPart(owner, name, given, ids.assign(name, given)) as Open<StructMember>;
  member.key = key;
  member.optional = optional;
  member.mustUnderstand = given.mustUnderstand ?? false;
  member.defaultValue = isList(given.defaultValue) ? Object.freeze([...given.defaultValue]) : given.defaultValue;
  return Object.freeze(member);
}

/** The default of a sequence or a one-dimensional array is a list. */
function checkDefault(owner: string, name: string, value: DefaultValue | undefined, type: TypeDescription): void {
  if (!isList(value)) {
    checkValue(owner, name, "default", value, type);
    return;
  }
  const actual = unaliased(type);
  const [min, max] =
    actual.kind === "array" && actual.dimensions.length === 1
      ? [actual.dimensions[0]!, actual.dimensions[0]!]
      : actual.kind === "sequence"
        ? [0, actual.bound ?? Infinity]
        : [0, -1];
  if (value.length < min || value.length > max || !("element" in actual)) {
    const problem = `the default of ${value.length} elements does not fit ${typeToString(type)}`;
    throw new IdlError("bad-value", `${owner}, ${name}: ${problem}`);
  }
  for (const one of value) checkValue(owner, name, "default", one, actual.element);
}

function isList(value: DefaultValue | undefined): value is readonly ConstantValue[] {
  return Array.isArray(value);
}
