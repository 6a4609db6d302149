// ddsperf as a peer: a program that prints what ddsperf 0.10.2 printed, second after second, takes its place.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { CellPlan } from "../../../src/cli/bench/cellPlan.js";
import { ddsperfArguments } from "../../../src/cli/bench/ddsperf/ddsperfArguments.js";
import { ddsperfPeer } from "../../../src/cli/bench/ddsperf/ddsperfPeer.js";
import { runBench } from "../../../src/cli/bench/runBench.js";
import { parseCpuSeconds } from "../../../src/cli/bench/wireCounts.js";
import { schemaErrors } from "../../support/jsonSchema.js";
import { PROJECT } from "../../support/sourceFacts.js";
import { fakePeer, PAIR, STREAM } from "./support.js";

const test = suite("ddsperf as a peer");

const SCHEMA = JSON.parse(readFileSync(join(PROJECT, "docs", "bench.schema.json"), "utf8"));
const RTT: CellPlan = { ...PAIR, samples: 20_000 };

/** Prints its lines, and stays until it is ended. */
const PROGRAM = "process.stdout.write(process.argv[1]); setInterval(() => undefined, 1e6);";
const LEAVES = "process.stderr.write('no domain\\n'); process.exitCode = 2;";

const PING = `[6330] participant vm:6330: new (self)
[6331] 2.000  vm:6330 size 84 mean 99.000us min 1.000us 50% 99.000us 90% 99.000us 99% 99.000us max 9999.000us cnt 18270
[6331] 2.000  rss:7.6MB vcsw:40264 ivcsw:12077 recvUC:8%+22% pong:12%+28%
[6331] 3.000  vm:6330 size 84 mean 25.000us min 14.772us 50% 22.500us 90% 29.000us 99% 59.000us max 2045.153us cnt 15000
[6331] 4.000  vm:6330 size 84 mean 27.000us min 14.712us 50% 23.500us 90% 31.000us 99% 61.000us max 2542.070us cnt 15000
[6331] 5.000  vm:6330 size 84 mean 90.000us min 10.000us 50% 90.000us 90% 90.000us 99% 90.000us max 9999.000us cnt 15000
`;
const SUB = `[6475] 1.002  size 1020 total 705260 lost 9 delta 705260 lost 9 rate 704.11 kS/s 202.78 Mb/s (70.41 kS/s 20.28 Mb/s)
[6475] 2.000  size 1020 total 1538874 lost 10 delta 1000 lost 1 rate 1.00 kS/s 8.16 Mb/s (154.12 kS/s 44.39 Mb/s)
[6475] 3.000  size 1020 total 2628820 lost 12 delta 3000 lost 2 rate 3.00 kS/s 24.48 Mb/s (262.86 kS/s 75.70 Mb/s)
`;

function ddsperf(text: string, program = PROGRAM) {
  return {
    ...ddsperfPeer(),
    prepare: () => undefined,
    command: () => [process.execPath, "--eval", program, "--", text],
  };
}

function run(peers: ReturnType<typeof fakePeer>[], plan: CellPlan) {
  const hooks = { onProgress: () => undefined };
  const request = { benchmark: "rtt", command: "rtps bench rtt", peers, plans: [plan], repeats: 1 };
  return runBench(request, hooks, new AbortController().signal);
}

test("round trips: as many of its seconds as hold the samples, without the first, and doubled", async () => {
  const document = await run([ddsperf(PING), fakePeer("a")], RTT);
  assert.equal(schemaErrors(SCHEMA, JSON.parse(JSON.stringify(document))), []);
  const cell = document.cells.find(({ peer }) => peer === "ddsperf")!;
  assert.equal([cell.samples, cell.durationS, cell.payloadBytes], [30_000, 2, 64]);
  assert.equal([cell.p50Us, cell.p90Us, cell.p99Us, cell.meanUs], [46, 60, 120, 52]);
  assert.equal([cell.minUs, cell.maxUs], [29.424, 5084.14]);
  assert.equal([cell.p95Us, cell.samplesUs, cell.lost], [undefined, undefined, undefined], "what it does not print");
  assert.equal([cell.reliability, cell.history, cell.mode], ["RELIABLE", undefined, "closed"]);
  const summary = document.summaries.find(({ peer }) => peer === "ddsperf")!;
  // The other's latencies are 1 to 20,000 µs; a depth of history that one does not have does not part them.
  assert.is(summary.ratioTo!.a, 0.005);
});

test("a rate is what sub printed for the measured seconds", async () => {
  const document = await run([ddsperf(SUB)], { ...STREAM, durationMs: 1500 });
  const [cell] = document.cells;
  assert.equal([cell!.received, cell!.lost, cell!.durationS, cell!.history], [4000, 3, 2, "KEEP_ALL"]);
  assert.equal([cell!.samplesPerSecond, cell!.bitsPerSecond], [2000, 16_000_000]);
});

test("the document says that the figures are its own", async () => {
  const [peer] = (await run([ddsperf(SUB)], STREAM)).peers;
  assert.match(peer!.note!, /^its own figures/);
  assert.is(peer!.transport, "UDP 127.0.0.1");
});

test("it is asked for samples as long as everybody's, and for the same QoS", () => {
  const words = (role: "ping" | "echo" | "pub" | "sub", plan: CellPlan) => ddsperfArguments(role, plan, 7).join(" ");
  assert.is(words("ping", PAIR), "-i 7 -D 600 -k 10 ping size 84 listener");
  assert.is(words("echo", { ...PAIR, reliability: "BEST_EFFORT" }), "-i 7 -D 600 -k 10 -u pong listener");
  assert.is(words("pub", STREAM), "-i 7 -D 600 -k all pub size 1020");
  assert.is(words("sub", STREAM), "-i 7 -D 600 -k all sub listener");
});

test("it takes part only where it measures the same", () => {
  const { unsupported } = ddsperfPeer();
  assert.equal([unsupported(PAIR), unsupported(STREAM)], [undefined, undefined]);
  assert.match(unsupported({ ...PAIR, pauseUs: 10_000 })!, /pause/);
  assert.match(unsupported({ ...STREAM, mode: "open", samples: 5 })!, /one way/);
  assert.match(unsupported({ ...STREAM, discovery: true })!, /matched/);
});

test("one that ends is a cell that failed", async () => {
  const { failures } = await run([ddsperf("", LEAVES)], RTT);
  assert.equal(
    failures.map(({ reason }) => reason),
    ["ddsperf ping: ended early (code 2): no domain"],
  );
});

test("processor time is read behind a name with spaces and brackets", () => {
  const stat = `12 (a ) b) S ${Array.from({ length: 40 }, (_, i) => i * 100).join(" ")}`;
  assert.is(parseCpuSeconds(stat), 10 + 11);
  assert.is(parseCpuSeconds(""), undefined);
});

test.run();
