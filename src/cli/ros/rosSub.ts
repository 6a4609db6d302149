// `rtps sub --ros TOPIC [TYPE]`: prints as `ros2 topic echo` does. Type and QoS are those of the topic's writers unless
// they are given.

import {
  type DataReader,
  type DomainParticipant,
  ddsTopicName,
  formatRosUserData,
  type RemoteEndpointInfo,
  type RosPackages,
  rosCodec,
  rosTypeHash,
  rosTypeNameOf,
  type Sample,
  type StructType,
  type StructValue,
  withRosMemberNames,
} from "../../index.js";
import { CliError } from "../CliError.js";
import { endSignal } from "../ending.js";
import { openParticipant } from "../openParticipant.js";
import type { DomainOptions } from "../options.js";
import { complain } from "../output.js";
import { endpointSettings, type QosOptions } from "../qosOptions.js";
import { type ReadingOptions, readSamples } from "../readSamples.js";
import { formatSample } from "../sampleLines.js";
import { EndpointWatch } from "./EndpointWatch.js";
import { RosEcho } from "./RosEcho.js";
import { announceNode, asRosParticipant } from "./rosNode.js";
import { type RosOptions, rosName, rosPackages, rosType } from "./rosOptions.js";
import { hasQosOptions, readerQosFor } from "./rosQos.js";

export interface RosSubOptions extends DomainOptions, QosOptions, RosOptions, ReadingOptions {
  readonly type?: string;
  readonly info?: boolean;
  readonly json?: boolean;
  readonly fullLength?: boolean;
}

export async function runRosSub(name: string, typeName: string | undefined, options: RosSubOptions): Promise<void> {
  const topicName = ddsTopicName(rosName(name));
  const packages = rosPackages(options);
  const given = typeName ?? options.type;
  const givenType = given === undefined ? undefined : rosType(packages, given);
  const signal = endSignal();
  const settings = endpointSettings(options, "reader", topicName, "rtps sub", "ros:default");
  const watch = new EndpointWatch(topicName, "writer");
  const participant = await openParticipant({
    ...asRosParticipant(settings.participant),
    listener: watch.listener,
  });
  try {
    const writers = await findWriters(watch, givenType, options, signal);
    if (signal.aborted) return;
    const type = givenType ?? (await typeOf(writers, packages, participant, signal));
    const chosen = hasQosOptions(options) ? {} : readerQosFor(writers);
    const hash = typeHashOf(type);
    const userData = formatRosUserData(hash === undefined ? {} : { typehash: hash });
    const qos = { userData, ...settings.qos, ...chosen };
    const topic = participant.createTopic(topicName, type);
    const announce = (reader: DataReader) => announceNode(participant, "rtps_sub", reader, "reader");
    const reading = { qos, typeCodec: rosCodec(type) };
    await readSamples(participant, topic, reading, options, formatOf(type, options), signal, announce);
  } finally {
    await participant.close();
  }
}

/** Writers decide about what is not given. Without a type somebody has to be there, else a short look is enough. */
async function findWriters(
  watch: EndpointWatch,
  type: StructType | undefined,
  options: RosSubOptions,
  signal: AbortSignal,
): Promise<readonly RemoteEndpointInfo[]> {
  if (type !== undefined) return hasQosOptions(options) ? [] : watch.found(LOOK_MS, signal);
  const hint = setTimeout(() => complain("nobody publishes this topic yet: waiting for its type"), HINT_MS);
  try {
    const writers = await watch.found(options.timeout === undefined ? Infinity : options.timeout * 1000, signal);
    if (writers.length > 0 || signal.aborted) return writers;
    throw new CliError(
      `nobody published this topic for ${options.timeout} s: give its type, such as std_msgs/msg/String`,
    );
  } finally {
    clearTimeout(hint);
  }
}

/** Of a package, or, where no package has it, as a writer describes it. */
async function typeOf(
  writers: readonly RemoteEndpointInfo[],
  packages: RosPackages,
  participant: DomainParticipant,
  signal: AbortSignal,
): Promise<StructType> {
  const names = [...new Set(writers.map((writer) => writer.typeName))];
  const [name = "", ...others] = names;
  if (others.length > 0) throw new CliError(`the writers do not agree about the type, give one: ${names.join(", ")}`);
  const ros = rosTypeNameOf(name);
  if (ros === undefined) throw new CliError(`the type of this topic is none of ROS 2: ${name}`);
  try {
    return rosType(packages, ros);
  } catch (error) {
    const learnable = writers.find((writer) => writer.typeInformation.length > 0);
    if (!(error instanceof CliError) || learnable === undefined) throw error;
    return withRosMemberNames(await participant.learnType(learnable, { timeoutMs: LEARN_MS, signal }));
  }
}

/** Undefined for types that ROS has no hash for. */
function typeHashOf(type: StructType): string | undefined {
  try {
    return rosTypeHash(type);
  } catch {
    return undefined;
  }
}

function formatOf(type: StructType, options: RosSubOptions): (sample: Sample<StructValue>) => string {
  if (options.json === true) return (sample) => formatSample(sample, options.info === true);
  const echo = new RosEcho(type, { fullLength: options.fullLength === true, withInfo: options.info === true });
  return (sample) => echo.format(sample);
}

/** As long as discovery takes where somebody is there. */
const LOOK_MS = 1000;
const HINT_MS = 3000;
const LEARN_MS = 10_000;
