// Whatever the bytes: reading never throws, never goes outside the datagram or the submessage, and always ends.

import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { dissect } from "../../../src/inspect/dissect.js";
import * as fields from "../../../src/rtps/messages/fields.js";
import { MessageReader } from "../../../src/rtps/messages/MessageReader.js";
import * as kinds from "../../../src/rtps/messages/submessageKind.js";
import { GOLDEN_DATA } from "./goldenData.js";
import { GOLDEN_INFO } from "./goldenInfo.js";
import { GOLDEN_RELIABILITY } from "./goldenReliability.js";
import { bytesOf, HEADER_ROWS, hexOf } from "./goldenRows.js";

const HEADER = HEADER_ROWS.map(([, hex]) => hex).join("");
const GOLDEN = [...GOLDEN_INFO, ...GOLDEN_DATA, ...GOLDEN_RELIABILITY];
const KINDS = [...new Set(GOLDEN.map((golden) => bytesOf(golden.rows[0]![1])[0]!)), 0x80, 0x31];

const reader = new MessageReader();
const data = new fields.DataFields();
const frag = new fields.DataFragFields();
const heartbeat = new fields.HeartbeatFields();
const heartbeatFrag = new fields.HeartbeatFragFields();
const ackNack = new fields.AckNackFields();
const nackFrag = new fields.NackFragFields();
const gap = new fields.GapFields();
const time = new fields.InfoTimestampFields();
const source = new fields.InfoSourceFields();
const destination = new fields.InfoDestinationFields();
const reply = new fields.InfoReplyFields();
const extension = new fields.HeaderExtensionFields();

/** Ranges [from, to) that the last read reported; empty when it reported none. */
type Ranges = readonly (readonly [from: number, to: number])[];

/** Reads the current submessage as `kind`, which need not be its own; undefined when malformed. */
function readAs(kind: number): Ranges | undefined {
  switch (kind) {
    case kinds.SUBMESSAGE_DATA:
      if (!reader.readData(data)) return undefined;
      return [
        [data.inlineQosOffset, data.inlineQosEnd],
        [data.payloadOffset, data.payloadEnd],
      ];
    case kinds.SUBMESSAGE_DATA_FRAG:
      if (!reader.readDataFrag(frag)) return undefined;
      return [
        [frag.inlineQosOffset, frag.inlineQosEnd],
        [frag.payloadOffset, frag.payloadEnd],
      ];
    case kinds.SUBMESSAGE_HEARTBEAT:
      return reader.readHeartbeat(heartbeat) ? [] : undefined;
    case kinds.SUBMESSAGE_HEARTBEAT_FRAG:
      return reader.readHeartbeatFrag(heartbeatFrag) ? [] : undefined;
    case kinds.SUBMESSAGE_ACKNACK:
      return reader.readAckNack(ackNack) ? [] : undefined;
    case kinds.SUBMESSAGE_NACK_FRAG:
      return reader.readNackFrag(nackFrag) ? [] : undefined;
    case kinds.SUBMESSAGE_GAP:
      return reader.readGap(gap) ? [] : undefined;
    default:
      return readInfoAs(kind);
  }
}

function readInfoAs(kind: number): Ranges | undefined {
  switch (kind) {
    case kinds.SUBMESSAGE_INFO_TS:
      return reader.readInfoTimestamp(time) ? [] : undefined;
    case kinds.SUBMESSAGE_INFO_SRC:
      return reader.readInfoSource(source) ? [[source.prefixOffset, source.prefixOffset + 12]] : undefined;
    case kinds.SUBMESSAGE_INFO_DST:
      if (!reader.readInfoDestination(destination)) return undefined;
      return [[destination.prefixOffset, destination.prefixOffset + 12]];
    case kinds.SUBMESSAGE_INFO_REPLY:
    case kinds.SUBMESSAGE_INFO_REPLY_IP4: {
      const isIp4 = kind === kinds.SUBMESSAGE_INFO_REPLY_IP4;
      if (!reader.readInfoReply(reply, isIp4)) return undefined;
      const span = isIp4 ? 8 : 24;
      return [
        [reply.unicastOffset, reply.unicastOffset + reply.unicastCount * span],
        [reply.multicastOffset, reply.multicastOffset + reply.multicastCount * span],
      ];
    }
    case kinds.SUBMESSAGE_HEADER_EXTENSION:
      if (!reader.readHeaderExtension(extension)) return undefined;
      return [
        [extension.checksumOffset, extension.checksumOffset + extension.checksumLength],
        [extension.parametersOffset, extension.parametersEnd],
      ];
    default:
      return [];
  }
}

/** Walks the datagram, reading each submessage as every kind; returns how many were seen. */
function exercise(datagram: Uint8Array): number {
  reader.reset(datagram);
  let seen = 0;
  let last = 19;
  while (reader.next()) {
    seen++;
    assert.ok(reader.bodyOffset - 4 > last, "it moves forward");
    assert.ok(reader.bodyEnd >= reader.bodyOffset && reader.bodyEnd <= datagram.length);
    last = reader.bodyOffset - 4;
    for (const kind of KINDS) {
      for (const [from, to] of readAs(kind) ?? []) {
        if (from === 0 && to === 0) continue;
        assert.ok(from >= reader.bodyOffset && to >= from && to <= reader.bodyEnd, `${kind}: [${from}, ${to})`);
      }
    }
  }
  assert.ok(seen <= datagram.length / 4);
  assert.not(reader.next());
  return seen;
}

/** The datagram in the middle of other bytes: what lies around it must make no difference. */
function surrounded(datagram: Uint8Array, filler: number): Uint8Array {
  const bytes = new Uint8Array(datagram.length + 64).fill(filler);
  bytes.set(datagram, 32);
  return bytes.subarray(32, 32 + datagram.length);
}

const fuzz = suite("hostile datagrams");
const RUNS = 3000;

fuzz("random bytes behind a good header", () => {
  const body = fc.uint8Array({ maxLength: 300 });
  const property = fc.property(body, (bytes) => {
    const datagram = new Uint8Array(20 + bytes.length);
    datagram.set(bytesOf(HEADER));
    datagram.set(bytes, 20);
    exercise(datagram);
  });
  fc.assert(property, { numRuns: RUNS });
});

fuzz("random bytes of known submessages with true lengths", () => {
  const submessage = fc.tuple(fc.constantFrom(...KINDS), fc.nat(255), fc.uint8Array({ maxLength: 120 }));
  const property = fc.property(fc.array(submessage, { maxLength: 6 }), (list) => {
    let hex = HEADER;
    for (const [kind, flags, body] of list) {
      const length = body.length & ~3;
      const low = (flags & 1) !== 0 ? [length & 255, length >> 8] : [length >> 8, length & 255];
      for (const octet of [kind, flags, ...low, ...body.subarray(0, length)])
        hex += octet.toString(16).padStart(2, "0");
    }
    exercise(bytesOf(hex));
  });
  fc.assert(property, { numRuns: RUNS });
});

fuzz("mutated good datagrams, wherever they lie in memory", () => {
  const entries = fc.array(fc.tuple(fc.constantFrom(...GOLDEN), fc.boolean()), { minLength: 1, maxLength: 5 });
  const changes = fc.array(fc.tuple(fc.nat(1000), fc.nat(255)), { maxLength: 6 });
  const property = fc.property(entries, changes, fc.nat(40), (list, edits, cut) => {
    const bytes = bytesOf(HEADER + list.map(([golden, little]) => hexOf(golden, little)).join(""));
    for (const [at, value] of edits) bytes[20 + (at % (bytes.length - 20))] = value;
    const datagram = bytes.subarray(0, Math.max(20, bytes.length - cut));
    const seen = exercise(surrounded(datagram, 0));
    assert.is(exercise(surrounded(datagram, 0xff)), seen);
    assert.equal(dissect(surrounded(datagram, 0)), dissect(surrounded(datagram, 0xff)));
  });
  fc.assert(property, { numRuns: RUNS });
});

fuzz("any bytes at all", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      exercise(bytes);
      dissect(bytes);
    }),
    { numRuns: RUNS },
  );
});

fuzz("a full datagram of the smallest submessages ends", () => {
  const bytes = new Uint8Array(65504);
  bytes.set(bytesOf(HEADER));
  for (let i = 20; i < bytes.length; i += 4) bytes[i] = 0x01;
  assert.is(exercise(bytes), (bytes.length - 20) / 4);
});

fuzz.run();
