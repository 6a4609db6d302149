// DDS 1.4 §2.2.2.5.1: sample, view and instance states as bits. Two by two by three states make twelve slots; a mask is
// a set of slots, so that looking at all three states of a sample costs one test.

import { DdsError } from "../DdsError.js";
import type { InstanceState, SampleState, ViewState } from "../samples.js";

/** States that a call is about; any by default. */
export interface StateOptions {
  readonly sampleStates?: SampleState | readonly SampleState[];
  readonly viewStates?: ViewState | readonly ViewState[];
  readonly instanceStates?: InstanceState | readonly InstanceState[];
}

/** A set of slots. */
export type StateMask = number;

export const SLOTS = 12;
export const ANY_STATE: StateMask = 0xfff;
/** Every slot of samples that were read. */
export const READ_SLOTS: StateMask = 0xaaa;

/** Positions in this list are the numbers that instances keep. */
export const INSTANCE_STATES: readonly InstanceState[] = ["ALIVE", "NOT_ALIVE_DISPOSED", "NOT_ALIVE_NO_WRITERS"];
export const STATE_ALIVE = 0;
export const STATE_DISPOSED = 1;
export const STATE_NO_WRITERS = 2;
export type InstanceStateIndex = 0 | 1 | 2;

export function slotOf(isRead: boolean, isNew: boolean, state: InstanceStateIndex): number {
  return (isRead ? 1 : 0) | (isNew ? 0 : 2) | (state << 2);
}

/** @throws DdsError BAD_PARAMETER for a state that there is none of */
export function stateMask({ sampleStates, viewStates, instanceStates }: StateOptions): StateMask {
  if (sampleStates === undefined && viewStates === undefined && instanceStates === undefined) return ANY_STATE;
  const sample = bitsOf("sampleStates", sampleStates, SAMPLE_STATES);
  const view = bitsOf("viewStates", viewStates, VIEW_STATES);
  const instance = bitsOf("instanceStates", instanceStates, INSTANCE_STATES);
  let mask = 0;
  for (let slot = 0; slot < SLOTS; slot++) {
    if ((sample >> (slot & 1)) & (view >> ((slot >> 1) & 1)) & (instance >> (slot >> 2)) & 1) mask |= 1 << slot;
  }
  return mask;
}

function bitsOf(what: string, given: string | readonly string[] | undefined, known: readonly string[]): number {
  if (given === undefined) return ~0;
  let bits = 0;
  for (const one of typeof given === "string" ? [given] : given) {
    const index = known.indexOf(one);
    if (index < 0) throw new DdsError("BAD_PARAMETER", `${what}: ${String(one)} is not one of ${known.join(", ")}`);
    bits |= 1 << index;
  }
  return bits;
}

const SAMPLE_STATES: readonly SampleState[] = ["NOT_READ", "READ"];
const VIEW_STATES: readonly ViewState[] = ["NEW", "NOT_NEW"];
