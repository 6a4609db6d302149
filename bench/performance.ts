// Writes the performance section of README.md from the documents in bench/results. Without --write: prints it.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { BenchDocument } from "../src/trace/benchDocument.js";
import { fillPerformance, type NamedDocument, performanceText } from "./performance/performanceText.js";

const RESULTS = join("bench", "results");
const README = "README.md";

const [option, ...others] = process.argv.slice(2);
if (others.length > 0 || (option !== undefined && option !== "--write")) {
  process.stderr.write("usage: node dist/bench/performance.js [--write]\n");
  process.exit(2);
}
const text = performanceText(readResults());
if (option === undefined) process.stdout.write(`${text}\n`);
else writeFileSync(README, fillPerformance(readFileSync(README, "utf8"), text));

function readResults(): NamedDocument[] {
  const files = readdirSync(RESULTS).filter((file) => file.endsWith(".json"));
  return files.sort().map((file) => ({
    name: basename(file, ".json"),
    document: JSON.parse(readFileSync(join(RESULTS, file), "utf8")) as BenchDocument,
  }));
}
