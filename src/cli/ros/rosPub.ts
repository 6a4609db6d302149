// `rtps pub --ros TOPIC TYPE [VALUES]`: samples in YAML, as `ros2 topic pub` takes them.

import { type DataWriter, ddsTopicName, formatRosUserData, ROS_DIALECT, rosTypeHash } from "../../index.js";
import { CliError } from "../CliError.js";
import { endSignal } from "../ending.js";
import { openParticipant } from "../openParticipant.js";
import type { DomainOptions } from "../options.js";
import { endpointSettings, type QosOptions } from "../qosOptions.js";
import { LinesOf, type WritingOptions, writeSamples } from "../writeSamples.js";
import { RosSamples } from "./RosSamples.js";
import { announceNode, asRosParticipant } from "./rosNode.js";
import { type RosOptions, rosName, rosPackages, rosType } from "./rosOptions.js";
import { hasQosOptions } from "./rosQos.js";

export interface RosPubOptions extends DomainOptions, QosOptions, RosOptions, WritingOptions {
  readonly type?: string;
  readonly data?: string;
}

export async function runRosPub(
  name: string,
  typeName: string | undefined,
  values: string | undefined,
  options: RosPubOptions,
): Promise<void> {
  const topicName = ddsTopicName(rosName(name));
  const given = typeName ?? options.type;
  if (given === undefined) throw new CliError("name the type behind the topic, such as std_msgs/msg/String");
  if (options.dispose === true) throw new CliError("--dispose needs instances, and topics of ROS 2 have none");
  const type = rosType(rosPackages(options), given);
  const samples = new RosSamples(type);
  const text = values ?? options.data;
  const source =
    text === undefined ? new LinesOf(samples) : samples.parse(text, values === undefined ? "--data" : "values");
  const signal = endSignal();
  const settings = endpointSettings(options, "writer", topicName, "rtps pub", "ros:default");
  const participant = await openParticipant(asRosParticipant(settings.participant));
  try {
    const topic = participant.createTopic(topicName, type);
    const chosen = hasQosOptions(options) ? {} : LATCHED;
    const userData = formatRosUserData({ typehash: rosTypeHash(type) });
    const qos = { userData, ...settings.qos, ...chosen };
    const announce = (writer: DataWriter) => announceNode(participant, "rtps_pub", writer, "writer");
    const writing = { qos, codec: { dialect: ROS_DIALECT } };
    await writeSamples(participant, topic, writing, source, options, signal, announce);
  } finally {
    await participant.close();
  }
}

/** As `ros2 topic pub` has it: every reader matches, and late ones get the latest sample. */
const LATCHED = { durability: "TRANSIENT_LOCAL" } as const;
