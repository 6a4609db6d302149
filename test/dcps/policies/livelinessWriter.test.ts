// DDS 1.4 §2.2.3.11 LIVELINESS at the writer: who is asserted by what, LIVELINESS_LOST when nothing does in time, and
// what peers learn of it (RTPS 2.5 §8.4.13).

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { DataWriter, WriterQosInput } from "../../../src/index.js";
import { SimNetwork } from "../../../src/simulation/SimNetwork.js";
import { runFor, type SimDcps, simDcps, topicAt } from "../../support/simDcps.js";
import { SHAPE, type Shape, shape } from "../support.js";
import { openPair, writerAt } from "./writerSupport.js";

const test = suite("LIVELINESS, writer");

const BY_TOPIC = { liveliness: { kind: "manualByTopic", leaseDuration: "300ms" } } as const;
const BY_PARTICIPANT = { liveliness: { kind: "manualByParticipant", leaseDuration: "300ms" } } as const;

/** Several writers at one participant; `lost` has their losses, `alive` the state of each at a remote reader. */
function open(policies: readonly WriterQosInput[]) {
  const network = new SimNetwork({ seed: 1 });
  const a = simDcps(network, { index: 0 });
  const b = simDcps(network, { index: 1 });
  const lost: string[] = [];
  const alive = new Map<number, boolean>();
  const writers = policies.map((qos, i) =>
    a.participant.createWriter(topicAt<Shape>(a, `T${i}`, SHAPE), {
      qos,
      listener: {
        onLivelinessLost: ({ totalCount }) => lost.push(`${i} #${totalCount} at ${Math.round(network.now)}`),
      },
    }),
  );
  policies.forEach((_, i) => {
    b.participant.createReader(topicAt<Shape>(b, `T${i}`, SHAPE), {
      qos: { reliability: "reliable" },
      listener: { onLivelinessChanged: (status) => alive.set(i, status.aliveCount === 1) },
    });
  });
  return { network, a, b, writers, lost, alive };
}

/** What a writer can do, and whether it counts as a sign of life. */
const SIGNS: readonly [
  string,
  (writer: DataWriter<Shape>, at: SimDcps) => unknown,
  { topic: boolean; group: boolean },
][] = [
  ["write", (writer) => writer.write(shape(1)), { topic: true, group: true }],
  ["dispose", (writer) => writer.dispose({ color: "RED" }), { topic: true, group: true }],
  [
    "unregister",
    (writer) => {
      writer.registerInstance({ color: "BLUE" });
      writer.unregister({ color: "BLUE" });
    },
    { topic: true, group: true },
  ],
  ["assertLiveliness", (writer) => writer.assertLiveliness(), { topic: true, group: true }],
  [
    "assertLiveliness of the participant",
    (_, { participant }) => participant.assertLiveliness(),
    { topic: false, group: true },
  ],
  ["registerInstance", (writer) => writer.registerInstance({ color: "GREEN" }), { topic: false, group: false }],
  ["setQos", (writer) => writer.setQos({ userData: "x" }), { topic: false, group: false }],
];

for (const [name, act, counts] of SIGNS) {
  for (const [qos, isAsserted] of [[BY_TOPIC, counts.topic] as const, [BY_PARTICIPANT, counts.group] as const]) {
    test(`${qos.liveliness.kind}: ${name} ${isAsserted ? "asserts" : "does not assert"} the writer, here and there`, async () => {
      const { network, a, writers, lost, alive } = open([qos]);
      await runFor(network, 250);
      act(writers[0]!, a);
      await runFor(network, 200);
      assert.equal(lost, isAsserted ? [] : ["0 #1 at 300"]);
      assert.is(alive.get(0), isAsserted);
      await runFor(network, 300);
      assert.equal(lost.length, 1);
      assert.is(alive.get(0), false);
    });
  }
}

test('"the count does not change when an already not alive DataWriter simply remains not alive"', async () => {
  const { network, writers, lost } = open([BY_TOPIC]);
  await runFor(network, 2000);
  assert.equal(lost, ["0 #1 at 300"]);
  writers[0]!.write(shape(1));
  await runFor(network, 2000);
  assert.equal(lost, ["0 #1 at 300", "0 #2 at 2300"]);
  assert.equal(writers[0]!.livelinessLostStatus, { totalCount: 2, totalCountChange: 0 });
});

test("MANUAL_BY_PARTICIPANT: one writer that is asserted keeps its idle siblings alive, whatever its own kind", async () => {
  for (const [index, other] of [BY_PARTICIPANT, BY_TOPIC, {}].entries()) {
    const { network, writers, lost, alive } = open([BY_PARTICIPANT, other]);
    for (let i = 0; i < 20; i++) {
      await runFor(network, 100);
      writers[1]!.write(shape(i));
    }
    assert.equal(lost, [], `case ${index}`);
    assert.is(alive.get(0), true);
    await runFor(network, 500);
    assert.is(lost[0], "0 #1 at 2300");
    assert.is(alive.get(0), false);
  }
});

test("MANUAL_BY_TOPIC: no sibling helps", async () => {
  const { network, writers, lost, alive } = open([BY_TOPIC, BY_TOPIC]);
  for (let i = 0; i < 5; i++) {
    await runFor(network, 100);
    writers[1]!.write(shape(i));
  }
  assert.equal(lost, ["0 #1 at 300"]);
  assert.is(alive.get(0), false);
  assert.is(alive.get(1), true);
});

test("two kinds and two leases at once, each by its own", async () => {
  const slow = { liveliness: { kind: "manualByParticipant", leaseDuration: "1s" } } as const;
  const automatic = { liveliness: { kind: "automatic", leaseDuration: "200ms" } } as const;
  const { network, lost, alive } = open([automatic, BY_PARTICIPANT, slow, BY_TOPIC]);
  await runFor(network, 5000);
  assert.equal(lost.sort(), ["1 #1 at 300", "2 #1 at 1000", "3 #1 at 300"]);
  assert.equal(
    [0, 1, 2, 3].map((i) => alive.get(i)),
    [true, false, false, false],
  );
});

test("peers hear of MANUAL_BY_PARTICIPANT at most once in a period, and of nothing while nothing is asserted", async () => {
  const { network, a, writers } = open([BY_PARTICIPANT]);
  await runFor(network, 250);
  const { messageWriter } = (a.sim.engine as unknown as { builtin: { messageWriter: { history: { lastSn: number } } } })
    .builtin;
  const before = messageWriter.history.lastSn;
  for (let i = 0; i < 900; i++) {
    await runFor(network, 1);
    writers[0]!.write(shape(i));
  }
  const sent = messageWriter.history.lastSn - before;
  assert.ok(sent >= 9 && sent <= 12, `${sent} messages in 10 periods of 90 ms`);
  await runFor(network, 5000);
  assert.ok(messageWriter.history.lastSn - before - sent <= 1);
});

test("QB-02: flag L of a MANUAL_BY_PARTICIPANT writer renews all of its participant", async () => {
  const { network, a, alive } = open([BY_PARTICIPANT, BY_PARTICIPANT]);
  await runFor(network, 250);
  for (const { writer } of [a.sim.engine.writer(0x102)])
    for (const proxy of writer.readerProxies) proxy.assertLiveliness();
  network.flush(a.sim.node);
  await runFor(network, 200);
  assert.equal([alive.get(0), alive.get(1)], [true, true]);
});

test("a sample shows that the idle MANUAL_BY_PARTICIPANT writers of its participant live, without a message", async () => {
  const { network, a, alive } = open([BY_PARTICIPANT, BY_PARTICIPANT]);
  await runFor(network, 50);
  // As Cyclone DDS does it: samples, and messages only when the application asserts.
  const { offered } = (a.sim.engine as unknown as { liveliness: { offered: { messagePeriod: number } } }).liveliness;
  offered.messagePeriod = Infinity;
  const handle = 0x202;
  for (let i = 0; i < 10; i++) {
    await runFor(network, 100);
    a.sim.put(handle, i);
    network.flush(a.sim.node);
  }
  assert.equal([alive.get(0), alive.get(1)], [true, true]);
});

test("a reader of the same participant sees the same", async () => {
  for (const [qos, expected] of [
    [{ liveliness: { kind: "automatic", leaseDuration: "300ms" } }, [true]],
    [BY_PARTICIPANT, [true, false, true]],
    [BY_TOPIC, [true, false, true]],
  ] as const) {
    const network = new SimNetwork({ seed: 1 });
    const a = simDcps(network, { index: 0 });
    const heard: boolean[] = [];
    a.participant.createReader(topicAt<Shape>(a, "Square", SHAPE), {
      listener: { onLivelinessChanged: ({ aliveCount }) => heard.push(aliveCount === 1) },
    });
    const writer = writerAt(a, qos);
    await runFor(network, 1000);
    writer.assertLiveliness();
    await runFor(network, 100);
    assert.equal(heard, expected);
  }
});

test("AUTOMATIC: assertLiveliness has no effect, and only a process that is held up loses it", async () => {
  const { network, a, writers, lost } = open([{ liveliness: { kind: "automatic", leaseDuration: "300ms" } }]);
  await runFor(network, 100);
  writers[0]!.assertLiveliness();
  await runFor(network, 5000);
  assert.equal(lost, []);
  // Nothing of the engine runs for a second, as when the event loop is blocked.
  a.sim.engine.handleTimeout(network.now + 1000);
  network.flush(a.sim.node);
  await runFor(network, 1);
  assert.is(lost.length, 1);
});

test("QB-10: infinite and huge leases, and leases of next to nothing", async () => {
  for (const kind of ["manualByParticipant", "manualByTopic"] as const) {
    const { network, a, writers, lost } = open([{ liveliness: kind }]);
    writers[0]!.write(shape(1));
    await runFor(network, 60_000);
    assert.equal(lost, []);
    assert.is(
      (a.sim.engine as unknown as { liveliness: { offered: { isManual: boolean } } }).liveliness.offered.isManual,
      false,
    );
    const long = open([{ liveliness: { kind, leaseDurationMs: 30 * 24 * 3600_000 } }]);
    await runFor(long.network, 60_000);
    assert.equal(long.lost, []);
    const short = open([{ liveliness: { kind, leaseDurationMs: 1e-6 } }]);
    const { steps } = short.network;
    for (let i = 0; i < 100; i++) {
      await runFor(short.network, 10);
      short.writers[0]!.write(shape(i));
    }
    assert.is(short.lost.length, 100, "created, and all writes but the last");
    assert.ok(short.network.steps - steps < 5000, `${short.network.steps - steps} steps in a second`);
  }
});

test("a closed writer loses nothing, and its participant's others go on", async () => {
  const { network, a, writers, lost } = open([BY_TOPIC, BY_PARTICIPANT]);
  await writers[0]!.close({ lingerMs: 0 });
  await runFor(network, 250);
  a.participant.assertLiveliness();
  await runFor(network, 250);
  assert.equal(lost, []);
  await writers[1]!.close({ lingerMs: 0 });
  await runFor(network, 1000);
  assert.equal(lost, []);
});

test("a best-effort reader hears of assertions too", async () => {
  const { network, reader, writer } = await openPair({ writer: BY_TOPIC, reader: { reliability: "bestEffort" } });
  for (let i = 0; i < 10; i++) {
    writer.assertLiveliness();
    await runFor(network, 200);
  }
  assert.is(reader.livelinessChangedStatus.aliveCount, 1);
  await runFor(network, 200);
  assert.is(reader.livelinessChangedStatus.aliveCount, 0);
});

test.run();
