// Interfaces by name: references across packages, what ROS derives of services and actions, errors, files.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  array,
  IdlError,
  int32,
  openRosPackages,
  RosPackages,
  rosDefinitions,
  type StructType,
  sequence,
  struct,
  typeToString,
  withRosMemberNames,
} from "../../src/index.js";

const test = suite("ros: packages");

const given = (texts: Record<string, string>) => new RosPackages([rosDefinitions(texts)]);
const membersOf = (type: StructType) => type.members.map((member) => `${typeToString(member.type)} ${member.name}`);

function errorOf(run: () => unknown): IdlError {
  try {
    run();
  } catch (error) {
    assert.instance(error, IdlError);
    return error as IdlError;
  }
  return assert.unreachable("no error") as never;
}

test("types are final, without keys, under the names of DDS", () => {
  const packages = given({
    "a_msgs/msg/A.msg": "b_msgs/B b\nB[] own\nstring<=5[3] s\nchar c\nbyte d\nwstring w\nint8 X=1",
    "a_msgs/msg/B.msg": "",
    "b_msgs/msg/B.msg": "bool[<=4] flags",
  });
  const { type, constants } = packages.message("a_msgs/A");
  assert.is(type.name, "a_msgs::msg::dds_::A_");
  assert.is(type.extensibility, "final");
  assert.not(type.hasKey);
  assert.equal(membersOf(type), [
    "b_msgs::msg::dds_::B_ b",
    "sequence<a_msgs::msg::dds_::B_> own",
    "string<5>[3] s",
    "uint8 c",
    "octet d",
    "wstring w",
  ]);
  assert.equal(
    constants.map(({ name, value }) => [name, value]),
    [["X", 1]],
  );
  // Types are made once.
  assert.is(packages.message("b_msgs/msg/B").type, type.members[0]!.type);
  assert.equal(membersOf(packages.message("a_msgs/msg/B").type), ["uint8 structure_needs_at_least_one_member"]);
});

test("defaults and units are those of members", () => {
  const { type, memberComments } = given({
    "a_msgs/msg/A.msg": "float64[] gains [1.5, 2]  # of the filter\nstring name 'x'\nint64 n 7 # how many [1]",
  }).message("a_msgs/msg/A");
  assert.equal(
    type.members.map((member) => member.defaultValue),
    [[1.5, 2], "x", 7n],
  );
  assert.is(type.members[2]!.unit, "1");
  assert.is(memberComments.get("gains"), "of the filter");
});

test("Header alone is that of std_msgs, unless the package has one", () => {
  const packages = given({
    "a_msgs/msg/A.msg": "Header header",
    "b_msgs/msg/A.msg": "Header header",
    "b_msgs/msg/Header.msg": "int8 own",
    "std_msgs/msg/Header.msg": "builtin_interfaces/Time stamp\nstring frame_id",
  });
  assert.equal(membersOf(packages.message("a_msgs/A").type), ["std_msgs::msg::dds_::Header_ header"]);
  assert.equal(membersOf(packages.message("b_msgs/A").type), ["b_msgs::msg::dds_::Header_ header"]);
});

test("a service has the messages of its topics and of introspection", () => {
  const service = openRosPackages({ prefixPath: "" }).service("std_srvs/SetBool");
  assert.equal(
    [service.request, service.response, service.event].map(({ type }) => [type.name, membersOf(type)]),
    [
      ["std_srvs::srv::dds_::SetBool_Request_", ["boolean data"]],
      ["std_srvs::srv::dds_::SetBool_Response_", ["boolean success", "string message"]],
      [
        "std_srvs::srv::dds_::SetBool_Event_",
        [
          "service_msgs::msg::dds_::ServiceEventInfo_ info",
          "sequence<std_srvs::srv::dds_::SetBool_Request_, 1> request",
          "sequence<std_srvs::srv::dds_::SetBool_Response_, 1> response",
        ],
      ],
    ],
  );
});

test("an action has two services and a topic", () => {
  const action = given({ "a_msgs/action/Go.action": "int8 a\n---\nint8 b\n---\nint8 c" }).action("a_msgs/Go");
  const { sendGoal, getResult, feedbackMessage } = action;
  const made = [sendGoal.request, sendGoal.response, getResult.request, getResult.response, feedbackMessage];
  const uuid = "unique_identifier_msgs::msg::dds_::UUID_ goal_id";
  const prefix = "a_msgs::action::dds_::Go";
  assert.equal(
    made.map(({ type }) => [type.name, membersOf(type)]),
    [
      [`${prefix}_SendGoal_Request_`, [uuid, `${prefix}_Goal_ goal`]],
      [`${prefix}_SendGoal_Response_`, ["boolean accepted", "builtin_interfaces::msg::dds_::Time_ stamp"]],
      [`${prefix}_GetResult_Request_`, [uuid]],
      [`${prefix}_GetResult_Response_`, ["int8 status", `${prefix}_Result_ result`]],
      [`${prefix}_FeedbackMessage_`, [uuid, `${prefix}_Feedback_ feedback`]],
    ],
  );
  assert.is(sendGoal.event.type.name, `${prefix}_SendGoal_Event_`);
  assert.equal(membersOf(action.goal.type), ["int8 a"]);
});

test("types that were learnt lose the underscores of rosidl's DDS IDL", () => {
  const plain = struct("a_msgs::msg::dds_::Plain_", { a_b: int32, c: int32 });
  const learnt = struct("a_msgs::msg::dds_::A_", {
    list_: sequence(struct("a::B_", { x_: int32 }), 4),
    plain_: plain,
    n_: array(int32, 2),
  });
  const { members } = withRosMemberNames(learnt);
  assert.equal(membersOf({ ...learnt, members }), [
    "sequence<a::B_, 4> list",
    "a_msgs::msg::dds_::Plain_ plain",
    "int32[2] n",
  ]);
  assert.equal(membersOf((members[0]!.type as unknown as { element: StructType }).element), ["int32 x"]);
  assert.is(members[1]!.type, plain);
  assert.is(withRosMemberNames(plain), plain);
});

test("what is missing is told where it is asked for", () => {
  const packages = given({ "a_msgs/msg/A.msg": "int8 a\nB b", "a_msgs/msg/C.msg": "\nnope_msgs/X[] x" });
  const noMessage = errorOf(() => packages.message("a_msgs/msg/A"));
  assert.is(noMessage.message, "a_msgs/msg/A.msg:2:1: package a_msgs has no msg B (given definitions); it has A, C");
  const noPackage = errorOf(() => packages.message("a_msgs/msg/C"));
  assert.match(
    noPackage.message,
    /^a_msgs\/msg\/C.msg:2:1: there is no package nope_msgs for nope_msgs\/msg\/X \(looked/,
  );
  assert.match(errorOf(() => packages.message("a_msgs/msg/Z")).message, /^package a_msgs has no msg Z/);
  assert.match(errorOf(() => packages.service("a_msgs/A")).message, /^package a_msgs has no srv A/);
  const noPart = given({ "a_msgs/srv/S.srv": "---" });
  assert.is(
    errorOf(() => noPart.message("a_msgs/srv/S")).message,
    "a_msgs/srv/S is a service: its messages are a_msgs/srv/S_Request and a_msgs/srv/S_Response",
  );
  const anAction = given({ "a_msgs/action/D.action": "---\n---" });
  assert.match(errorOf(() => anAction.message("a_msgs/action/D")).message, /^a_msgs\/action\/D is an action: .*D_Goal/);
  assert.match(errorOf(() => noPart.message("a_msgs/srv/S_Goal")).message, /its file has no such message/);
});

test("a message that contains itself is an error, and what was asked after it is not", () => {
  const packages = given({
    "a_msgs/msg/A.msg": "int8 x\nB b",
    "a_msgs/msg/B.msg": "A[] a",
    "a_msgs/msg/C.msg": "int8 c",
  });
  const error = errorOf(() => packages.message("a_msgs/msg/A"));
  const circle = "a_msgs/msg/A -> a_msgs/msg/B -> a_msgs/msg/A";
  assert.is(error.message, `a_msgs/msg/B.msg:1:1: a message cannot contain itself: ${circle}`);
  assert.equal(membersOf(packages.message("a_msgs/msg/C").type), ["int8 c"]);
  assert.match(errorOf(() => packages.message("a_msgs/msg/A")).message, /cannot contain itself/);
});

test("messages that came with another are used where there is no file", () => {
  const line = "=".repeat(80);
  const packages = given({
    "a_msgs/msg/A.msg": `b_msgs/B b\nC c\n${line}\nMSG: b_msgs/B\nint8 enclosed\n${line}\nMSG: a_msgs/C\nint8 enclosed`,
    "a_msgs/msg/C.msg": "int8 own",
  });
  const [b, c] = packages.message("a_msgs/A").type.members.map((member) => membersOf(member.type as StructType));
  assert.equal([b, c], [["int8 enclosed"], ["int8 own"]]);
});

test("every common package of every distribution is read", () => {
  const root = dirname(createRequire(import.meta.url).resolve("@foxglove/rosmsg-msgs-common/package.json"));
  for (const [distro, count] of [
    ["galactic", 144],
    ["humble", 146],
    ["iron", 148],
    ["jazzy", 151],
  ] as const) {
    const packages = openRosPackages({ prefixPath: "", distro });
    const folder = join(root, "msgdefs", `ros2${distro}`);
    const names = readdirSync(folder).flatMap((name) =>
      readdirSync(join(folder, name, "msg")).map((file) => `${name}/msg/${file.replace(/\.msg$/, "")}`),
    );
    assert.is(names.length, count, distro);
    for (const name of names) {
      const { type } = packages.message(name);
      assert.ok(type.members.length > 0, name);
      assert.match(packages.typeHash(name), /^RIHS01_[0-9a-f]{64}$/, name);
    }
  }
});

test("packages are found under a prefix and anywhere in a folder", () => {
  const root = mkdtempSync(join(tmpdir(), "ros-packages-"));
  try {
    const put = (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    put("prefix/share/x_msgs/msg/A.msg", "int8 installed");
    put("prefix/share/y_msgs/msg/Y.msg", "x_msgs/A a");
    put("ws/src/repo/x_msgs/msg/A.msg", "int8 source");
    put("ws/src/repo/z_msgs/srv/Z.srv", "x_msgs/A a\n---");
    put("ws/build/x_msgs/msg/A.msg", "int8 built");
    const prefixPath = `${join(root, "nowhere")}:${join(root, "prefix")}`;

    const installed = openRosPackages({ prefixPath });
    assert.equal(membersOf(installed.message("x_msgs/A").type), ["int8 installed"]);
    assert.is(installed.message("std_msgs/String").type.name, "std_msgs::msg::dds_::String_");

    // Folders go before what is installed, for the packages of others too.
    const both = openRosPackages({ prefixPath, folders: [join(root, "ws")] });
    const nested = both.message("y_msgs/Y").type.members[0]!.type as StructType;
    assert.equal(membersOf(nested), ["int8 source"]);
    assert.equal(membersOf(both.service("z_msgs/Z").request.type), ["x_msgs::msg::dds_::A_ a"]);

    const one = openRosPackages({ prefixPath: "", folders: [join(root, "ws/src/repo/x_msgs")] });
    assert.equal(membersOf(one.message("x_msgs/A").type), ["int8 source"]);
    assert.match(
      errorOf(() => one.message("z_msgs/msg/Z")).message,
      /there is no package z_msgs .*repo\/x_msgs, common/,
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test.run();
