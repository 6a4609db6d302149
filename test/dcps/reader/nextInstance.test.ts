import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type DataReader, HANDLE_NIL, type ReadOptions, type Sample } from "../../../src/index.js";
import { type Shape, shape } from "../support.js";
import { names, openReading, writeAll } from "./support.js";

const test = suite("walking instances (§2.2.2.5.3.16, §2.2.2.5.3.17)");

/** All collections of one walk. */
function walk(
  reader: DataReader<Shape>,
  verb: "readNextInstance" | "takeNextInstance",
  options: ReadOptions<Shape> = {},
  between: (samples: Sample<Shape>[]) => void = () => undefined,
): string[][] {
  const collections: string[][] = [];
  let previous = HANDLE_NIL;
  for (;;) {
    const samples = reader[verb](previous, options);
    if (samples.length === 0) return collections;
    collections.push(names(samples));
    previous = samples[0]!.info.instanceHandle;
    between(samples);
  }
}

async function openThree() {
  const reading = await openReading();
  writeAll(reading.writer, [
    ["RED", 1],
    ["BLUE", 1],
    ["RED", 2],
    ["GREEN", 1],
    ["BLUE", 2],
  ]);
  await reading.arrive();
  return reading;
}

const THREE = [["RED 1", "RED 2"], ["BLUE 1", "BLUE 2"], ["GREEN 1"]];

for (const verb of ["readNextInstance", "takeNextInstance"] as const) {
  test(`${verb} visits every instance once, by handle`, async () => {
    const { reader } = await openThree();
    assert.equal(walk(reader, verb), THREE);
    assert.equal(walk(reader, verb), verb === "readNextInstance" ? THREE : []);
  });
}

test("instances without samples that fit are passed over", async () => {
  const { reader, writer, arrive } = await openThree();
  reader.readInstance(reader.lookupInstance({ color: "BLUE" }));
  assert.equal(walk(reader, "readNextInstance", { sampleStates: "NOT_READ", max: 1 }), [["RED 1"], ["GREEN 1"]]);
  reader.takeInstance(reader.lookupInstance({ color: "RED" }));
  writer.dispose({ color: "GREEN" });
  await arrive();
  assert.equal(walk(reader, "readNextInstance", { instanceStates: "ALIVE" }), [["BLUE 1", "BLUE 2"]]);
  assert.equal(walk(reader, "takeNextInstance", { instanceStates: "NOT_ALIVE_DISPOSED" }), [["GREEN 1", "GREEN -"]]);
});

test("the previous instance may be gone, and others come meanwhile", async () => {
  const { reader, writer, arrive } = await openThree();
  writer.unregister({ color: "RED" });
  writer.unregister({ color: "BLUE" });
  await arrive();
  // Taking the last sample of an instance without writers forgets it: its handle is all that is left.
  const seen = walk(reader, "takeNextInstance", {}, ([first]) => {
    assert.equal(reader.readInstance(first!.info.instanceHandle), []);
    if (first!.data!.color === "RED") assert.is(reader.lookupInstance({ color: "RED" }), HANDLE_NIL);
  });
  assert.equal(seen, [["RED 1", "RED 2", "RED -"], ["BLUE 1", "BLUE 2", "BLUE -"], ["GREEN 1"]]);
  writer.write(shape(9, "RED"));
  await arrive();
  assert.equal(walk(reader, "takeNextInstance"), [["RED 9"]]);
});

test("a handle from long ago still says where to go on", async () => {
  const { reader, writer, arrive } = await openReading();
  const handles: number[] = [];
  for (let x = 0; x < 300; x++) {
    writer.write(shape(x, `C${x}`));
    await arrive(1);
    handles.push(reader.lookupInstance({ color: `C${x}` }));
  }
  assert.equal(
    handles,
    [...handles].sort((a, b) => a - b),
  );
  // All but each tenth vanish, so that the reader tidies up in between.
  for (let x = 0; x < 300; x++) if (x % 10 !== 7) writer.unregister({ color: `C${x}` });
  await arrive(100);
  for (let x = 0; x < 300; x++) if (x % 10 !== 7) reader.takeInstance(handles[x]!);
  for (let x = 0; x < 300; x++) {
    const next = reader.readNextInstance(handles[x]!)[0];
    const expected = x - (x % 10) + (x % 10 < 7 ? 7 : 17);
    assert.is(next?.data?.color, expected < 300 ? `C${expected}` : undefined, `after C${x}`);
  }
});

test("a walk that takes instances under its feet", async () => {
  const { reader, writer, arrive } = await openThree();
  const seen = walk(reader, "readNextInstance", {}, ([first]) => {
    if (first!.data!.color !== "RED") return;
    reader.takeInstance(reader.lookupInstance({ color: "BLUE" }));
  });
  assert.equal(seen, [["RED 1", "RED 2"], ["GREEN 1"]]);
  writer.write(shape(3, "BLUE"));
  await arrive();
  assert.equal(walk(reader, "takeNextInstance"), [["RED 1", "RED 2"], ["BLUE 3"], ["GREEN 1"]]);
});

test.run();
