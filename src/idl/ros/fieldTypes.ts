/** The types in `.msg` files: `uint8`, `string<=10`, `pkg/Name`, each with `[]`, `[5]` or `[<=5]` behind it. */
import { IdlError, type SourceLocation } from "../IdlError.js";
import type { RosCollection, RosFieldType, RosPrimitive } from "./definitions.js";
import { parseRosTypeName, rosTypeNameToString } from "./typeNames.js";

/**
 * @param packageName a name without a package is one of this
 * @throws IdlError
 */
export function parseFieldType(text: string, packageName: string, at: SourceLocation): RosFieldType {
  const brackets = /^([^[\]]*)\[([^[\]]*)\]$/.exec(text);
  if (brackets === null && /[[\]]/.test(text)) {
    throw new IdlError("syntax", `"${text}" is no type: a collection ends with one of [], [5] or [<=5]`, at);
  }
  const element = brackets?.[1] ?? text;
  const collection = brackets === null ? undefined : parseCollection(brackets[2]!, text, at);
  const bounded = /^(w?string)<=(.*)$/.exec(element);
  if (bounded !== null) {
    const stringBound = parseSize(bounded[2]!, `the bound of ${element}`, at);
    return { base: bounded[1] as RosPrimitive, stringBound, collection };
  }
  return { base: parseBase(element, packageName, at), stringBound: undefined, collection };
}

export function isRosPrimitive(text: string): text is RosPrimitive {
  return PRIMITIVES.has(text);
}

function parseBase(text: string, packageName: string, at: SourceLocation): RosFieldType["base"] {
  if (isRosPrimitive(text)) return text;
  if (text === "time" || text === "duration") {
    const replacement = text === "time" ? "builtin_interfaces/Time" : "builtin_interfaces/Duration";
    throw new IdlError("unknown-name", `${text} is a type of ROS 1: use ${replacement}`, at);
  }
  const name = /\//.test(text) ? text : `${packageName}/${text}`;
  return { message: rosTypeNameToString(parseRosTypeName(name, "msg", at)) };
}

function parseCollection(inside: string, text: string, at: SourceLocation): RosCollection {
  if (inside === "") return { kind: "sequence", bound: undefined };
  const isBound = inside.startsWith("<=");
  const size = parseSize(isBound ? inside.slice(2) : inside, `the size of ${text}`, at);
  return isBound ? { kind: "sequence", bound: size } : { kind: "array", size };
}

function parseSize(text: string, what: string, at: SourceLocation): number {
  const size = /^\d+$/.test(text) ? Number(text) : 0;
  if (size >= 1 && size <= 0xffffffff) return size;
  throw new IdlError("bad-value", `${what} must be an integer from 1 to 4294967295, not "${text}"`, at);
}

const PRIMITIVES: ReadonlySet<string> = new Set<RosPrimitive>([
  ...(["bool", "byte", "char", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"] as const),
  ...(["float32", "float64", "string", "wstring"] as const),
]);
