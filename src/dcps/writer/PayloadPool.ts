// The payloads of one writer: small ones in the codec's own chunks, large ones in memory that is used again once the
// history has let go of it.

import type { TypeCodec } from "../../cdr/index.js";
import { MemoryPool } from "../MemoryPool.js";

export class PayloadPool {
  private readonly memory = new MemoryPool();
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
    const bytes = this.memory.acquire(codec.serializedSize(value) + PADDING_MAX);
    const length = codec.serializeInto(value, bytes, 0);
    this.lastLength = length;
    return bytes.subarray(0, length);
  }

  /** The history has no use for it any more. */
  readonly release = (payload: Uint8Array): void => {
    if (payload.length >= SMALLEST_REUSED) this.memory.release(payload);
  };
}

/** Below it the codec's own chunks are as fast. */
const LARGE_BYTES = 2048;
/** A smaller sample among large ones took a buffer of the pool too; not worth a look at every small one. */
const SMALLEST_REUSED = 1024;
const PADDING_MAX = 3;
