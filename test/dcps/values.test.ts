import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type CodecOptions, compileCodec, type DataReader, type DataWriter } from "../../src/index.js";
import {
  BLOB,
  type Blob,
  closeAll,
  IN_TIME,
  openOne,
  openPair,
  SHAPE,
  type Shape,
  shape,
  takeSome,
  thrown,
  typeOf,
  writeRaw,
} from "./support.js";

const test = suite("values");
test.after.each(closeAll);

const KEEP_ALL = { reliability: "reliable", history: "keepAll" } as const;

async function openTopic<T extends object>(
  type: ReturnType<typeof typeOf>,
  options: { writer?: object; reader?: object; codec?: Partial<CodecOptions> } = {},
) {
  const [a, b] = await openPair();
  const codec = options.codec ?? {};
  const reader: DataReader<T> = b.createReader(b.createTopic<T>("T", type), {
    qos: { ...KEEP_ALL, ...options.reader },
    codec,
  });
  const writer: DataWriter<T> = a.createWriter(a.createTopic<T>("T", type), {
    qos: { ...KEEP_ALL, ...options.writer },
    codec,
  });
  await writer.ready(1, IN_TIME);
  return { a, b, reader, writer };
}

function pattern(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = (i * 31 + (i >>> 8)) & 0xff;
  return bytes;
}

for (const [name, size] of [
  ["100 kB", 100_000],
  ["1 MB", 1_000_000],
  ["5 MB", 5_000_000],
] as const) {
  test(`samples of ${name} arrive whole, back to back`, async () => {
    const { reader, writer, b } = await openTopic<Blob>(BLOB);
    const bytes = pattern(size);
    for (let index = 0; index < 3; index++) writer.write({ index, bytes });
    const samples = await takeSome(reader, 3);
    for (const [index, { data }] of samples.entries()) {
      assert.is(data!.index, index);
      assert.is(Buffer.compare(data!.bytes, bytes), 0);
    }
    assert.ok(b.counters.submessagesIn.DataFrag! > 0);
    assert.equal(b.counters.dropped.badFragment, undefined);
  });
}

test("a best-effort sample of several datagrams leaves before its writer closes", async () => {
  const { reader, writer } = await openTopic<Blob>(BLOB, {
    writer: { reliability: "bestEffort" },
    reader: { reliability: "bestEffort" },
  });
  const bytes = pattern(200_000);
  writer.write({ index: 1, bytes });
  await writer.close();
  const [sample] = await takeSome(reader, 1);
  assert.is(Buffer.compare(sample!.data!.bytes, bytes), 0);
});

test("a sample above the limit is refused at once", async () => {
  const participant = await openOne({ tuning: { limits: { maxSampleBytes: 1000 } } });
  const writer = participant.createWriter(participant.createTopic<Blob>("T", BLOB));
  const error = thrown(() => writer.write({ index: 1, bytes: new Uint8Array(1000) }));
  assert.is(error.code, "OUT_OF_RESOURCES");
  assert.is(error.message, "a sample of 1012 bytes is above the limit maxSampleBytes");
});

const RICH = typeOf(`
  enum Mode { OFF, ON };
  @appendable struct Inner { octet o; long long l; string s; };
  @appendable struct Rich {
    @key long long id; unsigned long long big; boolean flag; char letter; Mode mode; double d;
    sequence<long long> many; sequence<Inner> inners; short grid[2][3]; string text;
  };`);

const RICH_VALUE = {
  id: -(2n ** 63n),
  big: 2n ** 64n - 1n,
  flag: true,
  letter: "Z",
  mode: "ON",
  d: -0.5,
  many: BigInt64Array.of(1n, -(2n ** 62n), 2n ** 53n + 1n),
  inners: [
    { o: 1, l: 2n ** 55n + 1n, s: "ä" },
    { o: 255, l: -1n, s: "" },
  ],
  grid: [Int16Array.of(1, 2, 3), Int16Array.of(-4, -5, -6)],
  text: "über",
};

for (const representation of ["xcdr1", "xcdr2"] as const) {
  for (const codegen of [true, false]) {
    const name = `${representation}, ${codegen ? "generated" : "interpreted"} codec`;
    test(`64-bit integers and nested values pass both ways: ${name}`, async () => {
      const [a, b] = await openPair();
      const qos = { ...KEEP_ALL, dataRepresentation: representation };
      const codec = { codegen };
      const ends = [a, b].map((participant) => ({
        writer: participant.createWriter(participant.createTopic(participant === a ? "There" : "Back", RICH), {
          qos,
          codec,
        }),
        reader: participant.createReader(participant.createTopic(participant === a ? "Back" : "There", RICH), {
          qos: { ...qos, dataRepresentation: ["xcdr1", "xcdr2"] },
          codec,
        }),
      }));
      for (const [from, to] of [[ends[0]!, ends[1]!] as const, [ends[1]!, ends[0]!] as const]) {
        await from.writer.ready(1, IN_TIME);
        from.writer.write(RICH_VALUE);
        from.writer.dispose({ id: RICH_VALUE.id });
        const [sample, disposed] = await takeSome(to.reader, 2);
        assert.equal(sample!.data, RICH_VALUE);
        assert.equal(disposed!.data, { id: RICH_VALUE.id });
        assert.is(disposed!.info.instanceHandle, sample!.info.instanceHandle);
      }
    });
  }
}

test("64-bit integers decode to numbers when that is asked for", async () => {
  const { reader, writer } = await openTopic<{ id: number | bigint }>(typeOf("struct N { @key long long id; };"), {
    codec: { int64: "number" },
  });
  writer.write({ id: 42 });
  writer.write({ id: 42n });
  const samples = await takeSome(reader, 2);
  for (const { data } of samples) assert.is(data!.id, 42);
  assert.is(samples[0]!.info.instanceHandle, samples[1]!.info.instanceHandle);
});

test("an XCDR2 reader and an XCDR1 writer do not match; the default reader takes both", async () => {
  const [a, b] = await openPair();
  const topic = b.createTopic<Shape>("Square", SHAPE);
  const both = b.createReader(topic, { qos: KEEP_ALL });
  const only2 = b.createReader(topic, { qos: { ...KEEP_ALL, dataRepresentation: "xcdr2" } });
  const one = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  const two = a.createWriter(a.createTopic<Shape>("Square", SHAPE), {
    qos: { ...KEEP_ALL, dataRepresentation: "xcdr2" },
  });
  await Promise.all([one.ready(1, IN_TIME), two.ready(2, IN_TIME)]);
  one.write(shape(1));
  two.write(shape(2));
  assert.is((await takeSome(only2, 1))[0]!.data!.x, 2);
  assert.equal((await takeSome(both, 2)).map(({ data }) => data!.x).sort(), [1, 2]);
  assert.is(one.matchedSubscriptions.length, 1);
});

test("payloads that are no value are counted and not told", async () => {
  const { reader, writer, b } = await openTopic<Shape>(SHAPE);
  const good = compileCodec<Shape>(SHAPE, { representation: "xcdr1" }).serialize(shape(1));
  const bad = [
    Uint8Array.of(0, 1),
    Uint8Array.of(0xff, 0xff, 0, 0, 1, 2, 3, 4),
    good.subarray(0, good.length - 4),
    Uint8Array.of(0, 1, 0, 0, 0xff, 0xff, 0xff, 0x7f, 65),
  ];
  for (const payload of bad) writeRaw(writer, payload, {});
  writeRaw(writer, Uint8Array.of(9, 9, 9), { kind: 1, payloadKind: 2 });
  writer.write(shape(2));
  const samples = await takeSome(reader, 1);
  assert.is(samples[0]!.data!.x, 2);
  assert.equal(reader.take(), []);
  const { badPayload = 0, malformedSubmessage = 0 } = b.counters.dropped;
  assert.is(badPayload + malformedSubmessage, bad.length + 1);
});

test("a value that is not of the type is said with its path, and nothing is written", async () => {
  const { reader, writer } = await openTopic<Shape>(SHAPE);
  const error = thrown(() => writer.write({ color: "RED", x: 1.5, y: 0, shapesize: 0 }));
  assert.is(error.name, "CdrError");
  assert.is(error.message, "x: expected int32, got 1.5");
  assert.is(thrown(() => writer.write({ color: "RED" } as Shape)).code, "bad-value");
  assert.is(writer.write(shape(3)), 1);
  assert.is((await takeSome(reader, 1))[0]!.info.sequenceNumber, 1);
});

test.run();
