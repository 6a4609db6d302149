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

export interface IntegerConstant {
  readonly kind: "integer";
  readonly value: bigint;
  /** Came from `~`: a negative value stands for the bits of an unsigned type (§7.4.1.4.3). */
  readonly isComplement?: boolean;
}

export type Constant =
  | IntegerConstant
  | { readonly kind: "float"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "char"; readonly value: string }
  | { readonly kind: "wchar"; readonly value: string }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "wstring"; readonly value: string }
  | { readonly kind: "enum"; readonly type: EnumType; readonly value: EnumLiteral };

/** Applies an infix operator. Returns the result, or what is wrong as text. */
export function applyInfix(operator: string, left: Constant, right: Constant): Constant | string {
  if (left.kind === "integer" && right.kind === "integer") return integerInfix(operator, left, right);
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

function integerInfix(operator: string, left: IntegerConstant, right: IntegerConstant): Constant | string {
  const { value: a } = left;
  const { value: b } = right;
  const isComplement = left.isComplement === true || right.isComplement === true;
  const bits = (value: bigint): Constant | string => inRange(isComplement ? { ...left, value, isComplement } : value);
  switch (operator) {
    case "|":
      return bits(a | b);
    case "^":
      return bits(a ^ b);
    case "&":
      return bits(a & b);
    case "<<":
    case ">>":
      if (b < 0n || b >= 64n) return "a shift must be by 0 to 63";
      return bits(operator === "<<" ? a << b : a >> b);
    case "+":
      return inRange(a + b);
    case "-":
      return inRange(a - b);
    case "*":
      return inRange(a * b);
    default:
      if (b === 0n) return "division by zero";
      return inRange(operator === "/" ? a / b : a % b);
  }
}

/** Applies `+`, `-` or `~`. Returns the result, or what is wrong as text. */
export function applyPrefix(operator: string, operand: Constant): Constant | string {
  if (operand.kind === "integer") {
    const { value } = operand;
    if (operator === "~") return inRange({ kind: "integer", value: ~value, isComplement: true });
    return operator === "-" ? inRange(-value) : operand;
  }
  if (operand.kind === "float" && operator !== "~") {
    return { kind: "float", value: operator === "-" ? -operand.value : operand.value };
  }
  return `${operator} needs ${operator === "~" ? "an integer" : "a number"}`;
}

/** §7.4.1.4.3: what leaves the 64-bit range on the way is an error, whatever the result would be. */
function inRange(result: bigint | IntegerConstant): Constant | string {
  const constant: IntegerConstant = typeof result === "bigint" ? { kind: "integer", value: result } : result;
  return constant.value >= MIN_INTEGER && constant.value <= MAX_INTEGER ? constant : "the number is too large";
}

/** The value of a literal as the lexer writes it (`0x1F`, `0o17`, `12`); undefined when it has more than 64 bits. */
export function integerLiteral(text: string): Constant | undefined {
  // BigInt takes quadratic time on the thousands of digits that a text can have.
  const [, prefix = "", digits = ""] = /^(0[xo])?0*(.*)$/i.exec(text) ?? [];
  if (digits.length > 22) return undefined;
  const value = BigInt(prefix + (digits === "" ? "0" : digits));
  return value <= MAX_INTEGER ? { kind: "integer", value } : undefined;
}

const MIN_INTEGER = -(2n ** 63n);
const MAX_INTEGER = 2n ** 64n - 1n;

/** Lowest and highest value of an integer kind; undefined for other kinds. */
export function integerRange(kind: string): readonly [bigint, bigint] | undefined {
  return INTEGER_RANGES[kind];
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
    return constant.kind === "integer" ? fitInteger(constant, range) : undefined;
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

function fitInteger(constant: IntegerConstant, [min, max]: readonly [bigint, bigint]): Constant | undefined {
  const isBits = min === 0n && constant.isComplement === true && constant.value < 0n;
  const value = isBits ? constant.value + max + 1n : constant.value;
  return value >= min && value <= max ? { kind: "integer", value } : undefined;
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
