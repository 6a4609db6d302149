// Node can be told never to send at once. Every datagram then waits in the process and its bytes are read later:
// what happens rarely, when a socket is full, happens each time. Runs the checks in a process started that way.

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Driver, MonotonicClock } from "../../src/runtime/index.js";
import { openUdpSocket, UdpTransport } from "../../src/transport/index.js";
import { FakeEngine, SlabEngine } from "../simulation/FakeEngine.js";
import { datagram, Inbox, testPorts } from "../transport/udp.js";

const COUNT = 200;
const CHILD_MARK = "queued-send-child";

interface Report {
  /** First octet of each datagram received, by case. */
  readonly carelessly: number[];
  readonly transportOnly: number[];
  readonly slabEngine: number[];
  readonly fakeEngine: number[];
  readonly queued: number;
  readonly retired: number;
}

async function openTransport(): Promise<UdpTransport> {
  return UdpTransport.open({
    ports: testPorts(2),
    participantIndex: "any",
    interfaces: ["127.0.0.1"],
    multicastGroup: "",
    sameProcess: "network",
  });
}

type Send = (slab: Uint8Array, port: number) => boolean;

/** Sends 0, 1, 2, ... each from the same slab, which is replaced when `send` says that it is still read. */
async function sendFromSlab(send: Send): Promise<number[]> {
  const receiver = await openTransport();
  const inbox = new Inbox(receiver);
  let slab = new Uint8Array(64);
  for (let i = 0; i < COUNT; i++) {
    slab.fill(i);
    if (!send(slab, receiver.userUnicastPort)) slab = new Uint8Array(64);
  }
  const received = await inbox.count(COUNT);
  await receiver.close();
  return received.map((d) => d.bytes[0]!);
}

async function sendThroughDriver(engine: FakeEngine): Promise<number[]> {
  const [transport, receiver] = [await openTransport(), await openTransport()];
  const inbox = new Inbox(receiver);
  const driver = new Driver({ engine, transport, clock: new MonotonicClock(), onEvent: () => {} });
  driver.start();
  for (let i = 0; i < COUNT; i++) {
    engine.outbox.push({ bytes: new Uint8Array(64).fill(i), address: "127.0.0.1", port: receiver.userUnicastPort });
  }
  driver.flush();
  const received = await inbox.count(COUNT);
  await driver.close();
  await receiver.close();
  return received.map((d) => d.bytes[0]!);
}

async function runChild(): Promise<Report> {
  const sender = await openTransport();
  const transportOnly = await sendFromSlab((slab, port) => sender.send(datagram([slab], "127.0.0.1", port)));
  const { queued } = sender.counters;
  await sender.close();
  const socket = await openUdpSocket({ address: "127.0.0.1", port: 0 });
  const carelessly = await sendFromSlab((slab, port) => {
    socket.send(slab, port, "127.0.0.1");
    return true;
  });
  socket.close();
  const engine = new SlabEngine();
  const slabEngine = await sendThroughDriver(engine);
  const fakeEngine = await sendThroughDriver(new FakeEngine());
  return { carelessly, transportOnly, slabEngine, fakeEngine, queued, retired: engine.retired };
}

function startChild(): Promise<Report> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [CHILD_MARK], {
      execArgv: [...process.execArgv, "--test-udp-no-try-send"],
    });
    child.once("message", (report) => resolve(report as Report));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the child ended with ${code} and without a report`)));
  });
}

if (process.argv.includes(CHILD_MARK)) {
  runChild().then((report) => process.send!(report, () => process.disconnect()));
} else {
  const test = suite("queued sends");

  test("datagrams that wait for the socket arrive with the bytes they were sent with", async () => {
    const expected = Array.from({ length: COUNT }, (_, i) => i);
    const report = await startChild();
    assert.equal(report.transportOnly, expected);
    assert.equal(report.slabEngine, expected);
    assert.equal(report.fakeEngine, expected);
    assert.ok(report.queued > 0);
    assert.ok(report.retired > 0);
    // The proof that something was at stake: a bare socket sends other bytes.
    assert.not.equal(report.carelessly, expected);
  });

  test.run();
}
