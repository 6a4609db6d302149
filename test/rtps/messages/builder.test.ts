// MessageBuilder besides the layouts: parts, sizes, padding, limits and the order of calls.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MESSAGE_OK } from "../../../src/rtps/messages/faults.js";
import { DataFields } from "../../../src/rtps/messages/fields.js";
import { MessageBuilder } from "../../../src/rtps/messages/MessageBuilder.js";
import { MessageReader } from "../../../src/rtps/messages/MessageReader.js";
import * as sizes from "../../../src/rtps/messages/sizes.js";
import { PAYLOAD_DATA, PAYLOAD_NONE } from "../../../src/rtps/structure/cacheChange.js";
import { toHex } from "../../../src/rtps/structure/guid.js";
import { bytesOf, PEER, PREFIX, setOf } from "./goldenRows.js";
import { walk } from "./walk.js";

const NO_QOS = new Uint8Array(0);
const builder = suite("MessageBuilder");

function started(capacity = 1024): MessageBuilder {
  const made = new MessageBuilder(capacity);
  made.begin(5, 0x017f, PREFIX);
  return made;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

for (const length of [4, 5, 6, 7, 8, 31, 33, 1000]) {
  builder(`an external payload of ${length} octets gives the same datagram as a copied one`, () => {
    const payload = Uint8Array.from({ length }, (_, i) => i + 1);
    const copied = started(2048);
    copied.data(0x107, 0x102, 9, PAYLOAD_DATA, length, NO_QOS);
    copied.appendPayload(payload, 0, length);
    copied.heartbeat(0x107, 0x102, 1, 9, 1, false, false);
    const external = started(128);
    external.data(0x107, 0x102, 9, PAYLOAD_DATA, length, NO_QOS);
    const parts = [external.cut(), payload];
    external.addExternal(length);
    external.heartbeat(0x107, 0x102, 1, 9, 1, false, false);
    parts.push(external.cut());
    const whole = copied.cut();
    assert.is(toHex(joined(parts)), toHex(whole));
    assert.is(external.length, whole.length);
    assert.is(copied.length, whole.length);
    assert.equal(walk(whole), [`DATA sn=9 data=${sizes.paddedLength(length)}`, "HEARTBEAT 1..9#1"]);
  });
}

builder("two external payloads in one datagram", () => {
  const made = started(128);
  const parts: Uint8Array[] = [];
  for (const sn of [1, 2]) {
    made.data(0x107, 0x102, sn, PAYLOAD_DATA, 9, NO_QOS);
    parts.push(made.cut(), new Uint8Array(9).fill(sn));
    made.addExternal(9);
  }
  parts.push(made.cut());
  const whole = joined(parts);
  assert.is(whole.length, made.length);
  assert.equal(walk(whole), ["DATA sn=1 data=12", "DATA sn=2 data=12"]);
});

builder("sizes known beforehand are the sizes written", () => {
  const made = started();
  const inlineQos = bytesOf("7000 1000 a0a1a2a3a4a5a6a7a8a9aaabacadaeaf 0100 0000");
  const wide = setOf(10, 10, 80);
  let before = made.length;
  assert.is(before, sizes.RTPS_HEADER_SIZE);
  const grewBy = (expected: number, what: string) => {
    assert.is(made.length - before, expected, what);
    before = made.length;
  };
  made.infoDestination(PEER);
  grewBy(sizes.INFO_DESTINATION_SIZE, "INFO_DST");
  made.infoTimestamp({ seconds: 1, fraction: 2 });
  grewBy(sizes.INFO_TIMESTAMP_SIZE, "INFO_TS");
  made.infoSource(1, 0x0110, PEER);
  grewBy(sizes.INFO_SOURCE_SIZE, "INFO_SRC");
  made.heartbeat(1, 2, 1, 1, 1, false, false);
  grewBy(sizes.HEARTBEAT_SIZE, "HEARTBEAT");
  made.heartbeatFrag(1, 2, 1, 1, 1);
  grewBy(sizes.HEARTBEAT_FRAG_SIZE, "HEARTBEAT_FRAG");
  made.ackNack(1, 2, wide, 1, false);
  grewBy(sizes.ackNackSize(wide), "ACKNACK");
  made.nackFrag(1, 2, 1, wide, 1);
  grewBy(sizes.nackFragSize(wide), "NACK_FRAG");
  made.gap(1, 2, 1, wide);
  grewBy(sizes.gapSize(wide), "GAP");
  made.data(1, 2, 1, PAYLOAD_DATA, 6, inlineQos);
  made.appendPayload(new Uint8Array(6), 0, 6);
  grewBy(sizes.dataOverhead(inlineQos.length) + sizes.paddedLength(6), "DATA");
  made.dataFrag(1, 2, 1, 1, 1, 6, 12, false, 6, NO_QOS);
  made.appendPayload(new Uint8Array(6), 0, 6);
  grewBy(sizes.dataFragOverhead(0) + sizes.paddedLength(6), "DATA_FRAG");
  assert.is(made.remaining(1000), 1000 - made.length);
  assert.is(walk(made.cut()).filter((line) => line.endsWith("malformed")).length, 0);
});

builder("begin() starts over in the same slab, and the padding is zero again", () => {
  const made = started();
  made.data(1, 2, 1, PAYLOAD_DATA, 64, NO_QOS);
  made.appendPayload(new Uint8Array(64).fill(0xff), 0, 64);
  const first = made.cut();
  made.begin(4, 0x0110, PEER);
  made.data(1, 2, 2, PAYLOAD_DATA, 5, NO_QOS);
  made.appendPayload(new Uint8Array(5), 0, 5);
  const second = made.cut();
  assert.is(second.buffer, first.buffer);
  assert.is(toHex(second, 0, 8), "5254505302040110");
  assert.is(toHex(second, second.length - 3), "000000");
  assert.equal(walk(second), ["DATA sn=2 data=8"]);
});

builder("cut() of nothing is empty; equal cuts of one slab may be the same view", () => {
  const made = started();
  const first = made.cut();
  assert.is(first.length, 20);
  assert.is(made.cut().length, 0);
  made.begin(5, 0x017f, PREFIX);
  assert.equal(made.cut(), first);
});

builder("replaceSlab() leaves the views of before untouched", () => {
  const made = started();
  made.infoDestination(PEER);
  const kept = made.cut();
  const text = toHex(kept);
  made.replaceSlab();
  made.begin(1, 0xffff, PEER);
  made.infoDestination(PREFIX);
  assert.is(toHex(kept), text);
  assert.is.not(made.cut().buffer, kept.buffer);
});

builder("the largest submessage fits, a larger one is refused", () => {
  const largest = sizes.BODY_MAX - 20;
  const made = started(70000);
  made.data(1, 2, 1, PAYLOAD_DATA, largest, NO_QOS);
  made.appendPayload(new Uint8Array(largest), 0, largest);
  const reader = new MessageReader();
  assert.is(reader.reset(made.cut()), MESSAGE_OK);
  const out = new DataFields();
  assert.ok(reader.next() && reader.readData(out));
  assert.is(out.payloadEnd - out.payloadOffset, largest);
  made.begin(5, 0x017f, PREFIX);
  assert.throws(() => made.data(1, 2, 1, PAYLOAD_DATA, largest + 1, NO_QOS), /must be sent as fragments/);
});

builder("wrong use is refused at once", () => {
  assert.throws(() => started(30).infoDestination(PEER), /too small/);
  assert.throws(() => started().pad(3), /multiple of 4/);
  assert.throws(() => started().appendPayload(new Uint8Array(4), 0, 4), /0 octets was announced/);
  const short = started();
  short.data(1, 2, 1, PAYLOAD_DATA, 8, NO_QOS);
  assert.throws(() => short.appendPayload(new Uint8Array(4), 0, 4), /8 octets was announced/);
  assert.throws(() => short.heartbeat(1, 2, 1, 1, 1, false, false), /is missing/);
  assert.throws(() => short.addExternal(8), /cut\(\) must come before/);
  short.begin(5, 0x017f, PREFIX);
  short.data(1, 2, 1, PAYLOAD_NONE, 0, bytesOf("01000000"));
  assert.equal(walk(short.cut()), ["DATA sn=1 none=0 qos=4"]);
  assert.throws(() => started().headerExtension({ checksum: new Uint8Array(5) }), /4, 8 or 16/);
});

builder.run();
