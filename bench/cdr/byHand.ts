/** Each case written and read with the calls of @foxglove/cdr, as somebody would who has no codec. */
import type { CdrReader, CdrWriter } from "@foxglove/cdr";

export interface ByHand {
  write(writer: CdrWriter, value: never): void;
  read(reader: CdrReader): unknown;
}

interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

interface Header {
  readonly stamp: { readonly sec: number; readonly nanosec: number };
  readonly frame_id: string;
}

interface State extends Vector {
  readonly id: number;
  readonly count: number;
  readonly vx: number;
  readonly vy: number;
  readonly vz: number;
  readonly heading: number;
  readonly flags: number;
  readonly left: number;
  readonly right: number;
  readonly mode: number;
  readonly gear: number;
  readonly valid: boolean;
  readonly moving: boolean;
  readonly error: number;
}

const state: ByHand = {
  write(writer, v: State) {
    writer.uint32(v.id).uint32(v.count);
    writer.float64(v.x).float64(v.y).float64(v.z);
    writer.float32(v.vx).float32(v.vy).float32(v.vz).float32(v.heading);
    writer.uint32(v.flags).int16(v.left).int16(v.right).uint8(v.mode).uint8(v.gear);
    writer.uint8(v.valid ? 1 : 0).uint8(v.moving ? 1 : 0);
    writer.int32(v.error);
  },
  read: (reader) => ({
    id: reader.uint32(),
    count: reader.uint32(),
    ...{ x: reader.float64(), y: reader.float64(), z: reader.float64() },
    ...{ vx: reader.float32(), vy: reader.float32(), vz: reader.float32(), heading: reader.float32() },
    flags: reader.uint32(),
    left: reader.int16(),
    right: reader.int16(),
    mode: reader.uint8(),
    gear: reader.uint8(),
    valid: reader.uint8() !== 0,
    moving: reader.uint8() !== 0,
    error: reader.int32(),
  }),
};

function writeHeader(writer: CdrWriter, v: Header): void {
  writer.int32(v.stamp.sec).uint32(v.stamp.nanosec).string(v.frame_id);
}

function readHeader(reader: CdrReader): Header {
  return { stamp: { sec: reader.int32(), nanosec: reader.uint32() }, frame_id: reader.string() };
}

function writeVector(writer: CdrWriter, v: Vector): void {
  writer.float64(v.x).float64(v.y).float64(v.z);
}

function readVector(reader: CdrReader): Vector {
  return { x: reader.float64(), y: reader.float64(), z: reader.float64() };
}

const pointStamped: ByHand = {
  write(writer, v: { header: Header; point: Vector }) {
    writeHeader(writer, v.header);
    writeVector(writer, v.point);
  },
  read: (reader) => ({ header: readHeader(reader), point: readVector(reader) }),
};

const blob: ByHand = {
  write(writer, v: { data: Uint8Array }) {
    writer.uint8Array(v.data, true);
  },
  read: (reader) => ({ data: reader.uint8Array() }),
};

interface ImuValue {
  readonly header: Header;
  readonly orientation: Vector & { readonly w: number };
  readonly orientation_covariance: Float64Array;
  readonly angular_velocity: Vector;
  readonly angular_velocity_covariance: Float64Array;
  readonly linear_acceleration: Vector;
  readonly linear_acceleration_covariance: Float64Array;
}

const imu: ByHand = {
  write(writer, v: ImuValue) {
    writeHeader(writer, v.header);
    writeVector(writer, v.orientation);
    writer.float64(v.orientation.w).float64Array(v.orientation_covariance);
    writeVector(writer, v.angular_velocity);
    writer.float64Array(v.angular_velocity_covariance);
    writeVector(writer, v.linear_acceleration);
    writer.float64Array(v.linear_acceleration_covariance);
  },
  read: (reader) => ({
    header: readHeader(reader),
    orientation: { x: reader.float64(), y: reader.float64(), z: reader.float64(), w: reader.float64() },
    orientation_covariance: reader.float64Array(9),
    angular_velocity: readVector(reader),
    angular_velocity_covariance: reader.float64Array(9),
    linear_acceleration: readVector(reader),
    linear_acceleration_covariance: reader.float64Array(9),
  }),
};

interface PointField {
  readonly name: string;
  readonly offset: number;
  readonly datatype: number;
  readonly count: number;
}

interface PointCloud {
  readonly header: Header;
  readonly height: number;
  readonly width: number;
  readonly fields: readonly PointField[];
  readonly is_bigendian: boolean;
  readonly point_step: number;
  readonly row_step: number;
  readonly data: Uint8Array;
  readonly is_dense: boolean;
}

const pointCloud: ByHand = {
  write(writer, v: PointCloud) {
    writeHeader(writer, v.header);
    writer.uint32(v.height).uint32(v.width).sequenceLength(v.fields.length);
    for (const field of v.fields) {
      writer.string(field.name).uint32(field.offset).uint8(field.datatype).uint32(field.count);
    }
    writer
      .uint8(v.is_bigendian ? 1 : 0)
      .uint32(v.point_step)
      .uint32(v.row_step);
    writer.uint8Array(v.data, true).uint8(v.is_dense ? 1 : 0);
  },
  read: (reader) => {
    const header = readHeader(reader);
    const height = reader.uint32();
    const width = reader.uint32();
    const fields: PointField[] = [];
    for (let left = reader.sequenceLength(); left > 0; left--) {
      fields.push({
        name: reader.string(),
        offset: reader.uint32(),
        datatype: reader.uint8(),
        count: reader.uint32(),
      });
    }
    const is_bigendian = reader.uint8() !== 0;
    const point_step = reader.uint32();
    const row_step = reader.uint32();
    const data = reader.uint8Array();
    return { header, height, width, fields, is_bigendian, point_step, row_step, data, is_dense: reader.uint8() !== 0 };
  },
};

/** By the type names of the cases. */
export const BY_HAND: Readonly<Record<string, ByHand>> = {
  "bench::State": state,
  "geometry_msgs::msg::PointStamped": pointStamped,
  "bench::Blob": blob,
  "sensor_msgs::msg::Imu": imu,
  "sensor_msgs::msg::PointCloud2": pointCloud,
};
