// XTypes 1.3 Annex B: TypeObject, described with our own builders. Complete and minimal objects differ in what a type
// and a member say about themselves; both are made by the same functions.

import {
  boolean,
  char,
  float32,
  float64,
  float128,
  int8,
  int16,
  int32,
  int64,
  type MemberOptions,
  octet,
  type StructMembers,
  type StructType,
  sequence,
  string,
  struct,
  type TypeDescription,
  type UnionCases,
  type UnionType,
  uint8,
  uint16,
  uint32,
  uint64,
  union,
  wchar,
  wstring,
} from "../../idl/index.js";
import * as kinds from "../kinds.js";
import { appendable, final, mutable, nameHash, typeIdentifier } from "./identifierTypes.js";

type Detail = "Complete" | "Minimal";

const name = (short: string) => `DDS::XTypes::${short}`;
const optional = (type: TypeDescription): MemberOptions => ({ type, optional: true });

/** MEMBER_NAME_MAX_LENGTH and TYPE_NAME_MAX_LENGTH. */
const boundedName = string(256);

/** Without the default case of Annex B, as with TypeIdentifier: what is unknown selects nothing. */
const annotationParameterValue: UnionType = union(
  name("AnnotationParameterValue"),
  octet,
  {
    booleanValue: { type: boolean, labels: [kinds.TK_BOOLEAN] },
    byteValue: { type: octet, labels: [kinds.TK_BYTE] },
    int8Value: { type: int8, labels: [kinds.TK_INT8] },
    uint8Value: { type: uint8, labels: [kinds.TK_UINT8] },
    int16Value: { type: int16, labels: [kinds.TK_INT16] },
    uint16Value: { type: uint16, labels: [kinds.TK_UINT16] },
    int32Value: { type: int32, labels: [kinds.TK_INT32] },
    uint32Value: { type: uint32, labels: [kinds.TK_UINT32] },
    int64Value: { type: int64, labels: [kinds.TK_INT64] },
    uint64Value: { type: uint64, labels: [kinds.TK_UINT64] },
    float32Value: { type: float32, labels: [kinds.TK_FLOAT32] },
    float64Value: { type: float64, labels: [kinds.TK_FLOAT64] },
    float128Value: { type: float128, labels: [kinds.TK_FLOAT128] },
    charValue: { type: char, labels: [kinds.TK_CHAR8] },
    wcharValue: { type: wchar, labels: [kinds.TK_CHAR16] },
    enumeratedValue: { type: int32, labels: [kinds.TK_ENUM] },
    string8Value: { type: string(128), labels: [kinds.TK_STRING8] },
    string16Value: { type: wstring(128), labels: [kinds.TK_STRING16] },
  },
  final,
);

const appliedAnnotation: StructType = struct(
  name("AppliedAnnotation"),
  {
    annotationTypeid: typeIdentifier,
    paramSeq: optional(
      sequence(
        struct(
          name("AppliedAnnotationParameter"),
          { paramnameHash: nameHash, value: annotationParameterValue },
          appendable,
        ),
      ),
    ),
  },
  appendable,
);

const customAnnotations = optional(sequence(appliedAnnotation));

const typeAnnotations: StructType = struct(
  name("AppliedBuiltinTypeAnnotations"),
  {
    verbatim: optional(
      struct(name("AppliedVerbatimAnnotation"), { placement: string(32), language: string(32), text: string() }, final),
    ),
  },
  appendable,
);

const memberAnnotations: StructType = struct(
  name("AppliedBuiltinMemberAnnotations"),
  {
    unit: optional(string()),
    min: optional(annotationParameterValue),
    max: optional(annotationParameterValue),
    hashId: optional(string()),
  },
  appendable,
);

const completeTypeDetail: StructType = struct(
  name("CompleteTypeDetail"),
  { annBuiltin: optional(typeAnnotations), annCustom: customAnnotations, typeName: boundedName },
  final,
);
const minimalTypeDetail: StructType = struct(name("MinimalTypeDetail"), {}, final);

const completeMemberDetail: StructType = struct(
  name("CompleteMemberDetail"),
  { name: boundedName, annBuiltin: optional(memberAnnotations), annCustom: customAnnotations },
  final,
);
const minimalMemberDetail: StructType = struct(name("MinimalMemberDetail"), { nameHash }, final);

/** The parts that the two kinds of objects have in different forms. */
function partsOf(detail: Detail) {
  const isComplete = detail === "Complete";
  const typeDetail = isComplete ? completeTypeDetail : minimalTypeDetail;
  const memberDetail = isComplete ? completeMemberDetail : minimalMemberDetail;
  const part = (short: string, members: StructMembers) => struct(name(detail + short), members, appendable);
  const whole = (short: string, members: StructMembers, options: typeof final | typeof appendable = final) =>
    struct(name(detail + short), members, options);
  return { isComplete, typeDetail, memberDetail, part, whole };
}

const commonStructMember: StructType = struct(
  name("CommonStructMember"),
  { memberId: uint32, memberFlags: uint16, memberTypeId: typeIdentifier },
  final,
);

function structType(detail: Detail): StructType {
  const { typeDetail, memberDetail, part, whole } = partsOf(detail);
  return whole("StructType", {
    structFlags: uint16,
    header: part("StructHeader", { baseType: typeIdentifier, detail: typeDetail }),
    memberSeq: sequence(part("StructMember", { common: commonStructMember, detail: memberDetail })),
  });
}

const commonUnionMember: StructType = struct(
  name("CommonUnionMember"),
  { memberId: uint32, memberFlags: uint16, typeId: typeIdentifier, labelSeq: sequence(int32) },
  final,
);
const commonDiscriminatorMember: StructType = struct(
  name("CommonDiscriminatorMember"),
  { memberFlags: uint16, typeId: typeIdentifier },
  final,
);

function unionType(detail: Detail): StructType {
  const { isComplete, typeDetail, memberDetail, part, whole } = partsOf(detail);
  const annotations: StructMembers = isComplete
    ? { annBuiltin: optional(typeAnnotations), annCustom: customAnnotations }
    : {};
  return whole("UnionType", {
    unionFlags: uint16,
    header: part("UnionHeader", { detail: typeDetail }),
    discriminator: part("DiscriminatorMember", { common: commonDiscriminatorMember, ...annotations }),
    memberSeq: sequence(part("UnionMember", { common: commonUnionMember, detail: memberDetail })),
  });
}

const commonAnnotationParameter: StructType = struct(
  name("CommonAnnotationParameter"),
  { memberFlags: uint16, memberTypeId: typeIdentifier },
  final,
);

function annotationType(detail: Detail): StructType {
  const { isComplete, part, whole } = partsOf(detail);
  const named: StructMembers = isComplete ? { name: boundedName } : { nameHash };
  return whole("AnnotationType", {
    annotationFlag: uint16,
    header: part("AnnotationHeader", isComplete ? { annotationName: boundedName } : {}),
    memberSeq: sequence(
      part("AnnotationParameter", {
        common: commonAnnotationParameter,
        ...named,
        defaultValue: annotationParameterValue,
      }),
    ),
  });
}

const commonAliasBody: StructType = struct(
  name("CommonAliasBody"),
  { relatedFlags: uint16, relatedType: typeIdentifier },
  final,
);

function aliasType(detail: Detail): StructType {
  const { isComplete, typeDetail, part, whole } = partsOf(detail);
  const annotations: StructMembers = isComplete
    ? { annBuiltin: optional(memberAnnotations), annCustom: customAnnotations }
    : {};
  return whole("AliasType", {
    aliasFlags: uint16,
    header: part("AliasHeader", isComplete ? { detail: typeDetail } : {}),
    body: part("AliasBody", { common: commonAliasBody, ...annotations }),
  });
}

const commonCollectionElement: StructType = struct(
  name("CommonCollectionElement"),
  { elementFlags: uint16, type: typeIdentifier },
  final,
);
const elementDetail: StructType = struct(
  name("CompleteElementDetail"),
  { annBuiltin: optional(memberAnnotations), annCustom: customAnnotations },
  final,
);
const commonCollectionHeader: StructType = struct(name("CommonCollectionHeader"), { bound: uint32 }, final);
const commonArrayHeader: StructType = struct(name("CommonArrayHeader"), { boundSeq: sequence(uint32) }, final);

function collectionElement(detail: Detail): StructType {
  const { isComplete, part } = partsOf(detail);
  const details: StructMembers = isComplete ? { detail: elementDetail } : {};
  return part("CollectionElement", { common: commonCollectionElement, ...details });
}

function collectionHeader(detail: Detail): StructType {
  const { isComplete, typeDetail, part } = partsOf(detail);
  const details: StructMembers = isComplete ? { detail: optional(typeDetail) } : {};
  return part("CollectionHeader", { common: commonCollectionHeader, ...details });
}

function sequenceType(detail: Detail): StructType {
  return partsOf(detail).whole("SequenceType", {
    collectionFlag: uint16,
    header: collectionHeader(detail),
    element: collectionElement(detail),
  });
}

function arrayType(detail: Detail): StructType {
  const { isComplete, typeDetail, part, whole } = partsOf(detail);
  const details: StructMembers = isComplete ? { detail: typeDetail } : {};
  const members = {
    collectionFlag: uint16,
    header: part("ArrayHeader", { common: commonArrayHeader, ...details }),
    element: collectionElement(detail),
  };
  // Annex B has one appendable and the other final.
  return whole("ArrayType", members, isComplete ? appendable : final);
}

function mapType(detail: Detail): StructType {
  const element = collectionElement(detail);
  const members = { collectionFlag: uint16, header: collectionHeader(detail), key: element, element };
  return partsOf(detail).whole("MapType", members);
}

const commonEnumeratedLiteral: StructType = struct(
  name("CommonEnumeratedLiteral"),
  { value: int32, flags: uint16 },
  appendable,
);
const commonEnumeratedHeader: StructType = struct(name("CommonEnumeratedHeader"), { bitBound: uint16 }, final);

/** Of enums and, by another name in Annex B, of bitmasks. */
function enumeratedHeader(detail: Detail): StructType {
  const { isComplete, typeDetail, part } = partsOf(detail);
  return part("EnumeratedHeader", { common: commonEnumeratedHeader, ...(isComplete ? { detail: typeDetail } : {}) });
}

function enumeratedType(detail: Detail): StructType {
  const { memberDetail, part, whole } = partsOf(detail);
  return whole("EnumeratedType", {
    enumFlags: uint16,
    header: enumeratedHeader(detail),
    literalSeq: sequence(part("EnumeratedLiteral", { common: commonEnumeratedLiteral, detail: memberDetail })),
  });
}

const commonBitflag: StructType = struct(name("CommonBitflag"), { position: uint16, flags: uint16 }, final);

function bitmaskType(detail: Detail): StructType {
  const { memberDetail, part, whole } = partsOf(detail);
  const members = {
    bitmaskFlags: uint16,
    header: enumeratedHeader(detail),
    flagSeq: sequence(part("Bitflag", { common: commonBitflag, detail: memberDetail })),
  };
  return whole("BitmaskType", members, appendable);
}

const commonBitfield: StructType = struct(
  name("CommonBitfield"),
  { position: uint16, flags: uint16, bitcount: octet, holderType: octet },
  final,
);

function bitsetType(detail: Detail): StructType {
  const { isComplete, typeDetail, memberDetail, part, whole } = partsOf(detail);
  const named: StructMembers = isComplete ? { detail: memberDetail } : { nameHash };
  const members = {
    bitsetFlags: uint16,
    header: part("BitsetHeader", isComplete ? { detail: typeDetail } : {}),
    fieldSeq: sequence(part("Bitfield", { common: commonBitfield, ...named })),
  };
  return whole("BitsetType", members, appendable);
}

function objectOfKind(detail: Detail): UnionType {
  const cases: UnionCases = {
    aliasType: { type: aliasType(detail), labels: [kinds.TK_ALIAS] },
    annotationType: { type: annotationType(detail), labels: [kinds.TK_ANNOTATION] },
    structType: { type: structType(detail), labels: [kinds.TK_STRUCTURE] },
    unionType: { type: unionType(detail), labels: [kinds.TK_UNION] },
    bitsetType: { type: bitsetType(detail), labels: [kinds.TK_BITSET] },
    sequenceType: { type: sequenceType(detail), labels: [kinds.TK_SEQUENCE] },
    arrayType: { type: arrayType(detail), labels: [kinds.TK_ARRAY] },
    mapType: { type: mapType(detail), labels: [kinds.TK_MAP] },
    enumeratedType: { type: enumeratedType(detail), labels: [kinds.TK_ENUM] },
    bitmaskType: { type: bitmaskType(detail), labels: [kinds.TK_BITMASK] },
    extendedType: { type: struct(name(`${detail}ExtendedType`), {}, mutable), isDefault: true },
  };
  return union(name(`${detail}TypeObject`), octet, cases, final);
}

export const typeObject: UnionType = union(
  name("TypeObject"),
  octet,
  {
    complete: { type: objectOfKind("Complete"), labels: [kinds.EK_COMPLETE] },
    minimal: { type: objectOfKind("Minimal"), labels: [kinds.EK_MINIMAL] },
  },
  appendable,
);
