// The dissector: names, offsets and values, and what it says of datagrams that the engine drops.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type DissectedSubmessage, dissect } from "../../src/inspect/dissect.js";
import { flagNamesOf } from "../../src/inspect/flagNames.js";
import {
  MESSAGE_BAD_MAGIC,
  MESSAGE_OK,
  MESSAGE_TOO_SHORT,
  SUBMESSAGE_TOO_LONG,
} from "../../src/rtps/messages/faults.js";
import { MessageBuilder } from "../../src/rtps/messages/MessageBuilder.js";
import * as kinds from "../../src/rtps/messages/submessageKind.js";
import { PAYLOAD_DATA, PAYLOAD_KEY } from "../../src/rtps/structure/cacheChange.js";
import { GuidPrefix } from "../../src/rtps/structure/guid.js";
import { udpv4Locator } from "../../src/rtps/structure/locator.js";
import { NumberSet } from "../../src/rtps/structure/NumberSet.js";
import { bytes } from "./frames.js";

const PREFIX = new GuidPrefix(bytes("017f00005a5a000100000001"));
const UNICAST = udpv4Locator("10.0.0.9", 7411);
const dissector = suite("dissect");

function built(build: (builder: MessageBuilder) => void, littleEndian = true): Uint8Array {
  const builder = new MessageBuilder(1024, littleEndian);
  builder.begin(5, 0x017f, PREFIX);
  build(builder);
  return builder.cut();
}

function fieldsOf(submessage: DissectedSubmessage): unknown[] {
  return submessage.fields.map(({ name, offset, span, value }) => [name, offset, span, value]);
}

for (const littleEndian of [true, false]) {
  dissector(`header, INFO_TS, ACKNACK, ${littleEndian ? "little" : "big"}-endian`, () => {
    const set = new NumberSet();
    set.reset(2 ** 32);
    set.add(2 ** 32 + 1);
    const datagram = built((builder) => {
      builder.infoTimestamp({ seconds: 0x6553f100, fraction: 0x80000000 });
      builder.ackNack(0x107, 0x102, set, 3, true);
    }, littleEndian);
    const { fault, understood, header, submessages } = dissect(datagram);
    assert.equal([fault, understood], [MESSAGE_OK, datagram.length]);
    assert.equal(
      header.map(({ name, offset, value }) => [name, offset, value]),
      [
        ["protocol", 0, "52545053"],
        ["major", 4, 2],
        ["minor", 5, 5],
        ["vendorId", 6, "017f"],
        ["guidPrefix", 8, "017f00005a5a000100000001"],
      ],
    );
    const [time, ackNack] = submessages;
    assert.equal(fieldsOf(time!), [["timestamp", 24, 8, "6553f100.80000000"]]);
    assert.equal([ackNack!.name, ackNack!.offset, ackNack!.span], ["ACKNACK", 32, 32]);
    assert.equal(ackNack!.flagNames, littleEndian ? ["endianness", "final"] : ["final"]);
    assert.equal(fieldsOf(ackNack!), [
      ["readerId", 36, 4, "00000107"],
      ["writerId", 40, 4, "00000102"],
      ["base", 44, 8, 2 ** 32],
      ["numBits", 52, 4, 2],
      ["members", 56, 4, [2 ** 32 + 1]],
      ["count", 60, 4, 3],
    ]);
  });
}

dissector("DATA and DATA_FRAG: inline QoS and payload as ranges", () => {
  const datagram = built((builder) => {
    builder.data(0x107, 0x102, 1, PAYLOAD_KEY, 8, bytes("7100040000000003 01000000"));
    builder.appendPayload(bytes("0001000007000000"), 0, 8);
    builder.dataFrag(0x107, 0x102, 2, 1, 1, 5, 9, false, 5, new Uint8Array(0));
    builder.appendPayload(bytes("0001000001"), 0, 5);
  });
  const [data, frag] = dissect(datagram).submessages;
  assert.equal(fieldsOf(data!).slice(4), [
    ["writerSn", 36, 8, 1],
    ["inlineQos", 44, 12, "710004000000000301000000"],
    ["serializedKey", 56, 8, "0001000007000000"],
  ]);
  assert.equal(fieldsOf(frag!).slice(4), [
    ["writerSn", 80, 8, 2],
    ["fragmentStartingNum", 88, 4, 1],
    ["fragmentsInSubmessage", 92, 2, 1],
    ["fragmentSize", 94, 2, 5],
    ["sampleSize", 96, 4, 9],
    ["fragments", 100, 5, "0001000001"],
  ]);
});

dissector("locators, GAP, HEADER_EXTENSION", () => {
  const set = new NumberSet();
  set.reset(9);
  const datagram = built((builder) => {
    builder.headerExtension({ messageLength: 100, checksum: bytes("01020304") });
    builder.infoReply([UNICAST], [UNICAST]);
    builder.infoReplyIp4(UNICAST);
    builder.gap(0x107, 0x102, 4, set);
    builder.pad(4);
  });
  const [extension, reply, ip4, gap, pad] = dissect(datagram).submessages;
  assert.equal(fieldsOf(extension!), [
    ["messageLength", 24, 4, 100],
    ["checksum", 28, 4, "01020304"],
  ]);
  assert.equal(fieldsOf(reply!), [
    ["unicastLocator", 40, 24, "udp/10.0.0.9:7411"],
    ["multicastLocator", 68, 24, "udp/10.0.0.9:7411"],
  ]);
  assert.equal(fieldsOf(ip4!), [["unicastLocator", 96, 8, "udp/10.0.0.9:7411"]]);
  assert.equal(fieldsOf(gap!).slice(2), [
    ["gapStart", 116, 8, 4],
    ["base", 124, 8, 9],
    ["numBits", 132, 4, 0],
    ["members", 136, 0, []],
  ]);
  assert.equal(fieldsOf(pad!), [["body", 140, 4, "00000000"]]);
});

dissector("HEARTBEAT with group info", () => {
  const body = "0000010700000102 0000000001000000 0000000002000000 01000000";
  const group = "0000000009000000 0000000004000000 0000000008000000 0102030405060708";
  const [heartbeat] = dissect(bytes(`52545053 0205 017f ${PREFIX} 07093c00 ${body} ${group}`)).submessages;
  assert.equal(heartbeat!.flagNames, ["endianness", "groupInfo"]);
  assert.equal(fieldsOf(heartbeat!).slice(5), [
    ["currentGsn", 52, 8, 9],
    ["firstGsn", 60, 8, 4],
    ["lastGsn", 68, 8, 8],
    ["writerSet", 76, 4, "01020304"],
    ["secureWriterSet", 80, 4, "05060708"],
  ]);
});

dissector("a malformed submessage shows its fixed fields; the walk goes on for the reader's eyes", () => {
  const datagram = built((builder) => {
    builder.heartbeat(1, 2, 9, 2, 1, false, false);
    builder.infoTimestampInvalid();
  });
  const [heartbeat, time] = dissect(datagram).submessages;
  assert.equal([heartbeat!.malformed, time!.malformed], [true, false]);
  assert.equal(fieldsOf(heartbeat!).slice(2, 4), [
    ["firstSn", 32, 8, 9],
    ["lastSn", 40, 8, 2],
  ]);
  assert.equal(fieldsOf(time!), []);
});

dissector("what cannot be walked is said with the octets that were understood", () => {
  const whole = built((builder) => {
    builder.heartbeat(1, 2, 1, 2, 1, false, false);
    builder.data(1, 2, 1, PAYLOAD_DATA, 4, new Uint8Array(0));
    builder.appendPayload(new Uint8Array(4), 0, 4);
  });
  const cut = dissect(whole.subarray(0, whole.length - 1));
  assert.equal([cut.fault, cut.understood, cut.submessages.length], [SUBMESSAGE_TOO_LONG, 52, 1]);
  const short = dissect(whole.subarray(0, 19));
  assert.equal([short.fault, short.understood, short.header.length], [MESSAGE_TOO_SHORT, 0, 0]);
});

dissector("a copy marked RTPX is shown, and said to be none of ours", () => {
  const copy = built((builder) => builder.heartbeat(1, 2, 1, 2, 1, false, false)).slice();
  copy[3] = "X".charCodeAt(0);
  const { fault, header, submessages } = dissect(copy);
  assert.is(fault, MESSAGE_BAD_MAGIC);
  assert.is(header[0]!.value, "52545058");
  assert.is(submessages[0]!.name, "HEARTBEAT");
  assert.is(copy[3], "X".charCodeAt(0));
});

dissector("flag names", () => {
  assert.equal(flagNamesOf(kinds.SUBMESSAGE_DATA, 0x1f), [
    "endianness",
    "inlineQos",
    "data",
    "key",
    "nonStandardPayload",
  ]);
  assert.equal(flagNamesOf(kinds.SUBMESSAGE_DATA_FRAG, 0x0f), ["endianness", "inlineQos", "key", "nonStandardPayload"]);
  assert.equal(flagNamesOf(0x80, 0x81), ["endianness", "bit 7"]);
});

dissector.run();
