// DDS 1.4 §2.2.3.7 DEADLINE at the writer: "the application must write each instance at least once every deadline
// period"; OFFERED_DEADLINE_MISSED (§2.2.4.1) tells when it did not.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { OfferedDeadlineMissedStatus, WriterPolicies } from "../../../src/index.js";
import { SimNetwork } from "../../../src/simulation/SimNetwork.js";
import { runFor, simDcps } from "../../support/simDcps.js";
import { shape, typeOf } from "../support.js";
import { openPair, readerAt, writerAt } from "./writerSupport.js";

const test = suite("DEADLINE, writer");

function open(qos: WriterPolicies = {}) {
  const network = new SimNetwork({ seed: 1 });
  const a = simDcps(network, { index: 0 });
  const heard: (OfferedDeadlineMissedStatus & { at: number })[] = [];
  const writer = writerAt(
    a,
    { deadline: "100ms", ...qos },
    {
      onOfferedDeadlineMissed: (status) => heard.push({ ...status, at: network.now }),
    },
  );
  const times = () => heard.map(({ at }) => Math.round(at));
  return { network, a, writer, heard, times };
}

test("nothing is asked of an instance before its first write, though it is registered", async () => {
  const { network, writer, heard } = open();
  writer.registerInstance({ color: "RED" });
  await runFor(network, 1000);
  assert.equal(heard, []);
});

test("missed at the end of each period without a write, by instance", async () => {
  const { network, writer, heard, times } = open();
  writer.write(shape(1));
  await runFor(network, 50);
  writer.write(shape(1, "BLUE"));
  await runFor(network, 200);
  assert.equal(times(), [100, 150, 200, 250]);
  const [red, blue] = [writer.lookupInstance({ color: "RED" }), writer.lookupInstance({ color: "BLUE" })];
  assert.equal(
    heard.map((status) => status.lastInstanceHandle),
    [red, blue, red, blue],
  );
  assert.equal(
    heard.map(({ totalCount, totalCountChange }) => [totalCount, totalCountChange]),
    [1, 2, 3, 4].map((total) => [total, 1]),
  );
});

test("a write begins a new period, also after a miss", async () => {
  const { network, writer, times } = open();
  writer.write(shape(1));
  for (let i = 0; i < 9; i++) {
    await runFor(network, 90);
    writer.write(shape(i));
  }
  assert.equal(times(), []);
  await runFor(network, 130);
  writer.write(shape(1));
  await runFor(network, 101);
  assert.equal(times(), [910, 1040]);
});

test("without a listener the status counts, and reading it starts the changes anew", async () => {
  const network = new SimNetwork({ seed: 1 });
  const writer = writerAt(simDcps(network, { index: 0 }), { deadline: "100ms" });
  assert.equal(writer.offeredDeadlineMissedStatus, { totalCount: 0, totalCountChange: 0, lastInstanceHandle: 0 });
  writer.write(shape(1));
  await runFor(network, 350);
  assert.equal(writer.offeredDeadlineMissedStatus, { totalCount: 3, totalCountChange: 3, lastInstanceHandle: 1 });
  await runFor(network, 100);
  assert.equal(writer.offeredDeadlineMissedStatus, { totalCount: 4, totalCountChange: 1, lastInstanceHandle: 1 });
});

test("unregistered: over. Disposed: off until it is written again", async () => {
  const { network, writer, times } = open();
  writer.write(shape(1));
  writer.write(shape(1, "BLUE"));
  writer.unregister({ color: "RED" });
  writer.dispose({ color: "BLUE" });
  await runFor(network, 500);
  assert.equal(times(), []);
  writer.write(shape(2, "BLUE"));
  await runFor(network, 150);
  assert.equal(times(), [600]);
});

test("QB-09: a topic without key is one instance", async () => {
  const network = new SimNetwork({ seed: 1 });
  const { participant } = simDcps(network, { index: 0 });
  const writer = participant.createWriter(participant.createTopic("N", typeOf("struct N { long v; };")), {
    qos: { deadline: "100ms" },
  });
  await runFor(network, 300);
  assert.is(writer.offeredDeadlineMissedStatus.totalCount, 0);
  writer.write({ v: 1 });
  await runFor(network, 250);
  assert.equal(writer.offeredDeadlineMissedStatus, { totalCount: 2, totalCountChange: 2, lastInstanceHandle: 1 });
});

test("changed at run time, a new period begins with the change, for every instance that is alive", async () => {
  const { network, writer, times } = open({ deadline: "infinite" });
  writer.write(shape(1));
  writer.write(shape(1, "BLUE"));
  writer.dispose({ color: "BLUE" });
  writer.registerInstance({ color: "GREEN" });
  await runFor(network, 1000);
  writer.setQos({ deadline: "200ms" });
  await runFor(network, 250);
  assert.equal(times(), [1200]);
  writer.setQos({ deadline: "50ms" });
  await runFor(network, 120);
  assert.equal(times(), [1200, 1300, 1350]);
  writer.setQos({ deadline: "infinite" });
  await runFor(network, 1000);
  assert.is(times().length, 3);
});

test("the change is announced: readers that ask for more no longer match, and are told", async () => {
  const { network, writer, reader } = await openPair({ writer: { deadline: "1s" }, reader: { deadline: "2s" } });
  writer.setQos({ deadline: "3s" });
  await runFor(network, 100);
  assert.is(writer.matchedSubscriptions.length, 0);
  assert.is(reader.matchedPublications.length, 0);
  assert.equal(writer.offeredIncompatibleQosStatus.policies, { DEADLINE: 1 });
  assert.equal(reader.requestedIncompatibleQosStatus.policies, { DEADLINE: 1 });
  writer.setQos({ deadline: "1500ms" });
  await runFor(network, 100);
  assert.is(reader.matchedPublications.length, 1);
});

test("readers matter not: what is offered is offered to whoever comes", async () => {
  const { network, a, writer, times } = open();
  writer.write(shape(1));
  readerAt(a, { deadline: "1s" });
  await runFor(network, 150);
  assert.equal(times(), [100]);
});

test("periods below the resolution of timers are counted, not spun through", async () => {
  const { network, writer, heard } = open({ deadline: 0.1 });
  writer.write(shape(1));
  const { steps } = network;
  await runFor(network, 10);
  assert.ok(network.steps - steps < 100, `${network.steps - steps} steps`);
  const { totalCount } = heard.at(-1)!;
  assert.ok(totalCount >= 90 && totalCount <= 100, `${totalCount} of 100 periods`);
});

test("a closed writer misses nothing", async () => {
  const { network, writer, heard } = open();
  writer.write(shape(1));
  await writer.close();
  await runFor(network, 1000);
  assert.equal(heard, []);
});

test("a write that is refused does not count as one", async () => {
  const { network, writer, times } = open({ resourceLimits: { maxInstances: 1 } });
  writer.write(shape(1));
  assert.throws(() => writer.write(shape(1, "BLUE")), /maxInstances/);
  await runFor(network, 101);
  assert.equal(times(), [100]);
});

test.run();
