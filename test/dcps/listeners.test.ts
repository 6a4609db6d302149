// runner: alone (it counts the uncaught exceptions of the process)
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { closeAll, Heard, IN_TIME, openPair, SHAPE, type Shape, shape, takeSome } from "./support.js";

const test = suite("listeners that throw");

const uncaught: string[] = [];
const note = (error: Error) => uncaught.push(error.message);

test.before.each(() => {
  uncaught.length = 0;
  process.on("uncaughtException", note);
});

test.after.each(async () => {
  await closeAll();
  process.removeListener("uncaughtException", note);
});

const KEEP_ALL = { reliability: "reliable", history: "keepAll" } as const;

test("every sample reaches an onSample that throws each time", async () => {
  const [a, b] = await openPair();
  const all = new Heard("300 samples");
  const seen: number[] = [];
  b.createReader(b.createTopic<Shape>("Square", SHAPE), {
    qos: KEEP_ALL,
    listener: {
      onSample: ({ data }) => {
        seen.push(data!.x);
        if (seen.length === 300) all.resolve();
        throw new Error("mine");
      },
    },
  });
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  await writer.ready(1, IN_TIME);
  for (let x = 0; x < 300; x++) writer.write(shape(x));
  await all.promise;
  await writer.waitForAcknowledgments(IN_TIME);
  assert.equal(
    seen,
    Array.from({ length: 300 }, (_, x) => x),
  );
  assert.is(uncaught.length, 300);
  assert.ok(uncaught.every((message) => message === "mine"));
});

test("whoever waits is woken though onDataAvailable throws", async () => {
  const [a, b] = await openPair();
  const reader = b.createReader(b.createTopic<Shape>("Square", SHAPE), {
    qos: KEEP_ALL,
    listener: {
      onDataAvailable: () => {
        throw new Error("mine");
      },
    },
  });
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  await writer.ready(1, IN_TIME);
  writer.write(shape(1));
  assert.is((await takeSome(reader, 1))[0]!.data!.x, 1);
  assert.equal(uncaught, ["mine"]);
});

test("listeners of matches, of the participant and of mismatches", async () => {
  const fail = (what: string) => () => {
    throw new Error(what);
  };
  const [a, b] = await openPair({
    listener: { onParticipantDiscovered: fail("participant"), onEndpointDiscovered: fail("endpoint") },
  });
  const reader = b.createReader(b.createTopic<Shape>("Square", SHAPE), {
    qos: KEEP_ALL,
    listener: { onSubscriptionMatched: fail("reader matched") },
  });
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), {
    qos: KEEP_ALL,
    listener: { onPublicationMatched: fail("writer matched") },
  });
  await writer.ready(1, IN_TIME);
  writer.write(shape(1));
  assert.is((await takeSome(reader, 1))[0]!.data!.x, 1);
  assert.equal([...uncaught].sort(), ["endpoint", "participant", "reader matched", "writer matched"]);
});

test.run();
