import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SimNetwork } from "../../src/simulation/index.js";
import { FakeEngine } from "./FakeEngine.js";
import { firstOctets, GROUP, makePair } from "./pair.js";

const test = suite("topology of SimNetwork");

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
