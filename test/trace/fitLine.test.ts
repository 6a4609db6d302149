// Slopes and exponents with their intervals, against figures worked out by hand.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fitExponent, fitLine } from "../../src/trace/fitLine.js";

const test = suite("fitLine");
const near = (value: number, expected: number, within = 1e-3) =>
  assert.ok(Math.abs(value - expected) <= within, `${value}, not ${expected}`);

test("a line without noise has an interval of no width", () => {
  const line = fitLine([0, 1, 2, 3], [5, 7, 9, 11])!;
  assert.equal([line.slope, line.intercept, line.low, line.high], [2, 5, 2, 2]);
});

test("the interval is that of Student's t", () => {
  // Sxx 10, residuals 0.4, -0.2, -0.8, 0.6 and 0 square to 1.2: s² 0.4, standard error 0.2, t(3) 3.1824.
  const line = fitLine([1, 2, 3, 4, 5], [2.4, 2.8, 3.2, 5.6, 6])!;
  near(line.slope, 1);
  near(line.intercept, 1);
  near(line.high - line.slope, 3.1824 * 0.2);
  near(line.slope - line.low, 3.1824 * 0.2);
});

test("beyond the table the quantile is close to that of tables", () => {
  const x = Array.from({ length: 32 }, (_, i) => i);
  const y = x.map((value) => value + (value % 2 === 0 ? 1 : -1));
  const line = fitLine(x, y)!;
  const residuals = y.reduce((sum, value, i) => sum + (value - line.intercept - line.slope * i) ** 2, 0);
  const error = Math.sqrt(residuals / 30 / x.reduce((sum, value) => sum + (value - 15.5) ** 2, 0));
  // t(30) at 97.5 % is 2.0423.
  near((line.high - line.slope) / error, 2.0423);
});

test("two points say nothing about the interval, and equal ones nothing at all", () => {
  const line = fitLine([1, 2], [3, 5])!;
  assert.equal([line.slope, line.low, line.high], [2, -Infinity, Infinity]);
  assert.is(fitLine([2, 2], [1, 5]), undefined);
  assert.is(fitLine([], []), undefined);
});

test("an exponent is the slope of the logarithms; what is not above zero has none", () => {
  const counts = [2, 4, 8, 16];
  const line = fitExponent([...counts, 32], [...counts.map((count) => 3 * count ** 2), 0])!;
  near(line.slope, 2, 1e-9);
  near(Math.exp(line.intercept), 3, 1e-9);
});

test.run();
