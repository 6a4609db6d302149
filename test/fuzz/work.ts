// The part of `npm run fuzz` that can hang or run out of memory: runs the targets in a worker and reports each.

import { parentPort, workerData } from "node:worker_threads";
import { Fuzzer } from "./Fuzzer.js";
import { type FuzzReport, type FuzzWork, SHARED_WORDS } from "./fuzzWork.js";
import { TARGETS } from "./targets.js";

function work({ targets, seed, seconds, inputs, shared }: FuzzWork): void {
  const words = new Int32Array(shared, 0, SHARED_WORDS);
  const latest = new Uint8Array(shared, SHARED_WORDS * 4);
  for (const name of targets) {
    parentPort!.postMessage({ started: name } satisfies FuzzReport);
    const target = TARGETS[name]!();
    const onInput = (input: Uint8Array) => {
      Atomics.add(words, 0, 1);
      words[1] = Math.min(input.length, latest.length);
      latest.set(input.subarray(0, latest.length));
    };
    const result = new Fuzzer(target, { seed, seconds, inputs, limitsTime: true, onInput }).run();
    parentPort!.postMessage({ result } satisfies FuzzReport);
  }
}

work(workerData as FuzzWork);
