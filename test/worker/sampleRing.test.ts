import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SampleRing } from "../../src/worker/SampleRing.js";

const test = suite("sample ring");

const NOTHING = new Uint8Array(0);
const filled = (length: number, seed: number) => Uint8Array.from({ length }, (_, i) => (seed + 7 * i) & 0xff);

/** The two ends, each with an object of its own as in two threads. */
function ends(capacity: number) {
  const memory = SampleRing.allocate(capacity);
  return { writer: new SampleRing(memory), reader: new SampleRing(memory) };
}

test("any sequence of writes and reads gives what a bounded queue gives, wherever records wrap", () => {
  const step = fc.record({ isWrite: fc.boolean(), first: fc.nat(40), second: fc.nat(40), seed: fc.nat(255) });
  fc.assert(
    fc.property(fc.constantFrom(64, 128, 256), fc.array(step, { maxLength: 200 }), (capacity, steps) => {
      const { writer, reader } = ends(capacity);
      const model: Uint8Array[] = [];
      const sizeOf = (record: Uint8Array) => 4 + 4 * Math.ceil(record.length / 4);
      const used = () => model.reduce((sum, record) => sum + sizeOf(record), 0);
      for (const { isWrite, first, second, seed } of steps) {
        if (isWrite) {
          const record = filled(first + second, seed);
          const fits = used() + sizeOf(record) <= capacity;
          assert.is(writer.tryWrite(record.subarray(0, first), record.subarray(first)), fits);
          if (fits) model.push(record);
        } else {
          assert.equal(reader.read(), model.shift());
        }
        assert.is(reader.usedBytes, used());
      }
      for (const record of model) assert.equal(reader.read(), record);
      assert.is(reader.read(), undefined);
    }),
  );
});

test("a record as large as the ring fits exactly, at every position, and one octet more never does", () => {
  const { writer, reader } = ends(64);
  for (let n = 0; n < 40; n++) {
    const record = filled(writer.maxRecordBytes, n);
    assert.not(writer.tryWrite(filled(writer.maxRecordBytes + 1, n), NOTHING));
    assert.ok(writer.tryWrite(record, NOTHING));
    assert.not(writer.tryWrite(NOTHING, NOTHING));
    assert.equal(reader.read(), record);
    // Moves the beginning on by 4 and 8 octets in turn.
    assert.ok(writer.tryWrite(filled(n % 5, n), NOTHING));
    assert.equal(reader.read(), filled(n % 5, n));
  }
});

test("positions go on over the end of 32 bits", () => {
  const memory = SampleRing.allocate(64);
  new Int32Array(memory, 0, 2).fill(-40);
  const [writer, reader] = [new SampleRing(memory), new SampleRing(memory)];
  for (let n = 0; n < 20; n++) {
    assert.ok(writer.tryWrite(filled(20, n), filled(3, n)));
    assert.is(writer.usedBytes, 28);
    assert.equal(reader.read(), Uint8Array.of(...filled(20, n), ...filled(3, n)));
  }
});

test("a burst wakes a sleeping reader once, and a reader that finds something does not sleep", () => {
  const { writer, reader } = ends(64);
  assert.not(writer.claimWake());
  assert.ok(reader.sleep());
  writer.tryWrite(NOTHING, NOTHING);
  assert.ok(writer.claimWake());
  writer.tryWrite(NOTHING, NOTHING);
  assert.not(writer.claimWake());
  assert.not(reader.sleep());
  assert.not(writer.claimWake());
  reader.read();
  reader.read();
  assert.ok(reader.sleep());
});

test("a writer that found no room is told once that there is some", () => {
  const { writer, reader } = ends(64);
  assert.not(reader.claimRoom());
  writer.waitForRoom();
  assert.ok(reader.claimRoom());
  assert.not(reader.claimRoom());
});

test("what is no size of a ring is refused in one line", () => {
  for (const bytes of [0, 63, 100, 2 ** 31, -64, 64.5, Number.NaN])
    assert.throws(() => SampleRing.allocate(bytes), /^ringBytes must be a power of two from 64 to 2\^30, not /);
});

test.run();
