// Micro-benchmarks on compiled JavaScript: operations below a microsecond are done in batches, because one call of the
// harness costs some 50 ns.

import { Bench } from "tinybench";

/** Operations in one call of the harness. */
export const BATCH = 100;

/** Runs the tasks one after the other and prints nanoseconds per operation. */
export async function runBench(title: string, tasks: Readonly<Record<string, () => void>>): Promise<void> {
  const bench = new Bench({ name: title, time: 300, warmupTime: 100 });
  for (const [name, task] of Object.entries(tasks)) bench.add(name, task);
  await bench.run();
  process.stdout.write(`\n${title}\n`);
  for (const task of bench.tasks) {
    const { result } = task;
    if (!("latency" in result)) {
      process.stdout.write(`  ${task.name}: failed\n`);
      process.exitCode = 1;
      continue;
    }
    const ns = (ms: number) => ((ms * 1e6) / BATCH).toFixed(1).padStart(9);
    process.stdout.write(`${ns(result.latency.p50)} ns P50 ${ns(result.latency.p99)} ns P99  ${task.name}\n`);
  }
}
