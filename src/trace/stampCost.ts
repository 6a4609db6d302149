// What tracing costs: the time of a stamp, measured with a clock that the caller passes.

import { T0 } from "./stages.js";
import { median } from "./statistics.js";
import { WriterTrace } from "./WriterTrace.js";

/** Median cost over the batches, in nanoseconds. */
export interface StampCost {
  /** Reading the clock once. */
  readonly clockNs: number;
  /** Reading the clock and storing the stamp: what one trace point adds. */
  readonly stampNs: number;
  readonly batches: number;
  readonly stampsPerBatch: number;
}

/** Measures the cost of a stamp. Takes a few milliseconds. @param now microseconds, the clock that stamps use */
export function measureStampCost(now: () => number, batches = 21, stampsPerBatch = 2000): StampCost {
  const trace = new WriterTrace("00", { capacity: 1024 });
  const clock = new Float64Array(batches);
  const stamp = new Float64Array(batches);
  let sn = 1;
  for (let batch = -WARM_UP_BATCHES; batch < batches; batch++) {
    const start = now();
    let last = start;
    for (let i = 0; i < stampsPerBatch; i++) last = now();
    const middle = last;
    for (let i = 0; i < stampsPerBatch; i++) trace.stamp(T0, sn++, now());
    const end = now();
    if (batch < 0) continue;
    clock[batch] = ((middle - start) * 1000) / stampsPerBatch;
    stamp[batch] = ((end - middle) * 1000) / stampsPerBatch;
  }
  return { clockNs: median(clock), stampNs: median(stamp), batches, stampsPerBatch };
}

/** Lets the compiler optimise both loops before they count. */
const WARM_UP_BATCHES = 5;
