// Traffic of a real session, damaged in a thousand ways, fed to an engine that knows the senders. Nothing throws,
// nothing hangs, what is held stays bounded, and the damage is counted.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Random, SimNetwork } from "../../src/simulation/index.js";
import {
  KEEP_ALL,
  RELIABLE_READER,
  type SimParticipant,
  simParticipant,
  TRANSIENT_LOCAL,
} from "../support/simParticipant.js";

const test = suite("damaged traffic");

const DATAGRAMS = 20_000;
const MAX_PENDING_BYTES = 4_000_000;

interface Session {
  readonly network: SimNetwork;
  readonly victim: SimParticipant;
  readonly peer: SimParticipant;
  readonly captured: Uint8Array[];
}

function session(seed: number): Session {
  const captured: Uint8Array[] = [];
  const tap = ({ bytes }: { bytes: Uint8Array }) => captured.push(bytes);
  const network = new SimNetwork({ seed, link: { loss: 0.2, reordering: 0.2 }, tap });
  const limits = { maxPendingBytes: MAX_PENDING_BYTES, maxSampleBytes: 1_000_000, maxParticipants: 20 };
  const victim = simParticipant(network, { index: 0, limits });
  const peer = simParticipant(network, { index: 1 });
  for (const one of [victim, peer]) {
    const writer = one.writer({ ...KEEP_ALL, ...TRANSIENT_LOCAL }, "Square", true);
    one.reader({ ...RELIABLE_READER, ...KEEP_ALL, ...TRANSIENT_LOCAL }, "Square", true);
    one.reader({}, "Square", true);
    for (let i = 0; i < 30; i++) one.write(writer, i, i % 5 === 0 ? 9000 : 40, i % 3);
  }
  network.runUntil(3000);
  return { network, victim, peer, captured };
}

function damaged(random: Random, captured: readonly Uint8Array[]): Uint8Array {
  const bytes = captured[random.below(captured.length)]!.slice();
  const kind = random.below(10);
  if (kind === 0) return bytes.subarray(0, random.below(bytes.length + 1));
  if (kind === 1) {
    // The tail of another one.
    const other = captured[random.below(captured.length)]!;
    const cut = random.below(bytes.length);
    return Uint8Array.from([...bytes.subarray(0, cut), ...other.subarray(Math.min(cut, other.length))]);
  }
  for (let i = 0; i <= random.below(4); i++) {
    const at = kind < 5 ? random.below(bytes.length) : 20 + random.below(Math.max(1, bytes.length - 20));
    if (at >= bytes.length) continue;
    bytes[at] = [0, 0xff, 0x7f, 0x80, random.below(256)][random.below(5)]!;
  }
  if (kind === 9 && bytes.length > 30) {
    // A whole word of ones or zeros, where numbers and lengths are.
    const word = (20 + random.below(bytes.length - 24)) & ~3;
    bytes.fill(random.chance(0.5) ? 0xff : 0, word, word + 4);
  }
  return bytes;
}

function heldBytes(one: SimParticipant): number {
  let sum = 0;
  for (const reader of one.samples.keys()) sum += one.engine.reader(reader).reader.pendingBytes;
  return sum;
}

test("never throws, never hangs, holds a bounded amount, counts the damage", () => {
  const startedAt = process.hrtime.bigint();
  let drops = 0;
  for (let seed = 1; seed <= 4; seed++) {
    const { network, victim, peer, captured } = session(seed);
    const random = new Random(seed);
    const source = { address: peer.node.host.address, port: 7413 };
    const before = victim.engine.counters.droppedTotal;
    for (let i = 0; i < DATAGRAMS / 4; i++) {
      const datagram = damaged(random, captured);
      try {
        victim.engine.handleDatagram(network.now, datagram, source);
      } catch (error) {
        assert.unreachable(`seed ${seed}, datagram ${i}, ${Buffer.from(datagram).toString("hex")}: ${error}`);
      }
      if (i % 10 === 0) {
        network.flush(victim.node);
        network.runUntil(network.now + 1);
        assert.ok(heldBytes(victim) <= 2 * (MAX_PENDING_BYTES + 1_000_000));
        assert.ok(victim.engine.participants.length <= 20);
      }
    }
    network.runUntil(network.now + 2000);
    drops += victim.engine.counters.droppedTotal - before;
  }
  const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
  console.log(`${DATAGRAMS} damaged datagrams, ${drops} drops counted, ${seconds.toFixed(1)} s`);
  assert.ok(drops > DATAGRAMS / 10);
});

test("a damaged session goes on: samples written afterwards arrive", () => {
  const { network, victim, peer, captured } = session(77);
  const random = new Random(77);
  const source = { address: peer.node.host.address, port: 7413 };
  for (let i = 0; i < 2000; i++) {
    const bytes = damaged(random, captured);
    // Damage behind the header only, and no DATA: a sample that cannot be told from a true one is taken.
    victim.engine.handleDatagram(network.now, bytes.subarray(0, 24), source);
  }
  network.flush(victim.node);
  const [reader] = victim.samples.keys();
  const [writer] = [0x00000102];
  const before = victim.samples.get(reader!)!.length;
  for (let i = 0; i < 10; i++) peer.write(writer!, 1000 + i);
  network.runUntil(network.now + 3000);
  assert.ok(victim.samples.get(reader!)!.length >= before + 10);
});

test.run();
