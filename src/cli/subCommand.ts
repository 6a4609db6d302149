// `rtps sub TOPIC`: prints samples as JSON lines.

import type { Command } from "commander";
import { type DataReader, DomainParticipant, mismatchInWords, type Sample, type StructValue } from "../index.js";
import { CliError } from "./CliError.js";
import { endSignal, exitUnfinished } from "./ending.js";
import { toJsonLine } from "./jsonValues.js";
import { hintIfUnmatched } from "./matchHint.js";
import { addDomainOptions, type DomainOptions, integer, seconds } from "./options.js";
import { addQosOptions, endpointSettings, type QosOptions } from "./qosOptions.js";
import { readType } from "./typeOption.js";

interface SubOptions extends DomainOptions, QosOptions {
  readonly type?: string;
  readonly count?: number;
  readonly timeout?: number;
  readonly info?: boolean;
  readonly verbose?: boolean;
}

export function defineSub(command: Command): void {
  command
    .argument("<topic>", "name of the topic")
    .option("-t, --type <file.idl#Type>", "type of the topic (required)")
    .option("-n, --count <count>", "end after this many samples", integer(1, 1e9))
    .option("--timeout <seconds>", "end with an error when no sample came for this long", seconds)
    .option("--info", "print {data, info}: instance state, source time, writer, sequence number")
    .option("-v, --verbose", "say on standard error what happens")
    .addHelpText(
      "after",
      `
64-bit integers beyond 2^53 are strings. A sample without a value is a change of its instance:
{"$instanceState":"NOT_ALIVE_DISPOSED","key":{…}}

Example: rtps sub Square --type shapes.idl#ShapeType --count 10`,
    );
  addQosOptions(addDomainOptions(command)).action(runSub);
}

async function runSub(topicName: string, options: SubOptions): Promise<void> {
  const type = readType(options.type);
  const say = (text: string) => options.verbose === true && process.stderr.write(`${text}\n`);
  const signal = endSignal();
  const settings = endpointSettings(options, "reader", topicName, "rtps sub");
  const participant = await DomainParticipant.create(settings.participant);
  try {
    const reader = participant.createReader(participant.createTopic(topicName, type), {
      qos: settings.qos,
      listener: {
        onSubscriptionMatched: (status) => say(`matched writers: ${status.currentCount}`),
        onSampleLost: (status) => process.stderr.write(`samples lost: ${status.totalCount}\n`),
        onRequestedIncompatibleQos: (status) =>
          process.stderr.write(`a writer does not fit: ${status.lastMismatches.map(mismatchInWords).join("; ")}\n`),
        onInconsistentTopic: (status) => process.stderr.write(`a writer has another type: ${status.lastReason}\n`),
      },
    });
    say(`reading ${topicName} in domain ${participant.domainId}`);
    const own = { role: "reader", guid: reader.guid, topicName } as const;
    const stopHint = hintIfUnmatched(participant, own, () => reader.subscriptionMatchedStatus.totalCount > 0);
    const isComplete = await printSamples(reader, options, signal).finally(stopHint);
    if (!isComplete && options.count !== undefined) exitUnfinished();
  } finally {
    await participant.close();
  }
}

/** Prints until the count is reached (true) or the signal aborts. */
async function printSamples(reader: DataReader, options: SubOptions, signal: AbortSignal): Promise<boolean> {
  const { count = Infinity, timeout = Infinity } = options;
  let printed = 0;
  while (!signal.aborted) {
    for (const sample of reader.take(count - printed)) {
      process.stdout.write(`${formatSample(sample, options.info === true)}\n`);
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

/** The value alone, or with its info; a change of state without a value always says what it is. */
function formatSample({ data, info }: Sample<StructValue>, withInfo: boolean): string {
  if (withInfo) return toJsonLine({ data: data ?? null, info: { ...info, writerGuid: info.writerGuid.toString() } });
  if (info.validData) return toJsonLine(data);
  return toJsonLine({ $instanceState: info.receivedInstanceState, key: data ?? null });
}
