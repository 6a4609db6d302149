// The short way for samples that are plain JSON: a cloud of 1 MB is a million numbers, which YAML takes its time for.

import { type StructType, type StructValue, type TypeDescription, unaliased } from "../../index.js";
import type { SampleDefaults } from "../SampleDefaults.js";

/**
 * The sample, if the text is JSON and every value in it is of the kind that its member wants; undefined if YAML has to
 * look at it, which knows more forms and says what is wrong.
 */
export function sampleOfJson(text: string, type: StructType, defaults: SampleDefaults): StructValue | undefined {
  try {
    return struct(JSON.parse(text), type, defaults);
  } catch (error) {
    if (error instanceof SyntaxError || error === NOT_PLAIN) return undefined;
    throw error;
  }
}

function struct(given: unknown, type: StructType, defaults: SampleDefaults): StructValue {
  if (typeof given !== "object" || given === null || Array.isArray(given)) throw NOT_PLAIN;
  const value: StructValue = { ...defaults.of(type) };
  for (const [name, part] of Object.entries(given)) {
    const found = type.members.find((one) => one.name === name);
    if (found === undefined) throw NOT_PLAIN;
    value[name] = member(part, found.type, defaults);
  }
  return value;
}

function member(given: unknown, declared: TypeDescription, defaults: SampleDefaults): unknown {
  const type = unaliased(declared);
  switch (type.kind) {
    case "struct":
      return struct(given, type, defaults);
    case "sequence":
      return list(given, type.element, 1, defaults);
    case "array":
      return list(given, type.element, type.dimensions.length, defaults);
    case "string":
    case "wstring":
      return checked(given, typeof given === "string");
    case "boolean":
      return checked(given, typeof given === "boolean");
    case "float32":
    case "float64":
      return checked(given, Number.isFinite(given));
    case "int64":
    case "uint64":
      return BigInt(checked(given, Number.isSafeInteger(given)) as number);
    default:
      return checked(given, Number.isSafeInteger(given));
  }
}

function list(given: unknown, element: TypeDescription, depth: number, defaults: SampleDefaults): unknown {
  if (!Array.isArray(given)) throw NOT_PLAIN;
  if (depth > 1) return given.map((one) => list(one, element, depth - 1, defaults));
  return given.map((one) => member(one, element, defaults));
}

function checked(given: unknown, isPlain: boolean): unknown {
  if (!isPlain) throw NOT_PLAIN;
  return given;
}

const NOT_PLAIN = Symbol("not plain");
