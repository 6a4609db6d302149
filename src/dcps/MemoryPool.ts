// Memory of large payloads, used again: fresh memory costs several times the copy that fills it, for the system has to
// find, clear and map it page by page.

import { allocateUncleared } from "../runtime/index.js";

export class MemoryPool {
  /** Whole buffers that nobody uses. */
  private readonly free: Uint8Array[] = [];
  private freeBytes = 0;
  /** Buffers that are in use, so that only they come back, and once. */
  private readonly lent = new WeakSet<ArrayBufferLike>();

  /** At least `length` bytes at the start of a buffer, with whatever was there before. */
  acquire(length: number): Uint8Array {
    const bytes = this.takeFree(length) ?? allocateUncleared((length + ROUNDED_TO - 1) & -ROUNDED_TO);
    this.lent.add(bytes.buffer);
    return bytes;
  }

  /** Nobody looks at this view of a buffer, or at any other, any more. Not from here, or here already: nothing happens. */
  release(view: Uint8Array): void {
    const { buffer } = view;
    if (!this.lent.delete(buffer) || this.freeBytes + buffer.byteLength > FREE_BYTES_MAX) return;
    this.free.push(new Uint8Array(buffer));
    this.freeBytes += buffer.byteLength;
    if (this.free.length > LOOKED_AT) this.freeBytes -= this.free.shift()!.length;
  }

  private takeFree(length: number): Uint8Array | undefined {
    const { free } = this;
    // Samples of one topic tend to have one size: the last one mostly fits.
    for (let i = free.length - 1; i >= 0; i--) {
      const bytes = free[i]!;
      if (bytes.length < length || bytes.length > 2 * length + ROUNDED_TO) continue;
      free.splice(i, 1);
      this.freeBytes -= bytes.length;
      return bytes;
    }
    return undefined;
  }
}

const ROUNDED_TO = 4096;
const LOOKED_AT = 16;
/** Kept for one endpoint at most. */
const FREE_BYTES_MAX = 32 * 1024 * 1024;
