/** Default values (XTypes 1.3 §7.2.2.4.4.4.7, table 9): what a member takes that an older writer did not send. */
import type { DefaultValue, StructMember, StructType, TypeDescription } from "../idl/index.js";
import { toNumber, typedArrayFor } from "./numbers.js";

/** A fresh default value of a struct. */
export function defaultStruct(type: StructType, int64: "bigint" | "number"): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const member of type.members) value[member.name] = defaultMember(member, int64);
  return value;
}

/** The member's `@default`, else the default of its type. */
export function defaultMember(member: StructMember, int64: "bigint" | "number"): unknown {
  const { type, defaultValue } = member;
  return defaultValue === undefined ? defaultOf(type, int64) : convert(defaultValue, type, int64);
}

function convert(value: DefaultValue, type: TypeDescription, int64: "bigint" | "number"): unknown {
  if (type.kind === "int64" || type.kind === "uint64") {
    return int64 === "bigint" ? BigInt(value) : toNumber(BigInt(value), type.kind);
  }
  return typeof value === "bigint" ? Number(value) : value;
}

export function defaultOf(type: TypeDescription, int64: "bigint" | "number"): unknown {
  switch (type.kind) {
    case "boolean":
      return false;
    case "char":
      return "\0";
    case "int64":
    case "uint64":
      return int64 === "bigint" ? 0n : 0;
    case "string":
      return "";
    case "enum":
      return type.defaultLiteral.name;
    case "struct":
      return defaultStruct(type, int64);
    case "sequence":
      return emptyCollection(type.element, 0, int64);
    case "array":
      return defaultArray(type.element, type.dimensions, int64);
    default:
      return 0;
  }
}

function defaultArray(element: TypeDescription, dimensions: readonly number[], int64: "bigint" | "number"): unknown {
  const [count = 0, ...inner] = dimensions;
  if (inner.length > 0) return Array.from({ length: count }, () => defaultArray(element, inner, int64));
  return emptyCollection(element, count, int64);
}

/** A typed array where decoding gives one, else a plain array. */
function emptyCollection(element: TypeDescription, count: number, int64: "bigint" | "number"): unknown {
  const TypedArray = typedArrayFor(element, int64);
  if (TypedArray !== undefined) return new TypedArray(count);
  return Array.from({ length: count }, () => defaultOf(element, int64));
}
