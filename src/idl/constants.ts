/** Values of constant expressions (OMG IDL 4.2 §7.4.1.4.3) and their fit into types. */
import {
  type DefaultValue,
  type EnumLiteral,
  type EnumType,
  literalNamed,
  type TypeDescription,
  typeToString,
} from "./types.js";

export type Constant =
  | { readonly kind: "integer"; readonly value: bigint }
  | { readonly kind: "float"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "char"; readonly value: string }
  | { readonly kind: "string"; readonly value: string }
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

/** The constant as a value of the type; undefined when it does not fit. */
export function fitConstant(constant: Constant, type: TypeDescription): Constant | undefined {
  const range = INTEGER_RANGES[type.kind];
  if (range !== undefined) {
    if (constant.kind !== "integer") return undefined;
    const { value } = constant;
    return value >= range[0] && value <= range[1] ? constant : undefined;
  }
  switch (type.kind) {
    case "float32":
    case "float64": {
      if (constant.kind !== "integer" && constant.kind !== "float") return undefined;
      const value = Number(constant.value);
      const stored = type.kind === "float32" ? Math.fround(value) : value;
      return Number.isFinite(stored) ? { kind: "float", value } : undefined;
    }
    case "boolean":
      return constant.kind === "boolean" ? constant : undefined;
    case "char":
      return constant.kind === "char" && constant.value <= "\u00ff" ? constant : undefined;
    case "string":
      if (constant.kind !== "string" || NOT_IN_STRINGS.test(constant.value)) return undefined;
      return type.bound === undefined || utf8Bytes(constant.value) <= type.bound ? constant : undefined;
    case "enum":
      return constant.kind === "enum" && constant.type === type ? constant : undefined;
    default:
      return undefined;
  }
}

/** The plain value a type description keeps: 64-bit integers as bigint, other numbers as number, enums by name. */
export function plainValue(constant: Constant, type: TypeDescription): DefaultValue {
  if (constant.kind === "enum") return constant.value.name;
  if (constant.kind !== "integer") return constant.value;
  return type.kind === "int64" || type.kind === "uint64" ? constant.value : Number(constant.value);
}

/** The opposite of `plainValue`; undefined when no constant of the type has this value. */
export function constantOf(value: DefaultValue, type: TypeDescription): Constant | undefined {
  switch (typeof value) {
    case "bigint":
      return { kind: "integer", value };
    case "boolean":
      return { kind: "boolean", value };
    case "number":
      return Number.isInteger(value) ? { kind: "integer", value: BigInt(value) } : { kind: "float", value };
    default: {
      if (type.kind !== "enum") return { kind: type.kind === "char" && value.length === 1 ? "char" : "string", value };
      const literal = literalNamed(type, value);
      return literal && { kind: "enum", type, value: literal };
    }
  }
}

/** For messages: `5000000000 does not fit int32`. */
export function misfit(constant: Constant, type: TypeDescription): string {
  const shown = constant.kind === "enum" ? constant.value.name : JSON.stringify(String(constant.value));
  const value = constant.kind === "string" || constant.kind === "char" ? shown : shown.replaceAll('"', "");
  return `${value} does not fit ${typeToString(type)}`;
}

function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** A NUL would end the string on the wire; a surrogate that stands alone has no UTF-8. */
const NOT_IN_STRINGS = /\0|\p{Surrogate}/u;
