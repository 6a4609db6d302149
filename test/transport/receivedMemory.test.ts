import { setImmediate } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ReceivedMemory, youngCollector } from "../../src/transport/ReceivedMemory.js";

const test = suite("ReceivedMemory");

test("collects once for each portion of received bytes, whatever the size of the datagrams", () => {
  let collections = 0;
  const memory = new ReceivedMemory(() => collections++, 1000);
  memory.received(999);
  assert.is(collections, 0);
  memory.received(1);
  assert.is(collections, 1);
  memory.received(5000);
  assert.is(collections, 2);
  for (let i = 0; i < 100; i++) memory.received(100);
  assert.is(collections, 12);
});

test("the collector frees young memory and leaves no `gc` behind in the application", async () => {
  const hadGc = "gc" in globalThis;
  const collect = youngCollector();
  const before = process.memoryUsage().arrayBuffers;
  (function allocate(): void {
    for (let i = 0; i < 32; i++) new Uint8Array(256 * 1024).fill(1);
  })();
  assert.ok(process.memoryUsage().arrayBuffers - before > 4_000_000, "not collected before");
  collect();
  // V8 frees the memory itself in a thread of its own.
  for (let i = 0; i < 1000 && process.memoryUsage().arrayBuffers - before > 1_000_000; i++) await setImmediate();
  assert.ok(process.memoryUsage().arrayBuffers - before < 1_000_000, "not freed");
  assert.is("gc" in globalThis, hadGc);
});

test.run();
