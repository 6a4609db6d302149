// DDS 1.4 §2.2.2.5.3.8: what a read or take is about, as users write it and as the reader wants it.

import type { ReadCondition } from "../conditions/ReadCondition.js";
import { DdsError } from "../DdsError.js";
import type { InstanceHandle } from "../samples.js";
import { ANY_STATE, type StateMask, type StateOptions, stateMask } from "./stateMasks.js";

/** What to read or take: everything by default. */
export interface ReadOptions<T extends object = object> extends StateOptions {
  /** At most so many samples. */
  readonly max?: number;
  /** Of this instance alone. */
  readonly instance?: InstanceHandle;
  /** What this condition of the same reader is true for. It has states of its own. */
  readonly condition?: ReadCondition<T>;
}

/** The same, checked. */
export interface ReadRequest<T extends object> {
  readonly max: number;
  readonly mask: StateMask;
  readonly instance: InstanceHandle | undefined;
  readonly condition: ReadCondition<T> | undefined;
}

/** @throws DdsError BAD_PARAMETER */
export function readRequest<T extends object>(
  options: number | ReadOptions<T> | undefined,
  instance?: InstanceHandle,
): ReadRequest<T> {
  if (options === undefined && instance === undefined) return EVERYTHING;
  const given: ReadOptions<T> = typeof options === "number" ? { max: options } : (options ?? {});
  if (typeof given !== "object") {
    throw new DdsError(
      "BAD_PARAMETER",
      `give a number of samples or an object, not the ${typeof given} ${String(given)}`,
    );
  }
  const { max = Infinity, condition } = given;
  if (max !== Infinity && !(Number.isInteger(max) && max >= 0)) {
    throw new DdsError("BAD_PARAMETER", `max: give a whole number of samples from 0, or Infinity, not ${String(max)}`);
  }
  if (condition === undefined) {
    return { max, mask: stateMask(given), instance: instance ?? given.instance, condition };
  }
  if (given.sampleStates !== undefined || given.viewStates !== undefined || given.instanceStates !== undefined) {
    throw new DdsError("BAD_PARAMETER", "give a condition or states, not both: a condition has states of its own");
  }
  return { max, mask: condition.mask, instance: instance ?? given.instance, condition };
}

const EVERYTHING = { max: Infinity, mask: ANY_STATE, instance: undefined, condition: undefined };
