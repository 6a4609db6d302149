// The flow controller of a writer: so many bytes a second, to all readers together.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { checkTuning } from "../../../src/rtps/behavior/tuning.js";
import { WriterTable } from "../../support/WriterTable.js";

const test = suite("writer: flow controller");

/** 1000 bytes a second, 100 of them at once. */
const SLOW = { maxBytesPerSecond: 1000, maxBurstBytes: 100 };

const samplesOf = (lines: readonly string[]) => lines.filter((line) => /DATA|FRAG/.test(line));

test("a burst leaves at once, the rest at its pace", () => {
  const table = new WriterTable({ reliable: false, tuning: SLOW });
  table.match({ reliable: false });
  table.writeMany(15, { size: 10 });
  assert.is(samplesOf(table.run(0)).length, 10);
  // 0.001 ms per byte and one byte to start with: the eleventh comes after 1 ms, each further one 10 ms later.
  assert.is(samplesOf(table.run(5)).length, 1);
  assert.is(samplesOf(table.run(32)).length, 3);
  assert.is(samplesOf(table.run(100)).length, 1);
});

test("after a pause no more than a burst leaves at once", () => {
  const table = new WriterTable({ reliable: false, tuning: SLOW });
  table.match({ reliable: false });
  table.run(60_000);
  table.writeMany(30, { size: 10 });
  assert.is(samplesOf(table.run(60_000)).length, 10);
});

test("a sample larger than the burst leaves, and others wait until it is paid for", () => {
  const table = new WriterTable({ reliable: false, tuning: SLOW });
  table.match({ reliable: false });
  table.write({ size: 600 });
  table.write({ size: 10 });
  assert.is(samplesOf(table.run(0)).length, 1);
  assert.is(samplesOf(table.run(499)).length, 0);
  assert.is(samplesOf(table.run(502)).length, 1);
});

test("fragments leave at that pace too", () => {
  const table = new WriterTable({ reliable: false, tuning: { maxBytesPerSecond: 10_000, maxBurstBytes: 1000 } });
  table.match({ reliable: false, fragmentSize: 500 });
  table.write({ size: 3000 });
  assert.is(samplesOf(table.run(0)).length, 2);
  assert.is(samplesOf(table.run(1000)).length, 4);
});

test("the last fragment is paid for as what it is, not as a whole one", () => {
  const table = new WriterTable({ reliable: false, tuning: { maxBytesPerSecond: 10_000, maxBurstBytes: 1000 } });
  table.match({ reliable: false, fragmentSize: 500 });
  table.writeMany(30, { size: 510 });
  // 10 000 bytes a second and a burst of 1000: 21 samples, where 11 would leave if each took 1000 bytes.
  const sent = samplesOf(table.run(1000)).length;
  assert.ok(sent >= 42 && sent <= 45, `${sent} fragments of 500 and 10 bytes`);
});

test("the rate is that of the writer, however many readers it has", () => {
  const table = new WriterTable({ reliable: false, tuning: SLOW });
  table.match({ reliable: false });
  table.match({ reliable: false });
  table.writeMany(100, { size: 10 });
  const sent = samplesOf(table.run(1000)).length;
  assert.ok(sent >= 108 && sent <= 112, `${sent} samples of 10 bytes in a second and a burst`);
});

test("acknowledgements are asked for while the flow is held, and a repair is paid for", () => {
  const table = new WriterTable({ tuning: SLOW });
  const reader = table.match();
  table.run(0);
  table.writeMany(11, { size: 10 });
  const lines = table.run(0);
  assert.match(lines.at(-1)!, /HEARTBEAT 1\.\.10/);
  reader.ackNack(1, [1, 2]);
  assert.is(samplesOf(table.run(0)).length, 2);
  assert.is(samplesOf(table.run(20)).length, 0);
  assert.is(samplesOf(table.run(30)).length, 1);
});

test("a rate below one byte is refused", () => {
  assert.throws(() => checkTuning({ maxBytesPerSecond: 0 }), /maxBytesPerSecond must be 1 or more, not 0/);
  assert.throws(() => checkTuning({ maxBurstBytes: 0.5 }), /maxBurstBytes must be 1 or more/);
});

test.run();
