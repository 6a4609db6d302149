/** Types that refer to each other: named first, and defined when all of them have a name (IDL 4.2 §7.4.1.4.4.4.5). */
import { IdlError } from "../IdlError.js";
import type { StructType, TypeDescription, UnionType } from "../types.js";
import { finitenessProblem } from "./finite.js";
import { checkScopedName } from "./names.js";
import {
  declareStruct,
  finishStruct,
  type MemberOptions,
  type OpenStruct,
  type StructMembers,
  type StructOptions,
  structMembers,
} from "./struct.js";
import { declareUnion, finishUnion, type OpenUnion, type UnionCases, type UnionOptions } from "./union.js";
import type { Known, NoBase, StructOf } from "./valueTypes.js";

/** A struct whose members follow with `defineStruct`. Until then it can only be referred to. */
export function forwardStruct(name: string): StructType {
  return declareStruct(checkScopedName(name));
}

/** A union whose cases follow with `defineUnion`. Until then it can only be referred to. */
export function forwardUnion(name: string): UnionType {
  return declareUnion(checkScopedName(name));
}

/** Gives a struct of `forwardStruct` its members, once. Throws IdlError as `struct` does. */
export function defineStruct<const Members extends StructMembers, Base extends StructType = NoBase>(
  type: StructOf<Members, Base>,
  members: Members & Known<Members, MemberOptions>,
  options: StructOptions & { readonly base?: Base } = {},
): void {
  finishStruct(opened(type) as OpenStruct, structMembers(members), options);
  checkFinite(type);
}

/** Gives a union of `forwardUnion` its discriminator and cases, once. Throws IdlError as `union` does. */
export function defineUnion(
  type: UnionType,
  discriminator: TypeDescription,
  cases: UnionCases,
  options: UnionOptions = {},
): void {
  const list = Object.entries(cases).map(([name, each]) => ({ name, ...each }));
  finishUnion(opened(type) as OpenUnion, discriminator, list, options);
  checkFinite(type);
}

function opened<Type extends StructType | UnionType>(type: Type): Type {
  if (Object.isFrozen(type)) throw new IdlError("redefinition", `${type.kind} ${type.name} is defined already`);
  return type;
}

function checkFinite(type: StructType | UnionType): void {
  const problem = finitenessProblem(type);
  if (problem !== undefined) throw new IdlError("bad-value", problem);
}
