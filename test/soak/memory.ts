// Bytes that are really held: heap and buffers after a collection.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Collects until nothing more falls: memory of dead buffers is given back beside the collection, after it returned. */
export function heldBytes(): number {
  let held = collected();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = collected();
    if (next > held - SETTLED_BYTES) return Math.min(held, next);
    held = next;
  }
  return held;
}

function collected(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const MAX_ROUNDS = 10;
const SETTLED_BYTES = 100_000;

export function megabytes(bytes: number): string {
  return `${(Math.max(0, bytes) / 1e6).toFixed(1)} MB`;
}
