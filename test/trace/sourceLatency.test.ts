import { suite } from "uvu";
import * as assert from "uvu/assert";
import { joinRecords, sourceLatency, stageDurations } from "../../src/trace/index.js";
import { packet } from "../support/casePackets.js";
import { readingFromPuppet } from "../support/PuppetDcps.js";

const test = suite("latencies across clocks");

const NONE = Number.NaN;

test("TL-03: by source timestamps: the sign is kept, what is not known is no 0, times from the future are counted", () => {
  const records = {
    readerGuid: "r",
    writerGuid: "w",
    sn: Float64Array.of(1, 2, 3, 4, 5),
    t3: Float64Array.of(100, 200, 300, 400, NONE),
    t4: Float64Array.of(101, 201, 301, 401, 501),
    t5: Float64Array.of(102, 202, 302, 402, 502),
    sourceTimeUs: Float64Array.of(1090, 1250, NONE, 1400, 1500),
    lostRecords: 0,
  };
  const { us, unknown, fromFuture } = sourceLatency(records, 1000);
  assert.equal([...us], [10, -50, NONE, 0, NONE]);
  assert.equal([unknown, fromFuture], [2, 1]);
});

test("TL-03: t0 to t5 over two clocks: durations keep their sign, and how many samples go backwards is told", () => {
  const writer = { writerGuid: "w", sn: Float64Array.of(1, 2), t0: Float64Array.of(100, 200), lostRecords: 0 };
  const stamps = { t1: Float64Array.of(110, 210), t2: Float64Array.of(120, 220) };
  const reader = {
    readerGuid: "r",
    writerGuid: "w",
    sn: Float64Array.of(1, 2),
    t3: Float64Array.of(90, 230),
    t4: Float64Array.of(95, 235),
    t5: Float64Array.of(99, NONE),
    sourceTimeUs: Float64Array.of(NONE, NONE),
    lostRecords: 0,
  };
  const { samples, counts } = joinRecords([{ ...writer, ...stamps }], [reader]);
  assert.equal([...stageDurations(samples, "t2-t3")], [-30]);
  assert.equal([counts.nonMonotonic, counts.incomplete], [1, 1]);
});

test("TL-03: what the application is told of source times that are missing, invalid, or far away", () => {
  const { puppet, reader } = readingFromPuppet<object>("@final struct ShapeType { @key long k; };");
  puppet.feed(packet("P50"));
  const times = reader.take().map(({ info }) => info.sourceTimestampMs);
  assert.equal(times.slice(0, 3), [undefined, undefined, 2147483648000]);
  assert.is(Math.round(times[3]! * 1e6), 1_000_000_001, "nanoseconds");
});

test.run();
