// Messages of ROS 2 in bytes: the same as those of @foxglove/rosmsg2-serialization, where that is right (it takes the
// length of a text for the length of its UTF-8, so texts are ASCII here).
import { parse } from "@foxglove/rosmsg";
import { MessageReader, MessageWriter } from "@foxglove/rosmsg2-serialization";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openRosPackages, RosPackages, rosCodec, rosDefinitions, type StructValue } from "../../src/index.js";

const test = suite("ros: bytes");

const packages = openRosPackages({ prefixPath: "", distro: "jazzy" });

const HEADER = { stamp: { sec: 1_700_000_000, nanosec: 123_456_789 }, frame_id: "base_link" };
const HEADER_TEXT = "std_msgs/Header header";
const SEPARATOR = "=".repeat(80);
const HEADER_BUNDLE = `${SEPARATOR}
MSG: std_msgs/Header
builtin_interfaces/Time stamp
string frame_id
${SEPARATOR}
MSG: builtin_interfaces/Time
int32 sec
uint32 nanosec`;
const POINT = "float64 x\nfloat64 y\nfloat64 z";
const covariance = (from: number) => Float64Array.from({ length: 9 }, (_, i) => from + i / 8);

interface Case {
  readonly name: string;
  /** For the other library, which reads one text. */
  readonly definition: string;
  readonly value: StructValue;
}

const CASES: readonly Case[] = [
  { name: "std_msgs/msg/String", definition: "string data", value: { data: "hello world" } },
  { name: "std_msgs/msg/String", definition: "string data", value: { data: "" } },
  {
    name: "geometry_msgs/msg/PointStamped",
    definition: `${HEADER_TEXT}\ngeometry_msgs/Point point\n${HEADER_BUNDLE}\n${SEPARATOR}\nMSG: geometry_msgs/Point\n${POINT}`,
    value: { header: HEADER, point: { x: 1, y: -2.5, z: 1e-300 } },
  },
  {
    name: "sensor_msgs/msg/Imu",
    definition: `${HEADER_TEXT}
geometry_msgs/Quaternion orientation
float64[9] orientation_covariance
geometry_msgs/Vector3 angular_velocity
float64[9] angular_velocity_covariance
geometry_msgs/Vector3 linear_acceleration
float64[9] linear_acceleration_covariance
${HEADER_BUNDLE}
${SEPARATOR}
MSG: geometry_msgs/Quaternion
${POINT}
float64 w
${SEPARATOR}
MSG: geometry_msgs/Vector3
${POINT}`,
    value: {
      header: { ...HEADER, frame_id: "imu" },
      orientation: { x: 0, y: 0.5, z: -0.5, w: 1 },
      orientation_covariance: covariance(0),
      angular_velocity: { x: 1, y: 2, z: 3 },
      angular_velocity_covariance: covariance(10),
      linear_acceleration: { x: 0, y: 0, z: 9.81 },
      linear_acceleration_covariance: covariance(-1),
    },
  },
  {
    name: "sensor_msgs/msg/PointCloud2",
    definition: `${HEADER_TEXT}
uint32 height
uint32 width
sensor_msgs/PointField[] fields
bool is_bigendian
uint32 point_step
uint32 row_step
uint8[] data
bool is_dense
${HEADER_BUNDLE}
${SEPARATOR}
MSG: sensor_msgs/PointField
string name
uint32 offset
uint8 datatype
uint32 count`,
    value: {
      header: { ...HEADER, frame_id: "lidar_1" },
      height: 1,
      width: 5,
      fields: ["x", "y", "intensity"].map((name, i) => ({ name, offset: 4 * i, datatype: 7, count: 1 })),
      is_bigendian: false,
      point_step: 12,
      row_step: 60,
      data: Uint8Array.from({ length: 60 }, (_, i) => (31 * i) & 0xff),
      is_dense: true,
    },
  },
  {
    name: "geometry_msgs/msg/Polygon",
    definition: `geometry_msgs/Point32[] points\n${SEPARATOR}\nMSG: geometry_msgs/Point32\nfloat32 x\nfloat32 y\nfloat32 z`,
    value: {
      points: [
        { x: 1, y: 2, z: 3 },
        { x: 0.5, y: -0, z: 1e10 },
      ],
    },
  },
];

/** The last octet of the header says how much padding follows: we tell, many do not. */
const body = (payload: Uint8Array, size: number) => [...payload.subarray(0, 3), ...payload.subarray(4, size)];

for (const [index, { name, definition, value }] of CASES.entries()) {
  test(`${name} (${index})`, () => {
    const codec = rosCodec(packages.message(name).type);
    const ours = codec.serialize(value);
    const definitions = parse(definition, { ros2: true });
    const theirs = new MessageWriter(definitions).writeMessage(value);
    const size = codec.serializedSize(value);
    assert.is(theirs.length, size);
    assert.equal(body(ours, size), body(theirs, size));
    // And each reads what the other writes.
    assert.equal(codec.deserialize(theirs), value);
    assert.equal(plain(new MessageReader(definitions).readMessage(ours)), plain(value));
  });
}

test("every kind of field, by the rules of CDR", () => {
  const text =
    "bool b\nwstring<=4 w\nint16[<=3] s\nuint8[3] a\nbool[] flags\nstring<=3[2] names\nint64 n\nchar c\nbyte o";
  const { type } = new RosPackages([rosDefinitions({ "a_msgs/msg/A.msg": text })]).message("a_msgs/A");
  const codec = rosCodec(type);
  const value = {
    ...{ b: true, w: "aé", s: Int16Array.of(-1, 2), a: Uint8Array.of(1, 2, 3), flags: [true, false, true] },
    ...{ names: ["abc", ""], n: -2n, c: 200, o: 255 },
  };
  assert.equal(codec.deserialize(codec.serialize(value)), value);
  // As every rmw writes it: the number of UTF-16 units, then four octets for each.
  assert.equal([...codec.serialize(value).subarray(8, 20)], [2, 0, 0, 0, 0x61, 0, 0, 0, 0xe9, 0, 0, 0]);
  const empty = rosCodec(packages.message("std_msgs/msg/Empty").type);
  // One octet, and padding that no reader looks at.
  assert.is(empty.serializedSize(empty.defaultValue()), 5);
  assert.equal([...empty.serialize(empty.defaultValue())].slice(4), [0, 0, 0, 0]);
});

/** Without classes and typed arrays. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, part) => (ArrayBuffer.isView(part) ? Array.from(part as never) : part)),
  );
}

test.run();
