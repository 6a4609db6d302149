// DDS 1.4 §2.2.4.1 and §2.2.4.2 at the writer: every status it has, flagged as changed or told to the listener.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type DataWriter, type DataWriterListener, type StatusKind, WaitSet } from "../../../src/index.js";
import { SimNetwork } from "../../../src/simulation/SimNetwork.js";
import { runFor, type SimDcps, settle, simDcps, topicAt } from "../../support/simDcps.js";
import { type Shape, shape, typeOf } from "../support.js";
import { readerAt, writerAt } from "./writerSupport.js";

const test = suite("statuses, writer");

interface Row {
  readonly kind: StatusKind;
  readonly listener: keyof DataWriterListener<Shape>;
  readonly cause: (writer: DataWriter<Shape>, b: SimDcps) => unknown;
  readonly read: (writer: DataWriter<Shape>) => { readonly totalCount: number; readonly totalCountChange: number };
}

const ROWS: Row[] = [
  {
    kind: "PUBLICATION_MATCHED",
    listener: "onPublicationMatched",
    cause: (_, b) => readerAt(b),
    read: (writer) => writer.publicationMatchedStatus,
  },
  {
    kind: "OFFERED_INCOMPATIBLE_QOS",
    listener: "onOfferedIncompatibleQos",
    cause: (_, b) => readerAt(b, { durability: "persistent" }),
    read: (writer) => writer.offeredIncompatibleQosStatus,
  },
  {
    kind: "INCONSISTENT_TOPIC",
    listener: "onInconsistentTopic",
    cause: (_, b) => b.participant.createReader(topicAt(b, "Square", typeOf("struct Other { long x; };"))),
    read: (writer) => writer.inconsistentTopicStatus,
  },
  {
    kind: "OFFERED_DEADLINE_MISSED",
    listener: "onOfferedDeadlineMissed",
    cause: (writer) => {
      writer.setQos({ deadline: "150ms" });
      writer.write(shape(1));
    },
    read: (writer) => writer.offeredDeadlineMissedStatus,
  },
  {
    kind: "LIVELINESS_LOST",
    listener: "onLivelinessLost",
    cause: () => undefined,
    read: (writer) => writer.livelinessLostStatus,
  },
];

async function open(row: Row, listener: DataWriterListener<Shape>) {
  const network = new SimNetwork({ seed: 1 });
  const a = simDcps(network, { index: 0 });
  const b = simDcps(network, { index: 1 });
  const leaseDuration = row.kind === "LIVELINESS_LOST" ? "100ms" : "infinite";
  const writer = writerAt(a, { liveliness: { kind: "manualByTopic", leaseDuration } }, listener);
  return { network, writer, happen: () => row.cause(writer, b) };
}

for (const row of ROWS) {
  test(`${row.kind} without a listener is flagged until it is read`, async () => {
    const { network, writer, happen } = await open(row, {});
    assert.equal(writer.statusChanges, []);
    assert.is(writer.statusCondition.triggerValue, false);
    happen();
    await runFor(network, 200);
    assert.equal(writer.statusChanges, [row.kind]);
    assert.is(writer.statusCondition.triggerValue, true);
    assert.equal(pick(row.read(writer)), { totalCount: 1, totalCountChange: 1 });
    assert.equal(writer.statusChanges, []);
    assert.is(writer.statusCondition.triggerValue, false);
    assert.equal(pick(row.read(writer)), { totalCount: 1, totalCountChange: 0 });
  });

  test(`${row.kind} goes to ${row.listener}, which thereby reads it`, async () => {
    const heard: object[] = [];
    const of: DataWriter<Shape>[] = [];
    const listener = {
      [row.listener]: (status: { totalCount: number; totalCountChange: number }, writer: DataWriter<Shape>) => {
        heard.push(pick(status));
        of.push(writer);
      },
    };
    const { network, writer, happen } = await open(row, listener);
    happen();
    await runFor(network, 200);
    assert.equal(heard, [{ totalCount: 1, totalCountChange: 1 }]);
    assert.is(of[0], writer);
    assert.equal(writer.statusChanges, []);
    assert.is(row.read(writer).totalCountChange, 0);
  });
}

function pick({ totalCount, totalCountChange }: { readonly totalCount: number; readonly totalCountChange: number }) {
  return { totalCount, totalCountChange };
}

test("a WaitSet wakes for the statuses that are enabled, and no others", async () => {
  const row = ROWS.find(({ kind }) => kind === "OFFERED_DEADLINE_MISSED")!;
  const { network, writer, happen } = await open(row, {});
  writer.statusCondition.enabledStatuses = ["LIVELINESS_LOST"];
  const waitSet = new WaitSet();
  waitSet.attach(writer.statusCondition);
  let woken: readonly object[] | undefined;
  void waitSet.wait().then((conditions) => {
    woken = conditions;
  });
  happen();
  await runFor(network, 200);
  assert.is(woken, undefined);
  writer.statusCondition.enabledStatuses = ["LIVELINESS_LOST", "OFFERED_DEADLINE_MISSED"];
  await settle();
  assert.equal(woken, [writer.statusCondition]);
});

test("a closed writer has no changes to look at", async () => {
  const row = ROWS[0]!;
  const { network, writer, happen } = await open(row, {});
  happen();
  await runFor(network, 200);
  await writer.close({ lingerMs: 0 });
  assert.equal(writer.statusChanges, []);
  assert.is(writer.statusCondition.triggerValue, false);
});

test.run();
