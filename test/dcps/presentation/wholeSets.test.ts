// DDS 1.4 §2.2.3.6: a coherent set is seen as a whole or not at all, whatever becomes of its samples, of its writer or of
// the room at the reader.

import { test } from "uvu";
import * as assert from "uvu/assert";
import type { DataReader } from "../../../src/index.js";
import { SimNetwork } from "../../../src/simulation/SimNetwork.js";
import { runFor, runUntil, simDcps, topicAt } from "../../support/simDcps.js";
import { SHAPE, type Shape, shape, thrown } from "../support.js";
import { groups, RELIABLE, silence, untilReady, xs } from "./support.js";

for (const accessScope of ["TOPIC", "GROUP"] as const) {
  test(`${accessScope}: a set whose last sample was replaced is shown to nobody, early or late`, async () => {
    const presentation = { accessScope, coherentAccess: true } as const;
    const lasting = { durability: "transientLocal", history: { keepLast: 1 } } as const;
    const { network, b, publisher, subscriber, writers, readers } = await groups(presentation, { qos: lasting });
    const take = (from: typeof subscriber, reader: DataReader<Shape>) => {
      from.beginAccess();
      const taken = reader.take().map(({ data }) => `${data!.color} ${data!.x}`);
      from.endAccess();
      return [taken, reader.sampleLostStatus.totalCount];
    };
    publisher.beginCoherentChanges();
    writers[0]!.write(shape(1, "BLUE"));
    writers[0]!.write(shape(2, "RED"));
    publisher.endCoherentChanges();
    writers[0]!.write(shape(3, "RED"));
    await runFor(network, 100);
    assert.equal(take(subscriber, readers[0]!), [["RED 3"], 1]);
    const other = b.participant.createSubscriber({ qos: { presentation } });
    const late = other.createReader(topicAt<Shape>(b, "Square", SHAPE), {
      qos: { ...RELIABLE, durability: "transientLocal" },
    });
    await runFor(network, 1000);
    assert.equal(take(other, late), [["RED 3"], 1]);
  });
}

test("BEST_EFFORT with losses: every set is shown as a whole, or not at all", async () => {
  const { network, a, b, publisher, writers, readers } = await groups(
    { accessScope: "TOPIC", coherentAccess: true },
    { qos: { reliability: "bestEffort" } },
  );
  // Each of four samples and the mark is lost once, and any two of them.
  for (let lost = 0; lost < 32; lost++) {
    publisher.beginCoherentChanges();
    for (let i = 0; i < 5; i++) {
      if ((lost >> i) & 1) network.partition(a.sim.node, b.sim.node);
      if (i < 4) writers[0]!.write(shape(10 * lost + i));
      else publisher.endCoherentChanges();
      await runFor(network, 3);
      network.heal(a.sim.node, b.sim.node);
    }
    await runFor(network, 20);
    const seen = xs(readers[0]!);
    assert.equal(seen, lost === 0 ? [0, 1, 2, 3] : [], `lost ${lost.toString(2)}`);
  }
});

test("the marks of sets that a late joiner sees stay, though KEEP_LAST replaces samples; the others go", async () => {
  const { network, a, b, publisher, writers } = await groups(
    { accessScope: "TOPIC", coherentAccess: true },
    { qos: { durability: "transientLocal", history: { keepLast: 1 } } },
  );
  const set = async (...values: [number, string][]) => {
    publisher.beginCoherentChanges();
    for (const [x, color] of values) writers[0]!.write(shape(x, color));
    publisher.endCoherentChanges();
    await runFor(network, 20);
  };
  const { history } = a.sim.engine.writer(writers[0]!.guid.entityId).writer;
  for (let x = 0; x < 20; x++) await set([x, "RED"], [x, "BLUE"]);
  assert.is(history.size, 3);
  await set([1, "GREEN"]);
  await set([1, "PINK"]);
  const late = b.participant
    .createSubscriber({ qos: { presentation: { accessScope: "TOPIC", coherentAccess: true } } })
    .createReader(topicAt<Shape>(b, "Square", SHAPE), { qos: { ...RELIABLE, durability: "transientLocal" } });
  await runFor(network, 500);
  assert.equal(xs(late), [19, 19, 1, 1]);
  // Each set leaves one sample: its mark says that the set is over, and is kept as long as the sample.
  for (let x = 0; x < 150; x++) await set([x, "RED"], [x, `C${x % 10}`]);
  assert.is(history.sampleCount, 14);
  assert.ok(history.size < 14 + 128, `${history.size} changes`);
});

test("a writer that ends in the middle of a set leaves nothing of it", async () => {
  const { network, publisher, writers, readers } = await groups({ accessScope: "TOPIC", coherentAccess: true });
  publisher.beginCoherentChanges();
  writers[0]!.write(shape(1));
  await runFor(network, 20);
  void writers[0]!.close();
  await runFor(network, 1500);
  assert.equal(
    readers[0]!.take().filter((sample) => sample.info.validData),
    [],
  );
});

test("GROUP: a set is not shown if all that one writer put into it was replaced", async () => {
  const { network, publisher, subscriber, writers, readers } = await groups(
    { accessScope: "GROUP", coherentAccess: true },
    { topics: ["Square", "Circle"], qos: { history: { keepLast: 1 } } },
  );
  publisher.beginCoherentChanges();
  for (const writer of writers) writer.write(shape(1));
  publisher.endCoherentChanges();
  writers[1]!.write(shape(2));
  await runFor(network, 100);
  subscriber.beginAccess();
  assert.equal(readers.map(xs), [[], [2]]);
  assert.is(readers[0]!.sampleLostStatus.totalCount, 1);
  subscriber.endAccess();
});

test("a set of which a sample is over before it can be shown is not shown, to early and late readers alike", async () => {
  const { network, b, publisher, writers, readers } = await groups(
    { accessScope: "TOPIC", coherentAccess: true },
    { qos: { durability: "transientLocal", lifespan: "1s" } },
  );
  const write = async (...times: number[]) => {
    publisher.beginCoherentChanges();
    for (const [x, ms] of times.entries()) {
      await runFor(network, ms);
      writers[0]!.write(shape(x));
    }
    await runFor(network, 10);
    publisher.endCoherentChanges();
    await runFor(network, 50);
  };
  await write(0, 1100);
  assert.equal(xs(readers[0]!), []);
  assert.is(readers[0]!.sampleLostStatus.totalCount, 2);
  await write(0, 900);
  assert.equal(
    readers[0]!.read().map(({ data }) => data!.x),
    [0, 1],
  );
  // Once it was shown, each sample has its own end.
  await runFor(network, 200);
  assert.equal(xs(readers[0]!), [1]);
  const late = b.participant
    .createSubscriber({ qos: { presentation: { accessScope: "TOPIC", coherentAccess: true } } })
    .createReader(topicAt<Shape>(b, "Square", SHAPE), { qos: { ...RELIABLE, durability: "transientLocal" } });
  await runFor(network, 300);
  assert.equal(xs(late), []);
});

test("GROUP: a part that finds no room keeps the set away from all", async () => {
  const network = new SimNetwork({ seed: 11 });
  const [a, b] = [simDcps(network, { index: 0 }), simDcps(network, { index: 1 })];
  const presentation = { accessScope: "GROUP", coherentAccess: true } as const;
  const publisher = a.participant.createPublisher({ qos: { presentation } });
  const subscriber = b.participant.createSubscriber({ qos: { presentation } });
  const topics = ["Square", "Circle"];
  const writers = topics.map((name) => publisher.createWriter(topicAt<Shape>(a, name, SHAPE), { qos: RELIABLE }));
  const readers = topics.map((name, index) =>
    subscriber.createReader(topicAt<Shape>(b, name, SHAPE), {
      qos: { ...RELIABLE, resourceLimits: index === 0 ? {} : { maxSamplesPerInstance: 1 } },
    }),
  );
  await untilReady(network, writers, 1);
  await runUntil(network, () => readers.every((reader) => reader.matchedPublications.length === 1));
  for (const count of [2, 1]) {
    publisher.beginCoherentChanges();
    for (let x = 0; x < count; x++) for (const writer of writers) writer.write(shape(x));
    publisher.endCoherentChanges();
    await runFor(network, 100);
    subscriber.beginAccess();
    assert.equal(readers.map(xs), count === 1 ? [[0], [0]] : [[], []]);
    subscriber.endAccess();
  }
  assert.equal(
    readers.map((reader) => reader.sampleLostStatus.totalCount),
    [2, 2],
  );
});

test("a writer that closes in the middle of a set ends its instances outside of it", async () => {
  for (const accessScope of ["TOPIC", "GROUP"] as const) {
    const topics = ["Square", "Circle"];
    const { network, publisher, subscriber, writers, readers } = await groups(
      { accessScope, coherentAccess: true },
      { topics },
    );
    writers[0]!.write(shape(0));
    await runFor(network, 20);
    publisher.beginCoherentChanges();
    writers[0]!.write(shape(1));
    writers[1]!.write(shape(2));
    void writers[0]!.close();
    await runFor(network, 500);
    publisher.endCoherentChanges();
    await runFor(network, 500);
    subscriber.beginAccess();
    assert.equal(
      readers[0]!.take().map(({ data, info }) => (info.validData ? data!.x : info.receivedInstanceState)),
      [0, "NOT_ALIVE_DISPOSED"],
    );
    assert.is(readers[0]!.sampleLostStatus.totalCount, 1);
    // Of a group's set nobody sees a part; otherwise each writer's part is a set of its own.
    assert.equal(xs(readers[1]!), accessScope === "GROUP" ? [] : [2]);
    subscriber.endAccess();
  }
});

test("no set begins or ends while a write waits for room: it would land on the other side", async () => {
  const limits = { resourceLimits: { maxSamples: 2 }, history: "keepAll", reliability: "reliable" } as const;
  const { network, a, b, publisher, writers, readers } = await groups(
    { accessScope: "TOPIC", coherentAccess: true },
    { qos: limits },
  );
  const heal = silence(a, b, network);
  for (const x of [1, 2]) writers[0]!.write(shape(x));
  const waiting = writers[0]!.writeAsync(shape(3), { timeoutMs: 10_000 });
  const early = thrown(() => publisher.beginCoherentChanges());
  assert.is(early.code, "PRECONDITION_NOT_MET");
  assert.match(early.message, /^writes of Square wait for room: await /);
  heal();
  await runFor(network, 1000);
  await waiting;
  publisher.beginCoherentChanges();
  const again = silence(a, b, network);
  for (const x of [4, 5]) writers[0]!.write(shape(x));
  const inside = writers[0]!.writeAsync(shape(6), { timeoutMs: 10_000 });
  publisher.beginCoherentChanges();
  publisher.endCoherentChanges();
  assert.is(thrown(() => publisher.endCoherentChanges()).code, "PRECONDITION_NOT_MET");
  again();
  await runFor(network, 1000);
  await inside;
  assert.equal(xs(readers[0]!), [1, 2, 3]);
  publisher.endCoherentChanges();
  await runFor(network, 100);
  assert.equal(xs(readers[0]!), [4, 5, 6]);
});

test.run();
