// The shapes program: arguments in, lines out, an exit code at the end. It conforms to the shape_main of the OMG
// interoperability suite, whose driver reads the lines.

import { DomainParticipant } from "../../index.js";
import { endSignal, sleep } from "../ending.js";
import { describeOptions } from "./describe.js";
import { createPublisher, createSubscriber } from "./entities.js";
import { LineOutput } from "./LineOutput.js";
import { parseOptions, usage } from "./parseOptions.js";
import { participantOptions } from "./participantOptions.js";
import { publishShapes } from "./publishShapes.js";
import type { ShapeContext } from "./ShapeContext.js";
import { attempt, EXIT, ShapeFailure } from "./ShapeFailure.js";
import type { ShapeOptions } from "./ShapeOptions.js";
import { standardOutput } from "./standardOutput.js";
import { subscribeShapes } from "./subscribeShapes.js";

/** Runs to the end. @param program how it was called, for the help @returns the exit code */
export async function runShape(args: readonly string[], program: string): Promise<number> {
  const parsed = parseOptions(args);
  if (parsed.kind === "help") {
    process.stdout.write(usage(program));
    return EXIT.done;
  }
  if (parsed.kind === "mistakes") {
    for (const mistake of parsed.mistakes) process.stderr.write(`${program}: ${mistake}; see ${program} --help\n`);
    return EXIT.badArguments;
  }
  const unread = new AbortController();
  let isBroken = false;
  const output = new LineOutput(standardOutput(), (error) => {
    // That nobody reads any more is an end like any other; a full disk is not.
    isBroken = error.code !== "EPIPE";
    if (isBroken) process.stderr.write(`${program}: cannot write to standard output: ${error.message}\n`);
    unread.abort();
  });
  const signal = AbortSignal.any([endSignal(), unread.signal]);
  signal.addEventListener("abort", () => output.unlimit());
  const context = contextOf(parsed.options, output, signal);
  for (const warning of parsed.warnings) context.say(warning);
  const exitCode = await run(context);
  await Promise.race([output.flushed(), new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref())]);
  output.abandon();
  return isBroken ? EXIT.failed : exitCode;
}

async function run(context: ShapeContext): Promise<number> {
  try {
    await publishOrSubscribe(context);
    context.say("Done.");
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof ShapeFailure)) throw error;
    context.say(error.message);
    return error.exitCode;
  }
}

async function publishOrSubscribe(context: ShapeContext): Promise<void> {
  const { options } = context;
  for (const line of describeOptions(options)) context.debug(line);
  const participant = await attempt("failed to create participant", EXIT.cannotStart, () =>
    DomainParticipant.create(participantOptions(options)),
  );
  try {
    context.debug("participant created");
    if (options.publish) {
      const { publisher, writers } = await createPublisher(participant, context);
      await attempt("failed while publishing", EXIT.failed, () => publishShapes(publisher, writers, context));
    } else {
      const { subscriber, readers } = await createSubscriber(participant, context);
      await attempt("failed while subscribing", EXIT.failed, () => subscribeShapes(subscriber, readers, context));
    }
  } finally {
    await participant.close();
  }
}

function contextOf(options: ShapeOptions, output: LineOutput, signal: AbortSignal): ShapeContext {
  const say = (line: string) => output.line(line);
  return {
    options,
    signal,
    say,
    debug: options.verbose ? say : () => undefined,
    room: () => output.room(),
    sleep: (ms) => sleep(ms, signal),
    now: () => performance.now(),
    random: Math.random,
  };
}

/** At the end somebody may still read the last lines, or nobody will. */
const FLUSH_MS = 1000;
