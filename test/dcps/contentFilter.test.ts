// DDS 1.4 §2.2.2.3.3 ContentFilteredTopic in virtual time: filtered by the reader always, by the writer when it can.

import { test } from "uvu";
import * as assert from "uvu/assert";
import type { DataReader, ReaderPolicies, WriterPolicies } from "../../src/index.js";
import { SimNetwork } from "../../src/simulation/SimNetwork.js";
import { describeDatagram } from "../support/describeDatagram.js";
import { runFor, simDcps, topicAt, untilMatched } from "../support/simDcps.js";
import { SHAPE, type Shape, shape, thrown } from "./support.js";

const RELIABLE = { reliability: "reliable", history: "keepAll" } as const;

interface Setup {
  readonly writerQos?: WriterPolicies;
  readonly readerQos?: ReaderPolicies;
  readonly expression?: string;
  readonly parameters?: readonly string[];
}

async function filtered({ writerQos, readerQos, expression = "color = %0", parameters = ["'RED'"] }: Setup = {}) {
  const lines: string[] = [];
  const network = new SimNetwork({ seed: 5, tap: ({ bytes }) => lines.push(...describeDatagram(bytes)) });
  const a = simDcps(network, { index: 0 });
  const b = simDcps(network, { index: 1 });
  const writer = a.participant.createWriter(topicAt<Shape>(a, "Square", SHAPE), { qos: { ...RELIABLE, ...writerQos } });
  const topic = b.participant.createContentFilteredTopic(
    "Reds",
    topicAt<Shape>(b, "Square", SHAPE),
    expression,
    parameters,
  );
  const reader = b.participant.createReader(topic, { qos: { ...RELIABLE, ...readerQos } });
  await untilMatched(network, [writer], [reader]);
  await runFor(network, 200);
  lines.length = 0;
  const prefix = `DATA ${writer.guid.entityId.toString(16)}>`;
  const sent = () => lines.filter((line) => line.startsWith(prefix)).length;
  return { network, a, b, writer, topic, reader, sent };
}

function xs(reader: DataReader<Shape>): number[] {
  return reader.take().map((sample) => sample.data!.x);
}

function writeColors(writer: { write(value: Shape): number }, count: number): void {
  for (let i = 0; i < count; i++) writer.write(shape(i, i % 2 === 0 ? "RED" : "BLUE"));
}

for (const kind of ["reliable", "bestEffort"] as const) {
  test(`${kind}: the reader gets what passes, and the rest does not leave the writer`, async () => {
    const qos = { reliability: kind } as const;
    const { network, writer, reader, sent } = await filtered({ writerQos: qos, readerQos: qos });
    writeColors(writer, 6);
    await runFor(network, 200);
    assert.equal(xs(reader), [0, 2, 4]);
    assert.is(sent(), 3);
    assert.is(reader.sampleLostStatus.totalCount, 0);
  });
}

test("a reader without filter beside it gets everything", async () => {
  const { network, b, writer, reader } = await filtered();
  const all = b.participant.createReader(topicAt<Shape>(b, "Square", SHAPE), { qos: RELIABLE });
  await untilMatched(network, [writer], [all]);
  await runFor(network, 200);
  writeColors(writer, 4);
  await runFor(network, 200);
  assert.equal(xs(reader), [0, 2]);
  assert.is(all.take().length, 4);
});

test("acknowledgements do not wait for what is filtered", async () => {
  const { network, writer } = await filtered();
  for (let i = 0; i < 10; i++) writer.write(shape(i, "BLUE"));
  let isDone = false;
  void writer.waitForAcknowledgments({ timeoutMs: 1000 }).then(() => {
    isDone = true;
  });
  await runFor(network, 100);
  assert.ok(isDone);
});

test("a late joiner's history is filtered too", async () => {
  const lasting = { durability: "transientLocal" } as const;
  const { network, b, writer, topic } = await filtered({ writerQos: lasting });
  writeColors(writer, 6);
  await runFor(network, 100);
  const late = b.participant.createReader(topic, { qos: { ...RELIABLE, ...lasting } });
  await runFor(network, 500);
  assert.equal(xs(late), [0, 2, 4]);
});

test("other parameters take effect at the reader and at the writer", async () => {
  const { network, writer, topic, reader, sent } = await filtered();
  topic.setExpressionParameters(["'BLUE'"]);
  await runFor(network, 200);
  const before = sent();
  writeColors(writer, 6);
  await runFor(network, 200);
  assert.equal(xs(reader), [1, 3, 5]);
  assert.is(sent() - before, 3);
  assert.is(thrown(() => topic.setExpressionParameters([])).name, "FilterError");
  assert.equal(topic.expressionParameters, ["'BLUE'"]);
});

test("numbers, ranges and patterns; members that are no key", async () => {
  const { network, writer, reader, sent } = await filtered({
    expression: "x BETWEEN 2 AND 4 OR color LIKE 'B%'",
    parameters: [],
  });
  writeColors(writer, 6);
  await runFor(network, 200);
  assert.equal(xs(reader).sort(), [1, 2, 3, 4, 5]);
  assert.is(sent(), 6, "vendors read LIKE in different ways: the reader filters alone");
});

test("BETWEEN is left to the writer", async () => {
  const { network, writer, reader, sent } = await filtered({ expression: "x BETWEEN 2 AND 4", parameters: [] });
  writeColors(writer, 6);
  await runFor(network, 200);
  assert.equal(xs(reader).sort(), [2, 3, 4]);
  assert.is(sent(), 3);
});

test("an instance that is disposed is told, even if its last values did not pass", async () => {
  const { network, writer, reader } = await filtered({ expression: "x < 5", parameters: [] });
  writer.write(shape(1, "RED"));
  writer.write(shape(7, "RED"));
  writer.dispose({ color: "RED" });
  await runFor(network, 200);
  assert.equal(
    reader.take().map(({ data, info }) => [info.validData ? data!.x : "end", info.instanceState]),
    [
      [1, "NOT_ALIVE_DISPOSED"],
      ["end", "NOT_ALIVE_DISPOSED"],
    ],
  );
});

test("coherent access: sets are filtered by the reader, and stay complete", async () => {
  const network = new SimNetwork({ seed: 5 });
  const a = simDcps(network, { index: 0 });
  const b = simDcps(network, { index: 1 });
  const presentation = { accessScope: "TOPIC", coherentAccess: true } as const;
  const publisher = a.participant.createPublisher({ qos: { presentation } });
  const writer = publisher.createWriter(topicAt<Shape>(a, "Square", SHAPE), { qos: RELIABLE });
  const topic = b.participant.createContentFilteredTopic("R", topicAt<Shape>(b, "Square", SHAPE), "x > 0");
  const reader = b.participant.createSubscriber({ qos: { presentation } }).createReader(topic, { qos: RELIABLE });
  await untilMatched(network, [writer], [reader]);
  await runFor(network, 200);
  publisher.beginCoherentChanges();
  writeColors(writer, 4);
  publisher.endCoherentChanges();
  await runFor(network, 200);
  assert.equal(xs(reader).sort(), [1, 2, 3]);
});

for (const [qos, loses] of [
  [{ reliability: "reliable", history: { keepLast: 1 } }, false],
  [{ reliability: "bestEffort", history: "keepAll" }, true],
] as const) {
  test(`coherent access, ${qos.reliability}: a set with a hole is not shown to a reader with a filter either`, async () => {
    const network = new SimNetwork({ seed: 5 });
    const a = simDcps(network, { index: 0 });
    const b = simDcps(network, { index: 1 });
    const presentation = { accessScope: "TOPIC", coherentAccess: true } as const;
    const publisher = a.participant.createPublisher({ qos: { presentation } });
    const writer = publisher.createWriter(topicAt<Shape>(a, "Square", SHAPE), { qos });
    const topic = b.participant.createContentFilteredTopic("R", topicAt<Shape>(b, "Square", SHAPE), "x > 0");
    const reader = b.participant.createSubscriber({ qos: { presentation } }).createReader(topic, { qos });
    await untilMatched(network, [writer], [reader]);
    await runFor(network, 200);
    // No other vendor's writer is to leave out samples: that would look like a loss.
    const announced = a.sim.engine.remoteEndpoint(reader.guid)!;
    assert.is((announced as { contentFilter?: object }).contentFilter, undefined);
    publisher.beginCoherentChanges();
    writer.write(shape(1, "RED"));
    await runFor(network, 0);
    if (loses) network.partition(a.sim.node, b.sim.node);
    for (const x of [2, 3]) writer.write(shape(x, "BLUE"));
    await runFor(network, 2);
    network.heal(a.sim.node, b.sim.node);
    writer.write(shape(4, "GREEN"));
    publisher.endCoherentChanges();
    writer.write(shape(5, "PINK"));
    await runFor(network, 500);
    assert.equal(xs(reader), [5]);
    assert.ok(reader.sampleLostStatus.totalCount >= 2);
  });
}

test("a wrong expression is refused where it is given", async () => {
  const { b } = await filtered();
  const topic = topicAt<Shape>(b, "Square", SHAPE);
  const error = thrown(() => b.participant.createContentFilteredTopic("Wrong", topic, "colour = 'RED'"));
  assert.is(error.name, "FilterError");
  assert.match(error.message, /color/);
});

test.run();
