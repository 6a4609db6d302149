// README.md's performance section is what the documents in bench/results say.

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fillPerformance, performanceText } from "../bench/performance/performanceText.js";
import type { BenchDocument } from "../src/trace/benchDocument.js";
import { PROJECT } from "./support/sourceFacts.js";

const test = suite("performance in README.md");

const RESULTS = join(PROJECT, "bench", "results");
const README = readFileSync(join(PROJECT, "README.md"), "utf8");

test("the figures are those of bench/results", () => {
  const files = readdirSync(RESULTS).filter((file) => file.endsWith(".json"));
  assert.ok(files.length > 0);
  const documents = files.sort().map((file) => ({
    name: basename(file, ".json"),
    document: JSON.parse(readFileSync(join(RESULTS, file), "utf8")) as BenchDocument,
  }));
  assert.is(README, fillPerformance(README, performanceText(documents)), "run: node dist/bench/performance.js --write");
});

test("a README without a place for it is refused", () => {
  assert.throws(() => fillPerformance("# nothing", "text"), /no place/);
});

test.run();
