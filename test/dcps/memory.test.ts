// Memory of large samples that is used again: at a reader that lends its data, and at every writer.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MemoryPool } from "../../src/dcps/MemoryPool.js";
import { BLOB, type Blob, closeAll, Heard, IN_TIME, openPair } from "./support.js";

const test = suite("memory of large samples");
test.after.each(closeAll);

const KEEP_ALL = { reliability: "reliable", history: "keepAll" } as const;
const COUNT = 12;

/** Octet k of sample `index`. */
const octet = (index: number, k: number) => (index * 31 + k * 7) & 255;

function isIntact({ index, bytes }: Blob, length: number): boolean {
  return bytes.length === length && bytes.every((value, k) => value === octet(index, k));
}

for (const reusesMemory of [true, false]) {
  test(`samples in fragments are intact when they are told: reusesMemory ${reusesMemory}`, async () => {
    const [a, b] = await openPair();
    const done = new Heard<void>("all samples");
    const told: { index: number; intact: boolean; bytes: Uint8Array }[] = [];
    const lengthOf = (index: number) => 200_000 - 1000 * index;
    b.createReader(b.createTopic<Blob>("Blob", BLOB), {
      qos: KEEP_ALL,
      reusesMemory,
      listener: {
        onSample: ({ data }) => {
          if (data === undefined) return;
          told.push({ index: data.index, intact: isIntact(data, lengthOf(data.index)), bytes: data.bytes });
          if (told.length === COUNT) done.resolve();
        },
      },
    });
    const writer = a.createWriter(a.createTopic<Blob>("Blob", BLOB), { qos: KEEP_ALL });
    await writer.ready(1, IN_TIME);
    for (let index = 0; index < COUNT; index++) {
      writer.write({ index, bytes: Uint8Array.from({ length: lengthOf(index) }, (_, k) => octet(index, k)) });
      // Each is acknowledged, and its memory is there for the next, before that is written.
      await writer.waitForAcknowledgments(IN_TIME);
    }
    await done.promise;
    assert.equal(
      told.map(({ index, intact }) => [index, intact]),
      Array.from({ length: COUNT }, (_, index) => [index, true]),
    );
    const buffers = new Set(told.map(({ bytes }) => bytes.buffer));
    if (reusesMemory) assert.ok(buffers.size < COUNT, `${buffers.size} buffers for ${COUNT} samples`);
    else assert.is(buffers.size, COUNT);
  });
}

test("data that is the user's stays as it is while more comes in", async () => {
  const [a, b] = await openPair();
  const reader = b.createReader(b.createTopic<Blob>("Blob", BLOB), { qos: KEEP_ALL });
  const writer = a.createWriter(a.createTopic<Blob>("Blob", BLOB), { qos: KEEP_ALL });
  await writer.ready(1, IN_TIME);
  for (let index = 0; index < COUNT; index++) {
    writer.write({ index, bytes: Uint8Array.from({ length: 100_000 }, (_, k) => octet(index, k)) });
    await writer.waitForAcknowledgments(IN_TIME);
  }
  const samples = reader.take();
  assert.is(samples.length, COUNT);
  for (const { data } of samples) assert.ok(isIntact(data!, 100_000), `sample ${data!.index}`);
});

test("a pool keeps 16 buffers, and none beyond 32 MiB", () => {
  const pool = new MemoryPool();
  const many = Array.from({ length: 20 }, () => pool.acquire(10_000));
  for (const bytes of many) pool.release(bytes);
  const again = Array.from({ length: 20 }, () => pool.acquire(10_000).buffer);
  assert.is(again.filter((buffer) => many.some((bytes) => bytes.buffer === buffer)).length, 16);
  const huge = pool.acquire(33 * 1024 * 1024);
  pool.release(huge);
  assert.is.not(pool.acquire(33 * 1024 * 1024).buffer, huge.buffer);
});

test.run();
