// The QosError that a call ends with.

import { QosError } from "../../src/qos/index.js";

/** The QosError that `run` throws; fails if it throws none. */
export function failure(run: () => unknown): QosError {
  try {
    run();
  } catch (error) {
    if (error instanceof QosError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}
