// What one input costs: processor time, which other programs do not change, and heap and buffers allocated. A garbage
// collection inside hides some of the latter.

import { getHeapStatistics } from "node:v8";

export class Meter {
  slowestMs = 0;
  /** Bytes. */
  largest = 0;

  private usedBefore = 0;
  private heldBefore = 0;

  begin(): void {
    this.heldBefore = held();
    this.usedBefore = processorMs();
  }

  /** @returns milliseconds and bytes since `begin` */
  end(): { ms: number; bytes: number } {
    const ms = processorMs() - this.usedBefore;
    const bytes = held() - this.heldBefore;
    if (ms > this.slowestMs) this.slowestMs = ms;
    if (bytes > this.largest) this.largest = bytes;
    return { ms, bytes };
  }
}

function held(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}

/** Milliseconds that this process has used. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
