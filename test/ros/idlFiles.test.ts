// ROS messages in IDL files: those that rosidl makes, and those that people write.
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { IdlError, RosPackages, rosDefinitions, type StructType, typeToString } from "../../src/index.js";

const test = suite("ros: IDL files");

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

const FILES = {
  "a_msgs/msg/A.idl": `// generated from rosidl_adapter/resource/msg.idl.em
#include "b_msgs/msg/B.idl"
#include "builtin_interfaces/msg/Time.idl"

module a_msgs {
  module msg {
    typedef b_msgs::msg::B b_msgs__msg__B;
    typedef b_msgs__msg__B b_msgs__msg__B__2[2];
    typedef double double__9[9];
    module A_Constants {
      @verbatim (language="comment", text="of the kinds")
      const uint8 KIND = 3;
      const string NAME = "a\\"b";
    };
    @verbatim (language="comment", text=
      "What it is" "\\n"
      "for")
    struct A {
      builtin_interfaces::msg::Time stamp;

      @default (value=TRUE)
      @unit (value="m/s")
      boolean on;

      b_msgs__msg__B__2 both;
      double__9 nine;
      sequence<b_msgs::msg::B, 4> some;
      sequence<string<5>> texts;
      wstring wide;
      uint8 c;
    };
  };
};`,
  // Its own file is a .msg.
  "b_msgs/msg/B.msg": "builtin_interfaces/Time stamp\nint8 b",
  "a_msgs/srv/S.idl": `#include "a_msgs/msg/A.idl"
module a_msgs { module srv {
  struct S_Request { a_msgs::msg::A a; };
  struct S_Response { uint8 structure_needs_at_least_one_member; };
}; };`,
  "a_msgs/action/Go.idl": `module a_msgs { module action {
  struct Go_Goal { int32 order; }; struct Go_Result { int32 result; }; struct Go_Feedback { int32 step; }; }; };`,
};

test("IDL files of ROS, as rosidl writes them", () => {
  const packages = given(FILES);
  const { type, constants } = packages.message("a_msgs/A");
  assert.is(type.name, "a_msgs::msg::dds_::A_");
  assert.is(type.extensibility, "final");
  assert.equal(membersOf(type), [
    "builtin_interfaces::msg::dds_::Time_ stamp",
    "boolean on",
    "b_msgs::msg::dds_::B_[2] both",
    "float64[9] nine",
    "sequence<b_msgs::msg::dds_::B_, 4> some",
    "sequence<string<5>> texts",
    "wstring wide",
    "uint8 c",
  ]);
  assert.equal([type.members[1]!.defaultValue, type.members[1]!.unit], [true, "m/s"]);
  assert.equal(
    constants.map(({ name, value }) => [name, value]),
    [
      ["KIND", 3],
      ["NAME", 'a"b'],
    ],
  );
  assert.equal(membersOf((type.members[4]!.type as { element: StructType }).element), [
    "builtin_interfaces::msg::dds_::Time_ stamp",
    "int8 b",
  ]);
  const service = packages.service("a_msgs/S");
  assert.is(service.request.type.members[0]!.type, type);
  assert.equal(membersOf(service.event.type).at(-1), "sequence<a_msgs::srv::dds_::S_Response_, 1> response");
  const action = packages.action("a_msgs/Go");
  assert.equal(membersOf(action.sendGoal.request.type).at(-1), "a_msgs::action::dds_::Go_Goal_ goal");
});

test("the same message from .msg and from .idl has the same hash and bytes", () => {
  const text =
    "Other[2] others\nstring<=4[<=3] names\nbyte b\nfloat32[] values [1.5, -2]\nstring[1] t ['a\"b']\nbool[] f [true]";
  const idl = `#include "a_msgs/msg/Other.idl"
module a_msgs { module msg {
  typedef a_msgs::msg::Other a_msgs__msg__Other;
  typedef a_msgs__msg__Other a_msgs__msg__Other__2[2];
  struct A { a_msgs__msg__Other__2 others; sequence<string<4>, 3> names; octet b; 
    @default (value="(1.5, -2.0)")
    sequence<float> values;
    @default (value="('a\\"b',)") string t[1];
    @default (value="(True,)") sequence<boolean> f; };
}; };`;
  const other = { "a_msgs/msg/Other.msg": "int8 x" };
  const [fromMsg, fromIdl] = [
    given({ ...other, "a_msgs/msg/A.msg": text }),
    given({ ...other, "a_msgs/msg/A.idl": idl }),
  ];
  const [idlType, msgType] = [fromIdl, fromMsg].map((one) => one.message("a_msgs/A").type);
  assert.equal(membersOf(idlType!), membersOf(msgType!));
  const defaultsOf = (type: StructType) => type.members.map((member) => member.defaultValue);
  assert.equal(defaultsOf(idlType!), [undefined, undefined, undefined, [1.5, -2], ['a"b'], [true]]);
  assert.equal(defaultsOf(idlType!), defaultsOf(msgType!));
  assert.is(fromIdl.typeHash("a_msgs/A"), fromMsg.typeHash("a_msgs/A"));
});

test("mistakes in IDL files", () => {
  const idl = (inside: string) => `module a_msgs { module msg { ${inside} }; };`;
  const wrong: readonly (readonly [Record<string, string>, RegExp])[] = [
    [
      { "a_msgs/msg/A.idl": '#include "b_msgs/msg/B.idl"' },
      /^a_msgs\/msg\/A.idl:1:1: there is no file b_msgs\/msg\/B.idl/,
    ],
    [
      { "a_msgs/msg/A.idl": idl("struct B { int8 b; };") },
      /there is no struct a_msgs::msg::A; the messages here are a_msgs\/msg\/B/,
    ],
    [{ "a_msgs/msg/A.idl": idl("union U switch (long) { case 1: long x; }; struct A { U u; };") }, /have no union/],
    [{ "a_msgs/msg/A.idl": `struct X { int8 x; };${idl("struct A { X x; };")}` }, /X is in no module of a ROS package/],
    [{ "a_msgs/msg/A.idl": idl("struct A { nope n; };") }, /^a_msgs\/msg\/A.idl:1:\d+: /],
    [
      { "a_msgs/msg/A.idl": '#include "a_msgs/msg/B.idl"', "a_msgs/msg/B.idl": '#include "a_msgs/msg/A.idl"' },
      /a message cannot contain itself: a_msgs\/msg\/A -> a_msgs\/msg\/B -> a_msgs\/msg\/A/,
    ],
  ];
  for (const [texts, message] of wrong) assert.match(errorOf(() => given(texts).message("a_msgs/A")).message, message);
});

test.run();
