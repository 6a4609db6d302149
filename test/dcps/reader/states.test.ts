import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HANDLE_NIL } from "../../../src/index.js";
import { SHAPE, type Shape, shape, thrown, typeOf } from "../support.js";
import { NO_AUTODISPOSE, names, openReading, ranks, states, writeAll } from "./support.js";

const test = suite("sample, view and instance states");

test("read leaves samples and marks them, take removes them (§2.2.2.5.3.8, §2.2.2.5.3.9)", async () => {
  const { reader, writer, arrive } = await openReading();
  writeAll(writer, [
    ["RED", 1],
    ["RED", 2],
  ]);
  await arrive();
  const first = ["RED 1 NOT_READ NEW ALIVE", "RED 2 NOT_READ NEW ALIVE"];
  assert.equal(states(reader.read()), first);
  assert.equal(states(reader.read()), ["RED 1 READ NOT_NEW ALIVE", "RED 2 READ NOT_NEW ALIVE"]);
  writer.write(shape(3, "RED"));
  writer.write(shape(4, "BLUE"));
  await arrive();
  assert.equal(states(reader.take()), [
    "RED 1 READ NOT_NEW ALIVE",
    "RED 2 READ NOT_NEW ALIVE",
    "RED 3 NOT_READ NOT_NEW ALIVE",
    "BLUE 4 NOT_READ NEW ALIVE",
  ]);
  assert.equal(reader.read(), []);
});

test("what read returned is the snapshot of its moment", async () => {
  const { reader, writer, arrive } = await openReading();
  writer.write(shape(1));
  await arrive();
  const [before] = reader.read();
  writer.dispose({ color: "RED" });
  await arrive();
  assert.is(before!.info.instanceState, "ALIVE");
  const [after, end] = reader.read();
  assert.is(after!.info.instanceState, "NOT_ALIVE_DISPOSED");
  assert.is(after!.info.receivedInstanceState, "ALIVE");
  assert.is(end!.info.receivedInstanceState, "NOT_ALIVE_DISPOSED");
  assert.is(after!.data, before!.data);
});

interface Step {
  readonly name: string;
  /** Writes, one letter each: w value, d dispose, u unregister, r read all, t take all, 1 take one. */
  readonly steps: string;
  /** States of the samples that the last letter returned. */
  readonly expected: readonly string[];
}

/** DDS 1.4 figure 2.11 and §2.2.2.5.1.8, with one instance and one writer. */
const VIEW_STATES: readonly Step[] = [
  { name: "first access is NEW", steps: "wr", expected: ["RED 1 NOT_READ NEW ALIVE"] },
  { name: "then NOT_NEW, also for samples not read", steps: "wtwr", expected: ["RED 2 NOT_READ NOT_NEW ALIVE"] },
  {
    name: "a dispose alone does not make it NEW",
    steps: "wrdr",
    expected: ["RED 1 READ NOT_NEW NOT_ALIVE_DISPOSED", "RED - NOT_READ NOT_NEW NOT_ALIVE_DISPOSED"],
  },
  {
    name: "reborn after a dispose it is NEW, for old samples too",
    steps: "wrdrwr",
    expected: ["RED 1 READ NEW ALIVE", "RED - READ NEW ALIVE", "RED 2 NOT_READ NEW ALIVE"],
  },
  { name: "reborn, and everything before taken", steps: "wtdtwr", expected: ["RED 2 NOT_READ NEW ALIVE"] },
  {
    name: "reborn after it had no writers it is NEW",
    steps: "wrurwr",
    expected: ["RED 1 READ NEW ALIVE", "RED - READ NEW ALIVE", "RED 2 NOT_READ NEW ALIVE"],
  },
  {
    name: "without writers",
    steps: "wur",
    expected: ["RED 1 NOT_READ NEW NOT_ALIVE_NO_WRITERS", "RED - NOT_READ NEW NOT_ALIVE_NO_WRITERS"],
  },
  {
    name: "disposed stays disposed when its writer unregisters it",
    steps: "wdur",
    expected: ["RED 1 NOT_READ NEW NOT_ALIVE_DISPOSED", "RED - NOT_READ NEW NOT_ALIVE_DISPOSED"],
  },
  {
    name: "dispose of what was never seen makes an instance",
    steps: "dr",
    expected: ["RED - NOT_READ NEW NOT_ALIVE_DISPOSED"],
  },
  { name: "disposing twice is told once", steps: "dtdr", expected: [] },
  {
    name: "taking one sample makes the others NOT_NEW",
    steps: "ww1r",
    expected: ["RED 2 NOT_READ NOT_NEW ALIVE"],
  },
];

async function run(steps: string) {
  const reading = await openReading();
  const { reader, writer, arrive } = reading;
  let x = 0;
  let last: readonly unknown[] = [];
  for (const step of steps) {
    if (step === "w") writer.write(shape(++x));
    else if (step === "d") writer.dispose({ color: "RED" });
    else if (step === "u") writer.unregister({ color: "RED" });
    await arrive();
    if (step === "r") last = reader.read();
    else if (step === "t") last = reader.take();
    else if (step === "1") last = reader.take(1);
  }
  return { ...reading, last: last as ReturnType<typeof reader.read> };
}

for (const { name, steps, expected } of VIEW_STATES) {
  test(`${name} (${steps})`, async () => {
    assert.equal(states((await run(steps)).last), expected);
  });
}

/** §2.2.2.5.1.5, §2.2.2.5.1.6: (disposed, no writers) sample rank, generation rank, absolute generation rank. */
const RANKS: readonly Step[] = [
  { name: "one generation", steps: "wwwr", expected: ["RED 1 (0,0) 2 0 0", "RED 2 (0,0) 1 0 0", "RED 3 (0,0) 0 0 0"] },
  {
    name: "over a dispose",
    steps: "wdwr",
    expected: ["RED 1 (0,0) 2 1 1", "RED - (0,0) 1 1 1", "RED 2 (1,0) 0 0 0"],
  },
  {
    name: "over both kinds of not alive",
    steps: "wdwuwr",
    expected: ["RED 1 (0,0) 4 2 2", "RED - (0,0) 3 2 2", "RED 2 (1,0) 2 1 1", "RED - (1,0) 1 1 1", "RED 3 (1,1) 0 0 0"],
  },
  {
    name: "the end itself belongs to the generation it ends",
    steps: "wdr",
    expected: ["RED 1 (0,0) 1 0 0", "RED - (0,0) 0 0 0"],
  },
  {
    name: "ranks count in the collection, the absolute one to the newest sample there is",
    steps: "wdwdw1",
    expected: ["RED 1 (0,0) 0 0 2"],
  },
  { name: "counts go on though everything was taken", steps: "wtdtwtdtwr", expected: ["RED 3 (2,0) 0 0 0"] },
  {
    name: "an instance without writers and samples is forgotten, and begins anew",
    steps: "wtutwr",
    expected: ["RED 2 (0,0) 0 0 0"],
  },
];

for (const { name, steps, expected } of RANKS) {
  test(`ranks: ${name} (${steps})`, async () => {
    assert.equal(ranks((await run(steps)).last), expected);
  });
}

test("ranks are of each instance, whatever the collection leaves out", async () => {
  const { reader, writer, arrive } = await openReading();
  writeAll(writer, [
    ["RED", 1],
    ["BLUE", 1],
    ["RED", 2],
  ]);
  await arrive();
  reader.read({ max: 1 });
  writer.dispose({ color: "RED" });
  writer.write(shape(3, "RED"));
  await arrive();
  const unread = reader.read({ sampleStates: "NOT_READ" });
  assert.equal(ranks(unread), ["BLUE 1 (0,0) 0 0 0", "RED 2 (0,0) 2 1 1", "RED - (0,0) 1 1 1", "RED 3 (1,0) 0 0 0"]);
});

test("the most recent sample of a collection is that of the last generation, not the last one in it", async () => {
  const { reader, writer, arrive } = await openReading();
  writer.write(shape(5));
  writer.dispose({ color: "RED" });
  writer.write(shape(1));
  await arrive();
  const condition = reader.createQueryCondition("ORDER BY x");
  assert.equal(ranks(reader.read({ condition })).slice(-2), ["RED 1 (1,0) 1 0 0", "RED 5 (0,0) 0 1 1"]);

  const bySource = { destinationOrder: "bySourceTimestamp" } as const;
  const late = await openReading({ reader: bySource, writer: { ...NO_AUTODISPOSE, ...bySource } });
  const other = await late.anotherWriter();
  const now = Date.now();
  late.writer.write(shape(1), { sourceTimestampMs: now });
  late.writer.unregister({ color: "RED" }, { sourceTimestampMs: now + 1 });
  await late.arrive();
  other.write(shape(2), { sourceTimestampMs: now - 100 });
  await late.arrive();
  for (const { info } of late.reader.read()) assert.ok(info.generationRank >= 0, `rank ${info.generationRank}`);
});

test("key members of a sample are the user's, also nested ones: the reader keeps copies", async () => {
  interface Nested {
    readonly k: { a: number; list: string[] };
    readonly v: number;
  }
  const type = typeOf("struct K { long a; sequence<string> list; }; struct M { @key K k; long v; };");
  const { reader, writer, arrive } = await openReading<Nested>({}, type);
  writer.write({ k: { a: 1, list: ["x", "y"] }, v: 1 });
  await arrive();
  const [taken] = reader.take();
  taken!.data!.k.a = 99;
  taken!.data!.k.list.push("z");
  const key = { k: { a: 1, list: ["x", "y"] } };
  const given = reader.getKeyValue(1);
  assert.equal(given, key);
  given.k!.a = 98;
  given.k!.list.length = 0;
  assert.equal(reader.getKeyValue(1), key);
  await writer.close({ lingerMs: 0 });
  await arrive();
  const [notice] = reader.read();
  assert.equal([notice!.info.validData, notice!.data], [false, key]);
  notice!.data!.k.a = 97;
  assert.equal(reader.getKeyValue(1), key);
});

test("topics without key have one instance, with handle 1", async () => {
  const type = typeOf("struct N { long v; };");
  const { reader, writer, arrive } = await openReading<{ v: number }>({}, type);
  assert.is(reader.lookupInstance({}), HANDLE_NIL);
  writer.write({ v: 1 });
  writer.write({ v: 2 });
  await arrive();
  assert.equal(
    reader.read().map(({ data, info }) => [data!.v, info.instanceHandle, info.viewState, info.sampleRank]),
    [
      [1, 1, "NEW", 1],
      [2, 1, "NEW", 0],
    ],
  );
  assert.is(reader.lookupInstance({}), 1);
  assert.equal(reader.getKeyValue(1), {});
  assert.is(reader.takeInstance(1).length, 2);
  await writer.close({ lingerMs: 0 });
  await arrive();
  const [end] = reader.take();
  assert.is(end!.data, undefined);
  assert.equal(
    [end!.info.validData, end!.info.instanceState, end!.info.instanceHandle],
    [false, "NOT_ALIVE_NO_WRITERS", 1],
  );
  assert.is(reader.lookupInstance({}), HANDLE_NIL);
  assert.equal(reader.readInstance(1), []);
});

test("the one instance of a topic without key comes back under its handle", async () => {
  const type = typeOf("struct N { long v; };");
  const { reader, writer, arrive, anotherWriter } = await openReading<{ v: number }>({}, type);
  writer.write({ v: 1 });
  await arrive();
  await writer.close({ lingerMs: 0 });
  await arrive();
  assert.is(reader.take().length, 2);
  const next = await anotherWriter();
  next.write({ v: 2 });
  await arrive();
  const [sample] = reader.read();
  assert.equal([sample!.info.instanceHandle, sample!.info.viewState], [1, "NEW"]);
  assert.is(reader.lookupInstance({}), 1);
});

test("an instance reborn before its last writer's end is read keeps its handle and counts", async () => {
  const { reader, writer, arrive, anotherWriter } = await openReading();
  const second = await anotherWriter();
  writer.write(shape(1));
  await arrive();
  await writer.close({ lingerMs: 0 });
  await arrive();
  second.write(shape(2));
  await arrive();
  const samples = reader.read();
  assert.equal(ranks(samples), ["RED 1 (0,0) 2 1 1", "RED - (0,0) 1 1 1", "RED 2 (0,1) 0 0 0"]);
  assert.is(new Set(samples.map(({ info }) => info.instanceHandle)).size, 1);
});

test("lookupInstance and getKeyValue (§2.2.2.5.3.29, §2.2.2.5.3.30)", async () => {
  const { reader, writer, arrive } = await openReading();
  assert.is(reader.lookupInstance({ color: "RED" }), HANDLE_NIL);
  writeAll(writer, [
    ["RED", 1],
    ["BLUE", 1],
  ]);
  await arrive();
  const red = reader.lookupInstance({ color: "RED" });
  const blue = reader.lookupInstance({ color: "BLUE" });
  assert.is.not(red, blue);
  assert.ok(red > 0 && blue > 0);
  assert.equal(reader.getKeyValue(blue), { color: "BLUE" });
  // Other members of the value do not matter.
  assert.is(reader.lookupInstance(shape(77, "RED")), red);
  assert.is(reader.lookupInstance({ color: "GREEN" }), HANDLE_NIL);
  writer.unregister({ color: "RED" });
  await arrive();
  assert.is(reader.lookupInstance({ color: "RED" }), red);
  reader.take();
  assert.is(reader.lookupInstance({ color: "RED" }), HANDLE_NIL);
  for (const handle of [red, HANDLE_NIL, 99, -1, 1.5]) {
    const error = thrown(() => reader.getKeyValue(handle));
    assert.is(error.code, "BAD_PARAMETER");
  }
  // The key comes back as another instance.
  writer.write(shape(2, "RED"));
  await arrive();
  assert.ok(reader.lookupInstance({ color: "RED" }) > blue);
});

test("onSample is the access: NEW once, ranks 0, and nothing is left", async () => {
  const heard: string[] = [];
  const { reader, writer, arrive } = await openReading<Shape>({
    listener: { onSample: (sample) => heard.push(...states([sample])) },
  });
  writer.write(shape(1));
  writer.write(shape(2));
  writer.dispose({ color: "RED" });
  writer.write(shape(3));
  writer.write(shape(4));
  await arrive();
  assert.equal(heard, [
    "RED 1 NOT_READ NEW ALIVE",
    "RED 2 NOT_READ NOT_NEW ALIVE",
    "RED - NOT_READ NOT_NEW NOT_ALIVE_DISPOSED",
    "RED 3 NOT_READ NEW ALIVE",
    "RED 4 NOT_READ NOT_NEW ALIVE",
  ]);
  assert.equal(reader.read(), []);
});

test("a value that takes KEEP_LAST's place takes it from samples read and not read alike", async () => {
  const { reader, writer, arrive } = await openReading({ reader: { history: { keepLast: 2 } } });
  writeAll(writer, [
    ["RED", 1],
    ["RED", 2],
  ]);
  await arrive();
  reader.read();
  writer.write(shape(3));
  await arrive();
  assert.equal(states(reader.read()), ["RED 2 READ NOT_NEW ALIVE", "RED 3 NOT_READ NOT_NEW ALIVE"]);
  // The sample that says how it ended is no value, and takes no value's place.
  writer.dispose({ color: "RED" });
  await arrive();
  assert.equal(names(reader.read()), ["RED 2", "RED 3", "RED -"]);
  writer.write(shape(4));
  await arrive();
  assert.equal(names(reader.read()), ["RED 3", "RED -", "RED 4"]);
  writer.write(shape(5));
  await arrive();
  assert.equal(names(reader.take()), ["RED 4", "RED 5"]);
});

for (const how of ["close", "kill", "unregister", "dispose"] as const) {
  test(`KEEP_LAST 1: the last value waits to be taken, though the instance ends: ${how}`, async () => {
    const { reader, writer, arrive, network, a } = await openReading({
      reader: { history: { keepLast: 1 }, resourceLimits: { maxSamples: 1 } },
      writer: { ...NO_AUTODISPOSE, liveliness: { kind: "automatic", leaseDuration: "1s" } },
    });
    writer.write(shape(1));
    await arrive();
    if (how === "close") await writer.close({ lingerMs: 0 });
    else if (how === "kill") network.removeNode(a.sim.node);
    else writer[how]({ color: "RED" });
    await arrive(3000);
    assert.equal(names(reader.read()), ["RED 1", "RED -"]);
    if (how === "close" || how === "kill") return;
    writer.write(shape(2));
    await arrive();
    // It is older than the one value that is kept.
    assert.equal(names(reader.read()), ["RED 2"]);
    for (let i = 0; i < 3; i++) {
      writer.dispose({ color: "RED" });
      writer.unregister({ color: "RED" });
      writer.dispose({ color: "RED" });
      await arrive();
    }
    assert.equal(names(reader.take()), ["RED 2", "RED -"]);
    assert.is(reader.sampleRejectedStatus.totalCount, 0);
  });
}

test("bad options are refused", async () => {
  const { reader } = await openReading();
  const calls: (() => unknown)[] = [
    () => reader.read(-1),
    () => reader.read(Number.NaN),
    () => reader.take({ max: "5" as never }),
    () => reader.read({ sampleStates: "NEW" as never }),
    () => reader.readInstance(HANDLE_NIL),
    () => reader.takeInstance(7),
    () => reader.take({ instance: 7 }),
    () => reader.readNextInstance(7),
    () => reader.takeNextInstance(-1),
  ];
  for (const call of calls) assert.is(thrown(call).code, "BAD_PARAMETER", String(call));
  assert.is(SHAPE.hasKey, true);
});

test.run();
