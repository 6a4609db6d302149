// Sample i of the programs in interop/ros (README.md there), as its author writes it and as readers print it.
import type { RosSampleEvent } from "../../contract/events.js";
import { crc32Hex } from "../../contract/pattern.js";

export interface RosKind {
  readonly type: "string" | "cloud";
  readonly points: number;
}

export const ROS_TYPES = { string: "std_msgs/msg/String", cloud: "sensor_msgs/msg/PointCloud2" } as const;
export const ROS_TOPICS = { string: "/chatter", cloud: "/points" } as const;

const FIELDS = ["x", "y", "z"];
const POINT_STEP = 12;

/** As plain values. */
export function rosSample({ type, points }: RosKind, index: number): object {
  if (type === "string") return { data: `sample ${index}: grüße` };
  return {
    header: { stamp: { sec: 1_700_000_000 + index, nanosec: 500 }, frame_id: `lidar_${index}` },
    height: 1,
    width: points,
    fields: FIELDS.map((name, i) => ({ name, offset: 4 * i, datatype: 7, count: 1 })),
    is_bigendian: false,
    point_step: POINT_STEP,
    row_step: points * POINT_STEP,
    data: [...cloudData(points, index)],
    is_dense: true,
  };
}

/** What a vendor's reader prints. */
export function rosSampleEvent({ type, points }: RosKind, index: number): RosSampleEvent {
  if (type === "string") return { event: "text", data: `sample ${index}: grüße` };
  const data = cloudData(points, index);
  return {
    ...{
      event: "cloud",
      sec: 1_700_000_000 + index,
      nanosec: 500,
      frameId: `lidar_${index}`,
      height: 1,
      width: points,
    },
    ...{ fields: FIELDS.length, lastField: FIELDS.at(-1)!, pointStep: POINT_STEP, rowStep: data.length },
    ...{ isDense: true, length: data.length, crc: crc32Hex(data) },
  };
}

/** What `rtps sub --ros` prints: the first 128 elements of lists. */
export function rosEchoText({ type, points }: RosKind, index: number): string {
  if (type === "string") return `data: 'sample ${index}: grüße'\n---\n`;
  const data = cloudData(points, index);
  const shown = [...data.subarray(0, 128)].map((octet) => `- ${octet}`);
  if (data.length > 128) shown.push("- '...'");
  const fields = FIELDS.map((name, i) => `- name: ${name}\n  offset: ${4 * i}\n  datatype: 7\n  count: 1`);
  const head = `header:\n  stamp:\n    sec: ${1_700_000_000 + index}\n    nanosec: 500\n  frame_id: lidar_${index}`;
  const shape = `height: 1\nwidth: ${points}\nfields:\n${fields.join("\n")}\nis_bigendian: false`;
  const steps = `point_step: ${POINT_STEP}\nrow_step: ${data.length}`;
  return `${head}\n${shape}\n${steps}\ndata:\n${shown.join("\n")}\nis_dense: true\n---\n`;
}

function cloudData(points: number, index: number): Uint8Array {
  const data = new Uint8Array(points * POINT_STEP);
  for (let k = 0; k < data.length; k++) data[k] = index * 31 + k * 7 + (k >> 8);
  return data;
}
