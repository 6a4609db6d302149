/** What is encoded and decoded: the types as IDL and as ROS 2 message text, and a value of each. */

export interface BenchCase {
  readonly title: string;
  /** Fully scoped, in `idl`. */
  readonly typeName: string;
  readonly idl: string;
  /** The same type for @foxglove/rosmsg. */
  readonly message: string;
  readonly value: Record<string, unknown>;
  /** Whether the ratios that the issue asks for are about this one. */
  readonly isSmall: boolean;
}

const TIME_IDL =
  "module builtin_interfaces { module msg { @final struct Time { long sec; unsigned long nanosec; }; }; };";
const HEADER_IDL = `${TIME_IDL}
module std_msgs { module msg { @final struct Header { builtin_interfaces::msg::Time stamp; string frame_id; }; }; };`;
const HEADER_MESSAGE = "MSG: std_msgs/Header\ntime stamp\nstring frame_id\n";
const VECTOR_MESSAGE = "MSG: geometry_msgs/Vector3\nfloat64 x\nfloat64 y\nfloat64 z\n";
const DIVIDER = `${"=".repeat(80)}\n`;

const header = { stamp: { sec: 1_700_000_000, nanosec: 123_456_789 }, frame_id: "base_link" };
const vector = (x: number) => ({ x, y: x / 3, z: -x });
const numbers = (count: number) => Float64Array.from({ length: count }, (_, i) => i / 7);

const struct64: BenchCase = {
  title: "struct of 64 bytes",
  typeName: "bench::State",
  idl: `module bench { @final struct State {
    unsigned long id; unsigned long count; double x; double y; double z; float vx; float vy; float vz; float heading;
    unsigned long flags; short left; short right; octet mode; octet gear; boolean valid; boolean moving; long error;
  }; };`,
  message: `uint32 id\nuint32 count\nfloat64 x\nfloat64 y\nfloat64 z\nfloat32 vx\nfloat32 vy\nfloat32 vz\nfloat32 heading
uint32 flags\nint16 left\nint16 right\nuint8 mode\nuint8 gear\nbool valid\nbool moving\nint32 error\n`,
  value: {
    id: 7,
    count: 3_000_000_000,
    ...vector(12.5),
    ...{ vx: 0.5, vy: -0.25, vz: 0, heading: 1.5 },
    ...{ flags: 0xf0f0, left: -120, right: 240, mode: 3, gear: 2, valid: true, moving: false, error: -1 },
  },
  isSmall: true,
};

const pointStamped: BenchCase = {
  title: "PointStamped",
  typeName: "geometry_msgs::msg::PointStamped",
  idl: `${HEADER_IDL}
module geometry_msgs { module msg {
  @final struct Point { double x; double y; double z; };
  @final struct PointStamped { std_msgs::msg::Header header; Point point; };
}; };`,
  message: `std_msgs/Header header\ngeometry_msgs/Vector3 point\n${DIVIDER}${HEADER_MESSAGE}${DIVIDER}${VECTOR_MESSAGE}`,
  value: { header, point: vector(3) },
  isSmall: true,
};

const octets: BenchCase = {
  title: "sequence of 64 KB octets",
  typeName: "bench::Blob",
  idl: "module bench { @final struct Blob { sequence<octet> data; }; };",
  message: "uint8[] data\n",
  value: { data: new Uint8Array(65536).fill(7) },
  isSmall: false,
};

const imu: BenchCase = {
  title: "Imu",
  typeName: "sensor_msgs::msg::Imu",
  idl: `${HEADER_IDL}
module geometry_msgs { module msg {
  @final struct Vector3 { double x; double y; double z; };
  @final struct Quaternion { double x; double y; double z; double w; };
}; };
module sensor_msgs { module msg {
  @final struct Imu {
    std_msgs::msg::Header header;
    geometry_msgs::msg::Quaternion orientation; double orientation_covariance[9];
    geometry_msgs::msg::Vector3 angular_velocity; double angular_velocity_covariance[9];
    geometry_msgs::msg::Vector3 linear_acceleration; double linear_acceleration_covariance[9];
  };
}; };`,
  message: `std_msgs/Header header
geometry_msgs/Quaternion orientation\nfloat64[9] orientation_covariance
geometry_msgs/Vector3 angular_velocity\nfloat64[9] angular_velocity_covariance
geometry_msgs/Vector3 linear_acceleration\nfloat64[9] linear_acceleration_covariance
${DIVIDER}${HEADER_MESSAGE}${DIVIDER}${VECTOR_MESSAGE}${DIVIDER}MSG: geometry_msgs/Quaternion
float64 x\nfloat64 y\nfloat64 z\nfloat64 w\n`,
  value: {
    header,
    orientation: { ...vector(0.5), w: 1 },
    orientation_covariance: numbers(9),
    angular_velocity: vector(0.1),
    angular_velocity_covariance: numbers(9),
    linear_acceleration: vector(9.81),
    linear_acceleration_covariance: numbers(9),
  },
  isSmall: true,
};

const pointField = (name: string, offset: number) => ({ name, offset, datatype: 7, count: 1 });

const pointCloud: BenchCase = {
  title: "PointCloud2 of 1 MB",
  typeName: "sensor_msgs::msg::PointCloud2",
  idl: `${HEADER_IDL}
module sensor_msgs { module msg {
  @final struct PointField { string name; unsigned long offset; octet datatype; unsigned long count; };
  @final struct PointCloud2 {
    std_msgs::msg::Header header; unsigned long height; unsigned long width; sequence<PointField> fields;
    boolean is_bigendian; unsigned long point_step; unsigned long row_step; sequence<octet> data; boolean is_dense;
  };
}; };`,
  message: `std_msgs/Header header\nuint32 height\nuint32 width\nsensor_msgs/PointField[] fields\nbool is_bigendian
uint32 point_step\nuint32 row_step\nuint8[] data\nbool is_dense
${DIVIDER}${HEADER_MESSAGE}${DIVIDER}MSG: sensor_msgs/PointField
string name\nuint32 offset\nuint8 datatype\nuint32 count\n`,
  value: {
    header,
    ...{ height: 1, width: 65536, fields: ["x", "y", "z", "i"].map((name, i) => pointField(name, i * 4)) },
    ...{ is_bigendian: false, point_step: 16, row_step: 1_048_576, is_dense: true },
    data: new Uint8Array(1_048_576).fill(9),
  },
  isSmall: false,
};

export const CASES: readonly BenchCase[] = [struct64, pointStamped, octets, imu, pointCloud];
