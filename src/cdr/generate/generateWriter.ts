/**
 * Generates the encoder of one type under one encoding: a size pass and a write pass. Every value that does not fit
 * the type throws FAILED and the interpreter finds the words.
 */
import type { StructType } from "../../idl/index.js";
import { encapsulationIdFor } from "../encapsulation.js";
import type { Encoding } from "../layout.js";
import { MAX_PAYLOAD_BYTES } from "../limits.js";
import { FAILED } from "./failed.js";
import { GenerateContext } from "./GenerateContext.js";
import { SizeFunction } from "./SizeFunction.js";
import { WriteFunction } from "./WriteFunction.js";
import * as helpers from "./writeHelpers.js";

export interface GeneratedWriter {
  /** Bytes of encapsulation header and body, without the padding at the end. */
  size(value: unknown): number;
  /**
   * Writes encapsulation header, body and padding at `offset`, if that ends before `end`. Both views start at the same
   * byte. `size` is what `size` gave, or 0. Returns the bytes written; where there is no room, the size, negative; 0 for
   * what this code cannot write.
   */
  write(value: unknown, view: DataView, bytes: Uint8Array, offset: number, end: number, size: number): number;
}

/** Throws EvalError where code generation is forbidden. */
export function generateWriter(type: StructType, encoding: Encoding): GeneratedWriter {
  const context = new GenerateContext(type, encoding);
  const root = context.functionIndex(type);
  const id = encapsulationIdFor(encoding.version, type.extensibility, encoding.littleEndian);
  const functions: string[] = [];
  for (let next = context.nextPending(); next !== undefined; next = context.nextPending()) {
    functions.push(
      new SizeFunction(context).aggregateFunction(next),
      new WriteFunction(context).aggregateFunction(next),
    );
  }
  const source = `"use strict";
const { ${Object.keys(helpers).join(", ")} } = H;
let B = 0, D, X = true, depth = 0;
${context.sources.join("\n")}
${functions.join("\n")}
function measure(v, exact) {
  depth = 0; B = 0; X = exact;
  return S${root}(v, 0) + 4;
}
return {
  size(v) {
    const outer = B, level = depth;
    const size = measure(v, true);
    depth = level; B = outer;
    return size;
  },
  write(v, dv, u8, o, e, size) {
    // A getter of the value might come by here again.
    const outer = B, level = depth;
    // Where the most that the value can take has room, nobody needs to know how much it does.
    let most = size === 0 ? measure(v, false) : size;
    if (!(most <= ${MAX_PAYLOAD_BYTES} && o >= 0)) return 0;
    if (o + most + 3 > e) {
      if (size === 0) most = measure(v, true);
      if (o + most + (-most & 3) > e) return -most;
    }
    depth = 0; B = o + 4;
    let p = W${root}(v, dv, u8, o + 4, o + 4);
    if (p > o + most) return 0;
    const padding = (o - p) & 3;
    u8[o] = ${id >> 8}; u8[o + 1] = ${id & 0xff}; u8[o + 2] = 0; u8[o + 3] = ${encoding.rules.paddingInOptions ? "padding" : 0};
    for (let i = 0; i < padding; i++) u8[p++] = 0;
    depth = level; B = outer;
    return p - o;
  },
};`;
  const make = new Function("K", "F", "H", source);
  return make(context.constantValues, FAILED, helpers) as GeneratedWriter;
}
