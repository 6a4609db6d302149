// Bytes that are really held: heap and buffers after a collection.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

export function heldBytes(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

export function megabytes(bytes: number): string {
  return `${(Math.max(0, bytes) / 1e6).toFixed(1)} MB`;
}
