// One datagram in the name of a peer, from an address that is not its own, while the peer goes on: what it costs, and that it
// passes. Both participants are real, time is virtual.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MessageBuilder } from "../../src/rtps/messages/MessageBuilder.js";
import { NumberSet } from "../../src/rtps/structure/NumberSet.js";
import { SimNetwork } from "../../src/simulation/index.js";
import { putData } from "../support/Puppet.js";
import {
  KEEP_ALL,
  RELIABLE_READER,
  RELIABLE_WRITER,
  type SimParticipant,
  simParticipant,
} from "../support/simParticipant.js";

const test = suite("forged datagrams");

const FAR = 2 ** 50;
const PUBLICATIONS_WRITER = 0x000003c2;

function counting(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

function setOf(base: number, members: readonly number[] = []): NumberSet {
  const set = new NumberSet();
  set.reset(base);
  for (const member of members) set.add(member);
  return set;
}

class Scene {
  readonly network = new SimNetwork({ seed: 1 });
  readonly sender = simParticipant(this.network, { index: 0 });
  readonly receiver = simParticipant(this.network, { index: 1 });
  readonly reader = this.receiver.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  readonly writer = this.sender.writer({ ...RELIABLE_WRITER, ...KEEP_ALL });

  constructor() {
    this.network.runUntil(() => this.sender.eventsOf("readerReady").length > 0, { maxTimeMs: 5000 });
  }

  run(ms: number): void {
    this.network.runUntil(this.network.now + ms);
  }

  write(from: number, to: number, size?: number): void {
    for (let value = from; value < to; value++) {
      this.sender.write(this.writer, value, size);
      this.run(100);
    }
  }

  forge(from: SimParticipant, to: SimParticipant, fill: (message: MessageBuilder) => void): void {
    const message = new MessageBuilder(65536);
    message.begin(3, 0x17f, from.engine.config.guidPrefix);
    fill(message);
    const datagram = message.cut().slice();
    to.engine.handleDatagram(this.network.now, datagram, { address: "198.51.100.66", port: 7411 });
    this.network.flush(to.node);
  }
}

for (const kind of ["DATA", "DATA_FRAG"]) {
  test(`RL-07: a GAP and a ${kind} far ahead cost nothing but a second`, () => {
    const scene = new Scene();
    const { sender, receiver, reader, writer } = scene;
    scene.write(0, 10);
    scene.forge(sender, receiver, (message) => {
      message.gap(0, writer, 1, setOf(FAR));
      if (kind === "DATA") putData(message, 0, writer, FAR, new Uint8Array(12));
      else message.dataFrag(0, writer, FAR, 1, 1, 16, 1_000_000, false, 16, new Uint8Array(0));
      if (kind === "DATA_FRAG") message.appendPayload(new Uint8Array(16), 0, 16);
    });
    scene.write(10, 11);
    assert.not(sender.engine.isAckedByAll(writer), "what the reader missed is not acknowledged");
    scene.write(11, 30);
    scene.run(1000);
    const values = receiver.values(reader);
    if (kind === "DATA") assert.equal(values.splice(10, 1), [0], "the forged sample itself cannot be told");
    assert.equal(values, counting(0, 30));
    assert.ok(sender.engine.isAckedByAll(writer));
    assert.equal(receiver.eventsOf("participantLost"), []);
    assert.equal(receiver.eventsOf("sampleLost"), []);
    assert.is(receiver.engine.countersSnapshot().dropped.revokedHeartbeat, 1);
  });
}

test("FG-05: a NACK_FRAG with a far count costs half a second of repair", () => {
  const scene = new Scene();
  const { network, sender, receiver, reader, writer } = scene;
  scene.write(0, 1);
  scene.forge(receiver, sender, (message) => message.nackFrag(reader, writer, 1, setOf(1, [1]), 0x7fffffff));
  let count = 0;
  network.setFilter((datagram, from) =>
    from === sender.node && datagram.length > 1200 && ++count % 5 === 2 && count < 60 ? "drop" : "deliver",
  );
  scene.write(1, 4, 60_000);
  scene.run(2000);
  assert.equal(receiver.values(reader), counting(0, 4));
  assert.ok(sender.engine.isAckedByAll(writer));
});

test("RL-07: the same at discovery: later endpoints are found", () => {
  const scene = new Scene();
  const { sender, receiver } = scene;
  scene.forge(sender, receiver, (message) => {
    message.gap(0, PUBLICATIONS_WRITER, 1, setOf(FAR));
    putData(message, 0, PUBLICATIONS_WRITER, FAR, new Uint8Array(12));
  });
  const reader = receiver.reader({ ...RELIABLE_READER, ...KEEP_ALL }, "Later");
  const writer = sender.writer({ ...RELIABLE_WRITER, ...KEEP_ALL }, "Later");
  scene.run(3000);
  for (const value of counting(0, 5)) sender.write(writer, value);
  scene.run(1000);
  assert.equal(receiver.values(reader), counting(0, 5));
});

test.run();
