// Names of topics and services, there and back.
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  ddsTopicName,
  ddsTypeName,
  expandRosName,
  isHiddenRosName,
  RosNameError,
  type RosTopicKind,
  rosTopicName,
  rosTypeNameOf,
} from "../../src/index.js";

const test = suite("ros: names");

test("topics, requests and replies, there and back", () => {
  const names: readonly (readonly [string, RosTopicKind, string])[] = [
    ["/chatter", "topic", "rt/chatter"],
    ["/a/b/c", "topic", "rt/a/b/c"],
    ["/add", "request", "rq/addRequest"],
    ["/ns/add", "reply", "rr/ns/addReply"],
    ["/fib/_action/send_goal", "request", "rq/fib/_action/send_goalRequest"],
  ];
  for (const [name, kind, dds] of names) {
    assert.is(ddsTopicName(name, kind), dds);
    assert.equal(rosTopicName(dds), { kind, name });
  }
  for (const other of [
    "Square",
    "ros_discovery_info",
    "rt",
    "rt/",
    "rtx/a",
    "rq/add",
    "rr/addRequest",
    "rq/Request",
    "",
  ])
    assert.is(rosTopicName(other), undefined, other);
});

test("types, there and back", () => {
  assert.is(ddsTypeName("std_msgs/String"), "std_msgs::msg::dds_::String_");
  assert.is(ddsTypeName("a_msgs/srv/Add_Request"), "a_msgs::srv::dds_::Add_Request_");
  assert.is(rosTypeNameOf("a_msgs::action::dds_::Go_FeedbackMessage_"), "a_msgs/action/Go_FeedbackMessage");
  for (const other of ["String", "std_msgs::msg::String", "std_msgs::msg::dds_::String", "a::b::dds_::C_"])
    assert.is(rosTypeNameOf(other), undefined, other);
});

test("names are looked at in a namespace and a node", () => {
  const context = { namespace: "/ns", node: "talker" };
  const expanded: readonly (readonly [string, string])[] = [
    ["chatter", "/ns/chatter"],
    ["/chatter", "/chatter"],
    ["a/b", "/ns/a/b"],
    ["~", "/ns/talker"],
    ["~/out", "/ns/talker/out"],
    ["{node}/out", "/ns/talker/out"],
    ["/{ns}/out", "/ns/out"],
    ["/{namespace}/{node}", "/ns/talker"],
  ];
  for (const [name, wanted] of expanded) assert.is(expandRosName(name, context), wanted, name);
  assert.is(expandRosName("chatter"), "/chatter");
  assert.is(expandRosName("~/x", { node: "n" }), "/n/x");
  assert.is(expandRosName("/{ns}/out"), "/out");
});

test("the first rule that fits renames", () => {
  const remap = ["chatter:=/news", "/ns/chatter:=/never", "~/in:=data", "__node:=other"];
  const context = { namespace: "/ns", node: "talker", remap };
  assert.is(expandRosName("chatter", context), "/news");
  assert.is(expandRosName("/ns/chatter", context), "/news");
  assert.is(expandRosName("/chatter", context), "/chatter");
  assert.is(expandRosName("/ns/talker/in", context), "/ns/data");
  assert.throws(() => expandRosName("a", { remap: ["a=b"] }), /"a=b" renames nothing: write FROM:=TO/);
});

test("what is no name is an error that says why", () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ["", /is no name/],
    ["/", /is no name/],
    ["/a/", /"\/a\/" ends with a slash/],
    ["/a//b", /two slashes in a row/],
    ["/a-b", /other characters than letters/],
    ["/a__b", /two underscores in a row/],
    ["/1a", /begins with a digit/],
    ["~x", /behind "~" comes a slash/],
    ["~/x", /is a name inside a node, and none is given/],
    ["{what}", /\{what\} means nothing/],
    [`/${"a".repeat(247)}`, /longer than 247/],
  ];
  for (const [name, message] of wrong) {
    try {
      expandRosName(name);
      assert.unreachable(name);
    } catch (error) {
      assert.instance(error, RosNameError, name);
      assert.match((error as Error).message, message, name);
    }
  }
  assert.throws(() => ddsTopicName("chatter"), /"chatter" is not absolute: write "\/chatter"/);
});

test("hidden names have a part that begins with an underscore", () => {
  assert.ok(isHiddenRosName("/fib/_action/status"));
  assert.ok(isHiddenRosName("/_x"));
  assert.not(isHiddenRosName("/a_b"));
});

test.run();
