// Against @foxglove/rtps, in both directions, where it can do the same work. Left out, because it cannot: numbers from
// 2^31 (it reads the low word as signed), inline QoS, keys, fragments whose size is not a multiple of 4 (it sizes the
// last one differently), length 0, INFO_SRC, INFO_REPLY and timestamps taken back.

import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MESSAGE_OK } from "../../../src/rtps/messages/faults.js";
import * as fields from "../../../src/rtps/messages/fields.js";
import { MessageBuilder } from "../../../src/rtps/messages/MessageBuilder.js";
import { MessageReader } from "../../../src/rtps/messages/MessageReader.js";
import { PAYLOAD_DATA } from "../../../src/rtps/structure/cacheChange.js";
import { toHex } from "../../../src/rtps/structure/guid.js";
import { NumberSet } from "../../../src/rtps/structure/NumberSet.js";
import { timestampFromEpochMs } from "../../../src/rtps/structure/time.js";
import { PEER, PREFIX } from "./goldenRows.js";

// Its submessages are not exported, so they are loaded by path.
const require = createRequire(import.meta.url);
const other = require("@foxglove/rtps");
const messages = join(dirname(require.resolve("@foxglove/rtps")), "messaging");
const parts = require(join(messages, "submessages", "index.js"));
const { SubMessageGroup } = require(join(messages, "SubMessageGroup.js"));
const { FragmentNumberSet } = require(join(messages, "..", "common", "FragmentNumberSet.js"));

const id = fc.integer({ min: 0, max: 0xffffffff });
const smallSn = fc.integer({ min: 1, max: 2 ** 31 - 300 });
const count = fc.integer({ min: 0, max: 0xffffffff });
const steps = fc.uniqueArray(fc.integer({ min: 0, max: 255 }), { maxLength: 20 });
const payload = fc.uint8Array({ minLength: 1, maxLength: 16 }).map((words) => {
  const bytes = new Uint8Array(words.length * 4);
  bytes.set(words);
  return bytes;
});

interface Sample {
  little: boolean;
  readerId: number;
  writerId: number;
  sn: number;
  count: number;
  steps: number[];
  payload: Uint8Array;
}

const sample = fc.record<Sample>({
  little: fc.boolean(),
  readerId: id,
  writerId: id,
  sn: smallSn,
  count,
  steps,
  payload,
});

function setOf(base: number, steps: readonly number[]): NumberSet {
  const set = new NumberSet();
  set.reset(base);
  for (const step of steps) set.add(base + step);
  return set;
}

// A fraction that is exact in both: it rounds down where we round up.
const TIME = timestampFromEpochMs(1_796_027_008_500);

/** One datagram with every submessage that both know. */
function ours(s: Sample): Uint8Array {
  const builder = new MessageBuilder(4096, s.little);
  const none = new Uint8Array(0);
  builder.begin(5, 0x017f, PREFIX);
  builder.infoDestination(PEER);
  builder.infoTimestamp(TIME);
  builder.data(s.readerId, s.writerId, s.sn, PAYLOAD_DATA, s.payload.length, none);
  builder.appendPayload(s.payload, 0, s.payload.length);
  builder.dataFrag(
    s.readerId,
    s.writerId,
    s.sn,
    2,
    1,
    s.payload.length,
    s.payload.length * 3,
    false,
    s.payload.length,
    none,
  );
  builder.appendPayload(s.payload, 0, s.payload.length);
  builder.heartbeat(s.readerId, s.writerId, 1, s.sn, s.count, s.count % 2 === 1, false);
  builder.heartbeatFrag(s.readerId, s.writerId, s.sn, 7, s.count);
  builder.ackNack(s.readerId, s.writerId, setOf(s.sn, s.steps), s.count, s.count % 2 === 1);
  builder.nackFrag(s.readerId, s.writerId, s.sn, setOf(3, s.steps), s.count);
  builder.gap(s.readerId, s.writerId, 1, setOf(s.sn, s.steps));
  return builder.cut().slice();
}

/** The same datagram by the other's hand. */
function theirs(s: Sample): Uint8Array {
  const group = new SubMessageGroup({ bigEndian: !s.little, maxSize: 4000 });
  const numbers = setOf(s.sn, s.steps);
  const snSet = new other.SequenceNumberSet(BigInt(s.sn), numbers.numBits, numbers.words);
  const fragments = setOf(3, s.steps);
  const final = s.count % 2 === 1 ? 2 : 0;
  const sn = BigInt(s.sn);
  const size = s.payload.length;
  group.writeSubmessage(new parts.InfoDst(PEER.toString()));
  group.writeSubmessage(new parts.InfoTs({ sec: TIME.seconds, nsec: 500_000_000 }));
  group.writeSubmessage(new parts.DataMsg(s.readerId, s.writerId, sn, s.payload, 4));
  group.writeSubmessage(new parts.DataFrag(s.readerId, s.writerId, sn, 2, 1, size, size * 3, [s.payload]));
  group.writeSubmessage(new parts.Heartbeat(s.readerId, s.writerId, 1n, sn, s.count, final));
  group.writeSubmessage(new parts.HeartbeatFrag(s.readerId, s.writerId, sn, 7, s.count));
  group.writeSubmessage(new parts.AckNack(s.readerId, s.writerId, snSet, s.count, final));
  const fragmentSet = new FragmentNumberSet(3, fragments.numBits, fragments.words);
  group.writeSubmessage(new parts.NackFrag(s.readerId, s.writerId, sn, fragmentSet, s.count));
  group.writeSubmessage(new parts.Gap(s.readerId, s.writerId, 1n, snSet));
  const options = {
    guidPrefix: PREFIX.toString(),
    protocolVersion: { major: 2, minor: 5 },
    vendorId: 0x017f,
    maxSize: 4096,
  };
  const message = new other.Message(options);
  message.writeGroup(group);
  return message.data;
}

const differential = suite("against @foxglove/rtps");

differential("both write the same datagram", () => {
  const property = fc.property(sample, (s) => assert.is(toHex(ours(s)), toHex(theirs(s))));
  fc.assert(property, { numRuns: 300 });
});

differential("it reads what we write", () => {
  const property = fc.property(sample, (s) => {
    const view = new other.MessageView(ours(s));
    assert.equal([view.vendorId, view.guidPrefix], [0x017f, PREFIX.toString()]);
    const [dst, ts, data, frag, heartbeat, heartbeatFrag, ackNack, nackFrag, gap, ...more] = view.subMessages();
    assert.is(more.length, 0);
    assert.is(dst.guidPrefix, PEER.toString());
    assert.equal(ts.timestamp, { sec: TIME.seconds, nsec: 500_000_000 });
    for (const view of [data, frag, heartbeat, heartbeatFrag, ackNack, nackFrag, gap]) {
      assert.equal([view.readerEntityId, view.writerEntityId], [s.readerId, s.writerId]);
    }
    assert.is(data.writerSeqNumber, BigInt(s.sn));
    assert.is(toHex(data.serializedData), toHex(s.payload));
    assert.equal([frag.fragmentStartingNum, frag.fragmentsInSubmessage], [2, 1]);
    assert.is(toHex(frag.fragments[0]), toHex(s.payload));
    assert.equal([heartbeat.firstAvailableSeqNumber, heartbeat.lastSeqNumber], [1n, BigInt(s.sn)]);
    assert.equal([heartbeat.count, heartbeat.final], [s.count, s.count % 2 === 1]);
    assert.equal([heartbeatFrag.lastFragmentNumber, heartbeatFrag.count], [7, s.count]);
    const members = setOf(s.sn, s.steps).toArray();
    assert.equal([...ackNack.readerSNState.sequenceNumbers()].map(Number), members);
    assert.equal([ackNack.count, ackNack.final], [s.count, s.count % 2 === 1]);
    assert.equal([...nackFrag.fragmentNumberState.fragmentNumbers()], setOf(3, s.steps).toArray());
    assert.equal([gap.gapStart, ...gap.gapList.sequenceNumbers()].map(Number), [1, ...members]);
  });
  fc.assert(property, { numRuns: 300 });
});

differential("we read what it writes", () => {
  const reader = new MessageReader();
  const data = new fields.DataFields();
  const frag = new fields.DataFragFields();
  const heartbeat = new fields.HeartbeatFields();
  const heartbeatFrag = new fields.HeartbeatFragFields();
  const ackNack = new fields.AckNackFields();
  const nackFrag = new fields.NackFragFields();
  const gap = new fields.GapFields();
  const time = new fields.InfoTimestampFields();
  const property = fc.property(sample, (s) => {
    const bytes = theirs(s);
    assert.is(reader.reset(bytes), MESSAGE_OK);
    assert.ok(reader.next() && toHex(bytes, reader.bodyOffset, 12) === PEER.toString());
    assert.ok(reader.next() && reader.readInfoTimestamp(time));
    assert.equal({ ...time }, TIME);
    assert.ok(reader.next() && reader.readData(data));
    assert.equal([data.readerId, data.writerId, data.sn], [s.readerId, s.writerId, s.sn]);
    assert.is(toHex(bytes, data.payloadOffset, data.payloadEnd - data.payloadOffset), toHex(s.payload));
    assert.ok(reader.next() && reader.readDataFrag(frag));
    assert.equal([frag.fragmentStartingNum, frag.fragmentSize], [2, s.payload.length]);
    assert.is(toHex(bytes, frag.payloadOffset, frag.payloadEnd - frag.payloadOffset), toHex(s.payload));
    assert.ok(reader.next() && reader.readHeartbeat(heartbeat));
    assert.equal([heartbeat.firstSn, heartbeat.lastSn, heartbeat.count], [1, s.sn, s.count]);
    assert.ok(reader.next() && reader.readHeartbeatFrag(heartbeatFrag));
    assert.equal([heartbeatFrag.sn, heartbeatFrag.lastFragmentNum], [s.sn, 7]);
    assert.ok(reader.next() && reader.readAckNack(ackNack));
    assert.equal(ackNack.set, setOf(s.sn, s.steps));
    assert.is(ackNack.final, s.count % 2 === 1);
    assert.ok(reader.next() && reader.readNackFrag(nackFrag));
    assert.equal(nackFrag.set, setOf(3, s.steps));
    assert.ok(reader.next() && reader.readGap(gap));
    assert.equal([gap.gapStart, gap.writerId], [1, s.writerId]);
    assert.equal(gap.set, setOf(s.sn, s.steps));
    assert.not(reader.next());
    assert.is(reader.fault, MESSAGE_OK);
  });
  fc.assert(property, { numRuns: 300 });
});

differential("its known limits are still there: the exclusions above are needed", () => {
  const builder = new MessageBuilder(256);
  builder.begin(5, 0x017f, PREFIX);
  builder.heartbeat(1, 2, 1, 2 ** 31, 1, false, false);
  const [heartbeat] = new other.MessageView(builder.cut()).subMessages();
  assert.is.not(heartbeat.lastSeqNumber, BigInt(2 ** 31));
});

differential.run();
