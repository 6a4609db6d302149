// What the policies need of EndpointTimers.

import type { Ms } from "../../rtps/structure/time.js";
import type { Timed } from "../EndpointTimers.js";

export type { Timed } from "../EndpointTimers.js";

/** Monotonic milliseconds. */
export interface Timers {
  /** Sets when `timed.handleTimeout` is called, instead of the time set before; NEVER takes it out. */
  arm(timed: Timed, at: Ms): void;
}
