// RTPS 2.5 §8.4.14.1, §8.3.8.3, §8.3.8.6 at the reader: reassembly, its limits, and asking for lost fragments.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isCountingSample, ReaderTable } from "../../support/ReaderTable.js";

const test = suite("reader: fragments");

const range = (first: number, last: number, step = 1) => {
  const numbers: number[] = [];
  for (let n = first; n <= last; n += step) numbers.push(n);
  return numbers;
};

test("FG-04: fragments make the sample, whatever their order, without their padding", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  const options = { sampleSize: 2501 };
  writer.fragment(1, 3, options).fragment(1, 1, options).fragment(1, 1, options).fragment(1, 2, options);
  const [change] = table.taken();
  assert.ok(isCountingSample(change!.payload, 2501));
  assert.is(table.reader.pendingBytes, 0);
});

test("a fragment size that is no multiple of 4 (Connext: 65315)", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  const options = { sampleSize: 150_001, fragmentSize: 65315 };
  for (const fragment of [2, 1, 3]) writer.fragment(1, fragment, options);
  assert.ok(isCountingSample(table.taken()[0]!.payload, 150_001));
});

test("several fragments in one submessage (Cyclone DDS: up to ten)", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  writer.fragment(1, 3, { inSubmessage: 2 }).fragment(1, 1, { inSubmessage: 3 }).fragment(1, 5);
  assert.ok(isCountingSample(table.taken()[0]!.payload, 5000));
});

test("fragmented samples keep their place in the order", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  writer.data(1).fragment(2, 1, { sampleSize: 1500 }).data(3);
  assert.equal(table.delivered(), [1]);
  writer.fragment(2, 2, { sampleSize: 1500 });
  assert.equal(table.delivered(), [2, 3]);
});

test("FG-05: lost fragments are asked for with NACK_FRAG, counted from 1, once the sample is announced", () => {
  const table = new ReaderTable({ tuning: { nackRepeatMs: 10, nackRepeatMaxMs: 10 } });
  const writer = table.match().heartbeat(1, 0);
  writer.sent();
  for (const fragment of [1, 3, 5]) writer.fragment(1, fragment);
  assert.equal(writer.sent(), [], "the others may still be on their way");
  writer.heartbeat(1, 1, { final: true });
  assert.equal(writer.sent(), ["NACKFRAG 1 {2,4} #1"]);
  writer.heartbeat(1, 1);
  assert.equal(writer.sent(), ["ACKNACK 1 #2 F"], "no bit for a sample that has begun to arrive");
  assert.equal(table.run(10), ["10 NACKFRAG 1 {2,4} #2"]);
  writer.fragment(1, 2).fragment(1, 4);
  assert.equal(table.delivered(), [1]);
  assert.equal(table.run(60_000), []);
});

test("a sample of which nothing came is asked for as a whole", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  writer.sent();
  writer.fragment(2, 1).heartbeat(1, 2);
  assert.equal(writer.sent(), ["ACKNACK 1 {1} #2 F", "NACKFRAG 2 {2,3,4,5} #1"]);
});

test("300 of 600 lost: asked for 256 numbers at a time, the next as soon as these are here", () => {
  const table = new ReaderTable({ tuning: { nackRepeatMs: 1000, nackRepeatMaxMs: 1000 } });
  const writer = table.match().heartbeat(1, 0);
  writer.sent();
  const options = { sampleSize: 60_000, fragmentSize: 100 };
  for (const fragment of range(2, 600, 2)) writer.fragment(1, fragment, options);
  writer.heartbeat(1, 1, { final: true });
  let asked: string[] = [];
  for (let round = 0; round < 5; round++) {
    const lines = writer.sent();
    if (lines.length === 0) break;
    asked = [...asked, ...lines];
    for (const line of lines) {
      for (const fragment of line
        .match(/\{(.*)\}/)![1]!
        .split(",")
        .map(Number))
        writer.fragment(1, fragment, options);
    }
    writer.heartbeat(1, 1, { final: true });
  }
  assert.equal(asked, [
    `NACKFRAG 1 {${range(1, 255, 2).join(",")}} #1`,
    `NACKFRAG 1 {${range(257, 511, 2).join(",")}} #2`,
    `NACKFRAG 1 {${range(513, 599, 2).join(",")}} #3`,
  ]);
  assert.ok(isCountingSample(table.taken()[0]!.payload, 60_000));
});

test("arriving fragments are progress: the repeat does not back off", () => {
  const table = new ReaderTable({ tuning: { nackRepeatMs: 10, nackRepeatMaxMs: 640 } });
  const writer = table.match().heartbeat(1, 0);
  writer.sent();
  writer.fragment(1, 1).heartbeat(1, 1, { final: true });
  assert.equal(table.run(35), [
    "0 NACKFRAG 1 {2,3,4,5} #1",
    "10 NACKFRAG 1 {2,3,4,5} #2",
    "30 NACKFRAG 1 {2,3,4,5} #3",
  ]);
  writer.fragment(1, 2);
  assert.equal(table.run(95), ["70 NACKFRAG 1 {3,4,5} #4", "90 NACKFRAG 1 {3,4,5} #5"]);
});

test("FG-06: HEARTBEAT_FRAG is answered with what is missing up to its last fragment", () => {
  const table = new ReaderTable({ tuning: { nackRepeatMs: 10 } });
  const writer = table.match().heartbeat(1, 0);
  writer.sent();
  writer.fragment(1, 1).heartbeatFrag(1, 3);
  assert.equal(writer.sent(), ["NACKFRAG 1 {2,3} #1"]);
  writer.fragment(1, 2).fragment(1, 3).heartbeatFrag(1, 3);
  assert.equal(writer.sent(), []);
  writer.heartbeatFrag(1, 5);
  assert.equal(writer.sent(), ["NACKFRAG 1 {4,5} #2"]);
  writer.fragment(1, 4).fragment(1, 5);
  assert.equal(table.delivered(), [1]);
  assert.equal(table.run(60_000), []);
});

test("HEARTBEAT_FRAG of a sample of which nothing came", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  writer.sent();
  writer.heartbeatFrag(1, 3);
  assert.equal(writer.sent(), ["NACKFRAG 1 {1,2,3} #1"]);
  writer.data(1);
  assert.equal(table.run(60_000), [], "it came as a whole");
});

test("FG-13: fragments of a sample that is here, or irrelevant, are dropped", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  writer.data(1).fragment(1, 2).gap(2, 3).fragment(2, 1);
  assert.is(table.reader.counters.duplicates, 2);
  assert.is(table.reader.pendingBytes, 0);
});

test("a whole sample ends the reassembly of the same number, in order or not", () => {
  for (const sn of [1, 2]) {
    const table = new ReaderTable();
    const writer = table.match().heartbeat(1, 0);
    writer.sent();
    writer.fragment(sn, 1).heartbeatFrag(sn, 2).sent();
    writer.sample(sn, 100);
    assert.is(table.reader.pendingBytes, sn === 1 ? 0 : 100);
    assert.equal(table.run(60_000), []);
    writer.data(1);
    assert.is(table.reader.pendingBytes, 0);
  }
});

test("a GAP ends the reassembly of the sample it covers, also ahead of what is expected", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  writer.sent();
  writer.fragment(3, 1).heartbeat(1, 3).sent();
  writer.gap(3, 4);
  assert.is(table.reader.pendingBytes, 0);
  assert.equal(table.run(15), ["10 ACKNACK 1 {1,2} #3 F"]);
});

test("a fragment shorter than it says is refused, the rest is kept", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  writer.fragment(1, 1).fragment(1, 7).fragment(1, 4, { inSubmessage: 3 });
  assert.is(table.reader.counters.fragmentsRefused, 2);
  for (const fragment of [2, 3, 4, 5]) writer.fragment(1, fragment);
  assert.equal(table.delivered(), [1]);
});

test("another fragment size starts the sample again once the first one comes no more: the writer's address changed", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  writer.fragment(1, 1).fragment(1, 2);
  table.run(100);
  const options = { fragmentSize: 500 };
  for (let fragment = 1; fragment <= 10; fragment++) writer.fragment(1, fragment, options);
  assert.ok(isCountingSample(table.taken()[0]!.payload, 5000));
  assert.is(table.reader.pendingBytes, 0);
});

test("FG-02: a stray fragment of another cut does not throw away a sample that grows", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  for (const fragment of [1, 2, 3, 4]) {
    writer.fragment(1, fragment);
    writer.fragment(1, 1, { fragmentSize: 500 }).fragment(1, 1, { sampleSize: 4999 });
    table.run(table.now + 60);
  }
  writer.fragment(1, 5);
  assert.ok(isCountingSample(table.taken()[0]!.payload, 5000));
  assert.is(table.reader.counters.fragmentsRefused, 8);
});

test("FG-02: a sample above maxSampleBytes is refused before anything is allocated", () => {
  const table = new ReaderTable({ limits: { maxSampleBytes: 1_000_000 } });
  const writer = table.match().heartbeat(1, 0);
  writer.fragment(1, 1, { sampleSize: 0xffffffff });
  assert.is(table.reader.counters.fragmentsRefused, 1);
  assert.is(table.reader.pendingBytes, 0);
});

test("FG-02: many samples with one fragment each are bounded; what is next in order always has room", () => {
  for (const limits of [{ maxFragmentedSamples: 4 }, { maxPendingBytes: 20_000 }]) {
    const table = new ReaderTable({ limits });
    const writer = table.match().heartbeat(1, 0);
    for (let sn = 2; sn <= 1000; sn++) writer.fragment(sn, 1);
    assert.is(table.reader.pendingBytes, 20_000);
    assert.is(table.reader.counters.bytesRefused, 995);
    for (const fragment of [1, 2, 3, 4, 5]) writer.fragment(1, fragment);
    assert.equal(table.delivered(), [1]);
    assert.is(table.reader.counters.assembliesDropped, 1, "5, which is furthest ahead");
    for (const fragment of [2, 3, 4, 5]) for (const sn of [2, 3, 4]) writer.fragment(sn, fragment);
    assert.equal(table.delivered(), [2, 3, 4]);
  }
});

test("FG-02: memory follows what has come: one fragment of a large sample allocates nothing", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  const allocated: number[] = [];
  Object.assign(table.reader, {
    allocate: (bytes: number) => {
      allocated.push(bytes);
      return new Uint8Array(bytes);
    },
  });
  const large = { sampleSize: 10_000_000, fragmentSize: 50_000 };
  // Falling numbers: each makes the one before give way, if there is no room.
  for (let sn = 4000; sn > 3000; sn--) writer.fragment(sn, 1, { sampleSize: 250_000_000, fragmentSize: 500 });
  assert.equal(allocated, []);
  assert.ok(table.reader.pendingBytes <= table.reader.limits.maxPendingBytes);
  writer.fragment(1, 200, large).fragment(1, 7, large).fragment(1, 3, large);
  assert.equal(allocated, []);
  for (let fragment = 200; fragment >= 1; fragment--) writer.fragment(1, fragment, large);
  assert.equal(allocated, [10_000_004], "a 64th has come");
  assert.ok(isCountingSample(table.taken()[0]!.payload, 10_000_000));
});

test("FG-02: a sample cut into octets is refused, and counted", () => {
  const table = new ReaderTable();
  const writer = table.match().heartbeat(1, 0);
  writer.fragment(1, 1, { sampleSize: 2 ** 20 + 1, fragmentSize: 1 });
  assert.is(table.reader.counters.assembliesRefused, 1);
  assert.is(table.reader.pendingBytes, 0);
  writer.fragment(1, 1, { sampleSize: 2 ** 20, fragmentSize: 1 });
  assert.is(table.reader.counters.assembliesRefused, 1);
});

test("FG-02: a sample that grows does not give way to one that only begins, but to the next in order", () => {
  const table = new ReaderTable({ limits: { maxFragmentedSamples: 1 } });
  const writer = table.match().heartbeat(1, 0);
  writer.fragment(5, 1).fragment(5, 2).fragment(4, 1);
  assert.is(table.reader.counters.bytesRefused, 1);
  writer.fragment(5, 3);
  table.now += 100;
  writer.fragment(4, 1);
  assert.is(table.reader.counters.assembliesDropped, 1, "it has not grown for a while");
  writer.fragment(4, 2).fragment(1, 1);
  assert.is(table.reader.counters.assembliesDropped, 2);
  for (const fragment of [2, 3, 4, 5]) writer.fragment(1, fragment);
  assert.equal(table.delivered(), [1]);
});

test("samples that wait for a fragmented one do not keep it out", () => {
  const table = new ReaderTable({ limits: { maxPendingBytes: 10_000 } });
  const writer = table.match().heartbeat(1, 0);
  for (let sn = 2; sn <= 20; sn++) writer.sample(sn, 1000);
  assert.is(table.reader.pendingBytes, 10_000);
  for (const fragment of [1, 2, 3, 4, 5]) writer.fragment(1, fragment);
  assert.equal(table.delivered(), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  assert.is(table.reader.pendingBytes, 0);
});

test("best effort: the oldest incomplete sample gives way", () => {
  const table = new ReaderTable({ reliable: false, limits: { maxFragmentedSamples: 2 } });
  const writer = table.match({ reliable: false });
  const options = { sampleSize: 1500 };
  for (const sn of [1, 2, 3]) writer.fragment(sn, 1, options);
  assert.is(table.reader.counters.assembliesDropped, 1);
  for (const sn of [1, 2, 3]) writer.fragment(sn, 2, options);
  assert.equal(table.delivered(), [2, 3], "and does not push out a newer one when it comes again");
});

test("best effort: a newer sample ends the reassembly of older ones", () => {
  const table = new ReaderTable({ reliable: false });
  const writer = table.match({ reliable: false });
  writer.fragment(1, 1).fragment(2, 1, { sampleSize: 1500 }).fragment(2, 2, { sampleSize: 1500 });
  assert.equal(table.delivered(), [2]);
  assert.is(table.reader.pendingBytes, 0);
  writer.fragment(1, 2);
  assert.is(table.reader.counters.duplicates, 1);
});

test.run();
