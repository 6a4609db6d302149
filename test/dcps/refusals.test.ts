import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ReaderInstances } from "../../src/dcps/reader/ReaderInstances.js";
import { SampleCache } from "../../src/dcps/reader/SampleCache.js";
import { compileCodec } from "../../src/index.js";
import type { ReceivedChange } from "../../src/rtps/structure/cacheChange.js";
import { GUIDPREFIX_UNKNOWN, Guid } from "../../src/rtps/structure/guid.js";
import {
  closeAll,
  IN_TIME,
  openOne,
  openPair,
  rejection,
  SHAPE,
  type Shape,
  shape,
  takeSome,
  thrown,
  typeOf,
} from "./support.js";

const test = suite("what is refused");
test.after.each(closeAll);

const KEEP_ALL = { reliability: "reliable", history: "keepAll" } as const;

/** The same bytes as ShapeType, with any octets for the color. */
const LOOSE = typeOf("struct ShapeType { @key sequence<octet> color; long x; long y; long shapesize; };");

test("a peer's key that no writer could write is counted, and the samples around it are told", async () => {
  for (const codegen of [true, false]) {
    // Types are compared by name alone: this peer lies about its type.
    const [a, b] = await openPair({ typeInformation: "never" });
    const reader = b.createReader(b.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL, codec: { codegen } });
    const writer = a.createWriter(a.createTopic<Omit<Shape, "color"> & { color: Uint8Array }>("Square", LOOSE), {
      qos: KEEP_ALL,
    });
    await writer.ready(1, IN_TIME);
    const colors = ["A\0", "A\0B\0", "\0\0", `${"long".repeat(20)}\0\0`, "B\0"];
    for (const [x, color] of colors.entries()) {
      writer.write({ color: Buffer.from(color), x, y: 0, shapesize: 1 });
      if (x > 0 && x < 4) writer.dispose({ color: Buffer.from(color) });
    }
    const heard = await takeSome(reader, 2);
    assert.equal(
      heard.map(({ data }) => data!.x),
      [0, 4],
    );
    assert.equal(reader.take(), []);
    assert.is(b.counters.dropped["badPayload"], 6);
  }
});

test("a 64-bit key at the end of its range is an instance, also as a number", async () => {
  const type = typeOf("struct N { @key long long id; @key unsigned long long u; };");
  const [a, b] = await openPair();
  const reader = b.createReader(b.createTopic("N", type), { qos: KEEP_ALL, codec: { int64: "number" } });
  const writer = a.createWriter(a.createTopic("N", type), { qos: KEEP_ALL });
  await writer.ready(1, IN_TIME);
  writer.write({ id: 2n ** 63n - 1n, u: 2n ** 64n - 1n });
  assert.equal((await takeSome(reader, 1))[0]!.data, { id: 2 ** 63 - 1024, u: 2 ** 64 - 2048 });
});

test("whatever the codec throws for a peer's key, noteChange does not", () => {
  const codec = compileCodec<Shape>(SHAPE, { representation: "xcdr1" });
  const failing = Object.create(codec, {
    serializeKey: {
      value: () => {
        throw new RangeError("no key");
      },
    },
  }) as typeof codec;
  const change = {
    kind: 0,
    payloadKind: 1,
    keyHash: new Uint8Array(0),
    writerGuid: new Guid(GUIDPREFIX_UNKNOWN, 0x102),
  };
  const limits = { depth: 1, maxSamples: 10, maxSamplesPerInstance: 10, bySource: false };
  const instances = new ReaderInstances<Shape>(true, failing, new SampleCache(limits), 10);
  assert.is(instances.find(change as unknown as ReceivedChange, shape(1)), "unhashable");
  assert.is(instances.size, 0);
});

test("names that peers would read otherwise", async () => {
  const participant = await openOne();
  for (const name of ["a\0b", "\0", "a\ud800", "\udc00\ud800"]) {
    for (const call of [
      () => participant.createTopic(name, SHAPE),
      () => participant.createTopic("T", SHAPE, { typeName: name }),
    ]) {
      const error = thrown(call);
      assert.is(error.name, "DdsError");
      assert.is(error.code, "BAD_PARAMETER");
      assert.match(error.message, "holds a NUL or half a surrogate pair");
    }
  }
  assert.is(participant.createTopic("\u{1f600}", SHAPE).name, "\u{1f600}");
});

test("a time-out that is no time", async () => {
  const participant = await openOne();
  const topic = participant.createTopic<Shape>("T", SHAPE);
  const writer = participant.createWriter(topic);
  const reader = participant.createReader(topic);
  for (const timeoutMs of [Number.NaN, -1, -Infinity, "5" as unknown as number]) {
    for (const waiting of [
      writer.ready(1, { timeoutMs }),
      // Nothing to wait for, and refused all the same.
      writer.ready(0, { timeoutMs }),
      writer.waitForAcknowledgments({ timeoutMs }),
      writer.writeAsync(shape(1), { timeoutMs }),
      reader.waitForData({ timeoutMs }),
      reader.waitForPublications(1, { timeoutMs }),
    ]) {
      const error = await rejection(waiting);
      assert.instance(error, TypeError);
      assert.is(error.message, `timeoutMs must be a number of milliseconds from 0, or Infinity, not ${timeoutMs}`);
    }
  }
  assert.is(writer.write(shape(2)), 1, "nothing was written before");
  assert.is((await rejection(reader.waitForPublications(5, { timeoutMs: 0 }))).code, "TIMEOUT");
});

test("values that are no numbers of samples, no times and no endpoints", async () => {
  const participant = await openOne();
  const topic = participant.createTopic<Shape>("T", SHAPE);
  const writer = participant.createWriter(topic);
  const reader = participant.createReader(topic);
  const given = <Value>(value: unknown) => value as Value;
  for (const [call, message] of [
    [() => reader.read(1.5), /^max: give a whole number of samples from 0, or Infinity, not 1\.5$/],
    [() => reader.take({ max: given("5") }), /^max: give a whole number of samples from 0, or Infinity, not 5$/],
    [() => reader.take(Number.NaN), /not NaN$/],
    [() => reader.read(given("5")), /^give a number of samples or an object, not the string 5$/],
    [() => reader.read(given(5n)), /not the bigint 5$/],
    [() => writer.write(shape(1), { sourceTimestampMs: given("5") }), /^sourceTimestampMs "5" is no time from 1970/],
    [() => writer.write(shape(1), { sourceTimestampMs: given(5n) }), /^sourceTimestampMs 5 is no time from 1970/],
    [() => participant.explainMatch(given(null), reader), /^not a GUID: null: give 32 hex digits$/],
    [() => participant.explainMatch(writer, given({})), /^not a GUID: .*: give 32 hex digits$/],
    [() => participant.explainMatch(writer, "12"), /^not a GUID: "12": give 32 hex digits$/],
  ] as const) {
    const error = thrown(call);
    assert.equal([error.name, error.code], ["DdsError", "BAD_PARAMETER"]);
    assert.match(error.message, message);
  }
  assert.equal([reader.read(Infinity), reader.take(0), reader.read({}), writer.write(shape(2))], [[], [], [], 1]);
});

test("policies that do not fit one announcement; the most that does is matched", async () => {
  const [a, b] = await openPair();
  const topic = a.createTopic<Shape>("T".repeat(255), SHAPE, { typeName: "N".repeat(255) });
  const tooMuch = { userData: new Uint8Array(40_000), topicData: new Uint8Array(40_000) };
  for (const call of [() => a.createWriter(topic, { qos: tooMuch }), () => a.createReader(topic, { qos: tooMuch })]) {
    const error = thrown(call);
    assert.is(error.name, "QosError");
    assert.is(error.code, "QOS_INCONSISTENT");
    assert.match(error.message, /^userData: \d+ octets with topicData are too many/);
  }
  const most = { ...KEEP_ALL, userData: new Uint8Array(30_000).fill(1), topicData: new Uint8Array(29_990).fill(2) };
  const writer = a.createWriter(topic, { qos: most });
  const reader = b.createReader(b.createTopic<Shape>(topic.name, SHAPE, { typeName: topic.typeName }), { qos: most });
  await writer.ready(1, IN_TIME);
  writer.write(shape(7));
  assert.is((await takeSome(reader, 1))[0]!.data!.x, 7);
});

test.run();
