// DDS 1.4 §2.2.3.4 DURABILITY: what a reader that comes late gets.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Rule, Stage, testRules } from "./Stage.js";

const test = suite("DURABILITY of late joiners");

const LOCAL = { durability: "transientLocal" } as const;

/** A writer that has written before the reader was there, and goes on. */
async function lateReader(writerQos: object, readerQos: object, link = {}, seed = 1) {
  const stage = new Stage({ link, seed });
  const writer = stage.writer(writerQos);
  for (const value of ["red1", "red2", "blue1"]) writer.write(value);
  await stage.at(1000);
  const reader = stage.reader(readerQos);
  await stage.start();
  writer.write("red3");
  await stage.at(2000);
  return { stage, writer, reader };
}

const RULES: readonly Rule[] = [
  {
    clause: "§2.2.3.4 TRANSIENT_LOCAL",
    says: "the Service keeps some samples for readers that come late: in order, before new ones, once",
    shows: async () => {
      const { reader } = await lateReader(LOCAL, LOCAL);
      assert.equal(reader.take(), ["red1", "red2", "red3", "blue1"]);
    },
  },
  {
    clause: "§2.2.3.4 TRANSIENT_LOCAL",
    says: "so it is with losses",
    shows: async () => {
      for (let seed = 1; seed <= 5; seed++) {
        const { reader } = await lateReader(LOCAL, LOCAL, { loss: 0.3, latencyMs: 1 }, seed);
        assert.equal(reader.take(), ["red1", "red2", "red3", "blue1"], `seed ${seed}`);
      }
    },
  },
  {
    clause: "§2.2.3.4 VOLATILE",
    says: "a reader that does not ask for it gets only what is written from then on",
    shows: async () => {
      const { reader } = await lateReader(LOCAL, {});
      assert.equal(reader.take(), ["red3"]);
    },
  },
  {
    clause: "§2.2.3.4 VOLATILE",
    says: "a writer that does not offer it keeps nothing",
    shows: async () => {
      const { reader } = await lateReader({}, {});
      assert.equal(reader.take(), ["red3"]);
    },
  },
  {
    clause: "§2.2.3.4 TRANSIENT, PERSISTENT",
    says: "are kept as long as their writer lives, which is what TRANSIENT_LOCAL is",
    shows: async () => {
      for (const durability of ["transient", "persistent"] as const) {
        const durabilityService = { historyKind: "keepAll" };
        const { reader } = await lateReader({ durability, durabilityService }, { durability });
        assert.equal(reader.take(), ["red1", "red2", "red3", "blue1"], durability);
      }
    },
  },
  {
    clause: "§2.2.3.4 and §2.2.3.18",
    says: "how many are kept is for the writer's HISTORY to say, per instance",
    shows: async () => {
      const { reader } = await lateReader({ ...LOCAL, history: { keepLast: 1 } }, LOCAL);
      assert.equal(reader.take(), ["red2", "red3", "blue1"]);
    },
  },
  {
    clause: "§2.2.3.4 and §2.2.3.18",
    says: "and the reader's HISTORY holds for them too",
    shows: async () => {
      const { reader } = await lateReader(LOCAL, { ...LOCAL, history: { keepLast: 1 } });
      assert.equal(reader.take().sort(), ["blue1", "red3"]);
    },
  },
  {
    clause: "§2.2.3.4 and §2.2.2.5.1.3",
    says: "a late joiner learns of instances that were disposed",
    shows: async () => {
      const stage = new Stage();
      const writer = stage.writer(LOCAL);
      writer.write("red1");
      writer.dispose("red");
      await stage.at(1000);
      const reader = stage.reader(LOCAL);
      await stage.start();
      assert.equal(reader.take(), ["red1", "red NOT_ALIVE_DISPOSED"]);
    },
  },
  {
    clause: "§2.2.3.4 and §2.2.3.9.2",
    says: "a history of a weaker writer is not shown once the owner is known",
    shows: async () => {
      const stage = new Stage();
      const exclusive = { ...LOCAL, ownership: "exclusive" } as const;
      const strong = stage.writer({ ...exclusive, ownershipStrength: 2 });
      strong.write("red1");
      const reader = stage.reader(exclusive);
      await stage.start();
      assert.equal(reader.take(), ["red1"]);
      const weak = stage.writer(exclusive);
      weak.write("red2");
      weak.write("blue2");
      await stage.start();
      assert.equal(reader.take(), ["blue2"]);
    },
  },
  {
    clause: "§2.2.3.4 and §2.2.3.17",
    says: "a history that comes late does not replace newer values of others",
    shows: async () => {
      const stage = new Stage();
      const ordered = { ...LOCAL, destinationOrder: "bySourceTimestamp", history: { keepLast: 1 } } as const;
      const late = stage.host();
      const old = stage.writer(ordered);
      old.write("red1");
      await stage.at(100);
      const current = stage.writer(ordered);
      current.write("red2");
      const reader = stage.reader(ordered, late);
      stage.network.partition(old.at.sim.node, late.sim.node);
      await stage.at(1000);
      assert.equal(reader.read(), ["red2"]);
      stage.network.heal(old.at.sim.node, late.sim.node);
      await stage.start();
      await stage.at(10_000);
      assert.equal(reader.read(), ["red2"]);
    },
  },
];

testRules(test, RULES);

test("a writer that is lost for a while goes on: what was seen is not delivered again", async () => {
  const { stage, writer, reader } = await lateReader(LOCAL, LOCAL);
  assert.is(reader.take().length, 4);
  stage.network.partition(writer.at.sim.node, reader.at.sim.node);
  await stage.at(60_000);
  assert.equal(reader.take(), ["red NOT_ALIVE_NO_WRITERS", "blue NOT_ALIVE_NO_WRITERS"]);
  writer.write("red4");
  stage.network.heal(writer.at.sim.node, reader.at.sim.node);
  await stage.at(120_000);
  assert.equal(reader.take(), ["red4"]);
});

test.run();
