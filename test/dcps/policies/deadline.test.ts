// DDS 1.4 §2.2.3.7 DEADLINE as requested, and §2.2.4.1 REQUESTED_DEADLINE_MISSED.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { RequestedDeadlineMissedStatus } from "../../../src/index.js";
import { type Rule, Stage, type StageOptions, testRules } from "./Stage.js";

const test = suite("DEADLINE");

const DEADLINE = { deadline: "100ms" } as const;
const KEEPS_INSTANCES = { writerDataLifecycle: { autodisposeUnregisteredInstances: false } } as const;

async function stageWith(readerQos: object = DEADLINE, options: StageOptions = {}) {
  const stage = new Stage(options);
  const writer = stage.writer({ ...DEADLINE, ...KEEPS_INSTANCES });
  const missed: string[] = [];
  const onRequestedDeadlineMissed = (status: RequestedDeadlineMissedStatus) =>
    missed.push(`${stage.now} #${status.lastInstanceHandle} ${status.totalCount}+${status.totalCountChange}`);
  const reader = stage.reader(readerQos, stage.host(), { onRequestedDeadlineMissed });
  await stage.start();
  return { stage, writer, reader, missed };
}

const RULES: readonly Rule[] = [
  {
    clause: "§2.2.3.7",
    says: "a reader expects a new sample of each instance at least once every period",
    shows: async () => {
      const { stage, writer, missed } = await stageWith();
      for (let at = 0; at <= 500; at += 50) await writer.writeAt(at, `red${at}`);
      await stage.at(599);
      assert.equal(missed, []);
      await stage.at(600);
      assert.equal(missed, ["600 #1 1+1"]);
    },
  },
  {
    clause: "§2.2.4.1 REQUESTED_DEADLINE_MISSED",
    says: "total_count is cumulative, and counts every period that is missed",
    shows: async () => {
      const { stage, writer, missed } = await stageWith();
      writer.write("red1");
      await writer.writeAt(250, "red2");
      await stage.at(460);
      assert.equal(missed, ["100 #1 1+1", "200 #1 2+1", "350 #1 3+1", "450 #1 4+1"]);
    },
  },
  {
    clause: "§2.2.4.1 REQUESTED_DEADLINE_MISSED",
    says: "last_instance_handle names the last instance; total_count_change is since the status was read",
    shows: async () => {
      const stage = new Stage();
      const writer = stage.writer(DEADLINE);
      const reader = stage.reader(DEADLINE);
      await stage.start();
      writer.write("red1");
      await writer.writeAt(30, "blue1");
      await stage.at(240);
      const blue = reader.reader.lookupInstance({ color: "blue" });
      const status = { totalCount: 4, totalCountChange: 4, lastInstanceHandle: blue };
      assert.equal(reader.reader.requestedDeadlineMissedStatus, status);
      assert.equal(reader.reader.requestedDeadlineMissedStatus, { ...status, totalCountChange: 0 });
      await stage.at(310);
      assert.is(reader.reader.requestedDeadlineMissedStatus.totalCountChange, 1);
    },
  },
  {
    clause: "§2.2.3.7",
    says: "the time of an instance begins with its first sample",
    shows: async () => {
      const { stage, writer, missed } = await stageWith();
      await writer.writeAt(1000, "red1");
      await stage.at(1100);
      assert.equal(missed, ["1100 #1 1+1"]);
    },
  },
  {
    clause: "§2.2.3.7 and §2.2.2.5.1.3",
    says: "no sample is expected of an instance that was disposed, until it is alive again",
    shows: async () => {
      const { stage, writer, missed } = await stageWith();
      writer.write("red1");
      await stage.at(50);
      writer.dispose("red");
      await writer.writeAt(1000, "red2");
      await stage.at(1150);
      assert.equal(missed, ["1100 #1 1+1"]);
    },
  },
  {
    clause: "§2.2.3.7 and §2.2.2.5.1.3",
    says: "nor of one without writers: unregistered, or its writer deleted",
    shows: async () => {
      for (const end of ["unregister", "close"] as const) {
        const { stage, writer, missed } = await stageWith();
        writer.write("red1");
        await stage.at(50);
        if (end === "close") await writer.close();
        else writer.unregister("red");
        await stage.at(1000);
        assert.equal(missed, [], end);
      }
    },
  },
  {
    clause: "§2.2.3.7",
    says: "QB-09: a topic without key is one instance",
    shows: async () => {
      const { stage, writer, missed } = await stageWith(DEADLINE, { keyless: true });
      writer.write("red1");
      await writer.writeAt(80, "blue1");
      await stage.at(200);
      assert.equal(missed, ["180 #1 1+1"]);
    },
  },
  {
    clause: "§2.2.3.7",
    says: "it is changeable: another period begins with its setting, for every instance",
    shows: async () => {
      const stage = new Stage();
      const writer = stage.writer({ deadline: "50ms", ...KEEPS_INSTANCES });
      const reader = stage.reader();
      await stage.start();
      const total = () => reader.reader.requestedDeadlineMissedStatus.totalCount;
      writer.write("red1");
      writer.write("blue1");
      await stage.at(1000);
      assert.is(total(), 0);
      reader.reader.setQos(DEADLINE);
      await stage.at(1099);
      assert.is(total(), 0);
      await stage.at(1100);
      assert.is(total(), 2);
      reader.reader.setQos({ deadline: "50ms" });
      await stage.at(1150);
      assert.is(total(), 4);
      reader.reader.setQos({ deadline: "infinite" });
      await stage.at(5000);
      assert.is(total(), 4);
    },
  },
  {
    clause: "§2.2.3.7",
    says: "several writers: any of them keeps the deadline of an instance",
    shows: async () => {
      const stage = new Stage();
      const writers = [stage.writer(DEADLINE), stage.writer(DEADLINE)];
      const reader = stage.reader(DEADLINE);
      await stage.start();
      for (let i = 0; i < 10; i++) await writers[i % 2]!.writeAt(70 * i, `red${i}`);
      await stage.at(700);
      assert.is(reader.reader.requestedDeadlineMissedStatus.totalCount, 0);
    },
  },
  {
    clause: "§2.2.3.9.2 and §2.2.3.7",
    says: "with EXCLUSIVE ownership only the owner keeps it",
    shows: async () => {
      const stage = new Stage();
      const exclusive = { ...DEADLINE, ownership: "exclusive" } as const;
      const [strong, weak] = [stage.writer({ ...exclusive, ownershipStrength: 2 }), stage.writer(exclusive)];
      const reader = stage.reader(exclusive);
      await stage.start();
      strong.write("red1");
      for (let at = 20; at <= 200; at += 20) await weak.writeAt(at, `red${at}`);
      assert.is(reader.reader.requestedDeadlineMissedStatus.totalCount, 1);
    },
  },
  {
    clause: "§2.2.3.7 and §2.2.3.16",
    says: "a sample that was over when it came updates nothing",
    shows: async () => {
      const stage = new Stage();
      const writer = stage.writer({ ...DEADLINE, lifespan: "10ms" });
      const reader = stage.reader(DEADLINE);
      await stage.start();
      writer.write("red1");
      for (const at of [50, 100, 150]) await writer.writeAt(at, `red${at}`, at - 20);
      await stage.at(160);
      assert.is(reader.reader.requestedDeadlineMissedStatus.totalCount, 1);
    },
  },
];

testRules(test, RULES);

test("losses: what is missed is told, and what a repair brings in time is not missed", async () => {
  const stage = new Stage({ seed: 2, link: { loss: 0.2, latencyMs: 1 } });
  const writer = stage.writer(DEADLINE);
  const reader = stage.reader(DEADLINE);
  await stage.start();
  for (let at = 0; at <= 2000; at += 20) await writer.writeAt(at, `red${at}`);
  assert.is(reader.reader.requestedDeadlineMissedStatus.totalCount, 0);
  stage.network.partition(writer.at.sim.node, reader.at.sim.node);
  await stage.at(2600);
  const { totalCount } = reader.reader.requestedDeadlineMissedStatus;
  assert.ok(totalCount >= 4 && totalCount <= 6, `${totalCount}`);
});

test("a listener that throws, or closes the reader, stops nothing else", async () => {
  const stage = new Stage();
  const writer = stage.writer(DEADLINE);
  let calls = 0;
  const reader = stage.reader(DEADLINE, stage.host(), {
    onRequestedDeadlineMissed: (_status, one) => {
      calls++;
      void one.close();
    },
  });
  await stage.start();
  writer.write("red1");
  writer.write("blue1");
  await stage.at(1000);
  assert.is(calls, 1);
  assert.is(reader.reader.isClosed, true);
});

test("instances that come and go leave no timer behind", async () => {
  const { stage, writer, reader, missed } = await stageWith();
  for (let i = 0; i < 200; i++) {
    writer.write(`c${i}x1`.replace(/\d+x/, (digits) => digits.replace(/\d/g, (d) => "abcdefghij"[Number(d)]!)));
  }
  await stage.at(10);
  for (const sample of reader.reader.take()) writer.unregister(sample.data!.color);
  await stage.at(20);
  reader.take();
  await stage.at(1000);
  assert.equal(missed, []);
});

test.run();
