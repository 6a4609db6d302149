import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { DataReader, LivelinessChangedStatus, StatusKind } from "../../../src/index.js";
import { runUntil, simDcps } from "../../support/simDcps.js";
import { pipelineOf, type Shape, shape, typeOf } from "../support.js";
import { names, openReading, type Reading, writeAll } from "./support.js";

const test = suite("statuses of a reader");

type Statuses = Parameters<typeof flagOf>[0];

function flagOf(reader: DataReader<Shape>, kind: StatusKind): boolean {
  return reader.statusChanges.includes(kind);
}

/** How each status comes about, and what reads it. */
const PLAIN: readonly [StatusKind, (reading: Reading<Shape>) => void, (reader: Statuses) => object][] = [
  ["SUBSCRIPTION_MATCHED", ({ writer }) => void writer.close({ lingerMs: 0 }), (r) => r.subscriptionMatchedStatus],
  ["LIVELINESS_CHANGED", ({ writer }) => void writer.close({ lingerMs: 0 }), (r) => r.livelinessChangedStatus],
  [
    "REQUESTED_INCOMPATIBLE_QOS",
    ({ a, writer }) => void a.participant.createWriter(writer.topic, { qos: { reliability: "bestEffort" } }),
    (r) => r.requestedIncompatibleQosStatus,
  ],
  [
    "INCONSISTENT_TOPIC",
    ({ network }) => {
      const { participant } = simDcps(network, { index: 7 });
      participant.createWriter(participant.createTopic("Square", typeOf("struct Other { long x; };")));
    },
    (r) => r.inconsistentTopicStatus,
  ],
  [
    "SAMPLE_REJECTED",
    ({ writer }) => {
      for (let x = 0; x < 4; x++) writer.write(shape(x));
    },
    (r) => r.sampleRejectedStatus,
  ],
  [
    "REQUESTED_DEADLINE_MISSED",
    ({ reader }) => {
      const { statuses } = reader as unknown as { statuses: { noteDeadlineMissed(instance: number): void } };
      statuses.noteDeadlineMissed(7);
    },
    (r) => r.requestedDeadlineMissedStatus,
  ],
];

const LISTENERS: Readonly<Partial<Record<StatusKind, string>>> = {
  SUBSCRIPTION_MATCHED: "onSubscriptionMatched",
  LIVELINESS_CHANGED: "onLivelinessChanged",
  REQUESTED_INCOMPATIBLE_QOS: "onRequestedIncompatibleQos",
  INCONSISTENT_TOPIC: "onInconsistentTopic",
  SAMPLE_REJECTED: "onSampleRejected",
  REQUESTED_DEADLINE_MISSED: "onRequestedDeadlineMissed",
};

for (const [kind, cause, read] of PLAIN) {
  test(`${kind}: set by the change, reset by reading (§2.2.4.2.1)`, async () => {
    const reading = await openReading({ reader: { resourceLimits: { maxSamplesPerInstance: 2 } } });
    const { reader, arrive } = reading;
    read(reader);
    assert.is(flagOf(reader, kind), false);
    cause(reading);
    await arrive(10);
    await arrive(200);
    assert.is(flagOf(reader, kind), true);
    assert.is(reader.statusCondition.triggerValue, true);
    read(reader);
    assert.is(flagOf(reader, kind), false);
    await arrive(200);
    assert.is(flagOf(reader, kind), false);
  });

  test(`${kind}: a listener that is called has read it`, async () => {
    const heard: object[] = [];
    const reading = await openReading({
      reader: { resourceLimits: { maxSamplesPerInstance: 2 } },
      listener: { [LISTENERS[kind]!]: (status: object) => heard.push(status) },
    });
    const before = heard.length;
    cause(reading);
    await reading.arrive(10);
    await reading.arrive(200);
    assert.is(heard.length, before + 1);
    assert.is(flagOf(reading.reader, kind), false);
    const counts = Object.entries(read(reading.reader)).filter(([name]) => name.endsWith("Change"));
    assert.ok(counts.length > 0);
    assert.ok(counts.every(([, change]) => change === 0));
  });
}

test("SAMPLE_LOST: set by the change, reset by reading", async () => {
  const { reader, writer, arrive, network } = await openReading({
    reader: { reliability: "bestEffort" },
    writer: { reliability: "bestEffort" },
  });
  writer.write(shape(0));
  await arrive();
  network.setDefaultLink({ loss: 1 });
  for (let x = 1; x <= 3; x++) writer.write(shape(x));
  await arrive();
  network.setDefaultLink({ loss: 0 });
  writer.write(shape(4));
  await arrive();
  assert.is(flagOf(reader, "SAMPLE_LOST"), true);
  assert.equal(reader.sampleLostStatus, { totalCount: 3, totalCountChange: 3 });
  assert.equal(reader.sampleLostStatus, { totalCount: 3, totalCountChange: 0 });
  assert.is(flagOf(reader, "SAMPLE_LOST"), false);
});

test("the deadline status counts, and names the instance", async () => {
  const { reader } = await openReading();
  const { statuses } = reader as unknown as { statuses: { noteDeadlineMissed(instance: number, count: number): void } };
  statuses.noteDeadlineMissed(3, 1);
  statuses.noteDeadlineMissed(5, 2);
  assert.equal(reader.requestedDeadlineMissedStatus, { totalCount: 3, totalCountChange: 3, lastInstanceHandle: 5 });
  assert.equal(reader.requestedDeadlineMissedStatus, { totalCount: 3, totalCountChange: 0, lastInstanceHandle: 5 });
});

test("DATA_AVAILABLE: set by new data and new states, reset by any way to read (§2.2.4.2.2)", async () => {
  const { reader, writer, arrive } = await openReading();
  const isSet = () => flagOf(reader, "DATA_AVAILABLE");
  const looks: ((reader: DataReader<Shape>) => unknown)[] = [
    (r) => r.read(),
    (r) => r.take(),
    (r) => r.read({ viewStates: "NEW", max: 0 }),
    (r) => r.readNextInstance(0),
    (r) => r.takeNextInstance(0),
    (r) => r.readNextSample(),
    (r) => r.takeNextSample(),
    (r) => r.readInstance(1),
    (r) => r.takeInstance(1),
  ];
  for (const look of looks) {
    writer.write(shape(1));
    await arrive();
    assert.is(isSet(), true, String(look));
    look(reader);
    assert.is(isSet(), false, String(look));
  }
  writer.write(shape(1));
  await arrive();
  reader.read();
  writer.dispose({ color: "RED" });
  await arrive();
  assert.is(isSet(), true);
  reader.read({ max: 0 });
  // No change of state, no news.
  writer.dispose({ color: "RED" });
  await arrive();
  assert.is(isSet(), false);
  // The waiting and the handles are no access.
  writer.write(shape(2));
  await arrive();
  await reader.waitForData();
  reader.lookupInstance({ color: "RED" });
  assert.is(isSet(), true);
});

test("onDataAvailable is called once for what comes together, and not for what was read meanwhile", async () => {
  const calls: string[][] = [];
  const { reader, writer, arrive } = await openReading<Shape>({
    listener: { onDataAvailable: (self) => calls.push(names(self.read({ sampleStates: "NOT_READ" }))) },
  });
  writeAll(writer, [
    ["RED", 1],
    ["RED", 2],
  ]);
  await arrive();
  assert.equal(calls, [["RED 1", "RED 2"]]);
  assert.is(flagOf(reader, "DATA_AVAILABLE"), false);
  // Samples that stay in the cache are no reason to call again.
  await arrive(500);
  assert.is(calls.length, 1);
  writer.dispose({ color: "RED" });
  await arrive();
  assert.equal(calls.at(-1), ["RED -"]);
});

test("LIVELINESS_CHANGED: alive, not alive, alive again, deleted (§2.2.4.1)", async () => {
  const heard: string[] = [];
  const liveliness = { kind: "manualByTopic", leaseDuration: "100ms" } as const;
  const { writer, network, reader, anotherWriter, arrive } = await openReading<Shape>({
    reader: { liveliness },
    writer: { liveliness },
    listener: {
      onLivelinessChanged: (status: LivelinessChangedStatus) => {
        const { aliveCount, notAliveCount, aliveCountChange, notAliveCountChange } = status;
        heard.push(`${aliveCount} ${notAliveCount} ${aliveCountChange} ${notAliveCountChange}`);
      },
    },
  });
  await runUntil(network, () => heard.length === 2);
  writer.assertLiveliness();
  await runUntil(network, () => heard.length === 3);
  await runUntil(network, () => heard.length === 4);
  const other = await anotherWriter();
  await other.close({ lingerMs: 0 });
  await arrive(5);
  await writer.close({ lingerMs: 0 });
  await arrive(50);
  assert.equal(heard, ["1 0 1 0", "0 1 -1 1", "1 0 1 -1", "0 1 -1 1", "1 1 1 0", "0 1 -1 0", "0 0 0 -1"]);
  assert.is(reader.livelinessChangedStatus.lastHandle?.equals(writer.guid), true);
});

test("waitForHistoricalData: everything that was written before is there", async () => {
  const durable = { durability: "transientLocal" } as const;
  const { writer, reader, b, arrive, network } = await openReading({ writer: durable });
  // More than one HEARTBEAT asks about, in datagrams that do not come together.
  for (let x = 0; x < 500; x++) writer.write(shape(x, `C${x % 50}`));
  await arrive(200);
  assert.is(reader.take().length, 500);
  network.setDefaultLink({ latencyMs: 2, jitterMs: 20 });
  const late = b.participant.createReader(reader.topic, {
    qos: { reliability: "reliable", history: "keepAll", ...durable },
  });
  await runUntil(network, () => late.matchedPublications.length === 1);
  let atEnd = -1;
  const counts = new Set<number>();
  void late.waitForHistoricalData().then(() => {
    atEnd = late.read().length;
  });
  await runUntil(network, () => {
    counts.add(late.read().length);
    return atEnd >= 0;
  });
  assert.ok(counts.size > 3, "it comes bit by bit");
  assert.is(atEnd, 500);
  await arrive(500);
  assert.is(late.read().length, 500);
});

test("a history that a late joiner is told of in advance is not sent twice", async () => {
  const durable = { durability: "transientLocal" } as const;
  const { writer, reader, a, b, arrive, network } = await openReading({ writer: durable });
  for (let x = 0; x < 2000; x++) writer.write(shape(x, `C${x % 50}`));
  writer.write(shape(1, "large".repeat(200_000)));
  await arrive(500);
  assert.is(reader.take().length, 2001);
  const resent = () => {
    const { samplesRetransmitted = 0, fragmentsRetransmitted = 0 } = a.participant.counters;
    return samplesRetransmitted + fragmentsRetransmitted;
  };
  const before = resent();
  const late = b.participant.createReader(reader.topic, {
    qos: { reliability: "reliable", history: "keepAll", ...durable },
  });
  await runUntil(network, () => late.read().length === 2001);
  await arrive(100);
  assert.is(resent() - before, 0);
});

test("waitForHistoricalData: a history that is partly gone, or empty, ends too", async () => {
  const durable = { durability: "transientLocal", history: { keepLast: 1 } } as const;
  for (const writes of [0, 20]) {
    const { writer, reader, b, arrive, network } = await openReading({ writer: durable });
    for (let x = 0; x < writes; x++) writer.write(shape(x, x % 10 === 0 ? `C${x}` : "RED"));
    await arrive(100);
    const late = b.participant.createReader(reader.topic, { qos: { reliability: "reliable", ...durable } });
    await runUntil(network, () => late.matchedPublications.length === 1);
    let isThere = false;
    void late.waitForHistoricalData().then(() => {
      isThere = true;
    });
    await runUntil(network, () => isThere, 500);
    assert.is(late.take().length, writes === 0 ? 0 : 3);
  }
});

test("waitForHistoricalData: VOLATILE has no history, and a writer that is silent ends in TIMEOUT", async () => {
  const durable = { durability: "transientLocal" } as const;
  const { writer, reader, a, b, network } = await openReading({ writer: durable });
  await reader.waitForHistoricalData();
  writer.write(shape(1));
  network.partition(a.sim.node, b.sim.node);
  const late = b.participant.createReader(reader.topic, { qos: { reliability: "reliable", ...durable } });
  await runUntil(network, () => late.matchedPublications.length === 1);
  let code: string | undefined;
  void late.waitForHistoricalData({ timeoutMs: 300 }).catch((error: { code: string }) => {
    code = error.code;
  });
  await runUntil(network, () => code !== undefined);
  assert.is(code, "TIMEOUT");
});

test("setQos announces, and behaves; what may not change does not", async () => {
  const { reader, writer, arrive, a } = await openReading();
  const announced = () => a.sim.engine.remoteEndpoint(reader.guid)!.qos;
  reader.setQos({ userData: new Uint8Array([1, 2, 3]), deadline: "1s", latencyBudget: "5ms" });
  await arrive(200);
  assert.equal([...announced().userData.value], [1, 2, 3]);
  assert.is(reader.qos.deadline.periodMs, 1000);
  // The writer offers no deadline.
  assert.is(reader.matchedPublications.length, 0);
  assert.is(reader.requestedIncompatibleQosStatus.totalCount, 1);
  reader.setQos({ deadline: Infinity });
  await arrive(200);
  assert.is(reader.matchedPublications.length, 1);
  reader.setQos({ partition: ["elsewhere"] });
  await arrive(200);
  assert.is(reader.matchedPublications.length, 0);
  reader.setQos({ partition: [] });
  await arrive(200);
  writer.write(shape(1));
  await arrive();
  assert.equal(names(reader.take({ sampleStates: "NOT_READ" })).at(-1), "RED 1");
  const before = reader.qos;
  for (const input of [
    { history: "keepLast" },
    { reliability: "bestEffort" },
    { resourceLimits: { maxSamples: 3 } },
    { destinationOrder: "bySourceTimestamp" },
    { ownership: "exclusive" },
    { userData: new Uint8Array([9]), durability: "transientLocal" },
  ] as const) {
    assert.throws(
      () => reader.setQos(input),
      (error: { code?: string }) => error.code === "QOS_IMMUTABLE",
    );
  }
  assert.is(reader.qos, before);
  assert.throws(
    () => reader.setQos({ deadline: -1 }),
    (error: { code?: string }) => error.code === "QOS_INVALID",
  );
  await reader.close();
  assert.throws(
    () => reader.setQos({}),
    (error: { code?: string }) => error.code === "ALREADY_DELETED",
  );
});

test("policies that decide at the reader hear of a change", async () => {
  const { reader } = await openReading();
  const heard: number[] = [];
  pipelineOf(reader).intake.admissions.push({ qosChanged: (qos) => heard.push(qos.latencyBudget.durationMs) });
  reader.setQos({ latencyBudget: "7ms" });
  assert.equal(heard, [7]);
});

test.run();
