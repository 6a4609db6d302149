// DDS 1.4 §2.2.3.11 LIVELINESS at the reader, and §2.2.4.1 LIVELINESS_CHANGED. What counts as a sign of life, by kind,
// is in test/discovery/livelinessSigns.test.ts.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { LivelinessChangedStatus } from "../../../src/index.js";
import { type Rule, Stage, type StageReader, testRules } from "./Stage.js";

const test = suite("LIVELINESS");

const LEASE = { liveliness: { kind: "manualByTopic", leaseDuration: "100ms" } } as const;
const KEEPS_INSTANCES = { writerDataLifecycle: { autodisposeUnregisteredInstances: false } } as const;

/** "alive 1 (+1), not alive 0 (+0)" */
function inWords(status: LivelinessChangedStatus): string {
  const signed = (change: number) => (change < 0 ? `${change}` : `+${change}`);
  const alive = `alive ${status.aliveCount} (${signed(status.aliveCountChange)})`;
  return `${alive}, not alive ${status.notAliveCount} (${signed(status.notAliveCountChange)})`;
}

const status = ({ reader }: StageReader) => inWords(reader.livelinessChangedStatus);

async function stageWith(readers = 1) {
  const stage = new Stage();
  const writer = stage.writer({ ...LEASE, ...KEEPS_INSTANCES });
  const made = Array.from({ length: readers }, () => stage.reader(LEASE));
  await stage.start();
  writer.writer.assertLiveliness();
  await stage.start();
  for (const { reader } of made) reader.livelinessChangedStatus;
  return { stage, writer, reader: made[0]!, readers: made };
}

const RULES: readonly Rule[] = [
  {
    clause: "§2.2.4.1 LIVELINESS_CHANGED",
    says: "alive_count grows with a writer that is matched",
    shows: async () => {
      const stage = new Stage();
      stage.writer(LEASE);
      const reader = stage.reader(LEASE);
      await stage.start();
      assert.is(status(reader), "alive 1 (+1), not alive 0 (+0)");
      assert.is(status(reader), "alive 1 (+0), not alive 0 (+0)");
    },
  },
  {
    clause: "§2.2.4.1 LIVELINESS_CHANGED",
    says: "a writer that fails to assert its liveliness moves to not_alive_count, and back when it asserts it",
    shows: async () => {
      const { stage, writer, reader } = await stageWith();
      await stage.at(200);
      assert.is(status(reader), "alive 0 (-1), not alive 1 (+1)");
      writer.writer.assertLiveliness();
      await stage.at(210);
      assert.is(status(reader), "alive 1 (+1), not alive 0 (-1)");
      assert.ok(reader.reader.livelinessChangedStatus.lastHandle!.equals(writer.writer.guid));
    },
  },
  {
    clause: "§2.2.4.1 LIVELINESS_CHANGED",
    says: "changes between two looks add up",
    shows: async () => {
      const { stage, writer, reader } = await stageWith();
      await stage.at(200);
      writer.writer.assertLiveliness();
      await stage.at(210);
      assert.is(status(reader), "alive 1 (+0), not alive 0 (+0)");
    },
  },
  {
    clause: "§2.2.4.1 LIVELINESS_CHANGED",
    says: "a writer that is deleted is counted no more, whether it was alive or not",
    shows: async () => {
      const alive = await stageWith();
      await alive.writer.close();
      assert.is(status(alive.reader), "alive 0 (-1), not alive 0 (+0)");
      const dead = await stageWith();
      await dead.stage.at(200);
      dead.reader.reader.livelinessChangedStatus;
      await dead.writer.close();
      assert.is(status(dead.reader), "alive 0 (+0), not alive 0 (-1)");
    },
  },
  {
    clause: "§2.2.4.1 LIVELINESS_CHANGED",
    says: "QB-11: every reader of the writer is told, of the loss and of the deletion",
    shows: async () => {
      const stage = new Stage();
      const writer = stage.writer(LEASE);
      const heard: string[][] = [[], [], []];
      const at = stage.host();
      for (const list of heard) {
        stage.reader(LEASE, at, { onLivelinessChanged: (one) => list.push(inWords(one)) });
      }
      await stage.start();
      await stage.at(200);
      await writer.close();
      for (const list of heard) {
        assert.equal(list, [
          "alive 1 (+1), not alive 0 (+0)",
          "alive 0 (-1), not alive 1 (+1)",
          "alive 0 (+0), not alive 0 (-1)",
        ]);
      }
    },
  },
  {
    clause: "§2.2.3.11",
    says: "QB-02: the writers of one participant say nothing about those of another",
    shows: async () => {
      const stage = new Stage();
      const automatic = { liveliness: { kind: "automatic", leaseDuration: "200ms" } } as const;
      const [first] = [stage.writer(automatic), stage.writer(automatic)];
      const reader = stage.reader(automatic);
      await stage.start();
      await stage.at(1000);
      first.kill();
      await stage.at(2000);
      assert.is(status(reader), "alive 1 (+1), not alive 1 (+1)");
      assert.ok(reader.reader.livelinessChangedStatus.lastHandle!.equals(first.writer.guid));
    },
  },
  {
    clause: "§2.2.3.11 and §2.2.2.5.1.3",
    says: "the instances of a writer that is not alive have no writers, until it writes them again",
    shows: async () => {
      const { stage, writer, reader } = await stageWith();
      writer.write("red1");
      await writer.writeAt(50, "blue1");
      assert.equal(await reader.takeAt(60), ["red1", "blue1"]);
      assert.equal(await reader.takeAt(149), []);
      assert.equal(await reader.takeAt(150), ["red NOT_ALIVE_NO_WRITERS", "blue NOT_ALIVE_NO_WRITERS"]);
      writer.writer.assertLiveliness();
      assert.equal(await reader.takeAt(160), []);
      writer.write("red2");
      await stage.at(170);
      const [sample] = reader.reader.take();
      assert.equal([sample!.data!.x, sample!.info.instanceState, sample!.info.viewState], [2, "ALIVE", "NEW"]);
    },
  },
  {
    clause: "§2.2.3.11 and §2.2.2.5.1.3",
    says: "an instance that another writer keeps alive stays alive",
    shows: async () => {
      const { stage, writer, reader } = await stageWith();
      const other = stage.writer({ ...LEASE, liveliness: { kind: "manualByTopic", leaseDuration: "50ms" } });
      await stage.start();
      writer.write("red1");
      other.write("red2");
      for (const at of [40, 80, 120, 160, 200]) await other.writeAt(at, `red${at}`);
      await stage.at(210);
      const samples = reader.reader.take();
      assert.ok(samples.every((sample) => sample.info.validData && sample.info.instanceState === "ALIVE"));
      assert.is(samples.length, 7);
    },
  },
  {
    clause: "§2.2.3.11",
    says: "a writer that was not alive is back with its sample, and the sample counts",
    shows: async () => {
      const stage = new Stage();
      const writer = stage.writer({ ...LEASE, ...KEEPS_INSTANCES });
      const heard: string[] = [];
      stage.reader(LEASE, stage.host(), {
        onLivelinessChanged: (one) => heard.push(inWords(one)),
        onSample: ({ data, info }) => heard.push(`${data?.color} ${info.validData} ${info.instanceState}`),
      });
      await stage.start();
      writer.write("red1");
      await writer.writeAt(500, "red2");
      await stage.at(510);
      assert.equal(heard.slice(1), [
        "red true ALIVE",
        "alive 0 (-1), not alive 1 (+1)",
        "red false NOT_ALIVE_NO_WRITERS",
        "alive 1 (+1), not alive 0 (-1)",
        "red true ALIVE",
      ]);
    },
  },
  {
    clause: "RTPS 2.5 §8.5.3.2",
    says: "a participant whose lease runs out takes its writers along",
    shows: async () => {
      const stage = new Stage();
      const writer = stage.writer();
      const reader = stage.reader();
      await stage.start();
      writer.write("red1");
      await stage.soon();
      writer.kill();
      await stage.at(60_000);
      assert.equal(reader.take(), ["red1", "red NOT_ALIVE_NO_WRITERS"]);
      assert.is(status(reader), "alive 0 (+0), not alive 0 (+0)");
      assert.is(reader.reader.matchedPublications.length, 0);
    },
  },
];

testRules(test, RULES);

test("losses: leases are kept by repeated assertions", async () => {
  const liveliness = { kind: "automatic", leaseDuration: "1s" } as const;
  const stage = new Stage({ seed: 5, link: { loss: 0.2, latencyMs: 1 } });
  stage.writer({ liveliness });
  const reader = stage.reader({ liveliness });
  await stage.start();
  await stage.at(60_000);
  assert.is(status(reader), "alive 1 (+1), not alive 0 (+0)");
});

test.run();
