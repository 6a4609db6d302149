/** How decoders get at the bytes of a payload. */
import { ENCAPSULATION_BYTES } from "../encapsulation.js";

/**
 * The DataView of a payload. Making one costs more than all the reading of a small payload, so a small payload is
 * copied under a DataView that stays. Decoding calls nobody who could decode in between.
 */
export function payloadView(bytes: Uint8Array): DataView {
  const { length } = bytes;
  if (length > SCRATCH_BYTES) return new DataView(bytes.buffer, bytes.byteOffset, length);
  scratch.set(bytes);
  return scratchView;
}

/** Where payloads are copied to: `bytes` and `view` start 4 bytes into `buffer`, `at` is a multiple of 8. */
export interface Chunk {
  readonly buffer: ArrayBuffer;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Where the last copy starts. */
  at: number;
  end: number;
}

/**
 * Copies a small payload to where its body starts at a multiple of 8, so that arrays of 8-byte numbers can be views of
 * the copy: in datagrams the body mostly lies 4 bytes beside. What was copied stays as long as any of these arrays.
 */
export function shifted(payload: Uint8Array): Chunk {
  const { length } = payload;
  if (chunk.end + length > CHUNK_BYTES) chunk = openChunk();
  chunk.at = chunk.end;
  chunk.bytes.set(payload, chunk.at);
  chunk.end += (length + 7) & ~7;
  return chunk;
}

/** Whether `shifted` helps and is worth it. */
export function isAskew(payload: Uint8Array): boolean {
  return payload.length <= SCRATCH_BYTES && ((payload.byteOffset + ENCAPSULATION_BYTES) & 7) !== 0;
}

function openChunk(): Chunk {
  const buffer = new ArrayBuffer(CHUNK_BYTES + ENCAPSULATION_BYTES);
  const bytes = new Uint8Array(buffer, ENCAPSULATION_BYTES);
  return { buffer, bytes, view: new DataView(buffer, ENCAPSULATION_BYTES), at: 0, end: 0 };
}

const CHUNK_BYTES = 16384;
let chunk = openChunk();

const SCRATCH_BYTES = 2048;
const scratch = new Uint8Array(SCRATCH_BYTES);
const scratchView = new DataView(scratch.buffer);
