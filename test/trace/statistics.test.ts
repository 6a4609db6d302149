// Percentiles against values computed by hand, moments, ECDF thinning.

import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  ecdf,
  median,
  percentile,
  percentileOfSorted,
  populationStd,
  repeatMedianCv,
  sortedCopy,
  summarize,
} from "../../src/trace/index.js";

const near = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected)), `${actual} is not ${expected}`);

const statistics = suite("statistics");

statistics("percentiles are of Type 7", () => {
  // rank = (n - 1) p: sorted 15 20 35 40 50, P90 has rank 3.6, six tenths of the way from 40 to 50.
  const values = [50, 15, 20, 35, 40];
  near(percentile(values, 0.5), 35);
  near(percentile(values, 0.25), 20);
  near(percentile(values, 0.9), 40 + 0.6 * 10);
  near(percentile(values, 0.4), 20 + 0.6 * 15);
  near(percentile(values, 0), 15);
  near(percentile(values, 1), 50);
  // 1..1000: rank = 999 p, the value is rank + 1.
  const thousand = Float64Array.from({ length: 1000 }, (_value, i) => 1000 - i);
  near(percentile(thousand, 0.99), 990.01);
  near(percentile(thousand, 0.999), 999.001);
  near(median([1, 2, 3, 10]), 2.5);
  assert.is(percentile([7], 0.999), 7);
  assert.ok(Number.isNaN(percentile([], 0.5)));
});

statistics("sorting is by value and copies", () => {
  const values = Float64Array.of(10, 9, 100);
  assert.equal([...sortedCopy(values)], [9, 10, 100]);
  assert.equal([...values], [10, 9, 100]);
});

statistics("summary removes nothing", () => {
  const summary = summarize([2, 4, 4, 4, 5, 5, 7, 9]);
  assert.is(summary.count, 8);
  assert.is(summary.min, 2);
  assert.is(summary.max, 9);
  near(summary.mean, 5);
  near(summary.std, 2);
  assert.is(summarize([1, 1, 1, 1e6]).max, 1e6);
  const empty = summarize([]);
  assert.is(empty.count, 0);
  assert.ok(Number.isNaN(empty.max) && Number.isNaN(empty.mean) && Number.isNaN(empty.p99));
});

statistics("CV of repeat medians is population std over mean", () => {
  // Medians 10 and 14: mean 12, population std 2.
  near(repeatMedianCv([[9, 10, 11], [14]]), 2 / 12);
  near(populationStd([1, 3]), 1);
});

statistics("percentiles stay within the values and rise with the fraction", () => {
  const values = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 50 });
  const fraction = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(values, fraction, fraction, (all, a, b) => {
      const sorted = sortedCopy(all);
      const low = percentileOfSorted(sorted, Math.min(a, b));
      const high = percentileOfSorted(sorted, Math.max(a, b));
      const slack = 1e-6;
      assert.ok(sorted[0]! <= low + slack && low <= high + slack && high <= sorted.at(-1)! + slack);
    }),
  );
});

statistics("ECDF of few values is complete, and equal values are one step", () => {
  assert.equal(ecdf([3, 1, 2, 2]), [
    [1, 0.25],
    [2, 0.75],
    [3, 1],
  ]);
  assert.equal(ecdf([]), []);
  assert.equal(ecdf([0, 0, 0]), [[0, 1]]);
});

statistics("thinned ECDF is never wrong by more than a pixel", () => {
  // A dense body, and a tail of 400 values whose steps are a third of a pixel wide each.
  const values = Float64Array.from({ length: 20000 }, (_value, i) =>
    i < 19600 ? 30 * 1.0002 ** i + (i % 7) : 2000 * 1.02 ** (i - 19599),
  );
  const resolution = 200;
  const points = ecdf(values, resolution);
  assert.ok(points.length <= 2 * resolution + 3, `${points.length} points`);
  const sorted = sortedCopy(values);
  assert.is(points[0]![0], sorted[0]);
  assert.equal(points.at(-1), [sorted.at(-1), 1]);
  const pixel = Math.log(sorted.at(-1)! / sorted[0]!) / resolution;
  let step = 0;
  for (let i = 0; i < sorted.length; i++) {
    while (step + 1 < points.length && points[step + 1]![0] <= sorted[i]!) step++;
    const drawn = points[step]![1];
    const error = (i + 1) / sorted.length - drawn;
    assert.ok(Math.log(sorted[i]! / points[step]![0]) < pixel, `a step at ${sorted[i]} is too far from the last`);
    assert.ok(error < 1 / resolution && error > -2 / sorted.length - 1e-9, `error ${error} at ${sorted[i]}`);
  }
});

statistics("every lone step of a tail stays", () => {
  const values = [...Array.from({ length: 5000 }, (_value, i) => 40 + i * 1e-4), 100, 300, 1000, 9000];
  const kept = ecdf(values, 100).map(([value]) => value);
  for (const lone of [100, 300, 1000, 9000]) assert.ok(kept.includes(lone), `${lone} is missing`);
});

statistics.run();
