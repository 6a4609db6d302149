// Reading and printing samples until the count is reached or Ctrl-C: what the forms of `rtps sub` have in common.

import {
  type DataReader,
  type DataReaderOptions,
  type DomainParticipant,
  mismatchInWords,
  type Sample,
  type StructValue,
  type Topic,
} from "../index.js";
import { CliError } from "./CliError.js";
import { exitUnfinished } from "./ending.js";
import { hintIfUnmatched } from "./matchHint.js";
import { complain } from "./output.js";

export interface ReadingOptions {
  readonly count?: number;
  readonly timeout?: number;
  readonly verbose?: boolean;
}

/** Text for standard output, with the end of its line. */
export type SampleFormat = (sample: Sample<StructValue>) => string;

/** Reads the topic and prints its samples. @param started is called with the reader before anything is read */
export async function readSamples(
  participant: DomainParticipant,
  topic: Topic,
  reading: Pick<DataReaderOptions<StructValue>, "qos" | "typeCodec">,
  options: ReadingOptions,
  format: SampleFormat,
  signal: AbortSignal,
  started: (reader: DataReader) => void = () => {},
): Promise<void> {
  const say = (text: string) => options.verbose === true && complain(text);
  const reader = participant.createReader(topic, {
    ...reading,
    listener: {
      onSubscriptionMatched: (status) => say(`matched writers: ${status.currentCount}`),
      onSampleLost: (status) => complain(`samples lost: ${status.totalCount}`),
      onRequestedIncompatibleQos: (status) =>
        complain(`a writer does not fit: ${status.lastMismatches.map(mismatchInWords).join("; ")}`),
      onInconsistentTopic: (status) => complain(`a writer has another type: ${status.lastReason}`),
    },
  });
  started(reader);
  say(`reading ${topic.name} in domain ${participant.domainId}`);
  const own = { role: "reader", guid: reader.guid, topicName: topic.name } as const;
  const stopHint = hintIfUnmatched(participant, own, () => reader.subscriptionMatchedStatus.totalCount > 0);
  const isComplete = await printSamples(reader, options, format, signal).finally(stopHint);
  if (!isComplete && options.count !== undefined) exitUnfinished();
}

/** Prints until the count is reached (true) or the signal aborts. */
async function printSamples(
  reader: DataReader,
  options: ReadingOptions,
  format: SampleFormat,
  signal: AbortSignal,
): Promise<boolean> {
  const { count = Infinity, timeout = Infinity } = options;
  let printed = 0;
  while (!signal.aborted) {
    for (const sample of reader.take(count - printed)) {
      process.stdout.write(format(sample));
      if (sample.info.validData) printed++;
    }
    if (printed >= count) return true;
    await reader.waitForData({ timeoutMs: timeout * 1000, signal }).catch((error: Error) => {
      if (signal.aborted) return;
      throw new CliError(`${error.message} (${timeout} s, ${printed} before): is a writer running in this domain?`);
    });
  }
  return false;
}
