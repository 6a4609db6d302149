// runner: timeout 300 s (a process for each command)
// `rtps explain` in a process of its own, and the participants it explains in this one.

import { setInterval } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { DomainParticipant, ReaderQosInput, WriterQosInput } from "../../src/index.js";
import { SHAPE } from "../dcps/support.js";
import { closeHere, lines, NET, openHere, rtps, SHAPES, start, stopAll } from "./support.js";

const test = suite("rtps explain");
test.after.each(async () => {
  stopAll();
  await closeHere();
});

const topicOf = (participant: DomainParticipant, name: string) => participant.createTopic(name, SHAPE);
const writerOf = (participant: DomainParticipant, name: string, qos: WriterQosInput = {}) =>
  participant.createWriter(topicOf(participant, name), { qos });
const readerOf = (participant: DomainParticipant, name: string, qos: ReaderQosInput = {}) =>
  participant.createReader(topicOf(participant, name), { qos });

/** Square with one pair that fits and one that does not, and two topics that differ in case. */
async function openDomain() {
  const a = await openHere({ name: "sensor" });
  const b = await openHere({ name: "viewer" });
  const writer = writerOf(a, "Square", { reliability: "bestEffort" });
  writerOf(a, "Circle");
  const strict = readerOf(b, "Square", { reliability: "reliable", deadline: "100ms" });
  const easy = readerOf(b, "Square", { reliability: "bestEffort" });
  readerOf(b, "circle");
  return { writer, strict, easy };
}

const explain = (...args: string[]) => rtps(["explain", "--wait", "1.5", ...args, ...NET]);

test("an empty domain: nothing is wrong, and the advice says where to look", async () => {
  const { code, out, err } = await rtps(["explain", "--wait", "0.1", ...NET]);
  assert.equal([code, err], [0, ""]);
  assert.match(
    out,
    /^domain \d+: 0 participants, 0 topics\n\n- no participant was found in domain \d+ in 0\.1 s\n {2}> /,
  );
  const asked = await rtps(["explain", "Square", "--wait", "0.1", ...NET]);
  assert.is(asked.code, 1, "what was asked for is not there");
});

test("participants that left while it listened are told", async () => {
  const gone = await openHere({ name: "short" });
  const { guid } = writerOf(gone, "Square");
  const run = start(["explain", "--wait", "4", ...NET]);
  for await (const _ of setInterval(20)) {
    if (gone.discoveryProgress.participants.some(({ state }) => state === "complete")) break;
  }
  await gone.close();
  const { code, out } = await run.ended;
  assert.is(code, 0);
  assert.match(out, /- no participant is in domain \d+ any more after 4 s\n {2}> those that were have left\n/);
  assert.match(out, new RegExp(`- participant ${guid.prefix} rtps-lab "short" was here and has left\\n`));
});

test("each mismatch with reasons and advice, the rest in one line", async () => {
  const { writer, strict } = await openDomain();
  const { code, out, err } = await explain();
  assert.equal([code, err], [1, ""]);
  assert.match(out, /^domain \d+: 2 participants, 3 topics; 1 pair matches; 1 pair does not match\n\n/);
  const block = [
    "Square  ShapeType  1 writer, 2 readers",
    "  1 pair matches",
    `  mismatch  writer ${writer.guid}  rtps-lab "sensor"`,
    `            reader ${strict.guid}  rtps-lab "viewer"`,
    "    - RELIABILITY: the writer offers BEST_EFFORT, the reader requests RELIABLE",
    "      > make the writer RELIABLE or the reader BEST_EFFORT",
    "    - DEADLINE: the writer promises no period (the default), the reader requests a sample at least",
    "      every 100 ms",
    "      > give the writer a deadline of 100 ms or less, or take the reader's away",
  ];
  assert.ok(out.includes(`\n\n${block.join("\n")}\n`), out);
  assert.match(
    out,
    /\n {2}- "Circle" and "circle" \(0 writers, 1 reader\) are two topics: the names differ only in case\n/,
  );
  assert.match(out, /\nMind that\n {2}- a policy that was not announced counts as the DDS default\n/);
  for (const line of lines(out)) assert.ok(line.length <= 100, line);
});

test("--json has every pair, with codes, values and advice", async () => {
  const { writer, strict, easy } = await openDomain();
  const { code, out } = await explain("Square", "--json");
  assert.is(code, 1);
  const { topics, participants, counts, notFound } = JSON.parse(out);
  assert.equal([counts.matched, counts.mismatch, notFound], [1, 1, []]);
  assert.equal(
    topics.map((topic: { topicName: string }) => topic.topicName),
    ["Square"],
  );
  const pairs = new Map(topics[0].pairs.map((pair: { reader: { guid: string } }) => [pair.reader.guid, pair]));
  const [bad, good] = [pairs.get(strict.guid.toString()), pairs.get(easy.guid.toString())] as never as {
    verdict: string;
    writer: object;
    findings: object[];
  }[];
  assert.equal([good!.verdict, good!.findings], ["matched", []]);
  assert.is(bad!.verdict, "mismatch");
  assert.equal(bad!.writer, {
    guid: writer.guid.toString(),
    role: "writer",
    topicName: "Square",
    typeName: "ShapeType",
    vendor: "rtps-lab",
    vendorId: "017f",
    participantName: "sensor",
  });
  assert.equal(bad!.findings[0], {
    code: "policy",
    severity: "mismatch",
    policyId: 11,
    policy: "RELIABILITY",
    offered: "BEST_EFFORT",
    requested: "RELIABLE",
    text: "RELIABILITY: the writer offers BEST_EFFORT, the reader requests RELIABLE",
    hint: "make the writer RELIABLE or the reader BEST_EFFORT",
  });
  const states = participants.map(({ name, state }: { name: string; state: string }) => [name, state]).sort();
  assert.equal(states, [
    ["sensor", "complete"],
    ["viewer", "complete"],
  ]);
});

test("nothing mismatches: exit code 0; --all prints what matches too", async () => {
  const participant = await openHere({ name: "alone" });
  const writer = writerOf(participant, "Square");
  const reader = readerOf(participant, "Square");
  const short = await explain();
  assert.equal([short.code, short.err], [0, ""]);
  assert.match(short.out, /\n\nSquare {2}ShapeType {2}1 writer, 1 reader\n {2}1 pair matches\n\nMind that\n/);
  const long = await explain("Square", "--all");
  assert.is(long.code, 0);
  assert.ok(
    long.out.includes(`  matched   writer ${writer.guid}  rtps-lab "alone"\n            reader ${reader.guid}`),
  );
  assert.match(long.out, /│ rtps-lab "alone" +│ [0-9a-f]{24} │ 1 w, 1 r +│ \d+\.\d s ago +│ complete +│/);
});

test("--writer and --reader choose by the beginning of a GUID; one of each is compared whatever the topic", async () => {
  const { writer, strict, easy } = await openDomain();
  const one = await explain("--reader", easy.guid.toString());
  assert.is(one.code, 0);
  assert.match(one.out, /^domain \d+: 2 participants, 1 topic; 1 pair matches\n/);
  const pair = await explain(
    "--writer",
    writer.guid.toString().slice(0, 26).toUpperCase(),
    "--reader",
    `${strict.guid}`,
  );
  assert.match(pair.out, /1 pair does not match/);
  const none = await explain("--writer", "ffff", "--reader", "0");
  assert.is(none.code, 1);
  assert.match(none.out, /\n- no writer has a GUID that begins with ffff\n {2}> rtps ls --json shows the GUIDs\n/);
  const prefix = writer.guid.prefix.toString();
  const gone = await explain("--writer", `${prefix}00ffff02`);
  assert.is(gone.code, 1);
  assert.ok(gone.out.includes(`- rtps-lab "sensor" ${prefix} has announced no writer 00ffff02\n`), gone.out);
});

test("a topic that nobody knows, and one that nearly exists", async () => {
  await openDomain();
  const { code, out } = await explain("SQUARE");
  assert.is(code, 1);
  assert.match(out, /\n\n- nobody writes or reads "SQUARE", but there are names like it\n/);
  assert.match(out, /\nSquare {2}ShapeType/);
  assert.match((await explain("Triangle")).out, /\n- nobody writes or reads "Triangle"\n {2}> rtps ls/);
});

test("a participant that is not let in is not silent", async () => {
  const other = await openHere({
    name: "tagged",
    domainTag: "elsewhere",
    tuning: { discovery: { announcePeriodMs: 200 } },
  });
  const { out } = await explain();
  assert.match(out, /\nHeard and not let in\n/);
  assert.ok(
    out.replace(/\n +/g, " ").includes(`${other.guid.prefix}, heard from 127.0.0.1, has the domain tag "elsewhere"`),
  );
});

test("mistakes are one line and exit code 2", async () => {
  for (const args of [
    ["--writer", "xyz"],
    ["--reader", "0".repeat(33)],
  ]) {
    const { code, out, err } = await rtps(["explain", ...args, ...NET]);
    assert.equal([code, out], [2, ""]);
    assert.match(err, /^rtps: .*1 to 32 hex digits.*; see rtps explain --help\n$/);
  }
});

test("Ctrl-C shows what was found so far", async () => {
  await openDomain();
  const run = start(["explain", "--wait", "1000", ...NET]);
  const watcher = start(["ls", "--watch", "--json", ...NET]);
  await watcher.until("out", /"name":"rtps explain"/);
  run.child.kill("SIGINT");
  const { out, err } = await run.ended;
  assert.is(err, "");
  assert.match(out, /^domain \d+: \d participants?, /);
});

test("rtps sub and rtps pub say after a while why nobody has matched", async () => {
  const { writer } = await openDomain();
  assert.ok(writer);
  const sub = start(["sub", "Square", "--type", SHAPES, "-r", "reliable", ...NET]);
  const pub = start(["pub", "circle ", "--type", SHAPES, "--timeout", "19", ...NET]);
  await sub.until(
    "err",
    /no writer matched yet: 1 writer found, but RELIABILITY: .* \(rtps explain Square says more\)\n/,
  );
  await pub.until(
    "err",
    /no reader matched yet: "circle " and "circle" .* differ only in .*\(rtps explain 'circle ' says/,
  );
});

test.run();
