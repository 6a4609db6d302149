// Several documents on one page: what goes together, what must not be pooled.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type BenchMeasurement, buildBenchDocument, buildBenchReport, measurementOf } from "../../src/trace/index.js";
import { crowdRun, rateRun, rttRun } from "../report/benchRun.js";

const test = suite("grouping of benchmarks");

test("benchmarks and rhythms are groups, the raw socket and this project come first", () => {
  const { groups } = buildBenchReport([
    { name: "a", document: rttRun() },
    { name: "b", document: rateRun() },
  ]);
  assert.equal(
    groups.map(({ benchmark, rhythm }) => [benchmark, rhythm]),
    [
      ["rtt", "paced_10ms"],
      ["rtt", "back_to_back"],
      ["rate", undefined],
    ],
  );
  assert.equal(groups[0]!.series, ["raw", "self", "cyclone", "fastdds"]);
  assert.is(groups[0]!.cells.length, 12);
  assert.is(groups[0]!.cells[0]!.cost!.writer.cpuSeconds, 0.5);
  assert.is(groups[0]!.cells[0]!.ecdf!.at(-1)![1], 1);
});

test("summaries are those of the document", () => {
  const document = rttRun();
  const { groups } = buildBenchReport([{ name: "a", document }]);
  const summaries = groups.flatMap(({ cells }) => cells.map(({ summary }) => summary));
  for (const expected of document.summaries) {
    const found = summaries.find(
      ({ peer, payloadBytes, rhythm }) =>
        peer === expected.peer && payloadBytes === expected.payloadBytes && rhythm === expected.rhythm,
    )!;
    // Raw samples are Float32.
    assert.ok(Math.abs(found.p50Us! - expected.p50Us!) < 0.002);
    assert.equal([found.repeats, found.samples, found.lost], [expected.repeats, expected.samples, expected.lost]);
  }
});

test("two runs of a peer are two peers, and never pooled", () => {
  const { groups } = buildBenchReport([
    { name: "before.json", document: rttRun() },
    { name: "after.json", document: rttRun() },
  ]);
  assert.ok(groups[0]!.series.includes("self [before.json]") && groups[0]!.series.includes("self [after.json]"));
  assert.ok(groups[0]!.cells.every(({ repeats }) => repeats.length === 3));
});

test("an imported peer joins the plots of the others", () => {
  const latencies = { p50Us: 40, p99Us: 90, maxUs: 200, minUs: 30 };
  const key = { peer: "zenoh", transport: "TCP", payloadBytes: 64, rhythm: "back_to_back" };
  const measurements: BenchMeasurement[] = [
    { key, repeat: 1, latencies, samples: 100 },
    { key, repeat: 2, latencies: { ...latencies, p50Us: 44, maxUs: 300 }, samples: 50 },
  ];
  const document = buildBenchDocument({
    benchmark: "rtt",
    command: "rtps import",
    environment: {},
    peers: [],
    measurements,
  });
  const { groups } = buildBenchReport([
    { name: "rtt", document: rttRun() },
    { name: "zenoh", document },
  ]);
  const group = groups.find(({ rhythm }) => rhythm === "back_to_back")!;
  const { summary, ecdf } = group.cells.find(({ series }) => series === "zenoh")!;
  assert.equal([summary.p50Us, summary.p50RangeUs, summary.maxUs, summary.samples], [42, [40, 44], 300, 150]);
  assert.ok(summary.ratioTo!.raw! > 0);
  assert.is(ecdf, undefined);
});

test("growth with participants has an exponent", () => {
  const { groups } = buildBenchReport([{ name: "d", document: crowdRun("discovery", 1.5) }]);
  const [group] = groups;
  assert.ok(group!.scaled.includes("discoveryMs") && group!.scaled.includes("p99Us"));
  const fit = group!.fits.find(({ series, figure }) => series === "self" && figure === "discoveryMs")!;
  assert.ok(Math.abs(fit.exponent - 1.5) < 0.01);
});

test("a cell gives its measurement back", () => {
  const [cell] = rttRun().cells;
  const { key, latenciesUs, lost, cost } = measurementOf(cell!);
  assert.equal([key.peer, key.payloadBytes, key.rhythm, latenciesUs!.length, lost], ["raw", 64, "paced_10ms", 60, 0]);
  assert.is(cost!.wireDatagrams, 2000);
});

test.run();
