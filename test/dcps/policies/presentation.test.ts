// DDS 1.4 §2.2.3.6 PRESENTATION with publishers and subscribers, in virtual time: coherent sets of every scope, what is
// seen of them with losses and late joiners, access as a group, and order.

import { test } from "uvu";
import * as assert from "uvu/assert";
import type { DataReader } from "../../../src/index.js";
import { runFor, runUntil, simDcps, topicAt, untilMatched } from "../../support/simDcps.js";
import { groups, RELIABLE, silence, untilReady, xs } from "../presentation/support.js";
import { SHAPE, type Shape, shape, thrown } from "../support.js";

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
