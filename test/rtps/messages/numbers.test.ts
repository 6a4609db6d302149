// Sequence numbers where small integers become doubles, and every submessage back from a round trip.

import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MESSAGE_OK } from "../../../src/rtps/messages/faults.js";
import * as fields from "../../../src/rtps/messages/fields.js";
import { MessageBuilder } from "../../../src/rtps/messages/MessageBuilder.js";
import { MessageReader } from "../../../src/rtps/messages/MessageReader.js";
import { PAYLOAD_DATA } from "../../../src/rtps/structure/cacheChange.js";
import { NumberSet } from "../../../src/rtps/structure/NumberSet.js";
import { SN_MAX } from "../../../src/rtps/structure/sequenceNumber.js";
import { bytesOf, PREFIX } from "./goldenRows.js";

const TWO_31 = 2 ** 31;
const TWO_32 = 2 ** 32;
const EDGES = [1, 2, TWO_31 - 1, TWO_31, TWO_31 + 1, TWO_32 - 1, TWO_32, TWO_32 + 1, 2 ** 40 + 3, SN_MAX - 300];

const numbers = suite("numbers on the wire");

const wire = {
  builders: [new MessageBuilder(1024), new MessageBuilder(1024, false)],
  reader: new MessageReader(),
};

/** Builds one submessage and moves the reader to it. */
function through(littleEndian: boolean, build: (builder: MessageBuilder) => void): MessageReader {
  const builder = wire.builders[littleEndian ? 0 : 1]!;
  builder.begin(5, 0x017f, PREFIX);
  build(builder);
  assert.is(wire.reader.reset(builder.cut().slice()), MESSAGE_OK);
  assert.ok(wire.reader.next());
  return wire.reader;
}

for (const sn of EDGES) {
  numbers(`${sn}: in DATA, HEARTBEAT, GAP and ACKNACK`, () => {
    for (const littleEndian of [true, false]) {
      const data = new fields.DataFields();
      const reader = through(littleEndian, (builder) => {
        builder.data(1, 2, sn, PAYLOAD_DATA, 4, new Uint8Array(0));
        builder.appendPayload(new Uint8Array(4), 0, 4);
        builder.heartbeat(1, 2, sn, sn, 1, false, false);
      });
      assert.ok(reader.readData(data));
      assert.is(data.sn, sn);
      const heartbeat = new fields.HeartbeatFields();
      assert.ok(reader.next() && reader.readHeartbeat(heartbeat));
      assert.equal([heartbeat.firstSn, heartbeat.lastSn], [sn, sn]);
      const set = new NumberSet();
      set.reset(sn);
      for (const step of [0, 1, 2, 31, 32, 200, 255]) set.add(sn + step);
      const gap = new fields.GapFields();
      assert.ok(through(littleEndian, (builder) => builder.gap(1, 2, sn, set)).readGap(gap));
      assert.equal(gap.set.toArray(), set.toArray());
      const ackNack = new fields.AckNackFields();
      assert.ok(through(littleEndian, (builder) => builder.ackNack(1, 2, set, 7, false)).readAckNack(ackNack));
      assert.equal(ackNack.set, set);
    }
  });
}

numbers("a word of the bitmap with its top bit set stays unsigned", () => {
  const set = new NumberSet();
  set.reset(TWO_32 - 1);
  set.add(TWO_32 - 1);
  const out = new fields.AckNackFields();
  assert.ok(through(true, (builder) => builder.ackNack(1, 2, set, 1, true)).readAckNack(out));
  assert.is(out.set.words[0], 0x80000000);
});

numbers("a set that was larger before leaves nothing behind", () => {
  const out = new fields.AckNackFields();
  const full = new NumberSet();
  full.reset(1);
  for (let sn = 1; sn <= 256; sn++) full.add(sn);
  assert.ok(through(true, (builder) => builder.ackNack(1, 2, full, 1, true)).readAckNack(out));
  const small = new NumberSet();
  small.reset(5);
  small.add(6);
  assert.ok(through(true, (builder) => builder.ackNack(1, 2, small, 1, true)).readAckNack(out));
  assert.equal(out.set, small);
});

numbers("garbage beyond numBits is not kept: members added later do not bring it to light", () => {
  const head = "52545053 0205 0101 01010000 00000000 00000000 06012000 00000107 00000102";
  const datagram = bytesOf(`${head} 0000000001000000 21000000 00000080 ffffffff 02000000`);
  const out = new fields.AckNackFields();
  const reader = new MessageReader();
  assert.is(reader.reset(datagram), MESSAGE_OK);
  assert.ok(reader.next() && reader.readAckNack(out));
  assert.equal([...out.set.words], [0x80000000, 0x80000000, 0, 0, 0, 0, 0, 0]);
  out.set.add(50);
  assert.equal(out.set.toArray(), [1, 33, 50]);
});

const id = fc.integer({ min: 0, max: 0xffffffff });
const count = fc.integer({ min: 0, max: 0xffffffff });
const anySn = fc.oneof(fc.constantFrom(...EDGES), fc.integer({ min: 1, max: SN_MAX - 300 }));
const steps = fc.uniqueArray(fc.integer({ min: 0, max: 255 }), { maxLength: 40 });

numbers("what is built is what is read", () => {
  const property = fc.property(
    fc.boolean(),
    id,
    id,
    anySn,
    anySn,
    count,
    steps,
    (little, readerId, writerId, a, b, n, at) => {
      const set = new NumberSet();
      set.reset(a);
      for (const step of at) set.add(a + step);
      const firstSn = Math.min(a, b);
      const lastSn = Math.max(a, b);
      const reader = through(little, (builder) => {
        builder.heartbeat(readerId, writerId, firstSn, lastSn, n, at.length > 3, at.length > 9);
        builder.ackNack(readerId, writerId, set, n, at.length > 3);
        builder.gap(readerId, writerId, b, set);
        builder.heartbeatFrag(readerId, writerId, a, n === 0 ? 1 : n, n);
      });
      const heartbeat = new fields.HeartbeatFields();
      assert.ok(reader.readHeartbeat(heartbeat));
      assert.equal([heartbeat.readerId, heartbeat.writerId, heartbeat.count], [readerId, writerId, n]);
      assert.equal([heartbeat.firstSn, heartbeat.lastSn], [firstSn, lastSn]);
      assert.equal([heartbeat.final, heartbeat.liveliness], [at.length > 3, at.length > 9]);
      const ackNack = new fields.AckNackFields();
      assert.ok(reader.next() && reader.readAckNack(ackNack));
      assert.equal([ackNack.readerId, ackNack.writerId, ackNack.count], [readerId, writerId, n]);
      assert.equal(ackNack.set, set);
      const gap = new fields.GapFields();
      assert.ok(reader.next() && reader.readGap(gap));
      assert.equal([gap.readerId, gap.writerId, gap.gapStart], [readerId, writerId, b]);
      assert.equal(gap.set, set);
      const frag = new fields.HeartbeatFragFields();
      assert.ok(reader.next() && reader.readHeartbeatFrag(frag));
      assert.equal([frag.sn, frag.lastFragmentNum, frag.count], [a, n === 0 ? 1 : n, n]);
      assert.not(reader.next());
    },
  );
  fc.assert(property, { numRuns: 500 });
});

numbers.run();
