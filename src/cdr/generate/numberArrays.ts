/**
 * Typed arrays out of a payload: views where the byte order is the host's and the position is a multiple of the
 * element size, else copies.
 */
import type { Encoding } from "../layout.js";
import { HOST_LITTLE_ENDIAN, typedArrayFor } from "../numbers.js";
import { getterFor } from "./getters.js";

/** What the functions below take copies from. */
export interface NumberPool {
  /** Reserves bytes in `words`; returns where, in bytes, a multiple of 8. */
  cut(bytes: number): number;
  words: Uint32Array<ArrayBuffer>;
}

/**
 * Small copies are cut from chunks: a buffer of its own costs a microsecond with its garbage collection. A chunk lives
 * as long as any array of it, so it is small.
 */
export function openNumberPool(): NumberPool {
  let used = 0;
  const pool = {
    words: new Uint32Array(CHUNK_WORDS),
    cut(bytes: number): number {
      if (used + bytes > CHUNK_WORDS * 4) {
        pool.words = new Uint32Array(CHUNK_WORDS);
        used = 0;
      }
      const from = used;
      used += (bytes + 7) & ~7;
      return from;
    },
  };
  return pool;
}

/**
 * The source of `NAME(dv, u8, p, n)`: the n numbers at p, whose bounds have been checked. `AB` and `AO` are buffer and
 * byteOffset of u8: asking a typed array for its buffer is slow. One function per reader and kind, so that each sees one
 * typed array and the constructor is compiled into it.
 */
export function numbersFunction(name: string, kind: string, bytes: number, encoding: Encoding): string {
  const TypedArray = typedArrayFor({ kind } as never, encoding.int64)!.name;
  const lines = [`function ${name}(dv, u8, p, n) {`];
  if (bytes === 1 || encoding.littleEndian === HOST_LITTLE_ENDIAN) {
    lines.push("const at = AO + p;");
    const view = `return new ${TypedArray}(AB, at, n);`;
    lines.push(bytes === 1 ? view : `if ((at & ${bytes - 1}) === 0) ${view}\n${copy(TypedArray, bytes)}`);
  } else {
    lines.push(`const a = new ${TypedArray}(n);`);
    lines.push(`for (let i = 0; i < n; i++, p += ${bytes}) a[i] = ${getterFor(kind, "p", encoding)};`);
    lines.push("return a;");
  }
  lines.push("}");
  return lines.join("\n");
}

/** Words rather than numbers: no bigint is made, and a NaN keeps its bits. */
function copy(TypedArray: string, bytes: number): string {
  const large = `const a = new ${TypedArray}(n); new Uint8Array(a.buffer).set(u8.subarray(p, p + n * ${bytes})); return a;`;
  if (bytes < 4) return large;
  return `if (n * ${bytes} > ${LARGEST_CUT_BYTES}) { ${large} }
const from = pool.cut(n * ${bytes}), words = pool.words;
for (let i = from >> 2, end = i + n * ${bytes / 4}; i < end; i++, p += 4) words[i] = dv.getUint32(p, ${HOST_LITTLE_ENDIAN});
return new ${TypedArray}(words.buffer, from, n);`;
}

const CHUNK_WORDS = 2048;
const LARGEST_CUT_BYTES = 512;
