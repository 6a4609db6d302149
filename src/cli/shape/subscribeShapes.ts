// The subscriber's rounds: each reads what every reader has.

import { type DataReader, HANDLE_NIL, type InstanceHandle, type Sample, type Subscriber } from "../../index.js";
import { instanceLine, sampleLine } from "./lines.js";
import { Pace } from "./Pace.js";
import { isLastRound, type ShapeContext } from "./ShapeContext.js";
import type { Shape } from "./shapeType.js";

/** What the rounds need of a DataReader. */
export type ShapeReader = Pick<
  DataReader<Shape>,
  "take" | "read" | "takeNextInstance" | "readNextInstance" | "getKeyValue"
>;

/** A reader and the name of its topic, or of the filtered view that it reads. */
export interface NamedReader {
  readonly name: string;
  readonly reader: ShapeReader;
}

/** What the rounds need of a Subscriber. */
export type GroupAccess = Pick<Subscriber, "beginAccess" | "endAccess">;

/** Reads until the rounds are done or the signal aborts. */
export async function subscribeShapes(
  subscriber: GroupAccess,
  readers: readonly NamedReader[],
  context: ShapeContext,
): Promise<void> {
  const { options, signal } = context;
  // A reader that keeps only the last samples would miss some of them if its rounds came later and later.
  const pace = new Pace(options.readPeriodMs, 1, context.now());
  for (let round = 0; !signal.aborted; ) {
    const startedAt = context.now();
    readRound(subscriber, readers, round, context);
    round++;
    await context.room();
    await context.sleep(pace.pause(startedAt, context.now()));
    if (isLastRound(context, "subscriber", round)) break;
  }
}

function readRound(
  subscriber: GroupAccess,
  readers: readonly NamedReader[],
  round: number,
  context: ShapeContext,
): void {
  const { coherent, ordered } = context.options;
  if (coherent) context.say(`Reading coherent sets, iteration ${round}`);
  if (ordered) context.say(`Reading with ordered access, iteration ${round}`);
  if (coherent || ordered) subscriber.beginAccess();
  try {
    for (const reader of readers) readAll(reader, context);
  } finally {
    if (coherent || ordered) subscriber.endAccess();
  }
}

/** Instance after instance, or call after call, until there is nothing more. */
function readAll({ name, reader }: NamedReader, context: ShapeContext): void {
  const { readOnly, byInstance } = context.options;
  for (let previous = HANDLE_NIL; ; ) {
    const samples = readOnce(reader, previous, context);
    if (samples.length === 0) return;
    context.debug(`${samples.length} samples of ${name}`);
    for (const { data, info } of samples) {
      if (info.validData) context.say(sampleLine(name, data!));
      if (info.instanceState === "ALIVE") continue;
      const { color = "?" } = data ?? reader.getKeyValue(info.instanceHandle);
      const state = info.instanceState === "NOT_ALIVE_DISPOSED" ? "DISPOSED" : "NO_WRITERS";
      context.say(instanceLine(name, color, state));
    }
    previous = samples[0]!.info.instanceHandle;
    // Samples that are only read are there again the next time.
    if (readOnly && !byInstance) return;
  }
}

function readOnce(reader: ShapeReader, previous: InstanceHandle, { options, debug }: ShapeContext): Sample<Shape>[] {
  const call = options.readOnly ? "read" : "take";
  debug(`calling ${call}${options.byInstance ? "NextInstance" : ""}()`);
  return options.byInstance ? reader[`${call}NextInstance`](previous) : reader[call]();
}
