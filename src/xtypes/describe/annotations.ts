// XTypes 1.3 Annex B: values of annotations, from a peer's TypeObject. What cannot be understood is left out: they
// describe and decide nothing.

import { integerRange } from "../../idl/constants.js";
import {
  type ConstantValue,
  type CustomAnnotation,
  isPrimitive,
  type TypeDescription,
  unaliased,
} from "../../idl/index.js";
import { nameHashOf, toHex } from "../nameHash.js";
import type { TypeIdentifier } from "../wire/identifierTypes.js";
import type {
  AnnotationObject,
  AnnotationParameterValue,
  AppliedAnnotation,
  AppliedBuiltinMemberAnnotations,
} from "../wire/typeObjectValues.js";

interface BuiltinValues {
  unit?: string;
  min?: ConstantValue;
  max?: ConstantValue;
}

/** @min and @max of numbers, and @unit. */
export function builtinValues(
  given: AppliedBuiltinMemberAnnotations | undefined,
  type: TypeDescription,
): BuiltinValues {
  const values: BuiltinValues = {};
  if (given === undefined) return values;
  if (given.unit !== undefined) values.unit = given.unit;
  const min = limitOf(given.min, type);
  const max = limitOf(given.max, type);
  // A range that holds nothing says nothing.
  if (min !== undefined && max !== undefined && min > max) return values;
  if (min !== undefined) values.min = min;
  if (max !== undefined) values.max = max;
  return values;
}

function limitOf(given: AnnotationParameterValue | undefined, type: TypeDescription): number | bigint | undefined {
  const value = given?.value;
  const actual = unaliased(type);
  if (!isPrimitive(actual) || (typeof value !== "number" && typeof value !== "bigint")) return undefined;
  const range = integerRange(actual.kind);
  if (range === undefined) return actual.kind.startsWith("float") ? Number(value) : undefined;
  if (!Number.isInteger(Number(value))) return undefined;
  return value >= range[0] && value <= range[1] ? value : undefined;
}

/** Those whose own type is known. */
export function customAnnotationsOf(
  applied: readonly AppliedAnnotation[] | undefined,
  annotationOf: (identifier: TypeIdentifier) => AnnotationObject | undefined,
): CustomAnnotation[] {
  return (applied ?? []).flatMap(({ annotationTypeid, paramSeq }) => {
    const declared = annotationOf(annotationTypeid);
    const name = declared?.header.annotationName;
    if (declared === undefined || name === undefined) return [];
    const parameters: Record<string, ConstantValue> = {};
    for (const { paramnameHash, value } of paramSeq ?? []) {
      const hash = toHex(paramnameHash);
      const parameter = declared.memberSeq.find(
        ({ name: one }) => one !== undefined && toHex(nameHashOf(one)) === hash,
      );
      if (parameter?.name === undefined || parameter.name === "__proto__" || value.value === undefined) continue;
      parameters[parameter.name] = value.value;
    }
    return [{ name, parameters }];
  });
}
