// DDS 1.4 §2.2.3.9 OWNERSHIP and §2.2.3.10 OWNERSHIP_STRENGTH, as a reader's user sees them.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ReaderPolicies, WriterPolicies } from "../../../src/index.js";
import { RELIABLE, type Rule, Stage, type StageReader, type StageWriter, testRules } from "./Stage.js";

const test = suite("OWNERSHIP");

const KEEPS_INSTANCES = { writerDataLifecycle: { autodisposeUnregisteredInstances: false } } as const;

const offers = (strength: number, qos: WriterPolicies = {}): WriterPolicies => ({
  ownership: "exclusive",
  ownershipStrength: strength,
  ...KEEPS_INSTANCES,
  ...qos,
});

/** Writers of these strengths, in the order of their GUIDs, and a reader. */
async function stageWith(
  strengths: readonly number[],
  { writer = {}, reader = {} }: { writer?: WriterPolicies; reader?: ReaderPolicies } = {},
): Promise<{ stage: Stage; writers: StageWriter[]; reader: StageReader }> {
  const stage = new Stage();
  const writers = strengths.map((strength) => stage.writer(offers(strength, writer)));
  const made = stage.reader({ ownership: "exclusive", ...reader });
  await stage.start();
  return { stage, writers, reader: made };
}

const RULES: readonly Rule[] = [
  {
    clause: "§2.2.3.9.1 SHARED",
    says: "there is no filtering of modifications by the identity of the writer",
    shows: async () => {
      const stage = new Stage();
      const [weak, strong] = [stage.writer({ ownershipStrength: 1 }), stage.writer({ ownershipStrength: 9 })];
      const reader = stage.reader();
      await stage.start();
      strong.write("red1");
      weak.write("red2");
      strong.write("red3");
      await stage.soon();
      assert.equal(reader.take().sort(), ["red1", "red2", "red3"]);
    },
  },
  {
    clause: "§2.2.3.9.2",
    says: "a single writer owns each instance, the one with the highest strength",
    shows: async () => {
      const { stage, writers, reader } = await stageWith([1, 3, 2]);
      for (const [index, one] of writers.entries()) await one.writeAt(10 * index, `red${index}`);
      for (const [index, one] of writers.entries()) await one.writeAt(50 + 10 * index, `red${10 + index}`);
      assert.equal(await reader.takeAt(100), ["red0", "red1", "red11"]);
      assert.is(reader.drops("notOwner"), 3);
      assert.is(stage.readers[0]!.reader.sampleLostStatus.totalCount, 0, "what is not shown is not lost");
    },
  },
  {
    clause: "§2.2.3.9.2",
    says: "each instance has an owner of its own",
    shows: async () => {
      const { stage, writers, reader } = await stageWith([1, 3]);
      writers[1]!.write("red1");
      await stage.at(10);
      for (const value of ["red2", "blue2"]) writers[0]!.write(value);
      assert.equal(await reader.takeAt(20), ["red1", "blue2"]);
    },
  },
  {
    clause: "§2.2.3.9.2 (a)",
    says: "a writer with a higher strength becomes the owner when it modifies the instance, not before",
    shows: async () => {
      const { stage, writers, reader } = await stageWith([1]);
      writers[0]!.write("red1");
      const strong = stage.writer(offers(5));
      await stage.start();
      writers[0]!.write("red2");
      await stage.at(10);
      strong.write("red3");
      await stage.at(20);
      writers[0]!.write("red4");
      assert.equal(await reader.takeAt(30), ["red1", "red2", "red3"]);
    },
  },
  {
    clause: "§2.2.3.9.2 (b)",
    says: "a change in the strength of the owner can change the owner, for the samples that follow",
    shows: async () => {
      const { stage, writers, reader } = await stageWith([10, 5]);
      const [a, b] = writers as [StageWriter, StageWriter];
      a.write("red1");
      await b.writeAt(10, "red2");
      await stage.at(20);
      a.setQos({ ownershipStrength: 4 });
      await a.writeAt(30, "red3");
      await b.writeAt(40, "red4");
      await stage.at(50);
      a.setQos({ ownershipStrength: 6 });
      await b.writeAt(60, "red5");
      await a.writeAt(70, "red6");
      await b.writeAt(80, "red7");
      assert.equal(await reader.takeAt(90), ["red1", "red4", "red6"]);
    },
  },
  {
    clause: "§2.2.3.9.2 (c)",
    says: "an owner that loses its liveliness loses its instances to the strongest of the others",
    shows: async () => {
      const liveliness = { kind: "automatic", leaseDuration: "200ms" } as const;
      const { writers, reader } = await stageWith([9, 3, 5], { writer: { liveliness } });
      const [strong, weak, medium] = writers as [StageWriter, StageWriter, StageWriter];
      strong.write("red1");
      await weak.writeAt(10, "red2");
      await medium.writeAt(20, "red3");
      strong.kill();
      await weak.writeAt(150, "red4");
      await weak.writeAt(400, "red5");
      await medium.writeAt(410, "red6");
      assert.equal(await reader.takeAt(420), ["red1", "red6"]);
      assert.is(reader.reader.livelinessChangedStatus.notAliveCount, 1);
    },
  },
  {
    clause: "§2.2.3.9.2 (c)",
    says: "a writer that is restarted is another one: it owns the instance when it writes it",
    shows: async () => {
      const liveliness = { kind: "automatic", leaseDuration: "200ms" } as const;
      const { stage, writers, reader } = await stageWith([9, 3], { writer: { liveliness } });
      const [strong, weak] = writers as [StageWriter, StageWriter];
      strong.write("red1");
      await weak.writeAt(10, "red0");
      strong.kill();
      stage.writers.shift();
      await weak.writeAt(400, "red2");
      const again = stage.writer(offers(9, { liveliness }));
      await stage.at(600);
      weak.write("red3");
      await again.writeAt(610, "red4");
      await weak.writeAt(620, "red5");
      assert.equal(await reader.takeAt(630), ["red1", "red2", "red3", "red4"]);
    },
  },
  {
    clause: "§2.2.3.9.2 (d)",
    says: "an owner that misses its deadline for an instance loses that instance, and gets it back with its next sample",
    shows: async () => {
      const { stage, writers, reader } = await stageWith([9, 3], {
        writer: { deadline: "100ms" },
        reader: { deadline: "100ms" },
      });
      const [strong, weak] = writers as [StageWriter, StageWriter];
      for (let at = 0; at <= 300; at += 50) {
        await stage.at(at);
        if (at === 0 || at === 250) strong.write(`red${at}`);
        strong.write(`blue${at}`);
        weak.write(`red${at + 1}`);
        weak.write(`blue${at + 1}`);
      }
      const seen = await reader.takeAt(310);
      assert.equal(
        seen.filter((value) => value.startsWith("red")),
        ["red0", "red101", "red151", "red201", "red250"],
      );
      assert.ok(seen.filter((value) => value.startsWith("blue")).every((value) => Number(value.slice(4)) % 50 === 0));
      assert.is(reader.reader.requestedDeadlineMissedStatus.totalCount, 1);
    },
  },
  {
    clause: "§2.2.3.9.2",
    says: "of writers with the same strength every reader picks the same: that with the lowest GUID",
    shows: async () => {
      const { stage, writers, reader } = await stageWith([5, 5]);
      const second = stage.reader({ ownership: "exclusive" });
      await stage.start();
      writers[1]!.write("red1");
      await stage.at(10);
      writers[0]!.write("red2");
      await stage.at(20);
      writers[1]!.write("red3");
      await stage.at(30);
      assert.equal(reader.take(), ["red1", "red2"]);
      assert.equal(second.take(), ["red1", "red2"]);
    },
  },
  {
    clause: "§2.2.2.4.2.7 unregister",
    says: "an owner that unregisters the instance gives it up; it stays alive by the others",
    shows: async () => {
      const { stage, writers, reader } = await stageWith([9, 3, 5]);
      for (const [index, one] of writers.entries()) one.write(`red${index}`);
      await stage.at(10);
      writers[0]!.unregister("red");
      await stage.at(20);
      writers[1]!.write("red10");
      writers[2]!.write("red11");
      assert.equal(await reader.takeAt(30), ["red0", "red11"]);
    },
  },
  {
    clause: "§2.2.2.4.1.6 delete_datawriter",
    says: "an owner that is deleted gives its instances up; they stay alive by the others",
    shows: async () => {
      const { stage, writers, reader } = await stageWith([9, 3]);
      for (const [index, one] of writers.entries()) one.write(`red${index}`);
      await stage.at(10);
      await writers[0]!.close();
      await writers[1]!.writeAt(20, "red10");
      assert.equal(await reader.takeAt(30), ["red0", "red10"]);
    },
  },
  {
    clause: "§2.2.3.9.2",
    says: "a dispose by a writer that does not own the instance is no modification",
    shows: async () => {
      const { stage, writers, reader } = await stageWith([9, 3]);
      writers[0]!.write("red1");
      await stage.at(10);
      writers[1]!.dispose("red");
      writers[1]!.dispose("blue");
      await writers[0]!.writeAt(20, "red2");
      assert.equal(await reader.takeAt(30), ["red1", "red2", "blue NOT_ALIVE_DISPOSED"]);
      assert.is(reader.reader.read().length, 0);
    },
  },
  {
    clause: "§2.2.3.9.2",
    says: "a dispose by the owner is one, and what others write afterwards is not seen",
    shows: async () => {
      const { stage, writers, reader } = await stageWith([9, 3]);
      writers[0]!.write("red1");
      writers[1]!.write("red2");
      await stage.at(10);
      writers[0]!.dispose("red");
      await writers[1]!.writeAt(20, "red3");
      assert.equal(await reader.takeAt(30), ["red1", "red NOT_ALIVE_DISPOSED"]);
      writers[0]!.write("red4");
      assert.equal(await reader.takeAt(40), ["red4"]);
    },
  },
  {
    clause: "§2.2.3.9.2",
    says: "a writer that does not own the instance and unregisters it changes nothing; disposing it as well neither",
    shows: async () => {
      const { stage, writers, reader } = await stageWith([9, 3, 5]);
      for (const [index, one] of writers.entries()) one.write(`red${index}`);
      await stage.at(10);
      writers[2]!.setQos({ writerDataLifecycle: { autodisposeUnregisteredInstances: true } });
      writers[2]!.unregister("red");
      writers[1]!.unregister("red");
      assert.equal(await reader.takeAt(20), ["red0"]);
      writers[0]!.unregister("red");
      assert.equal(await reader.takeAt(30), ["red NOT_ALIVE_NO_WRITERS"]);
    },
  },
  {
    clause: "§2.2.2.5.1.3",
    says: "an instance has writers as long as any writer that is alive writes it, whoever owns it",
    shows: async () => {
      const { stage, writers, reader } = await stageWith([9, 3]);
      writers[0]!.write("red1");
      await writers[1]!.writeAt(10, "red2");
      await writers[0]!.close();
      assert.equal(await reader.takeAt(20), ["red1"]);
      await writers[1]!.close();
      assert.equal(await reader.takeAt(30), ["red NOT_ALIVE_NO_WRITERS"]);
      assert.is(stage.now, 30);
    },
  },
];

testRules(test, RULES);

test("with losses: once a stronger writer was seen, no sample of a weaker one is", async () => {
  for (let seed = 1; seed <= 5; seed++) {
    const stage = new Stage({ seed, link: { loss: 0.3, latencyMs: 1, jitterMs: 5, reordering: 0.3 } });
    const [weak, strong] = [stage.writer(offers(1)), stage.writer(offers(2))];
    const reader = stage.reader({ ownership: "exclusive" });
    await stage.start();
    for (let i = 0; i < 40; i++) {
      await weak.writeAt(5 * i, `red${i}`);
      if (i >= 20) strong.write(`red${100 + i}`);
    }
    const values = (await reader.takeAt(5000)).map((value) => Number(value.slice(3)));
    const change = values.findIndex((value) => value >= 100);
    assert.ok(change > 0, `seed ${seed}`);
    assert.ok(values.slice(0, change).every((value) => value < 100));
    assert.equal(
      values.slice(change),
      Array.from({ length: 20 }, (_, i) => 120 + i),
    );
  }
});

test("best-effort readers and KEEP_LAST ones keep the rule too", async () => {
  const stage = new Stage();
  const [weak, strong] = [stage.writer(offers(1)), stage.writer(offers(2))];
  const reader = stage.listener({ ownership: "exclusive", reliability: "bestEffort", history: { keepLast: 1 } });
  await stage.start();
  strong.write("red1");
  await weak.writeAt(10, "red2");
  await strong.writeAt(20, "red3");
  await stage.at(30);
  assert.equal(reader.heard, ["0 red1", "20 red3"]);
});

test("writers of the reader's own participant compete like others", async () => {
  const stage = new Stage();
  const at = stage.host();
  const [weak, strong] = [stage.writer(offers(1), at), stage.writer(offers(2))];
  const reader = stage.reader({ ownership: "exclusive" }, at);
  await stage.start();
  strong.write("red1");
  await weak.writeAt(10, "red2");
  await stage.at(20);
  weak.setQos({ ownershipStrength: 3 });
  await weak.writeAt(30, "red3");
  await strong.writeAt(40, "red4");
  assert.equal(await reader.takeAt(50), ["red1", "red3"]);
});

test("what is kept of owners goes with the instance", async () => {
  const { stage, writers, reader } = await stageWith([9, 3]);
  writers[0]!.write("red1");
  await stage.at(10);
  writers[0]!.unregister("red");
  assert.equal(await reader.takeAt(20), ["red1", "red NOT_ALIVE_NO_WRITERS"]);
  writers[1]!.write("red2");
  assert.equal(await reader.takeAt(30), ["red2"]);
});

test("a topic without key is one instance with one owner", async () => {
  const stage = new Stage({ keyless: true });
  const [weak, strong] = [stage.writer(offers(1)), stage.writer(offers(2))];
  const reader = stage.reader({ ...RELIABLE, ownership: "exclusive" });
  await stage.start();
  weak.write("red1");
  await strong.writeAt(10, "blue2");
  await weak.writeAt(20, "red3");
  assert.equal(await reader.takeAt(30), ["red1", "blue2"]);
});

test.run();
