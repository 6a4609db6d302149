// XTypes 1.3 §7.3.4.5: what complete objects say of annotations. Those without a meaning of their own are applied by
// the identifier of their type; nobody declares it here, so it is made from the parameters that are given.

import type { ConstantValue, CustomAnnotation, MemberBase } from "../../idl/index.js";
import { hashIdentifier, NO_TYPE, primitiveIdentifier } from "../identifiers.js";
import * as kinds from "../kinds.js";
import { equivalenceHashOf, nameHashOf, toHex } from "../nameHash.js";
import { typeIdentifierCodec, typeObjectCodec } from "../wire/codecs.js";
import type { TypeIdentifier } from "../wire/identifierTypes.js";
import type {
  AnnotationParameterValue,
  AppliedAnnotation,
  AppliedBuiltinMemberAnnotations,
  MemberAnnotations,
  TypeObject,
} from "../wire/typeObjectValues.js";
import { valueAlone, valueOfType } from "./annotationValues.js";

/** Takes the TypeObject of an annotation, which whoever asks for the annotated type will want too. */
export type AnnotationSink = (identifier: TypeIdentifier, serialized: Uint8Array) => void;

/** Everything that a struct or union member says besides name, id and type. */
export function memberAnnotations(member: MemberBase, sink: AnnotationSink): MemberAnnotations {
  return { annBuiltin: builtinMemberAnnotations(member), annCustom: customAnnotations(member.annotations, sink) };
}

function builtinMemberAnnotations(member: MemberBase): AppliedBuiltinMemberAnnotations | undefined {
  const min = valueOfType(member.min, member.type);
  const max = valueOfType(member.max, member.type);
  const { unit, hashId } = member;
  if ([unit, hashId, min, max].every((value) => value === undefined)) return undefined;
  return { unit, min, max, hashId };
}

/** Sorted by the identifiers of the annotations. */
export function customAnnotations(
  annotations: readonly CustomAnnotation[],
  sink: AnnotationSink,
): readonly AppliedAnnotation[] | undefined {
  if (annotations.length === 0) return undefined;
  return annotations
    .map((annotation) => applied(annotation, sink))
    .map((one) => ({ one, order: toHex(typeIdentifierCodec.encode(one.annotationTypeid)) }))
    .sort((a, b) => compareText(a.order, b.order))
    .map(({ one }) => one);
}

interface Parameter {
  readonly name: string;
  readonly value: AnnotationParameterValue;
}

function applied({ name, parameters }: CustomAnnotation, sink: AnnotationSink): AppliedAnnotation {
  const given = Object.entries(parameters).flatMap(([parameter, value]) => parameterOf(parameter, value));
  const annotationTypeid = declare(name, given, sink);
  if (given.length === 0) return { annotationTypeid, paramSeq: undefined };
  const paramSeq = given
    .map((parameter) => ({ paramnameHash: nameHashOf(parameter.name), value: parameter.value }))
    .sort((a, b) => compareText(toHex(a.paramnameHash), toHex(b.paramnameHash)));
  return { annotationTypeid, paramSeq };
}

function parameterOf(name: string, constant: ConstantValue): Parameter[] {
  const value = valueAlone(constant);
  return value === undefined ? [] : [{ name, value }];
}

/** The annotation's type: its name, and the parameters with their kinds. Defaults are not known: zero. */
function declare(name: string, parameters: readonly Parameter[], sink: AnnotationSink): TypeIdentifier {
  const memberSeq = [...parameters]
    .sort((a, b) => compareText(a.name, b.name))
    .map(({ name: parameter, value }) => ({
      common: { memberFlags: 0, memberTypeId: typeOfValue(value) },
      name: parameter,
      defaultValue: { ...value, value: zeroLike(value) },
    }));
  const object: TypeObject = {
    $discriminator: kinds.EK_COMPLETE,
    member: "complete",
    value: {
      $discriminator: kinds.TK_ANNOTATION,
      member: "annotationType",
      value: { annotationFlag: 0, header: { annotationName: name }, memberSeq },
    },
  };
  const serialized = typeObjectCodec.encode(object);
  const identifier = hashIdentifier(kinds.EK_COMPLETE, equivalenceHashOf(serialized));
  sink(identifier, serialized);
  return identifier;
}

function typeOfValue({ $discriminator }: AnnotationParameterValue): TypeIdentifier {
  if ($discriminator === kinds.TK_STRING8) {
    return { $discriminator: kinds.TI_STRING8_SMALL, member: "stringSdefn", value: { bound: 0 } };
  }
  const primitive = kinds.PRIMITIVE_OF_KIND.get($discriminator);
  return primitive === undefined ? NO_TYPE : primitiveIdentifier(primitive);
}

function zeroLike({ value }: AnnotationParameterValue): ConstantValue {
  switch (typeof value) {
    case "boolean":
      return false;
    case "bigint":
      return 0n;
    case "string":
      return "";
    default:
      return 0;
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
