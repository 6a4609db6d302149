// DDS 1.4 §2.2.3.15 TRANSPORT_PRIORITY: "a hint to the infrastructure as to how to set the priority of the underlying
// transport". Here it is the order in which samples that wait for one address are packed.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SimNetwork } from "../../../src/simulation/SimNetwork.js";
import { runFor, simDcps, topicAt } from "../../support/simDcps.js";
import { BLOB, type Blob } from "../support.js";
import { KEEP_ALL } from "./writerSupport.js";

const test = suite("TRANSPORT_PRIORITY, writer");

async function open(priorities: readonly number[]) {
  const network = new SimNetwork({ seed: 1 });
  const a = simDcps(network, { index: 0 });
  const b = simDcps(network, { index: 1 });
  const publisher = a.participant.createPublisher();
  const heard: string[] = [];
  const writers = priorities.map((transportPriority, i) =>
    publisher.createWriter(topicAt<Blob>(a, `T${i}`, BLOB), { qos: { ...KEEP_ALL, transportPriority } }),
  );
  priorities.forEach((_, i) => {
    b.participant.createReader(topicAt<Blob>(b, `T${i}`, BLOB), {
      qos: KEEP_ALL,
      listener: { onSample: ({ data }) => heard.push(`${i}.${data!.index}`) },
    });
  });
  await runFor(network, 200);
  await Promise.all(writers.map((writer) => writer.ready(1)));
  /** Each writer has `count` samples that fill a datagram each, and then they may leave. */
  const send = async (order: readonly number[], count: number) => {
    publisher.suspendPublications();
    for (const i of order)
      for (let index = 1; index <= count; index++) writers[i]!.write({ index, bytes: new Uint8Array(900) });
    publisher.resumePublications();
    await runFor(network, 100);
    return heard.splice(0);
  };
  return { writers, send };
}

test("of samples that wait for one address, those of the higher priority leave first", async () => {
  const { send } = await open([0, 10, -5]);
  assert.equal(await send([2, 0, 1], 3), ["1.1", "1.2", "1.3", "0.1", "0.2", "0.3", "2.1", "2.2", "2.3"]);
});

test("writers of one priority take turns", async () => {
  const { send } = await open([1, 1, 0]);
  assert.equal(await send([2, 0, 1], 3), ["0.1", "1.1", "0.2", "1.2", "0.3", "1.3", "2.1", "2.2", "2.3"]);
});

test("it changes at run time", async () => {
  const { writers, send } = await open([0, 0]);
  writers[1]!.setQos({ transportPriority: 1 });
  assert.equal(await send([0, 1], 2), ["1.1", "1.2", "0.1", "0.2"]);
  writers[1]!.setQos({ transportPriority: -1 });
  assert.equal(await send([1, 0], 2), ["0.1", "0.2", "1.1", "1.2"]);
});

test.run();
