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

const MISTAKES: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [["ring", "--nodes", "0"], /Give whole numbers from 1 to 1000/],
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
