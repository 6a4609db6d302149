// Short words for the steps of scripts.
import type { PeerEvent } from "../contract/events.js";
import type { Actor, Block, Step } from "./scenario.js";

export const start = (...who: Actor[]): Step[] => who.map((one) => ({ step: "start", who: one }));
export const stop = (who: Actor): Step => ({ step: "stop", who });
export const urge = (who: Actor): Step => ({ step: "urge", who });
export const kill = (who: Actor): Step => ({ step: "kill", who });
export const go = (who: Actor): Step => ({ step: "tell", who, command: "go" });
export const tell = (who: Actor, command: string): Step => ({ step: "tell", who, command });
export const until = (who: Actor, is: Partial<PeerEvent>): Step => ({ step: "until", who, is });
export const never = (who: Actor, is: Partial<PeerEvent>): Step => ({ step: "never", who, is });
export const samples = (count: number): Step => ({ step: "samples", count });
export const pause = (ms: number): Step => ({ step: "pause", ms });
/** Forgets what a writer that waited for its reader may have missed meanwhile. */
export const mark: Step = { step: "mark" };
export const matched = (who: Actor, count: number) => until(who, { event: "matched", count });
export const written = (who: Actor, count: number) => until(who, { event: "written", count });
export const atLeast = (who: Actor, event: PeerEvent["event"], total: number): Step => ({
  step: "at least",
  who,
  event,
  total,
});

/** Both writers write a batch and wait; `writer` has the strength. */
export const TWO_WRITERS: Step[] = [
  ...start("reader", "writer", "second"),
  matched("reader", 2),
  matched("writer", 1),
  matched("second", 1),
];
export const ONE_WRITER: Step[] = [...start("reader", "writer"), matched("reader", 1), matched("writer", 1)];
export const of = (who: Actor, ...indices: number[]): Block => ({ of: who, indices });
export const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

/** Long enough for a sample that must not come to have come. */
export const UNWANTED_MS = 150;
