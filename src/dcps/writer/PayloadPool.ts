// Memory of large payloads, used again once the history has let go of it: fresh memory costs several times the copy
// that fills it, for the system has to find, clear and map it page by page.

import type { TypeCodec } from "../../cdr/index.js";
import { allocateUncleared } from "../../runtime/index.js";

export class PayloadPool {
  /** Whole buffers that nobody uses. */
  private readonly free: Uint8Array[] = [];
  private freeBytes = 0;
  /** Buffers of payloads that are in the history. */
  private readonly lent = new Set<ArrayBufferLike>();
  private lastLength = 0;

  /** @param hasLeft true while no socket reads bytes that were handed over before */
  constructor(private readonly hasLeft: () => boolean) {}

  /** As `codec.serialize`. */
  serialize<T extends object>(codec: TypeCodec<T>, value: T): Uint8Array {
    if (this.lastLength < LARGE_BYTES || !this.hasLeft()) {
      const payload = codec.serialize(value);
      this.lastLength = payload.length;
      return payload;
    }
    const bytes = this.acquire(codec.serializedSize(value) + PADDING_MAX);
    const length = codec.serializeInto(value, bytes, 0);
    this.lastLength = length;
    // Not before: a value that is not of the type throws.
    this.lent.add(bytes.buffer);
    return bytes.subarray(0, length);
  }

  /** The history has no use for it any more. Asked for again only when `hasLeft`. */
  readonly release = (payload: Uint8Array): void => {
    if (!this.lent.delete(payload.buffer) || this.freeBytes + payload.buffer.byteLength > FREE_BYTES_MAX) return;
    this.free.push(new Uint8Array(payload.buffer));
    this.freeBytes += payload.buffer.byteLength;
  };

  private acquire(length: number): Uint8Array {
    const { free } = this;
    // Samples of one topic tend to have one size: the last one mostly fits.
    for (let i = free.length - 1; i >= 0 && i >= free.length - LOOKED_AT; i--) {
      const bytes = free[i]!;
      if (bytes.length < length || bytes.length > 2 * length + ROUNDED_TO) continue;
      free.splice(i, 1);
      this.freeBytes -= bytes.length;
      return bytes;
    }
    if (free.length >= LOOKED_AT) this.freeBytes -= free.shift()!.length;
    return allocateUncleared((length + ROUNDED_TO - 1) & -ROUNDED_TO);
  }
}

/** Below it the codec's own chunks are as fast. */
const LARGE_BYTES = 16384;
const PADDING_MAX = 3;
const ROUNDED_TO = 4096;
const LOOKED_AT = 8;
/** Kept for one writer at most. */
const FREE_BYTES_MAX = 32 * 1024 * 1024;
