// RTPS 2.5 §8.5.4 and §8.5.5: endpoints find each other, match or are told why not, and part. In a simulated network.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WriterQos } from "../../src/qos/index.js";
import { carries, dropAll, dropFirst, SimNetwork } from "../../src/simulation/index.js";
import {
  BEST_EFFORT_WRITER,
  KEEP_ALL,
  RELIABLE_READER,
  type SimParticipant,
  simParticipant,
  TRANSIENT_LOCAL,
} from "../support/simParticipant.js";

const test = suite("SEDP and matching");

const DATA = 0x15;
const PUBLICATIONS_WRITER = 0x000003c2;
const SUBSCRIPTIONS_WRITER = 0x000004c2;
const COUNTING = (count: number) => Array.from({ length: count }, (_, i) => i);

function pair(seed = 1, options: ConstructorParameters<typeof SimNetwork>[0] = { seed }) {
  const network = new SimNetwork({ ...options, seed });
  return { network, a: simParticipant(network, { index: 0 }), b: simParticipant(network, { index: 1 }) };
}

/** Holds back the announcements of one side's endpoints for that long, by dropping them. */
function delaySedp(network: SimNetwork, from: SimParticipant, writerId: number, untilMs: number): void {
  const match = carries(DATA, writerId);
  network.setFilter((datagram, source, to) =>
    source === from.node && network.now < untilMs && match(datagram, source, to) ? "drop" : "deliver",
  );
}

test("endpoints match in whatever order they are made", () => {
  for (const writerFirst of [true, false]) {
    const { network, a, b } = pair();
    network.runUntil(500);
    if (writerFirst) a.writer();
    b.reader(RELIABLE_READER);
    network.runUntil(1000);
    if (!writerFirst) a.writer();
    network.runUntil(1500);
    for (const [one, type] of [
      [a, "publicationMatched"],
      [b, "subscriptionMatched"],
    ] as const) {
      assert.equal(
        one.eventsOf(type).map((event) => event.change),
        [1],
      );
    }
    assert.is(a.eventsOf("readerReady").length, 1);
    assert.is(a.engine.endpoints.length, 1);
    assert.is(b.engine.endpoints[0]!.topicName, "Square");
  }
});

test("another topic does not match, and nobody is told", () => {
  const { network, a, b } = pair();
  a.writer({}, "Square");
  b.reader({}, "Circle");
  network.runUntil(1000);
  assert.equal(a.eventsOf("publicationMatched"), []);
  assert.equal(b.eventsOf("requestedIncompatibleQos"), []);
});

test("the first sample after readerReady arrives: reliable and best-effort, on a network without loss", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { network, a, b } = pair(seed, { seed, link: { latencyMs: 1, jitterMs: 3 } });
    const writer = a.writer();
    const reliable = b.reader(RELIABLE_READER);
    const bestEffort = b.reader();
    let next = 0;
    const seen = () => a.eventsOf("readerReady").length;
    for (let wanted = 1; wanted <= 2; wanted++) {
      network.runUntil(() => seen() >= wanted, { maxTimeMs: 5000 });
      a.write(writer, next++);
    }
    network.runUntil(network.now + 1000);
    const readyOrder = a.eventsOf("readerReady").map((event) => event.remote.entityId);
    for (const reader of [reliable, bestEffort]) {
      const from = readyOrder.indexOf(reader);
      assert.equal(b.values(reader).slice(-2 + from), COUNTING(2).slice(from), `seed ${seed}`);
    }
  }
});

test("the first sample after readerReady arrives at a reader that is made later, too", () => {
  for (let seed = 1; seed <= 10; seed++) {
    const { network, a, b } = pair(seed, { seed, link: { latencyMs: 2, jitterMs: 5 } });
    const writer = a.writer(BEST_EFFORT_WRITER);
    network.runUntil(2000);
    const reader = b.reader();
    network.runUntil(() => a.eventsOf("readerReady").length === 1, { maxTimeMs: 4000 });
    a.write(writer, 42);
    network.runUntil(5000);
    assert.equal(b.values(reader), [42], `seed ${seed}`);
  }
});

test("RL-11: the writer matches 500 ms before the reader: what it writes in between all arrives", () => {
  const { network, a, b } = pair();
  delaySedp(network, a, PUBLICATIONS_WRITER, 500);
  const writer = a.writer(KEEP_ALL);
  const reader = b.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  network.runUntil(() => a.eventsOf("publicationMatched").length === 1, { maxTimeMs: 200 });
  assert.equal(b.eventsOf("subscriptionMatched"), []);
  for (let i = 0; i < 40; i++) {
    a.write(writer, i);
    network.runUntil(network.now + 5);
  }
  assert.equal(b.values(reader), [], "it has not heard of the writer");
  network.runUntil(() => b.samples.get(reader)!.length === 40, { maxTimeMs: 3000 });
  assert.equal(b.values(reader), COUNTING(40));
});

test("RL-11: the reader matches 500 ms before the writer: what is written after the writer's match arrives", () => {
  const { network, a, b } = pair();
  delaySedp(network, b, SUBSCRIPTIONS_WRITER, 500);
  const writer = a.writer(KEEP_ALL);
  const reader = b.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  network.runUntil(() => b.eventsOf("subscriptionMatched").length === 1, { maxTimeMs: 200 });
  a.write(writer, 999);
  network.runUntil(() => a.eventsOf("publicationMatched").length === 1, { maxTimeMs: 2000 });
  for (let i = 0; i < 10; i++) a.write(writer, i);
  network.runUntil(network.now + 1000);
  assert.equal(b.values(reader), COUNTING(10), "999 was before the match");
});

test("RL-22: TRANSIENT_LOCAL late joiner with slow SEDP: no loss, at most one resend", () => {
  const { network, a, b } = pair();
  const writer = a.writer({ ...KEEP_ALL, ...TRANSIENT_LOCAL });
  for (let i = 0; i < 30; i++) a.write(writer, i);
  network.runUntil(1000);
  delaySedp(network, a, PUBLICATIONS_WRITER, 1200);
  const c = simParticipant(network, { index: 2 });
  const reader = c.reader({ ...RELIABLE_READER, ...KEEP_ALL, ...TRANSIENT_LOCAL });
  network.runUntil(() => c.samples.get(reader)!.length === 30, { maxTimeMs: 3000 });
  assert.equal(c.values(reader), COUNTING(30));
  const { repairs } = a.engine.writer(writer).writer.counters;
  assert.ok(repairs <= 30, `${repairs} resent`);
  assert.equal(b.eventsOf("subscriptionMatched"), []);
});

test("RL-13: a history with holes, the first GAP lost", () => {
  const { network, a, b } = pair();
  const writer = a.writer({ ...TRANSIENT_LOCAL, history: { kind: "KEEP_LAST", depth: 1 } }, "Square", true);
  for (let i = 0; i < 10; i++) a.write(writer, i, 12, [1, 2, 3, 1, 1, 1, 1, 3, 1, 1][i]!);
  network.setFilter(dropFirst(1, carries(0x08)));
  const reader = b.reader({ ...RELIABLE_READER, ...TRANSIENT_LOCAL }, "Square", true);
  network.runUntil(3000);
  assert.equal(b.values(reader), [1, 7, 9]);
  assert.ok(a.engine.isAckedByAll(writer));
});

test("RL-20: a volatile newcomer beside a slow reader sees a contiguous run to the end", () => {
  const { network, a, b } = pair();
  const writer = a.writer(KEEP_ALL);
  b.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  network.runUntil(() => a.eventsOf("readerReady").length === 1, { maxTimeMs: 1000 });
  network.partition(b.node, a.node);
  for (let i = 0; i < 500; i++) a.write(writer, i);
  const c = simParticipant(network, { index: 2 });
  const fast = c.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  network.runUntil(() => a.eventsOf("readerReady").length === 2, { maxTimeMs: 5000 });
  const from = network.now;
  for (let i = 500; i < 1000; i++) a.write(writer, i);
  network.runUntil(() => c.samples.get(fast)!.length === 500, { maxTimeMs: from + 1000 });
  assert.equal(c.values(fast), COUNTING(1000).slice(500));
});

test("each side is told the policies that do not fit, once", () => {
  const { network, a, b } = pair();
  const writer = a.writer({ ...BEST_EFFORT_WRITER, deadline: { periodMs: 500 } });
  const reader = b.reader({ ...RELIABLE_READER, ...TRANSIENT_LOCAL, deadline: { periodMs: 100 } });
  network.runUntil(2000);
  const [offered] = a.eventsOf("offeredIncompatibleQos");
  const [requested] = b.eventsOf("requestedIncompatibleQos");
  assert.is(offered!.writer, writer);
  assert.is(requested!.reader, reader);
  const policies = offered!.mismatches.map((mismatch) => mismatch.policy).sort();
  assert.equal(policies, ["DEADLINE", "DURABILITY", "RELIABILITY"]);
  assert.equal(requested!.mismatches.map((mismatch) => mismatch.policy).sort(), policies);
  assert.is(a.eventsOf("offeredIncompatibleQos").length + b.eventsOf("requestedIncompatibleQos").length, 2);
  assert.equal(a.eventsOf("publicationMatched"), []);
});

test("PL-25: keyed and keyless endpoints of a topic are inconsistent, on both sides", () => {
  const { network, a, b } = pair();
  a.writer({}, "Square", true);
  b.reader({}, "Square", false);
  network.runUntil(1000);
  assert.is(a.eventsOf("inconsistentTopic").length, 1);
  assert.is(b.eventsOf("inconsistentTopic").length, 1);
  assert.equal(a.eventsOf("publicationMatched"), []);
});

test("a changed partition ends a match and makes one", () => {
  const { network, a, b } = pair();
  const writer = a.writer();
  const reader = b.reader({ ...RELIABLE_READER, partition: { names: ["x"] } });
  network.runUntil(1000);
  assert.equal(b.eventsOf("subscriptionMatched"), []);
  const qos = a.engine.writer(writer).qos;
  const change = (names: string[]) => {
    a.engine.setWriterQos(network.now, writer, { ...qos, partition: { names } } as WriterQos);
    network.flush(a.node);
    network.runUntil(network.now + 500);
  };
  change(["x", "y"]);
  a.write(writer, 1);
  network.runUntil(network.now + 100);
  change(["y"]);
  a.write(writer, 2);
  change(["*"]);
  a.write(writer, 3);
  network.runUntil(network.now + 100);
  assert.equal(b.values(reader), [1, 3]);
  assert.equal(
    b.eventsOf("subscriptionMatched").map((event) => event.change),
    [1, -1, 1],
  );
  assert.is(a.eventsOf("readerReady").length, 2);
});

test("a deleted endpoint is unmatched at the other side, and what is left of its traffic is dropped", () => {
  const { network, a, b } = pair();
  const writer = a.writer();
  const first = b.reader(RELIABLE_READER);
  const second = b.reader(RELIABLE_READER);
  network.runUntil(1000);
  b.engine.deleteReader(network.now, first);
  network.flush(b.node);
  network.runUntil(1500);
  assert.equal(
    a.eventsOf("publicationMatched").map((event) => event.change),
    [1, 1, -1],
  );
  a.engine.deleteWriter(network.now, writer);
  network.flush(a.node);
  network.runUntil(2000);
  assert.equal(
    b
      .eventsOf("subscriptionMatched")
      .filter((event) => event.reader === second)
      .map((event) => event.change),
    [1, -1],
  );
  assert.equal(b.engine.endpoints, []);
  network.runUntil(20_000);
  assert.ok(a.engine.nextDeadline() > 20_000);
});

test("a participant that leaves takes its endpoints along", () => {
  const { network, a, b } = pair();
  a.writer();
  b.reader(RELIABLE_READER);
  network.runUntil(1000);
  a.close();
  network.removeNode(a.node);
  network.runUntil(1100);
  assert.equal(b.engine.endpoints, []);
  assert.is(b.eventsOf("endpointLost").length, 1);
  assert.equal(
    b.eventsOf("subscriptionMatched").map((event) => event.change),
    [1, -1],
  );
});

test("RL-12: endpoints deleted while only their owner had lost the peer are gone once they meet again", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0, discovery: { leaseDurationMs: 60_000, announcePeriodMs: 500 } });
  const b = simParticipant(network, { index: 1, discovery: { leaseDurationMs: 2000, announcePeriodMs: 500 } });
  const writer = a.writer();
  const reader = a.reader(RELIABLE_READER);
  b.writer();
  b.reader(RELIABLE_READER);
  network.runUntil(1000);
  network.partition(b.node, a.node);
  network.runUntil(5000);
  assert.is(a.eventsOf("participantLost").length, 1);
  a.engine.deleteWriter(network.now, writer);
  a.engine.deleteReader(network.now, reader);
  // What follows must not push the disposals out of the histories.
  a.writer({}, "Circle");
  a.reader({}, "Circle");
  network.heal(b.node, a.node);
  network.runUntil(10_000);
  assert.equal(b.eventsOf("participantLost"), [], "b never lost a");
  assert.equal([...new Set(b.engine.endpoints.map((data) => data.topicName))], ["Circle"]);
  assert.equal(
    b
      .eventsOf("subscriptionMatched")
      .filter((event) => !event.remote.prefix.equals(b.engine.config.guidPrefix))
      .map((event) => event.change),
    [1, -1],
  );
});

test("RL-19: a killed reader holds nobody back", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0 });
  const b = simParticipant(network, { index: 1, discovery: { leaseDurationMs: 2000, announcePeriodMs: 500 } });
  const writer = a.writer(KEEP_ALL);
  b.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  network.runUntil(() => a.eventsOf("readerReady").length === 1, { maxTimeMs: 1000 });
  network.removeNode(b.node);
  for (let i = 0; i < 10_000; i++) a.put(writer, i);
  network.flush(a.node);
  const c = simParticipant(network, { index: 2 });
  const reader = c.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  network.runUntil(() => a.eventsOf("readerReady").length === 2, { maxTimeMs: network.now + 100 });
  const from = network.now;
  a.write(writer, 10_000);
  network.runUntil(() => c.samples.get(reader)!.length > 0, { maxTimeMs: from + 5 });
  assert.equal(c.values(reader), [10_000]);
  network.runUntil(5000);
  assert.ok(a.engine.isAckedByAll(writer), "the lease has ended");
  assert.is(a.engine.writer(writer).writer.history.size, 0);
});

test("RL-14: depth 1, 100 samples while the reader hears nothing: the last one arrives", () => {
  const { network, a, b } = pair();
  const writer = a.writer();
  const reader = b.reader(RELIABLE_READER);
  network.runUntil(1000);
  network.partition(a.node, b.node);
  for (let i = 0; i < 100; i++) a.write(writer, i);
  network.runUntil(1500);
  network.heal(a.node, b.node);
  network.runUntil(5000);
  assert.equal(b.values(reader), [99]);
  assert.ok(a.engine.isAckedByAll(writer));
  const before = network.statistics.datagramsSent;
  network.runUntil(7000);
  assert.ok(network.statistics.datagramsSent - before < 10, "no NACK for ever");
});

test("RL-21: two readers in one participant, one joins late, neither disturbs the other", () => {
  const { network, a, b } = pair();
  const writer = a.writer(KEEP_ALL);
  const early = b.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  network.runUntil(500);
  for (let i = 0; i < 20; i++) a.write(writer, i);
  const late = b.reader({ ...RELIABLE_READER, ...KEEP_ALL });
  network.runUntil(() => a.eventsOf("readerReady").length === 2, { maxTimeMs: 1000 });
  for (let i = 20; i < 40; i++) a.write(writer, i);
  network.runUntil(2000);
  assert.equal(b.values(early), COUNTING(40));
  assert.equal(b.values(late), COUNTING(40).slice(20));
});

test("endpoints above maxEndpointsPerParticipant are counted and not kept", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0 });
  const b = simParticipant(network, { index: 1, limits: { maxEndpointsPerParticipant: 3 } });
  for (let i = 0; i < 5; i++) a.writer({}, `T${i}`);
  network.runUntil(1000);
  assert.is(b.engine.endpoints.length, 3);
  assert.is(b.engine.counters.droppedFor("limitEndpoints"), 2);
});

test("announcements of endpoints are kept up to so many octets, and those that are gone make room", () => {
  const network = new SimNetwork({ seed: 1 });
  const a = simParticipant(network, { index: 0 });
  const b = simParticipant(network, { index: 1, limits: { maxEndpointBytesPerParticipant: 1000 } });
  const names = Array.from({ length: 8 }, (_, i) => `T${i}${"x".repeat(200)}`);
  const writers = names.map((name) => a.writer({}, name));
  network.runUntil(1000);
  const kept = b.engine.endpoints.length;
  assert.ok(kept >= 2 && kept <= 4, `${kept} of some 300 octets each`);
  assert.is(b.engine.counters.droppedFor("limitBytes"), 8 - kept);
  for (const writer of writers) a.engine.deleteWriter(network.now, writer);
  network.flush(a.node);
  network.runUntil(2000);
  assert.is(b.engine.endpoints.length, 0);
  a.writer({}, "Late");
  network.runUntil(3000);
  assert.is(b.engine.endpoints.length, 1);
});

test("RL-10: an idle reliable pair sends nothing but SPDP", () => {
  const { network, a, b } = pair();
  const writer = a.writer();
  b.reader(RELIABLE_READER);
  network.runUntil(1000);
  a.write(writer, 1);
  network.runUntil(3000);
  const spdp = carries(DATA, 0x000100c2);
  let others = 0;
  network.setFilter((datagram, from, to) => {
    if (!spdp(datagram, from, to)) others++;
    return "deliver";
  });
  network.runUntil(60_000);
  assert.is(others, 0);
});

test("no data is sent to a best-effort reader twice", () => {
  const { network, a, b } = pair();
  const writer = a.writer();
  const reader = b.reader();
  network.runUntil(1000);
  network.setFilter(dropAll(carries(DATA, writer)));
  a.write(writer, 1);
  network.runUntil(5000);
  assert.equal(b.values(reader), []);
  assert.is(a.engine.counters.samplesRetransmitted, 0);
});

test.run();
