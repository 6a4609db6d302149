// `rtps sub TOPIC`: prints samples as JSON lines.

import type { Command } from "commander";
import { DomainParticipant, mismatchInWords, type Sample, type StructValue } from "../index.js";
import { CliError } from "./CliError.js";
import { toJsonLine } from "./jsonValues.js";
import {
  addDomainOptions,
  addQosOptions,
  type DomainOptions,
  integer,
  participantOptions,
  type QosOptions,
  qosInput,
} from "./options.js";
import { seconds } from "./pubCommand.js";
import { readType } from "./typeOption.js";

interface SubOptions extends DomainOptions, QosOptions {
  readonly type?: string;
  readonly count?: number;
  readonly timeout?: number;
  readonly info: boolean;
  readonly verbose: boolean;
}

export function addSubCommand(program: Command): void {
  const command = program
    .command("sub <topic>")
    .description("print the samples of a topic as JSON lines")
    .option("-t, --type <file.idl#Type>", "type of the topic (required)")
    .option("-n, --count <count>", "end after this many samples", integer(1, 1e9))
    .option("--timeout <seconds>", "end with an error when no sample came for this long", seconds)
    .option("--info", "print the sample info too: {data, info}", false)
    .option("-v, --verbose", "say on standard error what happens", false);
  addQosOptions(addDomainOptions(command)).action(runSub);
}

async function runSub(topicName: string, options: SubOptions): Promise<void> {
  const type = readType(options.type);
  const say = (text: string) => options.verbose && process.stderr.write(`${text}\n`);
  const abort = new AbortController();
  process.once("SIGINT", () => abort.abort());
  process.once("SIGTERM", () => abort.abort());
  const participant = await DomainParticipant.create(participantOptions(options, "rtps sub"));
  try {
    const reader = participant.createReader(participant.createTopic(topicName, type), {
      qos: qosInput(options),
      listener: {
        onSubscriptionMatched: (status) => say(`matched writers: ${status.currentCount}`),
        onSampleLost: (status) => process.stderr.write(`samples lost: ${status.totalCount}\n`),
        onRequestedIncompatibleQos: (status) =>
          process.stderr.write(`a writer does not fit: ${status.lastMismatches.map(mismatchInWords).join("; ")}\n`),
        onInconsistentTopic: (status) => process.stderr.write(`a writer has another type: ${status.lastReason}\n`),
      },
    });
    let count = 0;
    while (!abort.signal.aborted && count < (options.count ?? Infinity)) {
      for (const sample of reader.take((options.count ?? Infinity) - count)) {
        process.stdout.write(`${formatSample(sample, options.info)}\n`);
        if (sample.info.validData) count++;
      }
      if (count >= (options.count ?? Infinity)) break;
      const timeoutMs = options.timeout === undefined ? Infinity : options.timeout * 1000;
      await reader.waitForData({ timeoutMs, signal: abort.signal }).catch((error: Error) => {
        if (abort.signal.aborted) return;
        throw new CliError(`${error.message} (${options.timeout} s, ${count} before)`);
      });
    }
  } finally {
    await participant.close();
  }
}

/** The value alone, or with its info; a change of state without a value always says what it is. */
function formatSample({ data, info }: Sample<StructValue>, withInfo: boolean): string {
  if (withInfo) return toJsonLine({ data: data ?? null, info: { ...info, writerGuid: info.writerGuid.toString() } });
  if (info.validData) return toJsonLine(data);
  return toJsonLine({ $instanceState: info.instanceState, key: data ?? null });
}
