import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SimNetwork, type SimNode, SimulationError, type TappedDatagram } from "../../src/simulation/index.js";
import { FakeEngine, sampleEvent } from "./FakeEngine.js";
import { firstOctets, makePair } from "./pair.js";

const test = suite("SimNetwork");

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
  assert.equal(b.received, [
    { at: 3, bytes: Uint8Array.of(1, 2, 3), from: { address: nodeA.host.address, port: 7411 } },
  ]);
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
  assert.match(
    errorOf(() => network.runUntil(() => false, { maxTimeMs: 5 })).message,
    /goal not reached by 5 ms \(seed 4711/,
  );
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

test.run();
