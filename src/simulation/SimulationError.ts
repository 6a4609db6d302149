// A simulation that went wrong. The message has all that is needed to run it again.

import type { Ms } from "../rtps/structure/time.js";

/** Thrown by SimNetwork: a broken invariant, an engine or a listener that threw, or a goal that was never reached. */
export class SimulationError extends Error {
  override readonly name = "SimulationError";

  constructor(
    problem: string,
    readonly seed: number,
    readonly atMs: Ms,
    readonly steps: number,
    options?: ErrorOptions,
  ) {
    super(`${problem} (seed ${seed}, at ${atMs} ms, step ${steps})`, options);
  }
}
