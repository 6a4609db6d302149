// XTypes 1.3 §7.3.4.5: members of structs, from a peer's StructObject.

import { finishStruct, type OpenStruct } from "../../idl/build/index.js";
import { type MemberOptions, memberIdHash, type StructType, unaliased } from "../../idl/index.js";
import { extensibilityOf, tryConstructOf } from "../flags.js";
import * as kinds from "../kinds.js";
import type { TypeIdentifier } from "../wire/identifierTypes.js";
import type { AppliedBuiltinMemberAnnotations, StructMemberObject, StructObject } from "../wire/typeObjectValues.js";
import { builtinValues } from "./annotations.js";
import type { Describing } from "./Describing.js";
import { noteNameHash } from "./origins.js";
import { PeerNames } from "./PeerNames.js";
import { TypeProblem } from "./TypeProblem.js";

export function finishStructOf(open: OpenStruct, object: StructObject, describing: Describing): void {
  const base = baseOf(open.name, object.header.baseType, describing);
  const names = new PeerNames(base?.members.map(({ name }) => name));
  const hashes = new Map<string, string>();
  const members = object.memberSeq.map((member) => {
    const { name, originalHash } = names.take(member.detail);
    if (originalHash !== undefined) hashes.set(name, originalHash);
    return { name, ...memberOptions(name, member, describing) };
  });
  const flags = object.structFlags;
  const type = finishStruct(open, members, {
    extensibility: extensibilityOf(flags) ?? "appendable",
    nested: (flags & kinds.IS_NESTED) !== 0,
    autoId: (flags & kinds.IS_AUTOID_HASH) === 0 ? "sequential" : "hash",
    annotations: describing.annotations(object.header.detail),
    ...(base === undefined ? {} : { base }),
  });
  for (const member of type.members) {
    const hash = hashes.get(member.name);
    if (hash !== undefined) noteNameHash(member, hash);
  }
}

function baseOf(name: string, identifier: TypeIdentifier, describing: Describing): StructType | undefined {
  if (identifier.member === null && identifier.$discriminator === kinds.TK_NONE) return undefined;
  const base = unaliased(describing.of(identifier));
  if (base.kind !== "struct") throw new TypeProblem(`the base of struct ${name} is no struct`);
  // Still open: it is described right now, further out.
  if (!Object.isFrozen(base)) throw new TypeProblem(`struct ${name} inherits from itself`);
  return base;
}

function memberOptions(name: string, { common, detail }: StructMemberObject, describing: Describing): MemberOptions {
  const type = describing.of(common.memberTypeId);
  const flags = common.memberFlags;
  const annotations = describing.annotations(detail);
  return {
    type,
    ...identity(name, common.memberId, detail.annBuiltin),
    ...builtinValues(detail.annBuiltin, type),
    key: (flags & kinds.IS_KEY) !== 0,
    optional: (flags & kinds.IS_OPTIONAL) !== 0,
    // A key is always understood: the flag says nothing then (§7.2.2.4.4.4.8).
    mustUnderstand: (flags & kinds.IS_MUST_UNDERSTAND) !== 0 && (flags & kinds.IS_KEY) === 0,
    external: (flags & kinds.IS_EXTERNAL) !== 0,
    tryConstruct: tryConstructOf(flags),
    ...(annotations.length === 0 ? {} : { annotations }),
  };
}

/** The id, and that it is a hash where that is said and true. */
export function identity(
  name: string,
  id: number,
  given: AppliedBuiltinMemberAnnotations | undefined,
): { readonly id: number } | { readonly hashId: string } {
  const hashId = given?.hashId;
  return hashId !== undefined && memberIdHash(hashId === "" ? name : hashId) === id ? { hashId } : { id };
}
