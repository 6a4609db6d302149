/**
 * Generates the decoder of one type under one encoding. Bounds are checked once per run of fixed-size members; every
 * failure throws FAILED and the interpreter finds the words.
 */
import type { StructType } from "../../idl/index.js";
import type { Encoding } from "../layout.js";
import { defaultUnitsAllowed } from "../limits.js";
import { decodeUtf8 } from "../text.js";
import { FAILED } from "./failed.js";
import { GenerateContext } from "./GenerateContext.js";
import { ReadFunction } from "./ReadFunction.js";

/** Decodes the payload's value. The encapsulation header has been checked. */
export type GeneratedReader = (view: DataView, bytes: Uint8Array) => Record<string, unknown>;

/** Throws EvalError where code generation is forbidden. */
export function generateReader(type: StructType, encoding: Encoding): GeneratedReader {
  const context = new GenerateContext(type, encoding);
  const root = context.functionIndex(type);
  const functions: string[] = [];
  for (let next = context.nextPendingStruct(); next !== undefined; next = context.nextPendingStruct()) {
    functions.push(new ReadFunction(context).structFunction(next));
  }
  const source = `"use strict";
let P = 0, depth = 0, units = 0;
${context.enumSources.join("\n")}
${functions.join("\n")}
return function read(dv, u8) { depth = 0; units = allowed(u8.length); return R${root}(dv, u8, 4, u8.length); };`;
  const make = new Function("K", "F", "text", "allowed", source);
  return make(context.constantValues, FAILED, decodeUtf8, defaultUnitsAllowed) as GeneratedReader;
}
