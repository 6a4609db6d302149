// What a participant of ROS 2 tells of its nodes: topic ros_discovery_info, type ParticipantEntitiesInfo of
// rmw_dds_common. A GID is the GUID of an endpoint; up to Humble eight zeros follow it.

import type { StructValue, TypeCodec } from "../cdr/index.js";
import type { StructType } from "../idl/index.js";
import { Guid } from "../rtps/structure/guid.js";
import { rosCodec, withReading } from "./codec.js";
import { rosDefinitions } from "./definitionSources.js";
import { RosPackages } from "./RosPackages.js";

/** The DDS topic, without a prefix. Readers want RELIABLE and TRANSIENT_LOCAL: the latest sample of each writer counts. */
export const ROS_DISCOVERY_TOPIC = "ros_discovery_info";

/** One node and its endpoints. */
export interface RosNodeEntities {
  /** "/" or "/ns". */
  readonly namespace: string;
  readonly name: string;
  readonly readers: readonly Guid[];
  readonly writers: readonly Guid[];
}

/** The nodes of a participant. */
export interface RosParticipantEntities {
  /** Of the participant. */
  readonly guid: Guid;
  readonly nodes: readonly RosNodeEntities[];
}

/** The type of the topic since Iron; what Humble and older write has the same name. */
export function rosDiscoveryType(): StructType {
  return infoType(GID_LENGTH);
}

/** Reads samples of every distribution, whatever length their GIDs have. Writes those since Iron. */
export function rosDiscoveryCodec(): TypeCodec {
  const codec = rosCodec(infoType(GID_LENGTH));
  const older = rosCodec(infoType(OLD_GID_LENGTH));
  return withReading(codec, (payload) => {
    const value = codec.tryDeserialize(payload);
    // Zeros behind the GID read as "no nodes", and then there is more.
    if (value instanceof Error || payload.length - codec.serializedSize(value) < 4) return value;
    const olderValue = older.tryDeserialize(payload);
    return olderValue instanceof Error ? value : olderValue;
  });
}

/** What a sample says. Nodes without a name are left out. */
export function rosParticipantEntities(sample: StructValue): RosParticipantEntities {
  const info = sample as unknown as InfoValue;
  const nodes = info.node_entities_info_seq.map((node) => ({
    namespace: node.node_namespace === "" ? "/" : node.node_namespace,
    name: node.node_name,
    readers: node.reader_gid_seq.map(guidOf),
    writers: node.writer_gid_seq.map(guidOf),
  }));
  return { guid: guidOf(info.gid), nodes: nodes.filter((node) => node.name !== "") };
}

/** The sample that tells of these nodes. */
export function rosDiscoverySample({ guid, nodes }: RosParticipantEntities): StructValue {
  return {
    gid: gidOf(guid),
    node_entities_info_seq: nodes.map(({ namespace, name, readers, writers }) => ({
      node_namespace: namespace,
      node_name: name,
      reader_gid_seq: readers.map(gidOf),
      writer_gid_seq: writers.map(gidOf),
    })),
  };
}

interface GidValue {
  readonly data: Uint8Array;
}

interface InfoValue {
  readonly gid: GidValue;
  readonly node_entities_info_seq: readonly {
    readonly node_namespace: string;
    readonly node_name: string;
    readonly reader_gid_seq: readonly GidValue[];
    readonly writer_gid_seq: readonly GidValue[];
  }[];
}

function guidOf({ data }: GidValue): Guid {
  return Guid.fromBytes(data);
}

function gidOf(guid: Guid): GidValue {
  return { data: guid.toBytes() };
}

function infoType(gidLength: number): StructType {
  const gid = rosDefinitions({ "rmw_dds_common/msg/Gid.msg": `uint8[${gidLength}] data` });
  return new RosPackages([gid]).message("rmw_dds_common/msg/ParticipantEntitiesInfo").type;
}

const GID_LENGTH = 16;
const OLD_GID_LENGTH = 24;
