// What the cells of all benchmarks have in common.

import { DEFAULT_LIMITS } from "../../index.js";
import type { CellPlan } from "./cellPlan.js";

/** Study A's conditions: RELIABLE, VOLATILE, KEEP_LAST 10, two seconds for an echo. */
export const BASE_PLAN: CellPlan = {
  shape: "pair",
  payloadBytes: 64,
  reliability: "RELIABLE",
  historyDepth: 10,
  samples: 0,
  warmUpSamples: 0,
  timeoutMs: 2000,
  pauseUs: 0,
  spinUpMs: 0,
  periodUs: 0,
  warmUpMs: 0,
  durationMs: 0,
  // The raw socket cuts as our own engine does on loopback.
  datagramBytes: DEFAULT_LIMITS.maxDatagramBytesLocal,
  busyPoll: false,
};
