// The type of the stages run: an index and a payload of the size that was asked for.

import { octet, type StructType, sequence, struct, uint32 } from "../../index.js";

export interface StagesSample {
  index: number;
  payload: Uint8Array;
}

export const STAGES_SAMPLE: StructType = struct(
  "rtps_lab::StagesSample",
  { index: { type: uint32 }, payload: { type: sequence(octet) } },
  { extensibility: "final" },
);

/** Body bytes besides the payload: index and length. With these taken off, a sample has exactly the size asked for. */
export const SAMPLE_HEADER_BYTES = 8;

/** Ring size that holds the records of `samples` samples: a power of two with some room. */
export function traceCapacity(samples: number): number {
  return 2 ** Math.ceil(Math.log2(samples + 64));
}
