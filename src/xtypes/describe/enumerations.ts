// XTypes 1.3 §7.3.4.5: enums, bitmasks and bitsets, from a peer's objects.

import {
  type BitfieldOptions,
  type BitmaskType,
  type BitsetType,
  bitmask,
  bitset,
  type EnumType,
  enumeration,
} from "../../idl/index.js";
import { extensibilityOf } from "../flags.js";
import * as kinds from "../kinds.js";
import type { BitmaskObject, BitsetObject, EnumeratedObject } from "../wire/typeObjectValues.js";
import type { Describing } from "./Describing.js";
import { noteNameHash } from "./origins.js";
import { PeerNames } from "./PeerNames.js";
import { TypeProblem } from "./TypeProblem.js";

export function enumOf(name: string, object: EnumeratedObject, describing: Describing): EnumType {
  const names = new PeerNames();
  const hashes = new Map<string, string>();
  let defaultLiteral: string | undefined;
  const literals = object.literalSeq.map(({ common, detail }) => {
    const { name: literal, originalHash } = names.take(detail);
    if (originalHash !== undefined) hashes.set(literal, originalHash);
    if ((common.flags & kinds.IS_DEFAULT) !== 0) defaultLiteral ??= literal;
    return [literal, common.value] as const;
  });
  const extensibility = extensibilityOf(object.enumFlags);
  const type = enumeration(name, Object.fromEntries(literals), {
    bitBound: object.header.common.bitBound,
    extensibility,
    annotations: describing.annotations(object.header.detail),
    ...(defaultLiteral === undefined ? {} : { defaultLiteral }),
  });
  for (const literal of type.literals) {
    const hash = hashes.get(literal.name);
    if (hash !== undefined) noteNameHash(literal, hash);
  }
  return type;
}

export function bitmaskOf(name: string, object: BitmaskObject, describing: Describing): BitmaskType {
  const names = new PeerNames();
  const flags = object.flagSeq.map(({ common, detail }) => [names.take(detail).name, common.position] as const);
  const extensibility = extensibilityOf(object.bitmaskFlags);
  const type = bitmask(name, Object.fromEntries(flags), {
    bitBound: object.header.common.bitBound,
    extensibility,
    annotations: describing.annotations(object.header.detail),
  });
  return type;
}

/** Positions that no field has are padding. */
export function bitsetOf(name: string, object: BitsetObject, describing: Describing): BitsetType {
  const names = new PeerNames();
  const fields: BitfieldOptions[] = [];
  let position = 0;
  for (const { common, detail, nameHash } of [...object.fieldSeq].sort(byPosition)) {
    if (common.position < position) throw new TypeProblem(`bitset ${name}: two fields have bit ${common.position}`);
    if (common.position > position) fields.push({ bits: common.position - position });
    const holder = kinds.PRIMITIVE_OF_KIND.get(common.holderType);
    if (holder === undefined) throw new TypeProblem(`bitset ${name}: a field is of kind ${common.holderType}`);
    fields.push({ name: names.take(detail ?? {}, nameHash).name, bits: common.bitcount, holder });
    position = common.position + common.bitcount;
  }
  return bitset(name, fields, { annotations: describing.annotations(object.header.detail) });
}

function byPosition(a: BitsetObject["fieldSeq"][number], b: BitsetObject["fieldSeq"][number]): number {
  return a.common.position - b.common.position;
}
