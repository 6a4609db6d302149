import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CachedSample } from "../../../src/dcps/reader/CachedSample.js";
import type { ReaderQosInput, ReadOptions } from "../../../src/index.js";
import { type Shape, shape } from "../support.js";
import { names, openReading, writeAll } from "./support.js";

const test = suite("which samples are read, in which order");

/**
 * RED is alive and was read, BLUE alive and partly read, GREEN alive and new, GREY disposed, PINK without writers and
 * read but for its end.
 */
async function openZoo() {
  const reading = await openReading();
  const { reader, writer, arrive } = reading;
  writeAll(writer, [
    ["RED", 1],
    ["BLUE", 1],
    ["PINK", 1],
  ]);
  await arrive();
  reader.read();
  writeAll(writer, [
    ["BLUE", 2],
    ["GREY", 1],
    ["GREEN", 1],
  ]);
  writer.dispose({ color: "GREY" });
  writer.unregister({ color: "PINK" });
  await arrive();
  return reading;
}

const MASKS: readonly [ReadOptions<Shape>, readonly string[]][] = [
  [{}, ["RED 1", "BLUE 1", "BLUE 2", "PINK 1", "PINK -", "GREY 1", "GREY -", "GREEN 1"]],
  [{ sampleStates: "READ" }, ["RED 1", "BLUE 1", "PINK 1"]],
  [{ sampleStates: "NOT_READ" }, ["BLUE 2", "GREY 1", "GREY -", "GREEN 1", "PINK -"]],
  [{ sampleStates: ["READ", "NOT_READ"], max: 3 }, ["RED 1", "BLUE 1", "PINK 1"]],
  [{ viewStates: "NEW" }, ["GREY 1", "GREY -", "GREEN 1"]],
  [{ viewStates: "NOT_NEW" }, ["RED 1", "BLUE 1", "BLUE 2", "PINK 1", "PINK -"]],
  [{ instanceStates: "ALIVE" }, ["RED 1", "BLUE 1", "BLUE 2", "GREEN 1"]],
  [{ instanceStates: "NOT_ALIVE_DISPOSED" }, ["GREY 1", "GREY -"]],
  [{ instanceStates: "NOT_ALIVE_NO_WRITERS" }, ["PINK 1", "PINK -"]],
  [
    { instanceStates: ["NOT_ALIVE_DISPOSED", "NOT_ALIVE_NO_WRITERS"], sampleStates: "NOT_READ" },
    ["GREY 1", "GREY -", "PINK -"],
  ],
  [{ viewStates: "NEW", instanceStates: "ALIVE" }, ["GREEN 1"]],
  [{ viewStates: "NOT_NEW", sampleStates: "NOT_READ", instanceStates: "ALIVE" }, ["BLUE 2"]],
  [{ viewStates: "NEW", sampleStates: "READ" }, []],
  [{ sampleStates: [] }, []],
  [{ max: 0 }, []],
  [{ max: 2, sampleStates: "NOT_READ" }, ["BLUE 2", "GREY 1"]],
];

for (const [options, expected] of MASKS) {
  test(`read(${JSON.stringify(options)})`, async () => {
    const { reader } = await openZoo();
    assert.equal(names(reader.read(options)), expected);
  });
}

test("take removes what it returns and leaves the rest", async () => {
  const { reader } = await openZoo();
  assert.equal(names(reader.take({ instanceStates: "ALIVE", sampleStates: "READ" })), ["RED 1", "BLUE 1"]);
  assert.equal(names(reader.take({ instanceStates: "NOT_ALIVE_DISPOSED" })), ["GREY 1", "GREY -"]);
  assert.equal(names(reader.take()), ["PINK 1", "PINK -", "BLUE 2", "GREEN 1"]);
});

test("one instance", async () => {
  const { reader } = await openZoo();
  const blue = reader.lookupInstance({ color: "BLUE" });
  assert.equal(names(reader.readInstance(blue)), ["BLUE 1", "BLUE 2"]);
  assert.equal(names(reader.readInstance(blue, 1)), ["BLUE 1"]);
  assert.equal(names(reader.read({ instance: blue, sampleStates: "NOT_READ" })), []);
  assert.equal(names(reader.takeInstance(blue, { max: 1, sampleStates: "READ" })), ["BLUE 1"]);
  assert.equal(names(reader.take({ instance: blue })), ["BLUE 2"]);
  assert.equal(reader.takeInstance(blue), []);
  const pink = reader.lookupInstance({ color: "PINK" });
  assert.equal(names(reader.takeInstance(pink)), ["PINK 1", "PINK -"]);
  // Forgotten: a handle that was given once has nothing, and is no error.
  assert.equal(reader.readInstance(pink), []);
});

test("samples of an instance are consecutive, instances by their oldest sample that is returned", async () => {
  const { reader, writer, arrive } = await openReading();
  writeAll(writer, [
    ["RED", 1],
    ["BLUE", 1],
    ["GREEN", 1],
    ["BLUE", 2],
    ["RED", 2],
    ["GREEN", 2],
  ]);
  await arrive();
  reader.read({ max: 1 });
  assert.equal(names(reader.read()), ["RED 1", "RED 2", "BLUE 1", "BLUE 2", "GREEN 1", "GREEN 2"]);
  const blue = reader.lookupInstance({ color: "BLUE" });
  reader.takeInstance(blue, 1);
  // The oldest of BLUE is now behind that of GREEN.
  assert.equal(names(reader.read()), ["RED 1", "RED 2", "GREEN 1", "GREEN 2", "BLUE 2"]);
  // A limit takes the oldest of all.
  assert.equal(names(reader.take(3)), ["RED 1", "GREEN 1", "BLUE 2"]);
  assert.equal(names(reader.take()), ["RED 2", "GREEN 2"]);
});

const PRESENTATIONS: readonly [ReaderQosInput & object, readonly string[]][] = [
  [{ presentation: { accessScope: "instance", orderedAccess: true } }, ["RED 1", "RED 2", "BLUE 1", "BLUE 2"]],
  [{ presentation: { accessScope: "topic", orderedAccess: false } }, ["RED 1", "RED 2", "BLUE 1", "BLUE 2"]],
  [{ presentation: { accessScope: "topic", orderedAccess: true } }, ["RED 1", "BLUE 1", "RED 2", "BLUE 2"]],
];

for (const [qos, expected] of PRESENTATIONS) {
  test(`order with ${JSON.stringify(qos)}`, async () => {
    const { reader, writer, arrive } = await openReading({ reader: qos, writer: qos });
    writeAll(writer, [
      ["RED", 1],
      ["BLUE", 1],
      ["RED", 2],
      ["BLUE", 2],
    ]);
    await arrive();
    assert.equal(names(reader.read()), expected);
    // Ranks count samples of the instance, next to each other or not.
    assert.equal(
      reader.take().map(({ info }) => info.sampleRank),
      expected.map((name) => (name.endsWith("1") ? 1 : 0)),
    );
  });
}

test("by source timestamp the cache is in the order of writing, and the loops too", async () => {
  const qos = {
    destinationOrder: "bySourceTimestamp",
    presentation: { accessScope: "topic", orderedAccess: true },
  } as const;
  const { reader, writer, arrive } = await openReading({ reader: qos, writer: qos });
  const at = (x: number, color: string, time: number) => writer.write(shape(x, color), { sourceTimestampMs: time });
  at(3, "RED", 3000);
  at(1, "BLUE", 1000);
  at(2, "RED", 2000);
  at(5, "BLUE", 5000);
  at(4, "RED", 4000);
  await arrive();
  assert.equal(names(reader.read()), ["BLUE 1", "RED 2", "RED 3", "RED 4", "BLUE 5"]);
  assert.equal(names(reader.readInstance(reader.lookupInstance({ color: "RED" }))), ["RED 2", "RED 3", "RED 4"]);
  assert.equal(names(reader.take(2)), ["BLUE 1", "RED 2"]);
  const seen: number[] = [];
  for await (const { data } of reader) if (seen.push(data!.x) === 3) break;
  assert.equal(seen, [3, 4, 5]);
});

test("readNextSample and takeNextSample go by arrival and pass over what was read", async () => {
  const { reader, writer, arrive } = await openReading();
  writeAll(writer, [
    ["RED", 1],
    ["BLUE", 1],
    ["RED", 2],
    ["BLUE", 2],
  ]);
  await arrive();
  assert.equal(names([reader.readNextSample()!, reader.readNextSample()!]), ["RED 1", "BLUE 1"]);
  assert.equal(names([reader.takeNextSample()!]), ["RED 2"]);
  const last = reader.readNextSample()!;
  assert.equal([last.data!.color, last.info.sampleRank, last.info.sampleState], ["BLUE", 0, "NOT_READ"]);
  assert.is(reader.readNextSample(), undefined);
  assert.is(reader.takeNextSample(), undefined);
  assert.equal(names(reader.take()), ["RED 1", "BLUE 1", "BLUE 2"]);
});

test("for await takes what was read too, in the order of arrival", async () => {
  const { reader, writer, arrive } = await openReading();
  writeAll(writer, [
    ["RED", 1],
    ["BLUE", 1],
    ["RED", 2],
  ]);
  await arrive();
  reader.read({ max: 2 });
  const seen: string[] = [];
  for await (const sample of reader) if (seen.push(...names([sample])) === 3) break;
  assert.equal(seen, ["RED 1", "BLUE 1", "RED 2"]);
});

/** How often the state of a sample was looked at while `act` ran. */
function looksDuring(act: () => void): number {
  const { prototype } = CachedSample;
  const original = Object.getOwnPropertyDescriptor(prototype, "slot")!;
  let looks = 0;
  Object.defineProperty(prototype, "slot", {
    ...original,
    get(this: CachedSample<object>) {
      looks++;
      return original.get!.call(this);
    },
  });
  try {
    act();
  } finally {
    Object.defineProperty(prototype, "slot", original);
  }
  return looks;
}

test("what is wanted is found without looking at everything", async () => {
  const { reader, writer, arrive } = await openReading();
  const count = 3000;
  for (let x = 0; x < count; x++) writer.write(shape(x, `C${x % 100}`));
  await arrive(500);
  assert.is(reader.read().length, count);
  writer.write(shape(1, "C50"));
  writer.write(shape(1, "NEW"));
  await arrive();
  const c50 = reader.lookupInstance({ color: "C50" });
  // Each sample that is returned is looked at a few times, and those of the instance once.
  assert.ok(looksDuring(() => assert.is(reader.read({ sampleStates: "NOT_READ" }).length, 2)) < 20);
  assert.is(
    looksDuring(() => assert.equal(reader.read({ sampleStates: "NOT_READ" }), [])),
    0,
  );
  assert.is(
    looksDuring(() => assert.equal(reader.take({ instanceStates: "NOT_ALIVE_DISPOSED" }), [])),
    0,
  );
  const ofInstance = looksDuring(() => assert.is(reader.takeInstance(c50, { sampleStates: "READ" }).length, 31));
  assert.ok(ofInstance <= 5 * 31, `${ofInstance} looks`);
  const loop = looksDuring(() => {
    while (reader.take(1).length > 0);
  });
  assert.ok(loop <= 5 * count, `${loop} looks for ${count} samples`);
});

test.run();
