// Makes a finding small: fewer inputs, then fewer octets in the last one, as long as the same thing goes wrong.

import type { FuzzTarget } from "./FuzzTarget.js";

/** What goes wrong when the inputs are taken one after the other from nothing; undefined if nothing does. */
export function problemOf(target: FuzzTarget, inputs: readonly Uint8Array[]): string | undefined {
  try {
    target.begin?.();
    for (const input of inputs) target.run(input.slice());
    target.check?.();
    return undefined;
  } catch (error) {
    return nameOf(error);
  }
}

/** Of the same kind of trouble it is the same text. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const at = (error.stack ?? "").split("\n").find((line) => /\/(src|test)\//.test(line)) ?? "";
  return `${error.name}: ${error.message.replace(/\d+/g, "#").slice(0, 80)} ${at.trim().replace(/^.*\/(src|test)\//, "$1/")}`;
}

/** @param budgetMs how long it may take */
export function minimize(target: FuzzTarget, inputs: readonly Uint8Array[], budgetMs: number): Uint8Array[] {
  const problem = problemOf(target, inputs);
  if (problem === undefined) return [...inputs];
  const end = performance.now() + budgetMs;
  const still = (fewer: readonly Uint8Array[]) => performance.now() < end && problemOf(target, fewer) === problem;
  let kept = shrink(inputs, still);
  const last = kept.at(-1);
  if (last === undefined) return kept;
  const before = kept.slice(0, -1);
  const octets = shrink([...last], (fewer) => still([...before, Uint8Array.from(fewer)]));
  kept = [...before, Uint8Array.from(octets)];
  return kept;
}

/** Leaves out ever smaller parts. */
function shrink<T>(list: readonly T[], still: (fewer: readonly T[]) => boolean): T[] {
  let kept = [...list];
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length; ) {
      const fewer = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (fewer.length < kept.length && still(fewer)) kept = fewer;
      else at += size;
    }
  }
  return kept;
}
