// What other tools print: ddsperf of Cyclone DDS 0.10.2 as it was recorded, perftest in its three formats, CSV.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CliError } from "../../../src/cli/CliError.js";
import { csvRow, parseCsv } from "../../../src/cli/results/csv.js";
import { type ImportDefaults, importCsv, importDdsperf, importPerftest } from "../../../src/cli/results/importers.js";
import { PROJECT } from "../../support/sourceFacts.js";

const test = suite("imports");

const DEFAULTS: ImportDefaults = { peer: "other", transport: "UDP", unit: "us" };
const fixture = (name: string) => readFileSync(join(PROJECT, "test", "fixtures", "results", name), "utf8");
const source = (text: string, repeat = 1) => ({ path: "FILE", text, repeat });

test("ddsperf ping: seconds become one repeat, half round trips are doubled", () => {
  const [measurement, ...rest] = importDdsperf(source(fixture("ddsperf-ping.txt"), 2), DEFAULTS);
  assert.is(rest.length, 0);
  const { key, repeat, samples, latencies } = measurement!;
  assert.equal(key, { peer: "other", transport: "UDP", payloadBytes: 1024, rhythm: "back_to_back", mode: "closed" });
  assert.equal([repeat, samples], [2, 8188 + 6710 + 13625]);
  // The medians of three seconds: 17.433, 17.137, 17.212 and 1591.798, 1889.903, 523.302.
  assert.equal([latencies!.p50Us, latencies!.p99Us], [34.424, 3183.596]);
  assert.equal([latencies!.minUs, latencies!.maxUs], [25.558, 60079.652]);
  assert.ok(Math.abs(latencies!.meanUs! - (2 * (60.165 * 8188 + 74.235 * 6710 + 36.622 * 13625)) / 28523) < 0.001);
});

test("ddsperf sub: the rate of the median second", () => {
  const [measurement] = importDdsperf(source(fixture("ddsperf-sub.txt")), DEFAULTS);
  const { key, received, lost, samplesPerSecond, bitsPerSecond } = measurement!;
  assert.equal([key.payloadBytes, received, lost], [1024, 3024, 0]);
  // 0.99 kS/s are 8.13 Mb/s of 1024 B.
  assert.equal([samplesPerSecond, Math.round(bitsPerSecond!)], [992.432, 8_130_000]);
});

for (const name of ["perftest-legacy.txt", "perftest.csv", "perftest.json"]) {
  test(`perftest: summaries of ${name}, no intervals`, () => {
    const [rtt, rate, ...rest] = importPerftest(source(fixture(name)), { ...DEFAULTS, reliability: "RELIABLE" });
    assert.is(rest.length, 0);
    assert.is(rtt!.key.payloadBytes, 100);
    assert.is(rtt!.key.reliability, "RELIABLE");
    assert.equal(rtt!.latencies, {
      ...{ p50Us: 104, p90Us: 122, p99Us: 194, meanUs: 110, stdUs: 19, minUs: 80, maxUs: 800 },
      tailAmplification: 1.865,
    });
    assert.equal([rate!.key.payloadBytes, rate!.received, rate!.lost], [200, 1_000_000, 7]);
    assert.equal([rate!.samplesPerSecond, rate!.bitsPerSecond], [250_000, 400_000_000]);
  });
}

test("CSV: a bare column, with unit and payload from the options", () => {
  const [measurement] = importCsv(source("1500\n2500\n"), { ...DEFAULTS, unit: "ns", payloadBytes: 64 });
  assert.equal(measurement!.latenciesUs, [1.5, 2.5]);
  assert.equal(measurement!.key.payloadBytes, 64);
});

test("CSV: columns tell cells and repeats apart, names are taken loosely", () => {
  const text = [
    'Peer,"Payload Bytes",RTT (ms),repeat,mode',
    "zenoh,64,0.1,1,closed",
    "zenoh,64,0.2,2,closed",
    '"a ""b"", c",1024,1,1,open',
    "",
  ].join("\r\n");
  const measurements = importCsv(source(text), DEFAULTS);
  assert.equal(
    measurements.map(({ key, repeat, latenciesUs }) => [key.peer, key.payloadBytes, key.mode, repeat, latenciesUs]),
    [
      ["zenoh", 64, "closed", 1, [100]],
      ["zenoh", 64, "closed", 2, [200]],
      ['a "b", c', 1024, "open", 1, [1000]],
    ],
  );
});

test("what is no result is one line", () => {
  const fails = (run: () => unknown, pattern: RegExp) => {
    try {
      run();
    } catch (error) {
      assert.instance(error, CliError);
      assert.match((error as Error).message, pattern);
      return;
    }
    assert.unreachable(String(pattern));
  };
  fails(() => importDdsperf(source("hello"), DEFAULTS), /FILE has no results of ddsperf/);
  fails(() => importPerftest(source("hello"), DEFAULTS), /no summary of perftest/);
  fails(() => importPerftest(source("{"), DEFAULTS), /cannot be parsed/);
  fails(() => importPerftest(source("{}"), DEFAULTS), /no list/);
  fails(() => importCsv(source(""), DEFAULTS), /no latencies/);
  fails(() => importCsv(source("a,b\n1,2\n"), DEFAULTS), /no column for latencies/);
  fails(() => importCsv(source("1\n"), DEFAULTS), /does not say the payload/);
  fails(() => importCsv(source("latencyUs\nfast\n"), { ...DEFAULTS, payloadBytes: 1 }), /row 1: "fast" is no latency/);
  fails(() => importCsv(source("latencyUs,payloadBytes\n1,-1\n"), DEFAULTS), /"-1" is no payload/);
});

test("fields go through CSV and back", () => {
  const field = fc
    .string({ unit: fc.constantFrom("a", "0", ",", '"', "\n", "\r", "é", ";") })
    .map((text) => text.trim());
  const rows = fc.array(fc.tuple(fc.constant("x"), field, field), { maxLength: 5 });
  fc.assert(fc.property(rows, (written) => assert.equal(parseCsv(written.map(csvRow).join("")), written)));
});

test("arbitrary text never breaks an importer in another way", () => {
  const text = fc.string({
    unit: fc.constantFrom("1", ",", "size ", "%", "\n", '"', "Length: ", "Length (Bytes)", "{", "latencyUs"),
  });
  fc.assert(
    fc.property(text, (input) => {
      for (const importer of [importDdsperf, importPerftest, importCsv]) {
        try {
          importer(source(input), DEFAULTS);
        } catch (error) {
          assert.instance(error, CliError);
        }
      }
    }),
  );
});

test.run();
