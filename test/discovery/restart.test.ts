// A participant that is killed and begins anew, under a new prefix or its old one (case PL-23), and what those who knew
// it make of that.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SimNetwork } from "../../src/simulation/index.js";
import { PUPPET_PREFIX, Puppet, READER_ID, readerWithPuppet } from "../support/Puppet.js";
import {
  BEST_EFFORT_WRITER,
  KEEP_ALL,
  prefixOf,
  RELIABLE_READER,
  RELIABLE_WRITER,
  type SimParticipant,
  simParticipant,
  TRANSIENT_LOCAL,
} from "../support/simParticipant.js";

const test = suite("restart");

const COUNTING = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
const PREFIX = { guidPrefix: prefixOf(77) };
const RELIABLE_ALL = { ...RELIABLE_READER, ...KEEP_ALL };

interface Scene {
  readonly network: SimNetwork;
  readonly a: SimParticipant;
  /** Kills it without a goodbye and begins anew on the same host. */
  again(samePrefix: boolean): SimParticipant;
  readonly b: SimParticipant;
}

function scene(): Scene {
  const network = new SimNetwork({ seed: 3 });
  const a = simParticipant(network, { index: 0 });
  const host = network.addHost("restarting");
  const b = simParticipant(network, { index: 1, host, config: PREFIX });
  let last = b;
  const again = (samePrefix: boolean) => {
    network.removeNode(last.node);
    last = simParticipant(network, { index: 1, host, config: samePrefix ? PREFIX : { guidPrefix: prefixOf(78) } });
    return last;
  };
  return { network, a, b, again };
}

const lostReasons = (one: SimParticipant) => one.eventsOf("participantLost").map(({ reason }) => reason);

for (const samePrefix of [true, false]) {
  const name = samePrefix ? "PL-23, the same prefix" : "another prefix";

  test(`${name}: a RELIABLE TRANSIENT_LOCAL reader that begins anew gets the history, and all that follows`, () => {
    const { network, a, b, again } = scene();
    const writer = a.writer({ ...KEEP_ALL, ...TRANSIENT_LOCAL });
    b.reader({ ...RELIABLE_ALL, ...TRANSIENT_LOCAL });
    network.runUntil(500);
    for (let i = 0; i < 10; i++) a.write(writer, i);
    network.runUntil(1500);
    const c = again(samePrefix);
    const reader = c.reader({ ...RELIABLE_ALL, ...TRANSIENT_LOCAL });
    network.runUntil(network.now + 3000);
    for (let i = 10; i < 15; i++) a.write(writer, i);
    network.runUntil(network.now + 2000);
    assert.equal(c.values(reader), COUNTING(0, 15));
    assert.ok(samePrefix === false || a.engine.isAckedByAll(writer));
  });

  test(`${name}: what a RELIABLE writer that begins anew writes is delivered, once`, () => {
    for (const [before, after] of [
      [10, 3],
      [3, 10],
      [5, 5],
      [300, 1],
    ] as const) {
      const { network, a, b, again } = scene();
      const reader = a.reader({ ...RELIABLE_ALL, ...TRANSIENT_LOCAL });
      const first = b.writer({ ...RELIABLE_WRITER, ...KEEP_ALL, ...TRANSIENT_LOCAL });
      network.runUntil(500);
      for (let i = 0; i < before; i++) b.write(first, i);
      network.runUntil(2500);
      assert.is(a.values(reader).length, before);
      const c = again(samePrefix);
      const second = c.writer({ ...RELIABLE_WRITER, ...KEEP_ALL, ...TRANSIENT_LOCAL });
      network.runUntil(network.now + 2500);
      for (let i = 0; i < after; i++) c.write(second, 1000 + i);
      network.runUntil(network.now + 5000);
      assert.equal(a.values(reader).slice(before), COUNTING(1000, 1000 + after), `${before} then ${after}`);
      assert.ok(c.engine.isAckedByAll(second));
    }
  });

  test(`${name}: a best-effort writer that begins anew is heard again soon`, () => {
    const { network, a, b, again } = scene();
    const reader = a.reader();
    const first = b.writer(BEST_EFFORT_WRITER);
    network.runUntil(500);
    for (let i = 0; i < 100; i++) b.write(first, i);
    network.runUntil(1500);
    const c = again(samePrefix);
    const second = c.writer(BEST_EFFORT_WRITER);
    network.runUntil(network.now + 2000);
    for (let i = 0; i < 20; i++) {
      c.write(second, 1000 + i);
      network.runUntil(network.now + 50);
    }
    const heard = a.values(reader).slice(100);
    assert.ok(heard.length >= 17, `${heard.length} of 20`);
    assert.equal(heard, COUNTING(1020 - heard.length, 1020), "from then on all of them, once");
  });
}

test("PL-23: other endpoints under the same prefix are found, and those that are gone are let go", () => {
  const { network, a, b, again } = scene();
  b.writer({}, "Old");
  b.writer({}, "Older");
  b.reader({}, "Oldest");
  network.runUntil(2000);
  const c = again(true);
  c.writer({}, "New");
  network.runUntil(network.now + 10_000);
  assert.equal(lostReasons(a), ["restarted"]);
  assert.equal(
    a.engine.endpoints.map((data) => data.topicName),
    ["New"],
  );
});

test("PL-23, TL-04: each beginning is one discovery, whatever is repeated", () => {
  const { network, a, b, again } = scene();
  b.writer({}, "Old");
  b.writer({}, "Older");
  network.runUntil(20_000);
  const discovered = () => a.eventsOf("participantDiscovered").length;
  assert.is(discovered(), 1, "announcements that repeat are no news");
  const c = again(true);
  c.writer({}, "New");
  network.runUntil(network.now + 10_000);
  assert.is(discovered(), 2);
  assert.equal(lostReasons(a), ["restarted"], "the first beginning is over when the second one counts");
  c.close();
  network.runUntil(network.now + 100);
  assert.equal(lostReasons(a), ["restarted", "disposed"]);
  again(true);
  network.runUntil(network.now + 5000);
  assert.is(discovered(), 3, "a rejoin is a new epoch");
  const names = a.eventsOf("participantDiscovered").map(({ participant }) => participant.guidPrefix.toString());
  assert.equal([...new Set(names)], [PREFIX.guidPrefix.toString()]);
});

test("TL-04: a participant that begins anew with nothing that goes back is the one that is known", () => {
  const { network, a, again } = scene();
  network.runUntil(20_000);
  const c = again(true);
  c.writer();
  network.runUntil(network.now + 10_000);
  assert.is(a.eventsOf("participantDiscovered").length, 1);
  assert.equal(lostReasons(a), []);
  assert.is(a.engine.endpoints.length, 1);
});

test("TL-04: announcements doubled, late and in another order by the network are no discoveries", () => {
  for (let seed = 1; seed <= 5; seed++) {
    const network = new SimNetwork({
      seed,
      link: { latencyMs: 5, jitterMs: 40, loss: 0.2, duplication: 0.3, reordering: 0.3, reorderDelayMs: 300 },
    });
    const a = simParticipant(network, { index: 0 });
    const b = simParticipant(network, { index: 1 });
    b.writer();
    a.reader();
    network.runUntil(30_000);
    const counts = [a, b].map((one) => one.eventsOf("participantDiscovered").length);
    assert.equal(counts, [1, 1], `seed ${seed}`);
    assert.equal([lostReasons(a), lostReasons(b)], [[], []]);
    assert.is(a.eventsOf("endpointDiscovered").length, 1);
  }
});

test("PL-23, PL-38: an announcement with a lower number that keeps coming is of a new beginning, a late one is not", () => {
  const puppet = new Puppet();
  puppet.createWriter();
  puppet.announce({ sn: 5 }).announceReader();
  const sentTo = () => {
    puppet.write();
    return [...new Set(puppet.datagrams().map(({ port }) => port))].filter((port) => port !== 7410);
  };
  puppet.run(puppet.now + 3000).announce({ sn: 3, unicastPort: 1111 });
  assert.equal(sentTo(), [7411], "once: it may be late");
  puppet.announce({ sn: 5 }).announce({ sn: 3, unicastPort: 1111 }).announce({ sn: 4, unicastPort: 1111 });
  assert.equal(sentTo(), [7411], "the one in force has just been repeated");
  assert.equal(puppet.eventsOf("participantLost"), []);
  puppet.run(puppet.now + 3000).announce({ sn: 1, unicastPort: 2222 });
  puppet.run(puppet.now + 100).announce({ sn: 1, unicastPort: 2222 });
  assert.equal(
    puppet.eventsOf("participantLost").map(({ reason }) => reason),
    ["restarted"],
  );
  puppet.beginAnew().announceReader();
  assert.equal(sentTo(), [2222]);
});

test("PL-23: a HEARTBEAT with an old count and old numbers, late or forged, restarts nothing", () => {
  const puppet = readerWithPuppet();
  for (let sn = 1; sn <= 10; sn++) puppet.data(sn);
  puppet.heartbeat(1, 10, 50);
  assert.is(puppet.take().length, 10);
  puppet.datagrams();
  puppet.run(puppet.now + 2000).heartbeat(1, 3, 4);
  // It asks, acknowledging nothing; the writer answers with what is true.
  assert.equal(puppet.userTraffic(), ["ACKNACK 107>102 1 #3"]);
  puppet.heartbeat(1, 10, 51, true);
  puppet.run(puppet.now + 2000).heartbeat(1, 3, 4);
  puppet.heartbeat(1, 3, 4);
  assert.equal(puppet.eventsOf("participantLost"), []);
  puppet.data(11);
  assert.equal(puppet.takenSns(), [11]);
  assert.is(puppet.engine.reader(READER_ID).reader.counters.heartbeatsRevoked, 3);
});

test("PL-23: a second HEARTBEAT of the kind, and the participant is a new one", () => {
  const puppet = readerWithPuppet();
  for (let sn = 1; sn <= 10; sn++) puppet.data(sn);
  puppet.heartbeat(1, 10, 50);
  puppet.take();
  puppet.run(puppet.now + 2000).heartbeat(1, 2, 1);
  puppet.heartbeat(1, 2, 2);
  assert.equal(
    puppet.eventsOf("participantLost").map(({ reason }) => reason),
    ["restarted"],
  );
  assert.equal(
    puppet.engine.participants.map(({ guidPrefix }) => guidPrefix.toString()),
    [PUPPET_PREFIX.toString()],
  );
  puppet.beginAnew().announceWriter();
  puppet.heartbeat(1, 2, 3);
  puppet.data(1).data(2);
  assert.equal(puppet.takenSns(), [1, 2]);
});

test.run();
