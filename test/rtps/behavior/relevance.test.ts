// RTPS 2.5 §8.7.4 and §8.7.5: changes that exist but are not for every reader: outside its content filter, or marks
// behind coherent sets for a reader without coherent access. They are a GAP to it, and nobody waits for them.

import { test } from "uvu";
import * as assert from "uvu/assert";
import {
  ALIVE,
  EMPTY_PAYLOAD,
  type GroupPlacement,
  PAYLOAD_DATA,
  PAYLOAD_NONE,
} from "../../../src/rtps/structure/cacheChange.js";
import type { Guid } from "../../../src/rtps/structure/guid.js";
import { SN_NONE } from "../../../src/rtps/structure/sequenceNumber.js";
import { timestampFromEpochMs } from "../../../src/rtps/structure/time.js";
import { SimNetwork } from "../../../src/simulation/SimNetwork.js";
import { describeDatagram } from "../../support/describeDatagram.js";
import { Puppet, putData, WRITER_ID } from "../../support/Puppet.js";
import {
  BEST_EFFORT_WRITER,
  KEEP_ALL,
  numberIn,
  RELIABLE_READER,
  RELIABLE_WRITER,
  type SimParticipant,
  simParticipant,
  TRANSIENT_LOCAL,
} from "../../support/simParticipant.js";

const COHERENT = { presentation: { accessScope: "TOPIC", coherentAccess: true, orderedAccess: false } } as const;

/** The submessages that were sent, as text. */
class Wire {
  private lines: string[] = [];

  add(bytes: Uint8Array): void {
    this.lines.push(...describeDatagram(bytes));
  }

  clear(): void {
    this.lines = [];
  }

  count(kind: string, reader: number): number {
    return this.lines.filter((line) => line.startsWith(`${kind} `) && line.includes(`>${reader.toString(16)} `)).length;
  }
}

function pair() {
  const wire = new Wire();
  const network = new SimNetwork({ seed: 3, tap: ({ bytes }) => wire.add(bytes) });
  const a = simParticipant(network, { index: 0 });
  const b = simParticipant(network, { index: 1 });
  return { network, a, b, wire };
}

function write(from: SimParticipant, writer: number, value: number, excludedReaders?: readonly Guid[]): void {
  const payload = new Uint8Array(12);
  payload[1] = 1;
  new DataView(payload.buffer).setUint32(4, value, true);
  from.engine.write(from.network.now, writer, payload, {
    kind: ALIVE,
    payloadKind: PAYLOAD_DATA,
    instance: 0,
    keyHash: EMPTY_PAYLOAD,
    sourceTimestamp: timestampFromEpochMs(1000),
    ...(excludedReaders === undefined ? {} : { excludedReaders }),
  });
  from.network.flush(from.node);
}

function untilReady(network: SimNetwork, a: SimParticipant, count: number): void {
  network.runUntil(() => a.eventsOf("readerReady").length >= count, { maxTimeMs: 5000 });
}

test("a reliable reader gets a GAP for what its filter keeps out, and acknowledges it", () => {
  const { network, a, b, wire } = pair();
  const writer = a.writer({ ...RELIABLE_WRITER, ...KEEP_ALL });
  const filtered = b.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  const open = b.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  untilReady(network, a, 2);
  wire.clear();
  const not = [b.engine.reader(filtered).guid];
  for (let i = 1; i <= 6; i++) write(a, writer, i, i % 3 === 0 ? undefined : not);
  network.runUntil(network.now + 200);
  assert.equal(b.values(filtered), [3, 6]);
  assert.equal(b.values(open), [1, 2, 3, 4, 5, 6]);
  assert.ok(a.engine.isAckedByAll(writer));
  assert.is(wire.count("DATA", filtered), 2);
});

test("what is kept out leaves in one GAP with the next sample, or with the heartbeat if none follows", () => {
  const { network, a, b, wire } = pair();
  const writer = a.writer({ ...RELIABLE_WRITER, ...KEEP_ALL });
  const filtered = b.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  untilReady(network, a, 1);
  wire.clear();
  const not = [b.engine.reader(filtered).guid];
  for (let i = 1; i <= 50; i++) write(a, writer, i, not);
  assert.is(wire.count("GAP", filtered), 0);
  write(a, writer, 51);
  assert.is(wire.count("GAP", filtered), 1);
  for (let i = 52; i <= 60; i++) write(a, writer, i, not);
  network.runUntil(network.now + 200);
  assert.is(wire.count("GAP", filtered), 2);
  assert.is(wire.count("DATA", filtered), 1);
  assert.equal(b.values(filtered), [51]);
  assert.ok(a.engine.isAckedByAll(writer));
});

test("a repair does not bring what the filter keeps out", () => {
  const { network, a, b } = pair();
  const writer = a.writer({ ...RELIABLE_WRITER, ...KEEP_ALL });
  const filtered = b.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  untilReady(network, a, 1);
  const not = [b.engine.reader(filtered).guid];
  network.partition(a.node, b.node);
  for (let i = 1; i <= 9; i++) write(a, writer, i, i % 2 === 0 ? not : undefined);
  network.runUntil(network.now + 5);
  network.heal(a.node, b.node);
  network.runUntil(network.now + 2000);
  assert.equal(b.values(filtered), [1, 3, 5, 7, 9]);
  assert.ok(a.engine.isAckedByAll(writer));
});

test("a best-effort reader is just not sent them, and does not count a loss for a trailing one", () => {
  const { network, a, b, wire } = pair();
  const writer = a.writer({ ...BEST_EFFORT_WRITER, ...KEEP_ALL });
  const filtered = b.reader({ ...KEEP_ALL });
  untilReady(network, a, 1);
  wire.clear();
  const not = [b.engine.reader(filtered).guid];
  for (let i = 1; i <= 4; i++) write(a, writer, i, i === 4 ? not : undefined);
  network.runUntil(network.now + 100);
  assert.equal(b.values(filtered), [1, 2, 3]);
  assert.is(wire.count("DATA", filtered), 3);
  assert.is(wire.count("GAP", filtered), 0);
});

for (const durability of ["VOLATILE", "TRANSIENT_LOCAL"] as const) {
  test(`the mark behind a set goes to readers with coherent access only (${durability})`, () => {
    const { network, a, b, wire } = pair();
    const lasting = durability === "VOLATILE" ? {} : TRANSIENT_LOCAL;
    const writer = a.writer({ ...RELIABLE_WRITER, ...KEEP_ALL, ...COHERENT, ...lasting });
    const coherent = b.reader({ ...RELIABLE_READER, ...KEEP_ALL, ...COHERENT, ...lasting });
    const plain = b.reader({ ...RELIABLE_READER, ...KEEP_ALL, ...lasting });
    untilReady(network, a, 2);
    wire.clear();
    write(a, writer, 1);
    a.engine.writeEndMark(writer, SN_NONE, timestampFromEpochMs(1000));
    network.flush(a.node);
    write(a, writer, 2);
    network.runUntil(network.now + 200);
    assert.equal(b.values(plain), [1, 2]);
    const got = b.samples.get(coherent)!;
    assert.equal(
      got.map((change) => (change.payloadKind === PAYLOAD_NONE ? "mark" : numberIn(change))),
      [1, "mark", 2],
    );
    assert.ok(got[1]!.placement!.endsCoherentSet);
    assert.is(wire.count("GAP", plain), 1);
    assert.ok(a.engine.isAckedByAll(writer));
  });
}

const hexBytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(" ", ""), "hex"));

/** What a reader with coherent access gets of a set and of an empty DATA with this inline QoS behind it. */
function placementsBehindSet(inlineQos: string, vendorId = 0x017f): (GroupPlacement | undefined)[] {
  const puppet = new Puppet();
  puppet.createReader({ ...RELIABLE_READER, ...KEEP_ALL, ...COHERENT });
  puppet.announce().announceWriter({ ...RELIABLE_WRITER, ...COHERENT });
  puppet.heartbeat(1, 2, 1);
  puppet.send((message) => {
    putData(message, 0, WRITER_ID, 1, new Uint8Array(8), hexBytes("56000800 00000000 01000000 01000000"));
  });
  puppet.send((message) => message.data(0, WRITER_ID, 2, PAYLOAD_NONE, 0, hexBytes(inlineQos)), { vendorId });
  return puppet.take().map(({ placement }) => placement);
}

test("an empty DATA ends a set, whatever COHERENT_SET says or if it is missing; Connext names the group's set", () => {
  const placement = { coherentSetSn: 1, endsCoherentSet: false, groupCoherentSetSn: SN_NONE, groupSeqNum: SN_NONE };
  const mark = { ...placement, coherentSetSn: SN_NONE, endsCoherentSet: true };
  const unknown = "56000800 ffffffff 00000000 01000000";
  const itself = "56000800 00000000 02000000 01000000";
  const connext = "22800800 00000000 01000000 23800800 00000000 05000000 24800400 01000000 01000000";
  for (const form of [unknown, itself, "01000000", ""])
    assert.equal(placementsBehindSet(form), [placement, mark], form);
  assert.equal(placementsBehindSet(connext, 0x0101), [placement, { ...mark, groupCoherentSetSn: 5 }]);
  assert.equal(placementsBehindSet(connext, 0x0110), [placement, mark], "0x8023 is RTI's");
});

test("our mark names itself as a set that nothing is in", () => {
  const puppet = new Puppet();
  const writer = puppet.createWriter({ ...RELIABLE_WRITER, ...KEEP_ALL, ...COHERENT });
  puppet.announce().announceReader({ ...RELIABLE_READER, ...COHERENT });
  puppet.ackNack(1, [], 1);
  puppet.write();
  puppet.datagrams();
  puppet.engine.writeEndMark(writer, 7, timestampFromEpochMs(1000));
  const bytes = puppet.datagrams().map(({ bytes: sent }) => Buffer.from(sent).toString("hex"));
  const itself = "560008000000000002000000";
  const group = "630008000000000007000000";
  assert.ok(
    bytes.some((hex) => hex.includes(`${itself}${group}01000000`)),
    bytes.join(" "),
  );
});

test("a set is named after its first sample, whole or in fragments", () => {
  const { network, a, b } = pair();
  const writer = a.writer({ ...RELIABLE_WRITER, ...KEEP_ALL, ...COHERENT });
  const reader = b.reader({ ...RELIABLE_READER, ...KEEP_ALL, ...COHERENT });
  untilReady(network, a, 1);
  write(a, writer, 1);
  const sizes = [12, 100_000, 12];
  sizes.forEach((size, index) => {
    const payload = new Uint8Array(size);
    payload[1] = 1;
    a.engine.write(network.now, writer, payload, {
      kind: ALIVE,
      payloadKind: PAYLOAD_DATA,
      instance: 0,
      keyHash: EMPTY_PAYLOAD,
      sourceTimestamp: timestampFromEpochMs(1000),
      placement: {
        coherentSetSn: index === 0 ? SN_NONE : 2,
        opensCoherentSet: index === 0,
        groupCoherentSetSn: 70,
        groupSeqNum: 70 + index,
      },
    });
  });
  network.flush(a.node);
  network.runUntil(network.now + 500);
  assert.equal(
    b.samples.get(reader)!.map(({ placement }) => placement),
    [
      undefined,
      ...[70, 71, 72].map((groupSeqNum) => ({
        coherentSetSn: 2,
        endsCoherentSet: false,
        groupCoherentSetSn: 70,
        groupSeqNum,
      })),
    ],
  );
});

test.run();
