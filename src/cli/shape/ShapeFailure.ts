// Why the shapes program ends early: one line for the user, and the exit code of the stage it failed in.

import { CdrError, DdsError, FilterError, PortError, QosError, TransportError } from "../../index.js";

/** As shape_main has them. */
export const EXIT = { done: 0, badArguments: 1, cannotStart: 2, failed: 3 } as const;

export class ShapeFailure extends Error {
  override readonly name = "ShapeFailure";

  constructor(
    readonly exitCode: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Does one thing. What a user can mend becomes a ShapeFailure `what: why`; anything else is a defect of ours and stays
 * what it is.
 */
export async function attempt<Result>(
  what: string,
  exitCode: number,
  doIt: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await doIt();
  } catch (error) {
    const isKnown = MENDABLE.some((kind) => error instanceof kind);
    throw isKnown ? new ShapeFailure(exitCode, `${what}: ${(error as Error).message}`) : error;
  }
}

/** Errors whose message is made for the user. */
const MENDABLE = [TransportError, PortError, QosError, DdsError, CdrError, FilterError];
