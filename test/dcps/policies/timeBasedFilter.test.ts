// DDS 1.4 §2.2.3.12 TIME_BASED_FILTER, as a reader's user sees it.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ReaderPolicies } from "../../../src/index.js";
import { topicAt, untilMatched } from "../../support/simDcps.js";
import { SHAPE, type Shape, shape } from "../support.js";
import { RELIABLE, type Rule, Stage, testRules, told } from "./Stage.js";

const test = suite("TIME_BASED_FILTER");

const SEPARATION = { timeBasedFilter: "100ms" } as const;
const BEST_EFFORT = { ...SEPARATION, reliability: "bestEffort" } as const;
const KEEPS_INSTANCES = { writerDataLifecycle: { autodisposeUnregisteredInstances: false } } as const;

async function stageWith(qos: ReaderPolicies, writerQos = {}) {
  const stage = new Stage();
  const writer = stage.writer({ ...KEEPS_INSTANCES, ...writerQos });
  const reader = stage.listener(qos);
  await stage.start();
  return { stage, writer, reader };
}

const RULES: readonly Rule[] = [
  {
    clause: "§2.2.3.12",
    says: "at most one change every minimum_separation: the newest one, at the end of it",
    shows: async () => {
      const { stage, writer, reader } = await stageWith(SEPARATION);
      for (let i = 0; i <= 12; i++) await writer.writeAt(35 * i, `red${i}`);
      await stage.at(1000);
      assert.equal(reader.heard, ["0 red0", "100 red2", "200 red5", "300 red8", "400 red11", "500 red12"]);
      assert.is(reader.drops("tooSoon"), 7);
    },
  },
  {
    clause: "§2.2.3.12",
    says: "with RELIABLE the last value is delivered when the writer pauses",
    shows: async () => {
      const { stage, writer, reader } = await stageWith(SEPARATION);
      for (const at of [0, 1, 2, 3]) await writer.writeAt(at, `red${at}`);
      await stage.at(99);
      assert.equal(reader.heard, ["0 red0"]);
      await stage.at(5000);
      assert.equal(reader.heard, ["0 red0", "100 red3"]);
    },
  },
  {
    clause: "§2.2.3.12",
    says: "with BEST_EFFORT what comes too early is dropped",
    shows: async () => {
      const { stage, writer, reader } = await stageWith(BEST_EFFORT);
      for (let i = 0; i <= 10; i++) await writer.writeAt(30 * i, `red${i}`);
      await stage.at(1000);
      assert.equal(reader.heard, ["0 red0", "120 red4", "240 red8"]);
      assert.is(reader.drops("tooSoon"), 8);
    },
  },
  {
    clause: "§2.2.3.12",
    says: "it applies to each instance separately",
    shows: async () => {
      const { stage, writer, reader } = await stageWith(SEPARATION);
      for (const [at, value] of ["red1", "blue1", "red2", "blue2"].entries()) await writer.writeAt(10 * at, value);
      await stage.at(1000);
      assert.equal(reader.heard, ["0 red1", "10 blue1", "100 red2", "110 blue2"]);
    },
  },
  {
    clause: "§2.2.3.12 and §2.2.2.5.1.3",
    says: "a dispose is no value and is not filtered; it says all that a value held back would",
    shows: async () => {
      for (const qos of [SEPARATION, BEST_EFFORT]) {
        const { stage, writer, reader } = await stageWith(qos);
        writer.write("red1");
        await writer.writeAt(10, "red2");
        await stage.at(20);
        writer.dispose("red");
        await stage.at(1000);
        assert.equal(reader.heard, ["0 red1", "20 red NOT_ALIVE_DISPOSED"]);
      }
    },
  },
  {
    clause: "§2.2.3.12 and §2.2.2.5.1.3",
    says: "an unregister is not filtered either; the last value still comes, at its time",
    shows: async () => {
      const { stage, writer, reader } = await stageWith(SEPARATION);
      writer.write("red1");
      await writer.writeAt(10, "red2");
      await stage.at(20);
      writer.unregister("red");
      await stage.at(1000);
      assert.equal(reader.heard, ["0 red1", "20 red NOT_ALIVE_NO_WRITERS", "100 red2"]);
    },
  },
  {
    clause: "§2.2.3.12 and §2.2.2.5.1.3",
    says: "so it does when the writer is deleted",
    shows: async () => {
      const { stage, writer, reader } = await stageWith(SEPARATION);
      writer.write("red1");
      await writer.writeAt(10, "red2");
      await stage.at(20);
      await writer.close();
      await stage.at(1000);
      assert.equal(reader.heard, ["0 red1", "20 red NOT_ALIVE_NO_WRITERS", "100 red2"]);
    },
  },
  {
    clause: "§2.2.3.12",
    says: "a value after a dispose is in the same separation; the instance is alive at once",
    shows: async () => {
      const stage = new Stage();
      const writer = stage.writer();
      const reader = stage.reader(SEPARATION);
      await stage.start();
      writer.write("red1");
      await stage.at(10);
      writer.dispose("red");
      await writer.writeAt(20, "red2");
      await stage.at(30);
      assert.equal(
        reader.reader.read().map((sample) => [sample.info.validData, sample.info.instanceState]),
        [
          [true, "ALIVE"],
          [false, "ALIVE"],
        ],
      );
      assert.equal(await reader.takeAt(100), ["red1", "red ALIVE", "red2"]);
    },
  },
  {
    clause: "§2.2.3.12",
    says: "it is changeable, and holds at once for what waits",
    shows: async () => {
      const { stage, writer, reader } = await stageWith({ timeBasedFilter: "1s" });
      writer.write("red1");
      await writer.writeAt(10, "red2");
      await stage.at(50);
      reader.reader.setQos(SEPARATION);
      await stage.at(200);
      assert.equal(reader.heard, ["0 red1", "100 red2"]);
      reader.reader.setQos({ timeBasedFilter: 0 });
      for (const at of [300, 301, 302]) await writer.writeAt(at, `red${at}`);
      await stage.at(303);
      reader.reader.setQos(SEPARATION);
      for (const at of [310, 311]) await writer.writeAt(at, `red${at}`);
      await stage.at(1000);
      assert.equal(reader.heard.slice(2), ["300 red300", "301 red301", "302 red302", "310 red310", "410 red311"]);
    },
  },
  {
    clause: "§2.2.3.7 and §2.2.3.12",
    says: "a value that is filtered keeps the deadline: the writer has written",
    shows: async () => {
      const { stage, writer, reader } = await stageWith({ ...BEST_EFFORT, deadline: "100ms" }, { deadline: "100ms" });
      for (let i = 0; i <= 10; i++) await writer.writeAt(60 * i, `red${i}`);
      await stage.at(650);
      assert.is(reader.reader.requestedDeadlineMissedStatus.totalCount, 0);
    },
  },
  {
    clause: "§2.2.3.9 and §2.2.3.12",
    says: "only what the owner writes takes up a separation",
    shows: async () => {
      const stage = new Stage();
      const exclusive = { ownership: "exclusive" } as const;
      const strong = stage.writer({ ...exclusive, ownershipStrength: 2 });
      const weak = stage.writer({ ...exclusive, ownershipStrength: 1 });
      const reader = stage.listener({ ...SEPARATION, ...exclusive });
      await stage.start();
      strong.write("red1");
      await weak.writeAt(90, "red2");
      await weak.writeAt(150, "red3");
      await strong.writeAt(160, "red4");
      await stage.at(1000);
      assert.equal(reader.heard, ["0 red1", "160 red4"]);
    },
  },
  {
    clause: "§2.2.3.12 and §2.2.3.16",
    says: "a value that expires while it is held back does not come",
    shows: async () => {
      const { stage, writer, reader } = await stageWith(SEPARATION, { lifespan: "50ms" });
      writer.write("red1");
      await writer.writeAt(10, "red2");
      await stage.at(200);
      await writer.writeAt(210, "red3");
      await stage.at(1000);
      assert.equal(reader.heard, ["0 red1", "210 red3"]);
    },
  },
];

testRules(test, RULES);

test("late joiners: a history that comes in one piece is one value, and the last one", async () => {
  const stage = new Stage();
  const writer = stage.writer({ durability: "transientLocal" });
  for (let i = 0; i < 10; i++) writer.write(`red${i}`);
  const reader = stage.listener({ ...SEPARATION, durability: "transientLocal" });
  await stage.start();
  await stage.at(1000);
  assert.equal(
    reader.heard.map((line) => line.split(" ")[1]),
    ["red0", "red9"],
  );
});

test("without room for it the last value waits until something is taken", async () => {
  const stage = new Stage();
  const writer = stage.writer();
  const reader = stage.reader({ ...SEPARATION, resourceLimits: { maxSamples: 1 } });
  await stage.start();
  writer.write("red1");
  await writer.writeAt(10, "red2");
  await stage.at(500);
  assert.is(reader.reader.sampleRejectedStatus.totalCount, 0);
  assert.equal(reader.take(), ["red1"]);
  await stage.soon();
  assert.equal(reader.take(), ["red2"]);
});

test("an older value of another writer never takes the place of what is held back", async () => {
  const stage = new Stage();
  const bySource = { destinationOrder: "bySourceTimestamp" } as const;
  const [a, b] = [stage.writer(bySource), stage.writer(bySource)];
  const reader = stage.reader({ ...SEPARATION, ...bySource, resourceLimits: { maxSamples: 1 } });
  await stage.start();
  a.write("red1", 0);
  await a.writeAt(10, "red2", 10);
  await b.writeAt(20, "red3", 5);
  await b.writeAt(150, "red4", 8);
  await stage.at(160);
  assert.equal(reader.take(), ["red1"]);
  await stage.soon();
  assert.equal(reader.take(), ["red2"]);
});

test("what is held back goes with its instance", async () => {
  const stage = new Stage();
  const writer = stage.writer(KEEPS_INSTANCES);
  const reader = stage.reader({ ...SEPARATION, readerDataLifecycle: { autopurgeNowriterSamplesDelay: "50ms" } });
  await stage.start();
  writer.write("red1");
  await writer.writeAt(10, "red2");
  await stage.at(20);
  writer.unregister("red");
  await stage.at(1000);
  assert.equal(reader.take(), []);
  assert.is(reader.reader.lookupInstance({ color: "red" }), 0);
});

test("between beginAccess and endAccess nothing that was held back becomes visible", async () => {
  const stage = new Stage();
  const presentation = { accessScope: "group", orderedAccess: true } as const;
  const at = stage.host();
  const publisher = at.participant.createPublisher({ qos: { presentation } });
  const writer = publisher.createWriter(topicAt<Shape>(at, "Square", SHAPE), { qos: RELIABLE });
  const other = stage.host();
  const subscriber = other.participant.createSubscriber({ qos: { presentation } });
  const reader = subscriber.createReader(topicAt<Shape>(other, "Square", SHAPE), {
    qos: { ...RELIABLE, ...SEPARATION },
  });
  await untilMatched(stage.network, [writer], [reader]);
  await stage.start();
  writer.write(shape(1));
  writer.write(shape(2));
  await stage.at(50);
  subscriber.beginAccess();
  assert.equal(reader.read().map(told), ["RED1"]);
  await stage.at(500);
  assert.equal(reader.read().map(told), ["RED1"]);
  subscriber.endAccess();
  subscriber.beginAccess();
  assert.equal(reader.read().map(told), ["RED1", "RED2"]);
});

test("losses: values that are repaired late are separated by when they come", async () => {
  const stage = new Stage({ seed: 3, link: { loss: 0.3, latencyMs: 1 } });
  const writer = stage.writer();
  const reader = stage.listener(SEPARATION);
  await stage.start();
  for (let i = 0; i < 100; i++) await writer.writeAt(7 * i, `red${i}`);
  await stage.at(5000);
  const times = reader.heard.map((line) => Number(line.split(" ")[0]));
  for (let i = 1; i < times.length; i++) assert.ok(times[i]! - times[i - 1]! >= 100, reader.heard.join(", "));
  assert.match(reader.heard.at(-1)!, / red99$/);
});

test.run();
