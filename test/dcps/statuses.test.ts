import { suite } from "uvu";
import * as assert from "uvu/assert";
import { EventCounter } from "../../src/dcps/statuses.js";
import {
  type IncompatibleQosStatus,
  mismatchInWords,
  type ReaderQosInput,
  type WriterQosInput,
} from "../../src/index.js";
import { closeAll, Heard, IN_TIME, openPair, SHAPE, type Shape, shape, takeSome, typeOf } from "./support.js";

const test = suite("statuses");
test.after.each(closeAll);

test("RL-18: totals and changes stay at the largest long, whatever a peer makes of them", () => {
  const lost = new EventCounter("");
  for (const count of [2 ** 50, 1, Number.MAX_SAFE_INTEGER]) lost.note(count);
  assert.equal([lost.read().totalCount, lost.read().totalCountChange], [0x7fffffff, 0]);
  lost.note(3);
  const { totalCount, totalCountChange } = lost.read();
  assert.equal([totalCount, totalCountChange], [0x7fffffff, 3]);
});

test("matched statuses count what comes and goes, and reading starts the changes anew", async () => {
  const [a, b] = await openPair();
  const gone = new Heard("the reader is gone");
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), {
    listener: { onPublicationMatched: (status) => status.currentCount === 0 && gone.resolve() },
  });
  const reader = b.createReader(b.createTopic<Shape>("Square", SHAPE));
  await Promise.all([writer.ready(1, IN_TIME), reader.waitForPublications(1, IN_TIME)]);
  const matched = reader.subscriptionMatchedStatus;
  assert.is(matched.totalCount, 1);
  assert.is(matched.totalCountChange, 1);
  assert.is(matched.currentCount, 1);
  assert.ok(matched.lastHandle!.equals(writer.guid));
  assert.is(reader.subscriptionMatchedStatus.totalCountChange, 0);
  assert.ok(reader.matchedPublications[0]!.equals(writer.guid));
  assert.ok(writer.matchedSubscriptions[0]!.equals(reader.guid));
  await reader.close();
  await gone.promise;
  const status = writer.publicationMatchedStatus;
  assert.equal([status.totalCount, status.currentCount], [1, 0]);
  assert.equal(writer.matchedSubscriptions, []);
});

interface Mismatch {
  readonly policies: readonly string[];
  readonly offered: WriterQosInput;
  readonly requested: ReaderQosInput;
}

const MISMATCHES: readonly Mismatch[] = [
  { policies: ["RELIABILITY"], offered: { reliability: "bestEffort" }, requested: { reliability: "reliable" } },
  { policies: ["DURABILITY"], offered: { durability: "volatile" }, requested: { durability: "transientLocal" } },
  { policies: ["DEADLINE"], offered: { deadline: "2s" }, requested: { deadline: "1s" } },
  { policies: ["OWNERSHIP"], offered: { ownership: "shared" }, requested: { ownership: "exclusive" } },
  { policies: ["LATENCY_BUDGET"], offered: { latencyBudget: "20ms" }, requested: { latencyBudget: "10ms" } },
  {
    policies: ["LIVELINESS"],
    offered: { liveliness: "automatic" },
    requested: { liveliness: { kind: "manualByTopic", leaseDuration: "1s" } },
  },
  {
    policies: ["DESTINATION_ORDER"],
    offered: { destinationOrder: "byReceptionTimestamp" },
    requested: { destinationOrder: "bySourceTimestamp" },
  },
  { policies: ["PRESENTATION"], offered: { presentation: "instance" }, requested: { presentation: "topic" } },
  {
    policies: ["DATA_REPRESENTATION"],
    offered: { dataRepresentation: "xcdr2" },
    requested: { dataRepresentation: "xcdr1" },
  },
  {
    policies: ["DEADLINE", "DURABILITY", "RELIABILITY"],
    offered: { reliability: "bestEffort", durability: "volatile", deadline: "2s" },
    requested: { reliability: "reliable", durability: "transientLocal", deadline: "1s" },
  },
];

for (const { policies, offered, requested } of MISMATCHES) {
  test(`a mismatch of ${policies.join(", ")} is named on both sides`, async () => {
    const atWriter = new Heard<IncompatibleQosStatus>("offered incompatible QoS");
    const atReader = new Heard<IncompatibleQosStatus>("requested incompatible QoS");
    const [a, b] = await openPair();
    const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), {
      qos: offered,
      listener: { onOfferedIncompatibleQos: (status) => atWriter.resolve(status) },
    });
    const reader = b.createReader(b.createTopic<Shape>("Square", SHAPE), {
      qos: requested,
      listener: { onRequestedIncompatibleQos: (status) => atReader.resolve(status) },
    });
    for (const status of [await atWriter.promise, await atReader.promise]) {
      assert.equal(Object.keys(status.policies).sort(), policies);
      assert.equal(status.lastMismatches.map(({ policy }) => policy as string).sort(), policies);
      assert.is(status.totalCount, 1);
      assert.is(status.totalCountChange, 1);
      assert.ok(status.lastPolicyId > 0);
      for (const mismatch of status.lastMismatches)
        assert.match(mismatchInWords(mismatch), /offer.*request|request.*offer/i);
    }
    assert.ok((await atWriter.promise).lastHandle!.equals(reader.guid));
    assert.ok((await atReader.promise).lastHandle!.equals(writer.guid));
    assert.is(writer.offeredIncompatibleQosStatus.totalCount, 1);
    assert.is(writer.offeredIncompatibleQosStatus.totalCountChange, 0);
    assert.is(reader.requestedIncompatibleQosStatus.totalCount, 1);
    assert.is(writer.publicationMatchedStatus.totalCount, 0);
    assert.is(reader.subscriptionMatchedStatus.totalCount, 0);
  });
}

test("the same topic with another type, or another key, is inconsistent on both sides", async () => {
  const others = [
    // Names alone decide nothing: both sides tell what their types look like.
    { type: typeOf("struct Other { @key long color; };"), reason: /color: the reader has string, the writer int32/ },
    {
      type: typeOf("struct ShapeType { string color; };"),
      reason: /color: it is a key at the reader and none at the writer/,
    },
  ];
  for (const { type, reason } of others) {
    const atWriter = new Heard<string>("inconsistent topic at the writer");
    const atReader = new Heard<string>("inconsistent topic at the reader");
    const [a, b] = await openPair();
    const writer = a.createWriter(a.createTopic("Square", type), {
      listener: { onInconsistentTopic: (status) => atWriter.resolve(status.lastReason) },
    });
    const reader = b.createReader(b.createTopic("Square", SHAPE), {
      listener: { onInconsistentTopic: (status) => atReader.resolve(status.lastReason) },
    });
    assert.match(await atWriter.promise, reason);
    assert.match(await atReader.promise, reason);
    assert.is(writer.inconsistentTopicStatus.totalCount, 1);
    assert.is(reader.inconsistentTopicStatus.totalCount, 1);
    assert.is(reader.inconsistentTopicStatus.totalCountChange, 0);
  }
});

test("partitions separate, wildcards join", async () => {
  const [a, b] = await openPair();
  const topic = b.createTopic<Shape>("Square", SHAPE);
  const readers = [["A"], ["B"], ["A*"], []].map((partition) => b.createReader(topic, { qos: { partition } }));
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), {
    qos: { partition: ["A"] },
  });
  await writer.ready(2, IN_TIME);
  writer.write(shape(1));
  for (const reader of [readers[0]!, readers[2]!]) assert.is((await takeSome(reader, 1))[0]!.data!.x, 1);
  assert.equal(
    readers.map((reader) => reader.matchedPublications.length),
    [1, 0, 1, 0],
  );
  assert.is(readers[1]!.requestedIncompatibleQosStatus.totalCount, 0);
});

test("liveliness tells of writers that come, fall silent and speak again", async () => {
  const heard: string[] = [];
  const waits = { silent: new Heard("silent"), again: new Heard("again") };
  const [a, b] = await openPair();
  const liveliness = { kind: "manualByTopic", leaseDuration: "100ms" } as const;
  const reader = b.createReader(b.createTopic<Shape>("Square", SHAPE), {
    qos: { liveliness },
    listener: {
      onLivelinessChanged: ({ aliveCount, notAliveCount }) => {
        heard.push(`${aliveCount}/${notAliveCount}`);
        if (heard.length === 2) waits.silent.resolve();
        if (heard.length === 3) waits.again.resolve();
      },
    },
  });
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos: { liveliness } });
  await writer.ready(1, IN_TIME);
  await waits.silent.promise;
  writer.assertLiveliness();
  await waits.again.promise;
  assert.equal(heard.slice(0, 3), ["1/0", "0/1", "1/0"]);
  assert.ok(reader.livelinessChangedStatus.lastHandle!.equals(writer.guid));
});

test("samples that the writer no longer has are lost and told", async () => {
  const lost = new Heard<number>("samples lost");
  // One by one: of what leaves together and is then replaced, part is declared irrelevant instead.
  const limits = { maxUntakenChanges: 1, maxOutOfOrderChanges: 1 };
  const [a, b] = await openPair({ coalescing: false }, { tuning: { limits } });
  const reader = b.createReader(b.createTopic<Shape>("Square", SHAPE), {
    qos: { reliability: "reliable", history: "keepAll", resourceLimits: { maxSamples: 1 } },
    listener: { onSampleLost: (status) => lost.resolve(status.totalCount) },
  });
  // KEEP_LAST at the writer: a reader that does not take misses samples instead of holding the writer back.
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), {
    qos: { reliability: "reliable", history: { keepLast: 2 } },
  });
  await writer.ready(1, IN_TIME);
  const fence = a.createWriter(a.createTopic<Shape>("Fence", SHAPE));
  const fenceReader = b.createReader(b.createTopic<Shape>("Fence", SHAPE));
  await fence.ready(1, IN_TIME);
  for (let x = 0; x < 200; x++) writer.write(shape(x));
  // What came before it has been looked at when it is here.
  fence.write(shape(0));
  await takeSome(fenceReader, 1);
  const seen: number[] = [];
  while (seen.at(-1) !== 199) seen.push(...(await takeSome(reader, 1)).map(({ data }) => data!.x));
  assert.ok((await lost.promise) > 0);
  assert.is(seen.length + reader.sampleLostStatus.totalCount, 200);
  assert.equal(
    seen,
    [...seen].sort((x, y) => x - y),
  );
});

test.run();
