// Scenarios of ROS 2: its names and types, on our side by the command line. Data only.

import type { RosExchange, Scenario } from "./scenario.js";

export const ROS_SCENARIOS: readonly Scenario[] = [
  ros("string", "std_msgs/msg/String", { type: "string", count: 5, points: 0 }),
  ros("cloud", "sensor_msgs/msg/PointCloud2", { type: "cloud", count: 3, points: 20 }),
  ros("cloud-1MB", "sensor_msgs/msg/PointCloud2 of 1 MB", { type: "cloud", count: 2, points: 87_382 }),
];

function ros(name: string, type: string, exchange: RosExchange): Scenario {
  return { name: `ros-${name}`, title: `${type} under its ROS 2 names`, kind: "ros", both: {}, ros: exchange };
}
