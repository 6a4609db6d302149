// Annotated bytes of every submessage in both byte orders, with what they mean and how they are built.
// A row is [field, little-endian, big-endian]; the third is left out where the octets are never swapped.

import * as fields from "../../../src/rtps/messages/fields.js";
import * as layout from "../../../src/rtps/messages/layouts.js";
import type { MessageBuilder } from "../../../src/rtps/messages/MessageBuilder.js";
import type { MessageReader } from "../../../src/rtps/messages/MessageReader.js";
import { PAYLOAD_DATA, PAYLOAD_KEY, PAYLOAD_NONE } from "../../../src/rtps/structure/cacheChange.js";
import { GuidPrefix } from "../../../src/rtps/structure/guid.js";
import { type Locator, udpv4Locator } from "../../../src/rtps/structure/locator.js";
import { NumberSet } from "../../../src/rtps/structure/NumberSet.js";

export type Row = readonly [field: string, little: string, big?: string];

export interface Golden {
  readonly name: string;
  readonly rows: readonly Row[];
  /** Whose offsets the rows behind the submessage header must stand at. */
  readonly layout?: layout.WireLayout;
  /** What the reader must find; offsets are from the start of the submessage. */
  readonly read?: (reader: MessageReader, start: number) => unknown;
  readonly expected?: unknown;
  /** Left out for what this stack only reads. */
  readonly build?: (builder: MessageBuilder) => void;
}

export const PREFIX = new GuidPrefix(bytesOf("017f0000 5a5a0001 00000001"));
export const PEER = new GuidPrefix(bytesOf("0110cafe 01020304 05060708"));
/** KEY_HASH, STATUS_INFO and the sentinel, in each byte order. */
const INLINE_QOS_LITTLE = "7000 1000 a0a1a2a3a4a5a6a7a8a9aaabacadaeaf 7100 0400 00000003 0100 0000";
const INLINE_QOS_BIG = "0070 0010 a0a1a2a3a4a5a6a7a8a9aaabacadaeaf 0071 0004 00000003 0001 0000";
const UNICAST = udpv4Locator("192.168.0.2", 7410);
const MULTICAST = udpv4Locator("239.255.0.1", 7400);
const PAYLOAD = bytesOf("00010000 01020304 05");

export function bytesOf(hex: string): Uint8Array {
  const digits = hex.replace(/\s/g, "");
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16);
  return bytes;
}

export function hexOf(golden: Golden, littleEndian: boolean): string {
  return golden.rows.map(([, little, big]) => (littleEndian ? little : (big ?? little))).join("");
}

export function setOf(base: number, ...members: number[]): NumberSet {
  const set = new NumberSet();
  set.reset(base);
  for (const member of members) set.add(member);
  return set;
}

/** The ready inline QoS for a builder of either byte order. */
function inlineQos(builder: MessageBuilder): Uint8Array {
  return bytesOf(builder.littleEndian ? INLINE_QOS_LITTLE : INLINE_QOS_BIG);
}

function plainSet(set: NumberSet): unknown {
  return { base: set.base, numBits: set.numBits, members: set.toArray() };
}

function data(reader: MessageReader, start: number): unknown {
  const out = new fields.DataFields();
  if (!reader.readData(out)) return "malformed";
  return relative(out, start);
}

function dataFrag(reader: MessageReader, start: number): unknown {
  const out = new fields.DataFragFields();
  if (!reader.readDataFrag(out)) return "malformed";
  return relative(out, start);
}

/** Offsets from the start of the submessage; 0 stays 0, which means absent. */
function relative(out: fields.DataFields | fields.DataFragFields, start: number): unknown {
  const move = (offset: number) => (offset === 0 ? 0 : offset - start);
  return {
    ...out,
    inlineQosOffset: move(out.inlineQosOffset),
    inlineQosEnd: move(out.inlineQosEnd),
    payloadOffset: move(out.payloadOffset),
    payloadEnd: move(out.payloadEnd),
  };
}

function heartbeat(reader: MessageReader): unknown {
  const out = new fields.HeartbeatFields();
  return reader.readHeartbeat(out) ? { ...out } : "malformed";
}

function ackNack(reader: MessageReader): unknown {
  const out = new fields.AckNackFields();
  return reader.readAckNack(out) ? { ...out, set: plainSet(out.set) } : "malformed";
}

function gap(reader: MessageReader): unknown {
  const out = new fields.GapFields();
  return reader.readGap(out) ? { ...out, set: plainSet(out.set) } : "malformed";
}

function infoReply(isIp4: boolean): (reader: MessageReader, start: number) => unknown {
  return (reader, start) => {
    const out = new fields.InfoReplyFields();
    if (!reader.readInfoReply(out, isIp4)) return "malformed";
    const multicastOffset = out.multicastOffset === 0 ? 0 : out.multicastOffset - start;
    return { ...out, unicastOffset: out.unicastOffset - start, multicastOffset };
  };
}

const NO_GROUP = {
  groupInfo: false,
  currentGsn: 0,
  firstGsn: 0,
  lastGsn: 0,
  writerSet: 0,
  secureWriterSet: 0,
};

const ENTITIES: readonly Row[] = [
  ["readerId", "00000107"],
  ["writerId", "00000102"],
];

export const HEADER_ROWS: readonly Row[] = [
  ["protocol", "52545053"],
  ["major", "02"],
  ["minor", "05"],
  ["vendorId", "017f"],
  ["guidPrefix", "017f0000 5a5a0001 00000001"],
];

export const GOLDEN: readonly Golden[] = [
  {
    name: "INFO_DST",
    layout: layout.INFO_DESTINATION_BODY,
    rows: [
      ["submessageId", "0e"],
      ["flags", "01", "00"],
      ["octetsToNextHeader", "0c00", "000c"],
      ["guidPrefix", "0110cafe 01020304 05060708"],
    ],
    read: (reader, start) => {
      const out = new fields.InfoDestinationFields();
      return reader.readInfoDestination(out) ? out.prefixOffset - start : "malformed";
    },
    expected: 4,
    build: (builder) => builder.infoDestination(PEER),
  },
  {
    name: "INFO_TS",
    layout: layout.INFO_TIMESTAMP_BODY,
    rows: [
      ["submessageId", "09"],
      ["flags", "01", "00"],
      ["octetsToNextHeader", "0800", "0008"],
      ["timestamp", "00f15365 00000080", "6553f100 80000000"],
    ],
    read: timestamp,
    expected: { seconds: 0x6553f100, fraction: 0x80000000 },
    build: (builder) => builder.infoTimestamp({ seconds: 0x6553f100, fraction: 0x80000000 }),
  },
  {
    name: "INFO_TS that takes the timestamp back",
    rows: [
      ["submessageId", "09"],
      ["flags", "03", "02"],
      ["octetsToNextHeader", "0000"],
    ],
    read: timestamp,
    expected: { seconds: 0xffffffff, fraction: 0xffffffff },
    build: (builder) => builder.infoTimestampInvalid(),
  },
  {
    name: "INFO_SRC",
    layout: layout.INFO_SOURCE_BODY,
    rows: [
      ["submessageId", "0c"],
      ["flags", "01", "00"],
      ["octetsToNextHeader", "1400", "0014"],
      ["unused", "00000000"],
      ["major", "02"],
      ["minor", "01"],
      ["vendorId", "0110"],
      ["guidPrefix", "0110cafe 01020304 05060708"],
    ],
    read: (reader, start) => {
      const out = new fields.InfoSourceFields();
      return reader.readInfoSource(out) ? { ...out, prefixOffset: out.prefixOffset - start } : "malformed";
    },
    expected: { major: 2, minor: 1, vendorId: 0x0110, prefixOffset: 12 },
    build: (builder) => builder.infoSource(1, 0x0110, PEER),
  },
  {
    name: "INFO_REPLY with a unicast locator",
    layout: layout.LOCATOR_LIST,
    rows: [
      ["submessageId", "0f"],
      ["flags", "01", "00"],
      ["octetsToNextHeader", "1c00", "001c"],
      ["numLocators", "01000000", "00000001"],
      ["kind", "01000000", "00000001"],
      ["port", "f21c0000", "00001cf2"],
      ["address", "00000000 00000000 00000000 c0a80002"],
    ],
    read: infoReply(false),
    expected: { isIp4: false, unicastOffset: 8, unicastCount: 1, multicastOffset: 0, multicastCount: 0 },
    build: (builder) => builder.infoReply([UNICAST], []),
  },
  {
    name: "INFO_REPLY with both lists",
    rows: [
      ["submessageId", "0f"],
      ["flags", "03", "02"],
      ["octetsToNextHeader", "5000", "0050"],
      ["unicast numLocators", "02000000", "00000002"],
      ["kind", "01000000", "00000001"],
      ["port", "f21c0000", "00001cf2"],
      ["address", "00000000 00000000 00000000 c0a80002"],
      ["kind", "01000000", "00000001"],
      ["port", "f21c0000", "00001cf2"],
      ["address", "00000000 00000000 00000000 c0a80002"],
      ["multicast numLocators", "01000000", "00000001"],
      ["kind", "01000000", "00000001"],
      ["port", "e81c0000", "00001ce8"],
      ["address", "00000000 00000000 00000000 efff0001"],
    ],
    read: infoReply(false),
    expected: { isIp4: false, unicastOffset: 8, unicastCount: 2, multicastOffset: 60, multicastCount: 1 },
    build: (builder) => builder.infoReply([UNICAST, UNICAST], [MULTICAST]),
  },
  {
    name: "INFO_REPLY_IP4 with both locators",
    rows: [
      ["submessageId", "0d"],
      ["flags", "03", "02"],
      ["octetsToNextHeader", "1000", "0010"],
      ["unicast address", "0200a8c0", "c0a80002"],
      ["unicast port", "f21c0000", "00001cf2"],
      ["multicast address", "0100ffef", "efff0001"],
      ["multicast port", "e81c0000", "00001ce8"],
    ],
    read: infoReply(true),
    expected: { isIp4: true, unicastOffset: 4, unicastCount: 1, multicastOffset: 12, multicastCount: 1 },
    build: (builder) => builder.infoReplyIp4(UNICAST, MULTICAST),
  },
  {
    name: "INFO_REPLY_IP4 with one locator",
    layout: layout.LOCATOR_UDPV4,
    rows: [
      ["submessageId", "0d"],
      ["flags", "01", "00"],
      ["octetsToNextHeader", "0800", "0008"],
      ["address", "0200a8c0", "c0a80002"],
      ["port", "f21c0000", "00001cf2"],
    ],
    read: infoReply(true),
    expected: { isIp4: true, unicastOffset: 4, unicastCount: 1, multicastOffset: 0, multicastCount: 0 },
    build: (builder) => builder.infoReplyIp4(UNICAST),
  },
  {
    name: "PAD",
    rows: [
      ["submessageId", "01"],
      ["flags", "01", "00"],
      ["octetsToNextHeader", "0800", "0008"],
      ["padding", "00000000 00000000"],
    ],
    build: (builder) => builder.pad(8),
  },
  {
    name: "PAD without a body",
    rows: [
      ["submessageId", "01"],
      ["flags", "01", "00"],
      ["octetsToNextHeader", "0000"],
    ],
    build: (builder) => builder.pad(0),
  },
  {
    name: "HEARTBEAT",
    layout: layout.HEARTBEAT_BODY,
    rows: [
      ["submessageId", "07"],
      ["flags", "01", "00"],
      ["octetsToNextHeader", "1c00", "001c"],
      ...ENTITIES,
      ["firstSn", "00000000 03000000", "00000000 00000003"],
      ["lastSn", "01000000 02000080", "00000001 80000002"],
      ["count", "090000ff", "ff000009"],
    ],
    read: heartbeat,
    expected: {
      readerId: 0x107,
      writerId: 0x102,
      firstSn: 3,
      lastSn: 0x1_8000_0002,
      count: 0xff000009,
      final: false,
      liveliness: false,
      ...NO_GROUP,
    },
    build: (builder) => builder.heartbeat(0x107, 0x102, 3, 0x1_8000_0002, 0xff000009, false, false),
  },
  {
    name: "HEARTBEAT of an empty history, final, liveliness",
    layout: layout.HEARTBEAT_BODY,
    rows: [
      ["submessageId", "07"],
      ["flags", "07", "06"],
      ["octetsToNextHeader", "1c00", "001c"],
      ["readerId", "00000000"],
      ["writerId", "000200c2"],
      ["firstSn", "00000000 01000000", "00000000 00000001"],
      ["lastSn", "00000000 00000000"],
      ["count", "01000000", "00000001"],
    ],
    read: heartbeat,
    expected: {
      readerId: 0,
      writerId: 0x200c2,
      firstSn: 1,
      lastSn: 0,
      count: 1,
      final: true,
      liveliness: true,
      ...NO_GROUP,
    },
    build: (builder) => builder.heartbeat(0, 0x200c2, 1, 0, 1, true, true),
  },
  {
    name: "HEARTBEAT with group info",
    rows: [
      ["submessageId", "07"],
      ["flags", "09", "08"],
      ["octetsToNextHeader", "3c00", "003c"],
      ...ENTITIES,
      ["firstSn", "00000000 01000000", "00000000 00000001"],
      ["lastSn", "00000000 02000000", "00000000 00000002"],
      ["count", "01000000", "00000001"],
      ["currentGsn", "00000000 09000000", "00000000 00000009"],
      ["firstGsn", "00000000 04000000", "00000000 00000004"],
      ["lastGsn", "00000000 08000000", "00000000 00000008"],
      ["writerSet", "01020304"],
      ["secureWriterSet", "05060708"],
    ],
    read: heartbeat,
    expected: {
      readerId: 0x107,
      writerId: 0x102,
      firstSn: 1,
      lastSn: 2,
      count: 1,
      final: false,
      liveliness: false,
      groupInfo: true,
      currentGsn: 9,
      firstGsn: 4,
      lastGsn: 8,
      writerSet: 0x01020304,
      secureWriterSet: 0x05060708,
    },
  },
  {
    name: "HEARTBEAT_FRAG",
    layout: layout.HEARTBEAT_FRAG_BODY,
    rows: [
      ["submessageId", "13"],
      ["flags", "01", "00"],
      ["octetsToNextHeader", "1800", "0018"],
      ...ENTITIES,
      ["writerSn", "00000000 05000000", "00000000 00000005"],
      ["lastFragmentNum", "0a000000", "0000000a"],
      ["count", "02000000", "00000002"],
    ],
    read: (reader) => {
      const out = new fields.HeartbeatFragFields();
      return reader.readHeartbeatFrag(out) ? { ...out } : "malformed";
    },
    expected: { readerId: 0x107, writerId: 0x102, sn: 5, lastFragmentNum: 10, count: 2 },
    build: (builder) => builder.heartbeatFrag(0x107, 0x102, 5, 10, 2),
  },
  {
    name: "ACKNACK of everything",
    layout: layout.ACKNACK_BODY,
    rows: [
      ["submessageId", "06"],
      ["flags", "03", "02"],
      ["octetsToNextHeader", "1800", "0018"],
      ...ENTITIES,
      ["base", "00000000 07000000", "00000000 00000007"],
      ["numBits", "00000000"],
      ["count", "03000000", "00000003"],
    ],
    read: ackNack,
    expected: { readerId: 0x107, writerId: 0x102, set: { base: 7, numBits: 0, members: [] }, count: 3, final: true },
    build: (builder) => builder.ackNack(0x107, 0x102, setOf(7), 3, true),
  },
  {
    name: "ACKNACK with missing numbers in two words",
    layout: layout.ACKNACK_BODY,
    rows: [
      ["submessageId", "06"],
      ["flags", "01", "00"],
      ["octetsToNextHeader", "2000", "0020"],
      ...ENTITIES,
      ["base", "00000000 64000000", "00000000 00000064"],
      ["numBits", "23000000", "00000023"],
      ["bitmap 0", "01000080", "80000001"],
      ["bitmap 1", "00000020", "20000000"],
      ["count", "04000000", "00000004"],
    ],
    read: ackNack,
    expected: {
      readerId: 0x107,
      writerId: 0x102,
      set: { base: 100, numBits: 35, members: [100, 131, 134] },
      count: 4,
      final: false,
    },
    build: (builder) => builder.ackNack(0x107, 0x102, setOf(100, 100, 131, 134), 4, false),
  },
  {
    name: "NACK_FRAG",
    layout: layout.NACK_FRAG_BODY,
    rows: [
      ["submessageId", "12"],
      ["flags", "01", "00"],
      ["octetsToNextHeader", "2000", "0020"],
      ...ENTITIES,
      ["writerSn", "00000000 01000000", "00000000 00000001"],
      ["base", "02000000", "00000002"],
      ["numBits", "03000000", "00000003"],
      ["bitmap", "000000a0", "a0000000"],
      ["count", "01000000", "00000001"],
    ],
    read: (reader) => {
      const out = new fields.NackFragFields();
      return reader.readNackFrag(out) ? { ...out, set: plainSet(out.set) } : "malformed";
    },
    expected: {
      readerId: 0x107,
      writerId: 0x102,
      sn: 1,
      set: { base: 2, numBits: 3, members: [2, 4] },
      count: 1,
    },
    build: (builder) => builder.nackFrag(0x107, 0x102, 1, setOf(2, 2, 4), 1),
  },
  {
    name: "GAP with a range and single numbers",
    layout: layout.GAP_BODY,
    rows: [
      ["submessageId", "08"],
      ["flags", "01", "00"],
      ["octetsToNextHeader", "2000", "0020"],
      ...ENTITIES,
      ["gapStart", "00000000 08000000", "00000000 00000008"],
      ["base", "00000000 0b000000", "00000000 0000000b"],
      ["numBits", "12000000", "00000012"],
      ["bitmap", "0040cc0c", "0ccc4000"],
    ],
    read: gap,
    expected: {
      readerId: 0x107,
      writerId: 0x102,
      gapStart: 8,
      set: { base: 11, numBits: 18, members: [15, 16, 19, 20, 23, 24, 28] },
    },
    build: (builder) => builder.gap(0x107, 0x102, 8, setOf(11, 15, 16, 19, 20, 23, 24, 28)),
  },
  {
    name: "GAP with a range only",
    layout: layout.GAP_BODY,
    rows: [
      ["submessageId", "08"],
      ["flags", "01", "00"],
      ["octetsToNextHeader", "1c00", "001c"],
      ...ENTITIES,
      ["gapStart", "00000000 01000000", "00000000 00000001"],
      ["base", "00000000 06000000", "00000000 00000006"],
      ["numBits", "00000000"],
    ],
    read: gap,
    expected: { readerId: 0x107, writerId: 0x102, gapStart: 1, set: { base: 6, numBits: 0, members: [] } },
    build: (builder) => builder.gap(0x107, 0x102, 1, setOf(6)),
  },
  {
    name: "DATA",
    layout: layout.DATA_BODY,
    rows: [
      ["submessageId", "15"],
      ["flags", "05", "04"],
      ["octetsToNextHeader", "2000", "0020"],
      ["extraFlags", "0000"],
      ["octetsToInlineQos", "1000", "0010"],
      ...ENTITIES,
      ["writerSn", "00000000 2a000000", "00000000 0000002a"],
      ["encapsulation", "00010000"],
      ["payload", "01020304 05"],
      ["padding", "000000"],
    ],
    read: data,
    expected: {
      readerId: 0x107,
      writerId: 0x102,
      sn: 42,
      inlineQosOffset: 0,
      inlineQosEnd: 0,
      payloadKind: PAYLOAD_DATA,
      payloadOffset: 24,
      payloadEnd: 36,
      nonStandardPayload: false,
    },
    build: (builder) => {
      builder.data(0x107, 0x102, 42, PAYLOAD_DATA, PAYLOAD.length, new Uint8Array(0));
      builder.appendPayload(PAYLOAD, 0, PAYLOAD.length);
    },
  },
  {
    name: "DATA with inline QoS and a key",
    layout: layout.DATA_BODY,
    rows: [
      ["submessageId", "15"],
      ["flags", "0b", "0a"],
      ["octetsToNextHeader", "3c00", "003c"],
      ["extraFlags", "0000"],
      ["octetsToInlineQos", "1000", "0010"],
      ["readerId", "00000000"],
      ["writerId", "00000102"],
      ["writerSn", "00000000 2b000000", "00000000 0000002b"],
      ["inlineQos", INLINE_QOS_LITTLE, INLINE_QOS_BIG],
      ["serializedKey", "00010000 07000000"],
    ],
    read: data,
    expected: {
      readerId: 0,
      writerId: 0x102,
      sn: 43,
      inlineQosOffset: 24,
      inlineQosEnd: 56,
      payloadKind: PAYLOAD_KEY,
      payloadOffset: 56,
      payloadEnd: 64,
      nonStandardPayload: false,
    },
    build: (builder) => {
      builder.data(0, 0x102, 43, PAYLOAD_KEY, 8, inlineQos(builder));
      builder.appendPayload(bytesOf("ffff 00010000 07000000 ff"), 2, 10);
    },
  },
  {
    name: "DATA with inline QoS only",
    layout: layout.DATA_BODY,
    rows: [
      ["submessageId", "15"],
      ["flags", "03", "02"],
      ["octetsToNextHeader", "3400", "0034"],
      ["extraFlags", "0000"],
      ["octetsToInlineQos", "1000", "0010"],
      ["readerId", "00000000"],
      ["writerId", "00000102"],
      ["writerSn", "00000000 2c000000", "00000000 0000002c"],
      ["inlineQos", INLINE_QOS_LITTLE, INLINE_QOS_BIG],
    ],
    read: data,
    expected: {
      readerId: 0,
      writerId: 0x102,
      sn: 44,
      inlineQosOffset: 24,
      inlineQosEnd: 56,
      payloadKind: PAYLOAD_NONE,
      payloadOffset: 0,
      payloadEnd: 0,
      nonStandardPayload: false,
    },
    build: (builder) => builder.data(0, 0x102, 44, PAYLOAD_NONE, 0, inlineQos(builder)),
  },
  {
    name: "DATA_FRAG, last fragment of three",
    layout: layout.DATA_FRAG_BODY,
    rows: [
      ["submessageId", "16"],
      ["flags", "01", "00"],
      ["octetsToNextHeader", "2800", "0028"],
      ["extraFlags", "0000"],
      ["octetsToInlineQos", "1c00", "001c"],
      ...ENTITIES,
      ["writerSn", "00000000 07000000", "00000000 00000007"],
      ["fragmentStartingNum", "03000000", "00000003"],
      ["fragmentsInSubmessage", "0100", "0001"],
      ["fragmentSize", "0800", "0008"],
      ["sampleSize", "15000000", "00000015"],
      ["fragment", "01020304 05"],
      ["padding", "000000"],
    ],
    read: dataFrag,
    expected: {
      readerId: 0x107,
      writerId: 0x102,
      sn: 7,
      inlineQosOffset: 0,
      inlineQosEnd: 0,
      payloadOffset: 36,
      payloadEnd: 41,
      fragmentStartingNum: 3,
      fragmentsInSubmessage: 1,
      fragmentSize: 8,
      sampleSize: 21,
      keyFlag: false,
      nonStandardPayload: false,
    },
    build: (builder) => {
      builder.dataFrag(0x107, 0x102, 7, 3, 1, 8, 21, false, 5, new Uint8Array(0));
      builder.appendPayload(PAYLOAD, 4, 9);
    },
  },
  {
    name: "DATA_FRAG of a key with inline QoS, two fragments",
    layout: layout.DATA_FRAG_BODY,
    rows: [
      ["submessageId", "16"],
      ["flags", "07", "06"],
      ["octetsToNextHeader", "4800", "0048"],
      ["extraFlags", "0000"],
      ["octetsToInlineQos", "1c00", "001c"],
      ...ENTITIES,
      ["writerSn", "00000000 07000000", "00000000 00000007"],
      ["fragmentStartingNum", "01000000", "00000001"],
      ["fragmentsInSubmessage", "0200", "0002"],
      ["fragmentSize", "0400", "0004"],
      ["sampleSize", "15000000", "00000015"],
      ["inlineQos", INLINE_QOS_LITTLE, INLINE_QOS_BIG],
      ["fragments", "00010000 01020304"],
    ],
    read: dataFrag,
    expected: {
      readerId: 0x107,
      writerId: 0x102,
      sn: 7,
      inlineQosOffset: 36,
      inlineQosEnd: 68,
      payloadOffset: 68,
      payloadEnd: 76,
      fragmentStartingNum: 1,
      fragmentsInSubmessage: 2,
      fragmentSize: 4,
      sampleSize: 21,
      keyFlag: true,
      nonStandardPayload: false,
    },
    build: (builder) => {
      builder.dataFrag(0x107, 0x102, 7, 1, 2, 4, 21, true, 8, inlineQos(builder));
      builder.appendPayload(PAYLOAD, 0, 8);
    },
  },
  {
    name: "HEADER_EXTENSION with every field",
    rows: [
      ["submessageId", "00"],
      ["flags", "bf", "be"],
      ["octetsToNextHeader", "3400", "0034"],
      ["messageLength", "64000000", "00000064"],
      ["rtpsSendTimestamp", "00f15365 00000080", "6553f100 80000000"],
      ["uExtension4", "aabbccdd"],
      ["wExtension8", "0102030405060708"],
      ["messageChecksum", "deadbeef"],
      ["parameter id and length", "5900 0c00", "0059 000c"],
      ["parameter", "0f0e0d0c 0b0a0908 07060504"],
      ["sentinel", "0100 0000", "0001 0000"],
      ["extra octets, ignored", "00000000"],
    ],
    read: headerExtension,
    expected: {
      messageLength: 100,
      sendSeconds: 0x6553f100,
      sendFraction: 0x80000000,
      uExtensionOffset: 16,
      wExtensionOffset: 20,
      checksumOffset: 28,
      checksumLength: 4,
      parametersOffset: 32,
      parametersEnd: 52,
    },
    build: (builder) =>
      builder.headerExtension({
        messageLength: 100,
        sendTimestamp: { seconds: 0x6553f100, fraction: 0x80000000 },
        uExtension: bytesOf("aabbccdd"),
        wExtension: bytesOf("0102030405060708"),
        checksum: bytesOf("deadbeef"),
        parameters: bytesOf(
          builder.littleEndian
            ? "5900 0c00 0f0e0d0c 0b0a0908 07060504 0100 0000 00000000"
            : "0059 000c 0f0e0d0c 0b0a0908 07060504 0001 0000 00000000",
        ),
      }),
  },
  {
    name: "HEADER_EXTENSION with an MD5 checksum",
    rows: [
      ["submessageId", "00"],
      ["flags", "61", "60"],
      ["octetsToNextHeader", "1000", "0010"],
      ["messageChecksum", "000102030405060708090a0b0c0d0e0f"],
    ],
    read: headerExtension,
    expected: {
      messageLength: 0,
      sendSeconds: 0xffffffff,
      sendFraction: 0xffffffff,
      uExtensionOffset: 0,
      wExtensionOffset: 0,
      checksumOffset: 4,
      checksumLength: 16,
      parametersOffset: 0,
      parametersEnd: 0,
    },
    build: (builder) => builder.headerExtension({ checksum: bytesOf("000102030405060708090a0b0c0d0e0f") }),
  },
];

function timestamp(reader: MessageReader): unknown {
  const out = new fields.InfoTimestampFields();
  return reader.readInfoTimestamp(out) ? { ...out } : "malformed";
}

function headerExtension(reader: MessageReader, start: number): unknown {
  const out = new fields.HeaderExtensionFields();
  if (!reader.readHeaderExtension(out)) return "malformed";
  const move = (offset: number) => (offset === 0 ? 0 : offset - start);
  return {
    ...out,
    uExtensionOffset: move(out.uExtensionOffset),
    wExtensionOffset: move(out.wExtensionOffset),
    checksumOffset: move(out.checksumOffset),
    parametersOffset: move(out.parametersOffset),
    parametersEnd: move(out.parametersEnd),
  };
}

export const LOCATORS: readonly Locator[] = [UNICAST, MULTICAST];
