/** From a literal, a parameter or the name of an enum literal to the value that a field is compared with. */
import { type EnumType, literalNamed } from "../idl/index.js";
import type { Int64Constant } from "./comparisons.js";
import type { ExpressionParameters } from "./ExpressionParameters.js";
import { type Field, fieldInWords } from "./Field.js";
import { FilterError } from "./FilterError.js";
import type { FieldName, Literal, Parameter, Term } from "./FilterExpression.js";
import { didYouMean } from "./nearName.js";
import { type ParsedNumber, parseNumber } from "./numbers.js";
import { quote, quoteText } from "./tokens.js";

/** All that is not a field. A single word is the name of an enum literal here. */
export type Constant = Literal | Parameter | FieldName;

/** What constants are read from, besides themselves. */
export interface ConstantContext {
  readonly expression: string;
  readonly parameters: ExpressionParameters;
}

/** A number for an integer field of up to 32 bits or a float field. */
export function numberConstant(field: Field, constant: Constant, context: ConstantContext): number {
  const value = Number(parsedNumber(field, constant, context).value);
  if (field.type.kind !== "float32") return value;
  // A constant takes the type of the field, as in Fast DDS: a float32 that was set to 0.1 equals 0.1.
  const rounded = Math.fround(value);
  return Number.isFinite(rounded) ? rounded : value;
}

/** For a field of 64 bits: exact, whatever the codec decodes it to. */
export function int64Constant(field: Field, constant: Constant, context: ConstantContext): Int64Constant {
  const parsed = parsedNumber(field, constant, context);
  if (parsed.kind === "float") return { forNumber: parsed.value, forBigint: parsed.value };
  const rounded = Number(parsed.value);
  return { forNumber: BigInt(rounded) === parsed.value ? rounded : parsed.value, forBigint: parsed.value };
}

export function booleanConstant(field: Field, constant: Constant, context: ConstantContext): boolean {
  if (constant.kind === "boolean") return constant.value;
  if (constant.kind === "integer" && (constant.value === 0n || constant.value === 1n)) return constant.value === 1n;
  const needed = `TRUE, FALSE, 1 or 0 for ${fieldInWords(field)}`;
  if (constant.kind !== "parameter") throw mismatch(constant, needed, context);
  const word = context.parameters.textOf(constant).trim().toUpperCase();
  if (word === "TRUE" || word === "1") return true;
  if (word === "FALSE" || word === "0") return false;
  throw context.parameters.misfit(constant, needed);
}

/** A literal by name, or any integer: enums have the order of their numbers. */
export function enumConstant(field: Field, type: EnumType, constant: Constant, context: ConstantContext): number {
  const needed = `a literal of ${type.name}, or a number, for ${field.name}`;
  switch (constant.kind) {
    case "integer":
      return Number(constant.value);
    case "text":
      return literalValue(type, constant.value, constant, context);
    case "field":
      if (constant.parts.length > 1) break;
      return literalValue(type, constant.name, constant, context);
    case "parameter": {
      const number = parseNumber(context.parameters.textOf(constant).trim());
      if (typeof number === "object" && number.kind === "integer") return Number(number.value);
      if (number !== undefined) throw context.parameters.misfit(constant, needed);
      return literalValue(type, context.parameters.unquoted(constant), constant, context);
    }
  }
  throw mismatch(constant, needed, context);
}

/** A text for a string or char, or a pattern for one of them. */
export function textConstant(field: Field, constant: Constant, context: ConstantContext, isPattern = false): string {
  const isChar = (field.type.kind === "char" || field.type.kind === "wchar") && !isPattern;
  const needed = `${isChar ? "one character" : "a string"} for ${fieldInWords(field)}`;
  if (constant.kind !== "text" && constant.kind !== "parameter") throw mismatch(constant, needed, context);
  const text = constant.kind === "text" ? constant.value : context.parameters.unquoted(constant);
  if (!isChar || text.length === 1) return text;
  if (constant.kind === "parameter") throw context.parameters.misfit(constant, needed);
  throw mismatch(constant, needed, context);
}

/** The error for a constant that does not go with the field. */
export function mismatch(constant: Term, needed: string, context: ConstantContext): FilterError {
  const problem = `expected ${needed}, found ${inWords(constant)}`;
  return new FilterError("wrong-kind", problem, context.expression, constant.at);
}

function parsedNumber(field: Field, constant: Constant, context: ConstantContext): ParsedNumber {
  if (constant.kind === "integer" || constant.kind === "float") return constant;
  const needed = `a number for ${fieldInWords(field)}`;
  if (constant.kind !== "parameter") throw mismatch(constant, needed, context);
  const parsed = parseNumber(context.parameters.textOf(constant).trim());
  if (typeof parsed === "object") return parsed;
  throw context.parameters.misfit(constant, parsed === undefined ? needed : `${needed}: it ${parsed}`);
}

function literalValue(type: EnumType, name: string, constant: Constant, { expression }: ConstantContext): number {
  const literal = literalNamed(type, name);
  if (literal !== undefined) return literal.value;
  const names = type.literals.map((each) => each.name);
  const near = didYouMean(name, names);
  const hint = near === "" && names.length <= LITERALS_SHOWN ? `; it has ${names.join(", ")}` : near;
  const problem = `${type.name} has no literal ${quote(name)}${hint}`;
  throw new FilterError("unknown-literal", problem, expression, constant.at);
}

function inWords(constant: Term): string {
  switch (constant.kind) {
    case "text":
      return `the string ${quoteText(constant.value)}`;
    case "boolean":
      return constant.value ? "TRUE" : "FALSE";
    case "null":
      return "NULL";
    case "field":
      return quote(constant.name);
    case "parameter":
      return `%${constant.index}`;
    default:
      return `the number ${constant.value}`;
  }
}

const LITERALS_SHOWN = 12;
