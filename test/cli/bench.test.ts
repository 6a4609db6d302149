// runner: timeout 300 s
// `rtps bench` as it is called: the raw socket and ourselves in processes of their own, with a handful of samples.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { BenchDocument } from "../../src/trace/index.js";
import { schemaErrors } from "../support/jsonSchema.js";
import { PROJECT } from "../support/sourceFacts.js";
import { lines, pathOf, rtps, stopAll } from "./support.js";

const test = suite("rtps bench");
test.after.each(stopAll);

const SCHEMA = JSON.parse(readFileSync(join(PROJECT, "docs", "bench.schema.json"), "utf8"));

async function bench(name: string, args: readonly string[]): Promise<BenchDocument> {
  const file = pathOf(`new/${name}.json`);
  const { code, out, err } = await rtps(["bench", name, "--repeats", "1", "--json", file, ...args]);
  assert.is(code, 0, err + out);
  assert.is(lines(out).at(-1), `written: ${file}`);
  const document = JSON.parse(readFileSync(file, "utf8"));
  assert.equal(schemaErrors(SCHEMA, document), []);
  return document;
}

const FEW = ["--peers", "raw,self", "--samples", "5", "--warm-up", "2", "--spin-up", "0.05"];

// Runs of two cells each: every cell starts two processes, which takes seconds on a busy machine.
for (const [payloadBytes, rhythm] of [
  [64, "paced_10ms"],
  [100_000, "back_to_back"],
] as const) {
  test(`rtt: ${payloadBytes} B, ${rhythm}`, async () => {
    const document = await bench("rtt", ["--payloads", String(payloadBytes), "--rhythm", rhythm, ...FEW]);
    assert.equal(
      document.cells.map((cell) => [cell.peer, cell.payloadBytes, cell.rhythm]),
      [
        ["raw", payloadBytes, rhythm],
        ["self", payloadBytes, rhythm],
      ],
    );
    for (const cell of document.cells) {
      assert.equal([cell.samples, cell.lost, cell.timedOut, cell.invalid, cell.mode], [5, 0, 0, 0, "closed"]);
      assert.ok(cell.minUs! > 0 && cell.minUs! <= cell.p50Us! && cell.p50Us! <= cell.maxUs!);
      assert.ok(cell.cost!.writer!.cpuSeconds! > 0);
    }
    const self = document.cells[1]!;
    assert.ok(self.ratioToRaw! > 0);
    assert.ok(self.cost!.writer!.datagramsOut! >= 5);
    assert.equal(
      document.peers.map(({ peer, transport }) => [peer, transport]),
      [
        ["raw", "UDP 127.0.0.1"],
        ["self", "UDP 127.0.0.1"],
      ],
    );
  });
}

test("latency: every sample of the schedule arrives", async () => {
  const document = await bench("latency", ["--peers", "raw,self", "--samples", "20", "--warm-up", "5"]);
  assert.equal(
    document.cells.map(({ peer, samples, lost, mode, rhythm }) => [peer, samples, lost, mode, rhythm]),
    [
      ["raw", 20, 0, "open", "1000_hz"],
      ["self", 20, 0, "open", "1000_hz"],
    ],
  );
  for (const { minUs } of document.cells) assert.ok(minUs! > 0);
});

for (const reliability of ["reliable", "best_effort"]) {
  test(`rate: ${reliability}`, async () => {
    const args = ["--reliability", reliability, "--peers", "self,raw", "--duration", "0.2", "--warm-up", "0.1"];
    const { cells } = await bench("rate", args);
    assert.equal(
      cells.map((cell) => [cell.peer, cell.reliability]),
      [
        ["self", reliability.toUpperCase()],
        ["raw", undefined],
      ],
    );
    for (const cell of cells) assert.ok(cell.samplesPerSecond! > 0 && cell.bitsPerSecond! > 0);
    if (reliability === "reliable") assert.is(cells[0]!.lost, 0);
  });
}

test("throughput: large samples get through whole", async () => {
  const document = await bench("throughput", ["--peers", "self", "--duration", "0.3", "--warm-up", "0.1"]);
  const [cell] = document.cells;
  assert.equal([cell!.payloadBytes, cell!.lost, cell!.history], [1_048_576, 0, "KEEP_ALL"]);
  assert.ok(cell!.bitsPerSecond! > 0);
});

const MISTAKES: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [
    ["rtt", "--peers", "self,zenoh"],
    /zenoh is none of raw, self, cyclone, fastdds, ddsperf; see rtps bench rtt --help$/,
  ],
  [["rtt", "--peers", "foxglove"], /foxglove is none of raw, self, cyclone, fastdds, ddsperf;/],
  [["rate", "--peers", "connext"], /connext is not compared: its connector has no listener/],
  [["latency", "--peers", "ddsperf"], /ddsperf is none of raw, self, foxglove, cyclone, fastdds;/],
  [["discovery", "--peers", "raw"], /raw is none of self, cyclone, fastdds; see rtps bench discovery --help$/],
  [["rtt", "--peers", "self,self"], /self is there twice: name each once/],
  [["rtt", "--payloads", "64,64"], /64 is there twice: name each once/],
  [["ring", "--nodes", "2,2"], /2 is there twice/],
  [["ring", "--rate", "1e9"], /Give a number above 0 and up to 100000; see rtps bench ring --help$/],
  [["rtt", "extra"], /too many arguments .* got 1; see rtps bench rtt --help$/],
  [["rtt", "--rhythm", "fast"], /fast is none of paced_10ms, back_to_back/],
  [["rtt", "--payloads", "0"], /Give sizes from 1 to/],
  [["rate", "--reliability", "best-effort,maybe"], /maybe is none of reliable, best_effort/],
  [["rate", "--repeats", "0"], /Give a whole number from 1/],
  [["throughput", "--json", PROJECT], /is a directory: give the path of a file/],
  [["speed"], /unknown command 'speed'/],
];

for (const [args, message] of MISTAKES) {
  test(`a mistake is one line and exit code 2: ${args.slice(0, 3).join(" ")}`, async () => {
    const { code, out, err } = await rtps(["bench", ...args]);
    assert.equal([code, out, lines(err).length], [2, "", 1], err);
    assert.match(lines(err)[0]!, message);
  });
}

test.run();
