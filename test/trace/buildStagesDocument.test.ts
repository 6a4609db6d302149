// The document: percentiles per stage, splits that add up, loss, repeats, empty cells.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  buildStagesCell,
  buildStagesDocument,
  joinRecords,
  measureStampCost,
  PART_STAGES,
  percentile,
  percentileSplits,
  type RepeatInput,
  STAGE_NAMES,
  STAGES_SCHEMA_VERSION,
  type StageName,
} from "../../src/trace/index.js";

/** `count` samples; sample i takes 1, 2, i, 3 and 4 us in its five parts. */
function repeatOf(count: number, rttUs: number[] = [], rawRttUs: number[] = []): RepeatInput {
  const sn = Float64Array.from({ length: count }, (_value, i) => i + 1);
  const at = (fixed: number, slope: number): Float64Array => sn.map((value) => value * 1000 + fixed + slope * value);
  const writer = { writerGuid: "a", sn, t0: at(0, 0), t1: at(1, 0), t2: at(3, 0), lostRecords: 0 };
  const times = { t3: at(3, 1), t4: at(6, 1), t5: at(10, 1) };
  const reader = { readerGuid: "r", writerGuid: "a", sn, ...times, sourceTimeUs: sn, lostRecords: 0 };
  return { joined: joinRecords([writer], [reader]), rttUs, rawRttUs };
}

const document = suite("stages document");

document("has the percentiles of every stage", () => {
  const cell = buildStagesCell({ payloadBytes: 64, reliability: "RELIABLE", written: 101, repeats: [repeatOf(101)] });
  assert.equal(Object.keys(cell.stages), [...STAGE_NAMES]);
  const constant = { p50Us: 1, p90Us: 1, p99Us: 1, p999Us: 1, maxUs: 1, meanUs: 1, stdUs: 0 };
  assert.equal(cell.stages["t0-t1"], constant);
  // t2-t3 is 1..101: rank 100 p, plus 1.
  const { p50Us, p90Us, p99Us, p999Us, maxUs, meanUs } = cell.stages["t2-t3"];
  assert.equal([p50Us, p90Us, p99Us, p999Us, maxUs, meanUs], [51, 91, 100, 100.9, 101, 51]);
  assert.is(cell.stages["t0-t5"].p50Us, 61);
  assert.is(cell.samples, 101);
  assert.is(cell.lost, 0);
});

document("leaves the warm-up out and counts what was lost", () => {
  const repeats = [repeatOf(100), repeatOf(100)];
  const cell = buildStagesCell({
    payloadBytes: 64,
    reliability: "BEST_EFFORT",
    warmUpSamples: 10,
    written: 185,
    repeats,
  });
  assert.is(cell.samples, 180);
  assert.is(cell.lost, 5);
  assert.is(cell.stages["t2-t3"].p50Us, 55.5);
  const known = buildStagesCell({ payloadBytes: 64, reliability: "RELIABLE", written: 200, delivered: 200, repeats });
  assert.is(known.lost, 0, "a sample that the trace missed is not lost");
});

document("gives the round trips, the ratio and the repeats one by one", () => {
  const repeats = [repeatOf(10, [40, 50, 60], [20, 25, 30]), repeatOf(10, [70, 70, 70], [35, 35, 35])];
  const cell = buildStagesCell({ payloadBytes: 64, reliability: "RELIABLE", written: 20, repeats });
  assert.is(cell.rttP50Us, 65);
  assert.is(cell.rawRttP50Us, 32.5);
  assert.is(cell.ratioToRaw, 2);
  assert.equal(
    cell.repeats.map(({ rttP50Us, rawRttP50Us, ratioToRaw }) => [rttP50Us, rawRttP50Us, ratioToRaw]),
    [
      [50, 25, 2],
      [70, 35, 2],
    ],
  );
  assert.is(cell.repeatMedianCv, 0);
  assert.is(buildStagesCell({ ...cell, written: 10, repeats: [repeatOf(10)] }).repeatMedianCv, null);
});

document("splits add up to the percentile and follow the samples near it", () => {
  const count = 1000;
  const durations = {} as Record<StageName, Float64Array>;
  for (const name of STAGE_NAMES) durations[name] = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    // The slow half spends its extra time in t3-t4, in an order that is not sorted.
    const slow = (i * 7) % count;
    const parts = [5, 5, 10, slow >= 500 ? slow : 0, 1];
    PART_STAGES.forEach((name, part) => {
      durations[name][i] = parts[part]!;
      durations["t0-t5"][i]! += parts[part]!;
    });
  }
  const splits = percentileSplits(durations);
  assert.equal(
    splits.map(({ label, nearestSamples }) => [label, nearestSamples]),
    [
      ["P50", 11],
      ["P90", 11],
      ["P99", 11],
      ["P99.9", 1],
    ],
  );
  for (const { fraction, totalUs, partsUs } of splits) {
    assert.ok(Math.abs(totalUs - percentile(durations["t0-t5"], fraction)) < 0.001);
    const sum = PART_STAGES.reduce((total, name) => total + partsUs[name], 0);
    assert.ok(Math.abs(sum - totalUs) < 1e-6, `${sum} is not ${totalUs}`);
  }
  const p99 = splits[2]!;
  assert.ok(Math.abs(p99.partsUs["t3-t4"] - 989) < 2);
  assert.ok(Math.abs(p99.partsUs["t2-t3"] - 10) < 0.1);
});

document("a far slower neighbour does not take over the split", () => {
  // Three samples near P50: two all in t0-t1, one a thousand times longer and all in t4-t5.
  const durations = {} as Record<StageName, Float64Array>;
  for (const name of STAGE_NAMES) durations[name] = new Float64Array(300);
  for (let i = 0; i < 300; i++) {
    const isLong = i >= 151;
    durations[isLong ? "t4-t5" : "t0-t1"][i] = durations["t0-t5"][i] = isLong ? 1e6 + i : 1000 + i;
  }
  const [p50] = percentileSplits(durations);
  assert.is(p50!.nearestSamples, 3);
  assert.ok(Math.abs(p50!.partsUs["t4-t5"] / p50!.totalUs - 1 / 3) < 1e-9);
  assert.ok(Math.abs(p50!.partsUs["t0-t1"] / p50!.totalUs - 2 / 3) < 1e-9);
});

document("an empty cell has nulls, not invented numbers", () => {
  const cell = buildStagesCell({ payloadBytes: 64, reliability: "RELIABLE", written: 7, repeats: [] });
  assert.is(cell.samples, 0);
  assert.is(cell.lost, 7);
  assert.is(cell.stages["t0-t5"].p50Us, null);
  assert.is(cell.ratioToRaw, null);
  assert.equal(cell.splits, []);
  assert.equal(cell.ecdf.oneWay, []);
});

document("survives JSON and describes itself", () => {
  const made = buildStagesDocument({
    command: "npm start",
    environment: { node: "v20" },
    cells: [{ payloadBytes: 64, reliability: "RELIABLE", written: 50, repeats: [repeatOf(50, [1], [1])] }],
  });
  assert.equal(JSON.parse(JSON.stringify(made)), made);
  assert.is(made.schemaVersion, STAGES_SCHEMA_VERSION);
  assert.equal(
    made.points.map(({ name }) => name),
    ["t0", "t1", "t2", "t3", "t4", "t5"],
  );
  assert.equal(
    made.stages.map(({ name }) => name),
    [...STAGE_NAMES],
  );
});

document("the cost of a stamp comes from the given clock", () => {
  // A clock that advances one microsecond per reading: both loops read it once per turn.
  let us = 0;
  const cost = measureStampCost(() => us++, 3, 100);
  assert.is(cost.batches, 3);
  assert.is(cost.clockNs, 1000);
  assert.is(cost.stampNs, 1010, "the closing reading is one of hundred");
});

document.run();
