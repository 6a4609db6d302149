// Every hand-made datagram of the fixture, against the participant it is meant for, with what must come of it.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { PAYLOAD_KEY } from "../../src/rtps/structure/cacheChange.js";
import { isValidTimestamp } from "../../src/rtps/structure/time.js";
import type { DropReason } from "../../src/trace/dropReasons.js";
import { CASE_PACKETS, type Given, packet } from "../support/casePackets.js";
import { PUPPET_PREFIX, Puppet, READER_ID, readerWithPuppet, WRITER_ID, writerWithPuppet } from "../support/Puppet.js";
import { readingFromPuppet } from "../support/PuppetDcps.js";

const test = suite("packets");

const GIVEN: Readonly<Record<Given, () => Puppet>> = {
  reader: () => readerWithPuppet(),
  writer: () => {
    const puppet = writerWithPuppet();
    for (let i = 0; i < 3; i++) puppet.write();
    puppet.datagrams();
    return puppet;
  },
  fragments: () => {
    const puppet = writerWithPuppet();
    puppet.write(5 * 1312);
    puppet.datagrams();
    return puppet;
  },
  running: () => new Puppet(),
  discovered: () => {
    const puppet = new Puppet();
    puppet.announce();
    puppet.datagrams();
    return puppet;
  },
};

const HEARTBEAT = 0x07;
const FIRST_ACK = "ACKNACK 107>102 1";

/** "017f…", for each participant that is known. */
const known = (puppet: Puppet) => puppet.engine.participants.map((data) => data.guidPrefix.toString());
const THE_PUPPET = [PUPPET_PREFIX.toString()];

function drops(puppet: Puppet, expected: Partial<Record<DropReason, number>>): void {
  assert.equal({ ...puppet.engine.counters.snapshot().dropped }, expected);
}

/** What the participant sends in so many milliseconds: address, port and octets. */
function sentWithin(puppet: Puppet, ms: number): { address: string; port: number; length: number }[] {
  const sent = puppet.datagrams();
  const end = puppet.now + ms;
  for (let next = puppet.engine.nextDeadline(); next <= end; next = puppet.engine.nextDeadline()) {
    puppet.now = Math.max(puppet.now, next);
    puppet.engine.handleTimeout(puppet.now);
    sent.push(...puppet.datagrams());
  }
  return sent.map(({ address, port, bytes }) => ({ address, port, length: bytes.length }));
}

/** The packet has come; each looks at what came of it. */
const EXPECTED: Readonly<Record<string, (puppet: Puppet) => void>> = {
  P01: (puppet) => {
    assert.equal(puppet.userTraffic(), [`${FIRST_ACK} {1,2,3,4} #2 F`]);
    drops(puppet, {});
    // Its count was read: the same one again is stale.
    puppet.heartbeat(1, 9, 9);
    assert.equal(puppet.userTraffic(), []);
  },
  P02: (puppet) => {
    assert.equal(puppet.userTraffic(), [`${FIRST_ACK} {1,2} #2 F`]);
    drops(puppet, {});
  },
  P04: (puppet) => {
    assert.equal(puppet.userTraffic(), [`${FIRST_ACK} {1,2,3,4,5,6} #2 F`]);
    assert.is(puppet.engine.counters.submessagesIn[HEARTBEAT], 2);
    drops(puppet, {});
    puppet.heartbeat(1, 9, 8);
    assert.equal(puppet.userTraffic(), [], "count 8 was the second one's");
  },
  P05: (puppet) => {
    assert.equal(puppet.takenSns(), [1]);
    drops(puppet, { unknownSubmessage: 1 });
  },
  P09: (puppet) => {
    assert.equal(puppet.userTraffic(), [`${FIRST_ACK} {1,2} #2 F`]);
    assert.equal(puppet.takenSns(), []);
    drops(puppet, { truncatedSubmessage: 1 });
  },
  P10: (puppet) => {
    assert.equal(puppet.userTraffic(), [`${FIRST_ACK} {1} #2 F`]);
    drops(puppet, { truncatedSubmessage: 1 });
  },
  P11: (puppet) => {
    assert.equal(puppet.userTraffic(), [`${FIRST_ACK} {1} #2 F`]);
    drops(puppet, { unknownSubmessage: 4 });
  },
  P12: (puppet) => {
    drops(puppet, { malformedSubmessage: 1 });
    assert.equal(puppet.userTraffic(), []);
  },
  P13: (puppet) => {
    assert.equal(puppet.userTraffic(), [`${FIRST_ACK} {1,2,3,4,5,6,7,8,9} #2 F`]);
    drops(puppet, { notForUs: 1 });
  },
  P14: (puppet) => {
    const [change, ...others] = puppet.take();
    assert.equal([change!.sn, others.length], [1, 0]);
    assert.is(change!.writerGuid.toString(), `${PUPPET_PREFIX}00000102`);
    assert.not(isValidTimestamp(change!.sourceTimestamp), "INFO_SRC takes the time back");
  },
  P15: (puppet) => {
    assert.equal(puppet.userTraffic(), ["HEARTBEAT 102>107 1..3 #3 F"]);
    assert.not(puppet.engine.isAckedByAll(WRITER_ID));
    drops(puppet, {});
  },
  P16: (puppet) => {
    assert.equal(puppet.userTraffic(), []);
    drops(puppet, { malformedSubmessage: 1 });
  },
  P17: (puppet) => {
    assert.equal(puppet.userTraffic(), []);
    drops(puppet, { malformedSubmessage: 1 });
    puppet.ackNack(4, [], 2);
    assert.ok(puppet.engine.isAckedByAll(WRITER_ID), "no count was read from where the bits should be");
  },
  P19: (puppet) => {
    puppet.heartbeat(8, 28, 1);
    assert.equal(puppet.userTraffic(), ["ACKNACK 107>102 11 {11,12,13,14,17,18,21,22,24,25,26} #2 F"]);
  },
  P21: (puppet) => {
    assert.equal(puppet.userTraffic(), []);
    drops(puppet, { malformedSubmessage: 1 });
    puppet.heartbeat(1, 2, 1);
    assert.equal(puppet.userTraffic(), [`${FIRST_ACK} {1,2} #2 F`], "neither numbers nor count were taken");
  },
  P22: (puppet) => {
    assert.equal(puppet.userTraffic(), ["ACKNACK 107>102 11 #2 F"]);
    puppet.data(11);
    assert.equal(puppet.takenSns(), [11], "nothing before it is awaited");
  },
  P23: (puppet) => {
    const [ack] = puppet.userTraffic();
    const missing = Array.from({ length: 256 }, (_, i) => i + 1);
    assert.is(ack, `${FIRST_ACK} {${missing}} #2 F`);
    assert.is(puppet.engine.reader(READER_ID).reader.pendingBytes, 0);
    puppet.data(1).data(2);
    assert.equal(puppet.takenSns(), [1, 2]);
  },
  P24: (puppet) => drops(puppet, { malformedSubmessage: 1 }),
  P25: (puppet) => {
    assert.equal(puppet.takenSns(), []);
    assert.equal(puppet.userTraffic(), [], "nor is the HEARTBEAT behind it looked at");
    assert.is(puppet.engine.counters.submessagesIn[HEARTBEAT], 0);
    drops(puppet, { malformedSubmessage: 1 });
  },
  P26: (puppet) => {
    assert.equal(known(puppet), []);
    drops(puppet, { badParameterList: 1 });
  },
  P27: (puppet) => {
    assert.equal(known(puppet), []);
    drops(puppet, { badParameterList: 1 });
  },
  P28: (puppet) => {
    assert.equal(known(puppet), THE_PUPPET);
    drops(puppet, {});
  },
  P30: (puppet) => {
    assert.equal(known(puppet), THE_PUPPET);
    const [data] = puppet.engine.participants;
    assert.equal([data!.domainId, data!.properties.length], [undefined, 0]);
    drops(puppet, {});
  },
  P31: (puppet) => {
    assert.equal(known(puppet), THE_PUPPET);
    const there = new Set(sentWithin(puppet, 2000).map(({ address, port }) => `${address}:${port}`));
    there.delete("239.255.0.1:7400");
    assert.equal([...there], ["192.0.2.10:7410"]);
  },
  P32: (puppet) => {
    assert.equal(known(puppet), []);
    drops(puppet, { spoofedPrefix: 1 });
  },
  P33: (puppet) => {
    assert.equal(known(puppet), []);
    assert.equal(
      puppet.eventsOf("participantLost").map(({ reason }) => reason),
      ["disposed"],
    );
  },
  P36: (puppet) => {
    const [writer, ...others] = puppet.engine.endpoints;
    assert.equal([writer!.role, writer!.topicName, others.length], ["writer", "Square", 0]);
    assert.is(writer!.qos.reliability.kind, "RELIABLE");
  },
  P37: (puppet) => {
    assert.equal(known(puppet), THE_PUPPET, "properties are advice");
    assert.equal(puppet.engine.participants[0]!.properties, []);
  },
  P38: (puppet) => {
    assert.equal(puppet.userTraffic(), []);
    drops(puppet, { malformedSubmessage: 1 });
    assert.is(puppet.engine.reader(READER_ID).reader.assemblyBytes, 0);
    puppet.heartbeat(1, 1, 1);
    assert.equal(puppet.userTraffic(), [`${FIRST_ACK} {1} #2 F`], "no fragment of it was kept");
  },
  P39: (puppet) => {
    const { reader } = puppet.engine.reader(READER_ID);
    assert.is(reader.counters.fragmentsRefused, 1);
    assert.equal([reader.pendingBytes, reader.assemblyBytes], [0, 0]);
  },
  P41: (puppet) => {
    assert.equal(puppet.userTraffic(), ["FRAG 102>107 1 2/5", "FRAG 102>107 1 4/5", "HEARTBEAT 102>107 1..1 #3 F"]);
  },
  P47: (puppet) => {
    const [change] = puppet.take();
    assert.equal([...change!.payload], [0, 1, 0, 0, 4, 3, 2, 1]);
    assert.equal(
      [...change!.keyHash],
      Array.from({ length: 16 }, (_, i) => i),
    );
  },
  P49: (puppet) => {
    const sent = sentWithin(puppet, 10_000).filter(({ address }) => address.startsWith("203."));
    assert.is(new Set(sent.map(({ address }) => address)).size, 1, "one address of the twelve");
    assert.is(sent.length, 3, "announcements, until something comes from there");
    assert.ok(sent.reduce((sum, { length }) => sum + length, 0) <= packet("P49").length, "twice what came, at most");
  },
  P50: (puppet) => {
    const times = puppet.take().map(({ sourceTimestamp }) => sourceTimestamp);
    assert.equal(
      times.map((time) => (isValidTimestamp(time) ? time : undefined)),
      [undefined, undefined, { seconds: 2147483648, fraction: 0 }, { seconds: 1, fraction: 5 }],
    );
  },
  P51: (puppet) => {
    drops(puppet, { badPayload: 2 });
    assert.equal(puppet.eventsOf("livelinessChanged"), []);
  },
  P53: (puppet) => {
    const { reader } = puppet.engine.reader(READER_ID);
    assert.ok(reader.assemblyBytes > 0);
    // The last four octets are missing; bit 2 says key in this one too.
    const body = "0000001c000000000000010200000000010000000200000001000004040400000a0b0c0d".replace("001c", "1c00");
    puppet.feed(`${packet("P53").slice(0, 40)}16052400${body}`);
    const [change] = puppet.take();
    assert.is(change!.payloadKind, PAYLOAD_KEY);
    assert.is(change!.payload.length, 1028);
  },
  P54: (puppet) => {
    assert.equal(known(puppet), []);
    assert.equal(puppet.userTraffic(), []);
    drops(puppet, {});
    puppet.feed(packet("P54").slice(0, 38));
    drops(puppet, { tooShort: 1 });
    puppet.announce({ leaseDurationMs: 1000 });
    for (let i = 0; i < 5; i++) {
      puppet.run(puppet.now + 900);
      puppet.feed(packet("P54"));
    }
    assert.equal(known(puppet), THE_PUPPET, "it renews the lease");
    puppet.run(puppet.now + 1100);
    assert.equal(known(puppet), []);
  },
  P55: (puppet) => {
    const unknown = packet("P55").replace(/00000000000000000001000001000000$/, "ffffffff000000000001000001000000");
    assert.is.not(unknown, packet("P55"));
    puppet.feed(unknown);
    assert.equal(puppet.takenSns(), []);
    puppet.heartbeat(0, 4, 1);
    assert.equal(puppet.userTraffic(), []);
    drops(puppet, { malformedSubmessage: 3 });
  },
  P56: (puppet) => {
    const high = 2 ** 32;
    assert.equal(puppet.userTraffic(), [`ACKNACK 107>102 ${high} {${high}} #2 F`]);
    puppet.data(high);
    assert.equal(puppet.takenSns(), [high, high + 1]);
    puppet.heartbeat(high, high + 1, 2);
    assert.equal(puppet.userTraffic(), [`ACKNACK 107>102 ${high + 2} #3 F`]);
  },
};

interface Decoding {
  readonly idl: string;
  /** What the application gets. */
  readonly values: readonly object[];
  readonly refused?: number;
  /** The packet with other octets, and what comes of that. */
  readonly variant?: { readonly change: readonly [from: string, to: string]; readonly values: readonly object[] };
}

/** Those whose payload is the point. */
const DECODED: Readonly<Record<string, Decoding>> = {
  P42: {
    idl: "@final struct ShapeType { @key long a; double b; };",
    values: [{ a: 1, b: 2.5 }],
    // In XCDR1 the double stands at 8: twelve octets are too few.
    variant: { change: ["0007000001000000", "0001000001000000"], values: [] },
  },
  P44: { idl: "@appendable struct ShapeType { @key long a; long b; };", values: [{ a: 11, b: 0 }] },
  P45: { idl: "@final struct ShapeType { sequence<long> v; @key long k; };", values: [], refused: 1 },
  // Length 0 is taken for an empty string; a text without NUL is no string.
  P46: { idl: "@final struct ShapeType { string s; @key long x; };", values: [{ s: "", x: 5 }], refused: 1 },
  P48: { idl: "@final struct ShapeType { @key string s; };", values: [{ s: "hello" }] },
};

for (const [id, { case: name, given, hex }] of CASE_PACKETS) {
  test(`${id} (${name})`, () => {
    const decoding = DECODED[id];
    if (decoding !== undefined) {
      checkDecoding(hex, decoding);
      return;
    }
    const puppet = GIVEN[given]();
    puppet.feed(hex);
    EXPECTED[id]!(puppet);
  });
}

function checkDecoding(hex: string, { idl, values, refused = 0, variant }: Decoding): void {
  const { puppet, reader } = readingFromPuppet<object>(idl);
  puppet.feed(hex);
  const taken = reader.take();
  assert.equal(
    taken.map(({ data }) => ({ ...data })),
    values,
  );
  assert.is(puppet.engine.counters.droppedFor("badPayload"), refused);
  // Each number counts as received, so that the next sample is delivered.
  const count = values.length + refused;
  puppet.heartbeat(1, count, 7);
  assert.equal(puppet.userTraffic(), [`ACKNACK 107>102 ${count + 1} #2 F`]);
  if (variant === undefined) return;
  const [from, to] = variant.change;
  assert.ok(hex.includes(from));
  const other = readingFromPuppet<object>(idl);
  other.puppet.feed(hex.replace(from, to));
  assert.equal(other.reader.take(), variant.values);
  assert.is(other.puppet.engine.counters.droppedFor("badPayload"), 1);
}

test("whatever state they meet, nothing throws and a true sample still arrives", () => {
  for (const given of ["reader", "discovered", "running", "writer"] as const) {
    for (const [id, { hex }] of CASE_PACKETS) {
      const puppet = GIVEN[given]();
      for (let i = 0; i < 3; i++) puppet.feed(hex);
      sentWithin(puppet, 1000);
      if (given !== "reader" || ["P22", "P33", "P56"].includes(id)) continue;
      puppet.take();
      for (let sn = 1; sn <= 28; sn++) puppet.data(sn);
      puppet.heartbeat(1, 28, 1000);
      puppet.datagrams();
      puppet.data(29);
      assert.ok(puppet.takenSns().includes(29), id);
    }
  }
});

test.run();
