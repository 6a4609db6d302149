/**
 * Generates the decoder of one type under one encoding. Bounds are checked once per run of fixed-size members; every
 * failure throws FAILED and the interpreter finds the words.
 */
import type { StructType } from "../../idl/index.js";
import type { Encoding } from "../layout.js";
import { defaultUnitsAllowed } from "../limits.js";
import { FAILED } from "./failed.js";
import { GenerateContext } from "./GenerateContext.js";
import { openNumberPool } from "./numberArrays.js";
import { isAskew, payloadView, shifted } from "./payloadView.js";
import { ReadFunction } from "./ReadFunction.js";
import { getBits, getFloat128, getMask64, readText, readWString } from "./readHelpers.js";

/** Decodes the payload's value. The encapsulation header has been checked. */
export type GeneratedReader = (payload: Uint8Array) => Record<string, unknown>;

/** Throws EvalError where code generation is forbidden. */
export function generateReader(type: StructType, encoding: Encoding): GeneratedReader {
  const context = new GenerateContext(type, encoding);
  const tailMayMiss = encoding.version === 1 && type.extensibility === "appendable" && encoding.rules.tailMayMiss;
  const functions: string[] = [];
  if (tailMayMiss) functions.push(new ReadFunction(context).topicFunction(type));
  const root = tailMayMiss ? "R" : `R${context.functionIndex(type)}`;
  for (let next = context.nextPending(); next !== undefined; next = context.nextPending()) {
    const startsBody = next === type && !tailMayMiss && !context.recursive.has(type);
    functions.push(new ReadFunction(context).aggregateFunction(next, startsBody));
  }
  const source = `"use strict";
const { ${Object.keys(HELPERS).join(", ")} } = H;
let AB, AO = 0, P = 0, B = 4, ID = 0, END = 0, MU = false, depth = 0, units = 0;
${context.sources.join("\n")}
${functions.join("\n")}
return function read(u8) {
  depth = 0; B = 4; units = allowed(u8.length);
  ${context.hasWideNumbers ? SHIFT.replace("ROOT", root) : ""}
  ${context.hasViews ? "AB = u8.buffer; AO = u8.byteOffset;" : ""}
  const value = ${root}(payloadView(u8), u8, 4, u8.length);
  ${context.hasViews ? "AB = undefined;" : ""}
  return value;
};`;
  const make = new Function("K", "F", "H", source);
  return make(context.constantValues, FAILED, HELPERS) as GeneratedReader;
}

/** For XCDR1 bodies with arrays of 8-byte numbers, which are a multiple of 8 away from where the body starts. */
const SHIFT = `if (isAskew(u8)) {
  const { buffer, view, bytes, at } = shifted(u8);
  AB = buffer; AO = 4;
  return ROOT(view, bytes, at + 4, at + u8.length);
}`;

const HELPERS = {
  text: readText,
  wtext: readWString,
  getBits,
  getFloat128,
  getMask64,
  allowed: defaultUnitsAllowed,
  isAskew,
  payloadView,
  shifted,
  pool: openNumberPool(),
};
