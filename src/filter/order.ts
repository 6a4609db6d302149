/** Orders of values: strings by code point, as UTF-8 bytes compare; enums by value; FALSE before TRUE. */
import { type EnumType, isPrimitive } from "../idl/index.js";
import type { Field, Sample } from "./Field.js";

/** What one side of a comparison is turned into; undefined when the sample has no such value. */
export type Comparable = number | bigint | string;
export type ComparableReader = (sample: Sample) => Comparable | undefined;

/** What can be compared with what. Structs and collections are of no family: only parts of them can be compared. */
export type Family = "number" | "boolean" | "enum" | "text" | "none";

export function familyOf(field: Field): Family {
  const { type } = field;
  switch (type.kind) {
    case "string":
    case "wstring":
    case "char":
    case "wchar":
      return "text";
    case "boolean":
    case "enum":
      return type.kind;
    default:
      return isPrimitive(type) ? "number" : "none";
  }
}

/**
 * The values of a field in a form that compares: enums as their numbers, booleans as 0 and 1, float32 rounded as it
 * travels. Whatever is no value of the type is undefined.
 */
export function comparableReader(field: Field): ComparableReader {
  const { read, type } = field;
  switch (type.kind) {
    case "string":
    case "wstring":
    case "char":
    case "wchar":
      return (sample) => {
        const value = read(sample);
        return typeof value === "string" ? value : undefined;
      };
    case "boolean":
      return (sample) => {
        const value = read(sample);
        return typeof value === "boolean" ? Number(value) : undefined;
      };
    case "enum":
      return enumReader(field, type);
    case "float32":
      return (sample) => {
        const value = read(sample);
        return typeof value === "number" ? Math.fround(value) : undefined;
      };
    default:
      return (sample) => {
        const value = read(sample);
        return typeof value === "number" || typeof value === "bigint" ? value : undefined;
      };
  }
}

function enumReader({ read }: Field, type: EnumType): ComparableReader {
  let values = valuesOfEnum.get(type);
  if (values === undefined) {
    values = new Map(type.literals.map((literal) => [literal.name, literal.value]));
    valuesOfEnum.set(type, values);
  }
  const numbers = values;
  return (sample) => numbers.get(read(sample));
}

/** One for each type, not for each comparison: a filter can have thousands. */
const valuesOfEnum = new WeakMap<EnumType, ReadonlyMap<unknown, number>>();

/** Negative, 0 or positive. JavaScript's own order is by UTF-16 units, which puts U+10000 before U+E000. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** True when JavaScript's order of this text and any other is that of code points. */
export function ordersByUnit(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= SURROGATES) return false;
  return true;
}

/** Surrogates, which stand for U+10000 and above, behind all other units. */
function rank(unit: number): number {
  return unit >= SURROGATES && unit < BEHIND_SURROGATES ? unit + 0x10000 : unit;
}

const SURROGATES = 0xd800;
const BEHIND_SURROGATES = 0xe000;
