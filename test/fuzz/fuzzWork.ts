// What `npm run fuzz` and its worker say to each other.

import type { FuzzResult } from "./Fuzzer.js";

/** What the worker is given. */
export interface FuzzWork {
  readonly targets: readonly string[];
  readonly seed: number;
  readonly seconds: number;
  readonly inputs: number;
  /** How many inputs began, the length of the latest, and its octets: what is left if this never returns. */
  readonly shared: SharedArrayBuffer;
}

export type FuzzReport = { readonly started: string } | { readonly result: FuzzResult };

/** Words before the octets of the input. */
export const SHARED_WORDS = 2;
export const SHARED_INPUT_BYTES = 1 << 18;
