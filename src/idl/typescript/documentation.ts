/** What TypeScript cannot say of a type, as TSDoc. */
import {
  type CustomAnnotation,
  type MemberBase,
  type StructMember,
  type TypeDescription,
  typeToString,
  unaliased,
} from "../types.js";
import type { NamedType } from "./declarationOrder.js";
import { constantText, shownDefault } from "./literals.js";

/** A comment in front of a declaration; nothing for nothing. */
export function comment(text: string, indent: number): string {
  return text === "" ? "" : `${" ".repeat(indent)}/** ${text.replaceAll("*/", "*\\/")} */\n`;
}

export function describeType(type: NamedType): string {
  const facts = [`IDL ${type.kind === "alias" ? "typedef" : type.kind} \`${type.name}\``];
  if (type.kind === "struct" || type.kind === "union") facts.push(type.extensibility);
  if (type.kind === "alias") facts.push(...bounds(type.target));
  return sentences([facts.join(", "), ...annotations(type.annotations)]);
}

export function describeMember(member: MemberBase & Partial<StructMember>): string {
  const { type, unit, min, max, defaultValue } = member;
  const facts: string[] = [];
  if (member.key === true) facts.push("Key");
  if (unit !== undefined) facts.push(`Unit: ${oneLine(unit)}`);
  if (min !== undefined && max !== undefined) facts.push(`From ${constantText(min)} to ${constantText(max)}`);
  else if (min !== undefined) facts.push(`At least ${constantText(min)}`);
  else if (max !== undefined) facts.push(`At most ${constantText(max)}`);
  const [bound] = bounds(type);
  if (bound !== undefined) facts.push(`${bound[0]!.toUpperCase()}${bound.slice(1)}`);
  if (defaultValue !== undefined) facts.push(`Default: ${shownDefault(defaultValue)}`);
  return sentences([...facts, ...annotations(member.annotations)]);
}

/** Lengths that the type of the value does not show. */
function bounds(type: TypeDescription): string[] {
  if (type.kind === "alias") return [];
  const actual = unaliased(type);
  if (actual.kind === "array") return [`\`${typeToString(actual)}\``];
  if (!("bound" in actual) || actual.bound === undefined) return [];
  const unit = { string: "bytes of UTF-8", wstring: "UTF-16 units", sequence: "elements", map: "entries" }[actual.kind];
  return [`at most ${actual.bound} ${unit}`];
}

function annotations(given: readonly CustomAnnotation[]): string[] {
  return given.map(({ name, parameters }) => {
    const values = Object.entries(parameters).map(([key, value]) => `${key} = ${oneLine(constantText(value))}`);
    return `\`@${name}${values.length === 0 ? "" : `(${values.join(", ")})`}\``;
  });
}

function sentences(parts: readonly string[]): string {
  return parts.map((part) => `${part}.`).join(" ");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
