// Codecs against the JavaScript libraries that do the same: @foxglove/omgidl-serialization, rosmsg2-serialization, and
// @foxglove/cdr by hand. `npx tsx bench/cdr.bench.ts [seconds]`, or built: `node dist/bench/cdr.bench.js [seconds]`.
// The contenders of a case take turns. Each turn gives a mean of CPU time, so that garbage collection counts and other
// processes do not; the median of the turns is shown.

import { isDeepStrictEqual } from "node:util";
import { Bench } from "tinybench";
import { type BenchCase, CASES } from "./cdr/cases.js";
import { type Contender, readers, writers } from "./cdr/contenders.js";

const TURNS = 7;
/** Long against the microsecond that the clock takes. */
const BATCH_MS = 0.5;

const seconds = Number(process.argv[2] ?? 40);
const tasks = CASES.reduce((sum, each) => sum + writers(each).length + readers(each).length, 0);
const turnMs = (seconds * 1000) / (tasks * (TURNS + 1));
/** Keeps results from being optimised away. */
const sink: { last?: unknown } = {};

print(`Node ${process.version}, CPU time, median of ${TURNS} turns of ${turnMs.toFixed(0)} ms each`);
const summary: string[] = [];
for (const each of CASES) {
  await compare(each, "write", writers(each));
  await compare(each, "read", readers(each));
}
print("\nHow much faster than the best of the others (which may use a buffer that it is given):");
for (const line of summary) print(line);

async function compare(each: BenchCase, what: "write" | "read", contenders: readonly Contender[]): Promise<void> {
  checkThatAllAgree(each, contenders, what);
  const times = await medians(contenders);
  const others = contenders.filter((one) => !one.isOurs);
  const best = (some: readonly Contender[]) => Math.min(...some.map((one) => times.get(one.name)!));
  print(`\n${each.title}, ${what}`);
  for (const { name } of contenders) {
    const ns = times.get(name)!;
    const ratio = (ns / times.get(contenders[0]!.name)!).toFixed(1);
    print(`${ns.toFixed(ns < 100 ? 1 : 0).padStart(12)} ns  ${ratio.padStart(7)} x  ${name}`);
  }
  const allocating = others.filter((one) => !one.isGivenBuffer);
  const ratios = contenders
    .filter((one) => one.isOurs)
    .map(({ name }) => {
      const [all, some] = [others, allocating].map((list) => (best(list) / times.get(name)!).toFixed(1));
      return all === some ? `${name} ${all} x` : `${name} ${all} x (${some} x the best that allocates)`;
    });
  summary.push(`  ${`${each.title}, ${what}`.padEnd(34)} ${ratios.join(", ")}`);
}

/** Nanoseconds per operation by contender. */
async function medians(contenders: readonly Contender[]): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  const batches = new Map(contenders.map((one) => [one.name, batchOf(one)]));
  for (let turn = 0; turn < TURNS; turn++) {
    const bench = new Bench({ time: turnMs, warmup: false, iterations: 1, now: cpuMs });
    for (const { name, run } of contenders) {
      const batch = batches.get(name)!;
      bench.add(name, () => {
        for (let i = 0; i < batch; i++) sink.last = run();
      });
    }
    await bench.run();
    for (const { name, result } of bench.tasks) {
      if (!("latency" in result)) throw new Error(`${name} failed: ${JSON.stringify(result)}`);
      seen.get(name)!.push((result.latency.mean * 1e6) / batches.get(name)!);
    }
  }
  return new Map([...seen].map(([name, list]) => [name, list.sort((a, b) => a - b)[TURNS >> 1]!]));
}

/** Operations that take about BATCH_MS, when warm. */
function batchOf({ run }: Contender): number {
  const start = cpuMs();
  let spent = 0;
  let count = 0;
  let lately = 0;
  while (spent < turnMs) {
    const before = cpuMs();
    for (let i = 0; i < 20; i++) sink.last = run();
    count += 20;
    lately = (cpuMs() - before) / 20;
    spent = cpuMs() - start;
  }
  return Math.max(1, Math.ceil(BATCH_MS / Math.min(spent / count, lately || Infinity)));
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
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
