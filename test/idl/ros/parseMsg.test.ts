// `.msg`, `.srv` and `.action` files: what they say, and where a mistake is.
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { IdlError } from "../../../src/idl/index.js";
import { parseAction, parseMsg, parseMsgBundle, parseSrv, type RosField } from "../../../src/idl/ros/index.js";

const test = suite("idl/ros: files");

const fieldsOf = (text: string): readonly RosField[] => parseMsg(text, "my_msgs/msg/A").fields;
const constantsOf = (text: string) => parseMsg(text, "my_msgs/msg/A").constants.map(({ name, value }) => [name, value]);

test("fields of every type", () => {
  const types = fieldsOf(`bool a
byte b
char c
int8 d
uint64 e
float32 f
string g
wstring<=5 h
string<=10[<=3] i
float64[9] j
uint8[] k
Other l
geometry_msgs/Point[2] m`).map(({ name, type }) => [name, type]);
  const plain = { stringBound: undefined, collection: undefined };
  assert.equal(types, [
    ...["bool", "byte", "char", "int8", "uint64", "float32", "string"].map((base, i) => [
      "abcdefg"[i],
      { base, ...plain },
    ]),
    ["h", { base: "wstring", stringBound: 5, collection: undefined }],
    ["i", { base: "string", stringBound: 10, collection: { kind: "sequence", bound: 3 } }],
    ["j", { ...plain, base: "float64", collection: { kind: "array", size: 9 } }],
    ["k", { ...plain, base: "uint8", collection: { kind: "sequence", bound: undefined } }],
    ["l", { ...plain, base: { message: "my_msgs/msg/Other" } }],
    ["m", { ...plain, base: { message: "geometry_msgs/msg/Point" }, collection: { kind: "array", size: 2 } }],
  ]);
});

test("defaults of every kind", () => {
  const defaults = fieldsOf(`bool a true
bool b 0
int8 c -128
uint8 d 0xff
int32 e 0b101
int16 f 010
int64 g -9223372036854775808
uint64 h 18446744073709551615
float32 i .5
float64 j -1e-3
string k plain  words
string l " kept "
string m 'it\\'s'
string n ""
int32[] o [1, 2,3]
bool[2] p [true, False]
string[] q ["a, b", c d , 'e']
float64[<=3] r []
uint64[] s [1]
int32 t`).map((field) => field.defaultValue);
  assert.equal(defaults, [
    ...[true, false, -128, 255, 5, 10, -(2n ** 63n), 2n ** 64n - 1n, 0.5, -0.001],
    ...["plain  words", " kept ", "it's", "", [1, 2, 3], [true, false], ["a, b", "c d", "e"], [], [1n], undefined],
  ]);
});

test("constants", () => {
  assert.equal(
    constantsOf(`uint8 UNKNOWN=0
int32 X = -5 # five below
float64 PI=3.5
string EXAMPLE="a \\"word\\"" # not of it
string LINE=\\tx\\n
string EQUALS=a=b
bool YES=TRUE
char LETTER=97`),
    [
      ...[
        ["UNKNOWN", 0],
        ["X", -5],
        ["PI", 3.5],
        ["EXAMPLE", 'a "word"'],
        ["LINE", "\tx\n"],
      ],
      ...[
        ["EQUALS", "a=b"],
        ["YES", true],
        ["LETTER", 97],
      ],
    ],
  );
});

test("comments and units", () => {
  const message = parseMsg(
    `# The head
#  of it

# Before [m/s]
float32 speed  # behind
               # and below

float32 other # [rad] and [m]: two are none
int8 FAST=1 # quick
`,
    "my_msgs/msg/A",
  );
  assert.is(message.comment, "The head\n of it");
  assert.equal(
    message.fields.map(({ comment, unit }) => [comment, unit]),
    [
      ["Before\nbehind\nand below", "m/s"],
      ["[rad] and [m]: two are none", undefined],
    ],
  );
  assert.equal(message.constants, [{ name: "FAST", type: "int8", value: 1, comment: "quick" }]);
});

test("tabs, carriage returns, a byte order mark and indentation are read over", () => {
  const names = fieldsOf("\uFEFFint8\ta\r\n  int8   b   5\r\n\r\nint8 c").map(({ name, defaultValue }) => [
    name,
    defaultValue,
  ]);
  assert.equal(names, [
    ["a", undefined],
    ["b", 5],
    ["c", undefined],
  ]);
});

test("services and actions have their parts", () => {
  const service = parseSrv("int64 a\nint64 b\n---\nint64 sum\n", "my_msgs/srv/Add");
  assert.is(service.request.name, "my_msgs/srv/Add_Request");
  assert.equal(
    service.request.fields.map(({ name }) => name),
    ["a", "b"],
  );
  assert.is(service.response.name, "my_msgs/srv/Add_Response");
  assert.equal(
    service.response.fields.map(({ name }) => name),
    ["sum"],
  );
  assert.equal(parseSrv("---", "my_msgs/srv/Empty").request.fields, []);

  const action = parseAction("int32 order\n---\nint32[] sequence\n---\nint32[] partial\n", "my_msgs/action/Fib");
  assert.equal(
    [action.goal, action.result, action.feedback].map(({ name, fields }) => [name, fields[0]!.name]),
    [
      ["my_msgs/action/Fib_Goal", "order"],
      ["my_msgs/action/Fib_Result", "sequence"],
      ["my_msgs/action/Fib_Feedback", "partial"],
    ],
  );
});

test("a bundle holds the messages that the first one needs", () => {
  const line = "=".repeat(80);
  const bundle = parseMsgBundle(
    `B b\n${line}\nMSG: other_msgs/B\nint8 X=1\nC c\n${line}\nMSG: other_msgs/msg/C\nint8 c`,
    "my_msgs/msg/A",
  );
  assert.equal(
    bundle.map(({ name }) => name),
    ["my_msgs/msg/A", "other_msgs/msg/B", "other_msgs/msg/C"],
  );
  assert.equal(bundle[1]!.fields[0]!.type.base, { message: "other_msgs/msg/C" });
});

test("a mistake is one line with its place", () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ["int8", /^A.msg:1:1: "int8" stands alone/],
    ["int8 a\nint7 b", /^A.msg:2:1: "int7" cannot be the name of a ROS interface/],
    ["  int8 Abc", /^A.msg:1:8: "Abc" cannot be the name of a field/],
    ["int8 a__b", /^A.msg:1:6: .*cannot be the name of a field/],
    ["int8 a_", /cannot be the name of a field/],
    ["int8 abc=1", /^A.msg:1:6: "abc" cannot be the name of a constant/],
    ["int8 A_=1", /cannot be the name of a constant/],
    ["Other A=1", /^A.msg:1:1: a constant cannot be of type Other/],
    ["int8[] A=1", /a constant cannot be of type int8\[\]/],
    ["int8 a\nint8 a", /^A.msg:2:6: there are two of the name a/],
    ["int8 a 128", /^A.msg:1:8: int8 takes an integer from -128 to 127, not 128/],
    ["uint8 A=-1", /^A.msg:1:9: uint8 takes an integer from 0 to 255, not -1/],
    ["int8 a 1.5", /int8 takes an integer/],
    ["int8 a 0x", /int8 takes an integer/],
    ["float32 a 1,5", /1,5 is no float32/],
    ["bool a yes", /a bool is true, false, 1 or 0, not yes/],
    ["string a 'it's'", /a ' inside 'it's' needs a backslash in front/],
    ["string<=3 a four", /the default has 4 characters, more than 3/],
    ["string<=0 a", /the bound of string<=0 must be an integer from 1/],
    ["int8[<=x] a", /the size of int8\[<=x\] must be an integer/],
    ["int8[0] a", /the size of int8\[0\] must be/],
    ["int8[2][3] a", /"int8\[2\]\[3\]" is no type/],
    ["int8[2] a [1]", /the default has 1 elements, the array 2/],
    ["int8[<=1] a [1, 2]", /the default has 2 elements, more than 1/],
    ["int8[] a 1", /the default of a collection is written in brackets, not 1/],
    ['string[] a ["b]', /cannot read "b as strings/],
    ["Other a 1", /a field of type my_msgs\/msg\/Other cannot have a default/],
    ["time a", /time is a type of ROS 1: use builtin_interfaces\/Time/],
    ["Bad-Pkg/A a", /"Bad-Pkg" cannot be the name of a ROS package/],
  ];
  for (const [text, message] of wrong) {
    try {
      parseMsg(text, "my_msgs/msg/A", "A.msg");
      assert.unreachable(text);
    } catch (error) {
      assert.instance(error, IdlError, text);
      assert.match((error as IdlError).message, message, text);
      assert.ok((error as IdlError).line > 0, text);
    }
  }
});

test("the caret stands under the place", () => {
  try {
    parseMsg("int8 a\n\tuint8\tb 300", "my_msgs/msg/A", "A.msg");
    assert.unreachable();
  } catch (error) {
    const [, line, caret] = (error as IdlError).pretty().split("\n");
    assert.is(line, "  \tuint8\tb 300");
    assert.is(caret, "  \t     \t  ^");
  }
});

test("services and actions need their lines", () => {
  assert.throws(() => parseSrv("int8 a", "my_msgs/srv/A"), /A needs a line "---" between request and response/);
  assert.throws(() => parseSrv("---\n---", "my_msgs/srv/A", "A.srv"), /^A.srv:2:1: more than 1 lines|A.srv:2:1/);
  assert.throws(() => parseAction("---", "my_msgs/action/A"), /needs two lines "---"/);
});

test("names are names of interfaces", () => {
  assert.throws(() => parseMsg("", "A"), /"A" is no name of a ROS interface/);
  assert.throws(() => parseMsg("", "my_msgs/msgs/A"), /is no name of a ROS interface/);
  assert.throws(() => parseMsg("", "my_msgs/msg/a"), /"a" cannot be the name of a ROS interface/);
});

test.run();
