// Datagrams between participants of one process: in order, never inside the send, as if they had come through a socket.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { UdpTransport, type UdpTransportOptions } from "../../src/transport/index.js";
import { ProcessExchange } from "../../src/transport/ProcessExchange.js";
import { datagram, Inbox, testPorts } from "./udp.js";

const test = suite("same process");
const opened: UdpTransport[] = [];

async function open(options: Partial<UdpTransportOptions> = {}): Promise<UdpTransport> {
  const transport = await UdpTransport.open({
    ports: testPorts(5),
    participantIndex: "any",
    interfaces: ["127.0.0.1"],
    multicastGroup: "",
    ...options,
  });
  opened.push(transport);
  return transport;
}

test.after.each(async () => {
  await Promise.all(opened.splice(0).map((transport) => transport.close()));
});

const numbered = (n: number) => Uint8Array.of(n);
const numbers = (inbox: Inbox) => inbox.received.map(({ bytes }) => bytes[0]);

test("they are handed over after the send, in order, and counted as usual", async () => {
  const [sender, receiver] = [await open(), await open()];
  const inbox = new Inbox(receiver);
  new Inbox(sender);
  const reused = new Uint8Array(4);
  for (let i = 0; i < 50; i++) {
    reused.fill(i);
    const port = i % 2 === 0 ? receiver.userUnicastPort : receiver.metatrafficUnicastPort;
    assert.ok(sender.send(datagram([reused], "127.0.0.1", port)), "its bytes may change");
  }
  assert.is(inbox.received.length, 0);
  await inbox.count(50);
  assert.equal(
    numbers(inbox),
    Array.from({ length: 50 }, (_, i) => i),
  );
  assert.equal(inbox.received[0]!.from, { address: "127.0.0.1", port: sender.userUnicastPort });
  assert.is(sender.counters.datagramsSent, 50);
  assert.is(sender.counters.bytesSent, 200);
  assert.is(sender.counters.handedOver, 50);
  assert.is(receiver.counters.datagramsReceived, 50);
  assert.is(receiver.counters.bytesReceived, 200);
});

test("parts are put together, and the receiver has memory of its own", async () => {
  const [sender, receiver] = [await open(), await open()];
  const inbox = new Inbox(receiver);
  sender.send(datagram([Uint8Array.of(1, 2), Uint8Array.of(3)], "127.0.0.1", receiver.userUnicastPort));
  const { bytes } = (await inbox.count(1))[0]!;
  assert.equal([...bytes], [1, 2, 3]);
  assert.is(Object.getPrototypeOf(bytes), Uint8Array.prototype);
  assert.is(bytes.buffer.byteLength, 3);
});

test("a participant reaches itself in the same way", async () => {
  const transport = await open();
  const inbox = new Inbox(transport);
  transport.send(datagram([numbered(7)], "127.0.0.1", transport.userUnicastPort));
  await inbox.count(1);
  assert.is(transport.counters.handedOver, 1);
});

test('"network" goes through sockets, whoever sends', async () => {
  const [direct, network] = [await open(), await open({ sameProcess: "network" })];
  const [atDirect, atNetwork] = [new Inbox(direct), new Inbox(network)];
  direct.send(datagram([numbered(1)], "127.0.0.1", network.userUnicastPort));
  network.send(datagram([numbered(2)], "127.0.0.1", direct.userUnicastPort));
  await Promise.all([atDirect.count(1), atNetwork.count(1)]);
  assert.is(direct.counters.handedOver + network.counters.handedOver, 0);
});

test("who comes and goes is noticed: nothing is handed to a transport that is closed", async () => {
  const sender = await open();
  const first = await open();
  const port = first.userUnicastPort;
  // Not started yet: the socket keeps what comes.
  sender.send(datagram([numbered(1)], "127.0.0.1", port));
  assert.is(sender.counters.handedOver, 0);
  const inbox = new Inbox(first);
  await inbox.count(1);
  sender.send(datagram([numbered(2)], "127.0.0.1", port));
  assert.is(sender.counters.handedOver, 1);
  await inbox.count(2);
  sender.send(datagram([numbered(3)], "127.0.0.1", port));
  await first.close();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(numbers(inbox), [1, 2], "what was under way is lost, as in a socket");
  sender.send(datagram([numbered(4)], "127.0.0.1", port));
  assert.is(sender.counters.handedOver, 2);
});

test("when much waits the transport is congested until the next round", async () => {
  const [sender, receiver] = [await open(), await open()];
  const inbox = new Inbox(receiver);
  new Inbox(sender);
  const large = new Uint8Array(65_000);
  let sent = 0;
  while (!sender.isCongested()) {
    sender.send(datagram([large], "127.0.0.1", receiver.userUnicastPort));
    sent++;
  }
  assert.ok(sent > 100 && sent < 200, `${sent} datagrams of 65 kB`);
  await inbox.count(sent);
  assert.not(sender.isCongested());
});

test("participants with one group share its socket, each gets every datagram once", async () => {
  const group = { multicastGroup: "239.255.0.1" };
  const transports = [await open(group), await open(group), await open({ ...group, sameProcess: "network" })];
  const inboxes = transports.map((transport) => new Inbox(transport));
  const send = (n: number) => {
    transports[0]!.send(datagram([numbered(n)], "239.255.0.1", testPorts(5).metatrafficMulticast));
  };
  send(1);
  await Promise.all(inboxes.map((inbox) => inbox.count(1)));
  await transports[0]!.close();
  transports[1]!.send(datagram([numbered(2)], "239.255.0.1", testPorts(5).metatrafficMulticast));
  await Promise.all(inboxes.slice(1).map((inbox) => inbox.count(2)));
  assert.equal(inboxes.map(numbers), [[1], [1, 2], [1, 2]]);
});

test("the exchange knows addresses, and goes on when a receiver throws", async () => {
  const exchange = new ProcessExchange();
  const got: string[] = [];
  const neighbour = (name: string) => ({
    takeDatagram: (bytes: Uint8Array) => {
      got.push(`${name}${bytes[0]}`);
      if (bytes[0] === 0) throw new Error("listener");
    },
  });
  const [all, one] = [neighbour("all"), neighbour("one")];
  exchange.add("0.0.0.0", 1, all);
  exchange.add("127.0.0.1", 2, one);
  assert.is(exchange.find("192.0.2.1", 1, ["192.0.2.1"]), all);
  assert.is(exchange.find("192.0.2.2", 1, ["192.0.2.1"]), undefined, "another host");
  assert.is(exchange.find("192.0.2.1", 2, ["192.0.2.1"]), undefined, "not bound there");
  assert.ok(exchange.isTaken("127.0.0.1", 1) && exchange.isTaken("0.0.0.0", 2) && !exchange.isTaken("192.0.2.1", 2));
  const caught = new Promise<Error>((resolve) => process.once("uncaughtException", resolve));
  for (const n of [0, 1]) exchange.handOver(one, datagram([numbered(n)], "", 0), "127.0.0.1", 9);
  assert.is((await caught).message, "listener");
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(got, ["one0", "one1"]);
  exchange.remove(all);
  assert.is(exchange.find("127.0.0.1", 1, []), undefined);
});

test.run();
