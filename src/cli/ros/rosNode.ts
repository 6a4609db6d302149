// What a command of ours is in the graph of ROS 2: a node with one endpoint, so that ROS tools show whose it is.

import {
  type DataReader,
  type DataWriter,
  type DomainParticipant,
  type DomainParticipantOptions,
  formatRosUserData,
  Guid,
  ROS_DISCOVERY_TOPIC,
  rosDiscoverySample,
  rosDiscoveryType,
} from "../../index.js";

/**
 * A participant of ROS 2 tells its enclave, which matters with SROS 2 only. Like those it announces no types: where
 * rosidl's DDS IDL was compiled, members have other names, and who compares would not match.
 */
export function asRosParticipant(options: DomainParticipantOptions): DomainParticipantOptions {
  const userData = formatRosUserData({ enclave: "/" });
  return { ...options, typeInformation: "never", qos: { userData, ...options.qos } };
}

/** Tells of a node that has this endpoint. Its name begins with "_": tools hide such nodes unless asked. */
export function announceNode(
  participant: DomainParticipant,
  name: string,
  endpoint: DataReader | DataWriter,
  role: "reader" | "writer",
): void {
  const topic = participant.createTopic(ROS_DISCOVERY_TOPIC, rosDiscoveryType());
  const writer = participant.createWriter(topic, { qos: DISCOVERY_QOS });
  const guid = new Guid(endpoint.guid.prefix, PARTICIPANT_ENTITY_ID);
  const ends =
    role === "reader" ? { readers: [endpoint.guid], writers: [] } : { readers: [], writers: [endpoint.guid] };
  writer.write(rosDiscoverySample({ guid, nodes: [{ namespace: "/", name: `_${name}_${process.pid}`, ...ends }] }));
}

/** RELIABLE and TRANSIENT_LOCAL: who comes later learns the latest. */
export const DISCOVERY_QOS = {
  reliability: "reliable",
  durability: "transient-local",
  history: { keepLast: 1 },
} as const;

const PARTICIPANT_ENTITY_ID = 0x000001c1;
