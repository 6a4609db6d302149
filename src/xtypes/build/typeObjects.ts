// XTypes 1.3 §7.3.4.5 and Annex B: the TypeObject of one named type, complete or minimal. Order of members: struct and
// union members by definition in complete objects and by id in minimal ones; literals by value; bits by position.

import {
  type AliasType,
  type BitmaskType,
  type BitsetType,
  type ConstantValue,
  type EnumType,
  literalNamed,
  type StructType,
  type UnionLabel,
  type UnionType,
  unaliased,
} from "../../idl/index.js";
import {
  aggregateFlags,
  discriminatorFlags,
  extensibilityFlag,
  structMemberFlags,
  unionMemberFlags,
} from "../flags.js";
import { NO_TYPE } from "../identifiers.js";
import * as kinds from "../kinds.js";
import { nameHashOf } from "../nameHash.js";
import type {
  AliasObject,
  BitfieldObject,
  BitmaskObject,
  BitsetObject,
  EnumeratedObject,
  MemberAnnotations,
  MemberDetail,
  ObjectOfKind,
  StructObject,
  TypeDetail,
  TypeObject,
  UnionObject,
} from "../wire/typeObjectValues.js";
import { type AnnotationSink, customAnnotations, memberAnnotations } from "./annotations.js";
import type { NamedType } from "./components.js";
import type { Identifying } from "./Identifying.js";

/** A type that has values but no TypeObject: Annex B cannot say it. */
export class UnsayableType extends Error {
  override readonly name = "UnsayableType";
}

/** Throws UnsayableType for a union label beyond 32 bits. */
export function typeObjectOf(type: NamedType, identifying: Identifying, sink: AnnotationSink): TypeObject {
  const value = objectOfKind(type, new Parts(identifying, sink));
  return identifying.kind === kinds.EK_COMPLETE
    ? { $discriminator: kinds.EK_COMPLETE, member: "complete", value }
    : { $discriminator: kinds.EK_MINIMAL, member: "minimal", value };
}

function objectOfKind(type: NamedType, parts: Parts): ObjectOfKind {
  switch (type.kind) {
    case "struct":
      return { $discriminator: kinds.TK_STRUCTURE, member: "structType", value: structObject(type, parts) };
    case "union":
      return { $discriminator: kinds.TK_UNION, member: "unionType", value: unionObject(type, parts) };
    case "alias":
      return { $discriminator: kinds.TK_ALIAS, member: "aliasType", value: aliasObject(type, parts) };
    case "enum":
      return { $discriminator: kinds.TK_ENUM, member: "enumeratedType", value: enumObject(type, parts) };
    case "bitmask":
      return { $discriminator: kinds.TK_BITMASK, member: "bitmaskType", value: bitmaskObject(type, parts) };
    case "bitset":
      return { $discriminator: kinds.TK_BITSET, member: "bitsetType", value: bitsetObject(type, parts) };
  }
}

/** What complete and minimal objects say differently. */
class Parts {
  readonly isComplete: boolean;

  constructor(
    readonly identifying: Identifying,
    readonly sink: AnnotationSink,
  ) {
    this.isComplete = identifying.kind === kinds.EK_COMPLETE;
  }

  typeDetail({ name, annotations }: NamedType): TypeDetail {
    if (!this.isComplete) return {};
    return { annBuiltin: undefined, annCustom: customAnnotations(annotations, this.sink), typeName: name };
  }

  memberDetail(name: string, annotations: () => MemberAnnotations = noAnnotations): MemberDetail {
    return this.isComplete ? { name, ...annotations() } : { nameHash: nameHashOf(name) };
  }
}

function structObject(type: StructType, parts: Parts): StructObject {
  const memberSeq = type.members.slice(type.inheritedCount).map((member) => ({
    common: {
      memberId: member.id,
      memberFlags: structMemberFlags(member),
      memberTypeId: parts.identifying.of(member.type),
    },
    detail: parts.memberDetail(member.name, () => memberAnnotations(member, parts.sink)),
  }));
  if (!parts.isComplete) memberSeq.sort((a, b) => a.common.memberId - b.common.memberId);
  const baseType = type.base === undefined ? NO_TYPE : parts.identifying.of(type.base);
  return { structFlags: aggregateFlags(type), header: { baseType, detail: parts.typeDetail(type) }, memberSeq };
}

function unionObject(type: UnionType, parts: Parts): UnionObject {
  const memberSeq = type.cases.map((each) => ({
    common: {
      memberId: each.id,
      memberFlags: unionMemberFlags(each),
      typeId: parts.identifying.of(each.type),
      labelSeq: each.labels.map((label) => labelNumber(type, label)).sort((a, b) => a - b),
    },
    detail: parts.memberDetail(each.name, () => memberAnnotations(each, parts.sink)),
  }));
  if (!parts.isComplete) memberSeq.sort((a, b) => a.common.memberId - b.common.memberId);
  return {
    unionFlags: aggregateFlags(type),
    header: { detail: parts.typeDetail(type) },
    discriminator: {
      common: { memberFlags: discriminatorFlags(type), typeId: parts.identifying.of(type.discriminator) },
    },
    memberSeq,
  };
}

function aliasObject(type: AliasType, parts: Parts): AliasObject {
  return {
    aliasFlags: 0,
    header: parts.isComplete ? { detail: parts.typeDetail(type) } : {},
    body: {
      common: { relatedFlags: 0, relatedType: parts.identifying.of(type.target) },
      ...(parts.isComplete ? noAnnotations() : {}),
    },
  };
}

function enumObject(type: EnumType, parts: Parts): EnumeratedObject {
  const literalSeq = [...type.literals]
    .sort((a, b) => a.value - b.value)
    .map((literal) => {
      const isDefault = type.hasDefaultLiteral && literal === type.defaultLiteral;
      return {
        common: { value: literal.value, flags: isDefault ? kinds.IS_DEFAULT : 0 },
        detail: parts.memberDetail(literal.name),
      };
    });
  const header = { common: { bitBound: type.bitBound }, detail: parts.typeDetail(type) };
  return { enumFlags: extensibilityFlag(type.extensibility), header, literalSeq };
}

function bitmaskObject(type: BitmaskType, parts: Parts): BitmaskObject {
  const flagSeq = [...type.flags]
    .sort((a, b) => a.position - b.position)
    .map((flag) => ({ common: { position: flag.position, flags: 0 }, detail: parts.memberDetail(flag.name) }));
  const header = { common: { bitBound: type.bitBound }, detail: parts.typeDetail(type) };
  return { bitmaskFlags: extensibilityFlag(type.extensibility), header, flagSeq };
}

/** Padding is the positions that no field has. */
function bitsetObject(type: BitsetType, parts: Parts): BitsetObject {
  const fieldSeq = type.fields.flatMap(({ name, position, bits, holder }): BitfieldObject[] => {
    if (name === undefined) return [];
    const common = { position, flags: 0, bitcount: bits, holderType: kinds.KIND_OF_PRIMITIVE[holder] };
    return parts.isComplete ? [{ common, detail: parts.memberDetail(name) }] : [{ common, nameHash: nameHashOf(name) }];
  });
  return { bitsetFlags: 0, header: parts.isComplete ? { detail: parts.typeDetail(type) } : {}, fieldSeq };
}

/** Case labels are 32-bit integers in Annex B, whatever the discriminator is. */
function labelNumber(type: UnionType, label: UnionLabel): number {
  const value = numberOf(type, label);
  if (Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31) return value;
  // The upper half of a 32-bit unsigned discriminator has the same bits as a negative label.
  if (Number.isInteger(value) && value >= 2 ** 31 && value < 2 ** 32 && isUnsigned32(type)) return value | 0;
  throw new UnsayableType(`union ${type.name}: a TypeObject has no room for the case label ${label}`);
}

function numberOf(type: UnionType, label: ConstantValue): number {
  const actual = unaliased(type.discriminator);
  if (actual.kind === "enum" && typeof label === "string") return literalNamed(actual, label)?.value ?? Number.NaN;
  return typeof label === "string" ? label.charCodeAt(0) : Number(label);
}

function isUnsigned32(type: UnionType): boolean {
  const actual = unaliased(type.discriminator);
  return actual.kind === "uint32" || (actual.kind === "bitmask" && actual.bitBound <= 32);
}

const noAnnotations = (): MemberAnnotations => ({ annBuiltin: undefined, annCustom: undefined });
