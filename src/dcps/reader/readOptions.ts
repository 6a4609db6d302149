// DDS 1.4 §2.2.2.5.3.8: what a read or take is about, as users write it and as the reader wants it.

import { DdsError } from "../DdsError.js";
import type { InstanceHandle } from "../samples.js";
import { ANY_STATE, type StateMask, type StateOptions, stateMask } from "./stateMasks.js";

/** What to read or take: everything by default. */
export interface ReadOptions extends StateOptions {
  /** At most so many samples. */
  readonly max?: number;
  /** Of this instance alone. */
  readonly instance?: InstanceHandle;
}

/** The same, checked. */
export interface ReadRequest {
  readonly max: number;
  readonly mask: StateMask;
  readonly instance: InstanceHandle | undefined;
}

/** @throws DdsError BAD_PARAMETER */
export function readRequest(options: number | ReadOptions, instance?: InstanceHandle): ReadRequest {
  const given: ReadOptions = typeof options === "number" ? { max: options } : options;
  const { max = Infinity } = given;
  if (typeof max !== "number" || !(max >= 0)) {
    throw new DdsError("BAD_PARAMETER", `max: give a number of samples from 0, not ${String(max)}`);
  }
  if (given === EVERYTHING && instance === undefined) return ALL;
  return { max, mask: stateMask(given), instance: instance ?? given.instance };
}

/** The default of every call. */
export const EVERYTHING: ReadOptions = {};
const ALL: ReadRequest = { max: Infinity, mask: ANY_STATE, instance: undefined };
