// The publisher's rounds: each writes every instance of every topic once.

import { type DataWriter, DdsError, type Publisher } from "../../index.js";
import { sampleLine } from "./lines.js";
import { MovingShape } from "./MovingShape.js";
import { Pace } from "./Pace.js";
import { isLastRound, numbered, type ShapeContext } from "./ShapeContext.js";
import { DEFAULT_COLOR } from "./ShapeOptions.js";
import type { Shape } from "./shapeType.js";

/** What the rounds need of a DataWriter. */
export type ShapeWriter = Pick<
  DataWriter<Shape>,
  "topic" | "writeAsync" | "unregisterAsync" | "disposeAsync" | "waitForAcknowledgments"
>;

/** What the rounds need of a Publisher. */
export type CoherentChanges = Pick<Publisher, "beginCoherentChanges" | "endCoherentChanges">;

/** Writes until the rounds are done or the signal aborts, then ends the instances and waits for acknowledgements. */
export async function publishShapes(
  publisher: CoherentChanges,
  writers: readonly ShapeWriter[],
  context: ShapeContext,
): Promise<void> {
  const { options, signal } = context;
  const shape = new MovingShape(options, context.random);
  const pace = new Pace(options.writePeriodMs, HURRY, context.now());
  for (let round = 0; !signal.aborted; ) {
    const startedAt = context.now();
    shape.move();
    await writeRound(publisher, writers, shape, round, context);
    round++;
    await context.room();
    await context.sleep(pace.pause(startedAt, context.now()));
    if (isLastRound(context, "publisher", round)) break;
  }
  if (options.finalState !== undefined) await endInstances(writers, shape, options.finalState, context);
  const patience = { timeoutMs: FINAL_WAIT_MS };
  await Promise.all(writers.map((writer) => tolerateTimeout(writer.waitForAcknowledgments(patience), context)));
}

async function writeRound(
  publisher: CoherentChanges,
  writers: readonly ShapeWriter[],
  shape: MovingShape,
  round: number,
  context: ShapeContext,
): Promise<void> {
  const { options } = context;
  const setLength = options.coherent || options.ordered ? options.coherentSamples : 0;
  if (setLength > 0 && round % setLength === 0) {
    context.say("Started Coherent Set");
    publisher.beginCoherentChanges();
  }
  for (const writer of writers) {
    for (const color of colors(context)) {
      const sample = shape.painted(color);
      await tolerateTimeout(writer.writeAsync(sample), context);
      if (options.printWritten) context.say(sampleLine(writer.topic.name, sample));
    }
  }
  if (setLength > 0 && round % setLength === setLength - 1) {
    context.say("Finished Coherent Set");
    publisher.endCoherentChanges();
  }
}

async function endInstances(
  writers: readonly ShapeWriter[],
  shape: MovingShape,
  finalState: "unregister" | "dispose",
  context: ShapeContext,
): Promise<void> {
  for (const writer of writers) {
    for (const color of colors(context)) {
      const key = shape.painted(color);
      const ending = finalState === "unregister" ? writer.unregisterAsync(key) : writer.disposeAsync(key);
      await tolerateTimeout(ending, context);
    }
  }
}

/** BLUE, BLUE1, BLUE2 … */
function colors({ options }: ShapeContext): string[] {
  return Array.from({ length: options.instances }, (_, index) => numbered(options.color ?? DEFAULT_COLOR, index));
}

/** A reader that does not keep up, or has gone, is no reason to end: it is said, and the next round follows. */
async function tolerateTimeout(waiting: Promise<unknown>, context: ShapeContext): Promise<void> {
  try {
    await waiting;
  } catch (error) {
    if (!(error instanceof DdsError && error.code === "TIMEOUT")) throw error;
    context.say(`warning: ${error.message}`);
  }
}

const FINAL_WAIT_MS = 1000;
/** Little: readers with a time-based filter or a lifespan count on samples that are nearly a period apart. */
const HURRY = 0.15;
