// DDS 1.4 §2.2.3.6 PRESENTATION with publishers and subscribers, in virtual time: coherent sets of every scope, what is
// seen of them with losses and late joiners, access as a group, and order.

import { test } from "uvu";
import * as assert from "uvu/assert";
import type { DataReader, DataWriter, PublisherQosInput, WriterPolicies } from "../../../src/index.js";
import { SimNetwork } from "../../../src/simulation/SimNetwork.js";
import { runFor, runUntil, type SimDcps, simDcps, topicAt, untilMatched } from "../../support/simDcps.js";
import { SHAPE, type Shape, shape, thrown } from "../support.js";

const RELIABLE = { reliability: "reliable", history: "keepAll" } as const;

type Presentation = NonNullable<PublisherQosInput["presentation"]>;

interface Setup {
  readonly topics?: readonly string[];
  readonly qos?: WriterPolicies;
  readonly readerPresentation?: Presentation;
}

async function groups(presentation: Presentation, { topics = ["Square"], qos = {}, readerPresentation }: Setup = {}) {
  const network = new SimNetwork({ seed: 11 });
  const a = simDcps(network, { index: 0 });
  const b = simDcps(network, { index: 1 });
  const publisher = a.participant.createPublisher({ qos: { presentation } });
  const writers = topics.map((name) =>
    publisher.createWriter(topicAt<Shape>(a, name, SHAPE), { qos: { ...RELIABLE, ...qos } }),
  );
  const subscriber = b.participant.createSubscriber({ qos: { presentation: readerPresentation ?? presentation } });
  const { reliability, durability } = { durability: "volatile" as const, ...RELIABLE, ...qos };
  const { history } = RELIABLE;
  const makeReaders = () =>
    topics.map((name) =>
      subscriber.createReader(topicAt<Shape>(b, name, SHAPE), { qos: { reliability, history, durability } }),
    );
  const readers = makeReaders();
  await runUntil(network, () => readers.every((reader) => reader.matchedPublications.length === 1));
  await untilReady(network, writers, 1);
  return { network, a, b, publisher, subscriber, writers, readers };
}

async function untilReady(network: SimNetwork, writers: readonly DataWriter<Shape>[], count: number): Promise<void> {
  let left = writers.length;
  for (const writer of writers) void writer.ready(count).then(() => left--);
  await runUntil(network, () => left === 0);
}

function xs(reader: DataReader<Shape>): number[] {
  return reader.take().map((sample) => sample.data!.x);
}

function silence(from: SimDcps, to: SimDcps, network: SimNetwork): () => void {
  network.partition(from.sim.node, to.sim.node);
  return () => network.heal(from.sim.node, to.sim.node);
}

for (const accessScope of ["INSTANCE", "TOPIC"] as const) {
  test(`coherent access, ${accessScope}: a set becomes visible when it ends`, async () => {
    const { network, publisher, writers, readers } = await groups({ accessScope, coherentAccess: true });
    const [writer, reader] = [writers[0]!, readers[0]!];
    writer.write(shape(1));
    publisher.beginCoherentChanges();
    writer.write(shape(2));
    writer.write(shape(3, "BLUE"));
    await runFor(network, 500);
    assert.equal(xs(reader), [1]);
    publisher.endCoherentChanges();
    await runFor(network, 50);
    assert.equal(xs(reader).sort(), [2, 3]);
    writer.write(shape(4));
    await runFor(network, 50);
    assert.equal(xs(reader), [4]);
  });
}

test("sets of a publisher span its writers, and each writer's part is complete", async () => {
  const topics = ["Square", "Circle", "Triangle"];
  const setup = await groups({ accessScope: "TOPIC", coherentAccess: true }, { topics });
  const { network, publisher, writers, readers } = setup;
  for (let set = 0; set < 3; set++) {
    publisher.beginCoherentChanges();
    for (let i = 0; i < 3; i++) for (const writer of writers) writer.write(shape(10 * set + i));
    await runFor(network, 100);
    assert.ok(readers.every((reader) => reader.take().length === 0));
    publisher.endCoherentChanges();
    await runFor(network, 50);
    for (const reader of readers) assert.equal(xs(reader), [10 * set, 10 * set + 1, 10 * set + 2]);
  }
});

test("nested sets are one set", async () => {
  const { network, publisher, writers, readers } = await groups({ accessScope: "TOPIC", coherentAccess: true });
  publisher.beginCoherentChanges();
  writers[0]!.write(shape(1));
  publisher.beginCoherentChanges();
  writers[0]!.write(shape(2));
  publisher.endCoherentChanges();
  await runFor(network, 100);
  assert.equal(xs(readers[0]!), []);
  publisher.endCoherentChanges();
  await runFor(network, 50);
  assert.equal(xs(readers[0]!), [1, 2]);
  assert.is(thrown(() => publisher.endCoherentChanges()).code, "PRECONDITION_NOT_MET");
});

test("without coherent access on both sides nothing is held back", async () => {
  const offered = await groups({ accessScope: "TOPIC", orderedAccess: true });
  offered.publisher.beginCoherentChanges();
  offered.writers[0]!.write(shape(1));
  await runFor(offered.network, 50);
  assert.equal(xs(offered.readers[0]!), [1]);
  offered.publisher.endCoherentChanges();

  const notAsked = await groups(
    { accessScope: "TOPIC", coherentAccess: true },
    { readerPresentation: { accessScope: "TOPIC" } },
  );
  notAsked.publisher.beginCoherentChanges();
  notAsked.writers[0]!.write(shape(1));
  await runFor(notAsked.network, 50);
  assert.equal(xs(notAsked.readers[0]!), [1]);
  notAsked.publisher.endCoherentChanges();
  notAsked.writers[0]!.write(shape(2));
  await runFor(notAsked.network, 50);
  assert.equal(xs(notAsked.readers[0]!), [2]);
});

test("RELIABLE: a set of which a sample is lost on the way is shown when it is repaired, not before", async () => {
  const { network, a, b, publisher, writers, readers } = await groups({ accessScope: "TOPIC", coherentAccess: true });
  publisher.beginCoherentChanges();
  writers[0]!.write(shape(1));
  await runFor(network, 5);
  const heal = silence(a, b, network);
  writers[0]!.write(shape(2));
  await runFor(network, 5);
  heal();
  writers[0]!.write(shape(3));
  publisher.endCoherentChanges();
  await runFor(network, 1000);
  assert.equal(xs(readers[0]!), [1, 2, 3]);
});

test("BEST_EFFORT: a set of which a sample is lost is never shown, and counts as lost", async () => {
  const { network, a, b, publisher, writers, readers } = await groups(
    { accessScope: "TOPIC", coherentAccess: true },
    { qos: { reliability: "bestEffort" } },
  );
  publisher.beginCoherentChanges();
  writers[0]!.write(shape(1));
  await runFor(network, 5);
  const heal = silence(a, b, network);
  writers[0]!.write(shape(2));
  await runFor(network, 5);
  heal();
  writers[0]!.write(shape(3));
  publisher.endCoherentChanges();
  await runFor(network, 100);
  assert.equal(xs(readers[0]!), []);
  assert.is(readers[0]!.sampleLostStatus.totalCount, 3);
  publisher.beginCoherentChanges();
  writers[0]!.write(shape(4));
  publisher.endCoherentChanges();
  await runFor(network, 100);
  assert.equal(xs(readers[0]!), [4]);
});

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

test("a late joiner sees the sets that are complete in the history, and not the tail of one that is not", async () => {
  const setup = await groups(
    { accessScope: "TOPIC", coherentAccess: true },
    { qos: { durability: "transientLocal", history: { keepLast: 4 } } },
  );
  const { network, b, publisher, writers } = setup;
  for (let set = 0; set < 2; set++) {
    publisher.beginCoherentChanges();
    for (let i = 0; i < 3; i++) writers[0]!.write(shape(10 * set + i));
    publisher.endCoherentChanges();
    await runFor(network, 20);
  }
  const late = b.participant
    .createSubscriber({ qos: { presentation: { accessScope: "TOPIC", coherentAccess: true } } })
    .createReader(topicAt<Shape>(b, "Square", SHAPE), { qos: { ...RELIABLE, durability: "transientLocal" } });
  await runFor(network, 500);
  assert.equal(xs(late), [10, 11, 12]);
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

test("GROUP: readers show a set together, even if one writer's part comes late", async () => {
  const topics = ["Square", "Circle"];
  const { network, a, b, publisher, subscriber, writers, readers } = await groups(
    { accessScope: "GROUP", coherentAccess: true },
    { topics },
  );
  const take = () => {
    subscriber.beginAccess();
    const taken = readers.map((reader) => xs(reader));
    subscriber.endAccess();
    return taken;
  };
  publisher.beginCoherentChanges();
  writers[0]!.write(shape(1));
  await runFor(network, 5);
  const heal = silence(a, b, network);
  writers[1]!.write(shape(2));
  await runFor(network, 5);
  heal();
  writers[0]!.write(shape(3));
  await runFor(network, 2);
  publisher.endCoherentChanges();
  // The first writer's part is complete long before the second one's is repaired.
  network.partition(a.sim.node, b.sim.node);
  await runFor(network, 30);
  network.heal(a.sim.node, b.sim.node);
  assert.equal(take(), [[], []]);
  await runFor(network, 1000);
  assert.equal(take(), [[1, 3], [2]]);
});

test("GROUP: a writer that wrote nothing in the set is not waited for", async () => {
  const { network, publisher, subscriber, writers, readers } = await groups(
    { accessScope: "GROUP", coherentAccess: true },
    { topics: ["Square", "Circle"] },
  );
  publisher.beginCoherentChanges();
  writers[0]!.write(shape(1));
  publisher.endCoherentChanges();
  await runFor(network, 50);
  subscriber.beginAccess();
  assert.equal(readers.map(xs), [[1], []]);
  subscriber.endAccess();
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

test("GROUP: read and take need beginAccess, and in between nothing new becomes visible", async () => {
  const { network, publisher, subscriber, writers, readers } = await groups(
    { accessScope: "GROUP", coherentAccess: true },
    { topics: ["Square", "Circle"] },
  );
  assert.is(thrown(() => readers[0]!.take()).code, "PRECONDITION_NOT_MET");
  assert.is(thrown(() => subscriber.endAccess()).code, "PRECONDITION_NOT_MET");
  subscriber.beginAccess();
  publisher.beginCoherentChanges();
  for (const writer of writers) writer.write(shape(1));
  publisher.endCoherentChanges();
  await runFor(network, 100);
  assert.equal(readers.map(xs), [[], []]);
  subscriber.endAccess();
  subscriber.beginAccess();
  assert.equal(readers.map(xs), [[1], [1]]);
  subscriber.endAccess();
});

test("GROUP, ordered: getDataReaders names the readers in the order in which the samples were written", async () => {
  const { network, subscriber, writers, readers } = await groups(
    { accessScope: "GROUP", orderedAccess: true },
    { topics: ["Square", "Circle"] },
  );
  const order = [0, 1, 1, 0, 1];
  order.forEach((index, i) => {
    writers[index]!.write(shape(i));
  });
  await runFor(network, 50);
  subscriber.beginAccess();
  const named = subscriber.getDataReaders({ sampleStates: "NOT_READ" });
  assert.equal(
    named.map((reader) => readers.indexOf(reader as unknown as DataReader<Shape>)),
    order,
  );
  assert.equal(
    named.map((reader) => (reader.take(1)[0]!.data as Shape).x),
    [0, 1, 2, 3, 4],
  );
  subscriber.endAccess();
});

test("GROUP, ordered: samples of two publishers come in the order of each", async () => {
  const presentation = { accessScope: "GROUP", orderedAccess: true } as const;
  const topics = ["Square", "Circle"];
  const { network, subscriber, writers, readers } = await groups(presentation, { topics });
  const c = simDcps(network, { index: 2 });
  const other = c.participant.createPublisher({ qos: { presentation } });
  const others = topics.map((name) => other.createWriter(topicAt<Shape>(c, name, SHAPE), { qos: RELIABLE }));
  await untilReady(network, others, 1);
  await runUntil(network, () => readers.every((reader) => reader.matchedPublications.length === 2));
  for (let i = 0; i < 6; i++) {
    writers[(i + 1) % 2]!.write(shape(i, "RED"));
    others[i % 2]!.write(shape(i, "BLUE"));
  }
  await runFor(network, 50);
  subscriber.beginAccess();
  const taken = subscriber.getDataReaders().map((reader) => reader.take(1)[0]!.data as Shape);
  subscriber.endAccess();
  for (const color of ["RED", "BLUE"]) {
    assert.equal(
      taken.filter((data) => data.color === color).map(({ x }) => x),
      [0, 1, 2, 3, 4, 5],
    );
  }
});

test("other scopes: getDataReaders names each reader with samples in the states asked for, once", async () => {
  const { network, subscriber, writers, readers } = await groups(
    { accessScope: "TOPIC", orderedAccess: true },
    { topics: ["Square", "Circle"] },
  );
  writers[1]!.write(shape(1));
  writers[1]!.write(shape(2));
  await runFor(network, 50);
  assert.equal(subscriber.getDataReaders(), [readers[1] as unknown as DataReader<object>]);
  readers[1]!.read();
  assert.equal(subscriber.getDataReaders({ sampleStates: "NOT_READ" }), []);
});

for (const [accessScope, expected] of [
  ["INSTANCE", ["RED 0", "RED 2", "BLUE 1", "BLUE 3"]],
  ["TOPIC", ["RED 0", "BLUE 1", "RED 2", "BLUE 3"]],
] as const) {
  test(`ordered access, ${accessScope}: the order of a collection`, async () => {
    const { network, writers, readers } = await groups({ accessScope, orderedAccess: true });
    for (let i = 0; i < 4; i++) writers[0]!.write(shape(i, i % 2 === 0 ? "RED" : "BLUE"));
    await runFor(network, 50);
    assert.equal(
      readers[0]!.take().map(({ data }) => `${data!.color} ${data!.x}`),
      expected,
    );
  });
}

test("PARTITION of a publisher and a subscriber can change at run time, PRESENTATION cannot", async () => {
  const { network, publisher, subscriber, writers, readers } = await groups({ accessScope: "TOPIC" });
  publisher.setQos({ partition: "elsewhere" });
  await runUntil(network, () => readers[0]!.matchedPublications.length === 0);
  subscriber.setQos({ partition: "else*" });
  await runUntil(network, () => readers[0]!.matchedPublications.length === 1);
  await untilMatched(network, writers, readers);
  assert.equal(writers[0]!.qos.partition.names, ["elsewhere"]);
  assert.is(thrown(() => publisher.setQos({ presentation: { accessScope: "GROUP" } })).code, "QOS_IMMUTABLE");
  assert.is(
    thrown(() => publisher.createWriter(writers[0]!.topic, { qos: { partition: "x" } })).code,
    "QOS_INCONSISTENT",
  );
});

test("GROUP_DATA and PARTITION that do not fit an announcement are refused, and nothing changes", async () => {
  const { network, publisher, subscriber, writers, readers } = await groups({ accessScope: "TOPIC" });
  const big = new Uint8Array(25_000);
  writers[0]!.setQos({ userData: big });
  readers[0]!.setQos({ userData: big });
  for (const group of [publisher, subscriber]) {
    const error = thrown(() => group.setQos({ groupData: new Uint8Array(50_000), partition: "X" }));
    assert.is(error.code, "QOS_INCONSISTENT");
    assert.equal([group.qos.groupData.value.length, group.qos.partition.names], [0, []]);
  }
  assert.equal([writers[0]!.qos.groupData.value.length, readers[0]!.qos.groupData.value.length], [0, 0]);
  const names = Array.from({ length: 100 }, (_, i) => `${i}`.padEnd(250, "x"));
  assert.is(
    thrown(() => publisher.setQos({ partition: names, groupData: new Uint8Array(20_000) })).code,
    "QOS_INCONSISTENT",
  );
  await runFor(network, 5000);
  assert.is(readers[0]!.matchedPublications.length, 1);
  publisher.setQos({ groupData: new Uint8Array(30_000) });
  await runFor(network, 1000);
  assert.is(readers[0]!.matchedPublications.length, 1);
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

test("suspended publications share datagrams when they are resumed", async () => {
  const { network, publisher, writers, readers } = await groups({ accessScope: "INSTANCE" });
  const before = network.statistics.datagramsSent;
  publisher.suspendPublications();
  for (let i = 0; i < 10; i++) writers[0]!.write(shape(i));
  publisher.resumePublications();
  await runFor(network, 0);
  assert.is(network.statistics.datagramsSent - before, 1);
  await runFor(network, 50);
  assert.is(readers[0]!.take().length, 10);
  assert.is(thrown(() => publisher.resumePublications()).code, "PRECONDITION_NOT_MET");
});

test.run();
