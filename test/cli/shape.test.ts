// runner: timeout 300 s (several processes for each test)
import { spawn } from "node:child_process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Shape, shapeType } from "../../src/cli/shape/shapeType.js";
import { closeHere, lines, MAIN, NET, openHere, type Run, rtps, start, stopAll } from "./support.js";

const test = suite("rtps shape");
test.after.each(async () => {
  stopAll();
  await closeHere();
});

/** The network options of the tests under the names that the shapes program has for them. */
const NETWORK = NET.map((word) => (word === "--domain" ? "-d" : word));

function shape(args: string): Run {
  return start(["shape", ...args.split(" "), ...NETWORK]);
}

/** Publishes to a subscriber that is there first; both end by themselves or are ended. */
async function exchange(publisher: string, subscriber: string, until: RegExp) {
  const sub = shape(`-S -t Square ${subscriber}`);
  await sub.until("out", /Create reader/);
  const pub = shape(`-P -t Square -c BLUE ${publisher}`);
  await sub.until("out", until);
  pub.child.kill("SIGINT");
  const published = await pub.ended;
  sub.child.kill("SIGINT");
  return { pub: published, sub: await sub.ended };
}

test("samples arrive in order, and both end cleanly at SIGINT", async () => {
  const { pub, sub } = await exchange("-r -k 0 -z 0 -w", "-r -k 0", /\[30\]/);
  assert.equal([pub.code, pub.err, sub.code, sub.err], [0, "", 0, ""]);
  const written = lines(pub.out);
  assert.equal(written.slice(0, 2), ["Create topic: Square", "Create writer for topic: Square color: BLUE"]);
  assert.ok(
    written.includes("on_publication_matched() topic: 'Square'  type: 'ShapeType' : matched readers 1 (change = 1)"),
  );
  assert.is(written.at(-1), "Done.");
  const read = lines(sub.out);
  assert.equal(read.slice(0, 2), ["Create topic: Square", "Create reader for topic: Square"]);
  assert.ok(
    read.includes("on_subscription_matched() topic: 'Square'  type: 'ShapeType' : matched writers 1 (change = 1)"),
  );
  assert.is(read.at(-1), "Done.");
  const sizes = read.flatMap((line) => /^Square {5}BLUE {7}\d{3} \d{3} \[(\d+)\]$/.exec(line)?.[1] ?? []).map(Number);
  assert.ok(sizes.length >= 20, sub.out);
  assert.equal(
    sizes,
    sizes.map((_, index) => sizes[0]! + index),
  );
});

test("endpoints that do not fit say why, on both sides", async () => {
  const sub = shape("-S -t Square -r");
  const pub = shape("-P -t Square -b -c BLUE");
  const told = (side: string) => new RegExp(`^on_${side}_incompatible_qos\\(\\) .* : 11 \\(RELIABILITY\\)$`, "m");
  await Promise.all([sub.until("out", told("requested")), pub.until("out", told("offered"))]);
});

test("deadlines that are missed are told on both sides", async () => {
  const sub = shape("-S -t Square -f 100");
  await sub.until("out", /Create reader/);
  const pub = shape("-P -t Square -c BLUE -w -f 100 --write-period 350");
  const told = (side: string) => new RegExp(`^on_${side}_deadline_missed\\(\\) .* : \\(total = 2, change = 1\\)$`, "m");
  await Promise.all([sub.until("out", told("requested")), pub.until("out", told("offered"))]);
});

test("XCDR1 and XCDR2 do not meet", async () => {
  const sub = shape("-S -t Square -x 2");
  const pub = shape("-P -t Square -x 1 -c BLUE");
  const told = (side: string) => new RegExp(`on_${side}_incompatible_qos\\(\\) .* : 23 \\(DATA_REPRESENTATION\\)`);
  await Promise.all([sub.until("out", told("requested")), pub.until("out", told("offered"))]);
});

for (const [flag, state] of [
  ["u", "NO_WRITERS"],
  ["d", "DISPOSED"],
] as const) {
  test(`--final-instance-state ${flag} ends every instance`, async () => {
    const sub = shape("-S -t Square");
    await sub.until("out", /Create reader/);
    const args = `-P -t Square -c RED --num-instances 3 --num-iterations 10 --final-instance-state ${flag}`;
    const pub = await shape(args).ended;
    assert.equal([pub.code, pub.err, lines(pub.out).at(-1)], [0, "", "Done."]);
    for (const color of ["RED", "RED1", "RED2"]) {
      await sub.until("out", new RegExp(`^Square {5}${color} +NOT_ALIVE_${state}_INSTANCE_STATE$`, "m"));
    }
  });
}

test("several topics, and large samples in fragments", async () => {
  const { sub } = await exchange(
    "-r -k 0 --num-topics 2 --additional-payload-size 100000 -x 2",
    "-r -k 0 --num-topics 2 -x 2",
    // The topics in whatever order.
    /(?=[\s\S]*^Square1 .* \{255\}$)(?=[\s\S]*^Square .* \{255\}$)/m,
  );
  assert.match(sub.out, /^Square {5}BLUE {7}\d{3} \d{3} \[20\] \{255\}$/m);
});

test("-c and --cft filter a subscriber", async () => {
  const sub = shape("-S -t Square -k 0 -c RED");
  const small = start(["shape", "-S", "-t", "Square", "-k", "0", "--cft", "shapesize <= 3", ...NETWORK]);
  for (const run of [sub, small]) await run.until("out", /^Create reader for topic: Square_filtered$/m);
  shape("-P -t Square -k 0 -c RED -z 0 --size-modulo 5");
  shape("-P -t Square -k 0 -c BLUE -z 0 --size-modulo 5");
  await Promise.all([
    sub.until("out", /^Square_filtered RED .*\[5\]$/m),
    small.until("out", /^Square_filtered RED .*\[3\]$/m),
    small.until("out", /^Square_filtered BLUE .*\[3\]$/m),
  ]);
  assert.not.match(sub.out, /BLUE/);
  assert.not.match(small.out, /\[[45]\]/);
  const { code, out } = await rtps(["shape", "-S", "-t", "Square", "--cft", "colour = 'RED'", ...NETWORK]);
  assert.is(code, 2);
  assert.match(out, /^failed to create content filtered topic: .*colour.*$/m);
});

test("mistakes and impossible things have their exit codes", async () => {
  const mistake = await rtps(["shape", "-S", "-k", "x"]);
  assert.is(mistake.code, 1);
  assert.match(mistake.err, /^rtps shape: -k takes a whole number from 0 to \d+; "x" is not; see rtps shape --help\n$/);
  const domain = await rtps(["shape", "-S", "-t", "Square", "-d", "233"]);
  assert.is(domain.code, 2);
  assert.match(domain.out, /^failed to create participant: .*domain.*\n$/);
  const name = await rtps(["shape", "-P", "-t", "x".repeat(300), "-c", "RED", ...NETWORK]);
  assert.is(name.code, 2);
  const color = await rtps(["shape", "-P", "-t", "Square", "-c", "x".repeat(129), ...NETWORK]);
  assert.is(color.code, 3);
  assert.match(color.out, /^failed while publishing: .*color.*$/m);
  for (const { err } of [domain, name, color]) assert.is(err, "");
});

test("output that nobody reads holds up nothing: samples are acknowledged, and SIGINT ends it", async () => {
  const args = [MAIN, "shape", "-S", "-t", "Square", "-k", "0", "--read-period", "1", ...NETWORK];
  // Without a listener for its data the pipe stays full.
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    const participant = await openHere();
    const topic = participant.createTopic<Shape>("Square", shapeType());
    const writer = participant.createWriter(topic, { qos: { history: "keepAll" } });
    await writer.ready(1, { timeoutMs: 20_000 });
    const value = { color: "BLUE", x: 1, y: 2, shapesize: 3, additional_payload_size: new Uint8Array() };
    // Forty bytes a line, many times what a pipe holds.
    for (let i = 0; i < 30_000; i++) await writer.writeAsync(value, { timeoutMs: 20_000 });
    await writer.waitForAcknowledgments({ timeoutMs: 20_000 });
    child.kill("SIGINT");
    assert.is(await ended, 0);
  } finally {
    child.kill("SIGKILL");
  }
});

test("the help is that of the program", async () => {
  for (const args of [
    ["shape", "--help"],
    ["shape", "-PSh"],
    ["help", "shape"],
  ]) {
    const { code, out, err } = await rtps(args);
    assert.equal([code, err], [0, ""]);
    assert.match(out, /^Usage: rtps shape \(-P \| -S\) -t <topic>/);
  }
});

test("a reader that goes away ends it", async () => {
  const run = shape("-S -t Square --ordered --read-period 1");
  await run.until("out", /iteration 3/);
  run.child.stdout!.destroy();
  const { code, err } = await run.ended;
  assert.equal([code, err], [0, ""]);
});

test.run();
