import { suite } from "uvu";
import * as assert from "uvu/assert";
import { joinRecords } from "../../src/trace/joinRecords.js";
import { BLOB, type Blob, closeAll, IN_TIME, openPair, SHAPE, type Shape, shape, takeSome } from "./support.js";

const test = suite("trace and counters");
test.after.each(closeAll);

const KEEP_ALL = { reliability: "reliable", history: "keepAll" } as const;
const [T0, T1, T2, T3, T4, T5] = [0, 1, 2, 3, 4, 5];

for (const size of [16, 100_000]) {
  test(`records of ${size} bytes join across participants, and their times do not go backwards`, async () => {
    const [a, b] = await openPair();
    const reader = b.createReader(b.createTopic<Blob>("Blob", BLOB), { qos: KEEP_ALL, trace: true });
    const writer = a.createWriter(a.createTopic<Blob>("Blob", BLOB), { qos: KEEP_ALL, trace: { capacity: 256 } });
    await writer.ready(1, IN_TIME);
    const beforeUs = a.nowUs();
    for (let index = 0; index < 50; index++) {
      await writer.writeAsync({ index, bytes: new Uint8Array(size) });
      await takeSome(reader, 1);
    }
    const afterUs = b.nowUs();
    const { samples, counts } = joinRecords([writer.trace!.drain(true)], reader.trace!.drain(true));
    assert.equal(counts, { unjoinedWriter: 0, unjoinedReader: 0, incomplete: 0, nonMonotonic: 0, lostRecords: 0 });
    assert.equal(samples.writerGuids, [writer.guid.toString()]);
    assert.equal(
      [...samples.sn],
      Array.from({ length: 50 }, (_, i) => i + 1),
    );
    const at = (point: number | undefined, i: number) => samples.times[point!]![i]!;
    for (let i = 0; i < 50; i++) {
      assert.ok(at(T0, i) >= beforeUs && at(T5, i) <= afterUs);
      assert.ok(at(T0, i) <= at(T1, i) && at(T1, i) <= at(T2, i), `t0..t2 of sample ${i}`);
      assert.ok(at(T2, i) <= at(T3, i), `t2 <= t3 of sample ${i}: both are stamped on one host's clock`);
      assert.ok(at(T3, i) <= at(T4, i) && at(T4, i) <= at(T5, i), `t3..t5 of sample ${i}`);
    }
  });
}

test("onSample is traced as well, disposals too", async () => {
  const [a, b] = await openPair();
  const reader = b.createReader(b.createTopic<Shape>("Square", SHAPE), {
    qos: KEEP_ALL,
    trace: true,
    listener: { onSample: () => undefined },
  });
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL, trace: true });
  await writer.ready(1, IN_TIME);
  writer.write(shape(1));
  writer.dispose({ color: "RED" });
  await writer.waitForAcknowledgments(IN_TIME);
  const { samples, counts } = joinRecords([writer.trace!.drain(true)], reader.trace!.drain(true));
  assert.is(samples.sn.length, 2);
  assert.is(counts.incomplete, 0);
});

test("without tracing there is no record, on either side", async () => {
  const [a, b] = await openPair();
  const reader = b.createReader(b.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  await writer.ready(1, IN_TIME);
  writer.write(shape(1));
  await takeSome(reader, 1);
  assert.is(writer.trace, undefined);
  assert.is(reader.trace, undefined);
});

test("one side may be traced alone", async () => {
  const [a, b] = await openPair();
  const reader = b.createReader(b.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL, trace: true });
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  await writer.ready(1, IN_TIME);
  for (let x = 0; x < 3; x++) writer.write(shape(x));
  await takeSome(reader, 3);
  const { counts } = joinRecords([], reader.trace!.drain(true));
  assert.is(counts.unjoinedReader, 3);
});

test("counters tell datagrams, bytes and submessages by kind", async () => {
  const [a, b] = await openPair();
  const reader = b.createReader(b.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  const writer = a.createWriter(a.createTopic<Shape>("Square", SHAPE), { qos: KEEP_ALL });
  await writer.ready(1, IN_TIME);
  const before = { out: a.counters, in: b.counters };
  for (let x = 0; x < 100; x++) writer.write(shape(x));
  await takeSome(reader, 100);
  await writer.waitForAcknowledgments(IN_TIME);
  const after = { out: a.counters, in: b.counters };
  assert.is((after.out.samplesWritten ?? 0) - (before.out.samplesWritten ?? 0), 100);
  assert.is((after.in.samplesDelivered ?? 0) - (before.in.samplesDelivered ?? 0), 100);
  assert.ok(after.out.submessagesOut.Data! - before.out.submessagesOut.Data! >= 100);
  assert.ok(after.in.submessagesIn.Data! - before.in.submessagesIn.Data! >= 100);
  assert.ok(after.in.submessagesIn.InfoTimestamp! > (before.in.submessagesIn.InfoTimestamp ?? 0));
  assert.ok(after.in.submessagesOut.AckNack! > 0 && after.out.submessagesIn.AckNack! > 0);
  assert.ok(after.out.submessagesOut.Heartbeat! > 0);
  assert.ok(after.out.datagramsOut! > before.out.datagramsOut!);
  // Each Data has a header of 4 bytes, 20 bytes of its own and a payload of 24 bytes at least.
  const bytes = after.out.submessageBytesOut.Data! - before.out.submessageBytesOut.Data!;
  assert.ok(bytes >= 100 * 48 && bytes <= after.out.bytesOut!);
});

test.run();
