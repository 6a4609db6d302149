import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openUdpSocket, TransportError, UdpTransport, type UdpTransportOptions } from "../../src/transport/index.js";
import { BULK, CONTROL, datagram, Inbox, testPorts } from "./udp.js";

const test = suite("UdpTransport");
const opened: UdpTransport[] = [];
const LOCAL = { interfaces: ["127.0.0.1"], multicastGroup: "239.255.77.77" };

async function open(slot: number, options: Partial<UdpTransportOptions> = {}): Promise<UdpTransport> {
  const transport = await UdpTransport.open({ ...LOCAL, ports: testPorts(slot), ...options });
  opened.push(transport);
  return transport;
}

async function errorOf(promise: Promise<unknown>): Promise<TransportError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.instance(error, TransportError);
  assert.not((error as Error).message.includes("\n"));
  return error as TransportError;
}

test.after.each(async () => {
  for (const transport of opened.splice(0)) await transport.close();
});

test("takes the first free participant index, and the next one for the next participant", async () => {
  const ports = testPorts(0);
  const first = await open(0);
  const second = await open(0);
  assert.is(first.participantIndex, 0);
  assert.is(second.participantIndex, 1);
  assert.is(second.metatrafficUnicastPort, ports.metatrafficUnicast(1));
  assert.is(second.userUnicastPort, ports.userUnicast(1));
  await first.close();
  const third = await open(0);
  assert.is(third.participantIndex, 0);
});

test("an index with one port taken is left alone, and its other port is given back", async () => {
  const ports = testPorts(0);
  const blocker = await openUdpSocket({ address: "127.0.0.1", port: ports.userUnicast(0) });
  const transport = await open(0);
  assert.is(transport.participantIndex, 1);
  const free = await openUdpSocket({ address: "127.0.0.1", port: ports.metatrafficUnicast(0) });
  free.close();
  blocker.close();
});

test("a fixed index that is taken is a typed error that says what to do", async () => {
  await open(0, { participantIndex: 3 });
  const taken = await errorOf(open(0, { participantIndex: 3 }));
  assert.is(taken.code, "PORT_TAKEN");
  assert.match(taken.message, /UDP port 127\.0\.0\.1:\d+ is taken; close the program/);
});

test("LO-10: when every index is taken the system chooses the ports, and the index says so", async () => {
  const taken = [await open(0, { maxParticipantIndex: 1 }), await open(0, { maxParticipantIndex: 1 })];
  const more = [await open(0, { maxParticipantIndex: 1 }), await open(0, { maxParticipantIndex: 1 })];
  assert.equal(
    [...taken, ...more].map(({ participantIndex }) => participantIndex),
    [0, 1, -1, -1],
  );
  const ports = [...taken, ...more].flatMap((one) => [one.metatrafficUnicastPort, one.userUnicastPort]);
  assert.is(new Set(ports).size, 8);
  // The port of multicast is shared by all of them.
  const inboxes = [...taken, ...more].map((one) => new Inbox(one));
  more[1]!.send(datagram([Uint8Array.of(4)], LOCAL.multicastGroup, testPorts(0).metatrafficMulticast, CONTROL));
  for (const inbox of inboxes) assert.is((await inbox.count(1)).length, 1);
});

test("any-port mode has no index and ports that the system chose", async () => {
  const first = await open(0, { participantIndex: "any" });
  const second = await open(0, { participantIndex: "any" });
  assert.is(first.participantIndex, -1);
  const ports = [first, second].flatMap((t) => [t.metatrafficUnicastPort, t.userUnicastPort]);
  assert.is(new Set(ports).size, 4);
  assert.ok(ports.every((port) => port > 1023));
});

test("a port beyond 65535 and an address of another host are refused", async () => {
  const ports = { ...testPorts(0), userUnicast: () => 65536 };
  assert.is((await errorOf(open(0, { ports }))).code, "BIND_FAILED");
  assert.is((await errorOf(openUdpSocket({ address: "192.0.2.254", port: 0 }))).code, "BIND_FAILED");
});

test("a datagram in parts arrives whole, from the user unicast port", async () => {
  const [sender, receiver] = [await open(0), await open(0)];
  const inbox = new Inbox(receiver);
  const parts = [Uint8Array.of(1, 2), new Uint8Array(3000).fill(7), Uint8Array.of(3)];
  assert.ok(sender.send(datagram(parts, "127.0.0.1", receiver.userUnicastPort)));
  assert.ok(sender.send(datagram([Uint8Array.of(9)], "127.0.0.1", receiver.metatrafficUnicastPort, CONTROL)));
  const received = await inbox.count(2);
  const whole = received.find((d) => d.bytes.length === 3003)!;
  assert.equal([...whole.bytes.subarray(0, 3), whole.bytes[3002]], [1, 2, 7, 3]);
  assert.equal(whole.from, { address: "127.0.0.1", port: sender.userUnicastPort });
  assert.is(sender.counters.datagramsSent, 2);
  assert.is(sender.counters.bytesSent, 3004);
  assert.is(receiver.counters.bytesReceived, 3004);
});

test("a slab that is reused at once does not corrupt what was sent", async () => {
  const [sender, receiver] = [await open(0), await open(0)];
  const inbox = new Inbox(receiver);
  const slab = new Uint8Array(64);
  for (let i = 0; i < 50; i++) {
    slab.fill(i);
    assert.ok(sender.send(datagram([slab], "127.0.0.1", receiver.userUnicastPort, i % 2 === 0 ? BULK : CONTROL)));
  }
  slab.fill(255);
  const received = await inbox.count(50);
  for (let i = 0; i < 50; i++)
    assert.ok(
      received[i]!.bytes.every((octet) => octet === i),
      `datagram ${i}`,
    );
});

test("received datagrams are plain Uint8Arrays with memory of their own", async () => {
  const [sender, receiver] = [await open(0), await open(0)];
  const inbox = new Inbox(receiver);
  for (let i = 0; i < 2; i++) sender.send(datagram([Uint8Array.of(i, i)], "127.0.0.1", receiver.userUnicastPort));
  const [one, two] = await inbox.count(2);
  assert.is(Object.getPrototypeOf(one!.bytes), Uint8Array.prototype);
  assert.is(one!.bytes.byteOffset, 0);
  assert.is(one!.bytes.buffer.byteLength, 2);
  assert.is.not(one!.bytes.buffer, two!.bytes.buffer);
});

test("a datagram that UDP cannot carry is counted and the largest one arrives", async () => {
  const [sender, receiver] = [await open(0), await open(0)];
  const inbox = new Inbox(receiver);
  assert.ok(sender.send(datagram([new Uint8Array(65508)], "127.0.0.1", receiver.userUnicastPort)));
  assert.is(sender.counters.oversized, 1);
  assert.is(sender.counters.datagramsSent, 0);
  sender.send(datagram([new Uint8Array(65507)], "127.0.0.1", receiver.userUnicastPort));
  assert.is((await inbox.count(1))[0]!.bytes.length, 65507);
});

test("with loopback only, nothing is sent to another host, and impossible ports are refused", async () => {
  const transport = await open(0);
  transport.send(datagram([Uint8Array.of(1)], "192.0.2.9", 7400));
  transport.send(datagram([Uint8Array.of(1)], "127.0.0.1", 0));
  transport.send(datagram([Uint8Array.of(1)], "127.0.0.1", 65536));
  assert.is(transport.counters.refused, 3);
  assert.is(transport.counters.datagramsSent, 0);
  assert.equal(transport.announcedAddresses, ["127.0.0.1"]);
});

test("with loopback only, a datagram from another host is dropped and counted", async () => {
  const transport = await open(0);
  const inbox = new Inbox(transport);
  // No other host is there to send it, so the socket is told that one did.
  const { sockets, groups } = transport as unknown as {
    sockets: readonly NodeJS.EventEmitter[];
    groups: readonly { socket: NodeJS.EventEmitter }[];
  };
  for (const socket of [...sockets, ...groups.map((group) => group.socket)])
    socket.emit("message", Buffer.of(1), { address: "192.0.2.9", port: 7411 });
  assert.is(transport.counters.foreignDropped, 3);
  assert.is(inbox.received.length, 0);
});

test("multicast reaches every participant on the shared port, the sender included", async () => {
  const transports = [await open(0), await open(0), await open(0, { participantIndex: "any" })];
  const inboxes = transports.map((transport) => new Inbox(transport));
  const port = testPorts(0).metatrafficMulticast;
  assert.ok(transports[0]!.send(datagram([Uint8Array.of(4, 2)], LOCAL.multicastGroup, port, CONTROL)));
  for (const inbox of inboxes) {
    const [one] = await inbox.count(1);
    assert.equal([...one!.bytes], [4, 2]);
    assert.is(one!.from.address, "127.0.0.1");
  }
  assert.is(transports[0]!.counters.errors.size, 0);
});

test("the user multicast port is listened to only when asked for", async () => {
  const [without, withIt] = [await open(0), await open(0, { userMulticast: true })];
  const [quiet, hears] = [new Inbox(without), new Inbox(withIt)];
  withIt.send(datagram([Uint8Array.of(8)], LOCAL.multicastGroup, testPorts(0).userMulticast));
  assert.is((await hears.count(1)).length, 1);
  // A datagram sent later has arrived, so the one before it would have.
  withIt.send(datagram([Uint8Array.of(9)], "127.0.0.1", without.userUnicastPort));
  assert.equal(
    (await quiet.count(1)).map((d) => d.bytes[0]),
    [9],
  );
});

test("with multicast off, a datagram to a group is refused and counted", async () => {
  const transport = await open(0, { multicastGroup: "" });
  assert.is(transport.multicastGroup, "");
  transport.send(datagram([Uint8Array.of(1)], "239.255.0.1", 7400));
  assert.is(transport.counters.refused, 1);
});

test("a group that cannot be joined is a typed error, and leaves no port taken", async () => {
  // Not a multicast address: every system refuses to join it.
  const error = await errorOf(open(0, { multicastGroup: "127.0.0.1" }));
  assert.is(error.code, "NO_MULTICAST");
  assert.match(error.message, /no multicast to 127\.0\.0\.1 on \S+ \(127\.0\.0\.1\): EINVAL; list an interface/);
  assert.is((await open(0)).participantIndex, 0);
});

test("an unknown interface is refused before any socket is opened", async () => {
  assert.is((await errorOf(open(0, { interfaces: ["no-such-interface"] }))).code, "UNKNOWN_INTERFACE");
});

test("an error of the operating system is counted by its code, not thrown", async () => {
  const transport = await open(0);
  const unusable = datagram([Uint8Array.of(1)], "127.0.0.400", 7400, CONTROL);
  transport.send(unusable);
  // Its report comes on a later tick; a datagram that arrives is later still.
  const inbox = new Inbox(transport);
  transport.send(datagram([Uint8Array.of(2)], "127.0.0.1", transport.userUnicastPort));
  await inbox.count(1);
  assert.equal([...transport.counters.errors], [["EINVAL", 1]]);
});

test("buffers: what was asked for and what was granted", async () => {
  const small = await open(0, { receiveBufferBytes: 65536, sendBufferBytes: 32768 });
  assert.is(small.buffers.receiveAsked, 65536);
  assert.is(small.buffers.receiveGranted, 65536);
  assert.is(small.buffers.sendGranted, 32768);
  const large = await open(0, { receiveBufferBytes: 2 ** 30 });
  assert.ok(large.buffers.receiveGranted >= 65536 && large.buffers.receiveGranted < 2 ** 30);
});

test("after close, sending is refused, the ports are free, and closing again is harmless", async () => {
  const transport = await open(0);
  await transport.close();
  await transport.close();
  assert.ok(transport.send(datagram([Uint8Array.of(1)], "127.0.0.1", 7400)));
  assert.is(transport.counters.refused, 1);
  assert.not(transport.isCongested());
  assert.is((await open(0)).participantIndex, 0);
});

test.run();
