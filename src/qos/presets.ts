// Named sets of policies. Those of ROS 2 are the profiles of its rmw, rcl and rclcpp layers, so that an endpoint here
// matches a node there: what a profile leaves to the system stays as DDS 1.4 has it.

import { freeze } from "./freeze.js";
import { QosError } from "./QosError.js";
import type { ReaderPolicies, WriterPolicies } from "./qosInput.js";

/** Policies for both ends of a topic. */
export interface QosPreset {
  /** What it is for, in a few words. */
  readonly purpose: string;
  readonly writer: WriterPolicies;
  readonly reader: ReaderPolicies;
}

/** The same policies for a writer and a reader. */
function both(purpose: string, depth: number, reliability: string, durability = "VOLATILE"): QosPreset {
  const policies = { reliability, durability, history: { keepLast: depth } };
  return { purpose, writer: policies, reader: policies };
}

function rosout(): QosPreset {
  const preset = both("the topic /rosout", 1000, "RELIABLE", "TRANSIENT_LOCAL");
  return { ...preset, writer: { ...preset.writer, lifespan: "10s" } };
}

function tfStatic(): QosPreset {
  const preset = both("the topic /tf_static", 1, "RELIABLE", "TRANSIENT_LOCAL");
  // A listener hears many broadcasters.
  return { ...preset, reader: { ...preset.reader, history: { keepLast: 100 } } };
}

/** The presets by name. A name may be written in any case, with "_" or nothing for "-", and without "ros:". */
export const QOS_PRESETS = freeze({
  "ros:default": both("topics of ROS 2 unless a node says otherwise", 10, "RELIABLE"),
  "ros:sensor-data": both("frequent readings where the latest counts", 5, "BEST_EFFORT"),
  "ros:services": both("requests and replies", 10, "RELIABLE"),
  "ros:parameters": both("services of parameters", 1000, "RELIABLE"),
  "ros:parameter-events": both("the topic /parameter_events", 1000, "RELIABLE"),
  "ros:system-default": { purpose: "everything as DDS has it", writer: {}, reader: {} },
  "ros:action-status": both("the status of actions", 1, "RELIABLE", "TRANSIENT_LOCAL"),
  "ros:rosout": rosout(),
  "ros:clock": both("the topic /clock", 1, "BEST_EFFORT"),
  "ros:tf": both("the topic /tf", 100, "RELIABLE"),
  "ros:tf-static": tfStatic(),
} satisfies Record<string, QosPreset>);

export type PresetName = keyof typeof QOS_PRESETS;

/** A preset's name as `QOS_PRESETS` has it, or in another spelling. */
export type PresetInput = PresetName | (string & {});

/** Finds a preset by its name in any spelling. Throws QosError that lists the names. */
export function findPreset(name: PresetInput): QosPreset {
  const wanted = typeof name === "string" ? plain(name) : undefined;
  const found = Object.entries(QOS_PRESETS).find(([known]) => plain(known) === wanted);
  if (found !== undefined) return found[1];
  const quoted = typeof name === "string" ? JSON.stringify(name.slice(0, MAX_QUOTED)) : typeof name;
  throw new QosError("QOS_INVALID", "preset", `${quoted} is not known: use ${Object.keys(QOS_PRESETS).join(", ")}`);
}

/** "ros:sensor-data", "sensor_data" and "SensorData" are one name. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .replace(/^ros(?!out)/, "");
}

const MAX_QUOTED = 40;
