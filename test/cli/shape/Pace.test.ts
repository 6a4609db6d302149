import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Pace } from "../../../src/cli/shape/Pace.js";

const test = suite("Pace");

/** When rounds begin if each takes `work` and the timer behind it is so much late. */
function starts(periodMs: number, hurry: number, rounds: readonly (readonly [work: number, late: number])[]): number[] {
  let now = 1000;
  const pace = new Pace(periodMs, hurry, now);
  return rounds.map(([work, late]) => {
    const startedAt = now;
    now += work;
    now += pace.pause(startedAt, now) + late;
    return startedAt - 1000;
  });
}

const times = (count: number, ...round: [number, number]) => Array.from({ length: count }, () => round);

test("what rounds cost does not add up", () => {
  assert.equal(starts(100, 0.15, times(5, 10, 0)), [0, 100, 200, 300, 400]);
});

test("timers that are always late do not add up either", () => {
  assert.equal(starts(100, 0.15, times(5, 10, 12)), [0, 112, 212, 312, 412]);
});

test("lost time is made up for, with pauses that are a little shorter", () => {
  const late = [[0, 0], [0, 50], ...times(6, 0, 0)] as const;
  assert.equal(starts(100, 0.15, late), [0, 100, 250, 335, 420, 505, 600, 700]);
  assert.equal(starts(100, 1, late), [0, 100, 250, 300, 400, 500, 600, 700]);
});

test("lost rounds are not made up for", () => {
  const late = [[0, 0], [0, 350], ...times(3, 0, 0)] as const;
  assert.equal(starts(100, 1, late), [0, 100, 550, 550, 650]);
  assert.equal(starts(100, 0, times(3, 250, 0)), [0, 250, 500]);
});

test("without a period there is no pause", () => {
  assert.equal(starts(0, 1, times(3, 5, 0)), [0, 5, 10]);
});

test.run();
