import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ReaderQosInput, SampleRejectedStatus } from "../../../src/index.js";
import { SimNetwork } from "../../../src/simulation/SimNetwork.js";
import { runFor, runUntil, simDcps, topicAt, untilMatched } from "../../support/simDcps.js";
import { SHAPE, type Shape, shape } from "../support.js";
import { NO_AUTODISPOSE, names, openReading, RELIABLE, type Reading, writeAll } from "./support.js";

const test = suite("HISTORY and RESOURCE_LIMITS of a reader");

interface Full {
  readonly reading: Reading<Shape>;
  readonly statuses: SampleRejectedStatus[];
}

/** A reader with limits; what it says about samples it has no room for. */
async function openFull(qos: ReaderQosInput & object): Promise<Full> {
  const statuses: SampleRejectedStatus[] = [];
  const listener = { onSampleRejected: (status: SampleRejectedStatus) => statuses.push(status) };
  return { reading: await openReading<Shape>({ reader: qos, listener }), statuses };
}

const REASONS: readonly [ReaderQosInput & object, readonly (readonly [string, number])[], string, string][] = [
  [
    { resourceLimits: { maxSamples: 2 } },
    [
      ["RED", 1],
      ["BLUE", 1],
      ["RED", 2],
    ],
    "REJECTED_BY_SAMPLES_LIMIT",
    "RED",
  ],
  [
    { resourceLimits: { maxSamplesPerInstance: 2 } },
    [
      ["RED", 1],
      ["RED", 2],
      ["RED", 3],
    ],
    "REJECTED_BY_SAMPLES_PER_INSTANCE_LIMIT",
    "RED",
  ],
  [
    { resourceLimits: { maxInstances: 2 } },
    [
      ["RED", 1],
      ["BLUE", 1],
      ["GREEN", 1],
    ],
    "REJECTED_BY_INSTANCES_LIMIT",
    "none",
  ],
  [
    // KEEP_LAST makes room in its own instance, and a new one has none.
    { history: { keepLast: 3 }, resourceLimits: { maxSamples: 3 } },
    [
      ["RED", 1],
      ["RED", 2],
      ["RED", 3],
      ["BLUE", 1],
    ],
    "REJECTED_BY_SAMPLES_LIMIT",
    "none",
  ],
  [
    { history: { keepLast: 1 }, resourceLimits: { maxInstances: 1 } },
    [
      ["RED", 1],
      ["RED", 2],
      ["BLUE", 1],
    ],
    "REJECTED_BY_INSTANCES_LIMIT",
    "none",
  ],
];

for (const reliability of ["reliable", "bestEffort"] as const) {
  for (const [qos, samples, reason, color] of REASONS) {
    test(`${reliability} ${JSON.stringify(qos)}: ${reason}`, async () => {
      const { reading, statuses } = await openFull({ ...qos, reliability });
      const { reader, writer, arrive, b } = reading;
      writeAll(writer, samples);
      await arrive(200);
      const handle = color === "none" ? 0 : reader.lookupInstance({ color });
      assert.equal(statuses, [{ totalCount: 1, totalCountChange: 1, lastInstanceHandle: handle, lastReason: reason }]);
      assert.is(reader.sampleRejectedStatus.totalCountChange, 0);
      const before = names(reader.read());
      assert.is(
        before.length,
        Math.min(samples.length - 1, reader.qos.history.kind === "KEEP_ALL" ? 9 : before.length),
      );
      reader.take();
      await arrive(200);
      const [last] = samples.slice(-1);
      const late = names(reader.take());
      const isFree = reason !== "REJECTED_BY_INSTANCES_LIMIT";
      if (reliability === "bestEffort") {
        assert.equal(late, []);
        const { dropped } = b.participant.counters;
        assert.is((dropped["limitSamples"] ?? 0) + (dropped["limitInstances"] ?? 0), 1);
      } else {
        // Taking makes room for a sample, not for an instance while others are alive.
        assert.equal(late, isFree ? [`${last![0]} ${last![1]}`] : []);
      }
      assert.is(statuses.length, 1);
    });
  }
}

test("a full reliable reader makes the writer wait, loses nothing, and keeps the order of each instance", async () => {
  const { reading, statuses } = await openFull({ resourceLimits: { maxSamplesPerInstance: 3, maxSamples: 6 } });
  const { reader, writer, arrive } = reading;
  const expected: string[] = [];
  for (let x = 0; x < 100; x++) {
    const color = x % 5 === 0 ? "BLUE" : "RED";
    writer.write(shape(x, color));
    expected.push(`${color} ${x}`);
  }
  await arrive(500);
  // RED 4 waits, and all that is RED behind it; BLUE does not, until its own limit is met.
  assert.equal(names(reader.read()), ["BLUE 0", "BLUE 5", "BLUE 10", "RED 1", "RED 2", "RED 3"]);
  assert.is(statuses.at(-1)!.lastReason, "REJECTED_BY_SAMPLES_PER_INSTANCE_LIMIT");
  const seen: string[] = [];
  const { engine } = reading.a.sim;
  assert.is(engine.isAckedByAll(writer.guid.entityId), false);
  for (let i = 0; i < 200 && seen.length < 100; i++) {
    seen.push(...names(reader.take(1)));
    await arrive(50);
  }
  for (const color of ["BLUE", "RED"]) {
    const isOf = (name: string) => name.startsWith(color);
    assert.equal(seen.filter(isOf), expected.filter(isOf));
  }
  assert.is(engine.isAckedByAll(writer.guid.entityId), true);
  assert.is(reader.sampleLostStatus.totalCount, 0);
  // Once for each sample that had to wait, however often it was tried.
  assert.ok(statuses.length <= 100, `${statuses.length} rejections`);
  assert.is(new Set(statuses.map((status) => status.totalCount)).size, statuses.length);
});

test("the status is raised once for a sample that waits, though others are taken meanwhile", async () => {
  const { reading, statuses } = await openFull({ resourceLimits: { maxSamplesPerInstance: 1 } });
  const { reader, writer, arrive } = reading;
  writeAll(writer, [
    ["BLUE", 1],
    ["GREEN", 1],
    ["RED", 1],
    ["RED", 2],
  ]);
  await arrive(100);
  assert.is(statuses.length, 1);
  reader.takeInstance(reader.lookupInstance({ color: "BLUE" }));
  await arrive(100);
  reader.takeInstance(reader.lookupInstance({ color: "GREEN" }));
  await arrive(100);
  assert.is(statuses.length, 1);
  assert.equal(names(reader.take()), ["RED 1"]);
  await arrive(100);
  assert.equal(names(reader.take()), ["RED 2"]);
});

test("samples that were read count against the limits of KEEP_ALL", async () => {
  const { reading, statuses } = await openFull({ resourceLimits: { maxSamples: 2 } });
  const { reader, writer, arrive } = reading;
  writeAll(writer, [
    ["RED", 1],
    ["RED", 2],
  ]);
  await arrive();
  reader.read();
  writer.write(shape(3));
  await arrive(100);
  assert.equal(names(reader.read()), ["RED 1", "RED 2"]);
  assert.is(statuses.length, 1);
  reader.take({ sampleStates: "READ", max: 1 });
  await arrive(100);
  assert.equal(names(reader.read()), ["RED 2", "RED 3"]);
});

test("what waited is told when a take makes room for it, and not inside of that take", async () => {
  const heard: string[][] = [];
  let isInside = false;
  const { reader, writer, arrive } = await openReading<Shape>({
    reader: { resourceLimits: { maxSamplesPerInstance: 1 } },
    listener: {
      onDataAvailable: (self) => {
        assert.is(isInside, false);
        heard.push(names(self.read({ sampleStates: "NOT_READ" })));
      },
    },
  });
  writeAll(writer, [
    ["RED", 1],
    ["RED", 2],
  ]);
  await arrive(100);
  isInside = true;
  assert.equal(names(reader.take()), ["RED 1"]);
  isInside = false;
  await arrive(0);
  assert.equal(heard, [["RED 1"], ["RED 2"]]);
});

test("a listener that takes when a sample is rejected lets it in at once", async () => {
  const seen: string[] = [];
  const { reader, writer, arrive } = await openReading<Shape>({
    reader: { resourceLimits: { maxSamplesPerInstance: 2 } },
    listener: { onSampleRejected: (_, self) => seen.push(...names(self.take())) },
  });
  for (let x = 0; x < 20; x++) writer.write(shape(x));
  for (let i = 0; i < 20; i++) await arrive(10);
  seen.push(...names(reader.take()));
  assert.equal(
    seen,
    Array.from({ length: 20 }, (_, x) => `RED ${x}`),
  );
});

test("an instance that ends and is taken makes room for another", async () => {
  const { reading } = await openFull({ resourceLimits: { maxInstances: 2 } });
  const { reader, writer, arrive, anotherWriter } = reading;
  writeAll(writer, [
    ["RED", 1],
    ["BLUE", 1],
  ]);
  await arrive();
  reader.take();
  const other = await anotherWriter();
  writer.unregister({ color: "BLUE" });
  await arrive();
  other.write(shape(1, "GREEN"));
  await arrive(100);
  assert.equal(names(reader.take()), ["BLUE -"]);
  await arrive(100);
  assert.equal(names(reader.take()), ["GREEN 1"]);
});

test("a disposed instance without samples gives way, though its writer is still there", async () => {
  const { reading, statuses } = await openFull({ resourceLimits: { maxInstances: 2 } });
  const { reader, writer, arrive } = reading;
  writeAll(writer, [
    ["RED", 1],
    ["BLUE", 1],
  ]);
  writer.dispose({ color: "RED" });
  await arrive();
  reader.take();
  writer.write(shape(1, "GREEN"));
  await arrive(100);
  assert.equal(names(reader.take()), ["GREEN 1"]);
  assert.equal(statuses, []);
});

test("a writer that leaves frees the instances that a new one waits for", async () => {
  const { reading } = await openFull({ resourceLimits: { maxInstances: 1 } });
  const { reader, writer, arrive, anotherWriter } = reading;
  const other = await anotherWriter();
  writer.write(shape(1, "RED"));
  await arrive();
  reader.take();
  other.write(shape(1, "BLUE"));
  await arrive(100);
  assert.equal(reader.take(), []);
  await writer.close({ lingerMs: 0 });
  await arrive(100);
  assert.equal(names(reader.take()), ["RED -"]);
  await arrive(100);
  assert.equal(names(reader.take()), ["BLUE 1"]);
});

test("beyond our own limit of instances samples are dropped and counted until somebody takes", async () => {
  const statuses: SampleRejectedStatus[] = [];
  const { reader, writer, arrive, b } = await openReading<Shape>({
    limits: { maxInstancesPerReader: 2 },
    listener: { onSampleRejected: (status) => statuses.push(status) },
  });
  for (const color of ["RED", "BLUE", "GREEN", "PINK", "RED"]) writer.write(shape(1, color));
  await arrive(100);
  assert.equal(names(reader.take()), ["RED 1", "RED 1", "BLUE 1"]);
  assert.is(statuses.at(-1)!.totalCount, 2);
  assert.is(b.participant.counters.dropped["limitInstances"], 2);
  // What was taken gives way, though its writer is there: nobody can fill a reader for good.
  for (const color of ["GREEN", "PINK"]) writer.write(shape(2, color));
  await arrive(100);
  assert.equal(names(reader.take()), ["GREEN 2", "PINK 2"]);
  writer.write(shape(3, "RED"));
  await arrive(100);
  const [red] = reader.take();
  assert.equal([red!.info.viewState, red!.data!.x], ["NEW", 3], "it begins anew");
  assert.is(b.participant.counters.dropped["limitInstances"], 2);
});

for (const limits of [
  { history: { keepLast: 1 }, resourceLimits: { maxInstances: 1 } },
  { resourceLimits: { maxInstances: 1 } },
] as const) {
  test(`${JSON.stringify(limits)}: what waits for an instance stops neither other writers nor their instances`, async () => {
    const { reading, statuses } = await openFull(limits);
    const { reader, writer, arrive, anotherWriter, network } = reading;
    const other = await anotherWriter();
    writer.write(shape(1, "RED"));
    await arrive();
    other.write(shape(1, "BLUE"));
    await arrive(100);
    assert.equal(names(reader.take()), ["RED 1"]);
    for (const x of [2, 3]) {
      writer.write(shape(x, "RED"));
      // The other one too: it may write what is known.
      other.write(shape(10 * x, "RED"));
      await arrive(100);
      assert.equal(names(reader.take()).slice(-1), [`RED ${10 * x}`]);
    }
    assert.is(statuses.length, 1);
    for (const one of [writer, other]) one.unregister({ color: "RED" });
    await arrive(100);
    assert.equal(names(reader.take()), ["RED -"]);
    await runFor(network, 0);
    assert.equal(names(reader.take()), ["BLUE 1"]);
  });
}

test("the end of an instance comes through though its writer waits for one, and lets that in", async () => {
  const { reading } = await openFull({ resourceLimits: { maxInstances: 1 } });
  const { reader, writer, arrive } = reading;
  writer.write(shape(1, "RED"));
  await arrive();
  reader.take();
  writeAll(writer, [
    ["BLUE", 1],
    ["BLUE", 2],
  ]);
  // It has a key that is not known yet: behind BLUE, or it would be lost.
  writer.dispose({ color: "BLUE" });
  writer.unregister({ color: "RED" });
  await arrive(100);
  assert.equal(names(reader.take()), ["RED -"]);
  await arrive();
  assert.equal(names(reader.take()), ["BLUE 1", "BLUE 2", "BLUE -"]);
});

test("a full instance stops neither other instances nor other writers", async () => {
  const { reading } = await openFull({ resourceLimits: { maxSamplesPerInstance: 2 } });
  const { reader, writer, arrive, anotherWriter } = reading;
  const other = await anotherWriter();
  for (const x of [1, 2, 3]) writer.write(shape(x, "RED"));
  await arrive();
  other.write(shape(1, "GREEN"));
  other.write(shape(4, "RED"));
  writer.write(shape(1, "BLUE"));
  await arrive(100);
  assert.equal(names(reader.take()), ["RED 1", "RED 2", "GREEN 1", "BLUE 1"]);
  assert.equal(names(reader.take()), ["RED 3", "RED 4"]);
});

test("what waits of one writer is limited: it is held back, alone, and goes on later", async () => {
  const { reading } = await openFull({ resourceLimits: { maxSamplesPerInstance: 1 } });
  const { reader, writer, arrive, anotherWriter, a, b } = reading;
  const other = await anotherWriter(simDcps(reading.network, { index: 2 }));
  for (let x = 0; x < 200; x++) {
    writer.write(shape(x, "RED"));
    await arrive(1);
  }
  await arrive(500);
  const { intake } = (reader as unknown as { pipeline: { intake: { waiting: { size: number } } } }).pipeline;
  assert.ok(intake.waiting.size <= 40, `${intake.waiting.size} wait`);
  assert.is(a.sim.engine.isAckedByAll(writer.guid.entityId), false);
  assert.ok((b.participant.counters.dropped["limitSamples"] ?? 0) > 0);
  for (const color of ["BLUE", "GREEN"]) other.write(shape(1, color));
  await arrive(100);
  assert.equal(names(reader.take({ max: 9 })), ["RED 0", "BLUE 1", "GREEN 1"]);
  const seen: string[] = [];
  for (let i = 0; i < 250; i++) {
    seen.push(...names(reader.take()));
    await arrive(5);
  }
  assert.equal(
    seen,
    Array.from({ length: 199 }, (_, x) => `RED ${x + 1}`),
  );
  assert.is(intake.waiting.size, 0);
  assert.is(a.sim.engine.isAckedByAll(writer.guid.entityId), true);
});

test("with ordered access nothing of a writer overtakes what waits; other writers go on", async () => {
  const network = new SimNetwork({ seed: 3 });
  const [a, b] = [simDcps(network, { index: 0 }), simDcps(network, { index: 1 })];
  const presentation = { accessScope: "TOPIC", orderedAccess: true } as const;
  const qos = { ...RELIABLE, resourceLimits: { maxSamplesPerInstance: 1 } } as const;
  const subscriber = b.participant.createSubscriber({ qos: { presentation } });
  const reader = subscriber.createReader(topicAt<Shape>(b, "Square", SHAPE), { qos });
  const publisher = a.participant.createPublisher({ qos: { presentation } });
  const make = () => publisher.createWriter(topicAt<Shape>(a, "Square", SHAPE), { qos: RELIABLE });
  const [writer, other] = [make(), make()];
  await untilMatched(network, [writer, other], [reader]);
  await runUntil(network, () => reader.matchedPublications.length === 2);
  await runFor(network, 100);
  writeAll(writer, [
    ["RED", 1],
    ["RED", 2],
    ["BLUE", 1],
  ]);
  await runFor(network, 50);
  other.write(shape(1, "GREEN"));
  await runFor(network, 50);
  assert.equal(names(reader.take()), ["RED 1", "GREEN 1"]);
  await runFor(network, 500);
  assert.equal(names(reader.take()), ["RED 2", "BLUE 1"]);
});

test("a writer that is gone is not so before what waits of it is in", async () => {
  const { reading } = await openFull({ resourceLimits: { maxSamplesPerInstance: 2 } });
  const { reader, writer, arrive, anotherWriter } = reading;
  await anotherWriter();
  for (const x of [1, 2, 3]) writer.write(shape(x));
  await arrive();
  await writer.close({ lingerMs: 0 });
  await arrive();
  assert.equal(names(reader.take()), ["RED 1", "RED 2"]);
  await arrive();
  const rest = reader.take();
  assert.equal(names(rest), ["RED 3", "RED -"]);
  assert.is(rest[1]!.info.noWritersGenerationCount, 0);
});

const SET = [
  ["RED", 1],
  ["RED", 2],
  ["RED", 3],
  ["BLUE", 4],
] as const;

for (const [reliability, limits, before, first, then] of [
  // The set is larger than the limits: nobody ever sees it.
  ["reliable", { maxSamplesPerInstance: 2 }, 0, [], []],
  ["bestEffort", { maxSamplesPerInstance: 2 }, 0, [], []],
  ["reliable", { maxInstances: 1 }, 0, [], []],
  // There is no room now: the set waits as a whole, or is lost as a whole.
  ["reliable", { maxSamples: 4 }, 3, ["OLD 0", "OLD 1", "OLD 2"], ["RED 1", "RED 2", "RED 3", "BLUE 4"]],
  ["bestEffort", { maxSamples: 4 }, 3, ["OLD 0", "OLD 1", "OLD 2"], []],
] as const) {
  test(`${reliability} ${JSON.stringify(limits)}: a coherent set comes in as a whole or not at all`, async () => {
    const network = new SimNetwork({ seed: 3 });
    const [a, b] = [simDcps(network, { index: 0 }), simDcps(network, { index: 1 })];
    const presentation = { accessScope: "TOPIC", coherentAccess: true, orderedAccess: true } as const;
    const subscriber = b.participant.createSubscriber({ qos: { presentation } });
    const qos = { reliability, history: "keepAll", resourceLimits: limits } as const;
    const reader = subscriber.createReader(topicAt<Shape>(b, "Square", SHAPE), { qos });
    const publisher = a.participant.createPublisher({ qos: { presentation } });
    const writer = publisher.createWriter(topicAt<Shape>(a, "Square", SHAPE), { qos: RELIABLE });
    await untilMatched(network, [writer], [reader]);
    for (let x = 0; x < before; x++) writer.write(shape(x, "OLD"));
    await runFor(network, 50);
    publisher.beginCoherentChanges();
    writeAll(writer, SET);
    publisher.endCoherentChanges();
    await runFor(network, 300);
    assert.equal(names(reader.take()), [...first]);
    await runFor(network, 1000);
    assert.equal(names(reader.take()), [...then]);
    assert.is(reader.sampleLostStatus.totalCount, then.length > 0 ? 0 : 4);
    writer.write(shape(9, "RED"));
    await runFor(network, 300);
    assert.equal(names(reader.take()), ["RED 9"]);
  });
}

test("the news that writers are gone needs no room", async () => {
  const { reading } = await openFull({ resourceLimits: { maxSamples: 2 } });
  const { reader, writer, arrive } = reading;
  writeAll(writer, [
    ["RED", 1],
    ["BLUE", 1],
  ]);
  await arrive();
  await writer.close({ lingerMs: 0 });
  await arrive();
  assert.equal(names(reader.take()), ["RED 1", "RED -", "BLUE 1", "BLUE -"]);
});

test("KEEP_LAST reliable readers never hold their writer back", async () => {
  const { reader, writer, arrive, a } = await openReading({
    reader: { history: { keepLast: 3 } },
    writer: { ...NO_AUTODISPOSE, resourceLimits: { maxSamples: 100 } },
  });
  for (let x = 0; x < 500; x++) {
    writer.write(shape(x, x % 2 === 0 ? "RED" : "BLUE"));
    if (x % 50 === 49) await arrive(50);
  }
  await arrive(100);
  assert.is(a.sim.engine.isAckedByAll(writer.guid.entityId), true);
  assert.equal(names(reader.take()), ["RED 494", "RED 496", "RED 498", "BLUE 495", "BLUE 497", "BLUE 499"]);
});

test("thousands of instances that come and go leave nothing behind", async () => {
  const { reader, writer, arrive } = await openReading();
  for (let x = 0; x < 3000; x++) {
    writer.write(shape(x, `C${x}`));
    writer.unregister({ color: `C${x}` });
    if (x % 100 === 99) {
      await arrive(20);
      reader.take();
    }
  }
  const { instances } = (reader as unknown as { pipeline: { instances: { size: number; order: object } } }).pipeline;
  assert.is(instances.size, 0);
  assert.ok((instances.order as { instances: unknown[] }).instances.length <= 64);
});

test.run();
