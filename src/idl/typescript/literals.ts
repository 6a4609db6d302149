/** Constant values as TypeScript code. */
import type { ConstantValue, CustomAnnotation, DefaultValue } from "../types.js";
import { type Code, list, object } from "./code.js";

/** In the quotes that need fewer escapes, as formatters have it. */
export function quoted(text: string): string {
  const double = JSON.stringify(text);
  if (countOf(text, '"') <= countOf(text, "'")) return double;
  return `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

export function constantText(value: ConstantValue): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "bigint") return `${value}n`;
  return Object.is(value, -0) ? "-0" : String(value);
}

export function defaultCode(value: DefaultValue): Code {
  if (!isList(value)) return constantText(value);
  const isFilled = value.every((each) => typeof each === "number");
  return list(value.map(constantText), isFilled);
}

/** A value in prose: lists of ROS messages can be long. */
export function shownDefault(value: DefaultValue): string {
  if (!isList(value)) return constantText(value);
  const shown = value.slice(0, SHOWN_VALUES).map(constantText).join(", ");
  return value.length > SHOWN_VALUES ? `[${shown}, …]` : `[${shown}]`;
}

export function annotationsCode(annotations: readonly CustomAnnotation[]): Code {
  return list(
    annotations.map(({ name, parameters }) =>
      object([
        ["name", quoted(name)],
        ["parameters", object(Object.entries(parameters).map(([key, value]) => [key, constantText(value)]))],
      ]),
    ),
  );
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}

function isList(value: DefaultValue): value is readonly ConstantValue[] {
  return Array.isArray(value);
}

const SHOWN_VALUES = 8;
