// XTypes 1.3 §7.3.4.5: cases of unions, from a peer's UnionObject.

import { finishUnion, type OpenUnion } from "../../idl/build/index.js";
import {
  type ActualType,
  type CaseOptions,
  type EnumType,
  type TypeDescription,
  type UnionLabel,
  unaliased,
} from "../../idl/index.js";
import { extensibilityOf, tryConstructOf } from "../flags.js";
import * as kinds from "../kinds.js";
import type { UnionMemberObject, UnionObject } from "../wire/typeObjectValues.js";
import { builtinValues } from "./annotations.js";
import type { Describing } from "./Describing.js";
import { noteNameHash } from "./origins.js";
import { PeerNames } from "./PeerNames.js";
import { identity } from "./structs.js";
import { TypeProblem } from "./TypeProblem.js";

export function finishUnionOf(open: OpenUnion, object: UnionObject, describing: Describing): void {
  const { common } = object.discriminator;
  const discriminator = describing.of(common.typeId);
  const extensibility = extensibilityOf(object.unionFlags) ?? "appendable";
  const idOffset = extensibility === "mutable" ? 0 : idOffsetOf(object);
  const names = new PeerNames();
  const hashes = new Map<string, string>();
  const cases = object.memberSeq.map((member) => {
    const { name, originalHash } = names.take(member.detail);
    if (originalHash !== undefined) hashes.set(name, originalHash);
    return { name, ...caseOptions(name, member, discriminator, idOffset, describing) };
  });
  const type = finishUnion(open, discriminator, cases, {
    extensibility,
    nested: (object.unionFlags & kinds.IS_NESTED) !== 0,
    autoId: (object.unionFlags & kinds.IS_AUTOID_HASH) === 0 ? "sequential" : "hash",
    discriminatorIsKey: (common.memberFlags & kinds.IS_KEY) !== 0,
    annotations: describing.annotations(object.header.detail),
  });
  for (const each of type.cases) {
    const hash = hashes.get(each.name);
    if (hash !== undefined) noteNameHash(each, hash);
  }
}

/**
 * Id 0 is the discriminator's. Cyclone DDS 0.10 counts the members of unions that are not mutable from 0 all the same;
 * such ids are on no wire, but matching compares them.
 */
function idOffsetOf({ memberSeq }: UnionObject): 0 | 1 {
  return memberSeq.some(({ common }) => common.memberId === 0) ? 1 : 0;
}

function caseOptions(
  name: string,
  { common, detail }: UnionMemberObject,
  discriminator: TypeDescription,
  idOffset: number,
  describing: Describing,
): CaseOptions {
  const type = describing.of(common.typeId);
  const annotations = describing.annotations(detail);
  return {
    type,
    ...identity(name, common.memberId + idOffset, detail.annBuiltin),
    ...builtinValues(detail.annBuiltin, type),
    labels: Array.from(common.labelSeq, (label) => labelOf(name, label, unaliased(discriminator))),
    isDefault: (common.memberFlags & kinds.IS_DEFAULT) !== 0,
    external: (common.memberFlags & kinds.IS_EXTERNAL) !== 0,
    tryConstruct: tryConstructOf(common.memberFlags),
    ...(annotations.length === 0 ? {} : { annotations }),
  };
}

/** In TypeObjects labels are 32-bit integers. */
function labelOf(name: string, label: number, discriminator: ActualType): UnionLabel {
  switch (discriminator.kind) {
    case "enum": {
      const literal = literalNames(discriminator).get(label);
      if (literal !== undefined) return literal;
      throw new TypeProblem(`union member ${name}: enum ${discriminator.name} has no literal ${label}`);
    }
    case "boolean":
      return label !== 0;
    case "char":
    case "wchar":
      return String.fromCharCode(label & 0xffff);
    case "int64":
      return BigInt(label);
    case "uint64":
      return BigInt(label >>> 0);
    case "uint32":
    case "bitmask":
      return label >>> 0;
    default:
      return label;
  }
}

const namesByValue = new WeakMap<EnumType, ReadonlyMap<number, string>>();

function literalNames(type: EnumType): ReadonlyMap<number, string> {
  let names = namesByValue.get(type);
  if (names === undefined) {
    names = new Map(type.literals.map(({ name, value }) => [value, name]));
    namesByValue.set(type, names);
  }
  return names;
}
