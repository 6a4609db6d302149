import { suite } from "uvu";
import * as assert from "uvu/assert";
import { firstOctets, makePair } from "./pair.js";

const test = suite("links of SimNetwork");

test("ordered by time, then by insertion; jitter alone never changes the order", () => {
  const { network, b, send } = makePair({ latencyMs: 1, jitterMs: 20 });
  for (let i = 0; i < 100; i++) network.at(i * 0.1, () => send(i));
  network.runUntil(100);
  assert.equal(
    firstOctets(b),
    Array.from({ length: 100 }, (_, i) => i),
  );
  const delays = b.received.map((r, i) => r.at - i * 0.1);
  assert.ok(Math.min(...delays) >= 1 && Math.max(...delays) <= 21.001);
  assert.ok(Math.max(...delays) - Math.min(...delays) > 5);
});

test("reordering lets later datagrams overtake and is counted", () => {
  const { network, b, send } = makePair({ reordering: 0.2, reorderDelayMs: 5 });
  for (let i = 0; i < 200; i++) network.at(i * 0.1, () => send(i));
  network.runUntil(100);
  const order = firstOctets(b);
  assert.is(order.length, 200);
  assert.ok(order.some((n, i) => i > 0 && n < order[i - 1]!));
  assert.equal(
    [...order].sort((x, y) => x - y),
    Array.from({ length: 200 }, (_, i) => i),
  );
  assert.ok(network.statistics.reordered > 20 && network.statistics.reordered < 60);
});

test("loss and duplication come at the rates asked for, and nothing vanishes uncounted", () => {
  const { network, b, send } = makePair({ loss: 0.2, duplication: 0.1 });
  const count = 20_000;
  for (let i = 0; i < count; i++) network.at(i * 0.01, () => send(1));
  network.runUntil(1000);
  const s = network.statistics;
  assert.is(s.datagramsSent, count);
  // Five standard deviations.
  assert.ok(Math.abs(s.lost - 0.2 * count) < 5 * Math.sqrt(count * 0.16), `lost ${s.lost}`);
  assert.ok(Math.abs(s.duplicated - 0.08 * count) < 5 * Math.sqrt(count * 0.08), `duplicated ${s.duplicated}`);
  assert.is(s.datagramsDelivered, count - s.lost + s.duplicated);
  assert.is(b.received.length, s.datagramsDelivered);
  assert.is(s.bytesSent, count);
});

test("a partition is one-way; what is under way still arrives; heal opens it again", () => {
  const { network, a, b, nodeA, nodeB, send } = makePair({ latencyMs: 1 });
  b.onDatagram = (_now, bytes, from) => b.outbox.push({ bytes, address: from.address, port: from.port });
  send(1);
  network.partition(nodeB, nodeA);
  network.runUntil(10);
  assert.equal(firstOctets(b), [1]);
  assert.equal(firstOctets(a), []);
  assert.is(network.statistics.partitioned, 1);
  network.heal(nodeB, nodeA);
  send(2);
  network.runUntil(20);
  assert.equal(firstOctets(a), [2]);
  network.partition(nodeA.host, nodeB.host);
  send(3);
  network.runUntil(30);
  assert.equal(firstOctets(b), [1, 2]);
});

test("the most specific link counts, by direction", () => {
  const { network, a, b, nodeA, nodeB, send } = makePair({ latencyMs: 1 });
  b.onDatagram = (_now, bytes, from) => b.outbox.push({ bytes, address: from.address, port: from.port });
  network.setLink(nodeA.host, nodeB.host, { latencyMs: 50 });
  network.setLink(nodeA, nodeB, { latencyMs: 7 });
  send(1);
  network.runUntil(100);
  assert.is(b.received[0]!.at, 7);
  assert.is(a.received[0]!.at, 8);
  network.setDefaultLink({ latencyMs: 2 });
  send(2);
  network.runUntil(200);
  assert.is(b.received[1]!.at, 107);
  assert.is(a.received[1]!.at, 109);
});

test("datagrams above the MTU are lost and counted", () => {
  const { network, a, b, nodeA, nodeB } = makePair({ mtuBytes: 1472 });
  for (const size of [1472, 1473])
    a.outbox.push({ bytes: new Uint8Array(size), address: nodeB.host.address, port: 7411 });
  network.flush(nodeA);
  network.runUntil(1);
  assert.equal(
    b.received.map((r) => r.bytes.length),
    [1472],
  );
  assert.is(network.statistics.tooLarge, 1);
});

test("filters decide per receiver; the tap sees what is sent, dropped or not", () => {
  const tapped: number[] = [];
  const { network, b, nodeB, send } = makePair({}, { tap: (d) => tapped.push(d.bytes[0]!) });
  network.setFilter((bytes, _from, to) => (to === nodeB && bytes[0] === 2 ? "drop" : "deliver"));
  send(1);
  send(2);
  send(3);
  network.runUntil(1);
  assert.equal(firstOctets(b), [1, 3]);
  assert.equal(tapped, [1, 2, 3]);
  assert.is(network.statistics.filtered, 1);
  network.setFilter(undefined);
  send(2);
  network.runUntil(2);
  assert.equal(firstOctets(b), [1, 3, 2]);
});

test.run();
