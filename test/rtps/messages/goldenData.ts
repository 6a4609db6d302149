// Annotated bytes of DATA and DATA_FRAG.

import * as fields from "../../../src/rtps/messages/fields.js";
import * as layout from "../../../src/rtps/messages/layouts.js";
import type { MessageBuilder } from "../../../src/rtps/messages/MessageBuilder.js";
import type { MessageReader } from "../../../src/rtps/messages/MessageReader.js";
import { PAYLOAD_DATA, PAYLOAD_KEY, PAYLOAD_NONE } from "../../../src/rtps/structure/cacheChange.js";
import { bytesOf, ENTITIES, type Golden } from "./goldenRows.js";

/** KEY_HASH, STATUS_INFO and the sentinel, in each byte order. */
const INLINE_QOS_LITTLE = "7000 1000 a0a1a2a3a4a5a6a7a8a9aaabacadaeaf 7100 0400 00000003 0100 0000";
const INLINE_QOS_BIG = "0070 0010 a0a1a2a3a4a5a6a7a8a9aaabacadaeaf 0071 0004 00000003 0001 0000";
const PAYLOAD = bytesOf("00010000 01020304 05");

export const GOLDEN_DATA: readonly Golden[] = [
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
];

/** The ready inline QoS for a builder of either byte order. */
function inlineQos(builder: MessageBuilder): Uint8Array {
  return bytesOf(builder.littleEndian ? INLINE_QOS_LITTLE : INLINE_QOS_BIG);
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
