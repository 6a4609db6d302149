// QoS of endpoints of ROS 2 that are started by hand: what `ros2 topic` takes.

import type { ReaderPolicies, RemoteEndpointInfo } from "../../index.js";
import { complain } from "../output.js";
import type { QosOptions } from "../qosOptions.js";

/** Whether the options say anything about QoS. */
export function hasQosOptions(options: QosOptions): boolean {
  const { preset, reliability, durability, history, representation, partition, qos, qosFile, qosEnv } = options;
  return [preset, reliability, durability, history, representation, partition, qos, qosFile, qosEnv].some(
    (one) => one !== undefined,
  );
}

/** What matches all writers and asks for as much as all of them offer. */
export function readerQosFor(writers: readonly RemoteEndpointInfo[]): ReaderPolicies {
  if (writers.length === 0) return {};
  const offered = writers.map((writer) => writer.qos);
  const isReliable = offered.every((qos) => qos.reliability.kind === "RELIABLE");
  const isLasting = offered.every((qos) => qos.durability.kind !== "VOLATILE");
  if (!isReliable && offered.some((qos) => qos.reliability.kind === "RELIABLE")) {
    complain("some writers are reliable and some are not: reading as best effort");
  }
  if (!isLasting && offered.some((qos) => qos.durability.kind !== "VOLATILE")) {
    complain("some writers keep samples for late readers and some do not: reading as volatile");
  }
  return {
    reliability: isReliable ? "RELIABLE" : "BEST_EFFORT",
    durability: isLasting ? "TRANSIENT_LOCAL" : "VOLATILE",
  };
}
