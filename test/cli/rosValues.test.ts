// Samples of ROS 2 as text: what `rtps pub --ros` takes and `rtps sub --ros` prints.
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CliError } from "../../src/cli/CliError.js";
import { RosEcho } from "../../src/cli/ros/RosEcho.js";
import { RosSamples } from "../../src/cli/ros/RosSamples.js";
import { openRosPackages, RosPackages, rosDefinitions, type Sample, type StructValue } from "../../src/index.js";

const test = suite("values of ROS on the command line");

const MIXED = `bool b true
int8 i
uint64 u
float32 f
float64 d
string s
wstring w
byte o
char c
int16[] list [1, 2]
float64[3] three
string[] texts
Inner inner
Inner[] inners`;
const packages = new RosPackages([
  rosDefinitions({ "a_msgs/msg/Mixed.msg": MIXED, "a_msgs/msg/Inner.msg": "float64 x 1\nfloat64 y\nint32 n" }),
]);
const { type } = packages.message("a_msgs/Mixed");
const common = openRosPackages({ prefixPath: "" });

const read = (text: string) => new RosSamples(type).parse(text, "values");

function echo(value: StructValue, of = type, options = { fullLength: false, withInfo: false }): string {
  return new RosEcho(of, options).format({ data: value, info: { validData: true } } as Sample<StructValue>);
}

test("what is missing takes its default", () => {
  const value = read("{}");
  assert.equal(value, {
    ...{ b: true, i: 0, u: 0n, f: 0, d: 0, s: "", w: "", o: 0, c: 0, list: Int16Array.of(1, 2) },
    ...{ three: new Float64Array(3), texts: [], inner: { x: 1, y: 0, n: 0 }, inners: [] },
  });
  assert.equal(read(""), value);
  assert.equal(read("inners: [{n: 5}]")["inners"], [{ x: 1, y: 0, n: 5 }]);
});

test("YAML is read as the member wants it", () => {
  const value = read(`
    b: off
    i: -0x10
    u: 18446744073709551615
    f: 5
    d: -.inf
    s: 007
    w: yes
    o: 017
    list: [1, 0b11]
    three: [1e3, .5, -2]
    texts: [a, "b c", 5, on]
    inner: {y: 2.5}`);
  assert.equal(
    [value["b"], value["i"], value["u"], value["f"], value["d"]],
    [false, -16, 2n ** 64n - 1n, 5, -Infinity],
  );
  assert.equal([value["s"], value["w"], value["o"]], ["007", "yes", 15]);
  assert.equal(value["list"], [1, 3]);
  assert.equal(value["three"], [1000, 0.5, -2]);
  assert.equal(value["texts"], ["a", "b c", "5", "on"]);
  assert.equal(value["inner"], { x: 1, y: 2.5, n: 0 });
});

test("JSON is YAML too, with all digits", () => {
  assert.is(read('{"u": 9007199254740993}')["u"], 9007199254740993n);
  assert.equal(read('{"d": 0.1, "i": 3, "texts": ["a"], "list": [5]}'), read("{d: 0.1, i: 3, texts: [a], list: [5]}"));
  assert.is(read('{"u": 7}')["u"], 7n);
});

test("octets can be !!binary, lists anchors", () => {
  const { type: array } = common.message("std_msgs/UInt8MultiArray");
  assert.equal(new RosSamples(array).parse("data: !!binary aGk=", "values")["data"], Uint8Array.of(0x68, 0x69));
  assert.equal(read("inners: [&a {n: 5}, *a]")["inners"], [
    { x: 1, y: 0, n: 5 },
    { x: 1, y: 0, n: 5 },
  ]);
});

test("now and auto are times", () => {
  const { type: stamped } = common.message("geometry_msgs/PointStamped");
  const before = Math.floor(Date.now() / 1000);
  const byHeader = new RosSamples(stamped).parse("{header: auto}", "values") as { header: { stamp: { sec: number } } };
  const byStamp = new RosSamples(stamped).parse("{header: {stamp: now}}", "values") as typeof byHeader;
  for (const { header } of [byHeader, byStamp]) assert.ok(header.stamp.sec >= before, String(header.stamp.sec));
});

test("what does not fit is one line that says where", () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ["hi", /^values: a sample is a mapping/],
    ["[1]", /^values: a sample is a mapping/],
    ["{i: [1]}", /^values: i: int8 takes one value/],
    ["{i: 1.5}", /^values: i: 1.5 is no int8/],
    ['{i: "5"}', /^values: i: 5 is no int8/],
    ["{b: 2}", /^values: b: 2 is neither true nor false/],
    ["{d: x}", /^values: d: x is no number/],
    ["{d: 1e400}", /^values: d: no float64 is as large as 1e400; infinity is written .inf/],
    ['{"d": -1e400}', /^values: d: no float64 is as large as -1e400/],
    ["{d: yes}", /^values: d: yes is no number/],
    ["{inner: 5}", /^values: inner: a_msgs::msg::dds_::Inner_ takes a mapping/],
    ["{inner: {z: 1}}", /^values: inner.z: there is no such member; there is x, y, n/],
    ["{inners: [{x: 1}, {x: a}]}", /^values: inners\[1\].x: a is no number/],
    ["{list: 5}", /^values: list: a list is needed/],
    ["{a: 1", /^values: /],
    [`{s: ${"[".repeat(20_000)}${"]".repeat(20_000)}}`, /^values: nested too deep$/],
  ];
  for (const [text, message] of wrong) {
    try {
      read(text);
      assert.unreachable(text);
    } catch (error) {
      assert.instance(error, CliError, text);
      assert.match((error as Error).message, message, text);
    }
  }
});

test("samples are printed as ros2 topic echo prints them", () => {
  const value = read(
    "{f: 0.5, d: 1e-7, s: 'a: b', texts: [yes, '5', '', x], three: [1, .nan, -.inf], inners: [{n: -1}]}",
  );
  assert.is(
    echo(value),
    `b: true
i: 0
u: 0
f: 0.5
d: 1e-7
s: 'a: b'
w: ''
o: 0
c: 0
list:
- 1
- 2
three:
- 1.0
- .nan
- -.inf
texts:
- 'yes'
- '5'
- ''
- x
inner:
  x: 1.0
  y: 0.0
  n: 0
inners:
- x: 1.0
  y: 0.0
  n: -1
---
`,
  );
  const { type: empty } = common.message("std_msgs/Empty");
  assert.is(echo(new RosSamples(empty).parse("{}", "values"), empty), "{}\n---\n");
});

test("what is printed is read again", () => {
  const value = read("{u: 18446744073709551615, s: \"multi\\nline \", texts: ['y', no, ~, '- a', '#'], d: -0.0}");
  assert.equal(read(echo(value).replace("---\n", "")), { ...value, list: [1, 2], three: [0, 0, 0] });
});

test("long lists and texts are cut, unless all is asked for", () => {
  const { type: text } = common.message("std_msgs/String");
  const value = { data: "x".repeat(200) };
  assert.is(echo(value, text), `data: ${"x".repeat(128)}...\n---\n`);
  assert.is(echo(value, text, { fullLength: true, withInfo: false }), `data: ${"x".repeat(200)}\n---\n`);
});

test.run();
