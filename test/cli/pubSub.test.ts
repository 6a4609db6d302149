// runner: timeout 300 s (a process for each command)
import { spawnSync } from "node:child_process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseIdl } from "../../src/index.js";
import { SHAPE, type Shape } from "../dcps/support.js";
import { closeHere, lines, MAIN, NET, openHere, rtps, SHAPES, start, stopAll, writeTemporary } from "./support.js";

const test = suite("rtps pub and rtps sub");
test.after.each(async () => {
  stopAll();
  await closeHere();
});

const RICH_IDL = writeTemporary(
  "rich.idl",
  `module lab {
    enum Mode { OFF, ON };
    struct Inner { long long l; string s; };
    union Choice switch (long) { case 1: long long whole; case 2: Inner inner; };
    struct Rich {
      @key long long id; unsigned long long big; double d; boolean flag; Mode mode;
      sequence<Inner> inners; long grid[2][2]; sequence<long long> many; sequence<octet> bytes;
      map<long, Choice> choices; map<string, long long> counts;
    };
  };`,
);
const RICH = `${RICH_IDL}#Rich`;

test("samples go from JSON lines to JSON lines", async () => {
  const sub = start(["sub", "Square", "--type", SHAPES, "--count", "3", ...NET]);
  const input = '{"color":"RED","x":1,"y":2,"shapesize":3}\n\n{"color":"BLUE"}\n{"x":-7,"color":"ä"}\n';
  const pub = await rtps(["pub", "Square", "--type", SHAPES, ...NET], input);
  assert.equal(pub, { code: 0, signal: null, out: "", err: "" });
  const { code, out, err } = await sub.ended;
  assert.equal([code, err], [0, ""]);
  assert.equal(lines(out), [
    '{"color":"RED","x":1,"y":2,"shapesize":3}',
    '{"color":"BLUE","x":0,"y":0,"shapesize":0}',
    '{"color":"ä","x":-7,"y":0,"shapesize":0}',
  ]);
});

test("a type that nobody gives is that of the writer, and is shown as IDL", async () => {
  const sub = start(["sub", "Rich", "--show-type", "--count", "1", ...NET]);
  const data = '{"id":"7","mode":"ON","inners":[{"l":1,"s":"x"}]}';
  const pub = await rtps(["pub", "Rich", "--type", RICH, "--data", data, ...NET]);
  assert.equal(pub, { code: 0, signal: null, out: "", err: "" });
  const { code, out, err } = await sub.ended;
  assert.is(code, 0, err);
  const [sample] = lines(out).map((line) => JSON.parse(line));
  assert.equal([sample.id, sample.mode, sample.inners], [7, "ON", [{ l: 1, s: "x" }]]);
  assert.match(err, /module lab \{[\s\S]*struct Rich \{[\s\S]*@key int64 id;|@key long long id;/);
});

test("--type-information never keeps the type back, and who wants to learn it is told so", async () => {
  const sub = start(["sub", "Rich", "--count", "1", "--timeout", "20", ...NET]);
  const options = ["--data", "{}", "--type-information", "never", "--wait", "0", "--rate", "1", "--count", "100"];
  const pub = start(["pub", "Rich", "--type", RICH, ...options, ...NET]);
  const { code, err } = await sub.ended;
  pub.child.kill("SIGINT");
  assert.is(code, 2);
  assert.match(err, /cannot be learnt: writer [0-9a-f]{32}: it announces no type but its name, "lab::Rich"/);
});

test("nested values, 64-bit integers and numbers that JSON has not", async () => {
  const sub = start(["sub", "Rich", "--type", RICH, "--count", "1", ...NET]);
  const value = {
    id: "-9223372036854775808",
    big: "18446744073709551615",
    d: "-Infinity",
    flag: true,
    mode: "ON",
    inners: [{ l: "9007199254740993", s: "x" }, { s: "only" }, { l: 5 }],
    grid: [
      [1, 2],
      [3, 4],
    ],
    many: [1, "-9007199254740993"],
    bytes: [0, 255],
    choices: [
      [5, { $discriminator: 1, member: "whole", value: "-9007199254740993" }],
      [6, { $discriminator: 2, member: "inner", value: { l: 1, s: "y" } }],
    ],
    counts: [["a", 1]],
  };
  const data = JSON.stringify(value);
  const pub = await rtps(["pub", "Rich", "--type", RICH, "--data", data, "--representation", "xcdr2", ...NET]);
  assert.equal(pub, { code: 0, signal: null, out: "", err: "" });
  const { out } = await sub.ended;
  const inners = [value.inners[0], { l: 0, s: "only" }, { l: 5, s: "" }];
  assert.equal(JSON.parse(out), { ...value, inners });
});

test("a map whose keys are strings may be written as an object", async () => {
  const sub = start(["sub", "Rich", "--type", RICH, "--count", "1", ...NET]);
  const pub = await rtps(["pub", "Rich", "--type", RICH, "--data", '{"counts":{"a":1,"b":"2"}}', ...NET]);
  assert.equal(pub, { code: 0, signal: null, out: "", err: "" });
  assert.equal(JSON.parse((await sub.ended).out).counts, [
    ["a", 1],
    ["b", 2],
  ]);
});

test("what sub prints, pub takes", async () => {
  const first = start(["sub", "Rich", "--type", RICH, "--count", "1", ...NET]);
  await rtps(["pub", "Rich", "--type", RICH, "--data", '{"d":"NaN","id":"9007199254740993"}', ...NET]);
  const { out } = await first.ended;
  const second = start(["sub", "Rich2", "--type", RICH, "--count", "1", ...NET]);
  assert.is((await rtps(["pub", "Rich2", "--type", RICH, ...NET], out)).err, "");
  assert.is((await second.ended).out, out);
});

test("--dialect writes what readers of that vendor take", async () => {
  const idl = "@final struct Words { sequence<string> words; };";
  const file = writeTemporary("words.idl", idl);
  const here = await openHere();
  const reader = here.createReader(here.createTopic("Words", parseIdl(idl).struct("Words")), {
    qos: { reliability: "reliable", dataRepresentation: "xcdr2" },
    // Without a DHEADER in front of the sequence.
    codec: { dialect: "connext" },
  });
  const how = ["--representation", "xcdr2", "--dialect", "connext", "--data", '{"words":["ab"]}'];
  const { code, err } = await rtps(["pub", "Words", "--type", `${file}#Words`, ...how, ...NET]);
  assert.is(code, 0, err);
  for await (const { data } of reader) {
    assert.equal(data, { words: ["ab"] });
    break;
  }
});

test("--count, --rate and --dispose of pub, --info of sub", async () => {
  const sub = start(["sub", "Square", "--type", SHAPES, "--info", ...NET]);
  const data = '{"color":"RED","x":5}';
  const options = ["--data", data, "--count", "4", "--rate", "500", "--dispose", "--verbose"];
  const pub = await rtps(["pub", "Square", "--type", SHAPES, ...options, ...NET]);
  assert.is(pub.code, 0);
  assert.match(pub.err, /^matched readers: 1\nsamples written: 4\n/);
  await sub.until("out", /NOT_ALIVE_DISPOSED/);
  sub.child.kill("SIGINT");
  const { code, out, err } = await sub.ended;
  assert.equal([code, err], [0, ""]);
  const printed = lines(out).map((line) => JSON.parse(line));
  assert.is(printed.length, 5);
  for (const [index, { data: value, info }] of printed.slice(0, 4).entries()) {
    assert.is(value.x, 5);
    assert.is(info.sequenceNumber, index + 1);
    assert.ok(info.validData);
    assert.is(info.instanceState, "ALIVE");
    assert.match(info.writerGuid, /^017f[0-9a-f]{28}$/);
    assert.ok(Math.abs(info.sourceTimestampMs - Date.now()) < 60_000);
  }
  assert.equal(printed[4].data, { color: "RED" });
  assert.is(printed[4].info.instanceState, "NOT_ALIVE_DISPOSED");
});

test("without --info a change of state says what it is", async () => {
  const sub = start(["sub", "Square", "--type", SHAPES, ...NET]);
  await rtps(["pub", "Square", "--type", SHAPES, "--data", '{"color":"RED"}', "--dispose", ...NET]);
  await sub.until("out", /\$instanceState.*\n/);
  sub.child.kill("SIGTERM");
  const { code, out } = await sub.ended;
  assert.is(code, 0);
  assert.equal(lines(out).slice(1), ['{"$instanceState":"NOT_ALIVE_DISPOSED","key":{"color":"RED"}}']);
});

// Of more best-effort samples at once some may be lost: the receive buffer decides.
for (const [reliability, count] of [
  ["reliable", 2000],
  ["best-effort", 100],
] as const) {
  test(`${count} samples in order, then the end: ${reliability}`, async () => {
    const sub = start(["sub", "Square", "--type", SHAPES, "--count", String(count), "-r", reliability, ...NET]);
    const input = Array.from({ length: count }, (_, x) => `{"color":"RED","x":${x}}\n`).join("");
    const pub = await rtps(["pub", "Square", "--type", SHAPES, "-r", reliability, ...NET], input);
    assert.equal([pub.code, pub.err], [0, ""]);
    const { code, out } = await sub.ended;
    assert.is(code, 0);
    assert.equal(
      lines(out).map((line) => JSON.parse(line).x),
      Array.from({ length: count }, (_, x) => x),
    );
  });
}

test("a late reader gets what a transient-local writer still has", async () => {
  const durable = ["--durability", "transient-local", "--history", "keep-last:2"];
  const pub = start(["pub", "Square", "--type", SHAPES, "--wait", "0", "-v", ...durable, ...NET]);
  for (let x = 0; x < 5; x++) pub.child.stdin!.write(`{"color":"RED","x":${x}}\n`);
  const here = await openHere();
  const witness = here.createReader<Shape>(here.createTopic("Square", SHAPE), {
    qos: { reliability: "reliable", durability: "transientLocal", history: "keepAll" },
  });
  for await (const { data } of witness) if (data!.x === 4) break;
  const sub = await start(["sub", "Square", "--type", SHAPES, "--count", "2", ...durable, ...NET]).ended;
  assert.equal(
    lines(sub.out).map((line) => JSON.parse(line).x),
    [3, 4],
  );
  pub.child.stdin!.end();
  assert.is((await pub.ended).code, 0);
});

test("samples before a bad line are delivered, and the line is named", async () => {
  const sub = start(["sub", "Square", "--type", SHAPES, "--count", "2", ...NET]);
  const input = '{"color":"RED","x":1}\n{"color":"RED","x":2}\n{"color":"RED","x":"three"}\n{"x":4}\n';
  const pub = await rtps(["pub", "Square", "--type", SHAPES, ...NET], input);
  assert.equal([pub.code, pub.err], [2, 'rtps: line 3: x: expected int32, got "three"\n']);
  assert.is(lines((await sub.ended).out).length, 2);
});

test("a mismatch of QoS is told on both sides", async () => {
  const sub = start(["sub", "Square", "--type", SHAPES, "-r", "reliable", ...NET]);
  const pub = start(["pub", "Square", "--type", SHAPES, "-r", "best-effort", "--wait", "0", ...NET]);
  await sub.until("err", /^a writer does not fit: .*RELIABILITY.*\n$/);
  await pub.until("err", /^a reader does not fit: .*RELIABILITY.*\n$/);
  sub.child.kill("SIGINT");
  pub.child.stdin!.end();
  assert.equal([(await sub.ended).code, (await pub.ended).code], [0, 0]);
});

test("Ctrl-C ends sub and pub with a goodbye that peers see", async () => {
  const lost: string[] = [];
  let wake = () => {};
  const here = await openHere({
    listener: {
      onParticipantLost: (info, reason) => {
        lost.push(`${info.entityName} ${reason}`);
        wake();
      },
    },
  });
  const topic = here.createTopic("Square", SHAPE);
  const reader = here.createReader(topic, { qos: { reliability: "reliable" } });
  const writer = here.createWriter(topic, { qos: { reliability: "reliable" } });
  const sub = start(["sub", "Square", "--type", SHAPES, ...NET]);
  const pub = start(["pub", "Square", "--type", SHAPES, ...NET]);
  // Its own reader, sub's, and pub's writer.
  await Promise.all([writer.ready(2, { timeoutMs: 10_000 }), reader.waitForPublications(2, { timeoutMs: 10_000 })]);
  sub.child.kill("SIGINT");
  assert.equal(await sub.ended, { code: 0, signal: null, out: "", err: "" });
  // Standard input is still open.
  pub.child.kill("SIGINT");
  assert.equal(await pub.ended, { code: 130, signal: null, out: "", err: "" });
  while (lost.length < 2) await new Promise<void>((resolve) => (wake = resolve));
  assert.equal(lost.sort(), ["rtps pub disposed", "rtps sub disposed"]);
});

test("Ctrl-C before the count is reached is no success", async () => {
  const sub = start(["sub", "Square", "--type", SHAPES, "--count", "5", "-v", ...NET]);
  await sub.until("err", /^reading Square in domain \d+\n/);
  sub.child.kill("SIGINT");
  const { code, signal, out } = await sub.ended;
  assert.equal([code, signal, out], [130, null, ""]);
});

test("a program that stops reading our output ends us quietly, with a goodbye", async () => {
  let said = "";
  let wake = () => {};
  const here = await openHere({
    listener: {
      onParticipantLost: (_, reason) => {
        said = reason;
        wake();
      },
    },
  });
  const topic = here.createTopic("Square", SHAPE);
  const writer = here.createWriter(topic, { qos: { reliability: "reliable" } });
  const sub = start(["sub", "Square", "--type", SHAPES, ...NET]);
  await writer.ready(1, { timeoutMs: 10_000 });
  writer.write({ color: "RED", x: 1, y: 1, shapesize: 1 });
  await sub.until("out", /\n/);
  sub.child.stdout!.destroy();
  for (let x = 0; x < 20; x++) writer.write({ color: "RED", x, y: 1, shapesize: 1 });
  const { code, err } = await sub.ended;
  assert.equal([code, err], [0, ""]);
  while (said === "") await new Promise<void>((resolve) => (wake = resolve));
  assert.is(said, "disposed");
});

test("time-outs say what to do", async () => {
  const pub = await rtps(["pub", "Square", "--type", SHAPES, "--data", "{}", "--timeout", "0.2", ...NET]);
  const advice = "start a reader, or use --wait 0 not to wait";
  assert.equal([pub.code, pub.err], [2, `rtps: 0 of 1 readers of Square became ready in time (0.2 s): ${advice}\n`]);
  const sub = await rtps(["sub", "Square", "--type", SHAPES, "--timeout", "0.2", ...NET]);
  const question = "is a writer running in this domain?";
  assert.equal([sub.code, sub.err], [2, `rtps: no sample of Square came in time (0.2 s, 0 before): ${question}\n`]);
});

const inNamespace = spawnSync("unshare", ["-n", "true"], { stdio: "ignore" }).status === 0;
if (inNamespace) {
  test("without any option the two find each other by multicast", () => {
    const script = `ip link set lo up; ip link set lo multicast on; ip route add 224.0.0.0/4 dev lo
      "$@" sub Square --type '${SHAPES}' --count 1 & sub=$!
      "$@" pub Square --type '${SHAPES}' --data '{"color":"RED","x":1}' && wait $sub`;
    const command = ["-n", "sh", "-c", script, "sh", process.execPath, MAIN];
    const { status, stdout, stderr } = spawnSync("unshare", command, { encoding: "utf8", timeout: 20_000 });
    assert.equal([status, stderr], [0, ""]);
    assert.is(stdout, '{"color":"RED","x":1,"y":0,"shapesize":0}\n');
  });
} else console.log("skipped: not installed (unshare -n needs root): multicast by default");

test.run();
