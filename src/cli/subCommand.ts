// `rtps sub TOPIC`: prints samples as JSON lines.

import type { Command } from "commander";
import type { Sample, StructValue } from "../index.js";
import { endSignal, exitUnfinished } from "./ending.js";
import { learnTopic, showType } from "./learntTopic.js";
import { openParticipant } from "./openParticipant.js";
import { addDomainOptions, type DomainOptions, integer, seconds } from "./options.js";
import { addQosOptions, endpointSettings, type QosOptions } from "./qosOptions.js";
import { readSamples } from "./readSamples.js";
import { addRosOptions, type RosOptions, refuseRosType } from "./ros/rosOptions.js";
import { formatSample } from "./sampleLines.js";
import { readType } from "./typeOption.js";

interface SubOptions extends DomainOptions, QosOptions, RosOptions {
  readonly json?: boolean;
  readonly fullLength?: boolean;
  readonly type?: string;
  readonly showType?: boolean;
  readonly count?: number;
  readonly timeout?: number;
  readonly info?: boolean;
  readonly verbose?: boolean;
}

export function defineSub(command: Command): void {
  command
    .argument("<topic>", "name of the topic")
    .argument("[ros-type]", "with --ros: type of the topic, such as std_msgs/msg/String (default: that of its writer)")
    .option("-t, --type <file.idl#Type>", "type of the topic (default: as its writers tell it)")
    .option("--show-type", "print the type as IDL on standard error first")
    .option("-n, --count <count>", "end after this many samples", integer(1, 1e9))
    .option("--timeout <seconds>", "end with an error when no sample came for this long", seconds)
    .option("--info", "print {data, info}: instance state, source time, writer, sequence number")
    .option("-v, --verbose", "say on standard error what happens")
    .addHelpText(
      "after",
      `
64-bit integers beyond 2^53 are strings. A sample without a value is a change of its instance:
{"$instanceState":"NOT_ALIVE_DISPOSED","key":{…}}

Examples: rtps sub Square --show-type
          rtps sub Square --type shapes.idl#ShapeType --count 10
          rtps sub --ros /chatter`,
    );
  addRosOptions(addQosOptions(addDomainOptions(command)))
    .option("--json", "with --ros: lines of JSON instead of YAML")
    .option("--full-length", "with --ros: long lists and texts whole, not their first 128 elements")
    .action(runSub);
}

async function runSub(topicName: string, rosType: string | undefined, options: SubOptions): Promise<void> {
  if (options.ros === true) {
    const { runRosSub } = await import("./ros/rosSub.js");
    return runRosSub(topicName, rosType, options);
  }
  refuseRosType(rosType);
  // Mistakes in the file are told before anything is opened.
  const type = options.type === undefined ? undefined : readType(options.type);
  const signal = endSignal();
  const settings = endpointSettings(options, "reader", topicName, "rtps sub");
  const participant = await openParticipant(settings.participant);
  try {
    const topic =
      type === undefined
        ? await learnTopic(participant, topicName, options.timeout, signal)
        : participant.createTopic(topicName, type);
    if (topic === undefined) return exitUnlessEndless(options.count);
    if (options.showType === true) showType(topic.type);
    const format = (sample: Sample<StructValue>) => formatSample(sample, options.info === true);
    await readSamples(participant, topic, { qos: settings.qos }, options, format, signal);
  } finally {
    await participant.close();
  }
}

/** Ctrl-C before the type was there: with --count, less came than was asked for. */
function exitUnlessEndless(count: number | undefined): void {
  if (count !== undefined) exitUnfinished();
}
