// rtps report, compare, export and import: files in, files out, exit codes; every mistake is one line.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type BenchDocument, buildStagesDocument, decodeDoubles, decodeSamples } from "../../src/trace/index.js";
import { rateRun, rttRun } from "../report/benchRun.js";
import { sampleRun } from "../report/sampleRun.js";
import { assertWellFormed } from "../report/wellFormed.js";
import { schemaErrors } from "../support/jsonSchema.js";
import { PROJECT } from "../support/sourceFacts.js";
import { lines, pathOf, rtps, stopAll, writeTemporary } from "./support.js";

const test = suite("rtps report, compare, export, import");
test.after.each(stopAll);

const stagesDocument = buildStagesDocument(sampleRun(600));
const RTT = writeTemporary("rtt.json", JSON.stringify(rttRun()));
const RATE = writeTemporary("rate.json", JSON.stringify(rateRun()));
const STAGES = writeTemporary("stages.json", JSON.stringify(stagesDocument));
const SCHEMA = JSON.parse(readFileSync(join(PROJECT, "docs", "bench.schema.json"), "utf8"));
const FIXTURES = join(PROJECT, "test", "fixtures", "results");

/** The same run, but this project is slower by a factor. */
function slower(factor: number): string {
  const document = rttRun();
  const cells = document.cells.map((cell) => {
    if (cell.peer !== "self") return cell;
    const values = Float32Array.from(decodeSamples(cell.samplesUs!), (us) => us * factor);
    return { ...cell, samplesUs: Buffer.from(values.buffer).toString("base64") };
  });
  return writeTemporary(`slower-${factor}.json`, JSON.stringify({ ...document, cells }));
}

test("report: one page from files of all kinds", async () => {
  const output = pathOf("deep/er/report.html");
  const { code, out, err } = await rtps(["report", RTT, RATE, STAGES, "-o", output]);
  assert.equal([code, out, err], [0, `written: ${output}\n`, ""]);
  const html = readFileSync(output, "utf8");
  assertWellFormed(html);
  assert.match(html, "From rtt.json, rate.json, stages.json.");
  assert.match(html, `rtps report ${RTT}`);
});

test("compare: 0 when nothing is worse, 1 when something is, with a table", async () => {
  const same = await rtps(["compare", RTT, RTT, "--resamples", "200"]);
  assert.is(same.code, 0, same.err);
  const [, within, unclear] = /0 worse, 0 better, (\d+) within 5 %, (\d+) unclear\n$/.exec(same.out)!;
  assert.is(Number(within) + Number(unclear), 48);
  const close = await rtps(["compare", RTT, RTT, "--resamples", "200", "--threshold", "0"]);
  assert.is(close.code, 0, close.err);
  assert.match(close.out, /0 worse, 0 better, 0 within 0 %, 48 unclear\n$/);
  const worse = await rtps(["compare", RTT, slower(1.4), "--resamples", "200"]);
  assert.is(worse.code, 1);
  assert.match(worse.out, /self, 64\u00a0B, back_to_back, RELIABLE KEEP_LAST 10 +│ +median .* 1\.400 .* worse/);
  const tolerated = await rtps(["compare", RTT, slower(1.4), "--resamples", "200", "--threshold", "45"]);
  assert.is(tolerated.code, 0);
});

test("compare: one repeat on a side fails no build, unless it is asked to", async () => {
  const single = (factor: number) => {
    const document = JSON.parse(readFileSync(slower(factor), "utf8"));
    const cells = document.cells.filter(({ repeat }: { repeat: number }) => repeat === 1);
    return writeTemporary(`single-${factor}.json`, JSON.stringify({ ...document, cells }));
  };
  const args = ["compare", single(1), single(1.4), "--resamples", "200"];
  const careful = await rtps(args);
  assert.is(careful.code, 0);
  assert.match(careful.out, /0 worse, 0 better, 0 within 5 %, 0 unclear, 48 with one repeat on a side: no verdict; /);
  const bold = await rtps([...args, "--single-repeats"]);
  assert.is(bold.code, 1);
  assert.match(bold.out, /[1-9]\d* worse/);
});

test("compare --json prints the intervals, the same for the same seed", async () => {
  const run = () => rtps(["compare", RTT, slower(1.1), "--json", "--seed", "5", "--resamples", "200"]);
  const [one, other] = [await run(), await run()];
  assert.is(one.out, other.out);
  const { comparisons, threshold, seed } = JSON.parse(one.out);
  assert.equal([threshold, seed], [0.05, 5]);
  for (const { interval, ratio } of comparisons) assert.ok(interval.low <= ratio * 1.2 && ratio <= interval.high * 1.2);
});

test("export and import of CSV give the same samples", async () => {
  const [csv, back] = [pathOf("rtt.csv"), pathOf("back.json")];
  assert.is((await rtps(["export", RTT, "--format", "csv", "-o", csv])).code, 0);
  assert.is((await rtps(["import", "csv", csv, "-o", back])).code, 0);
  const document: BenchDocument = JSON.parse(readFileSync(back, "utf8"));
  const original = rttRun();
  assert.equal(schemaErrors(SCHEMA, document), []);
  assert.is(document.cells.length, original.cells.length);
  for (const [index, cell] of original.cells.entries()) {
    const { peer, payloadBytes, rhythm, reliability, history, repeat, samplesUs, p99Us } = document.cells[index]!;
    assert.equal([peer, payloadBytes, rhythm, repeat], [cell.peer, cell.payloadBytes, cell.rhythm, cell.repeat]);
    assert.equal([reliability, history, samplesUs], [cell.reliability, cell.history, cell.samplesUs]);
    assert.ok(Math.abs(p99Us! - cell.p99Us!) < 0.01);
  }
});

test("export of stages: CSV has six times, the trace has nested slices", async () => {
  const [csv, trace] = [pathOf("stages.csv"), pathOf("trace.json")];
  assert.is((await rtps(["export", STAGES, "-f", "csv", "-o", csv])).code, 0);
  const rows = lines(readFileSync(csv, "utf8"));
  assert.is(rows.length, 1201);
  assert.is(rows[0]!.split(",").length, 3 + 6 + 5);
  const times = stagesDocument.cells[0]!.raw!.timesUs.map(decodeDoubles);
  assert.equal(
    rows[1]!.split(",").slice(3, 9).map(Number),
    times.map((column) => column[0]),
  );
  assert.is((await rtps(["export", STAGES, "-f", "perfetto", "-o", trace, "--slowest", "10"])).code, 0);
  const { traceEvents } = JSON.parse(readFileSync(trace, "utf8"));
  const open = new Map<string, string[]>();
  let samples = 0;
  for (const { ph, id, name } of traceEvents) {
    if (ph === "b" && name.startsWith("sample")) samples++;
    if (ph === "b") open.set(id, [...(open.get(id) ?? []), name]);
    if (ph === "e") assert.is(open.get(id)!.pop(), name);
  }
  assert.is(samples, 20);
  assert.ok([...open.values()].every(({ length }) => length === 0));
});

test("export of an HdrHistogram log has an interval for each cell", async () => {
  const log = pathOf("rtt.hlog");
  assert.is((await rtps(["export", RTT, "-f", "hdr", "-o", log])).code, 0);
  const intervals = lines(readFileSync(log, "utf8")).filter((line) => line.startsWith("Tag="));
  assert.is(intervals.length, 72);
  for (const line of intervals) assert.match(line, /^Tag=[^,\s]+,[\d.]+,[\d.]+,[\d.]+,HISTFA/);
});

test("import of ddsperf and perftest: documents that the report draws beside others", async () => {
  const [ddsperf, perftest] = [pathOf("ddsperf.json"), pathOf("perftest.json")];
  const ping = join(FIXTURES, "ddsperf-ping.txt");
  const naming = ["--peer", "cyclone-tool", "--title", "Cyclone DDS 0.10.2, ddsperf"];
  assert.is((await rtps(["import", "ddsperf", ping, ping, ...naming, "-o", ddsperf])).code, 0);
  const document: BenchDocument = JSON.parse(readFileSync(ddsperf, "utf8"));
  assert.equal(schemaErrors(SCHEMA, document), []);
  assert.equal([document.benchmark, document.summaries[0]!.repeats, document.peers[0]!.title], ["rtt", 2, naming[3]]);
  assert.is((await rtps(["import", "perftest", join(FIXTURES, "perftest.csv"), "-o", perftest])).code, 0);
  const html = pathOf("both.html");
  assert.is((await rtps(["report", RTT, ddsperf, perftest, "-o", html])).code, 0);
  assert.match(readFileSync(html, "utf8"), "cyclone-tool");
});

const MISTAKES: readonly (readonly [args: string[], message: RegExp])[] = [
  [["report"], /missing required argument 'files'/],
  [["report", "/no/such/file"], /^rtps: no such file: \/no\/such\/file: check the path$/m],
  [["report", `${RTT}/x`], /no such file: \S+rtt\.json\/x: check the path$/m],
  [["report", FIXTURES], /is a directory: give the path of a file$/m],
  [["compare", RTT, "nope.json"], /no such file: nope\.json: check the path$/m],
  [["export", FIXTURES, "-f", "csv", "-o", "x"], /is a directory: give the path of a file$/m],
  [["import", "csv", "nope.csv", "-o", "x"], /no such file: nope\.csv: check the path$/m],
  [["report", RTT, "-o", ""], /the path of a file to write is empty: give one/],
  [["report", RTT, "-o", FIXTURES], /is a directory: give the path of a file$/m],
  [["report", RTT, "-o", "/proc/x/y"], /\/proc\/x\/y cannot be written: .*: give another path$/m],
  [["report", writeTemporary("text.json", "hello")], /is no result of rtps bench or rtps stages/],
  [
    ["report", writeTemporary("none.json", JSON.stringify({ ...rttRun(), cells: [] }))],
    /none\.json has no cells: nothing/,
  ],
  [["report", writeTemporary("list.json", "[]")], /is no result/],
  [["report", writeTemporary("old.json", JSON.stringify({ ...rttRun(), schemaVersion: 0 }))], /schemaVersion 0/],
  [
    [
      "report",
      writeTemporary("cut.json", JSON.stringify({ ...rttRun(), cells: [{ ...rttRun().cells[0], samplesUs: "AAAA" }] })),
    ],
    /cell 1: its raw samples cannot be read/,
  ],
  [
    [
      "report",
      writeTemporary("nan.json", JSON.stringify({ ...rttRun(), cells: [{ ...rttRun().cells[0], p50Us: "x" }] })),
    ],
    /p50Us is no number/,
  ],
  [
    ["report", RTT, "-o", `${RTT}/report.html`],
    /cannot be written: a part of its path is a file, not a folder: give another path$/m,
  ],
  [["compare", RTT], /missing required argument 'new'/],
  [["compare", RTT, STAGES], /is of rtps stages/],
  [["compare", RTT, RATE], /compare like with like/],
  [["compare", RTT, RTT, "--threshold", "x"], /Give a percentage/],
  [["export", RTT, "-o", "x"], /required option.*--format/],
  [["export", RTT, "-f", "perfetto", "-o", "x"], /has no stages of samples/],
  [["export", RATE, "-f", "csv", "-o", "x"], /holds no single samples/],
  [["export", STAGES, "-f", "csv", "-o", "x", "--slowest", "3"], /--slowest goes with/],
  [["import", "iperf", RTT, "-o", "x"], /Allowed choices are ddsperf, perftest, csv/],
  [["import", "csv", RTT, "-o", "x"], /no column for latencies/],
];

for (const [args, message] of MISTAKES) {
  test(`a mistake is one line: ${args
    .slice(0, 2)
    .join(" ")
    .replace(/\/\S+\//g, "")} ${message}`, async () => {
    const { code, out, err } = await rtps(args);
    assert.equal([code, out, lines(err).length], [2, "", 1], err);
    assert.match(err, message);
  });
}

test.run();
