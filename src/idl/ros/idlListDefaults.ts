/**
 * Defaults of sequences and arrays in IDL files of ROS: rosidl writes them as a text with a tuple of Python,
 * `@default (value="(1, 2)")`. IDL has no such defaults, so they are taken out before the text is read as IDL.
 */
import { IdlError } from "../IdlError.js";
import { type DefaultValue, type TypeDescription, typeToString, unaliased } from "../types.js";
import type { RosPrimitive } from "./definitions.js";
import { parseDefault } from "./literals.js";

export interface TakenDefaults {
  /** The text with blanks in their place: lines and columns stay. */
  readonly text: string;
  /** By `Struct.member`, as written. */
  readonly tuples: ReadonlyMap<string, string>;
}

export function takeListDefaults(text: string): TakenDefaults {
  const tuples = new Map<string, string>();
  const rest = text.replace(
    LIST_DEFAULT,
    (whole, annotation: string, tuple: string, member: string, offset: number) => {
      const struct = [...text.slice(0, offset).matchAll(/\bstruct\s+(\w+)/g)].at(-1)?.[1] ?? "";
      tuples.set(`${struct}.${member}`, tuple.replaceAll('\\"', '"').replaceAll("\\\\", "\\"));
      return annotation.replace(/[^\n]/g, " ") + whole.slice(annotation.length);
    },
  );
  return { text: rest, tuples };
}

/** The values of a tuple, as the member takes them. @throws IdlError if they do not fit */
export function listDefault(tuple: string, type: TypeDescription, member: string): DefaultValue {
  const actual = unaliased(type);
  const element = actual.kind === "sequence" || actual.kind === "array" ? unaliased(actual.element) : undefined;
  const base = element === undefined ? undefined : PRIMITIVES[element.kind];
  if (base === undefined) {
    throw new IdlError("bad-value", `${member}: the default ${tuple} does not fit ${typeToString(type)}`);
  }
  // A tuple of one has a comma behind it.
  const list = `[${tuple.slice(1, -1).replace(/,\s*$/, "")}]`;
  const field = { base, stringBound: undefined, collection: { kind: "sequence", bound: undefined } } as const;
  return parseDefault(list, field, { file: "", line: 0, column: 0, lineText: "" });
}

const LIST_DEFAULT = /(@default\s*\(\s*value\s*=\s*"(\((?:[^"\\]|\\.)*\))"\s*\))[^;{}]*?(\w+)\s*(?:\[[^\]]*\]\s*)*;/g;

const PRIMITIVES: Readonly<Partial<Record<TypeDescription["kind"], RosPrimitive>>> = {
  boolean: "bool",
  octet: "byte",
  ...{ int8: "int8", uint8: "uint8", int16: "int16", uint16: "uint16", int32: "int32", uint32: "uint32" },
  ...{ int64: "int64", uint64: "uint64", float32: "float32", float64: "float64" },
  ...{ string: "string", wstring: "wstring" },
};
