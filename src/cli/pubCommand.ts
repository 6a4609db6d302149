// `rtps pub TOPIC`: publishes samples from JSON lines on standard input, or one given with --data.

import { createInterface } from "node:readline";
import type { Command } from "commander";
import { CdrError, type DataWriter, DomainParticipant, mismatchInWords, type StructValue } from "../index.js";
import { CliError } from "./CliError.js";
import { endSignal, exitUnfinished, sleep } from "./ending.js";
import { JsonSamples, toJsonLine } from "./jsonValues.js";
import { hintIfUnmatched } from "./matchHint.js";
import { addDomainOptions, type DomainOptions, integer, positive, seconds } from "./options.js";
import { addQosOptions, endpointSettings, type QosOptions } from "./qosOptions.js";
import { readType } from "./typeOption.js";

interface PubOptions extends DomainOptions, QosOptions {
  readonly type?: string;
  readonly data?: string;
  readonly count: number;
  readonly rate?: number;
  readonly wait: number;
  readonly timeout: number;
  readonly dispose?: boolean;
  readonly verbose?: boolean;
}

export function definePub(command: Command): void {
  command
    .argument("<topic>", "name of the topic")
    .option("-t, --type <file.idl#Type>", "type of the topic (required)")
    .option("--data <json>", "publish this sample instead of reading standard input")
    .option("-n, --count <count>", "publish --data this many times", integer(1, 1e9), 1)
    .option("--rate <hz>", "samples a second (default: as fast as they come)", positive)
    .option("-w, --wait <readers>", "wait until this many readers can receive", integer(0, 10_000), 1)
    .option("--timeout <seconds>", "give up waiting after this long", seconds, 10)
    .option("--dispose", "dispose every instance at the end")
    .option("-v, --verbose", "say on standard error what happens")
    .addHelpText(
      "after",
      `
Members that are missing take their defaults. 64-bit integers beyond 2^53 are written as strings.

Example: rtps pub Square --type shapes.idl#ShapeType --data '{"color":"BLUE","x":10}' --count 100 --rate 10`,
    );
  addQosOptions(addDomainOptions(command)).action(runPub);
}

async function runPub(topicName: string, options: PubOptions): Promise<void> {
  const type = readType(options.type);
  if (options.dispose === true && !type.hasKey) {
    throw new CliError(`--dispose needs instances, and ${type.name} has no member with @key`);
  }
  const samples = new JsonSamples(type);
  const data = options.data === undefined ? undefined : samples.parse(options.data, "--data");
  const say = (text: string) => options.verbose === true && process.stderr.write(`${text}\n`);
  const signal = endSignal();
  const settings = endpointSettings(options, "writer", topicName, "rtps pub");
  const participant = await DomainParticipant.create(settings.participant);
  let stopHint = () => {};
  try {
    const writer = participant.createWriter(participant.createTopic(topicName, type), {
      qos: settings.qos,
      listener: {
        onPublicationMatched: (status) => say(`matched readers: ${status.currentCount}`),
        onOfferedIncompatibleQos: (status) =>
          process.stderr.write(`a reader does not fit: ${status.lastMismatches.map(mismatchInWords).join("; ")}\n`),
        onInconsistentTopic: (status) => process.stderr.write(`a reader has another type: ${status.lastReason}\n`),
      },
    });
    const own = { role: "writer", guid: writer.guid, topicName } as const;
    stopHint = hintIfUnmatched(participant, own, () => writer.publicationMatchedStatus.totalCount > 0);
    if (options.wait > 0) await waitForReaders(writer, options, signal);
    const written = await publish(writer, data ?? samples, options, signal);
    say(`samples written: ${written}`);
    await writer.waitForAcknowledgments({ timeoutMs: options.timeout * 1000, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    exitUnfinished();
  } finally {
    stopHint();
    await participant.close();
  }
}

async function waitForReaders(writer: DataWriter, options: PubOptions, signal: AbortSignal): Promise<void> {
  const timeoutMs = options.timeout * 1000;
  await writer.ready(options.wait, { timeoutMs, signal }).catch((error: Error) => {
    if (signal.aborted) throw error;
    throw new CliError(`${error.message} (${options.timeout} s): start a reader, or use --wait 0 not to wait`);
  });
}

/** Writes one sample many times, or samples from standard input, and disposes their instances if that is asked for. */
async function publish(
  writer: DataWriter,
  source: StructValue | JsonSamples,
  options: PubOptions,
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
  if (source instanceof JsonSamples) await eachLine(source, put, signal);
  else while (written < options.count && !signal.aborted) await put(source);
  signal.throwIfAborted();
  for (const key of keys.values()) await writer.disposeAsync(key, waiting);
  return written;
}

async function eachLine(
  samples: JsonSamples,
  put: (value: StructValue) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if (process.stdin.isTTY) process.stderr.write("type one JSON object a line, Ctrl-D ends\n");
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
      if (line.trim() === "") continue;
      const value = samples.parse(line, `line ${number}`);
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
