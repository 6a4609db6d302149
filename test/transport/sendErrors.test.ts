// What the operating system refuses to send, and what the kernel drops on reception: counted by its name, never thrown.

import type { Socket } from "node:dgram";
import { EventEmitter } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openUdpSocket, TransportCounters, UdpTransport } from "../../src/transport/index.js";
import { SendLane } from "../../src/transport/SendLane.js";
import { BULK, CONTROL, datagram, testPorts } from "./udp.js";

const test = suite("errors of sockets");

/** A socket that refuses, the way node:dgram tells it: to the callback, if there is one. */
class RefusingSocket extends EventEmitter {
  sent = 0;
  code: string | undefined;

  send(_message: unknown, _port: number, _address: string, done?: (error: Error | null) => void): void {
    this.sent++;
    const error = this.code === undefined ? null : Object.assign(new Error(this.code), { code: this.code });
    if (done !== undefined) queueMicrotask(() => done(error));
  }

  getSendQueueCount(): number {
    return 0;
  }
}

for (const code of ["ENOBUFS", "EMSGSIZE", "ECONNREFUSED", "ENETUNREACH", "EPERM"]) {
  test(`${code} of a datagram is counted, and the next one is sent`, async () => {
    const socket = new RefusingSocket();
    const counters = new TransportCounters();
    const lane = new SendLane(socket as unknown as Socket, counters);
    socket.code = code;
    assert.ok(lane.send(datagram([Uint8Array.of(1)], "127.0.0.1", 7410), true));
    assert.ok(lane.send(datagram([Uint8Array.of(2)], "127.0.0.1", 7410), false));
    socket.code = undefined;
    assert.ok(lane.send(datagram([Uint8Array.of(3)], "127.0.0.1", 7410), true));
    await Promise.resolve();
    assert.equal([...counters.errors], [[code, 1]]);
    assert.equal([socket.sent, counters.datagramsSent], [3, 3]);
    assert.not(lane.isCongested());
  });
}

test("errors that depend on the moment are seen in samples too, not only in what comes first to an address", async () => {
  const transport = await UdpTransport.open({ ports: testPorts(5), interfaces: ["127.0.0.1"], multicastGroup: "" });
  const { unicastLane } = transport as unknown as { unicastLane: { socket: Socket } };
  const refusing = new RefusingSocket();
  refusing.code = "ENOBUFS";
  Object.defineProperty(unicastLane, "socket", { value: refusing });
  for (let i = 0; i < 1000; i++) transport.send(datagram([new Uint8Array(10)], "127.0.0.1", 7411, BULK));
  transport.send(datagram([new Uint8Array(10)], "127.0.0.1", 7411, CONTROL));
  await Promise.resolve();
  assert.equal([...transport.counters.errors], [["ENOBUFS", 11]]);
  await transport.close();
});

test("an error that a socket reports by itself, as for ICMP, is counted and ends nothing", async () => {
  const transport = await UdpTransport.open({ ports: testPorts(5), interfaces: ["127.0.0.1"], multicastGroup: "" });
  const { sockets } = transport as unknown as { sockets: readonly EventEmitter[] };
  for (const socket of sockets) socket.emit("error", Object.assign(new Error("refused"), { code: "ECONNREFUSED" }));
  assert.equal([...transport.counters.errors], [["ECONNREFUSED", sockets.length]]);
  await transport.close();
});

test("an overrun of the receive buffer is told apart from loss", async () => {
  const receiver = await UdpTransport.open({
    ports: testPorts(6),
    interfaces: ["127.0.0.1"],
    multicastGroup: "",
    receiveBufferBytes: 4096,
  });
  const sender = await openUdpSocket({ address: "127.0.0.1", port: 0 });
  if (process.platform === "linux") {
    assert.is(receiver.receiveBufferOverruns(), 0);
    // All in one go: the receiver's handler cannot run before the loop ends.
    for (let i = 0; i < 200; i++) sender.send(new Uint8Array(1000), receiver.userUnicastPort, "127.0.0.1");
    const overruns = receiver.receiveBufferOverruns()!;
    assert.ok(overruns > 150 && overruns < 200, `${overruns}`);
  } else {
    assert.is(receiver.receiveBufferOverruns(), undefined);
  }
  sender.close();
  await receiver.close();
});

test.run();
