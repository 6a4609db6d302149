// How what is owed becomes datagrams: what shares one, what is said once, and that no limit is passed.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Transmit } from "../../../src/participant/Engine.js";
import { DEFAULT_WRITER_QOS } from "../../../src/qos/index.js";
import { DEFAULT_LIMITS } from "../../../src/rtps/behavior/tuning.js";
import { BULK, CONTROL } from "../../../src/rtps/exchange/Transmit.js";
import { describeDatagram } from "../../support/describeDatagram.js";
import { PUPPET_HOST, Puppet, readerWithPuppet, WRITER_ID, writerWithPuppet } from "../../support/Puppet.js";

const test = suite("packing");

const at = (seconds: number) => ({ sourceTimestamp: { seconds, fraction: 0 } });

test("several samples share a datagram; INFO_DST and INFO_TS once, one HEARTBEAT behind the last", () => {
  const puppet = writerWithPuppet();
  for (let i = 0; i < 3; i++) puppet.write(8, at(5));
  assert.equal(puppet.messages(), [
    [
      "INFO_DST",
      "INFO_TS 5.0",
      "DATA 102>107 1 8B",
      "DATA 102>107 2 8B",
      "DATA 102>107 3 8B",
      "HEARTBEAT 102>107 1..3 #2 F",
    ],
  ]);
});

test("INFO_TS is written again when it changes, and taken back for a sample without one", () => {
  const puppet = writerWithPuppet();
  puppet.write(8, at(5));
  puppet.write(8, at(6));
  puppet.write(8);
  assert.equal(puppet.messages()[0]!.slice(0, 7), [
    "INFO_DST",
    "INFO_TS 5.0",
    "DATA 102>107 1 8B",
    "INFO_TS 6.0",
    "DATA 102>107 2 8B",
    "INFO_TS invalid",
    "DATA 102>107 3 8B",
  ]);
});

test("a sample without a timestamp at the beginning needs no INFO_TS", () => {
  const puppet = writerWithPuppet();
  puppet.write(8);
  assert.equal(puppet.messages(), [["INFO_DST", "DATA 102>107 1 8B", "HEARTBEAT 102>107 1..1 #2 F"]]);
});

test("every datagram is within its limit, for samples of every size", () => {
  for (const limit of [512, 1472, 8000]) {
    const limits = { ...DEFAULT_LIMITS, maxDatagramBytes: limit };
    const puppet = writerWithPuppet({ limits });
    for (let size = 4; size < 3 * limit; size += 97) {
      puppet.write(size, { keyHash: new Uint8Array(16), ...at(size) });
      if (size % 3 === 0) puppet.write(5);
    }
    const sizes = puppet.datagrams().map(({ bytes }) => bytes.length);
    assert.ok(Math.max(...sizes) <= limit, `${Math.max(...sizes)} > ${limit}`);
    assert.ok(Math.max(...sizes) > limit * 0.8, "and makes use of it");
  }
});

test("the limit for addresses of this host is another one", () => {
  const puppet = writerWithPuppet({ localAddresses: [PUPPET_HOST] });
  puppet.write(20_000);
  assert.equal(puppet.messages(), [["INFO_DST", "DATA 102>107 1 20000B", "HEARTBEAT 102>107 1..1 #2 F"]]);
  puppet.write(70_000);
  const sizes = puppet.datagrams().map(({ bytes }) => bytes.length);
  assert.is(sizes.length, 3);
  assert.ok(Math.max(...sizes) <= DEFAULT_LIMITS.maxDatagramBytesLocal);
});

test("a large payload is sent in place, and the parts are the datagram", () => {
  const puppet = writerWithPuppet({ localAddresses: [PUPPET_HOST] });
  const payload = new Uint8Array(10_001).fill(7);
  const meta = {
    kind: 0,
    payloadKind: 1,
    instance: 0,
    keyHash: new Uint8Array(0),
    sourceTimestamp: at(1).sourceTimestamp,
  } as const;
  puppet.engine.write(puppet.now, WRITER_ID, payload, meta);
  const out = new Transmit();
  assert.ok(puppet.engine.pollTransmit(puppet.now, out));
  assert.is(out.parts[1], payload, "the very same bytes");
  assert.is(
    out.parts.reduce((sum, part) => sum + part.length, 0),
    out.length,
  );
  const bytes = Buffer.concat(out.parts);
  assert.equal(describeDatagram(bytes), [
    "INFO_DST",
    "INFO_TS 1.0",
    "DATA 102>107 1 10004B",
    "HEARTBEAT 102>107 1..1 #2 F",
  ]);
  assert.equal([...bytes.subarray(-36, -30)], [7, 0, 0, 0, 0x07, 0x03], "padded to 4, then HEARTBEAT with E and F");
});

test("small payloads are copied: the caller's bytes are not referred to", () => {
  const puppet = writerWithPuppet();
  puppet.write(100);
  const out = new Transmit();
  puppet.engine.pollTransmit(puppet.now, out);
  assert.is(out.parts.length, 1);
});

test("fragments share datagrams with what still fits", () => {
  const puppet = writerWithPuppet();
  puppet.write(2000);
  puppet.write(100);
  assert.equal(puppet.messages(), [
    ["INFO_DST", "FRAG 102>107 1 1/2"],
    ["INFO_DST", "FRAG 102>107 1 2/2", "DATA 102>107 2 100B", "HEARTBEAT 102>107 1..2 #2 F"],
  ]);
});

test("answers to several HEARTBEATs before the next poll are one ACKNACK", () => {
  const puppet = readerWithPuppet();
  puppet.heartbeat(1, 1, 1).heartbeat(1, 2, 2).data(1).heartbeat(1, 3, 3);
  assert.equal(puppet.messages(), [["INFO_DST", "ACKNACK 107>102 2 {2,3} #2 F"]]);
});

test("acknowledgements and samples for one address share a datagram, acknowledgements first", () => {
  const puppet = writerWithPuppet();
  const reader = puppet.createReader();
  puppet.announceWriter();
  puppet.datagrams();
  puppet.send((message) => message.heartbeat(reader, WRITER_ID, 1, 2, 1, false, false));
  puppet.write(8);
  const [toPuppet] = puppet.messages();
  assert.equal(toPuppet, [
    "INFO_DST",
    "ACKNACK 207>102 1 {1,2} #2 F",
    "DATA 102>107 1 8B",
    "HEARTBEAT 102>107 1..1 #3 F",
  ]);
});

test("user samples are bulk, everything else is control", () => {
  const puppet = writerWithPuppet();
  const out = new Transmit();
  puppet.write(8);
  assert.ok(puppet.engine.pollTransmit(puppet.now, out));
  assert.is(out.trafficClass, BULK);
  puppet.send((message) => message.heartbeat(0x000003c7, 0x000003c2, 1, 9, 50, false, false));
  assert.ok(puppet.engine.pollTransmit(puppet.now, out));
  assert.is(out.trafficClass, CONTROL);
});

test("completed samples of a traced writer are named, fragments with the last one", () => {
  const puppet = new Puppet();
  const qos = { ...DEFAULT_WRITER_QOS, history: { kind: "KEEP_ALL", depth: 1 } } as const;
  const options = {
    topicName: "Square",
    typeName: "ShapeType",
    keyed: true,
    typeMaxSizeSerialized: 0,
    trace: true,
    qos,
  };
  const writer = puppet.engine.createWriter(puppet.now, options);
  puppet.announce().announceReader({ reliability: { kind: "RELIABLE", maxBlockingTimeMs: 0 } });
  puppet.datagrams();
  const meta = {
    kind: 0,
    payloadKind: 1,
    instance: 0,
    keyHash: new Uint8Array(0),
    sourceTimestamp: at(1).sourceTimestamp,
  } as const;
  for (const size of [8, 2000]) puppet.engine.write(puppet.now, writer, new Uint8Array(size), meta);
  const completed: number[][] = [];
  const out = new Transmit();
  while (puppet.engine.pollTransmit(puppet.now, out)) completed.push(out.completedSns.slice(0, out.completedCount));
  assert.equal(completed.flat(), [1, 2]);
  assert.equal(completed.at(-1), [2]);
});

test("what was sent is counted by kind, and the sums are the datagrams", () => {
  const puppet = writerWithPuppet();
  for (let i = 0; i < 200; i++) puppet.write(i * 20, at(i));
  puppet.datagrams();
  puppet.ackNack(1, [1, 2, 150], 2);
  puppet.datagrams();
  const { counters } = puppet.engine;
  const submessageBytes = counters.submessageBytesOut.reduce((sum, bytes) => sum + bytes, 0);
  assert.is(counters.bytesOut, submessageBytes + 20 * counters.datagramsOut);
  assert.ok(counters.samplesRetransmitted === 2 && counters.fragmentsRetransmitted > 0);
});

test("a slab that the socket still reads is not written again", () => {
  const puppet = writerWithPuppet();
  puppet.write(8, at(1));
  const out = new Transmit();
  puppet.engine.pollTransmit(puppet.now, out);
  const view = out.parts[0]!;
  const copy = view.slice();
  puppet.engine.retireSlab();
  for (let i = 0; i < 50; i++) puppet.write(20, at(i));
  puppet.datagrams();
  assert.equal(view, copy);
});

test.run();
