// XTypes 1.3 Annex B, AnnotationParameterValue: values of @min, @max and of annotations without a meaning of their own.

import { type ConstantValue, isPrimitive, literalNamed, type TypeDescription, unaliased } from "../../idl/index.js";
import * as kinds from "../kinds.js";
import type { AnnotationParameterValue } from "../wire/typeObjectValues.js";

/** ANNOTATION_STR_VALUE_MAX_LEN: longer texts cannot be said. */
const MAX_TEXT_BYTES = 128;

/** A value of `type`, as @min and @max are; undefined if it cannot be said. */
export function valueOfType(
  value: ConstantValue | undefined,
  type: TypeDescription,
): AnnotationParameterValue | undefined {
  if (value === undefined) return undefined;
  const actual = unaliased(type);
  if (isPrimitive(actual)) {
    const kind = kinds.KIND_OF_PRIMITIVE[actual.kind];
    const isWide = kind === kinds.TK_INT64 || kind === kinds.TK_UINT64;
    return parameterValue(kind, isWide && typeof value === "number" ? BigInt(Math.trunc(value)) : value);
  }
  if (actual.kind === "enum" && typeof value === "string") {
    const literal = literalNamed(actual, value);
    return literal === undefined ? undefined : parameterValue(kinds.TK_ENUM, literal.value);
  }
  return valueAlone(value);
}

/** A value whose type nobody tells: that of a parameter of an annotation that is not declared here. */
export function valueAlone(value: ConstantValue): AnnotationParameterValue | undefined {
  switch (typeof value) {
    case "boolean":
      return parameterValue(kinds.TK_BOOLEAN, value);
    case "bigint":
      return parameterValue(value < 2n ** 63n ? kinds.TK_INT64 : kinds.TK_UINT64, value);
    case "string":
      if (new TextEncoder().encode(value).length > MAX_TEXT_BYTES) return undefined;
      return parameterValue(kinds.TK_STRING8, value);
    default:
      if (Number.isInteger(value) && Math.abs(value) < 2 ** 31) return parameterValue(kinds.TK_INT32, value);
      return parameterValue(kinds.TK_FLOAT64, value);
  }
}

function parameterValue(kind: number, value: ConstantValue): AnnotationParameterValue {
  return { $discriminator: kind, member: MEMBER_OF_KIND.get(kind) ?? null, value };
}

const MEMBER_OF_KIND: ReadonlyMap<number, string> = new Map([
  [kinds.TK_BOOLEAN, "booleanValue"],
  [kinds.TK_BYTE, "byteValue"],
  [kinds.TK_INT8, "int8Value"],
  [kinds.TK_UINT8, "uint8Value"],
  [kinds.TK_INT16, "int16Value"],
  [kinds.TK_UINT16, "uint16Value"],
  [kinds.TK_INT32, "int32Value"],
  [kinds.TK_UINT32, "uint32Value"],
  [kinds.TK_INT64, "int64Value"],
  [kinds.TK_UINT64, "uint64Value"],
  [kinds.TK_FLOAT32, "float32Value"],
  [kinds.TK_FLOAT64, "float64Value"],
  [kinds.TK_FLOAT128, "float128Value"],
  [kinds.TK_CHAR8, "charValue"],
  [kinds.TK_CHAR16, "wcharValue"],
  [kinds.TK_ENUM, "enumeratedValue"],
  [kinds.TK_STRING8, "string8Value"],
  [kinds.TK_STRING16, "string16Value"],
]);
