// `rtps pub TOPIC`: publishes samples from JSON lines on standard input, or one given with --data.

import { createInterface } from "node:readline";
import { type Command, InvalidArgumentError } from "commander";
import { compileCodec, type DataWriter, DomainParticipant, mismatchInWords, type StructValue } from "../index.js";
import { CliError } from "./CliError.js";
import { fromJsonLine, toJsonLine } from "./jsonValues.js";
import {
  addDomainOptions,
  addQosOptions,
  type DomainOptions,
  integer,
  participantOptions,
  positive,
  type QosOptions,
  qosInput,
} from "./options.js";
import { readType } from "./typeOption.js";

interface PubOptions extends DomainOptions, QosOptions {
  readonly type?: string;
  readonly data?: string;
  readonly count: number;
  readonly rate?: number;
  readonly wait: number;
  readonly timeout: number;
  readonly dispose: boolean;
  readonly verbose: boolean;
}

export function addPubCommand(program: Command): void {
  const command = program
    .command("pub <topic>")
    .description("publish samples: JSON lines from standard input, or --data")
    .option("-t, --type <file.idl#Type>", "type of the topic (required)")
    .option("--data <json>", "publish this sample instead of reading standard input")
    .option("-n, --count <count>", "publish --data this many times", integer(1, 1e9), 1)
    .option("--rate <hz>", "samples a second (default: as fast as they come)", positive)
    .option("-w, --wait <readers>", "wait until this many readers can receive", integer(0, 10_000), 1)
    .option("--timeout <seconds>", "give up waiting after this long", seconds, 10)
    .option("--dispose", "dispose every instance at the end", false)
    .option("-v, --verbose", "say on standard error what happens", false);
  addQosOptions(addDomainOptions(command)).action(runPub);
}

async function runPub(topicName: string, options: PubOptions): Promise<void> {
  const type = readType(options.type);
  const template = compileCodec(type, { representation: "xcdr1" }).defaultValue();
  const data = options.data === undefined ? undefined : fromJsonLine(options.data, template);
  const say = (text: string) => options.verbose && process.stderr.write(`${text}\n`);
  const abort = new AbortController();
  process.once("SIGINT", () => abort.abort());
  const participant = await DomainParticipant.create(participantOptions(options, "rtps pub"));
  try {
    const writer = participant.createWriter(participant.createTopic(topicName, type), {
      qos: qosInput(options),
      listener: {
        onPublicationMatched: (status) => say(`matched readers: ${status.currentCount}`),
        onOfferedIncompatibleQos: (status) =>
          process.stderr.write(`a reader does not fit: ${status.lastMismatches.map(mismatchInWords).join("; ")}\n`),
        onInconsistentTopic: (status) => process.stderr.write(`a reader has another type: ${status.lastReason}\n`),
      },
    });
    if (options.wait > 0) await waitForReaders(writer, options, abort.signal);
    const keys = new Map<string, StructValue>();
    const keyNames = type.members.filter((member) => member.key).map((member) => member.name);
    await publish(writer, data, template, options, abort.signal, (value) => {
      if (options.dispose) keys.set(toJsonLine(keyNames.map((name) => value[name])), value);
    });
    for (const key of keys.values()) writer.dispose(key);
    if (writer.qos.reliability.kind === "RELIABLE" && !abort.signal.aborted) {
      await writer.waitForAcknowledgments({ timeoutMs: options.timeout * 1000 });
    }
  } catch (error) {
    if (!abort.signal.aborted) throw error;
  } finally {
    await participant.close({ lingerMs: 0 });
  }
}

async function waitForReaders(writer: DataWriter, options: PubOptions, signal: AbortSignal): Promise<void> {
  const timeoutMs = options.timeout * 1000;
  await writer.ready(options.wait, { timeoutMs, signal }).catch((error: Error) => {
    if (signal.aborted) throw error;
    throw new CliError(`${error.message} (${options.timeout} s): start a reader, or use --wait 0 not to wait`);
  });
}

async function publish(
  writer: DataWriter,
  data: StructValue | undefined,
  template: StructValue,
  options: PubOptions,
  signal: AbortSignal,
  note: (value: StructValue) => void,
): Promise<void> {
  const pause = pacer(options.rate, signal);
  const put = async (value: StructValue) => {
    await writer.writeAsync(value, { timeoutMs: options.timeout * 1000, signal });
    note(value);
    await pause();
  };
  if (data !== undefined) {
    for (let i = 0; i < options.count && !signal.aborted; i++) await put(data);
    return;
  }
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  signal.addEventListener("abort", () => lines.close(), { once: true });
  for await (const line of lines) if (line.trim() !== "") await put(fromJsonLine(line, template));
}

/** Waits so that samples leave on a fixed schedule; at once without a rate. */
function pacer(rate: number | undefined, signal: AbortSignal): () => Promise<void> {
  if (rate === undefined) return () => Promise.resolve();
  let next = performance.now();
  return () => {
    next += 1000 / rate;
    const waitMs = next - performance.now();
    if (waitMs <= 0 || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      signal.addEventListener(
        "abort",
        () => {
          clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
    });
  };
}

/** For commander: seconds, above 0. */
export function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError("Give a number of seconds above 0.");
  return value;
}
