// `rtps pub TOPIC`: publishes samples from JSON lines on standard input, or one given with --data.

import { type Command, Option } from "commander";
import type { DialectName } from "../index.js";
import { CliError } from "./CliError.js";
import { endSignal } from "./ending.js";
import { JsonSamples } from "./jsonValues.js";
import { openParticipant } from "./openParticipant.js";
import { addDomainOptions, type DomainOptions, integer, positive, seconds } from "./options.js";
import { addQosOptions, endpointSettings, type QosOptions } from "./qosOptions.js";
import { addRosOptions, type RosOptions, refuseRosType } from "./ros/rosOptions.js";
import { readType } from "./typeOption.js";
import { LinesOf, type WritingOptions, writeSamples } from "./writeSamples.js";

interface PubOptions extends DomainOptions, QosOptions, RosOptions, WritingOptions {
  readonly type?: string;
  readonly data?: string;
  readonly dialect?: DialectName;
}

export function definePub(command: Command): void {
  command
    .argument("<topic>", "name of the topic")
    .argument("[ros-type]", "with --ros: type of the topic, such as std_msgs/msg/String")
    .argument("[ros-values]", "with --ros: the sample in YAML, such as '{data: hi}'")
    .option("-t, --type <file.idl#Type>", "type of the topic (required)")
    .option("--data <json>", "publish this sample instead of reading standard input")
    .option("-n, --count <count>", "publish --data this many times", integer(1, 1e9), 1)
    .option("--rate <hz>", "samples a second (default: as fast as they come)", positive)
    .option("-w, --wait <readers>", "wait until this many readers can receive", integer(0, 10_000), 1)
    .option("--timeout <seconds>", "give up waiting after this long", seconds, 10)
    .option("--dispose", "dispose every instance at the end")
    .addOption(
      new Option("--dialect <vendor>", "write as this vendor does, for its readers (default: what most vendors read)")
        .choices(["spec", "cyclone", "cyclone-0.10", "fastdds", "fastdds-2", "connext"])
        .conflicts("ros"),
    )
    .option("-v, --verbose", "say on standard error what happens")
    .addHelpText(
      "after",
      `
Members that are missing take their defaults. 64-bit integers beyond 2^53 are written as strings.

Examples: rtps pub Square --type shapes.idl#ShapeType --data '{"color":"BLUE","x":10}' --count 100 --rate 10
          rtps pub --ros /chatter std_msgs/msg/String '{data: hi}'`,
    );
  addRosOptions(addQosOptions(addDomainOptions(command))).action(runPub);
}

async function runPub(
  topicName: string,
  rosType: string | undefined,
  rosValues: string | undefined,
  options: PubOptions,
): Promise<void> {
  if (options.ros === true) {
    const { runRosPub } = await import("./ros/rosPub.js");
    return runRosPub(topicName, rosType, rosValues, options);
  }
  refuseRosType(rosType);
  const type = readType(options.type);
  if (options.dispose === true && !type.hasKey) {
    throw new CliError(`--dispose needs instances, and ${type.name} has no member with @key`);
  }
  const samples = new JsonSamples(type);
  const source = options.data === undefined ? new LinesOf(samples) : samples.parse(options.data, "--data");
  const signal = endSignal();
  const settings = endpointSettings(options, "writer", topicName, "rtps pub");
  const participant = await openParticipant(settings.participant);
  try {
    const topic = participant.createTopic(topicName, type);
    await writeSamples(participant, topic, { qos: settings.qos, codec: dialectOf(options) }, source, options, signal);
  } finally {
    await participant.close();
  }
}

function dialectOf({ dialect }: PubOptions): { readonly dialect?: DialectName } {
  return dialect === undefined ? {} : { dialect };
}
