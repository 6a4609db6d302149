// runner: timeout 300 s (a process for each command)

import { mkdirSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ddsTopicName, formatRosUserData, int32, openRosPackages, sequence, string, struct } from "../../src/index.js";
import { closeHere, lines, NET, openHere, pathOf, rtps, start, stopAll, writeTemporary } from "./support.js";

const test = suite("rtps --ros");
test.after.each(async () => {
  stopAll();
  await closeHere();
});

/** What is installed on the machine does not matter. */
process.env["AMENT_PREFIX_PATH"] = "";
process.env["ROS_DISTRO"] = "";

const STRING = "std_msgs/msg/String";

test("type and QoS are those of the writer; what is printed is YAML", async () => {
  const sub = start(["sub", "--ros", "/chatter", "--count", "2", ...NET]);
  const pub = await rtps(["pub", "--ros", "chatter", STRING, "{data: hé}", "-n", "2", "--verbose", ...NET]);
  assert.is(pub.code, 0);
  assert.match(pub.err, /^matched readers: 1\nsamples written: 2\n/);
  const { code, out, err } = await sub.ended;
  assert.equal([code, out, err], [0, "data: hé\n---\ndata: hé\n---\n", ""]);
});

test("a late reader gets the latest sample", async () => {
  const pub = start(["pub", "--ros", "/latched", "std_msgs/Int64", "{data: 9007199254740993}", "--wait", "2", ...NET]);
  const early = start(["sub", "--ros", "/latched", "std_msgs/Int64", "--verbose", ...NET]);
  await early.until("err", /matched writers: 1/);
  const late = await rtps(["sub", "--ros", "/latched", "--count", "1", ...NET]);
  assert.equal([late.code, late.out, late.err], [0, "data: 9007199254740993\n---\n", ""]);
  assert.is((await pub.ended).code, 0);
});

test("nested messages, defaults, long lists, lines of JSON", async () => {
  const type = "sensor_msgs/msg/PointCloud2";
  const data = `{header: {stamp: {sec: 5}, frame_id: "5"}, fields: [{name: y, datatype: 7}], data: [${"7,".repeat(130)}8]}`;
  const short = start(["sub", "--ros", "/points", type, "-n", "1", ...NET]);
  const full = start(["sub", "--ros", "/points", type, "-n", "1", "--full-length", ...NET]);
  const json = start(["sub", "--ros", "/points", type, "-n", "1", "--json", ...NET]);
  const pub = await rtps(["pub", "--ros", "/points", type, data, "--wait", "3", ...NET]);
  assert.equal([pub.code, pub.err], [0, ""]);
  const head = `header:
  stamp:
    sec: 5
    nanosec: 0
  frame_id: '5'
height: 0
width: 0
fields:
- name: y
  offset: 0
  datatype: 7
  count: 0
is_bigendian: false
point_step: 0
row_step: 0
data:
`;
  assert.is((await short.ended).out, `${head}${"- 7\n".repeat(128)}- '...'\nis_dense: false\n---\n`);
  assert.is((await full.ended).out, `${head}${"- 7\n".repeat(130)}- 8\nis_dense: false\n---\n`);
  const [line] = lines((await json.ended).out);
  const value = JSON.parse(line!);
  assert.equal([value.header.frame_id, value.data.length, value.fields[0].name], ["5", 131, "y"]);
});

test("samples come from lines too, and from packages in a folder", async () => {
  mkdirSync(pathOf("ws/my_msgs/msg"), { recursive: true });
  writeTemporary(
    "ws/my_msgs/msg/Gains.msg",
    "geometry_msgs/Point at\nfloat64[] gains [1.5, 2]\nstring name 'none'\nbool active true",
  );
  const path = ["--ros-path", pathOf("ws")];
  const sub = start(["sub", "--ros", "/gains", "my_msgs/Gains", "-n", "2", ...path, ...NET]);
  const input = '{"name": "a"}\nat: {y: 1}\n';
  const pub = await rtps(["pub", "--ros", "/gains", "my_msgs/Gains", ...path, ...NET], input);
  assert.equal([pub.code, pub.err], [0, ""]);
  const sample = (y: string, name: string) =>
    `at:\n  x: 0.0\n  y: ${y}\n  z: 0.0\ngains:\n- 1.5\n- 2.0\nname: ${name}\nactive: true\n---\n`;
  assert.is((await sub.ended).out, sample("0.0", "a") + sample("1.0", "none"));
});

test("a best-effort writer is read as best effort", async () => {
  const participant = await openHere();
  const { type } = openRosPackages({ prefixPath: "" }).message(STRING);
  const topic = participant.createTopic(ddsTopicName("/best"), type);
  const writer = participant.createWriter(topic, { qos: { preset: "ros:sensor-data" } });
  const sub = start(["sub", "--ros", "/best", "-n", "1", ...NET]);
  await writer.ready(1, { timeoutMs: 20_000 });
  writer.write({ data: "seen" });
  const { code, out, err } = await sub.ended;
  assert.equal([code, out, err], [0, "data: seen\n---\n", ""]);
});

test("a type that no package has is learnt from its writer", async () => {
  const inner = struct("my_msgs::msg::dds_::Inner_", { x_: int32 }, { extensibility: "final" });
  // As the compilers of DDS vendors get it from rosidl.
  const members = { text_: string(), inners_: sequence(inner) };
  const type = struct("my_msgs::msg::dds_::Custom_", members, { extensibility: "final" });
  const participant = await openHere({ typeInformation: "always" });
  const writer = participant.createWriter(participant.createTopic(ddsTopicName("/custom"), type), {
    qos: "ros:default",
  });
  const sub = start(["sub", "--ros", "/custom", "-n", "1", ...NET]);
  await writer.ready(1, { timeoutMs: 20_000 });
  writer.write({ text_: "learnt", inners_: [{ x_: 7 }] });
  const { code, out, err } = await sub.ended;
  assert.equal([code, out, err], [0, "text: learnt\ninners:\n- x: 7\n---\n", ""]);
});

test("ls shows topics, services and nodes", async () => {
  const participant = await openHere({ qos: { userData: formatRosUserData({ enclave: "/lab" }) } });
  const packages = openRosPackages({ prefixPath: "" });
  const service = packages.service("std_srvs/SetBool");
  const request = participant.createTopic(ddsTopicName("/switch", "request"), service.request.type);
  participant.createReader(request);
  participant.createWriter(participant.createTopic(ddsTopicName("/switch", "reply"), service.response.type));
  const pub = start([
    "pub",
    "--ros",
    "/chatter",
    STRING,
    "{data: hi}",
    "--rate",
    "20",
    "-n",
    "2000",
    "--verbose",
    ...NET,
  ]);
  const sub = start(["sub", "--ros", "/chatter", STRING, ...NET]);
  await sub.until("out", /data: hi/);

  const listed = await rtps(["ls", "--ros", "--json", "--wait", "2", ...NET]);
  assert.equal([listed.code, listed.err], [0, ""]);
  const { nodes, topics, services } = JSON.parse(listed.out);
  const node = (command: string, pid: number | undefined) => `/_rtps_${command}_${pid}`;
  const names = [node("pub", pub.child.pid), node("sub", sub.child.pid)].sort();
  assert.equal(nodes.map((one: { name: string }) => one.name).sort(), names);
  assert.is(topics.length, 1);
  assert.equal([topics[0].name, topics[0].types], ["/chatter", [STRING]]);
  const [publisher] = topics[0].publishers;
  const hash = "RIHS01_df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18";
  assert.equal([publisher.node, publisher.type, publisher.typeHash], [node("pub", pub.child.pid), STRING, hash]);
  assert.is(topics[0].subscriptions[0].node, node("sub", sub.child.pid));
  assert.equal([services.length, services[0].name, services[0].types], [1, "/switch", ["std_srvs/srv/SetBool"]]);
  assert.equal([services[0].servers.length, services[0].clients.length], [1, 0]);

  const text = await rtps(["ls", "--ros", "--wait", "2", ...NET]);
  assert.match(text.out, /^0 nodes, 1 topic, 1 service, 0 actions in domain \d+\n/);
  assert.match(text.out, /│ \/chatter +│ std_msgs\/msg\/String +│/);
  assert.match(text.out, /RIHS01_df668c74…/);
});

const MISTAKES: readonly (readonly [string, readonly string[], RegExp])[] = [
  ["no type to publish", ["pub", "--ros", "/a"], /name the type behind the topic, such as std_msgs\/msg\/String/],
  ["a name that is none", ["sub", "--ros", "a-b"], /"\/a-b" has other characters than letters/],
  [
    "an unknown package",
    ["sub", "--ros", "a", "nope_msgs/msg/A"],
    /there is no package nope_msgs for nope_msgs\/msg\/A/,
  ],
  [
    "an unknown message",
    ["sub", "--ros", "a", "std_msgs/Nope"],
    /package std_msgs has no msg Nope \(.*\); it has Bool, Byte, .* and \d+ more$/m,
  ],
  [
    "a service",
    ["pub", "--ros", "a", "std_srvs/srv/Empty"],
    /std_srvs\/srv\/Empty is a service: its messages are .*_Request and/,
  ],
  ["a type that is none", ["pub", "--ros", "a", "String"], /"String" is no name of a ROS interface/],
  [
    "values that are no mapping",
    ["pub", "--ros", "a", STRING, "hi"],
    /values: a sample is a mapping such as '\{data: hi\}', not hi/,
  ],
  ["values that are no YAML", ["pub", "--ros", "a", STRING, "{data: ["], /values: /],
  [
    "an unknown member",
    ["pub", "--ros", "a", STRING, "{dat: 1}"],
    /values: dat: there is no such member; there is data/,
  ],
  ["a number that is none", ["pub", "--ros", "a", "std_msgs/Int8", "{data: x}"], /values: data: x is no int8/],
  ["a number out of range", ["pub", "--ros", "a", "std_msgs/Int8", "{data: 300}", "--wait", "0"], /data/],
  [
    "a list that is none",
    ["pub", "--ros", "a", "std_msgs/UInt8MultiArray", "{data: 1}"],
    /values: data: a list is needed/,
  ],
  ["--dispose", ["pub", "--ros", "a", STRING, "{}", "--dispose"], /topics of ROS 2 have none/],
  [
    "a type without --ros",
    ["sub", "a", STRING],
    /too many arguments: std_msgs\/msg\/String behind the topic is for --ros/,
  ],
  [
    "nobody there",
    ["sub", "--ros", "/nobody", "--timeout", "0.5"],
    /nobody published this topic for 0.5 s: give its type/,
  ],
  ["lines of a screen", ["ls", "--ros", "--watch", "--json"], /--ros --watch draws a screen/],
];

for (const [what, args, message] of MISTAKES) {
  test(`mistake: ${what}`, async () => {
    const { code, out, err } = await rtps([...args, ...NET]);
    assert.equal([code, out], [2, ""], err);
    assert.is(lines(err).length, 1, err);
    assert.match(err, message);
    assert.match(err, /^rtps: /);
  });
}

test.run();
