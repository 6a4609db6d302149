// Trouble that other implementations have had, one test each, named by the kind of trouble: framing (FR), receiver
// state (RS), reliability (RL), fragments (FG). The engine is real, its peer is made by hand.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { EMPTY_PAYLOAD, PAYLOAD_KEY } from "../../src/rtps/structure/cacheChange.js";
import { ENTITYID_UNKNOWN } from "../../src/rtps/structure/entityId.js";
import { GuidPrefix } from "../../src/rtps/structure/guid.js";
import { isValidTimestamp } from "../../src/rtps/structure/time.js";
import { packet } from "../support/casePackets.js";
import {
  Puppet,
  putData,
  READER_ID,
  readerWithPuppet,
  TESTED_PREFIX,
  WRITER_ID,
  writerWithPuppet,
} from "../support/Puppet.js";

const test = suite("cases: messages");

/** A packet with one part replaced, which must be there. */
function patched(hex: string, part: RegExp, replacement: string): string {
  assert.match(hex, part);
  return hex.replace(part, replacement);
}

test("FR-01: length 0 on the last submessage means up to the end", () => {
  const puppet = readerWithPuppet();
  puppet.feed(packet("P01"));
  assert.equal(puppet.userTraffic(), ["ACKNACK 107>102 1 {1,2,3,4} #2 F"]);
});

test("FR-02: a PAD and an INFO_TS of length 0 in the middle end nothing", () => {
  const puppet = readerWithPuppet();
  puppet.feed(packet("P02"));
  assert.equal(puppet.userTraffic(), ["ACKNACK 107>102 1 {1,2} #2 F"]);
});

test("FR-03: each submessage has its own byte order", () => {
  const puppet = readerWithPuppet();
  puppet.feed(packet("P04"));
  assert.equal(puppet.userTraffic(), ["ACKNACK 107>102 1 {1,2,3,4,5,6} #2 F"]);
});

test("FR-05: what comes before a submessage that is too long keeps its effect, the rest is dropped and counted", () => {
  const puppet = readerWithPuppet();
  puppet.feed(packet("P09"));
  assert.equal(puppet.userTraffic(), ["ACKNACK 107>102 1 {1,2} #2 F"]);
  assert.equal(puppet.takenSns(), []);
  assert.is(puppet.engine.counters.droppedFor("truncatedSubmessage"), 1);
});

test("FR-06: stray octets at the end", () => {
  const puppet = readerWithPuppet();
  puppet.feed(packet("P10"));
  assert.equal(puppet.userTraffic(), ["ACKNACK 107>102 1 {1} #2 F"]);
  assert.is(puppet.engine.counters.droppedFor("truncatedSubmessage"), 1);
});

test("FR-07: a vendor's submessage is skipped by its length", () => {
  const puppet = readerWithPuppet();
  puppet.feed(packet("P05"));
  assert.equal(puppet.takenSns(), [1]);
  assert.is(puppet.engine.counters.droppedFor("unknownSubmessage"), 1);
});

test("FR-10: submessages of DDS Security are skipped, what is outside them is handled", () => {
  const puppet = readerWithPuppet();
  puppet.feed(packet("P11"));
  assert.equal(puppet.userTraffic(), ["ACKNACK 107>102 1 {1} #2 F"]);
});

test("FR-11: every 2.x is accepted, other major versions are not; our own minor is a setting", () => {
  const puppet = readerWithPuppet({ protocolMinor: 1 });
  const version = (text: string) => patched(packet("P05"), /^(.{8})..../, `$1${text}`);
  puppet.feed(version("0101"));
  puppet.feed(version("0300"));
  assert.equal(puppet.takenSns(), []);
  assert.is(puppet.engine.counters.droppedFor("badVersion"), 2);
  puppet.feed(version("0209"));
  assert.equal(puppet.takenSns(), [1]);
  puppet.heartbeat(1, 1, 1);
  assert.equal([...puppet.datagrams()[0]!.bytes.subarray(4, 6)], [2, 1]);
});

test("FR-11: INFO_SRC with another major version is understood no better than a header with it", () => {
  for (const [version, isRead] of [
    ["0201", true],
    ["0209", true],
    ["0301", false],
    ["0100", false],
  ] as const) {
    const puppet = readerWithPuppet();
    puppet.feed(patched(packet("P14"), /0c01140000000000..../, `0c01140000000000${version}`));
    assert.equal(puppet.takenSns(), isRead ? [1] : [], version);
    assert.is(puppet.engine.counters.droppedFor("malformedSubmessage"), isRead ? 0 : 1);
  }
});

test("FR-12: unknown flags are ignored", () => {
  const puppet = readerWithPuppet();
  puppet.feed(patched(packet("P10"), /0701(1c00.*)010100$/, "07f1$1"));
  assert.equal(puppet.userTraffic(), ["ACKNACK 107>102 1 {1} #2 F"]);
});

test("FR-13: a bare header is traffic of its sender; shorter ones and other magics are dropped", () => {
  const puppet = readerWithPuppet();
  for (const length of [0, 3, 19]) puppet.feed(Uint8Array.from(Buffer.from(packet("P54"), "hex")).subarray(0, length));
  assert.is(puppet.engine.counters.droppedFor("tooShort"), 3);
  puppet.feed(patched(packet("P54"), /^52545053/, "52545058"));
  assert.is(puppet.engine.counters.droppedFor("badMagic"), 1);
  for (let i = 0; i < 10; i++) {
    puppet.run(puppet.now + 15_000);
    puppet.feed(packet("P54"));
  }
  assert.equal(puppet.eventsOf("participantLost"), [], "its lease of 20 s is renewed");
});

test("RS-02: INFO_DST of somebody else closes the message, of nobody opens it again", () => {
  const puppet = readerWithPuppet();
  puppet.feed(packet("P13"));
  assert.equal(puppet.userTraffic(), ["ACKNACK 107>102 1 {1,2,3,4,5,6,7,8,9} #2 F"]);
  assert.is(puppet.engine.counters.droppedFor("notForUs"), 1);
});

test("RS-03: INFO_SRC changes the source and takes the timestamp back", () => {
  const puppet = readerWithPuppet();
  puppet.feed(packet("P14"));
  const [change] = puppet.take();
  assert.is(change!.writerGuid.prefix.toString(), "017f00005a5a000100000001");
  assert.not(isValidTimestamp(change!.sourceTimestamp));
});

test("RS-05: the count of INFO_REPLY is checked against what is there", () => {
  const puppet = readerWithPuppet();
  puppet.feed(packet("P12"));
  assert.is(puppet.engine.counters.droppedFor("malformedSubmessage"), 1);
});

test("RS-06: what is for one participant says so with INFO_DST", () => {
  const puppet = writerWithPuppet();
  puppet.write();
  for (const message of puppet.messages()) assert.is(message[0], "INFO_DST");
  puppet.ackNack(1, [1], 2, false);
  for (const message of puppet.messages()) assert.is(message[0], "INFO_DST");
});

test("RS-06: submessages for an equal entity id of another participant are not taken", () => {
  const puppet = readerWithPuppet();
  const other = new GuidPrefix(TESTED_PREFIX.bytes.map((octet, i) => (i === 11 ? octet + 1 : octet)));
  puppet.send(
    (message) => {
      message.infoDestination(other);
      message.heartbeat(READER_ID, WRITER_ID, 1, 5, 1, false, false);
    },
    { directed: false },
  );
  assert.equal(puppet.userTraffic(), []);
});

test("RS-08: entity ids of the wrong kind are dropped, the rest of the datagram is not", () => {
  const puppet = readerWithPuppet();
  puppet.send((message) => {
    message.heartbeat(READER_ID, READER_ID, 1, 5, 1, false, false);
    putData(message, READER_ID, 0x000001c1, 1, new Uint8Array(8));
    putData(message, WRITER_ID, WRITER_ID, 1, new Uint8Array(8));
    putData(message, READER_ID, WRITER_ID, 1, new Uint8Array(8));
  });
  assert.is(puppet.engine.counters.droppedFor("unsupportedKind"), 2);
  assert.equal(puppet.takenSns(), [1]);
});

test("RS-09: an INFO_TS stays in force for its message and no longer", () => {
  const puppet = readerWithPuppet();
  puppet.send((message) => {
    message.infoTimestamp({ seconds: 7, fraction: 0 });
    message.heartbeat(READER_ID, WRITER_ID, 1, 2, 1, false, false);
    putData(message, READER_ID, WRITER_ID, 1, new Uint8Array(8));
  });
  puppet.data(2);
  assert.equal(
    puppet.take().map((change) => change.sourceTimestamp.seconds),
    [7, 0xffffffff],
  );
});

test("RL-01: ACKNACK with base 0 and no bits asks for a HEARTBEAT and acknowledges nothing", () => {
  const puppet = writerWithPuppet();
  for (let i = 0; i < 3; i++) puppet.write();
  puppet.datagrams();
  puppet.feed(packet("P15"));
  assert.equal(puppet.userTraffic(), ["HEARTBEAT 102>107 1..3 #3 F"]);
  assert.not(puppet.engine.isAckedByAll(WRITER_ID));
});

test("RL-02: more than 256 bits, or fewer words than bits, is malformed", () => {
  for (const tooLong of [packet("P16"), packet("P17")]) {
    const puppet = writerWithPuppet();
    for (let i = 0; i < 3; i++) puppet.write();
    puppet.datagrams();
    puppet.feed(tooLong);
    assert.equal(puppet.userTraffic(), []);
    assert.is(puppet.engine.counters.droppedFor("malformedSubmessage"), 1);
  }
});

test("RL-03: base + numBits beyond the range of sequence numbers is malformed", () => {
  const puppet = writerWithPuppet();
  puppet.write();
  puppet.datagrams();
  puppet.feed(patched(packet("P16"), /06013c00(.{16})0000000001000000/, "06013c00$1ffffff7ffeffffff"));
  assert.equal(puppet.userTraffic(), []);
  assert.is(puppet.engine.counters.droppedFor("malformedSubmessage"), 1);
});

test("RL-04: a GAP means exactly what it says", () => {
  const puppet = readerWithPuppet();
  puppet.feed(packet("P19"));
  puppet.heartbeat(8, 28, 1);
  assert.equal(puppet.userTraffic(), ["ACKNACK 107>102 11 {11,12,13,14,17,18,21,22,24,25,26} #2 F"]);
});

test("RL-06: HEARTBEAT (2, 0) is invalid, (11, 10) is an empty writer that wrote ten", () => {
  const puppet = readerWithPuppet();
  puppet.feed(packet("P21"));
  assert.equal(puppet.userTraffic(), []);
  puppet.feed(packet("P22"));
  assert.equal(puppet.userTraffic(), ["ACKNACK 107>102 11 #2 F"]);
});

test("RL-07: HEARTBEAT up to 2^63-1", () => {
  const puppet = readerWithPuppet();
  puppet.feed(packet("P23"));
  const [ack] = puppet.userTraffic();
  assert.match(ack!, /^ACKNACK 107>102 1 \{1,2,.*,256\} #2 F$/);
  puppet.data(1).data(2);
  assert.equal(puppet.takenSns(), [1, 2]);
});

test("RL-18: sequence numbers 0, -2^32 and 2^32 + 1", () => {
  const puppet = readerWithPuppet();
  puppet.feed(packet("P55"));
  puppet.feed(patched(packet("P55"), /00000000000000000001000001/, "ffffffff000000000001000001"));
  assert.equal(puppet.takenSns(), []);
  assert.is(puppet.engine.counters.droppedFor("malformedSubmessage"), 2);
  puppet.feed(packet("P56"));
  assert.equal(puppet.userTraffic(), [`ACKNACK 107>102 ${2 ** 32} {${2 ** 32}} #2 F`]);
  puppet.data(2 ** 32);
  assert.equal(puppet.takenSns(), [2 ** 32, 2 ** 32 + 1]);
});

test("FG-01: fragment size, number or count 0", () => {
  for (const [start, count, size] of [
    [1, 1, 0],
    [0, 1, 1024],
    [1, 0, 1024],
    [3, 1, 1024],
  ] as const) {
    const puppet = readerWithPuppet();
    puppet.send((message) => {
      message.dataFrag(READER_ID, WRITER_ID, 1, start, count, size, 2000, false, 1024, EMPTY_PAYLOAD);
      message.appendPayload(new Uint8Array(1024), 0, 1024);
      message.heartbeat(READER_ID, WRITER_ID, 1, 1, 1, false, false);
    });
    assert.equal(puppet.userTraffic(), [], "the rest of the message is dropped too");
    assert.is(puppet.engine.reader(READER_ID).reader.pendingBytes, 0);
  }
});

test("FG-02: a fragment of a sample of 4 GiB", () => {
  const puppet = readerWithPuppet();
  puppet.send((message) => {
    message.dataFrag(READER_ID, WRITER_ID, 1, 1, 1, 1024, 0xffffffff, false, 1024, EMPTY_PAYLOAD);
    message.appendPayload(new Uint8Array(1024), 0, 1024);
  });
  assert.is(puppet.engine.reader(READER_ID).reader.pendingBytes, 0);
  assert.is(puppet.engine.reader(READER_ID).reader.counters.fragmentsRefused, 1);
});

test("FG-04: the padding of a fragment is not part of the sample, and the next submessage is found", () => {
  const puppet = readerWithPuppet();
  puppet.send((message) => {
    for (const [fragment, length] of [
      [1, 1000],
      [2, 1000],
      [3, 501],
    ] as const) {
      message.dataFrag(READER_ID, WRITER_ID, 1, fragment, 1, 1000, 2501, false, length, EMPTY_PAYLOAD);
      message.appendPayload(new Uint8Array(length).fill(fragment), 0, length);
    }
    message.heartbeat(READER_ID, WRITER_ID, 1, 1, 1, false, false);
  });
  const [change] = puppet.take();
  assert.is(change!.payload.length, 2501);
  assert.is(change!.payload[2500], 3);
  assert.equal(puppet.userTraffic(), ["ACKNACK 107>102 2 #2 F"]);
});

test("FG-05: NACK_FRAG numbers count from 1", () => {
  const puppet = writerWithPuppet();
  puppet.write(1312 * 5);
  puppet.datagrams();
  puppet.feed(packet("P41"));
  assert.equal(puppet.userTraffic(), ["FRAG 102>107 1 2/5", "FRAG 102>107 1 4/5", "HEARTBEAT 102>107 1..1 #3 F"]);
});

test("FG-07: a later fragment that begins like an encapsulation header", () => {
  const puppet = readerWithPuppet();
  for (const fragment of [2, 1]) {
    puppet.send((message) => {
      message.dataFrag(READER_ID, WRITER_ID, 1, fragment, 1, 1000, 2000, false, 1000, EMPTY_PAYLOAD);
      message.appendPayload(
        fragment === 1 ? Uint8Array.of(0, 1, 0, 0, ...new Uint8Array(996).fill(9)) : new Uint8Array(1000),
        0,
        1000,
      );
    });
  }
  const [change] = puppet.take();
  assert.equal([...change!.payload.subarray(0, 5)], [0, 1, 0, 0, 9]);
  assert.is(change!.payload[1000], 0);
});

test("FG-12: bit 2 of the flags of DATA_FRAG means key", () => {
  const puppet = readerWithPuppet();
  for (const fragment of [1, 2]) {
    puppet.send((message) => {
      const length = fragment === 1 ? 1024 : 4;
      message.dataFrag(READER_ID, WRITER_ID, 1, fragment, 1, 1024, 1028, true, length, EMPTY_PAYLOAD);
      message.appendPayload(new Uint8Array(length), 0, length);
    });
  }
  assert.is(puppet.take()[0]!.payloadKind, PAYLOAD_KEY);
});

test("CD-12: header and inline QoS big-endian, payload as it says itself", () => {
  const puppet = readerWithPuppet();
  puppet.feed(packet("P47"));
  const [change] = puppet.take();
  assert.is(change!.sn, 1);
  assert.is(change!.keyHash.length, 16);
  assert.equal([...change!.payload], [0, 1, 0, 0, 4, 3, 2, 1]);
});

test("CD-19, CD-20: D and K together, inline QoS beyond the end: dropped with the rest of the message", () => {
  const puppet = readerWithPuppet();
  puppet.feed(packet("P25"));
  puppet.feed(packet("P24"));
  assert.equal(puppet.takenSns(), []);
  assert.equal(puppet.userTraffic(), []);
  assert.is(puppet.engine.counters.droppedFor("malformedSubmessage"), 2);
});

test("QB-06: invalid timestamps are none, seconds are unsigned", () => {
  const puppet = readerWithPuppet();
  puppet.feed(packet("P50"));
  const times = puppet
    .take()
    .map((change) => (isValidTimestamp(change.sourceTimestamp) ? change.sourceTimestamp : undefined));
  assert.equal(times, [undefined, undefined, { seconds: 0x80000000, fraction: 0 }, { seconds: 1, fraction: 5 }]);
});

test("a sample of an unknown participant, or of a writer nobody is matched with, is counted", () => {
  const puppet = readerWithPuppet();
  puppet.data(1, new Uint8Array(8), 0x00000902);
  assert.is(puppet.engine.counters.droppedFor("unknownWriter"), 1);
  const stranger = new Puppet();
  stranger.data(1);
  assert.is(stranger.engine.counters.droppedFor("unknownParticipant"), 1);
  puppet.send((message) => putData(message, 0x00000907, WRITER_ID, 1, new Uint8Array(8)));
  assert.is(puppet.engine.counters.droppedFor("unknownReader"), 1);
  puppet.send((message) => putData(message, ENTITYID_UNKNOWN, WRITER_ID, 1, new Uint8Array(8)));
  assert.equal(puppet.takenSns(), [1]);
});

test("maxSubmessagesPerDatagram bounds the work of one datagram", () => {
  const puppet = new Puppet();
  const limited = readerWithPuppet({ limits: { ...puppet.engine.config.limits, maxSubmessagesPerDatagram: 8 } });
  limited.send((message) => {
    for (let sn = 1; sn <= 20; sn++) putData(message, READER_ID, WRITER_ID, sn, new Uint8Array(4));
  });
  assert.equal(limited.takenSns(), [1, 2, 3, 4, 5, 6, 7], "INFO_DST counts too");
  assert.is(limited.engine.counters.droppedFor("tooManySubmessages"), 1);
});

test.run();
