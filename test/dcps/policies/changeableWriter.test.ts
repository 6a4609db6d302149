// DDS 1.4 §2.2.2.1.1.1 set_qos of a DataWriter, and the column "Changeable" of §2.2.3: what may change at run time,
// arrives at the readers; what may not, changes nothing.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { RemoteEndpointInfo, WriterPolicies, WriterQos } from "../../../src/index.js";
import { runFor, topicAt } from "../../support/simDcps.js";
import { SHAPE, type Shape, shape, thrown } from "../support.js";
import { KEEP_ALL, openPair, type Pair, takeAll, writerAt } from "./writerSupport.js";

const test = suite("changeable QoS, writer");

/** What the other participant knows of the writer. */
function announced({ b, writer }: Pair): WriterQos {
  const found = b.participant.endpoints.find(({ guid }: RemoteEndpointInfo) => guid.equals(writer.guid));
  if (found?.role !== "writer") throw new Error("not announced");
  return found.qos as WriterQos;
}

const octets = (text: string) => ({ value: new TextEncoder().encode(text) });

const CHANGEABLE: readonly [WriterPolicies, Partial<WriterQos>][] = [
  [{ deadline: "2s" }, { deadline: { periodMs: 2000 } }],
  [{ latencyBudget: "5ms" }, { latencyBudget: { durationMs: 5 } }],
  [{ ownershipStrength: 7 }, { ownershipStrength: { value: 7 } }],
  [{ lifespan: "3s" }, { lifespan: { durationMs: 3000 } }],
  [{ partition: ["", "A"] }, { partition: { names: ["", "A"] } }],
  [{ userData: "u" }, { userData: octets("u") }],
  [{ topicData: "t" }, { topicData: octets("t") }],
  [{ groupData: "g" }, { groupData: octets("g") }],
];

for (const [input, expected] of CHANGEABLE) {
  test(`${Object.keys(input)[0]} changes, and is announced`, async () => {
    const pair = await openPair({ writer: KEEP_ALL, reader: { latencyBudget: "10ms" } });
    pair.writer.setQos(input);
    await runFor(pair.network, 100);
    for (const [policy, value] of Object.entries(expected)) {
      assert.equal(pair.writer.qos[policy as keyof WriterQos], value);
      assert.equal(announced(pair)[policy as keyof WriterQos], value);
    }
    assert.is(pair.writer.qos.history.kind, "KEEP_ALL", "the rest stays");
    assert.is(pair.writer.publicationMatchedStatus.totalCount, 1, "the match goes on");
    pair.writer.write(shape(1));
    await runFor(pair.network, 50);
    assert.equal(takeAll(pair.reader), ["RED 1"]);
  });
}

test("what only the writer looks at changes too", async () => {
  const { a, writer } = await openPair({ writer: KEEP_ALL });
  writer.setQos({ transportPriority: 3, writerDataLifecycle: { autodisposeUnregisteredInstances: false } });
  assert.is(a.sim.engine.writer(writer.guid.entityId).writer.priority, 3);
  assert.is(writer.qos.writerDataLifecycle.autodisposeUnregisteredInstances, false);
});

const IMMUTABLE: readonly WriterPolicies[] = [
  { reliability: "bestEffort" },
  { durability: "transientLocal" },
  { history: { keepLast: 3 } },
  { resourceLimits: { maxSamples: 9 } },
  { liveliness: { kind: "manualByTopic" } },
  { ownership: "exclusive" },
  { destinationOrder: "bySourceTimestamp" },
  { presentation: "topic" },
  { durabilityService: { historyDepth: 9 } },
  { dataRepresentation: "xcdr2" },
];

for (const input of IMMUTABLE) {
  const [policy] = Object.keys(input);
  test(`${policy} cannot change while the writer is enabled, and nothing beside it does`, async () => {
    const pair = await openPair({ writer: KEEP_ALL });
    const before = pair.writer.qos;
    const error = thrown(() => pair.writer.setQos({ ...input, userData: "new" }));
    assert.is(error.name, "QosError");
    assert.is(error.code, "QOS_IMMUTABLE");
    assert.ok(error.message.startsWith(`${policy}: `), error.message);
    assert.is(pair.writer.qos, before);
    await runFor(pair.network, 100);
    assert.equal(announced(pair).userData.value.length, 0);
  });
}

test("an immutable policy may be given as it is", async () => {
  const { writer } = await openPair({ writer: KEEP_ALL });
  writer.setQos({ ...writer.qos, userData: "x" });
  assert.is(writer.qos.userData.value.length, 1);
});

test("a bad value, or two that contradict each other, change nothing", async () => {
  const { writer } = await openPair({ writer: KEEP_ALL });
  const before = writer.qos;
  for (const [input, code] of [
    [{ deadline: -1 }, "QOS_INVALID"],
    [{ userData: new Uint8Array(40_000), topicData: new Uint8Array(40_000) }, "QOS_INCONSISTENT"],
  ] as const) {
    assert.is(thrown(() => writer.setQos(input)).code, code);
    assert.is(writer.qos, before);
  }
});

test("PARTITION changes whom the writer is matched with", async () => {
  const pair = await openPair({ writer: KEEP_ALL });
  pair.writer.setQos({ partition: ["A"] });
  await runFor(pair.network, 100);
  assert.is(pair.writer.matchedSubscriptions.length, 0);
  pair.writer.write(shape(1));
  pair.writer.setQos({ partition: [] });
  await runFor(pair.network, 100);
  pair.writer.write(shape(2));
  await runFor(pair.network, 100);
  assert.equal(takeAll(pair.reader), ["RED 2"]);
});

test("policies of the publisher are changed there", async () => {
  const { network, a, b } = await openPair();
  const publisher = a.participant.createPublisher({ qos: { partition: ["P"] } });
  const writer = publisher.createWriter(topicAt<Shape>(a, "Square", SHAPE));
  const error = thrown(() => writer.setQos({ partition: ["Q"] }));
  assert.is(error.code, "QOS_INCONSISTENT");
  publisher.setQos({ partition: ["Q"] });
  writer.setQos({ ownershipStrength: 2 });
  await runFor(network, 100);
  const found = b.participant.endpoints.find(({ guid }) => guid.equals(writer.guid));
  assert.equal(found?.qos.partition.names, ["Q"]);
});

test("a closed writer has nothing to change", async () => {
  const { a } = await openPair();
  const writer = writerAt(a);
  await writer.close();
  assert.is(thrown(() => writer.setQos({ userData: "x" })).code, "ALREADY_DELETED");
});

test.run();
