// The document of a benchmark: statistics, ratios, pooling, raw samples, and the schema in docs/.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  BENCH_SCHEMA_VERSION,
  type BenchCellKey,
  type BenchMeasurement,
  buildBenchDocument,
  decodeSamples,
  encodeSamples,
} from "../../src/trace/index.js";
import { schemaErrors } from "../support/jsonSchema.js";
import { PROJECT } from "../support/sourceFacts.js";

const test = suite("bench document");

const SCHEMA = JSON.parse(readFileSync(join(PROJECT, "docs", "bench.schema.json"), "utf8"));

function keyOf(peer: string, more: Partial<BenchCellKey> = {}): BenchCellKey {
  const qos = peer === "raw" ? {} : ({ reliability: "RELIABLE", history: "KEEP_LAST 10" } as const);
  return {
    peer,
    transport: "UDP 127.0.0.1",
    payloadBytes: 64,
    rhythm: "back_to_back",
    mode: "closed",
    ...qos,
    ...more,
  };
}

function latencies(peer: string, repeat: number, latenciesUs: number[], more: Partial<BenchCellKey> = {}) {
  return { key: keyOf(peer, more), repeat, latenciesUs, lost: 0, timedOut: 0 };
}

function build(measurements: readonly BenchMeasurement[]) {
  const peers = [{ peer: "raw", title: "node:dgram alone" }];
  return buildBenchDocument({ benchmark: "rtt", command: "rtps bench rtt", environment: {}, peers, measurements });
}

const upTo = (count: number, factor = 1) => Array.from({ length: count }, (_, i) => (i + 1) * factor);

test("percentiles are of Type 7 and nothing is trimmed", () => {
  const [cell] = build([latencies("self", 1, [...upTo(100), 100_000])]).cells;
  const { samples, p50Us, p90Us, p95Us, p99Us, minUs, maxUs, meanUs } = cell!;
  assert.equal([samples, p50Us, p90Us, p95Us, p99Us, minUs, maxUs], [101, 51, 91, 96, 100, 1, 100_000]);
  assert.is(meanUs, Number(((5050 + 100_000) / 101).toFixed(3)));
  assert.is(cell!.tailAmplification, Number((100 / 51).toFixed(3)));
  assert.is(cell!.order, 1);
});

test("a ratio is that to the raw socket in the same repeat, and conditions", () => {
  const { cells } = build([
    latencies("raw", 1, [10, 10, 10]),
    latencies("raw", 1, [50, 50, 50], { payloadBytes: 1024 }),
    latencies("self", 1, [15, 15, 15]),
    latencies("raw", 2, [20, 20, 20]),
    latencies("self", 2, [25, 25, 25]),
    latencies("self", 3, [25, 25, 25]),
  ]);
  const ratios = cells.filter(({ peer }) => peer === "self").map(({ ratioToRaw }) => ratioToRaw);
  assert.equal(ratios, [1.5, 1.25, undefined]);
});

test("busy polling is compared with busy polling where there is both", () => {
  const { summaries } = build([
    latencies("raw", 1, [40]),
    latencies("raw", 1, [20], { variant: "busyPoll" }),
    latencies("cyclone", 1, [30]),
    latencies("self", 1, [30], { variant: "busyPoll" }),
    latencies("self", 1, [60]),
  ]);
  const ratiosOf = (variant?: string) =>
    summaries.find((each) => each.peer === "self" && each.variant === variant)?.ratioTo;
  assert.equal(ratiosOf("busyPoll"), { raw: 1.5, cyclone: 1 });
  assert.equal(ratiosOf(), { raw: 1.5, cyclone: 2 });
});

test("a summary pools the samples and shows the repeats", () => {
  const { summaries } = build([
    latencies("self", 1, upTo(101)),
    latencies("self", 2, upTo(101, 3)),
    { ...latencies("raw", 1, [10]), lost: 2, timedOut: 2 },
    { ...latencies("raw", 2, [10]), lost: 1, timedOut: 1 },
  ]);
  assert.is(summaries.length, 2);
  const [self, raw] = summaries;
  assert.equal([self!.repeats, self!.samples], [2, 202]);
  assert.equal(self!.p50RangeUs, [51, 153]);
  assert.equal(self!.p99RangeUs, [100, 300]);
  // Medians 51 and 153: mean 102, population deviation 51.
  assert.is(self!.repeatMedianCv, 0.5);
  assert.equal([raw!.lost, raw!.timedOut], [3, 3]);
  assert.is(self!.ratioToRaw, Number((self!.p50Us! / 10).toFixed(3)));
});

test("rates are medians with their range, and their ratio is one of rates", () => {
  const rate = (peer: string, repeat: number, samplesPerSecond: number): BenchMeasurement => {
    const key = keyOf(peer, { payloadBytes: 16 });
    return { key, repeat, samplesPerSecond, bitsPerSecond: samplesPerSecond * 128, received: 100, lost: 5 };
  };
  const { cells, summaries } = build([
    ...[1, 2, 3].map((repeat) => rate("self", repeat, repeat * 1000)),
    ...[1, 2, 3].map((repeat) => rate("raw", repeat, 4000)),
  ]);
  assert.equal(
    cells.slice(0, 3).map(({ ratioToRaw }) => ratioToRaw),
    [0.25, 0.5, 0.75],
  );
  const [self] = summaries;
  assert.equal(
    [self!.samplesPerSecond, self!.samplesPerSecondRange, self!.bitsPerSecond],
    [2000, [1000, 3000], 256_000],
  );
  assert.equal([self!.received, self!.lost, self!.ratioToRaw], [300, 15, 0.5]);
});

test("raw samples come back", () => {
  const values = Array.from({ length: 20_000 }, (_, i) => i * 1.7 + 0.03);
  const back = decodeSamples(encodeSamples(values));
  assert.is(back.length, values.length);
  for (const [i, value] of values.entries()) assert.ok(Math.abs(back[i]! - value) <= value * 1e-7, `${i}`);
  assert.is(decodeSamples(encodeSamples([])).length, 0);
  assert.throws(() => decodeSamples("AAAAAAA="), /5 octets/);
  const [cell] = build([latencies("self", 1, [1.5, 2.5])]).cells;
  assert.equal([...decodeSamples(cell!.samplesUs!)], [1.5, 2.5]);
});

test("what is built is what the schema says", () => {
  const document = buildBenchDocument({
    benchmark: "rtt",
    command: "rtps bench rtt --quick",
    environment: { cpu: "x", cores: 2, turbo: false, governor: null },
    peers: [
      {
        peer: "self",
        title: "rtps-lab",
        version: "0.1.0",
        transport: "UDP",
        receiveBufferAsked: 8,
        receiveBufferGranted: 4,
      },
      { peer: "cyclone", title: "Cyclone DDS", skipped: "not installed: idlc not found" },
    ],
    measurements: [
      { ...latencies("raw", 1, [1, 2]), cost: { wireDatagrams: 4, wireBytes: 400 } },
      {
        ...latencies("self", 1, [2, 3], { variant: "busyPoll", participants: 2 }),
        ...{ written: 2, received: 2, invalid: 0, durationS: 0.1, figures: { matchedMs: 2.5 } },
        cost: { writer: { cpuSeconds: 0.1, kernelDrops: 0, gcTimeMs: 1.5 }, reader: { maxRssBytes: 1000 } },
      },
      { key: keyOf("self"), repeat: 2, samplesPerSecond: 5, offeredPerSecond: 6, bitsPerSecond: 40, lost: 1.5 },
      latencies("cyclone", 1, []),
    ],
    failures: [{ ...keyOf("fastdds"), repeat: 1, reason: "ended early" }],
  });
  const asFile = JSON.parse(JSON.stringify(document));
  assert.equal(schemaErrors(SCHEMA, asFile), []);
  assert.is(asFile.schemaVersion, BENCH_SCHEMA_VERSION);
  assert.is(asFile.cells[3].p50Us, undefined, "no samples, no percentiles");
});

test("the schema refuses what is not so", () => {
  const document = JSON.parse(JSON.stringify(build([latencies("self", 1, [1, 2])])));
  document.cells[0].p50Us = "1";
  document.cells[0].surprise = 1;
  delete document.cells[0].repeat;
  document.summaries[0].mode = "ajar";
  document.summaries[0].p50RangeUs = [1];
  assert.equal(schemaErrors(SCHEMA, document), [
    "$.cells[0]: no repeat",
    "$.cells[0]: surprise is not in the schema",
    '$.cells[0].p50Us: "1" is no number',
    "$.summaries[0].mode: none of closed,open",
    "$.summaries[0].p50RangeUs: fewer than 2 items",
  ]);
});

test.run();
