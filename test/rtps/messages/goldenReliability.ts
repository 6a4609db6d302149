// Annotated bytes of HEARTBEAT, HEARTBEAT_FRAG, ACKNACK, NACK_FRAG and GAP.

import * as fields from "../../../src/rtps/messages/fields.js";
import * as layout from "../../../src/rtps/messages/layouts.js";
import type { MessageReader } from "../../../src/rtps/messages/MessageReader.js";
import type { NumberSet } from "../../../src/rtps/structure/NumberSet.js";
import { ENTITIES, type Golden, setOf } from "./goldenRows.js";

const NO_GROUP = {
  groupInfo: false,
  currentGsn: 0,
  firstGsn: 0,
  lastGsn: 0,
  writerSet: 0,
  secureWriterSet: 0,
};

export const GOLDEN_RELIABILITY: readonly Golden[] = [
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
];

function plainSet(set: NumberSet): unknown {
  return { base: set.base, numBits: set.numBits, members: set.toArray() };
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
