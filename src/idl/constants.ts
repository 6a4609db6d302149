/** Values of constant expressions (OMG IDL 4.2 §7.4.1.4.3) and their fit into types. */
import {
  type BitmaskType,
  type ConstantValue,
  type EnumLiteral,
  type EnumType,
  literalNamed,
  type TypeDescription,
  typeToString,
  unaliased,
} from "./types.js";

export type Constant =
  | { readonly kind: "integer"; readonly value: bigint }
  | { readonly kind: "float"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "char"; readonly value: string }
  | { readonly kind: "wchar"; readonly value: string }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "wstring"; readonly value: string }
  | { readonly kind: "enum"; readonly type: EnumType; readonly value: EnumLiteral };

/** Applies an infix operator. Returns the result, or what is wrong as text. */
export function applyInfix(operator: string, left: Constant, right: Constant): Constant | string {
  if (left.kind === "integer" && right.kind === "integer") return integerInfix(operator, left.value, right.value);
  const isNumber = (each: Constant) => each.kind === "float" || each.kind === "integer";
  if (!isNumber(left) || !isNumber(right)) return `${operator} needs two numbers`;
  const a = Number(left.value);
  const b = Number(right.value);
  switch (operator) {
    case "+":
      return { kind: "float", value: a + b };
    case "-":
      return { kind: "float", value: a - b };
    case "*":
      return { kind: "float", value: a * b };
    case "/":
      return b === 0 ? "division by zero" : { kind: "float", value: a / b };
    default:
      return `${operator} needs two integers`;
  }
}

function integerInfix(operator: string, a: bigint, b: bigint): Constant | string {
  const integer = (value: bigint): Constant => ({ kind: "integer", value });
  switch (operator) {
    case "|":
      return integer(a | b);
    case "^":
      return integer(a ^ b);
    case "&":
      return integer(a & b);
    case "<<":
    case ">>":
      if (b < 0n || b >= 64n) return "a shift must be by 0 to 63";
      return integer(operator === "<<" ? a << b : a >> b);
    case "+":
      return integer(a + b);
    case "-":
      return integer(a - b);
    case "*":
      return integer(a * b);
    default:
      if (b === 0n) return "division by zero";
      return integer(operator === "/" ? a / b : a % b);
  }
}

/** Applies `+`, `-` or `~`. Returns the result, or what is wrong as text. */
export function applyPrefix(operator: string, operand: Constant): Constant | string {
  if (operand.kind === "integer") {
    const { value } = operand;
    return { kind: "integer", value: operator === "-" ? -value : operator === "~" ? ~value : value };
  }
  if (operand.kind === "float" && operator !== "~") {
    return { kind: "float", value: operator === "-" ? -operand.value : operand.value };
  }
  return `${operator} needs ${operator === "~" ? "an integer" : "a number"}`;
}

const INTEGER_RANGES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int8: [-128n, 127n],
  uint8: [0n, 255n],
  octet: [0n, 255n],
  int16: [-32768n, 32767n],
  uint16: [0n, 65535n],
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

/**
 * The constant as a value of the type, or of what an alias stands for; undefined when it does not fit. Bitmasks take
 * integers, as their flags are.
 */
export function fitConstant(constant: Constant, type: TypeDescription): Constant | undefined {
  const actual = unaliased(type);
  const range = actual.kind === "bitmask" ? bitmaskRange(actual) : INTEGER_RANGES[actual.kind];
  if (range !== undefined) {
    if (constant.kind !== "integer") return undefined;
    const { value } = constant;
    return value >= range[0] && value <= range[1] ? constant : undefined;
  }
  switch (actual.kind) {
    case "float32":
    case "float64":
    case "float128": {
      if (constant.kind !== "integer" && constant.kind !== "float") return undefined;
      const value = Number(constant.value);
      const stored = actual.kind === "float32" ? Math.fround(value) : value;
      return Number.isFinite(stored) ? { kind: "float", value } : undefined;
    }
    case "boolean":
      return constant.kind === "boolean" ? constant : undefined;
    case "enum":
      return constant.kind === "enum" && constant.type === actual ? constant : undefined;
    default:
      return fitText(constant, actual);
  }
}

function fitText(constant: Constant, type: TypeDescription): Constant | undefined {
  switch (type.kind) {
    case "char":
      return constant.kind === "char" && constant.value <= "\u00ff" ? constant : undefined;
    case "wchar":
      if (constant.kind !== "char" && constant.kind !== "wchar") return undefined;
      return constant.value.length === 1 ? { kind: "wchar", value: constant.value } : undefined;
    case "string":
      if (constant.kind !== "string" || NOT_IN_STRINGS.test(constant.value)) return undefined;
      return type.bound === undefined || utf8Bytes(constant.value) <= type.bound ? constant : undefined;
    case "wstring":
      if (constant.kind !== "string" && constant.kind !== "wstring") return undefined;
      if (NOT_IN_STRINGS.test(constant.value)) return undefined;
      if (type.bound !== undefined && constant.value.length > type.bound) return undefined;
      return { kind: "wstring", value: constant.value };
    default:
      return undefined;
  }
}

function bitmaskRange(type: BitmaskType): readonly [bigint, bigint] {
  return [0n, 2n ** BigInt(type.bitBound) - 1n];
}

/** The plain value a type description keeps: 64-bit integers as bigint, other numbers as number, enums by name. */
export function plainValue(constant: Constant, type: TypeDescription): ConstantValue {
  if (constant.kind === "enum") return constant.value.name;
  if (constant.kind !== "integer") return constant.value;
  const actual = unaliased(type);
  const is64Bit =
    actual.kind === "int64" || actual.kind === "uint64" || (actual.kind === "bitmask" && actual.bitBound > 32);
  return is64Bit ? constant.value : Number(constant.value);
}

/** The opposite of `plainValue`; undefined when no constant of the type has this value. */
export function constantOf(value: ConstantValue, type: TypeDescription): Constant | undefined {
  const actual = unaliased(type);
  switch (typeof value) {
    case "bigint":
      return { kind: "integer", value };
    case "boolean":
      return { kind: "boolean", value };
    case "number":
      return Number.isInteger(value) && !isFloat(actual)
        ? { kind: "integer", value: BigInt(value) }
        : { kind: "float", value };
    default: {
      if (actual.kind !== "enum") {
        const isCharacter = actual.kind === "char" || actual.kind === "wchar";
        return { kind: isCharacter && value.length === 1 ? "char" : "string", value };
      }
      const literal = literalNamed(actual, value);
      return literal && { kind: "enum", type: actual, value: literal };
    }
  }
}

function isFloat(type: TypeDescription): boolean {
  return type.kind === "float32" || type.kind === "float64" || type.kind === "float128";
}

/** For messages: `5000000000 does not fit int32`. */
export function misfit(constant: Constant, type: TypeDescription): string {
  const shown = constant.kind === "enum" ? constant.value.name : JSON.stringify(String(constant.value));
  const isText = ["string", "wstring", "char", "wchar"].includes(constant.kind);
  return `${isText ? shown : shown.replaceAll('"', "")} does not fit ${typeToString(type)}`;
}

function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** A NUL would end the string on the wire; a surrogate that stands alone has no UTF-8. */
const NOT_IN_STRINGS = /\0|\p{Surrogate}/u;
