// Bootstrap intervals of known distributions, comparisons of two runs.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  type BenchMeasurement,
  buildBenchDocument,
  compareBench,
  ratioInterval,
  xorshift,
} from "../../src/trace/index.js";

const test = suite("comparison");

const OPTIONS = { threshold: 0.05, seed: 7, resamples: 400 };

/** Exponential values with this mean above a floor, as latencies are. */
function draw(seed: number, mean: number, count = 400): number[] {
  const random = xorshift(seed);
  return Array.from({ length: count }, () => 50 - mean * Math.log(1 - random()));
}

function run(factor: number, seed: number, peer = "self") {
  const measurements: BenchMeasurement[] = [1, 2, 3, 4, 5].map((repeat) => ({
    key: { peer, transport: "UDP", payloadBytes: 64, rhythm: "back_to_back" },
    repeat,
    latenciesUs: draw(seed + repeat, 10).map((value) => value * factor),
  }));
  return buildBenchDocument({ benchmark: "rtt", command: "x", environment: {}, peers: [], measurements });
}

function rates(values: readonly number[]) {
  const measurements = values.map((samplesPerSecond, index): BenchMeasurement => {
    return { key: { peer: "self", transport: "UDP", payloadBytes: 16 }, repeat: index + 1, samplesPerSecond };
  });
  return buildBenchDocument({ benchmark: "rate", command: "x", environment: {}, peers: [], measurements });
}

test("an interval holds the true ratio, and is the same for the same seed", () => {
  const [base, next] = [
    [draw(1, 10), draw(2, 10), draw(3, 10)],
    [draw(4, 20), draw(5, 20), draw(6, 20)],
  ];
  const truth = (50 + 20 * Math.LN2) / (50 + 10 * Math.LN2);
  const interval = ratioInterval(next, base, 0.5, { seed: 3 });
  assert.ok(interval.low < truth && truth < interval.high, `${truth} in ${JSON.stringify(interval)}`);
  assert.ok(interval.high - interval.low < 0.1);
  assert.equal(ratioInterval(next, base, 0.5, { seed: 3 }), interval);
  assert.not.equal(ratioInterval(next, base, 0.5, { seed: 4 }), interval);
});

test("constant samples have an interval without width", () => {
  assert.equal(ratioInterval([[20, 20]], [[10, 10, 10]], 0.99, { seed: 1 }), { low: 2, high: 2 });
});

test("intervals cover the truth about as often as they say", () => {
  let covered = 0;
  for (let i = 1; i <= 60; i++) {
    const draws = (from: number) => [0, 1, 2, 3].map((repeat) => draw(from * 977 + repeat * 31 + i, 10, 80));
    const { low, high } = ratioInterval(draws(1), draws(2), 0.5, { seed: i, resamples: 200 });
    if (low <= 1 && 1 <= high) covered++;
  }
  assert.ok(covered >= 50, `${covered} of 60`);
});

test("the same distribution is the same, 20 % more is worse, 20 % less is better", () => {
  const verdicts = (factor: number) =>
    compareBench(run(1, 10), run(factor, 50), OPTIONS).comparisons.map(({ figure, verdict }) => [figure, verdict]);
  // A P99 of 2000 samples is not known to 5 %.
  assert.equal(verdicts(1), [
    ["p50", "same"],
    ["p99", "unclear"],
  ]);
  assert.equal(verdicts(1.2), [
    ["p50", "worse"],
    ["p99", "worse"],
  ]);
  assert.equal(verdicts(0.8), [
    ["p50", "better"],
    ["p99", "better"],
  ]);
});

test("the threshold is a ratio: 20 % more passes 50 %", () => {
  const { comparisons } = compareBench(run(1, 10), run(1.2, 10), { ...OPTIONS, threshold: 0.5 });
  assert.ok(comparisons.every(({ verdict }) => verdict === "same"));
  assert.ok(comparisons.every(({ ratio }) => Math.abs(ratio - 1.2) < 1e-3));
});

test("rates are worse when they fall; one repeat on each side has no interval", () => {
  const compare = (base: number[], next: number[]) => compareBench(rates(base), rates(next), OPTIONS).comparisons[0]!;
  assert.is(compare([100, 101, 102], [80, 81, 82]).verdict, "worse");
  assert.is(compare([100, 101, 102], [120, 121, 122]).verdict, "better");
  assert.is(compare([100, 101, 102], [100, 101, 102]).verdict, "same");
  assert.is(compare([100, 130, 90], [99, 85, 120]).verdict, "unclear");
  const single = compare([100], [94]);
  assert.equal([single.verdict, single.interval], ["one repeat", undefined]);
});

test("one repeat on a side has no verdict, unless it is asked for", () => {
  const compare = (base: number[], next: number[], judgesSingleRepeats: boolean) =>
    compareBench(rates(base), rates(next), { ...OPTIONS, judgesSingleRepeats }).comparisons[0]!.verdict;
  assert.equal([compare([100], [94], false), compare([100], [94, 94], false)], ["one repeat", "one repeat"]);
  assert.equal([compare([100], [94], true), compare([100], [99], true)], ["worse", "same"]);
});

test("an interval that reaches past the threshold and over 1 is unclear, not the same", () => {
  const few = (mean: number, seed: number) => {
    const measurements = [0, 1, 2, 3, 4].map((i): BenchMeasurement => {
      const key = { peer: "self", transport: "UDP", payloadBytes: 64 };
      return { key, repeat: i + 1, latenciesUs: draw(seed + i, mean, 4) };
    });
    return buildBenchDocument({ benchmark: "rtt", command: "x", environment: {}, peers: [], measurements });
  };
  for (const { verdict, interval } of compareBench(few(30, 1), few(33, 9), OPTIONS).comparisons) {
    assert.ok(interval!.low < 1 && interval!.high > 1.05);
    assert.is(verdict, "unclear");
  }
});

test("percentiles without samples are compared by their repeats", () => {
  const imported = (p50Us: number) => {
    const measurements = [0, 1, 2].map((i): BenchMeasurement => {
      const key = { peer: "other", transport: "UDP", payloadBytes: 64 };
      return { key, repeat: i + 1, latencies: { p50Us: p50Us + i, p99Us: 2 * p50Us + i } };
    });
    return buildBenchDocument({ benchmark: "rtt", command: "x", environment: {}, peers: [], measurements });
  };
  const { comparisons } = compareBench(imported(100), imported(150), OPTIONS);
  assert.equal(
    comparisons.map(({ figure, base, new: next, verdict }) => [figure, base, next, verdict]),
    [
      ["p50", 101, 151, "worse"],
      ["p99", 201, 301, "worse"],
    ],
  );
});

test("cells that one side lacks are named", () => {
  const { comparisons, onlyInBase, onlyInNew } = compareBench(run(1, 1, "self"), run(1, 1, "cyclone"), OPTIONS);
  assert.equal([comparisons.length, onlyInBase[0]!.peer, onlyInNew[0]!.peer], [0, "self", "cyclone"]);
});

test.run();
