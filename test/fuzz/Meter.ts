// What one input costs: time, and heap and buffers allocated. A garbage collection inside hides some of it.

import { getHeapStatistics } from "node:v8";

export class Meter {
  slowestMs = 0;
  /** Bytes. */
  largest = 0;
  slowestInput: Uint8Array = new Uint8Array(0);

  private startedAt = 0;
  private heldBefore = 0;

  begin(): void {
    this.heldBefore = held();
    this.startedAt = performance.now();
  }

  /** @returns milliseconds and bytes since `begin` */
  end(input: Uint8Array): { ms: number; bytes: number } {
    const ms = performance.now() - this.startedAt;
    const bytes = held() - this.heldBefore;
    if (ms > this.slowestMs) {
      this.slowestMs = ms;
      this.slowestInput = input;
    }
    if (bytes > this.largest) this.largest = bytes;
    return { ms, bytes };
  }
}

function held(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}
