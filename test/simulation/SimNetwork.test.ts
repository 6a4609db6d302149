import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  type LinkSettings,
  SimNetwork,
  type SimNetworkOptions,
  type SimNode,
  SimulationError,
  type TappedDatagram,
} from "../../src/simulation/index.js";
import { FakeEngine, sampleEvent } from "./FakeEngine.js";

const test = suite("SimNetwork");
const GROUP = { address: "239.255.0.1", port: 7400 };

interface Pair {
  readonly network: SimNetwork;
  readonly a: FakeEngine;
  readonly b: FakeEngine;
  readonly nodeA: SimNode;
  readonly nodeB: SimNode;
  /** Sends octets from a to b. */
  send(...octets: number[]): void;
}

function makePair(link: Partial<LinkSettings> = {}, options: Partial<SimNetworkOptions> = {}): Pair {
  const network = new SimNetwork({ seed: 1, link, ...options });
  const a = new FakeEngine();
  const b = new FakeEngine();
  const nodeA = network.addNode("a", { engine: a, host: network.addHost("left"), unicastPorts: [7410, 7411], groups: [GROUP] });
  const nodeB = network.addNode("b", { engine: b, host: network.addHost("right"), unicastPorts: [7410, 7411], groups: [GROUP] });
  const send = (...octets: number[]) => {
    a.outbox.push({ bytes: Uint8Array.from(octets), address: nodeB.host.address, port: 7411 });
    network.flush(nodeA);
  };
  return { network, a, b, nodeA, nodeB, send };
}

const firstOctets = (engine: FakeEngine) => engine.received.map((r) => r.bytes[0]!);

function errorOf(action: () => void): Error {
  try {
    action();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
}

test("a datagram arrives once, after the latency, with the sender's address and port", () => {
  const { network, b, nodeA, send } = makePair({ latencyMs: 3 });
  send(1, 2, 3);
  assert.is(b.received.length, 0);
  network.runUntil(2.9);
  assert.is(b.received.length, 0);
  network.runUntil(10);
  assert.equal(b.received, [{ at: 3, bytes: Uint8Array.of(1, 2, 3), from: { address: nodeA.host.address, port: 7411 } }]);
  assert.is(network.now, 10);
});

test("parts are joined and copied when they are sent: a reused slab changes nothing", () => {
  const { network, a, b, nodeA, nodeB } = makePair();
  a.outbox.push({ bytes: Uint8Array.of(1, 2, 3, 4), address: nodeB.host.address, port: 7411, cutAt: 2 });
  a.outbox.push({ bytes: Uint8Array.of(9, 9, 9, 9), address: nodeB.host.address, port: 7411 });
  network.flush(nodeA);
  network.runUntil(1);
  assert.equal(
    b.received.map((r) => [...r.bytes]),
    [
      [1, 2, 3, 4],
      [9, 9, 9, 9],
    ],
  );
});

test("a transmit whose length is not the sum of its parts is a fault of the engine", () => {
  const { network, a, nodeA, nodeB } = makePair();
  a.outbox.push({ bytes: Uint8Array.of(1, 2, 3), address: nodeB.host.address, port: 7411 });
  const original = a.pollTransmit.bind(a);
  a.pollTransmit = (now, out) => {
    const more = original(now, out);
    out.length++;
    return more;
  };
  assert.match(errorOf(() => network.flush(nodeA)).message, /parts of 3 bytes and called them 4/);
});

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

test("same seed, same run; another seed, another run", () => {
  const run = (seed: number) => {
    const seen: string[] = [];
    const tap = (d: TappedDatagram) => seen.push(`${d.atMs} ${d.source.address} ${d.destination.port} ${d.bytes}`);
    const link = { loss: 0.1, duplication: 0.1, reordering: 0.1, jitterMs: 1 };
    const { network, a, b, nodeA, send } = makePair(link, { seed, tap });
    b.onDatagram = (now, bytes, from) => {
      seen.push(`b ${now} ${bytes}`);
      b.outbox.push({ bytes: Uint8Array.of(100, bytes[0]!), address: from.address, port: from.port });
    };
    a.onDatagram = (now, bytes) => seen.push(`a ${now} ${bytes}`);
    for (let i = 0; i < 100; i++) network.at(i * 0.3, () => send(i));
    network.runUntil(200);
    assert.is(nodeA.isRunning, true);
    return seen;
  };
  assert.equal(run(5), run(5));
  assert.not.equal(run(5), run(6));
  assert.ok(run(5).length > 250);
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
  for (const size of [1472, 1473]) a.outbox.push({ bytes: new Uint8Array(size), address: nodeB.host.address, port: 7411 });
  network.flush(nodeA);
  network.runUntil(1);
  assert.equal(
    b.received.map((r) => r.bytes.length),
    [1472],
  );
  assert.is(network.statistics.tooLarge, 1);
});

test("multicast reaches every member on the network, other nodes of the same host, and the sender itself", () => {
  const { network, a, b, nodeA } = makePair();
  const sameHost = new FakeEngine();
  network.addNode("c", { engine: sameHost, host: nodeA.host, unicastPorts: [7412, 7413], groups: [GROUP] });
  const notMember = new FakeEngine();
  network.addNode("d", { engine: notMember, host: network.addHost("other"), unicastPorts: [7410, 7411] });
  const elsewhere = new FakeEngine();
  const farHost = network.addHost("far", [{ name: "eth0", address: "172.16.0.1", network: "other lan" }]);
  network.addNode("e", { engine: elsewhere, host: farHost, unicastPorts: [7410, 7411], groups: [GROUP] });
  a.outbox.push({ bytes: Uint8Array.of(5), address: GROUP.address, port: GROUP.port });
  network.flush(nodeA);
  network.runUntil(1);
  assert.equal([a, b, sameHost, notMember, elsewhere].map(firstOctets), [[5], [5], [5], [], []]);
});

test("nodes on loopback only reach each other and nobody else", () => {
  const network = new SimNetwork({ seed: 1 });
  const host = network.addHost("one");
  const engines = [new FakeEngine(), new FakeEngine(), new FakeEngine()];
  const nodes = engines.map((engine, i) =>
    network.addNode(`n${i}`, {
      engine,
      host: i < 2 ? host : network.addHost("two"),
      unicastPorts: [7411 + 2 * i],
      groups: [GROUP],
      ...(i < 2 ? { interfaces: ["lo"] } : {}),
    }),
  );
  engines[0]!.outbox.push({ bytes: Uint8Array.of(1), address: GROUP.address, port: GROUP.port });
  engines[0]!.outbox.push({ bytes: Uint8Array.of(2), address: "127.0.0.1", port: 7413 });
  engines[0]!.outbox.push({ bytes: Uint8Array.of(3), address: nodes[2]!.host.address, port: 7415 });
  network.flush(nodes[0]!);
  network.runUntil(1);
  assert.equal(engines.map(firstOctets), [[1], [1, 2], []]);
  assert.is(engines[1]!.received[0]!.from.address, "127.0.0.1");
  assert.is(network.statistics.unreachable, 1);
});

test("timeouts come at the deadline, not before; an earlier deadline takes the place of a later one", () => {
  const { network, a, nodeA } = makePair();
  a.deadline = 50;
  network.flush(nodeA);
  a.deadline = 20;
  network.flush(nodeA);
  a.onTimeout = (now) => {
    if (now === 20) a.deadline = 50;
  };
  network.runUntil(49.999);
  assert.equal(a.timeouts, [20]);
  network.runUntil(500);
  assert.equal(a.timeouts, [20, 50]);
});

test("runUntil(time) does nothing later than that time, even behind a wake-up that is void", () => {
  const { network, a, b, nodeA, send } = makePair({ latencyMs: 10 });
  a.deadline = 5;
  network.flush(nodeA);
  a.deadline = 1;
  network.flush(nodeA);
  send(1);
  network.runUntil(7);
  assert.is(b.received.length, 0);
  assert.is(network.now, 7);
});

test("an engine that sends much takes turns with the others", () => {
  const { network, a, b, nodeA, nodeB } = makePair({ latencyMs: 0 }, { maxTransmitsPerTurn: 4 });
  for (let i = 0; i < 10; i++) a.outbox.push({ bytes: Uint8Array.of(i), address: nodeB.host.address, port: 7411 });
  const outboxSizes: number[] = [];
  b.onDatagram = () => outboxSizes.push(a.outbox.length);
  network.flush(nodeA);
  network.runUntil(1);
  assert.equal(firstOctets(b), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.equal(outboxSizes, [6, 6, 6, 6, 2, 2, 2, 2, 0, 0]);
});

test("a listener may command its own engine; what it causes is sent and reported in the same turn", () => {
  const network = new SimNetwork({ seed: 1 });
  const engine = new FakeEngine();
  const seen: number[] = [];
  const host = network.addHost("one");
  const node: SimNode = network.addNode("n", {
    engine,
    host,
    unicastPorts: [7411],
    onEvent: (event) => {
      const n = event.type === "dataAvailable" ? event.reader : -1;
      seen.push(n);
      if (n >= 3) return;
      engine.events.push(sampleEvent(n + 1));
      engine.outbox.push({ bytes: Uint8Array.of(n), address: host.address, port: 7411 });
      network.flush(node);
    },
  });
  engine.events.push(sampleEvent(1));
  network.flush(node);
  assert.equal(seen, [1, 2, 3]);
  network.runUntil(1);
  assert.equal(firstOctets(engine), [1, 2]);
});

test("runUntil(predicate) stops as soon as it holds and fails with the seed when it cannot", () => {
  const { network, b, send } = makePair({}, { seed: 4711 });
  for (let i = 0; i < 10; i++) network.at(i, () => send(i));
  network.runUntil(() => b.received.length === 3);
  assert.is(b.received.length, 3);
  assert.match(errorOf(() => network.runUntil(() => false, { maxTimeMs: 5 })).message, /goal not reached by 5 ms \(seed 4711/);
  assert.match(errorOf(() => network.runUntil(() => false, { maxSteps: 2 })).message, /after 2 steps \(seed 4711/);
  const idle = errorOf(() => network.runUntil(() => false));
  assert.instance(idle, SimulationError);
  assert.match(idle.message, /nothing is left to happen \(seed 4711, at 9.1 ms, step \d+\)/);
});

test("runUntil(time) fails if an engine is never done at one instant", () => {
  const { network, a, nodeA } = makePair();
  a.deadline = 1;
  a.onTimeout = () => {
    a.deadline = 1;
  };
  network.flush(nodeA);
  assert.match(errorOf(() => network.runUntil(2, { maxSteps: 100 })).message, /still busy after 100 steps/);
});

test("invariants are checked after every step; a broken one and a throwing engine both name the seed", () => {
  const first = makePair({}, { seed: 77 });
  let checks = 0;
  first.network.addInvariant(() => {
    checks++;
    return first.b.received.length > 2 ? "more than two datagrams" : undefined;
  });
  for (let i = 0; i < 5; i++) first.network.at(i, () => first.send(i));
  const broken = errorOf(() => first.network.runUntil(100));
  assert.match(broken.message, /more than two datagrams \(seed 77/);
  assert.is(first.b.received.length, 3);
  assert.is(checks, first.network.steps);

  const second = makePair({}, { seed: 78 });
  const original = new RangeError("out of bounds");
  second.b.onDatagram = () => {
    throw original;
  };
  second.send(1);
  const thrown = errorOf(() => second.network.runUntil(100));
  assert.match(thrown.message, /out of bounds \(seed 78/);
  assert.is(thrown.cause, original);
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

test("a removed node hears and does nothing more, and its ports are free again", () => {
  const { network, b, nodeB, send } = makePair({ latencyMs: 5 });
  b.deadline = 50;
  network.flush(nodeB);
  send(1);
  network.removeNode(nodeB);
  network.runUntil(100);
  assert.is(b.received.length + b.timeouts.length, 0);
  assert.is(network.statistics.unreachable, 1);
  const next = new FakeEngine();
  network.addNode("b2", { engine: next, host: nodeB.host, unicastPorts: [7410, 7411] });
  send(2);
  network.runUntil(200);
  assert.equal(firstOctets(next), [2]);
});

test("taken ports and addresses are refused", () => {
  const { network, nodeA } = makePair();
  assert.throws(
    () => network.addNode("x", { engine: new FakeEngine(), host: nodeA.host, unicastPorts: [7500, 7411] }),
    /a port of x \(7500, 7411\) is taken on left/,
  );
  assert.throws(
    () => network.addHost("twin", [{ name: "eth0", address: nodeA.host.address, network: "lan" }]),
    /two hosts have the address/,
  );
});

test("1,000 nodes that all hear each multicast", () => {
  const network = new SimNetwork({ seed: 9, link: { loss: 0.01, jitterMs: 1 } });
  const engines = Array.from({ length: 1000 }, () => new FakeEngine());
  const nodes = engines.map((engine, i) =>
    network.addNode(`n${i}`, { engine, host: network.addHost(`h${i}`), unicastPorts: [7411], groups: [GROUP] }),
  );
  for (let i = 0; i < 100; i++) {
    network.at(i, () => {
      engines[i]!.outbox.push({ bytes: Uint8Array.of(i), address: GROUP.address, port: GROUP.port });
      network.flush(nodes[i]!);
    });
  }
  network.runUntil(1000);
  assert.is(network.statistics.datagramsDelivered + network.statistics.lost, 100_000);
});

test.run();
