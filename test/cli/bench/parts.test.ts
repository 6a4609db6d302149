// The parts that count: the rate window, latencies of a stream, the kernel's tables, and round trips.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { peerArguments } from "../../../src/cli/bench/cellPlan.js";
import { Latencies } from "../../../src/cli/bench/peer/Latencies.js";
import { RateWindow } from "../../../src/cli/bench/peer/RateWindow.js";
import { parseSettings } from "../../../src/cli/bench/peer/settings.js";
import { parseDrops, parseWire } from "../../../src/cli/bench/wireCounts.js";
import { PingPong } from "../../../src/cli/stages/PingPong.js";
import { STREAM } from "./support.js";

const test = suite("bench parts");

test("a rate counts from the end of the warm-up to the end of the time", () => {
  let now = 1000;
  const window = new RateWindow(() => now, 100, 1000, 1);
  for (let sequence = 1; sequence <= 300; sequence++) {
    window.note(sequence);
    now += 10;
  }
  // Samples 11 (at 100 µs) to 111 (at 1100 µs).
  assert.equal(window.counts, { received: 100, lost: 0, elapsedUs: 1000 });
});

test("gaps in the numbers are lost samples, also where the clock is read now and then", () => {
  let now = 5;
  const window = new RateWindow(() => now, 0, 1e9, 4);
  for (let sequence = 1; sequence <= 41; sequence++) {
    if (sequence % 10 === 0) continue;
    window.note(sequence);
    now += 1;
  }
  const { received, lost, elapsedUs } = window.counts;
  // 37 arrive; the clock is read at the 1st, 5th, … 37th.
  assert.equal([received, lost, elapsedUs], [36, 4, 36]);
});

test("samples that come in parts count as parts", () => {
  let now = 5;
  const window = new RateWindow(() => now++, 0, 1e9, 1);
  for (let part = 0; part < 9; part++) window.note(1 + Math.floor(part / 4), 0.25);
  assert.equal(window.counts, { received: 2, lost: 0, elapsedUs: 8 });
});

test("without a sample there is no rate", () => {
  assert.equal(new RateWindow(() => 1, 0, 10, 1).counts, { received: 0, lost: 0, elapsedUs: 0 });
});

test("latencies leave the warm-up out and take no more than were asked for", () => {
  const latencies = new Latencies(2, 3);
  for (let sequence = 1; sequence <= 9; sequence++) latencies.note(sequence, sequence * 10);
  assert.equal([...latencies.valuesUs], [40, 50]);
});

test("options come out of the command line as they went in", () => {
  const address = { domain: 7, topic: "t", peer: "127.0.0.1:1", samplesFile: "/tmp/x" };
  const settings = parseSettings(peerArguments("pub", { ...STREAM, busyPoll: true }, address));
  assert.equal([settings.role, settings.domain, settings.topic, settings.payloadBytes], ["pub", 7, "t", 1000]);
  assert.equal([settings.reliable, settings.historyDepth, settings.durationMs], [true, 0, 10]);
  assert.equal([settings.timeoutUs, settings.busyPoll, settings.multicast], [2_000_000, true, false]);
  assert.equal([settings.peer, settings.samplesFile], ["127.0.0.1:1", "/tmp/x"]);
});

test("the kernel's tables are read by their columns", () => {
  const snmp = "Ip: Forwarding\nIp: 1\nUdp: InDatagrams NoPorts InErrors OutDatagrams\nUdp: 5 0 0 77\n";
  const dev = [
    "Inter-|   Receive                            |  Transmit",
    " face |bytes packets errs drop fifo frame compressed multicast|bytes packets",
    "    lo: 10 1 0 0 0 0 0 0 500 1 0 0 0 0 0 0",
    "  eth0:20 1 0 0 0 0 0 0 700 1 0 0 0 0 0 0",
  ].join("\n");
  assert.equal(parseWire(snmp, dev), { datagrams: 77, bytes: 1200 });
  assert.is(parseWire("Udp: A\nUdp: 1\n", dev), undefined);
  const row = (inode: number, drops: number) =>
    `  1: 0100007F:1CF2 00000000:0000 07 00000000:00000000 00:00000000 00000000 0 0 ${inode} 2 0000 ${drops}`;
  const table = ["  sl  local_address", row(11, 3), row(12, 40), row(13, 5), ""].join("\n");
  assert.is(parseDrops(table, new Set(["11", "13"])), 8);
});

test("round trips: a wrong echo is invalid, a late one is not taken for the next", async () => {
  let now = 0;
  const sent: number[] = [];
  const pingPong = new PingPong(
    () => now,
    (index) => {
      sent.push(index);
      queueMicrotask(() => {
        now += 7;
        pingPong.onEcho(index - 1);
        pingPong.onEcho(index, index !== 2);
      });
    },
  );
  assert.equal([...(await pingPong.measure(3))], [7, 7]);
  assert.equal([pingPong.invalid, pingPong.timedOut, sent], [1, 0, [1, 2, 3]]);
});

test("round trips: when nothing comes back it gives up", async () => {
  let now = 0;
  const pingPong = new PingPong(
    () => (now += 1000),
    () => undefined,
    { timeoutUs: 1000 },
  );
  await pingPong.measure(100).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /nothing came back 10 times/),
  );
  assert.is(pingPong.timedOut, 10);
});

test.run();
