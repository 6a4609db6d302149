/**
 * Generates the encoder of one type under one encoding: a size pass and a write pass. Every value that does not fit
 * the type throws FAILED and the interpreter finds the words.
 */
import type { StructType } from "../../idl/index.js";
import type { Encoding } from "../layout.js";
import { FAILED } from "./failed.js";
import { GenerateContext } from "./GenerateContext.js";
import { SizeFunction } from "./SizeFunction.js";
import { WriteFunction } from "./WriteFunction.js";
import * as helpers from "./writeHelpers.js";

export interface GeneratedWriter {
  /** Bytes of the body: no encapsulation header, no trailing padding. */
  size(value: unknown): number;
  /** Writes the body at `origin` and returns its end. Both views start at the same byte; there must be room. */
  write(value: unknown, view: DataView, bytes: Uint8Array, origin: number): number;
}

/** Throws EvalError where code generation is forbidden. */
export function generateWriter(type: StructType, encoding: Encoding): GeneratedWriter {
  const context = new GenerateContext(type, encoding);
  const root = context.functionIndex(type);
  const functions: string[] = [];
  for (let next = context.nextPending(); next !== undefined; next = context.nextPending()) {
    functions.push(
      new SizeFunction(context).aggregateFunction(next),
      new WriteFunction(context).aggregateFunction(next),
    );
  }
  const source = `"use strict";
const { ${Object.keys(helpers).join(", ")} } = H;
let B = 0, D, depth = 0;
${context.sources.join("\n")}
${functions.join("\n")}
return {
  size(v) { depth = 0; B = 0; return S${root}(v, 0); },
  write(v, dv, u8, b) { depth = 0; B = b; return W${root}(v, dv, u8, b, b); },
};`;
  const make = new Function("K", "F", "H", source);
  return make(context.constantValues, FAILED, helpers) as GeneratedWriter;
}
