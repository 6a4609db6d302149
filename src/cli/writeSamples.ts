// Writing samples, from text or one many times: what the forms of `rtps pub` have in common.

import { createInterface } from "node:readline";
import {
  CdrError,
  type DataWriter,
  type DataWriterOptions,
  type DomainParticipant,
  mismatchInWords,
  type StructValue,
  type Topic,
  typeInformationProblem,
} from "../index.js";
import { CliError } from "./CliError.js";
import { exitUnfinished, sleep } from "./ending.js";
import { toJsonLine } from "./jsonValues.js";
import { hintIfUnmatched } from "./matchHint.js";
import { complain } from "./output.js";

export interface WritingOptions {
  readonly count: number;
  readonly rate?: number;
  readonly wait: number;
  readonly timeout: number;
  readonly dispose?: boolean;
  readonly verbose?: boolean;
}

/** Turns text into samples. */
export interface SampleText {
  /** @param where for messages: "--data" or "line 3" @throws CliError */
  parse(text: string, where: string): StructValue;
}

/**
 * Writes one sample as often as the options say, or one for each line of standard input.
 *
 * @param started is called with the writer before it waits for readers
 */
export async function writeSamples(
  participant: DomainParticipant,
  topic: Topic,
  writing: Pick<DataWriterOptions<StructValue>, "qos" | "codec">,
  source: StructValue | LinesOf,
  options: WritingOptions,
  signal: AbortSignal,
  started: (writer: DataWriter) => void = () => {},
): Promise<void> {
  const say = (text: string) => options.verbose === true && complain(text);
  const writer = participant.createWriter(topic, {
    ...writing,
    listener: {
      onPublicationMatched: (status) => say(`matched readers: ${status.currentCount}`),
      onOfferedIncompatibleQos: (status) =>
        complain(`a reader does not fit: ${status.lastMismatches.map(mismatchInWords).join("; ")}`),
      onInconsistentTopic: (status) => complain(`a reader has another type: ${status.lastReason}`),
    },
  });
  const problem = typeInformationProblem(topic.type);
  if (problem !== undefined) complain(`note: the type is announced by its name alone: ${problem}`);
  started(writer);
  const own = { role: "writer", guid: writer.guid, topicName: topic.name } as const;
  const stopHint = hintIfUnmatched(participant, own, () => writer.publicationMatchedStatus.totalCount > 0);
  try {
    if (options.wait > 0) await waitForReaders(writer, options, signal);
    const written = await publish(writer, source, options, signal);
    say(`samples written: ${written}`);
    await writer.waitForAcknowledgments({ timeoutMs: options.timeout * 1000, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    exitUnfinished();
  } finally {
    stopHint();
  }
}

/** Samples come from standard input. */
export class LinesOf {
  constructor(readonly text: SampleText) {}
}

async function waitForReaders(writer: DataWriter, options: WritingOptions, signal: AbortSignal): Promise<void> {
  const timeoutMs = options.timeout * 1000;
  await writer.ready(options.wait, { timeoutMs, signal }).catch((error: Error) => {
    if (signal.aborted) throw error;
    throw new CliError(`${error.message} (${options.timeout} s): start a reader, or use --wait 0 not to wait`);
  });
}

/** Writes one sample many times, or samples from standard input, and disposes their instances if that is asked for. */
async function publish(
  writer: DataWriter,
  source: StructValue | LinesOf,
  options: WritingOptions,
  signal: AbortSignal,
): Promise<number> {
  const pause = pacer(options.rate, signal);
  const waiting = { timeoutMs: options.timeout * 1000, signal };
  const keyNames = writer.topic.type.members.filter((member) => member.key).map((member) => member.name);
  const keys = new Map<string, StructValue>();
  let written = 0;
  const put = async (value: StructValue) => {
    await writer.writeAsync(value, waiting);
    written++;
    if (options.dispose === true) keys.set(toJsonLine(keyNames.map((name) => value[name])), value);
    await pause();
  };
  if (source instanceof LinesOf) await eachLine(source.text, put, signal);
  else while (written < options.count && !signal.aborted) await put(source);
  signal.throwIfAborted();
  for (const key of keys.values()) await writer.disposeAsync(key, waiting);
  return written;
}

async function eachLine(
  samples: SampleText,
  put: (value: StructValue) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if (process.stdin.isTTY) complain("type one sample a line, Ctrl-D ends");
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  const stop = () => {
    lines.close();
    // A pipe that stays open must not keep the process.
    process.stdin.destroy();
  };
  signal.addEventListener("abort", stop, { once: true });
  let number = 0;
  try {
    for await (const line of lines) {
      number++;
      const text = number === 1 ? line.replace(/^\ufeff/, "") : line;
      if (text.trim() === "") continue;
      const value = samples.parse(text, `line ${number}`);
      await put(value).catch((error: Error) => {
        throw error instanceof CdrError ? new CliError(`line ${number}: ${error.message}`) : error;
      });
    }
  } finally {
    stop();
  }
}

/** Waits so that samples leave on a fixed schedule; at once without a rate. */
function pacer(rate: number | undefined, signal: AbortSignal): () => Promise<void> {
  if (rate === undefined) return () => Promise.resolve();
  let next = performance.now();
  return () => {
    next += 1000 / rate;
    const waitMs = next - performance.now();
    return waitMs > 0 ? sleep(waitMs, signal) : Promise.resolve();
  };
}
