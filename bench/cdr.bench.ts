// Codecs against the JavaScript libraries that do the same: @foxglove/omgidl-serialization, rosmsg2-serialization, and
// @foxglove/cdr by hand. `npx tsx bench/cdr.bench.ts [seconds]`, or built: `node dist/bench/cdr.bench.js`.
// The contenders of a case take turns; each turn gives a mean, so that garbage collection counts, and the median of
// the turns is shown.

import { isDeepStrictEqual } from "node:util";
import { Bench } from "tinybench";
import { type BenchCase, CASES } from "./cdr/cases.js";
import { type Contender, readers, writers } from "./cdr/contenders.js";

const TURNS = 7;
const seconds = Number(process.argv[2] ?? 30);
const tasks = CASES.reduce((sum, each) => sum + writers(each).length + readers(each).length, 0);
/** Keeps results from being optimised away. */
const sink: { last?: unknown } = {};
const turnMs = (seconds * 1000) / (tasks * TURNS);

const summary: string[] = [];
for (const each of CASES) {
  await compare(each, "write", writers(each));
  await compare(each, "read", readers(each));
}
print("\nbest of ours : best of the others");
for (const line of summary) print(line);

async function compare(each: BenchCase, what: "write" | "read", contenders: readonly Contender[]): Promise<void> {
  checkThatAllAgree(each, contenders, what);
  const times = await medians(contenders, each.isSmall ? 100 : 4);
  print(`\n${each.title}, ${what}`);
  const best = (isOurs: boolean) =>
    Math.min(...contenders.filter((one) => one.isOurs === isOurs).map((one) => times.get(one.name)!));
  for (const { name } of contenders) {
    const ns = times.get(name)!;
    print(`${ns.toFixed(ns < 100 ? 1 : 0).padStart(12)} ns  ${(ns / best(true)).toFixed(1).padStart(6)} x  ${name}`);
  }
  const ratios = contenders
    .filter((one) => one.isOurs)
    .map((one) => `${(best(false) / times.get(one.name)!).toFixed(1)} x with ${one.name}`);
  summary.push(`  ${each.title}, ${what}: ${ratios.join(", ")}`);
}

/** Nanoseconds per operation by contender. */
async function medians(contenders: readonly Contender[], batch: number): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let turn = 0; turn < TURNS; turn++) {
    const bench = new Bench({ time: turnMs, warmupTime: turn === 0 ? turnMs : 0, warmup: turn === 0, iterations: 1 });
    for (const { name, run } of contenders) {
      bench.add(name, () => {
        for (let i = 0; i < batch; i++) sink.last = run();
      });
    }
    await bench.run();
    for (const { name, result } of bench.tasks) {
      if (!("latency" in result)) throw new Error(`${name} failed: ${JSON.stringify(result)}`);
      seen.get(name)!.push((result.latency.mean * 1e6) / batch);
    }
  }
  return new Map([...seen].map(([name, list]) => [name, list.sort((a, b) => a - b)[TURNS >> 1]!]));
}

/** Figures of something that does not do the work would be worth nothing. */
function checkThatAllAgree(each: BenchCase, contenders: readonly Contender[], what: "write" | "read"): void {
  for (const { name, run } of contenders) {
    const result = run();
    if (typeof result === "number" || name === "serialize") continue;
    const expected = what === "read" ? each.value : contenders.find((one) => one.name === "serialize")!.run();
    if (what === "read" ? isDeepStrictEqual(result, expected) : startsWith(expected, result)) continue;
    throw new Error(`${name} of ${each.title} has another result`);
  }
}

/** Ours is padded to a multiple of 4; the encapsulation's options tell. */
function startsWith(longer: unknown, bytes: unknown): boolean {
  const [all, some] = [Buffer.from(longer as Uint8Array), Buffer.from(bytes as Uint8Array)];
  return all.length - some.length === all[3] && all.subarray(4, some.length).equals(some.subarray(4));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
