// DDS 1.4 §2.2.3.16 LIFESPAN at the reader, as its user sees it.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DEFAULT_READER_TUNING } from "../../../src/rtps/behavior/tuning.js";
import type { LinkSettings } from "../../../src/simulation/index.js";
import { Random } from "../../../src/simulation/Random.js";
import { runUntil } from "../../support/simDcps.js";
import { type Rule, Stage, testRules } from "./Stage.js";

const test = suite("LIFESPAN");

const LIFESPAN = { lifespan: "100ms" } as const;

async function stageWith(writerQos = {}, readerQos = {}, link: Partial<LinkSettings> = {}) {
  const stage = new Stage({ link });
  const writer = stage.writer({ ...LIFESPAN, ...writerQos });
  const reader = stage.reader(readerQos);
  await stage.start();
  return { stage, writer, reader };
}

const RULES: readonly Rule[] = [
  {
    clause: "§2.2.3.16",
    says: "a sample is removed from the reader's cache when its lifespan is over, to the millisecond",
    shows: async () => {
      const { stage, writer, reader } = await stageWith();
      writer.write("red1");
      await writer.writeAt(60, "red2");
      await stage.at(99);
      assert.equal(reader.read(), ["red1", "red2"]);
      await stage.at(100);
      assert.equal(reader.read(), ["red2"]);
      await stage.at(160);
      assert.equal(reader.read(), []);
      assert.is(reader.drops("staleSample"), 2);
    },
  },
  {
    clause: "§2.2.3.16",
    says: "the expiration time is the source timestamp plus the lifespan: time under way counts",
    shows: async () => {
      const { stage, writer, reader } = await stageWith();
      writer.write("red1", -70);
      writer.write("red2");
      assert.equal(await reader.takeAt(29), ["red1", "red2"]);
      writer.write("red3", -50);
      assert.equal(await reader.takeAt(50), []);
      assert.is(stage.now, 50);
    },
  },
  {
    clause: "§2.2.3.16",
    says: "a sample that is over when it comes is never shown, and makes no instance",
    shows: async () => {
      const { stage, writer, reader } = await stageWith({}, {}, { latencyMs: 120 });
      writer.write("red1");
      await stage.at(121);
      assert.equal(reader.read(), []);
      assert.is(reader.reader.lookupInstance({ color: "red" }), 0);
      assert.is(reader.drops("staleSample"), 1);
    },
  },
  {
    clause: "§2.2.3.16",
    says: "it is changeable: samples have the lifespan that was announced when they came",
    shows: async () => {
      const { stage, writer, reader } = await stageWith();
      writer.write("red1");
      await stage.at(10);
      writer.setQos({ lifespan: "1s" });
      await writer.writeAt(20, "red2");
      await stage.at(110);
      assert.equal(reader.read(), ["red2"]);
      writer.setQos({ lifespan: "infinite" });
      await writer.writeAt(120, "red3");
      await stage.at(60_000);
      assert.equal(reader.read(), ["red3"]);
    },
  },
  {
    clause: "§2.2.3.16",
    says: "each writer has a lifespan of its own",
    shows: async () => {
      const stage = new Stage();
      const [short, long] = [stage.writer(LIFESPAN), stage.writer({ lifespan: "200ms" })];
      const forever = stage.writer();
      const reader = stage.reader();
      await stage.start();
      long.write("red1");
      short.write("red2");
      forever.write("red3");
      await stage.at(150);
      assert.equal(reader.read().sort(), ["red1", "red3"]);
      await stage.at(250);
      assert.equal(reader.read(), ["red3"]);
    },
  },
  {
    clause: "§2.2.3.16 and §2.2.2.5.1.3",
    says: "what has no value does not expire: that an instance was disposed stays true",
    shows: async () => {
      const { stage, writer, reader } = await stageWith();
      writer.write("red1");
      await stage.at(10);
      writer.dispose("red", -5000);
      await stage.at(5000);
      assert.equal(reader.take(), ["red NOT_ALIVE_DISPOSED"]);
    },
  },
  {
    clause: "§2.2.2.5.1.8",
    says: "an instance stays known after its last sample has expired, as long as it has a writer",
    shows: async () => {
      const { stage, writer, reader } = await stageWith({
        writerDataLifecycle: { autodisposeUnregisteredInstances: false },
      });
      writer.write("red1");
      await stage.at(200);
      assert.ok(reader.reader.lookupInstance({ color: "red" }) > 0);
      writer.unregister("red");
      assert.equal(await reader.takeAt(300), ["red NOT_ALIVE_NO_WRITERS"]);
      assert.is(reader.reader.lookupInstance({ color: "red" }), 0);
    },
  },
  {
    clause: "§2.2.3.16 and §2.2.3.5",
    says: "late joiners get what is not over yet, for the rest of its time",
    shows: async () => {
      const stage = new Stage();
      const writer = stage.writer({ lifespan: "1s", durability: "transientLocal" });
      await runUntil(stage.network, () => true);
      writer.write("red1");
      await stage.at(stage.now + 600);
      writer.write("red2");
      const written = stage.now;
      const reader = stage.reader({ durability: "transientLocal" });
      await stage.at(written + 300);
      assert.equal(reader.read(), ["red1", "red2"]);
      await stage.at(written + 500);
      assert.equal(reader.read(), ["red2"]);
      await stage.at(written + 1001);
      assert.equal(reader.read(), []);
      assert.is(reader.reader.matchedPublications.length, 1);
    },
  },
];

testRules(test, RULES);

test("QB-05: source times 10 s in the future live for their lifespan, 10 s in the past are over", async () => {
  const stage = new Stage();
  const skewed = (ms: number) => stage.host({ config: { epochOffsetMs: 1_700_000_000_000 + ms } });
  const [ahead, behind] = [stage.writer(LIFESPAN, skewed(10_000)), stage.writer(LIFESPAN, skewed(-10_000))];
  const strict = stage.reader();
  const tolerant = stage.reader(
    {},
    stage.host({ config: { readerTuning: { ...DEFAULT_READER_TUNING, clockToleranceMs: 15_000 } } }),
  );
  await stage.start();
  ahead.write("red1");
  behind.write("red2");
  await stage.at(99);
  assert.equal(strict.read(), ["red1"]);
  assert.equal(tolerant.read().sort(), ["red1", "red2"], "clocks may differ by 15 s");
  await stage.at(100);
  assert.equal(strict.read(), []);
  assert.equal(tolerant.read(), []);
});

test("a full KEEP_ALL reader takes in what waits when samples expire, without a take", async () => {
  const { stage, writer, reader } = await stageWith({}, { resourceLimits: { maxSamples: 2 } });
  for (const at of [0, 30, 60, 90]) await writer.writeAt(at, `red${at}`);
  await stage.at(95);
  assert.equal(reader.read(), ["red0", "red30"]);
  await stage.at(101);
  assert.equal(reader.read(), ["red30", "red60"]);
  await stage.at(135);
  assert.equal(reader.read(), ["red60", "red90"]);
});

test("samples that are taken or replaced leave no timer behind", async () => {
  const { stage, writer, reader } = await stageWith({}, { history: { keepLast: 1 } });
  for (let i = 0; i < 50; i++) writer.write(`red${i}`);
  assert.equal(await reader.takeAt(10), ["red49"]);
  await stage.at(1000);
  assert.is(reader.drops("staleSample"), 0);
});

test("a listener gets what is not over, and nothing is left to expire", async () => {
  const stage = new Stage({ link: { latencyMs: 60 } });
  const writer = stage.writer(LIFESPAN);
  const reader = stage.listener();
  await stage.start();
  writer.write("red1");
  writer.write("red2", -50);
  await stage.at(1000);
  assert.equal(reader.heard, ["60 red1"]);
  assert.is(reader.drops("staleSample"), 1);
});

test("QB-10: lifespans of a nanosecond and of a century", async () => {
  for (const [lifespan, seen] of [
    [{ duration: 1e-6 }, []],
    [{ duration: 3e12 }, ["red1"]],
  ] as const) {
    const { writer, reader } = await stageWith({ lifespan });
    writer.write("red1");
    assert.equal(await reader.takeAt(10), seen);
  }
});

test("property: what a reader sees is exactly what is not over, whatever comes when", async () => {
  for (let seed = 1; seed <= 8; seed++) {
    const random = new Random(seed);
    const stage = new Stage({ seed, link: { latencyMs: 2, jitterMs: 15, loss: 0.1 } });
    const writer = stage.writer({ lifespan: "80ms" });
    const reader = stage.reader();
    await stage.start();
    const endsAt = new Map<string, number>();
    for (let i = 0; i < 60; i++) {
      await stage.at(10 * i);
      const value = `red${i}`;
      const ageMs = random.below(100);
      endsAt.set(value, 10 * i - ageMs + 80);
      writer.write(value, 10 * i - ageMs);
      // Source times have the precision of a double: microseconds.
      for (const seen of reader.read()) {
        assert.ok(endsAt.get(seen)! > stage.now - 0.01, `${seen} at ${stage.now}, seed ${seed}`);
      }
    }
    await stage.at(1000);
    assert.equal(reader.read(), []);
  }
});

test.run();
