import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  checkCompatibility,
  DEFAULT_READER_QOS,
  DEFAULT_WRITER_QOS,
  findPreset,
  QOS_PRESETS,
  resolveReaderQos,
  resolveTopicQos,
  resolveWriterQos,
  writerQosFromTopic,
} from "../../src/qos/index.js";
import { failure } from "./failure.js";

const test = suite("presets");

/** Name, depth, reliability, durability of writer and reader; differences between them stand in their own test. */
const PROFILES: readonly (readonly [string, number, string, string])[] = [
  ["ros:default", 10, "RELIABLE", "VOLATILE"],
  ["ros:sensor-data", 5, "BEST_EFFORT", "VOLATILE"],
  ["ros:services", 10, "RELIABLE", "VOLATILE"],
  ["ros:parameters", 1000, "RELIABLE", "VOLATILE"],
  ["ros:parameter-events", 1000, "RELIABLE", "VOLATILE"],
  ["ros:action-status", 1, "RELIABLE", "TRANSIENT_LOCAL"],
  ["ros:rosout", 1000, "RELIABLE", "TRANSIENT_LOCAL"],
  ["ros:clock", 1, "BEST_EFFORT", "VOLATILE"],
  ["ros:tf", 100, "RELIABLE", "VOLATILE"],
];

for (const [name, depth, reliability, durability] of PROFILES) {
  test(`${name} is the profile of ROS 2`, () => {
    for (const qos of [resolveWriterQos(name), resolveReaderQos(name)]) {
      assert.equal(qos.history, { kind: "KEEP_LAST", depth });
      assert.is(qos.reliability.kind, reliability);
      assert.is(qos.durability.kind, durability);
    }
    const lifespan = name === "ros:rosout" ? { lifespan: { durationMs: 10_000 } } : {};
    const { history, reliability: _, durability: __, ...others } = resolveWriterQos(name);
    const { history: h, reliability: r, durability: d, ...defaults } = DEFAULT_WRITER_QOS;
    assert.equal(others, { ...defaults, ...lifespan });
  });
}

test("system-default is DDS, tf-static keeps one and hears a hundred", () => {
  assert.equal(resolveWriterQos("ros:system-default"), DEFAULT_WRITER_QOS);
  assert.equal(resolveReaderQos("ros:system-default"), DEFAULT_READER_QOS);
  const [writer, reader] = [resolveWriterQos("ros:tf-static"), resolveReaderQos("ros:tf-static")];
  assert.equal([writer.history.depth, reader.history.depth], [1, 100]);
  assert.equal([writer.durability.kind, reader.durability.kind], ["TRANSIENT_LOCAL", "TRANSIENT_LOCAL"]);
});

test("every preset resolves for both ends, and these match", () => {
  const names = Object.keys(QOS_PRESETS);
  assert.is(names.length, PROFILES.length + 2);
  for (const name of names) {
    assert.equal(checkCompatibility(resolveWriterQos(name), resolveReaderQos(name)), [], name);
    assert.ok(findPreset(name).purpose.length > 5);
  }
  // As in ROS 2: sensor data does not reach a reader that wants the default.
  const misfits = checkCompatibility(resolveWriterQos("ros:sensor-data"), resolveReaderQos("ros:default"));
  assert.equal(
    misfits.map((one) => one.policy),
    ["RELIABILITY"],
  );
});

test("spellings", () => {
  const spellings = [
    "ros:sensor-data",
    "ROS:SENSOR_DATA",
    "sensor_data",
    "SensorData",
    "sensor data",
    "ros.SensorData",
  ];
  for (const spelling of spellings) assert.is(resolveReaderQos(spelling).history.depth, 5, spelling);
  for (const spelling of ["rosout", "ros:rosout", "RosOut"]) assert.is(resolveReaderQos(spelling).history.depth, 1000);
});

test("a preset with other policies: the preset comes between the base and them", () => {
  const qos = resolveReaderQos({ preset: "ros:sensor-data", history: { keepLast: 20 }, deadline: "1s" });
  assert.equal([qos.history.depth, qos.reliability.kind, qos.deadline.periodMs], [20, "BEST_EFFORT", 1000]);
  const topic = resolveTopicQos({ deadline: "2s", reliability: "bestEffort" });
  const writer = writerQosFromTopic(topic, { preset: "ros:default" });
  assert.equal([writer.deadline.periodMs, writer.reliability.kind], [2000, "RELIABLE"]);
  assert.is(resolveWriterQos({ preset: undefined, deadline: 3 } as object).deadline.periodMs, 3);
});

test("an unknown preset: one line with the names", () => {
  for (const run of [
    () => resolveWriterQos("ros:sensors"),
    () => resolveReaderQos({ preset: "ros:sensors" }),
    () => findPreset("ros:sensors"),
  ]) {
    const error = failure(run);
    assert.equal([error.code, error.policy], ["QOS_INVALID", "preset"]);
    assert.match(
      error.message,
      /^preset: "ros:sensors" is not known: use ros:default, ros:sensor-data, .*ros:tf-static$/,
    );
  }
  assert.match(failure(() => resolveWriterQos({ preset: 5 } as object)).message, /^preset: number is not known/);
  assert.is(failure(() => resolveWriterQos("x\n".repeat(1000))).message.includes("\n"), false);
  assert.match(failure(() => resolveWriterQos({ presett: "x" } as object)).message, /use durability, .*, preset$/);
});

test("presets cannot be changed", () => {
  assert.throws(() => {
    (QOS_PRESETS["ros:tf"].writer as { deadline?: number }).deadline = 1;
  }, TypeError);
});

test.run();
