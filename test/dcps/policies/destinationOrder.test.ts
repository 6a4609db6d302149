// DDS 1.4 §2.2.3.17 DESTINATION_ORDER, as a reader's user sees it.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ReaderPolicies } from "../../../src/index.js";
import { Random } from "../../../src/simulation/Random.js";
import { writeRaw } from "../support.js";
import { type Rule, Stage, type StageReader, type StageWriter, testRules } from "./Stage.js";

const test = suite("DESTINATION_ORDER");

const BY_SOURCE = { destinationOrder: "bySourceTimestamp" } as const;
const KEEPS_INSTANCES = { writerDataLifecycle: { autodisposeUnregisteredInstances: false } } as const;

async function stageWith(qos: ReaderPolicies, count = 2) {
  const stage = new Stage();
  const writers = Array.from({ length: count }, () => stage.writer({ ...BY_SOURCE, ...KEEPS_INSTANCES }));
  const reader = stage.reader(qos);
  await stage.start();
  const [a, b] = writers as [StageWriter, StageWriter];
  return { stage, a, b, writers, reader };
}

async function readAt(stage: Stage, reader: StageReader, ms: number): Promise<string[]> {
  await stage.at(ms);
  return reader.read();
}

const RULES: readonly Rule[] = [
  {
    clause: "§2.2.3.17 BY_RECEPTION_TIMESTAMP",
    says: "values are ordered by when they came; the last one is the final one",
    shows: async () => {
      const { stage, a, b, reader } = await stageWith({ history: { keepLast: 1 } });
      a.write("red1", 20);
      await stage.at(1);
      b.write("red2", 10);
      assert.equal(await reader.takeAt(2), ["red2"]);
    },
  },
  {
    clause: "§2.2.3.17 BY_SOURCE_TIMESTAMP",
    says: "values are ordered by when they were written, in the cache too",
    shows: async () => {
      const { stage, a, b, reader } = await stageWith(BY_SOURCE);
      a.write("red1", 20);
      a.write("red2", 40);
      await stage.at(1);
      b.write("red3", 10);
      b.write("red4", 30);
      assert.equal(await reader.takeAt(2), ["red3", "red1", "red4", "red2"]);
    },
  },
  {
    clause: "§2.2.3.17 BY_SOURCE_TIMESTAMP",
    says: "a value older than one that was taken is dropped",
    shows: async () => {
      const { stage, a, b, reader } = await stageWith(BY_SOURCE);
      a.write("red1", 20);
      assert.equal(await reader.takeAt(1), ["red1"]);
      b.write("red2", 10);
      b.write("blue2", 10);
      b.write("red3", 30);
      assert.equal(await reader.takeAt(2), ["blue2", "red3"]);
      assert.is(reader.drops("staleSample"), 1);
      assert.is(stage.now, 2);
    },
  },
  {
    clause: "§2.2.3.17 and §2.2.3.18 KEEP_LAST",
    says: "a value older than all that are kept, or than one that was replaced, is dropped",
    shows: async () => {
      const { stage, a, b, reader } = await stageWith({ ...BY_SOURCE, history: { keepLast: 2 } });
      a.write("red1", 20);
      a.write("red2", 40);
      await stage.at(1);
      b.write("red3", 10);
      b.write("red4", 30);
      await stage.at(2);
      b.write("red5", 25);
      assert.equal(await reader.takeAt(3), ["red4", "red2"]);
    },
  },
  {
    clause: "§2.2.3.17 BY_SOURCE_TIMESTAMP",
    says: "what was read and not taken is still there: older values go before it",
    shows: async () => {
      const { stage, a, b, reader } = await stageWith(BY_SOURCE);
      a.write("red1", 20);
      await stage.at(1);
      assert.equal(reader.read(), ["red1"]);
      b.write("red2", 10);
      await stage.at(2);
      assert.equal(reader.read(), ["red2", "red1"]);
    },
  },
  {
    clause: "§2.2.3.17 BY_SOURCE_TIMESTAMP",
    says: "an old dispose does not end an instance that has a newer value",
    shows: async () => {
      const { stage, a, b, reader } = await stageWith(BY_SOURCE);
      a.write("red1", 20);
      await stage.at(1);
      b.dispose("red", 10);
      await stage.at(2);
      const [sample] = reader.reader.take();
      assert.is(sample!.info.instanceState, "ALIVE");
      assert.equal(reader.take(), []);
    },
  },
  {
    clause: "§2.2.3.17 BY_SOURCE_TIMESTAMP",
    says: "an old value does not bring back an instance that was disposed later; it goes before the dispose",
    shows: async () => {
      const { stage, a, b, reader } = await stageWith(BY_SOURCE);
      a.write("red1", 5);
      a.dispose("red", 20);
      await stage.at(1);
      b.write("red2", 10);
      await stage.at(2);
      const samples = reader.reader.take();
      assert.equal(
        samples.map(({ data, info }) => [info.validData, data?.x, info.instanceState]),
        [
          [true, 1, "NOT_ALIVE_DISPOSED"],
          [true, 2, "NOT_ALIVE_DISPOSED"],
          [false, undefined, "NOT_ALIVE_DISPOSED"],
        ],
      );
      b.write("red3", 15);
      b.write("red4", 30);
      assert.equal(await reader.takeAt(3), ["red4"]);
    },
  },
  {
    clause: "§2.2.3.17 and §2.2.2.5.1.3",
    says: "that a writer has unregistered the instance is true whenever it said so",
    shows: async () => {
      const { stage, a, b, reader } = await stageWith(BY_SOURCE);
      a.write("red1", 20);
      b.write("red2", 30);
      await stage.at(1);
      a.unregister("red", 21);
      assert.equal(await reader.takeAt(2), ["red1", "red2"]);
      b.unregister("red", 5);
      assert.equal(await reader.takeAt(3), ["red NOT_ALIVE_NO_WRITERS"]);
    },
  },
  {
    clause: "§2.2.3.17 and §2.2.2.5.1.3",
    says: "nobody's value is too late for an instance without writers, unless a newer value was seen",
    shows: async () => {
      const { stage, a, b, reader } = await stageWith(BY_SOURCE);
      a.write("red1", 10);
      await stage.at(1);
      assert.equal(reader.take(), ["red1"]);
      a.unregister("red", 50);
      assert.equal(await readAt(stage, reader, 2), ["red NOT_ALIVE_NO_WRITERS"]);
      b.write("red2", 5);
      assert.equal(await readAt(stage, reader, 3), ["red ALIVE"]);
      b.write("red3", 20);
      assert.equal(await readAt(stage, reader, 4), ["red ALIVE", "red3"]);
    },
  },
  {
    clause: "§2.2.3.17 BY_SOURCE_TIMESTAMP",
    says: "two values of one instant: the same one is final at every reader, that of the lower GUID",
    shows: async () => {
      for (const first of [0, 1]) {
        const { stage, writers, reader } = await stageWith({ ...BY_SOURCE, history: { keepLast: 1 } });
        writers[first]!.write(`red${first}`, 10);
        await stage.at(1);
        writers[1 - first]!.write(`red${1 - first}`, 10);
        assert.equal(await reader.takeAt(2), ["red0"], `${first} came first`);
      }
    },
  },
  {
    clause: "§2.2.3.17 BY_SOURCE_TIMESTAMP",
    says: "values of one writer with one time keep their order",
    shows: async () => {
      const { a, reader } = await stageWith(BY_SOURCE);
      for (const value of ["red1", "red2", "red3"]) a.write(value, 10);
      assert.equal(await reader.takeAt(1), ["red1", "red2", "red3"]);
    },
  },
  {
    clause: "RTPS 2.5 §8.3.8.10 and §2.2.3.17",
    says: "a sample without a time counts as written when it came",
    shows: async () => {
      const { stage, a, b, reader } = await stageWith(BY_SOURCE);
      const payload = new Uint8Array([0, 1, 0, 0, 4, 0, 0, 0, 114, 101, 100, 0, 9, 0, 0, 0, 0, 0, 0, 0, 30, 0, 0, 0]);
      await stage.at(10);
      writeRaw(a.writer, payload, {});
      await stage.at(11);
      b.write("red1", 9);
      b.write("red2", 11);
      assert.equal(await reader.takeAt(12), ["red1", "red9", "red2"]);
    },
  },
];

testRules(test, RULES);

test("listeners get nothing that is older than what they have heard", async () => {
  const stage = new Stage();
  const [a, b] = [stage.writer(BY_SOURCE), stage.writer(BY_SOURCE)];
  const reader = stage.listener(BY_SOURCE);
  await stage.start();
  a.write("red1", 20);
  await stage.at(1);
  b.write("red2", 10);
  b.write("red3", 30);
  await stage.at(2);
  assert.equal(reader.heard, ["0 red1", "1 red3"]);
});

test("clocks that differ: the final value is that of the clock ahead, at every reader", async () => {
  const stage = new Stage();
  const ahead = stage.writer(BY_SOURCE, stage.host({ config: { epochOffsetMs: 1_700_000_010_000 } }));
  const right = stage.writer(BY_SOURCE);
  const readers = [stage.reader({ ...BY_SOURCE, history: { keepLast: 1 } }), stage.reader(BY_SOURCE)];
  await stage.start();
  ahead.write("red1");
  await right.writeAt(1000, "red2");
  await stage.at(1001);
  assert.equal(
    readers.map((one) => one.take().at(-1)),
    ["red1", "red1"],
  );
});

test("property: with losses and reordering, every reader ends with the same values and states", async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const link = { loss: 0.2, latencyMs: 1, jitterMs: 20, reordering: 0.4, reorderDelayMs: 60 };
    const stage = new Stage({ seed, link });
    const writers = [stage.writer(BY_SOURCE), stage.writer(BY_SOURCE), stage.writer(BY_SOURCE)];
    const last = { history: { keepLast: 1 } } as const;
    const readers = [
      stage.reader({ ...BY_SOURCE, ...last }),
      stage.reader({ ...BY_SOURCE, ...last }),
      stage.reader(BY_SOURCE),
    ];
    await stage.start();
    const random = new Random(seed);
    for (let i = 0; i < 40; i++) {
      await stage.at(3 * i);
      const writer = writers[random.below(3)]!;
      const color = ["red", "blue"][random.below(2)]!;
      const sourceMs = 3 * i - random.below(50);
      if (random.below(6) === 0) writer.dispose(color, sourceMs);
      else writer.write(`${color}${i}`, sourceMs);
    }
    await stage.at(5000);
    const ends = readers.map(({ reader }) => {
      const final = new Map<string, string>();
      for (const { data, info } of reader.read()) {
        final.set(data!.color, `${info.validData ? data!.x : "-"} ${info.instanceState}`);
      }
      return [...final].sort().join();
    });
    assert.is(ends[1], ends[0], `seed ${seed}`);
    assert.is(ends[2], ends[0], `seed ${seed}, KEEP_ALL`);
  }
});

test.run();
