// Trouble with samples that other implementations have had (cases CD and QB), as the application sees it: the datagrams
// are made by hand, the reader is real.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Sample, Topic } from "../../src/index.js";
import { MessageBuilder } from "../../src/rtps/messages/MessageBuilder.js";
import { inlineQosFor, placedInlineQosFor } from "../../src/rtps/messages/parameterInlineQos.js";
import {
  EMPTY_PAYLOAD,
  PAYLOAD_DATA,
  PAYLOAD_KEY,
  PAYLOAD_NONE,
  type PayloadKind,
} from "../../src/rtps/structure/cacheChange.js";
import { ENTITYID_UNKNOWN } from "../../src/rtps/structure/entityId.js";
import { SN_NONE } from "../../src/rtps/structure/sequenceNumber.js";
import { packet } from "../support/casePackets.js";
import {
  numberSet,
  PUPPET_PREFIX,
  type Puppet,
  READER_ID,
  readerWithPuppet,
  TESTED_PREFIX,
  WRITER_ID,
  writerWithPuppet,
} from "../support/Puppet.js";
import { readingFromPuppet } from "../support/PuppetDcps.js";

const test = suite("cases: samples");

interface Numbered {
  readonly k: number;
  readonly v: number;
}

const IDL = "@final struct ShapeType { @key long k; long v; };";
const NO_KEY = "@final struct ShapeType { long k; long v; };";
const KEYLESS_WRITER = 0x00000103;
const DISPOSED = 1;
const UNREGISTERED = 2;

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replaceAll(" ", ""), "hex"));
}

/** {k, v} in CDR_LE. */
function value(k: number, v: number): Uint8Array {
  const payload = new Uint8Array(12);
  payload[1] = 1;
  new DataView(payload.buffer).setInt32(4, k, true);
  new DataView(payload.buffer).setInt32(8, v, true);
  return payload;
}

function put(
  puppet: Puppet,
  sn: number,
  payload: Uint8Array,
  payloadKind: PayloadKind = PAYLOAD_DATA,
  inlineQos: Uint8Array = EMPTY_PAYLOAD,
  writerId = WRITER_ID,
): void {
  puppet.send((message) => {
    message.data(ENTITYID_UNKNOWN, writerId, sn, payloadKind, payload.length, inlineQos);
    if (payload.length > 0) message.appendPayload(payload, 0, payload.length);
  });
}

function told({ data, info }: Sample<Numbered>): string {
  return `${data?.k}${info.validData ? ` ${data!.v}` : ""} ${info.receivedInstanceState}`;
}

test("CD-13: a representation that the type cannot have is one refused sample, and the reader goes on", () => {
  const { puppet, reader } = readingFromPuppet<Numbered>(IDL, { reader: { dataRepresentation: "xcdr1" } });
  // D_CDR2, PL_CDR, XML, a vendor's, nothing but the header, and less than that is left of it.
  const odd = [
    "00090000 08000000 0100000002000000",
    "00030000 0100000002000000",
    "00040000 3c613e00",
    "c0000000 01000000",
  ];
  odd.push("00010000", "00070000");
  for (const [i, hex] of odd.entries()) put(puppet, i + 1, bytes(hex));
  put(puppet, odd.length + 1, value(1, 2));
  assert.equal(reader.take().map(told), ["1 2 ALIVE"]);
  assert.is(puppet.engine.counters.droppedFor("badPayload"), odd.length);
  puppet.heartbeat(1, odd.length + 1, 1);
  assert.equal(puppet.userTraffic(), [`ACKNACK 107>102 ${odd.length + 2} #2 F`]);
});

test("CD-18, CD-25: the payload of a dispose is the key with its encapsulation, and no parameter list", () => {
  const { puppet, reader } = readingFromPuppet<Numbered>(IDL);
  put(puppet, 1, value(5, 1));
  put(puppet, 2, bytes("00010000 05000000"), PAYLOAD_KEY, inlineQosFor(EMPTY_PAYLOAD, DISPOSED));
  put(puppet, 3, bytes("00000000 00000006"), PAYLOAD_KEY, inlineQosFor(EMPTY_PAYLOAD, DISPOSED));
  // Without encapsulation it names nothing, and as a parameter list neither.
  put(puppet, 4, bytes("05000000"), PAYLOAD_KEY, inlineQosFor(EMPTY_PAYLOAD, DISPOSED));
  put(
    puppet,
    5,
    bytes("00030000 70001000 00000005000000000000000000000000 01000000"),
    PAYLOAD_KEY,
    inlineQosFor(EMPTY_PAYLOAD, DISPOSED),
  );
  assert.equal(reader.take().map(told), ["5 1 ALIVE", "5 NOT_ALIVE_DISPOSED", "6 NOT_ALIVE_DISPOSED"]);
  assert.is(puppet.engine.counters.droppedFor("badPayload"), 2);
});

test("CD-19: neither data nor key is legal: with a status and a hash it says what became of an instance", () => {
  const { puppet, reader } = readingFromPuppet<Numbered>(IDL);
  const hash = bytes("00000005 000000000000000000000000");
  put(puppet, 1, value(5, 1));
  put(puppet, 2, EMPTY_PAYLOAD, PAYLOAD_NONE, inlineQosFor(hash, DISPOSED));
  put(puppet, 3, EMPTY_PAYLOAD, PAYLOAD_NONE);
  put(puppet, 4, value(5, 2));
  assert.equal(reader.take().map(told), ["5 1 ALIVE", "5 NOT_ALIVE_DISPOSED", "5 2 ALIVE"]);
});

test("CD-20: octetsToInlineQos counts from behind itself; less than the known fields is refused, more is skipped", () => {
  for (const [octets, isRead] of [
    [0, false],
    [8, false],
    [12, false],
    [15, false],
    [16, true],
    [17, false],
    [20, true],
    [24, true],
    [50, false],
    [65535, false],
  ] as const) {
    const puppet = readerWithPuppet();
    const extra = Math.max(0, Math.min(octets, 24) - 16);
    const body = `0000 ${le16(octets)} 00000000 00000102 00000000 01000000 ${"ee".repeat(extra)} 0001000007000000`;
    puppet.feed(`${packet("P05").slice(0, 40)}1505${le16(28 + extra)}${body.replaceAll(" ", "")}`);
    assert.equal(
      puppet.take().map(({ payload }) => Buffer.from(payload).toString("hex")),
      isRead ? ["0001000007000000"] : [],
      `${octets}`,
    );
  }
});

function le16(value: number): string {
  return Buffer.from([value & 255, value >> 8]).toString("hex");
}

test("CD-21: the payload ends with the submessage, whatever stands in front of it or behind", () => {
  const payload = "0001000001000000";
  const sizes = (inlineQos: Uint8Array) => {
    const puppet = readerWithPuppet();
    puppet.send((message) => {
      message.data(READER_ID, WRITER_ID, 1, PAYLOAD_DATA, 8, inlineQos);
      message.appendPayload(bytes(payload), 0, 8);
      message.heartbeat(READER_ID, WRITER_ID, 1, 1, 1, true, false);
    });
    return puppet.take().map((change) => Buffer.from(change.payload).toString("hex"));
  };
  assert.equal(sizes(EMPTY_PAYLOAD), [payload]);
  assert.equal(sizes(inlineQosFor(new Uint8Array(16), 0)), [payload]);
  assert.equal(sizes(inlineQosFor(new Uint8Array(16), UNREGISTERED)), [payload]);
  const golden = readerWithPuppet();
  golden.feed(packet("P05"));
  assert.equal(
    golden.take().map((change) => Buffer.from(change.payload).toString("hex")),
    [payload],
  );
});

test("CD-22: STATUS_INFO is four octets with the flags in the last, in either byte order", () => {
  for (const littleEndian of [true, false]) {
    for (const [status, kind] of [
      ["00000000", 0],
      ["00000001", 1],
      ["00000002", 2],
      ["00000003", 3],
      ["01000000", 0],
      ["ffffff01", 1],
    ] as const) {
      const puppet = readerWithPuppet();
      const builder = new MessageBuilder(1024, littleEndian);
      builder.begin(3, 0x017f, PUPPET_PREFIX);
      builder.infoDestination(TESTED_PREFIX);
      const list = littleEndian ? `71000400 ${status} 01000000` : `00710004 ${status} 00010000`;
      builder.data(READER_ID, WRITER_ID, 1, PAYLOAD_KEY, 8, bytes(list));
      builder.appendPayload(bytes("0001000005000000"), 0, 8);
      puppet.feed(builder.cut().slice());
      assert.equal(
        puppet.take().map((change) => change.kind),
        [kind],
        `${status} ${littleEndian}`,
      );
    }
  }
});

test("CD-23: without a key hash the key is in the payload; a hash that is wrong, or has no key to stand for, is ignored", () => {
  const { puppet, reader } = readingFromPuppet<Numbered>(IDL);
  put(puppet, 1, value(1, 10));
  put(puppet, 2, value(2, 20), PAYLOAD_DATA, inlineQosFor(bytes("00000001 000000000000000000000000"), 0));
  put(puppet, 3, value(1, 11), PAYLOAD_DATA, inlineQosFor(bytes("00000001 000000000000000000000000"), 0));
  const handles = reader.take().map(({ data, info }) => `${data!.v} ${info.instanceHandle}`);
  assert.equal(handles, ["10 1", "11 1", "20 2"], "one hash, two keys: two instances");

  const keyless = readingFromPuppet<Numbered>(NO_KEY, { writerId: KEYLESS_WRITER });
  const hash = inlineQosFor(new Uint8Array(16).fill(9), 0);
  put(keyless.puppet, 1, value(1, 10), PAYLOAD_DATA, hash, KEYLESS_WRITER);
  put(keyless.puppet, 2, value(2, 20), PAYLOAD_DATA, EMPTY_PAYLOAD, KEYLESS_WRITER);
  const seen = keyless.reader.take();
  assert.equal(
    seen.map(({ data }) => data!.v),
    [10, 20],
  );
  assert.is(new Set(seen.map(({ info }) => info.instanceHandle)).size, 1);
});

test("CD-24: the identity of a request is read in both forms, Fast DDS's own from Fast DDS", () => {
  const identity = "017f00005a5a000100000001000001020000000007000000";
  for (const [pid, vendorId] of [
    ["8300", 0x017f],
    ["0f80", 0x010f],
    ["0f80", 0x0110],
  ] as const) {
    const puppet = readerWithPuppet();
    puppet.send(
      (message) => {
        message.data(READER_ID, WRITER_ID, 1, PAYLOAD_DATA, 8, bytes(`${pid}1800${identity}01000000`));
        message.appendPayload(bytes("0001000005000000"), 0, 8);
      },
      { vendorId },
    );
    assert.equal(puppet.takenSns(), [1], "no form of it costs the sample");
  }
});

test("CD-26: two keys are two instances even where a peer gives both one hash", () => {
  const { puppet, reader } = readingFromPuppet<{ s: string; v: number }>(
    "@final struct ShapeType { @key string s; long v; };",
  );
  const hash = new Uint8Array(16).fill(0xcc);
  for (const [i, letter] of ["61", "62"].entries()) {
    put(puppet, i + 1, bytes(`00010000 02000000 ${letter}000000 07000000`), PAYLOAD_DATA, inlineQosFor(hash, 0));
  }
  const seen = reader.take();
  assert.equal(
    seen.map(({ data }) => data!.s),
    ["a", "b"],
  );
  assert.is(new Set(seen.map(({ info }) => info.instanceHandle)).size, 2);
});

test("QB-03: filter signatures of the writer, however many, do not matter: the reader filters itself", () => {
  const { puppet, participant, reader: plain } = readingFromPuppet<Numbered>(IDL);
  const { type } = plain.topic as Topic<Numbered>;
  const topic = participant.createContentFilteredTopic("Large", participant.createTopic("Square", type), "v > %0", [
    "10",
  ]);
  const reader = participant.createReader(topic, { qos: { reliability: "reliable", history: "keepAll" } });
  puppet.datagrams();
  let sn = 0;
  for (const [words, count, signatures] of [
    [1, 1, 1],
    [2, 33, 33],
    [2, 50, 50],
    [1, 50, 50],
    [0, 0xffffffff, 1],
    [0xffffffff, 1, 0],
  ] as const) {
    const list = `${le32(words)}${"ffffffff".repeat(Math.min(words, 2))}${le32(count)}${"ab".repeat(16 * signatures)}`;
    const qos = bytes(`5500${le16(list.length / 2)}${list}01000000`);
    put(puppet, ++sn, value(1, 5), PAYLOAD_DATA, qos);
    put(puppet, ++sn, value(1, 15), PAYLOAD_DATA, qos);
  }
  assert.equal(
    reader.take().map(({ data }) => data!.v),
    [15, 15, 15, 15, 15, 15],
  );
  assert.is(plain.take().length, 12);
});

function le32(value: number): string {
  const octets = Buffer.alloc(4);
  octets.writeUInt32LE(value);
  return octets.toString("hex");
}

for (const ending of ["mark", "next set", "sample outside"] as const) {
  test(`QB-04: a coherent set that lacks a sample is not shown, a whole one is; ended by a ${ending}`, () => {
    for (const lost of [0, 3, 4, 5]) {
      const presentation = { accessScope: "TOPIC", coherentAccess: true, orderedAccess: false } as const;
      const { puppet, reader } = readingFromPuppet<Numbered>(IDL, {
        reader: { presentation },
        writer: { presentation },
      });
      puppet.heartbeat(1, 0, 1);
      const inSet = (first: number) =>
        placedInlineQosFor(EMPTY_PAYLOAD, 0, {
          coherentSetSn: first,
          groupCoherentSetSn: SN_NONE,
          groupSeqNum: SN_NONE,
        });
      put(puppet, 1, value(1, 1));
      put(puppet, 2, value(1, 2));
      for (let sn = 3; sn <= 5; sn++) if (sn !== lost) put(puppet, sn, value(1, sn), PAYLOAD_DATA, inSet(3));
      assert.equal(
        reader.take().map(({ data }) => data!.v),
        [1, 2],
        "nothing of a set that is open",
      );
      // SEQUENCENUMBER_UNKNOWN, and no payload: the mark uses up a number.
      if (ending === "mark") put(puppet, 6, EMPTY_PAYLOAD, PAYLOAD_NONE, bytes("56000800 ffffffff00000000 01000000"));
      else put(puppet, 6, value(1, 6), PAYLOAD_DATA, ending === "next set" ? inSet(6) : EMPTY_PAYLOAD);
      if (lost > 0) puppet.send((message) => message.gap(READER_ID, WRITER_ID, lost, numberSet(lost + 1)));
      const shown = reader.take().map(({ data }) => data!.v);
      assert.equal(
        shown,
        [...(lost === 0 ? [3, 4, 5] : []), ...(ending === "sample outside" ? [6] : [])],
        `lost ${lost}`,
      );
      puppet.heartbeat(1, 6, 2);
      assert.match(puppet.userTraffic().at(-1)!, /^ACKNACK 107>102 7 #/);
    }
  });
}

const keyOf = (k: number) => value(k, 0).slice(0, 8);
const statusOf = (status: number) => inlineQosFor(EMPTY_PAYLOAD, status);

test("QB-08: the status says what became of an instance, and nothing else does; a writer that dies disposes nothing", () => {
  const OTHER = 0x00000202;
  const { puppet, reader } = readingFromPuppet<Numbered>(IDL);
  puppet.announceWriter({}, OTHER);
  for (let k = 1; k <= 4; k++) put(puppet, k, value(k, 0));
  put(puppet, 1, value(2, 1), PAYLOAD_DATA, EMPTY_PAYLOAD, OTHER);
  assert.is(reader.take().length, 5);
  const after = (...args: Parameters<typeof put>) => {
    put(...args);
    return reader.take().map(told);
  };
  assert.equal(after(puppet, 5, keyOf(1), PAYLOAD_KEY, statusOf(UNREGISTERED)), ["1 NOT_ALIVE_NO_WRITERS"]);
  assert.equal(after(puppet, 6, keyOf(2), PAYLOAD_KEY, statusOf(UNREGISTERED)), [], "the other writer is left");
  const both = statusOf(DISPOSED | UNREGISTERED);
  assert.equal(after(puppet, 7, keyOf(3), PAYLOAD_KEY, both), ["3 NOT_ALIVE_DISPOSED"]);
  assert.equal(after(puppet, 2, keyOf(2), PAYLOAD_KEY, both, OTHER), ["2 NOT_ALIVE_DISPOSED"]);
  assert.equal(after(puppet, 8, keyOf(2), PAYLOAD_KEY, statusOf(UNREGISTERED)), [], "it stays disposed");
  puppet.run(puppet.now + 30_000);
  assert.equal(puppet.engine.participants.length, 0);
  assert.equal(reader.take().map(told), ["4 NOT_ALIVE_NO_WRITERS"]);
});

test("QB-08: a topic without key is one instance, with an end by status, with or without a payload", () => {
  const { puppet, reader } = readingFromPuppet<Numbered>(NO_KEY, { writerId: KEYLESS_WRITER });
  let sn = 0;
  for (const [status, state] of [
    [DISPOSED, "NOT_ALIVE_DISPOSED"],
    [UNREGISTERED, "NOT_ALIVE_NO_WRITERS"],
    [DISPOSED | UNREGISTERED, "NOT_ALIVE_DISPOSED"],
  ] as const) {
    for (const [payload, kind] of [
      [EMPTY_PAYLOAD, PAYLOAD_NONE],
      [bytes("00010000"), PAYLOAD_KEY],
    ] as const) {
      put(puppet, ++sn, value(1, sn), PAYLOAD_DATA, EMPTY_PAYLOAD, KEYLESS_WRITER);
      put(puppet, ++sn, payload, kind, statusOf(status), KEYLESS_WRITER);
      assert.equal(
        reader.take().map(({ info }) => info.receivedInstanceState),
        ["ALIVE", state],
      );
    }
  }
});

test("QB-08: an end that comes with a value, as Cyclone DDS writes and disposes in one, has both", () => {
  for (const [status, state] of [
    [DISPOSED, "NOT_ALIVE_DISPOSED"],
    [UNREGISTERED, "NOT_ALIVE_NO_WRITERS"],
    [DISPOSED | UNREGISTERED, "NOT_ALIVE_DISPOSED"],
  ] as const) {
    for (const destinationOrder of ["byReceptionTimestamp", "bySourceTimestamp"] as const) {
      const { puppet, reader } = readingFromPuppet<Numbered>(IDL, {
        reader: { destinationOrder },
        writer: { destinationOrder: { kind: "BY_SOURCE_TIMESTAMP" } },
      });
      put(puppet, 1, value(4, 9));
      put(puppet, 2, value(4, 10), PAYLOAD_DATA, statusOf(status));
      put(puppet, 3, value(5, 11), PAYLOAD_DATA, statusOf(status));
      put(puppet, 4, value(4, 12));
      assert.equal(
        reader.take().map(told),
        ["4 9 ALIVE", "4 10 ALIVE", `4 ${state}`, "4 12 ALIVE", "5 11 ALIVE", `5 ${state}`],
        "by instance",
      );
      put(puppet, 5, bytes("00010000"), PAYLOAD_DATA, statusOf(status));
      puppet.heartbeat(1, 5, 1);
      assert.match(puppet.userTraffic().at(-1)!, /^ACKNACK 107>102 6 #/);
      assert.equal(reader.take(), []);
    }
  }
  const presentation = { accessScope: "TOPIC", coherentAccess: true, orderedAccess: false } as const;
  const { puppet, reader } = readingFromPuppet<Numbered>(IDL, { reader: { presentation }, writer: { presentation } });
  const placed = { coherentSetSn: 1, groupCoherentSetSn: SN_NONE, groupSeqNum: SN_NONE };
  put(puppet, 1, value(1, 1), PAYLOAD_DATA, placedInlineQosFor(EMPTY_PAYLOAD, DISPOSED, placed));
  put(puppet, 2, value(2, 2), PAYLOAD_DATA, placedInlineQosFor(EMPTY_PAYLOAD, 0, placed));
  assert.equal(reader.take(), []);
  put(puppet, 3, value(3, 3));
  assert.equal(reader.take().map(told), ["1 1 ALIVE", "1 NOT_ALIVE_DISPOSED", "2 2 ALIVE", "3 3 ALIVE"]);
});

test("CD-18: what our own dispose and unregister send is a whole key payload, with status and hash", () => {
  const puppet = writerWithPuppet();
  puppet.engine.write(puppet.now, WRITER_ID, bytes("0001000005000000"), {
    kind: DISPOSED,
    payloadKind: PAYLOAD_KEY,
    instance: 1,
    keyHash: bytes("00000005 000000000000000000000000"),
    sourceTimestamp: { seconds: 0xffffffff, fraction: 0xffffffff },
  });
  const sent = Buffer.concat(puppet.datagrams().map((datagram) => datagram.bytes)).toString("hex");
  assert.ok(sent.includes("70001000000000050000000000000000000000007100040000000001010000000001000005000000"), sent);
});

test.run();
