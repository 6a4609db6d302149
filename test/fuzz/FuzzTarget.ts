// What a fuzz target is: a source of inputs and a thing that takes them. Inputs are octets, texts are UTF-8, so that all
// of them can be minimized, kept in files and replayed in one way.

import type { Random } from "../../src/simulation/index.js";

export interface FuzzTarget {
  readonly name: string;
  /** What one input may cost at most. */
  readonly limits: InputLimits;
  /** An input that nothing was fed with yet. */
  next(random: Random): Uint8Array;
  /**
   * Takes one input. The octets are a buffer of their own: nothing lies behind the last.
   *
   * @returns what came of it: `taken`, or why it was refused
   * @throws whatever must not be thrown, and FuzzProblem when something else is wrong
   */
  run(input: Uint8Array): string;
  /** Begins from nothing. Only of targets that remember inputs: what goes wrong may need several of them. */
  begin?(): void;
  /** Inputs after which `check` is called and the state is thrown away. */
  readonly sessionLength?: number;
  /** The state is as it should be. Throws FuzzProblem. */
  check?(): void;
  /** More about what came of the inputs since the last call, such as counters. */
  takeReasons?(): Readonly<Record<string, number>>;
}

export interface InputLimits {
  /** Milliseconds of processor time for one input, the best of three. Generous: a loop takes for ever. */
  readonly ms: number;
  /** Bytes of heap and buffers that one input may allocate, whatever its length. */
  readonly baseBytes: number;
  /** As many more for each of its octets. */
  readonly bytesPerOctet: number;
}

/** Something that is wrong and was not thrown by what is tested. */
export class FuzzProblem extends Error {
  override readonly name = "FuzzProblem";
}

/** True for errors of one of these classes, else they go on. */
export function isRefusal(
  error: unknown,
  ...types: readonly (abstract new (
    ...args: never[]
  ) => Error)[]
): error is Error {
  if (types.some((type) => error instanceof type)) return true;
  throw error;
}
