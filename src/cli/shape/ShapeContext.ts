// What the loops of the shapes program need from their surroundings; tests put others in their place.

import type { ShapeOptions } from "./ShapeOptions.js";

export interface ShapeContext {
  readonly options: ShapeOptions;
  /** Aborts when the program is to end. */
  readonly signal: AbortSignal;
  /** Prints a line, whatever -v says. */
  readonly say: (line: string) => void;
  /** Prints a line with -v d. */
  readonly debug: (line: string) => void;
  /** Resolves when what was printed is nearly out. */
  readonly room: () => Promise<void>;
  /** Resolves after so many milliseconds, or when the signal aborts. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** 0 up to 1. */
  readonly random: () => number;
}

/** True when the program should do no more rounds after `done` of them. */
export function isLastRound({ options, debug }: ShapeContext, who: string, done: number): boolean {
  debug(`${who}: round ${done} of ${options.iterations === 0 ? "no end" : options.iterations}`);
  return options.iterations !== 0 && done >= options.iterations;
}

/** Square, Square1, Square2 … and likewise for colours. */
export function numbered(name: string, index: number): string {
  return index === 0 ? name : `${name}${index}`;
}
