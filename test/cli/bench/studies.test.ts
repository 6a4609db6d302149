// The parts of the benchmarks that are not two processes of a peer: delivery in a ring, memory, command lines.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CASES } from "../../../bench/cdr/cases.js";
import { compileCodec } from "../../../src/cdr/index.js";
import { parsePss } from "../../../src/cli/bench/pss.js";
import { delivery, type NodeCounts } from "../../../src/cli/bench/ring/measureRing.js";
import { parseRingArguments, ringArguments } from "../../../src/cli/bench/ring/ringPlan.js";
import { driftOf, roundTripDrift } from "../../../src/cli/bench/soak/measureSoak.js";
import { TYPE_CASES } from "../../../src/cli/bench/typesBenchmark.js";
import { parseIdl } from "../../../src/idl/index.js";

const test = suite("bench studies");

test("delivery is counted among the nodes that are up, against what their neighbours sent", () => {
  const node = (index: number, sent: number, received: number, isUp: boolean): NodeCounts => ({
    ...{ index, sent, received, isUp },
  });
  // 1 never received from 0, so what 0 sent says nothing; in any order.
  const nodes = [node(2, 12, 10, true), node(0, 100, 11, true), node(1, 11, 0, false)];
  assert.equal(delivery(nodes), { up: 2, sent: 12 + 11, received: 21 });
  assert.equal(delivery([node(0, 5, 4, true)]), { up: 1, sent: 5, received: 4 });
});

test("PSS is read in KiB", () => {
  const text = "7f - 7f r\nRss:      9000 kB\nPss:      1234 kB\nPss_Anon:   99 kB\n";
  assert.is(parsePss(text), 1234 * 1024);
  assert.is(parsePss("Rss: 1 kB\n"), undefined);
});

test("a process of a ring gets what was asked for", () => {
  const settings = {
    ...{ domain: 3, topic: "bench/1/2", nodes: 5, processes: 2, process: 1, payloadBytes: 256, rateHz: 2.5 },
    ...{ durationMs: 2000, upTimeoutMs: 100, historyDepth: 10, samplesFile: "/tmp/a b" },
  };
  assert.equal(parseRingArguments(ringArguments(settings)), settings);
});

test("drift leaves the first quarter out, and has the interval of the rest", () => {
  const reading = (atS: number, mb: number) => ({
    ...({ event: "memory", atUs: atS * 1e6, heapBytes: 5e6, externalBytes: 1e6 } as const),
    pssBytes: mb * 1e6,
  });
  // 100 MB at the start, then 2 MB a minute.
  const readings = Array.from({ length: 40 }, (_, i) => reading(i * 60, i < 10 ? 100 : 50 + 2 * i));
  const figures = driftOf(readings, "writer");
  assert.ok(Math.abs(figures["writerPssMbPerMin"]! - 2) < 1e-9);
  assert.ok(figures["writerPssMbPerMinLow"]! <= 2 + 1e-9 && figures["writerPssMbPerMinHigh"]! >= 2 - 1e-9);
  assert.equal([figures["writerPssEndMb"], figures["writerHeapEndMb"]], [128, 5]);
});

test("round trips that get slower have a slope", () => {
  const latenciesUs = Float64Array.from({ length: 5000 }, (_, i) => 100 + i / 1000);
  const key = { peer: "self", transport: "t", payloadBytes: 1 };
  // 5 µs in 10 minutes.
  const { rttUsPerMin } = roundTripDrift({ key, repeat: 1, latenciesUs, durationS: 600 });
  assert.ok(Math.abs(rttUsPerMin! - 0.5) < 1e-3, String(rttUsPerMin));
  assert.equal(roundTripDrift({ key, repeat: 1 }), {});
});

test("the types have the lengths that the command says", () => {
  const lengths = CASES.map(({ title, typeName, idl, value }) => {
    const codec = compileCodec(parseIdl(idl).struct(typeName), { representation: "xcdr1" });
    return { title, payloadBytes: codec.serialize(value).length };
  });
  assert.equal(lengths, Object.values(TYPE_CASES));
});

test.run();
