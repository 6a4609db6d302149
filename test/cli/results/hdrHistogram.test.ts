// The encoding of HdrHistogram: counts against what hdr-histogram-js 3.0.1 wrote for the same values. Two fields of its
// header differ on purpose: it has 1 for the index offset, and an integer 1 where a double belongs.

import { inflateSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HdrHistogram, hdrLogLines } from "../../../src/cli/results/hdrHistogram.js";

const test = suite("HdrHistogram");

/** Values, and the base64 of the compressed V2 encoding (1 to 3600e9, three digits). */
const GOLDEN: readonly (readonly [name: string, values: readonly number[], base64: string])[] = [
  ["nothing", [], "HISTFAAAACB4nJNpmSzMwMDACMXMDBDAyMDA7GawYwEDnA8ASQ8DHw=="],
  [
    "1000, 2000, … 100000",
    Array.from({ length: 100 }, (_, i) => (i + 1) * 1000),
    "HISTFAAAAF14nJNpmSzMwMBwk4GBgZGBgYGZAQIYGRiY3Qx2LGCA8c/zM53lZ5rKwfSUnWkhC9NHZihazsT0nRELWsnIVM1UiQdnM1kzWTPZgknyaF0maSZZJlkkkhw+AEFdJo0=",
  ],
  [
    "edges of the slots, the highest value, and many of one",
    [0, 1, 1, 2047, 2048, 2049, 4095, 4096, 123456789, 3600e9, ...Array<number>(300).fill(77000)],
    "HISTFAAAADx4nJNpmSzMwMAgxsDAwMjAwMDMAAGMDAzMbgY7FjDA+EwsP+WZWH7zMzE9drrBcnYVI9P9N4xMAN39Cq8=",
  ],
];

/** Cookie and length; digits, lowest and highest; counts. */
const SAME = [[0, 8], [12, 32], [40]] as const;

/** Deflated octets depend on the library; what they stand for does not. */
function plain(base64: string): Buffer {
  const octets = Buffer.from(base64, "base64");
  assert.is(octets.readUInt32BE(0), 0x1c849314);
  assert.is(octets.readUInt32BE(4), octets.length - 8);
  return inflateSync(octets.subarray(8));
}

for (const [name, values, base64] of GOLDEN) {
  test(`octets of the package: ${name}`, () => {
    const histogram = new HdrHistogram();
    for (const value of values) histogram.record(value);
    assert.is(histogram.count, values.length);
    const [own, theirs] = [plain(histogram.encode()), plain(base64)];
    for (const [from, to] of SAME) assert.is(own.toString("hex", from, to), theirs.toString("hex", from, to));
    assert.equal([own.readUInt32BE(8), own.readDoubleBE(32)], [0, 1]);
  });
}

test("values outside of the range count at its edge", () => {
  const [one, other] = [new HdrHistogram(), new HdrHistogram()];
  for (const value of [-5, 1e15]) one.record(value);
  for (const value of [0, 3600e9]) other.record(value);
  assert.is(one.encode(), other.encode());
});

test("a log has a header, and tags that hold no comma", () => {
  const histogram = new HdrHistogram();
  histogram.record(2_500_000);
  const interval = { tag: "self, 64\u00a0B", startSeconds: 1, lengthSeconds: 0.25, histogram };
  const lines = [...hdrLogLines(["Made by\nus"], 1000, [interval])].join("").split("\n");
  assert.equal(lines.slice(0, 2), ["#[Made by us]", "#[Histogram log format version 1.3]"]);
  assert.match(lines[2]!, /^#\[StartTime: 1000\.000 \(seconds since epoch\), /);
  assert.is(lines[3], '"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"');
  assert.is(lines[4], `Tag=self_64_B,1.000,0.250,2.500,${histogram.encode()}`);
});

test.run();
