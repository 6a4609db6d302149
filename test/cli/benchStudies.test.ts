// runner: timeout 300 s
// The studies of `rtps bench` as they are called, as small as they get.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { BenchDocument } from "../../src/trace/index.js";
import { schemaErrors } from "../support/jsonSchema.js";
import { PROJECT } from "../support/sourceFacts.js";
import { lines, pathOf, rtps, stopAll } from "./support.js";

const test = suite("rtps bench, studies");
test.after.each(stopAll);

const SCHEMA = JSON.parse(readFileSync(join(PROJECT, "docs", "bench.schema.json"), "utf8"));

async function bench(name: string, args: readonly string[]): Promise<BenchDocument> {
  const file = pathOf(`${name}.json`);
  const { code, out, err } = await rtps(["bench", name, "--repeats", "1", "--json", file, ...args]);
  assert.is(code, 0, err + out);
  const document = JSON.parse(readFileSync(file, "utf8"));
  assert.equal(schemaErrors(SCHEMA, document), []);
  return document;
}

test("ring: all nodes up, everything delivered", async () => {
  const { cells } = await bench("ring", ["--nodes", "1,3", "--processes", "2", "--rate", "20", "--duration", "0.5"]);
  assert.equal(
    cells.map(({ participants, variant, rhythm }) => [participants, variant, rhythm]),
    [
      [1, "1 process", "20_hz"],
      [3, "2 processes", "20_hz"],
    ],
  );
  for (const { figures, received, written, samples, minUs } of cells) {
    assert.equal([figures!["up"], figures!["delivery"], received], [1, 1, written]);
    assert.ok(written! > 0 && samples === received && minUs! > 0);
    assert.ok(figures!["discoveryMs"]! > 0 && figures!["discoveryDatagrams"]! > 0);
  }
});

test("discovery: two processes, many participants, and how it grows", async () => {
  const { cells } = await bench("discovery", ["--peers", "self", "--attempts", "1", "--participants", "1,2,3"]);
  assert.equal(
    cells.map(({ participants, variant }) => [participants, variant]),
    [
      [undefined, "two processes"],
      [1, "in one process"],
      [2, "in one process"],
      [3, "in one process"],
      [undefined, "growth"],
    ],
  );
  for (const cell of cells.slice(0, 4)) assert.ok(cell.samples === 1 && cell.p50Us! > 0);
  for (const cell of cells.slice(1, 4)) assert.ok(cell.figures!["datagrams"]! > 0);
  const growth = cells[4]!.figures!;
  assert.ok(growth["datagramsExponent"]! > 0);
  assert.ok(growth["datagramsLow"]! <= growth["datagramsExponent"]!);
  assert.ok(growth["datagramsHigh"]! >= growth["datagramsExponent"]!);
});

test("stages: the parts of one cell, and the document of rtps stages", async () => {
  const stages = pathOf("stages-of-bench.json");
  const args = ["--quick", "--payloads", "100", "--reliability", "reliable", "--samples", "20", "--stages", stages];
  const { cells } = await bench("stages", [...args, "--depths", "0", "--durability", "transientLocal"]);
  const [{ figures, history, variant }] = cells as [(typeof cells)[number]];
  assert.equal([cells.length, history, variant], [1, "KEEP_ALL", "TRANSIENT_LOCAL"]);
  for (const name of ["t0t1P50Us", "t2t3P99Us", "t0t5P50Us"]) assert.ok(figures![name]! > 0, name);
  const document = JSON.parse(readFileSync(stages, "utf8"));
  assert.equal([document.cells.length, document.cells[0].variant, document.cells[0].samples], [1, variant, 20]);
});

test("qos: wire, round trips and rate beside the default", async () => {
  const { cells } = await bench("qos", ["--quick", "--settings", "partition", "--samples", "5", "--duration", "0.1"]);
  assert.equal(
    cells.map(({ variant }) => variant),
    ["wire", "rtt", "rate"].flatMap((kind) => [`${kind}, default`, `${kind}, partition`]),
  );
  const [plain, partition] = cells as [(typeof cells)[number], (typeof cells)[number]];
  assert.is(plain.received, 1000);
  assert.ok(partition.figures!["announcedBytes"]! > plain.figures!["announcedBytes"]!);
  assert.is(partition.figures!["bytesPerSample"], plain.figures!["bytesPerSample"]);
  assert.equal([cells[2]!.figures!["ratioToDefault"], cells[2]!.samples, cells[3]!.samples], [1, 5, 5]);
  assert.ok(cells[5]!.figures!["ratioToDefault"]! > 0);
});

test("types: every contender writes what the case says", async () => {
  const { cells } = await bench("types", ["--types", "pointStamped", "--time", "0.02"]);
  assert.equal(cells.map(({ peer }) => peer).sort(), [
    "cdr",
    "cdr",
    "cdr-given",
    "omgidl",
    "omgidl",
    "rosmsg2",
    "rosmsg2",
    "self",
    "self",
    "self-allocating",
  ]);
  for (const { figures, samplesPerSecond, payloadBytes } of cells) {
    assert.ok(figures!["nsPerOperation"]! > 0 && samplesPerSecond! > 0);
    assert.is(figures!["encodedBytes"], payloadBytes);
  }
});

test("loss: the same figures again", async () => {
  const args = ["--loss", "0,20", "--depths", "0", "--samples", "60", "--seed", "7"];
  const [first, again] = [await bench("loss", args), await bench("loss", args)];
  assert.equal(
    first.cells.map(({ figures, samplesUs }) => [figures, samplesUs]),
    again.cells.map(({ figures, samplesUs }) => [figures, samplesUs]),
  );
  const [none, some] = first.cells as [(typeof first.cells)[number], (typeof first.cells)[number]];
  assert.equal([none.received, none.figures!["lostAtFirst"], none.samples], [60, 0, undefined]);
  // KEEP_ALL repairs everything, and no repair is faster than the link.
  assert.equal([some.received, some.lost, some.samples], [60, 0, some.figures!["lostAtFirst"]]);
  assert.ok(some.samples! > 3 && some.minUs! > 100 && some.figures!["retransmissionsPerLost"]! >= 1);
});

test("soak: memory of both sides, with slopes", async () => {
  const { cells } = await bench("soak", ["--minutes", "0.02"]);
  assert.equal(
    cells.map(({ payloadBytes, variant }) => [payloadBytes, variant]),
    [
      [1024, "0.02 min"],
      [1_048_576, "0.02 min"],
    ],
  );
  for (const { series, figures } of cells) {
    assert.ok(series!["writerPssMb"]!.length >= 3 && series!["readerPssMb"]!.every((mb) => mb > 0));
    assert.ok(figures!["writerHeapMbPerMinLow"]! <= figures!["writerHeapMbPerMin"]!);
  }
  assert.is(cells[0]!.samples, 120);
});

const MISTAKES: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [["ring", "--nodes", "0"], /Give whole numbers from 1 to 1000/],
  [["loss", "--loss", "95"], /Give numbers from 0 to 90/],
  [["qos", "--settings", "fast"], /fast is none of default, bestEffort/],
  [["discovery", "--participants", "2,x"], /Give whole numbers from 1 to 200/],
];

for (const [args, message] of MISTAKES) {
  test(`a mistake is one line and exit code 2: ${args.slice(0, 3).join(" ")}`, async () => {
    const { code, out, err } = await rtps(["bench", ...args]);
    assert.equal([code, out, lines(err).length], [2, "", 1], err);
    assert.match(lines(err)[0]!, message);
  });
}

test.run();
